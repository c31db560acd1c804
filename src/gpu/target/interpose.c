/* What the program asks of the CUDA run-time comes here first (ld --wrap). Launches are recorded,
 * timed or both, allocations are known by where they were made, errors are attributed. */
#include "gpu/target/inside.h"
#include "gpu/target/launch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Here both names are needed. */
#undef cudaMalloc
#undef cudaFree
#undef cudaHostAlloc
#undef cudaFreeHost
#undef cudaHostRegister
#undef cudaGetLastError
#undef cudaMemcpy
#undef cudaStreamSynchronize
#undef cudaDeviceSynchronize

#define SITE __builtin_return_address(0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void)
{
    pthread_mutex_lock(&lock);
    outbox_open();
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
}

/* The device asked for becomes the only one: number 0 to the program. */
static void choose_device(void)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    char text[64];
    unsigned skip = inside_spool->device;
    while (visible && skip && (visible = strchr(visible, ',')) != NULL) {
        visible++;
        skip--;
    }
    if (visible)
        snprintf(text, sizeof text, "%.*s", (int)strcspn(visible, ","), visible);
    else
        snprintf(text, sizeof text, "%u", inside_spool->device);
    if (inside_spool->device || visible) setenv("CUDA_VISIBLE_DEVICES", text, 1);
}

__attribute__((constructor(101))) static void before_everything(void)
{
    setenv("CUDA_MODULE_LOADING", "EAGER", 1);
    outbox_open();
    choose_device();
}

/* ---- Registration -------------------------------------------------------------------------- */

struct fat_wrapper { /* what nvcc's host code hands over; fatbinary_section.h */
    int magic, version;
    const void *data;
    void *file;
};

void **__real___cudaRegisterFatBinary(void *wrapper);
void __real___cudaRegisterFatBinaryEnd(void **handle);
void __real___cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                              size_t size, int constant, int global);
void __real___cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                                     int ext, size_t size, int constant, int global);

static void **ours;

/* The program's fat binary is replaced by the rewritten one: kernels keep names and parameters. */
void **__wrap___cudaRegisterFatBinary(void *wrapper)
{
    static struct fat_wrapper replaced;
    if (!syncstep_fatbin || ours) return __real___cudaRegisterFatBinary(wrapper);
    replaced = *(struct fat_wrapper *)wrapper;
    replaced.data = syncstep_fatbin;
    return ours = __real___cudaRegisterFatBinary(&replaced);
}

void __wrap___cudaRegisterFatBinaryEnd(void **handle)
{
    if (handle == ours && ours)
        __real___cudaRegisterVar(handle, (char *)launch_shadow, (char *)PROBE_SYMBOL, PROBE_SYMBOL,
                                 0, sizeof(struct probe_control), 0, 0);
    __real___cudaRegisterFatBinaryEnd(handle);
}

void __wrap___cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                              size_t size, int constant, int global)
{
    memory_symbol(host, name, size, constant != 0);
    __real___cudaRegisterVar(handle, host, device, name, ext, size, constant, global);
}

void __wrap___cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                                     int ext, size_t size, int constant, int global)
{
    memory_unknown(); /* the host writes it without telling */
    __real___cudaRegisterManagedVar(handle, host, device, name, ext, size, constant, global);
}

/* ---- The program's last error ---------------------------------------------------------------- */

cudaError_t __real_cudaGetLastError(void);
cudaError_t __real_cudaPeekAtLastError(void);

/* What the program has not yet asked for. Our own calls around a launch set and clear the
 * run-time's last error; the program must not notice. */
static __thread cudaError_t put_aside;

static void put_last_error_aside(void)
{
    const cudaError_t error = __real_cudaGetLastError();
    if (error != cudaSuccess) put_aside = error;
}

cudaError_t __wrap_cudaGetLastError(void)
{
    cudaError_t error = __real_cudaGetLastError();
    if (error == cudaSuccess) error = put_aside;
    put_aside = cudaSuccess;
    enter();
    launch_asked(error, "cudaGetLastError", SITE);
    leave();
    return error;
}

cudaError_t __wrap_cudaPeekAtLastError(void)
{
    cudaError_t error = __real_cudaPeekAtLastError();
    if (error == cudaSuccess) error = put_aside;
    enter();
    launch_asked(error, "cudaPeekAtLastError", SITE);
    leave();
    return error;
}

/* ---- Launches ------------------------------------------------------------------------------ */

unsigned __real___cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes,
                                            struct CUstream_st *stream);
