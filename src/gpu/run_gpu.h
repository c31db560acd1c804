/* run_gpu.h - the three runs of a program on a GPU, put together to one trace. */
#ifndef SYNCSTEP_GPU_RUN_GPU_H
#define SYNCSTEP_GPU_RUN_GPU_H

#include "base/error.h"
#include "gpu/build_gpu.h"
#include "run/run.h"

/* Runs the probed, the timed and the plain executable. `settings->build` is not used. */
int run_gpu(const struct run_settings *settings, const struct gpu_build *build, unsigned device,
            struct trace **trace, struct error *err);

#endif
