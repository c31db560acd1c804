/* toolchain.h - g++ for the programs under study: one function for each step of a build. */
#ifndef SYNCSTEP_BUILD_TOOLCHAIN_H
#define SYNCSTEP_BUILD_TOOLCHAIN_H

#include "base/error.h"
#include "base/str.h"
#include "build/build.h"
#include "build/cache.h"

struct toolchain {
    char *compiler;   /* path of g++ */
    char *shim;       /* folder of the shim's headers */
    char *library;    /* libsyncstep_emulator.a */
    char *flags_file; /* link.flags, owned by src/emulator/ */
    char *prelude;    /* header that every program begins with, or NULL; has a precompiled twin */
    struct cache *cache; /* borrowed */
    enum build_as as;
};

/* -1 and err when there is no compiler or no run-time. */
int toolchain_open(struct toolchain *toolchain, struct cache *cache, enum build_as as,
                   struct error *err);
void toolchain_close(struct toolchain *toolchain);

/* What makes results of this tool chain differ from those of another. */
void toolchain_hash(const struct toolchain *toolchain, struct hash *hash);

/* Finds or makes the precompiled prelude. Without one, builds are only slower. */
void toolchain_prepare(struct toolchain *toolchain);

/* 0; or -1 with the compiler's messages in `messages`, or err.text filled when it could not run. */
int toolchain_preprocess(const struct toolchain *toolchain, const struct build_request *request,
                         const char *program, struct str *text, struct str *messages,
                         struct error *err);
int toolchain_compile(const struct toolchain *toolchain, const char *input, const char *object,
                      struct str *messages, struct error *err);
int toolchain_link(const struct toolchain *toolchain, const char *object, const char *executable,
                   bool openmp, struct str *messages, struct error *err);

char *toolchain_version(const struct toolchain *toolchain); /* first line of --version */

#endif
