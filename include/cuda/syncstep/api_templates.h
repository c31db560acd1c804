/* api_templates.h - the parts of the run-time API that C++ programs see as overloads: typed
 * pointers, symbols, kernels. Each is inlined, so that a call's site is the person's line. */
#ifndef SYNCSTEP_API_TEMPLATES_H
#define SYNCSTEP_API_TEMPLATES_H

#include "runtime.h"

#define SS_API template <class ss_T> SS_INLINE cudaError_t

/* ---- Allocation through typed pointers ---- */

SS_API cudaMalloc(ss_T **pointer, size_t bytes)
{
    return cudaMalloc((void **)pointer, bytes);
}
SS_API cudaMallocManaged(ss_T **pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)pointer, bytes, flags);
}
SS_API cudaMallocPitch(ss_T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}
SS_API cudaMallocHost(ss_T **pointer, size_t bytes, unsigned int flags = 0)
{
    return cudaHostAlloc((void **)pointer, bytes, flags);
}
SS_API cudaHostAlloc(ss_T **pointer, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc((void **)pointer, bytes, flags);
}
SS_API cudaMallocAsync(ss_T **pointer, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync((void **)pointer, bytes, stream);
}
SS_API cudaMallocFromPoolAsync(ss_T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream);
}
SS_API cudaMallocAsync(ss_T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream);
}
SS_API cudaHostGetDevicePointer(ss_T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

/* ---- Default arguments of the C functions ---- */

SS_INLINE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                      enum cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, (cudaStream_t)0);
}
SS_INLINE cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                          int from_device, size_t bytes)
{
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, (cudaStream_t)0);
}
SS_INLINE cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                        size_t from_pitch, size_t width, size_t height,
                                        enum cudaMemcpyKind kind)
{
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, (cudaStream_t)0);
}
SS_INLINE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters)
{
    return cudaMemcpy3DAsync(parameters, (cudaStream_t)0);
}
SS_INLINE cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes)
{
    return cudaMemsetAsync(pointer, value, bytes, (cudaStream_t)0);
}
SS_INLINE cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return cudaEventCreateWithFlags(event, flags);
}
SS_INLINE cudaError_t cudaEventRecord(cudaEvent_t event)
{
    return cudaEventRecord(event, (cudaStream_t)0);
}
SS_INLINE cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0)
{
    return cudaEventRecordWithFlags(event, stream, 0);
}
SS_INLINE cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start,
                                              cudaEvent_t end)
{
    return cudaEventElapsedTime(milliseconds, start, end);
}
SS_INLINE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event)
{
    return cudaStreamWaitEvent(stream, event, 0);
}
SS_INLINE cudaError_t cudaMallocArray(cudaArray_t *array,
                                      const struct cudaChannelFormatDesc *format, size_t width,
                                      size_t height = 0)
{
    return cudaMallocArray(array, format, width, height, 0);
}
SS_INLINE cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                                        const struct cudaChannelFormatDesc *format,
                                        struct cudaExtent extent)
{
    return cudaMalloc3DArray(array, format, extent, 0);
}
SS_INLINE cudaError_t cudaHostRegister(void *pointer, size_t bytes)
{
    return cudaHostRegister(pointer, bytes, 0);
}
SS_INLINE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                               size_t length = 0)
{
    return cudaStreamAttachMemAsync(stream, pointer, length, cudaMemAttachSingle);
}

/* ---- Hints about managed memory, by device number and by location ---- */

SS_INLINE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int, cudaStream_t = 0)
{
    return ss_prefetch(pointer, bytes, "cudaMemPrefetchAsync");
}
SS_INLINE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, cudaMemLocation,
                                           unsigned int, cudaStream_t = 0)
{
    return ss_prefetch(pointer, bytes, "cudaMemPrefetchAsync");
}
SS_INLINE cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise, int)
{
    return ss_prefetch(pointer, bytes, "cudaMemAdvise");
}
SS_INLINE cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise,
                                    cudaMemLocation)
{
    return ss_prefetch(pointer, bytes, "cudaMemAdvise");
}

SS_INLINE struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    return cudaExtent{width, height, depth};
}
SS_INLINE struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize,
                                                    size_t ysize)
{
    return cudaPitchedPtr{pointer, pitch, xsize, ysize};
}
SS_INLINE struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    return cudaPos{x, y, z};
}

/* ---- Symbols: a __device__ or __constant__ variable stands for its own address ---- */

