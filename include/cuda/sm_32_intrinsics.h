/* sm_32_intrinsics.h - part of cuda_runtime.h here. */
#include "cuda_runtime.h"
