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
#include <stdint.h>

enum build_as {
    BUILD_WRITTEN,  /* -Og -fno-tree-fre: every access of the source happens */
    BUILD_COMPILED, /* -O2: what an optimiser leaves of them */
};

struct build_request {
    const char *program;        /* path of the .cu file */
    const char *const *defines; /* "NAME" or "NAME=VALUE" */
    size_t define_count;
    const char *const *include_dirs;
    size_t include_count;
    enum build_as as;
    bool fresh; /* build even if the cache has it */
    /* Local variables of device code are filled where they are declared (spool_header.local_*). */
    bool fill_locals;
};

/* The program itself or a header of the person's own (below the program's folder or an -I
 * folder).*/
struct build_source {
    char *path; /* absolute */
    char *name; /* relative to the program's folder, as messages show it */
};

/* A local variable that device code declares and does not set at once. */
struct build_local {
    char *name, *function;
    char *source; /* as build_source.name */
    uint32_t line, column;
    bool array;
};

struct build_result {
    char *executable; /* absolute */
    char *symbols;    /* absolute; lines QUALIFIER \t FILE:LINE \t NAME, see translate.h */
    struct build_source *sources; /* the program first */
    size_t source_count;
    struct build_local *locals; /* those of them that spool_header.local_first numbers from 1 */
    size_t local_count;
    char *compiler; /* first line of g++ --version */
    unsigned flags; /* enum program_flags of translate.h, as in the executable's ss_program_flags */
    bool cached;    /* nothing had to be built */
    char *temporary; /* folder that build_result_fini removes; NULL when the cache keeps it */
};

/* Fills *result (build_result_fini it when 0 came back). -1: err says why, on lines of the person's
 * files: `name.cu:12:5: error: ...`, `name.cu:7: textures are not supported by the emulator`. */
int build_emulator(const struct build_request *request, struct build_result *result,
                   struct error *err);
void build_result_fini(struct build_result *result);

#endif
