/* A CUDA run-time without a GPU, and a program on it, to test the interposer: memory of the
 * "device" is the host's, a launch runs a C function that writes what the probe would. */
#include "gpu/probe.h"
#include "gpu/target/tables.h"
#include "syncstep/trace.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The tables of a program with one kernel, two sites and a shared array ---- */

static const unsigned parameters[] = {8, 4};
const struct table_kernel syncstep_kernels[] = {{"_Z4fakePii", 0, 2, parameters}};
const struct table_symbol syncstep_symbols[] = {{"tile", 256}, {"dyn", 0}};
const unsigned syncstep_kernel_count = 1, syncstep_symbol_count = 2, syncstep_site_count = 4;
const unsigned syncstep_least_width = 4;
static const unsigned char image[16];
const unsigned char *const syncstep_fatbin = image;

/* ---- The run-time ---- */

static char control_memory[sizeof(struct probe_control)];
static const void *control_host;
static cudaError_t last_error;
static int launches;

#define DONE(name, parameters)                                                                     \
    cudaError_t name parameters;                                                                   \
    cudaError_t name parameters                                                                    \
    {                                                                                              \
        return cudaSuccess;                                                                        \
    }

void **__cudaRegisterFatBinary(void *wrapper);
void **__cudaRegisterFatBinary(void *wrapper)
{
    static void *handle;
    const void *data;
    memcpy(&data, (char *)wrapper + 8, sizeof data);
    printf("fat binary %s\n", data == image ? "ours" : "the program's");
    return &handle;
}
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                       size_t size, int constant, int global);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                       size_t size, int constant, int global)
{
    (void)handle, (void)device, (void)ext, (void)size, (void)constant, (void)global;
    if (strcmp(name, PROBE_SYMBOL) == 0) control_host = host;
}
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext,
                              size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext,
                              size_t size, int constant, int global)
{
    (void)handle, (void)host, (void)device, (void)name, (void)ext, (void)size, (void)constant,
        (void)global;
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes,
                                     struct CUstream_st *stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes,
                                     struct CUstream_st *stream)
{
    (void)grid, (void)block, (void)bytes, (void)stream;
    return 0;
}

cudaError_t cudaMalloc(void **p, size_t n)
{
    return *p = calloc(1, n), cudaSuccess;
}
cudaError_t cudaHostAlloc(void **p, size_t n, unsigned flags)
{
    (void)flags;
    return *p = calloc(1, n), cudaSuccess;
}
cudaError_t cudaFree(void *p)
{
    return free(p), cudaSuccess;
}
cudaError_t cudaFreeHost(void *p)
{
    return free(p), cudaSuccess;
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind)
{
    (void)kind;
    return memcpy(to, from, n), cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, n, kind);
}
cudaError_t cudaMemset(void *p, int v, size_t n)
{
    return memset(p, v, n), cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *p, int v, size_t n, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(p, v, n);
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset,
                               enum cudaMemcpyKind kind)
{
    (void)kind, (void)offset;
    if (symbol != control_host) return cudaErrorInvalidSymbol;
    return memcpy(control_memory, from, n), cudaSuccess;
}
cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    return *p = (void *)symbol, cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *left, size_t *all)
{
    return *left = *all = (size_t)1 << 30, cudaSuccess;
}
cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = last_error;
    return last_error = cudaSuccess, e;
}
cudaError_t cudaPeekAtLastError(void)
{
    return last_error;
}
cudaError_t cudaGetDevice(int *d)
{
    return *d = 0, cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int d)
{
    (void)d;
    memset(prop, 0, sizeof *prop);
    strcpy(prop->name, "Fake");
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *v, enum cudaDeviceAttr a, int d)
{
    (void)a, (void)d;
    return *v = 1, cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *v)
{
    return *v = 13000, cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *v)
{
    return *v = 13000, cudaSuccess;
}
cudaError_t cudaFuncGetName(const char **name, const void *f)
{
    (void)f;
    return *name = "_Z4fakePii", cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *f)
{
    (void)f;
    memset(a, 0, sizeof *a);
    a->sharedSizeBytes = 256;
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b)
{
    (void)a, (void)b;
    return *ms = 0.002f * (float)launches, cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *e)
{
    return *e = (cudaEvent_t)control_memory, cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *c)
{
    (void)s;
    return *c = cudaStreamCaptureStatusNone, cudaSuccess;
}
cudaError_t cudaHostGetDevicePointer(void **d, void *h, unsigned flags)
{
    (void)flags;
    return *d = h, cudaSuccess;
}
DONE(cudaHostRegister, (void *p, size_t n, unsigned flags))
DONE(cudaEventDestroy, (cudaEvent_t e))
/* Where the program says so a kernel is at it until the host has written there. */
volatile int *fake_flag;
cudaError_t cudaEventQuery(cudaEvent_t e)
{
    (void)e;
    return fake_flag && *fake_flag == 0 ? cudaErrorNotReady : cudaSuccess;
}
DONE(cudaEventSynchronize, (cudaEvent_t e))
DONE(cudaEventRecord, (cudaEvent_t e, cudaStream_t s))
DONE(cudaStreamSynchronize, (cudaStream_t s))
DONE(cudaDeviceSynchronize, (void))
DONE(cudaDeviceReset, (void))

