/* toolchain_gpu.h - nvcc and its assemblers: one function for each step of a build for the GPU. */
#ifndef SYNCSTEP_GPU_TOOLCHAIN_GPU_H
#define SYNCSTEP_GPU_TOOLCHAIN_GPU_H

#include "base/error.h"
#include "base/str.h"
#include "build/build.h"
#include "build/cache.h"

struct gpu_toolchain {
    char *nvcc, *ptxas, *fatbinary;
    char *include, *library; /* folders of the tool kit */
    char *version;           /* "13.0.88" */
    int release;             /* 13000 */
    char *source;            /* folder of our own sources: "src" of the tree or installed */
    char architecture[8];    /* "90" */
    struct cache *cache;     /* borrowed */
    char *runtime;           /* folder of the compiled interposer and probe */
    char *runtime_temporary; /* to be removed, or NULL */
};

/* nvcc in $PATH or /usr/local/cuda/bin; `architecture` as in "90". -1 and err: which is missing. */
int gpu_toolchain_open(struct gpu_toolchain *toolchain, struct cache *cache,
                       const char *architecture, struct error *err);
void gpu_toolchain_close(struct gpu_toolchain *toolchain);
void gpu_toolchain_hash(const struct gpu_toolchain *toolchain, struct hash *hash);
char *gpu_nvcc_find(void); /* or NULL */

/* Interposer and probe for this nvcc and architecture; made once and kept. */
int gpu_toolchain_prepare(struct gpu_toolchain *toolchain, struct error *err);

enum gpu_kind {
    GPU_OPTIMISED, /* as nvcc makes it */
    GPU_WRITTEN    /* -G: every access of the source happens */
};

/* In `work`: KIND.o, KIND.ptx, KIND.cubin and KIND.deps (a list of files for make), all from one
 * run of nvcc: names of things in anonymous namespaces hold a hash that differs from run to run. */
int gpu_compile(const struct gpu_toolchain *toolchain, const struct build_request *request,
                const char *program, enum gpu_kind kind, const char *work, struct str *messages,
                struct error *err);
/* PTX to a fat binary that the run-time takes. */
int gpu_assemble(const struct gpu_toolchain *toolchain, const char *ptx, const char *fatbin,
                 const char *work, bool probed, struct str *messages, struct error *err);
/* What nvdisasm -g says of a cubin; -1 where there is none (it is a part of its own of the tool
 * kit). */
int gpu_disassemble(const struct gpu_toolchain *toolchain, const char *cubin, struct str *text);
/* The program's object, the interposer, the table and, unless NULL, the fat binary that takes the
 * place of the program's own. */
int gpu_link(const struct gpu_toolchain *toolchain, const char *object, const char *table,
             const char *fatbin, const char *executable, const char *work, struct str *messages,
             struct error *err);

#endif
