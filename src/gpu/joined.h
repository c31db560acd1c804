/* joined.h - marks sites whose accesses ptxas joined with their neighbours'. */
#ifndef SYNCSTEP_GPU_JOINED_H
#define SYNCSTEP_GPU_JOINED_H

#include "gpu/ptx.h"

struct gpu_joined { /* which files are the person's, as in struct ptx_options */
    bool (*own)(const void *context, const char *path);
    const void *context;
};

/* `disassembly`: of the plain build, from nvdisasm -g. Sets GPU_SITE_JOINED in flags. */
void gpu_joined_mark(struct gpu_sites *sites, const char *disassembly,
                     const struct gpu_joined *ask);

#endif