/* ---- The probe, for 2 warps of a block of 48 threads ---- */

static void put(struct probe_control *c, unsigned warp, const uint64_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint64_t at = c->positions[warp];
        uint32_t *slot = &c->table[(size_t)warp * c->chunks_of_warp + (at >> c->chunk_shift)];
        if (!*slot) {
            *slot = ++*c->next_chunk;
            c->owners[*slot - 1] = (struct probe_owner){warp + 1, (uint32_t)(at >> c->chunk_shift)};
        }
        memcpy(c->log + ((size_t)(*slot - 1) << c->chunk_shift) +
                   (at & ((1u << c->chunk_shift) - 1)),
               &words[i], 8);
        c->positions[warp] += 8;
    }
}

static void record(struct probe_control *c, unsigned warp, unsigned site, unsigned kind,
                   unsigned space, uint32_t mask, uint64_t address, int32_t stride)
{
    const uint64_t words[] = {(site | kind << 18 | (kind < 3 ? 3u << 22 : 0) | space << 26 |
                               PROBE_AFFINE << 28 | PROBE_VALID) |
                                  (uint64_t)mask << 32,
                              address, (uint32_t)stride};
    put(c, warp, words, 3);
}

static void snapshot(struct probe_control *c, unsigned block, int value)
{
    struct probe_block *b = &c->blocks[block];
    for (unsigned i = 0; i < c->shared_bytes / 4 && b->snapshot; i++)
        memcpy(c->snapshots + (size_t)(b->snapshot - 1) * 64 + 4 * i, &value, 4);
    c->snapshot_table[(size_t)block * c->max_rounds + b->round++] = b->snapshot;
    b->snapshot = *c->next_unit + 1;
    *c->next_unit += (c->shared_bytes + 63) / 64;
}

/* An arrival at, a wait for a phase; a fence of the block; a comparing atomic with what it left. */
static void run_order(struct probe_control *c, unsigned warp)
{
    const struct {
        unsigned kind;
        uint64_t barrier, mask;
    } events[] = {{TRACE_ARRIVE, 1024 + 40, 5},
                  {TRACE_WAIT, 1024 + 256 + 64, 6},
                  {TRACE_ARRIVE, PROBE_NAMED | 3, 2},
                  {TRACE_FENCE, 0, TRACE_FENCE_BLOCK}};
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
        const uint64_t words[] = {
            (2u | events[i].kind << 18 | 3u << 26 | PROBE_AFFINE << 28 | PROBE_VALID) | 3ull << 32,
            events[i].barrier, events[i].mask << 32};
        put(c, warp, words, 3);
    }
    const uint64_t atomic[] = {(1u | TRACE_ATOMIC << 18 | 3u << 22 | PROBE_COMPARES |
                                PROBE_SHARED << 26 | PROBE_AFFINE << 28 | PROBE_VALUED |
                                PROBE_VALID) |
                                   3ull << 32,
                               1024, 0, 3000ull | 3001ull << 32};
    put(c, warp, atomic, 4);
}