/* Not every release of the tool kit has all of these. */
cudaError_t __real___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t bytes, cudaStream_t stream) __attribute__((weak));
cudaError_t __real___cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block,
                                           void **arguments, size_t bytes, cudaStream_t stream)
    __attribute__((weak));
cudaError_t __real_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t bytes, cudaStream_t stream);
cudaError_t __real_cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block,
                                         void **arguments, size_t bytes, cudaStream_t stream)
    __attribute__((weak));
cudaError_t __real_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                               void **arguments, size_t bytes, cudaStream_t stream);
cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                       void **arguments);

static __thread const void *pushed_site; /* of the <<<...>>> that runs in this thread */

unsigned __wrap___cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes,
                                            struct CUstream_st *stream)
{
    pushed_site = SITE;
    return __real___cudaPushCallConfiguration(grid, block, bytes, stream);
}

static cudaError_t call_simple(const struct launch *l)
{
    return l->function(l->kernel, l->grid, l->block, l->arguments, l->bytes, l->stream);
}

static cudaError_t call_config(const struct launch *l)
{
    return __real_cudaLaunchKernelExC(l->config, l->kernel, l->arguments);
}

static cudaError_t launch(launch_function function, const void *kernel, dim3 grid, dim3 block,
                          void **arguments, size_t bytes, cudaStream_t stream, const void *site)
{
    const struct launch l = {.call = call_simple,
                             .function = function,
                             .kernel = kernel,
                             .grid = grid,
                             .block = block,
                             .arguments = arguments,
                             .bytes = bytes,
                             .stream = stream,
                             .site = site};
    enter();
    put_last_error_aside();
    const cudaError_t error = launch_run(&l);
    leave();
    return error;
}

cudaError_t __wrap___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t bytes, cudaStream_t stream)
{
    const void *site = pushed_site ? pushed_site : SITE;
    pushed_site = NULL;
    return launch(__real___cudaLaunchKernel, kernel, grid, block, arguments, bytes, stream, site);
}

cudaError_t __wrap___cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block,
                                           void **arguments, size_t bytes, cudaStream_t stream)
{
    const void *site = pushed_site ? pushed_site : SITE;
    pushed_site = NULL;
    return launch(__real___cudaLaunchKernel_ptsz, kernel, grid, block, arguments, bytes, stream,
                  site);
}

cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t bytes, cudaStream_t stream)
{
    const void *site = pushed_site ? pushed_site : SITE;
    pushed_site = NULL;
    return launch(__real_cudaLaunchKernel, kernel, grid, block, arguments, bytes, stream, site);
}

cudaError_t __wrap_cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block,
                                         void **arguments, size_t bytes, cudaStream_t stream)
{
    const void *site = pushed_site ? pushed_site : SITE;
    pushed_site = NULL;
    return launch(__real_cudaLaunchKernel_ptsz, kernel, grid, block, arguments, bytes, stream,
                  site);
}

cudaError_t __wrap_cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                               void **arguments, size_t bytes, cudaStream_t stream)
{
    return launch(__real_cudaLaunchCooperativeKernel, kernel, grid, block, arguments, bytes, stream,
                  SITE);
}

cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                       void **arguments)
{
    const struct launch l = {.call = call_config,
                             .config = config,
                             .kernel = kernel,
                             .grid = config->gridDim,
                             .block = config->blockDim,
                             .arguments = arguments,
                             .bytes = config->dynamicSmemBytes,
                             .stream = config->stream,
                             .site = SITE};
    enter();
    put_last_error_aside();
    const cudaError_t error = launch_run(&l);
    leave();
    return error;
}

/* ---- Memory -------------------------------------------------------------------------------- */

