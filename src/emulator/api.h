/* api.h - what the files of the run-time API (api_*.cpp) share.
 *
 * Every function of the API does its whole work before it returns. It begins with API_ENTER, which
 * gives back the error that a broken context answers every call with, and leaves through
 * API_FAIL when it refuses. */
#ifndef SYNCSTEP_EMULATOR_API_H
#define SYNCSTEP_EMULATOR_API_H

#define SYNCSTEP_EMULATOR
#include "cuda_runtime_api.h"
#include "pending.h"
#include "syncstep/runtime.h"

#include <stddef.h>
#include <stdint.h>

/* Remembers the error as the last one, with the call and its place, and returns it. */
cudaError_t api_fail(cudaError_t error, const char *call, const void *site);

/* For calls that do not touch the device: they work in a broken context, too. */
#define API_ENTER_ALWAYS(name)                                                                     \
    const char *const api_call = name;                                                             \
    const void *const api_site = __builtin_return_address(0)
#define API_ENTER(name)                                                                            \
    const char *const api_call = name;                                                             \
    const void *const api_site = __builtin_return_address(0);                                      \
    do {                                                                                           \
        int sticky = ss_error_sticky();                                                            \
        if (sticky) return (cudaError_t)ss_error(sticky, 1, api_call, api_site);                   \
    } while (0)
#define API_FAIL(error) return api_fail(error, api_call, api_site)
/* For errors that helpers found: 0 or a code. */
#define API_RETURN(error)                                                                          \
    do {                                                                                           \
        cudaError_t result = (error);                                                              \
        if (result != cudaSuccess) API_FAIL(result);                                               \
        return cudaSuccess;                                                                        \
    } while (0)

/* ---- Where a pointer points ---- */

enum api_place {
    API_HOST,   /* ordinary host memory, also what nobody knows */
    API_DEVICE, /* device memory: only kernels and copies may touch it */
    API_BOTH,   /* managed, pinned, or a __device__ variable */
};

/* The place of [pointer, pointer + bytes); *fits: the bytes lie inside the one allocation (always
 * true for host memory). */
enum api_place api_place(const void *pointer, size_t bytes, int *fits);

/* Checks both sides of a copy as real CUDA does. *kind: cudaMemcpyDefault is replaced. */
cudaError_t api_copy_check(const void *to, size_t to_bytes, const void *from, size_t from_bytes,
                           enum cudaMemcpyKind *kind);

struct api_array_view { /* memory of a cudaArray: rows `pitch` bytes apart */
    char *base;
    size_t pitch, element, width, height, depth; /* bytes, bytes, elements, rows, slices */
};
struct api_array_view api_array_describe(cudaArray_const_t array);

cudaError_t api_stream_check(cudaStream_t stream);

/* Dynamic shared memory that cudaFuncSetAttribute allowed: for this kernel, or with NULL the most
 * for any. Bytes; 0: nothing asked for. */
size_t api_dynamic_limit(const void *kernel);

/* true: the stream is being captured, and the call is kept for its graph (api_graph.cpp). */
bool api_capture_copy(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream);
bool api_capture_set(void *to, int value, size_t bytes, cudaStream_t stream);
bool api_capture_host(cudaHostFn_t function, void *data, cudaStream_t stream);
void api_capture_launch(const struct ss_launch *launch, size_t bytes);
void api_capture_known(const struct ss_launch *launch, const struct ss_known *known, void **list);

/* In a kernel: the same for all threads of a block, higher for later launches and blocks. */
extern "C" uint64_t ss_block_number(void);

const struct cudaDeviceProp *api_device(void); /* the model device */

#endif
