/* cuda_profiler_api.h - cudaProfilerStart and cudaProfilerStop are in cuda_runtime_api.h. */
#include "cuda_runtime_api.h"