#define WRAP(name, parameters, arguments, ...)                                                     \
    cudaError_t __real_##name parameters;                                                          \
    cudaError_t __wrap_##name parameters                                                           \
    {                                                                                              \
        enter();                                                                                   \
        const cudaError_t error = __real_##name arguments;                                         \
        launch_error(error, #name, SITE);                                                          \
        if (error == cudaSuccess) __VA_ARGS__;                                                     \
        leave();                                                                                   \
        return error;                                                                              \
    }

WRAP(cudaMalloc, (void **pointer, size_t bytes), (pointer, bytes),
     memory_add(TRACE_DEVICE, *pointer, bytes, NULL, "", SITE))
WRAP(cudaMallocAsync, (void **pointer, size_t bytes, cudaStream_t stream), (pointer, bytes, stream),
     memory_add(TRACE_DEVICE, *pointer, bytes, NULL, "", SITE))
WRAP(cudaMallocFromPoolAsync,
     (void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
     (pointer, bytes, pool, stream), memory_add(TRACE_DEVICE, *pointer, bytes, NULL, "", SITE))
WRAP(cudaMallocManaged, (void **pointer, size_t bytes, unsigned flags), (pointer, bytes, flags),
     memory_add(TRACE_MANAGED, *pointer, bytes, NULL, "", SITE))
WRAP(cudaMallocHost, (void **pointer, size_t bytes), (pointer, bytes),
     memory_add(TRACE_PINNED, *pointer, bytes, NULL, "", SITE))
WRAP(cudaHostAlloc, (void **pointer, size_t bytes, unsigned flags), (pointer, bytes, flags),
     memory_add(TRACE_PINNED, *pointer, bytes, NULL, "", SITE))
WRAP(cudaHostRegister, (void *pointer, size_t bytes, unsigned flags), (pointer, bytes, flags),
     memory_add(TRACE_PINNED, pointer, bytes, NULL, "", SITE))
WRAP(cudaMallocPitch, (void **pointer, size_t *pitch, size_t width, size_t height),
     (pointer, pitch, width, height), {
         const size_t shape[4] = {*pitch, width, height, 0};
         memory_add(TRACE_DEVICE, *pointer, *pitch * height, shape, "", SITE);
     })
WRAP(cudaMalloc3D, (struct cudaPitchedPtr * pointer, struct cudaExtent extent), (pointer, extent), {
    const size_t shape[4] = {pointer->pitch, extent.width, extent.height, extent.depth};
    memory_add(TRACE_DEVICE, pointer->ptr, pointer->pitch * extent.height * extent.depth, shape, "",
               SITE);
})
WRAP(cudaMallocArray,
     (cudaArray_t * array, const struct cudaChannelFormatDesc *description, size_t width,
      size_t height, unsigned flags),
     (array, description, width, height, flags), memory_unknown())
WRAP(cudaMalloc3DArray,
     (cudaArray_t * array, const struct cudaChannelFormatDesc *description,
      struct cudaExtent extent, unsigned flags),
     (array, description, extent, flags), memory_unknown())
WRAP(cudaFree, (void *pointer), (pointer), memory_remove(pointer, SITE))
WRAP(cudaFreeAsync, (void *pointer, cudaStream_t stream), (pointer, stream),
     memory_remove(pointer, SITE))
WRAP(cudaFreeHost, (void *pointer), (pointer), memory_remove(pointer, SITE))

/* The same for calls that wait for kernels. */
#define WRAP_WAIT(name, parameters, arguments, ...)                                                \
    cudaError_t __real_##name parameters;                                                          \
    cudaError_t __wrap_##name parameters                                                           \
    {                                                                                              \
        enter();                                                                                   \
        const cudaError_t error = __real_##name arguments;                                         \
        launch_finish(false);                                                                      \
        launch_error(error, #name, SITE);                                                          \
        if (error == cudaSuccess) __VA_ARGS__;                                                     \
        leave();                                                                                   \
        return error;                                                                              \
    }

static void add_transfer(const void *to, const void *from, size_t bytes, int kind, const void *site)
{
    struct spool_transfer *record = outbox_record(SPOOL_TRANSFER, sizeof *record);
    if (record) {
        record->destination = (uint64_t)(uintptr_t)to;
        record->source = (uint64_t)(uintptr_t)from;
        record->bytes = bytes;
        record->site = inside_site(site);
        record->kind = (uint32_t)kind;
        record->after_launch = launch_last();
    }
    outbox_commit();
}

WRAP_WAIT(cudaMemcpy, (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind),
          (to, from, bytes, kind), add_transfer(to, from, bytes, (int)kind, SITE))

/* ---- Waiting and leaving ------------------------------------------------------------------- */

cudaError_t __real_cudaDeviceReset(void);

WRAP_WAIT(cudaDeviceSynchronize, (void), (), (void)0)
WRAP_WAIT(cudaStreamSynchronize, (cudaStream_t stream), (stream), (void)0)
WRAP_WAIT(cudaEventSynchronize, (cudaEvent_t event), (event), (void)0)

cudaError_t __wrap_cudaDeviceReset(void)
{
    enter();
    launch_reset();
    memory_forget();
    const cudaError_t error = __real_cudaDeviceReset();
    leave();
    return error;
}
