/* cuda_runtime.h - CUDA C++ for programs that run on the emulator.
 *
 * The tool chain includes it in front of every program, as nvcc does. */
#ifndef SYNCSTEP_CUDA_RUNTIME_ALL_H
#define SYNCSTEP_CUDA_RUNTIME_ALL_H
/* By the toolkit's guard, here and in the other headers, a program's own ones see what is there. */
#define __CUDA_RUNTIME_H__

#include <assert.h>
#include <limits.h>
#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
/* One pass for host and device: kernels whose body depends on it see compute capability 9.0. */
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif
#define __CUDA_ARCH_LIST__ 900
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1

#include "vector_types.h"
#include "vector_functions.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "math_functions.h"
#include "syncstep/launch.h"
#include "syncstep/once.h"
#include "syncstep/local.h"
#include "syncstep/sync.h"
#include "syncstep/atomic.h"
#include "syncstep/intrinsics.h"
#include "syncstep/ptx.h"
#include "syncstep/texture.h"

#endif
