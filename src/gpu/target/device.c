#include "gpu/target/inside.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static uint32_t attribute(enum cudaDeviceAttr which, int device)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess || value < 0) return 0;
    return (uint32_t)value;
}

/* Once, at the first launch: the properties as this device itself gives them. */
void device_describe(void)
{
    static bool described;
    struct cudaDeviceProp prop;
    int device = 0, driver = 0, runtime = 0;
    if (described || cudaGetDevice(&device) != cudaSuccess ||
        cudaGetDeviceProperties(&prop, device) != cudaSuccess)
        return;
    described = true;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    char text[320];
    const int length = snprintf(text, sizeof text, "%.255s", prop.name);
    char *at = text + length + 1;
    at += snprintf(at, 24, "%d.%d", driver / 1000, driver % 1000 / 10) + 1;
    at += snprintf(at, 24, "%d.%d", runtime / 1000, runtime % 1000 / 10) + 1;
    struct spool_device *d = outbox_record(SPOOL_DEVICE, sizeof *d + (size_t)(at - text));
    if (!d) return;
    d->multiprocessors = (uint32_t)prop.multiProcessorCount;
    d->major = (uint32_t)prop.major;
    d->minor = (uint32_t)prop.minor;
    d->warp_size = (uint32_t)prop.warpSize;
    d->max_threads_per_block = (uint32_t)prop.maxThreadsPerBlock;
    d->max_threads_per_multiprocessor = (uint32_t)prop.maxThreadsPerMultiProcessor;
    d->max_blocks_per_multiprocessor = (uint32_t)prop.maxBlocksPerMultiProcessor;
    d->clock_khz = attribute(cudaDevAttrClockRate, device);
    d->memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
    d->memory_bus_bits = (uint32_t)prop.memoryBusWidth;
    for (int i = 0; i < 3; i++) {
        d->max_threads_dim[i] = (uint32_t)prop.maxThreadsDim[i];
        d->max_grid[i] = (uint32_t)prop.maxGridSize[i];
    }
    d->global_bytes = prop.totalGlobalMem;
    d->shared_bytes_per_block = prop.sharedMemPerBlock;
    d->shared_bytes_per_multiprocessor = prop.sharedMemPerMultiprocessor;
    d->constant_bytes = prop.totalConstMem;
    d->l2_bytes = (uint64_t)prop.l2CacheSize;
    d->registers_per_block = (uint64_t)prop.regsPerBlock;
    d->memory_pitch = prop.memPitch;
    d->texture_alignment = prop.textureAlignment;
    memcpy(d + 1, text, (size_t)(at - text));
    outbox_commit();
}

/* ---- The gate: events and kernel are queued behind it, so that the time between the events is the
 * kernel's and not the processor's. cuStreamWaitValue32 of the driver's interface. ---- */

typedef int (*wait_function)(cudaStream_t, unsigned long long address, uint32_t value,
                             unsigned flags);

static uint32_t *gate;
static uint32_t passes;

bool device_gate_close(cudaStream_t stream)
{
    static wait_function wait;
    static bool tried;
    static void *device_address;
    if (!tried) {
        tried = true;
        void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
        if (driver) *(void **)&wait = dlsym(driver, "cuStreamWaitValue32_v2");
        if (!wait ||
            cudaHostAlloc((void **)&gate, sizeof *gate, cudaHostAllocMapped) != cudaSuccess ||
            cudaHostGetDevicePointer(&device_address, gate, 0) != cudaSuccess) {
            cudaGetLastError();
            wait = NULL;
        } else {
            *gate = 0;
        }
    }
    if (!wait) return false;
    passes++;
    return wait(stream, (unsigned long long)(uintptr_t)device_address, passes, 0) == 0;
}

void device_gate_open(void)
{
    if (gate) __atomic_store_n(gate, passes, __ATOMIC_RELEASE);
}