SS_API cudaMemcpyToSymbol(const ss_T &symbol, const void *from, size_t bytes, size_t offset = 0,
                          enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ss_symbol_copy(SS_SYMBOL_TO, (const void *)&symbol, sizeof(ss_T), from, nullptr, bytes,
                          offset, kind);
}
SS_API cudaMemcpyToSymbolAsync(const ss_T &symbol, const void *from, size_t bytes, size_t offset = 0,
                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = 0)
{
    return ss_symbol_copy(SS_SYMBOL_TO_ASYNC, (const void *)&symbol, sizeof(ss_T), from, nullptr,
                          bytes, offset, kind);
}
SS_API cudaMemcpyFromSymbol(void *to, const ss_T &symbol, size_t bytes, size_t offset = 0,
                            enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ss_symbol_copy(SS_SYMBOL_FROM, (const void *)&symbol, sizeof(ss_T), nullptr, to, bytes,
                          offset, kind);
}
SS_API cudaMemcpyFromSymbolAsync(void *to, const ss_T &symbol, size_t bytes, size_t offset = 0,
                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                 cudaStream_t = 0)
{
    return ss_symbol_copy(SS_SYMBOL_FROM_ASYNC, (const void *)&symbol, sizeof(ss_T), nullptr, to,
                          bytes, offset, kind);
}
template <class ss_P, class ss_T> SS_INLINE cudaError_t cudaGetSymbolAddress(ss_P **address, const ss_T &symbol)
{
    return ss_symbol_address((void **)address, (const void *)&symbol);
}
SS_API cudaGetSymbolSize(size_t *bytes, const ss_T &)
{
    *bytes = sizeof(ss_T);
    return cudaSuccess;
}

/* ---- Kernels ---- */

SS_API cudaFuncSetAttribute(ss_T *kernel, enum cudaFuncAttribute attribute, int value)
{
    return ss_function_set((const void *)kernel, attribute, value);
}
SS_API cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, ss_T *kernel)
{
    return ss_function_get(attributes, (const void *)kernel);
}
SS_API cudaFuncSetCacheConfig(ss_T *kernel, enum cudaFuncCache)
{
    return ss_function_check((const void *)kernel, "cudaFuncSetCacheConfig");
}
SS_API cudaFuncSetSharedMemConfig(ss_T *kernel, enum cudaSharedMemConfig)
{
    return ss_function_check((const void *)kernel, "cudaFuncSetSharedMemConfig");
}
SS_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, ss_T *kernel, int block_threads,
                                                     size_t dynamic_bytes)
{
    return ss_occupancy(blocks, (const void *)kernel, block_threads, dynamic_bytes);
}
SS_API cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, ss_T *kernel,
                                                              int block_threads,
                                                              size_t dynamic_bytes, unsigned int)
{
    return ss_occupancy(blocks, (const void *)kernel, block_threads, dynamic_bytes);
}
SS_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, ss_T *, int blocks, int)
{
    *bytes = (size_t)(228 * 1024) / (blocks > 0 ? blocks : 1) - 1024;
    return cudaSuccess;
}

/* The block size that keeps most threads on a multiprocessor; the smallest number of blocks that
 * fills the device with it. bytes_of(block size): dynamic shared memory it needs. */
template <class ss_F, class ss_T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block_size,
                                                                  ss_T *kernel, ss_F bytes_of,
                                                                  int limit = 0)
{
    int best = 0, best_blocks = 0;
    struct cudaFuncAttributes attributes;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error != cudaSuccess) return error;
    if (limit <= 0 || limit > attributes.maxThreadsPerBlock) limit = attributes.maxThreadsPerBlock;
    for (int size = limit / 32 * 32; size > 0; size -= 32) {
        int blocks = 0;
        ss_occupancy(&blocks, (const void *)kernel, size, bytes_of(size));
        if (blocks * size > best_blocks * best) {
            best = size;
            best_blocks = blocks;
        }
    }
    int multiprocessors = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    *block_size = best;
    *min_grid = best_blocks * multiprocessors;
    return cudaSuccess;
}
template <class ss_T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, ss_T *kernel,
                                                      size_t dynamic_bytes = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block_size, kernel, [=](int) { return dynamic_bytes; }, limit);
}
template <class ss_T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block_size,
                                                               ss_T *kernel, size_t dynamic_bytes = 0,
                                                               int limit = 0, unsigned int = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(min_grid, block_size, kernel, dynamic_bytes, limit);
}

#undef SS_API

#endif
