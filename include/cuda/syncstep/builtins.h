/* builtins.h - threadIdx, blockIdx, blockDim, gridDim and warpSize.
 *
 * Thread-local to the worker that runs the block; the emulator writes threadIdx whenever it
 * switches to another CUDA thread, the others at a block's start. The person's program sees them
 * const: they never change within one CUDA thread, and GCC makes no call-out for a read of
 * something const. The emulator defines SYNCSTEP_EMULATOR before it includes this and owns the
 * definitions. */
#ifndef SYNCSTEP_BUILTINS_H
#define SYNCSTEP_BUILTINS_H

#include "../vector_types.h"

#ifdef SYNCSTEP_EMULATOR
#define SS_BUILTIN extern __thread
#else
#define SS_BUILTIN extern __thread const
#endif

SS_BUILTIN uint3 threadIdx;
SS_BUILTIN uint3 blockIdx;
/* uint3 rather than dim3, to which it converts: GCC takes an object of a class with constructors
 * for writable and would log the reads. */
SS_BUILTIN uint3 blockDim;
SS_BUILTIN uint3 gridDim;
#undef SS_BUILTIN

#ifndef SYNCSTEP_EMULATOR
constexpr int warpSize = 32;
#endif

#endif
