/* build.h - from a person's .cu file to an instrumented executable for the emulator.
 *
 * Preprocess (g++ -E with the shim's headers), translate CUDA's own syntax to C++, compile with
 * call-outs before memory accesses, link with the emulator's run-time. Results are kept in
 * $XDG_CACHE_HOME/syncstep by content: a second build of the same thing is a look-up. */
#ifndef SYNCSTEP_BUILD_BUILD_H
#define SYNCSTEP_BUILD_BUILD_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum build_as {
    BUILD_WRITTEN,  /* -Og -fno-tree-fre: every access of the source happens */
    BUILD_COMPILED, /* -O2: what an optimiser leaves of them */
};

struct build_request {
    const char *program;          /* path of the .cu file */
    const char *const *defines;   /* "NAME" or "NAME=VALUE" */
    size_t define_count;
    const char *const *include_dirs;
    size_t include_count;
    enum build_as as;
    bool fresh; /* build even if the cache has it */
};

/* The program itself or a header of the person's own (below the program's folder or an -I folder).*/
struct build_source {
    char *path; /* absolute */
    char *name; /* relative to the program's folder, as messages show it */
};

/* Bits of build_result.flags: what the program (its own files) uses. The same bits are in the
 * executable as `extern "C" const unsigned ss_program_flags`. See include/cuda/syncstep/runtime.h. */
struct build_result {
    char *executable; /* absolute */
    char *symbols;    /* absolute; one line per device variable: QUALIFIER FILE:LINE NAME */
    struct build_source *sources; /* the program first */
    size_t source_count;
    char *compiler; /* first line of g++ --version */
    char *command;  /* the compile options that matter, for the trace's meta data */
    char *warnings; /* compiler warnings about the person's files, "" if none */
    unsigned flags;
    bool cached; /* nothing had to be built */
};

enum build_status {
    BUILD_OK = 0,
    BUILD_FAILED = -1, /* err: what to tell the person, several lines perhaps */
};

/* Fills *result (build_result_fini it when 0 came back). -1: err says why, on lines of the person's
 * files: `name.cu:12:5: error: ...`, `name.cu:7: textures are not supported by the emulator`. */
int build_emulator(const struct build_request *request, struct build_result *result,
                   struct error *err);
void build_result_fini(struct build_result *result);

#endif