static void run_block(struct probe_control *c, unsigned block, int *data)
{
    const uint32_t masks[2] = {UINT32_MAX, 0xffff};
    for (unsigned w = 0; w < 2; w++) {
        const unsigned warp = block * c->warps + w;
        if (w == 0 && block == 0) run_order(c, warp);
        for (int i = 0; i < 1000; i++) /* crosses chunks */
            record(c, warp, 0, TRACE_LOAD, PROBE_GLOBAL, masks[w], (uint64_t)(uintptr_t)data, 4);
        record(c, warp, 1, TRACE_STORE, PROBE_SHARED, masks[w], 1024 + 128 * w, 4);
        record(c, warp, 2, TRACE_BARRIER, 3, masks[w], 0, 0);
        const uint64_t scattered[] = {(1u | TRACE_LOAD << 18 | 3u << 22 | PROBE_SHARED << 26 |
                                       PROBE_NARROW << 28 | PROBE_VALID) |
                                          0xdull << 32,
                                      1024 + 256 + 64, 0, 8 | 100ull << 32};
        put(c, warp, scattered, 4); /* lanes 0, 2, 3; in dynamic memory */
        for (unsigned i = 0; block < c->value_blocks && i < 100;
             i++) { /* with values 7 i, 7 i + 1 */
            const uint64_t valued[] = {(1u | TRACE_STORE << 18 | 3u << 22 | PROBE_SHARED << 26 |
                                        PROBE_AFFINE << 28 | PROBE_VALUED | PROBE_VALID) |
                                           3ull << 32,
                                       1024, 4, 7ull * i | (7ull * i + 1) << 32};
            put(c, warp, valued, 4);
        }
        record(c, warp, 3, TRACE_EXIT, 3, masks[w], 0, 0);
    }
    snapshot(c, block, 7);
    snapshot(c, block, 9);
}

/* 10 ints of the allocation are read, 3 are written. */
static void mark_touched(struct probe_control *c, const int *data)
{
    for (unsigned i = 0; i < c->regions; i++)
        if (c->region[i].base == (uint64_t)(uintptr_t)data) {
            c->marks[0][c->region[i].first / 32] |= 0x3ff;
            c->marks[1][c->region[i].first / 32] |= 0x7;
        }
}

static void run_kernel(dim3 grid, int *data)
{
    struct probe_control *c = (struct probe_control *)control_memory;
    data[0] += 1;
    launches++;
    if (c->enabled && c->timing)
        for (unsigned b = 0; b < c->timings; b++)
            c->timing[b] = (struct probe_timing){100 + b, 200 + b, 10, 60, b % 2, 48};
    if (!c->enabled || !c->log) return;
    mark_touched(c, data);
    c->symbol_addresses[0] = 1024 + 1;
    c->symbol_addresses[1] = 1024 + 256 + 1;
    c->symbol_addresses[2] = ~1024u;
    for (unsigned b = 0; b < grid.x; b++)
        if (b >= c->first_block && b <= c->last_block)
            run_block(c, b - c->first_block, data);
        else
            c->dropped[0 * PROBE_COPIES + b % PROBE_COPIES] += 48000;
}

cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                               size_t bytes, cudaStream_t stream);
cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                               size_t bytes, cudaStream_t stream)
{
    (void)kernel, (void)bytes, (void)stream;
    if (block.x > 1024) return last_error = cudaErrorInvalidConfiguration;
    run_kernel(grid, *(int **)arguments[0]);
    return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t bytes, cudaStream_t stream)
{
    return __cudaLaunchKernel(kernel, grid, block, arguments, bytes, stream);
}
