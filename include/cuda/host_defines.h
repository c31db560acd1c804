/* host_defines.h - the qualifiers that mean nothing, or something else, to g++.
 *
 * __global__, __device__, __shared__, __constant__ and __managed__ are no macros: the translator
 * (src/build/) reads them after the preprocessor. */
#ifndef SYNCSTEP_HOST_DEFINES_H
#define SYNCSTEP_HOST_DEFINES_H
#define __HOST_DEFINES_H__

/* The shim's small functions: no call of their own, nothing of theirs in the trace. */
#define SS_PURE constexpr inline __attribute__((always_inline, artificial))

#define __host__
#define __forceinline__ inline
/* A promise to the compiler that would let it drop loads the program makes. */
#define __restrict__
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__
#define __nv_pure__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __location__(a)
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

#endif
