/* unsupported.h - what the emulator has not got, by the names that programs use for it. */
#ifndef SYNCSTEP_BUILD_UNSUPPORTED_H
#define SYNCSTEP_BUILD_UNSUPPORTED_H

struct unsupported {
    const char *prefix; /* of a name or a header */
    const char *what;   /* "cuBLAS" */
    const char *advice; /* what to do instead; NULL: the usual one */
};

/* The row for a header that was not found, or for an undeclared name; NULL if it is just unknown.
 */
const struct unsupported *unsupported_header(const char *header);
const struct unsupported *unsupported_name(const char *name);

#define UNSUPPORTED_ADVICE "run it with --backend gpu on a machine with a GPU and the CUDA toolkit"

#endif
