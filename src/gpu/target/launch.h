/* launch.h - one launch of the program: recorded, timed, repeated. Everything under the
 * interposer's lock. */
#ifndef SYNCSTEP_GPU_LAUNCH_H
#define SYNCSTEP_GPU_LAUNCH_H

#include "gpu/target/inside.h"

typedef cudaError_t (*launch_function)(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                       size_t bytes, cudaStream_t stream);

struct launch {
    cudaError_t (*call)(const struct launch *launch); /* does it */
    launch_function function;
    const cudaLaunchConfig_t *config;
    const void *kernel; /* a host function or a cudaKernel_t: the run-time takes both */
    dim3 grid, block;
    void **arguments;
    size_t bytes;
    cudaStream_t stream;
    const void *site;
};

extern char launch_shadow[sizeof(struct probe_control)]; /* stands for the probe's variable */

cudaError_t launch_run(const struct launch *launch);
uint32_t launch_last(void); /* ordinal of the last launch, UINT32_MAX = none yet */
/* An API call returned an error (attributed to the last launch), the program asked for one. */
void launch_error(cudaError_t error, const char *call, const void *site);
void launch_asked(cudaError_t error, const char *call, const void *site);
/* Collects what a launch has left that had returned before its kernel ended, if it has by now; else
 * waits for it or does nothing. */
void launch_finish(bool wait);
void launch_reset(void); /* the context goes away */

#endif
