/* translate.h - CUDA's own syntax to C++ that g++ takes, on a preprocessed program.
 *
 *   callee<<<g, b, s, st>>>(args)   a call of ::syncstep::launch (include/cuda/syncstep/)
 *   __shared__ T x[N]               static thread_local T x[N]: a worker thread runs one block
 *   extern __shared__ T x[]         T (&x)[] = ::syncstep::dynamic_shared{}
 *   __global__                      an attribute that keeps the function whole
 *   __device__ and its kin          nothing; variables are listed in the symbols table
 *   cudaMalloc(&d, n)               (::ss_name_next("d"), cudaMalloc(&d, n))
 *
 * Lines stay where they are: every newline and line marker of the input is in the output; and so do
 * columns of the person's files: behind whatever became longer, a marker begins the line again. */
#ifndef SYNCSTEP_BUILD_TRANSLATE_H
#define SYNCSTEP_BUILD_TRANSLATE_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the program uses; SS_USES_* of include/cuda/syncstep/runtime.h. */
enum program_flags {
    PROGRAM_ATOMICS = 1,
    PROGRAM_VOLATILE = 2,
    PROGRAM_FENCES = 4,
    PROGRAM_GRID_SYNC = 8,
};

struct translate_file {
    char *path; /* as in the line markers */
    bool own;   /* the person's: neither a system header nor the shim's */
};

/* A local variable that device code of the person's declares and does not set at once. */
struct translate_local {
    char *path, *name, *function;
    uint32_t line, column;
    bool array;
};

struct translation {
    struct str text;    /* for g++ -fpreprocessed */
    struct str symbols; /* lines QUALIFIER \t FILE:LINE \t NAME; qualifiers: shared, dynamic (shared
                           memory of the launch), outside (the same, at file scope), device,
                           constant, managed */
    unsigned flags;     /* enum program_flags */
    struct str unclosed; /* "path:line:column: error: ..." of a { without }, if there is one */
    struct translate_file *files; /* all that were read, in the order they appear */
    size_t file_count;
    struct translate_local *locals; /* in the order of the text; see locals.c */
    size_t local_count;
    size_t wrapped; /* indices; see index.c */
};

enum translate_wishes {
    TRANSLATE_FILL_LOCALS =
        1,                  /* the run-time says what each of the locals holds before it is set */
    TRANSLATE_AS_SPELT = 2, /* indices are not wrapped (index.c): they may be read twice */
};

/* `shim` is the folder of the shim's headers, or NULL: its files are not the person's own.
 * 0, or -1 and err: `path:line: X is not supported by the emulator: what to do`. */
int translate(const char *text, size_t length, const char *shim, unsigned wishes,
              struct translation *translation, struct error *err);
void translation_fini(struct translation *translation);

#endif
