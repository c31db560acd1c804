/* build_gpu_impl.h - a build for the GPU while it is made, for build_gpu*.c only. */
#ifndef SYNCSTEP_GPU_BUILD_GPU_IMPL_H
#define SYNCSTEP_GPU_BUILD_GPU_IMPL_H

#include "base/str.h"
#include "build/cache.h"
#include "gpu/build_gpu.h"
#include "gpu/ptx.h"
#include "gpu/toolchain_gpu.h"

struct gpu_job {
    const struct build_request *request;
    char *program, *folder; /* absolute */
    struct cache cache;
    struct gpu_toolchain toolchain;
    struct hash key;
    char *work;
    char **own_folders; /* of the person's files: the program's and those of -I */
    size_t own_count;
    struct str dependencies; /* paths that were read, one a line */
};

/* Paths of what is written; sites may be NULL. */
struct rewritten {
    char *ptx, *fatbin, *table, *sites;
};

/* Is the file one of the person's? `context`: the job. */
bool gpu_job_owns(const void *context, const char *path);
/* Puts probes into the PTX of the file `input`. 0, or -1 and err. */
int gpu_job_rewrite(struct gpu_job *job, const char *input, enum ptx_mode mode,
                    const struct rewritten *paths, struct error *err);

#endif
