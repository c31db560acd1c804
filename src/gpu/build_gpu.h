/* build_gpu.h - from a person's .cu file to three executables for a GPU: plain, timed, probed.
 *
 * nvcc makes PTX and host object; the PTX is rewritten (ptx.h), assembled and put in the place of
 * the program's own when the program registers it (target/interpose.c). Results are kept like
 * those for the emulator. */
#ifndef SYNCSTEP_GPU_BUILD_GPU_H
#define SYNCSTEP_GPU_BUILD_GPU_H

#include "base/error.h"
#include "build/build.h"

struct gpu_build {
    struct build_result base; /* executable: the probed one; symbols: NULL */
    char *plain, *timed;      /* executables */
    char *sites;              /* sites file of the probed one (ptx.h) */
    char *types;              /* cubin with debugging information: names and types of arrays */
    char *folder;             /* of them all */
};

/* `device`: number of the GPU to build for. $SYNCSTEP_GPU_ARCH ("90") builds for that compute
 * capability without asking a device. -1: err says why, on lines of the person's files. */
int build_gpu(const struct build_request *request, unsigned device, struct gpu_build *result,
              struct error *err);
void gpu_build_fini(struct gpu_build *build);

#endif
