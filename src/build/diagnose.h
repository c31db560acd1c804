/* diagnose.h - what the compiler and the linker said, in terms of the person's files. */
#ifndef SYNCSTEP_BUILD_DIAGNOSE_H
#define SYNCSTEP_BUILD_DIAGNOSE_H

#include "base/error.h"

#include <stddef.h>

struct diagnose_place {
    const char *folder;   /* absolute; names below it are shown relative to it */
    const char *shim;     /* errors in its files count for the line that led there */
    const char *unclosed; /* the message about a { that has no }, or NULL: said where the compiler
                             complains about the end of the text */
};

/* Puts the first errors of `output` (of g++ with -fno-diagnostics-show-caret) into err, each with
 * the line of the file it is about. What the shim lacks is said to be not supported, by name. */
void diagnose(const char *output, const struct diagnose_place *place, struct error *err);

/* The same for one message of ours that begins with an absolute "path:". */
void diagnose_own(const char *message, const struct diagnose_place *place, struct error *err);

#endif
