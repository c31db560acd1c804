/* ptx.h - inline PTX as C++: instructions that asm.c's table does not have as they stand. */
#ifndef SYNCSTEP_BUILD_PTX_H
#define SYNCSTEP_BUILD_PTX_H

#include "base/str.h"

#include <stdbool.h>

enum { PTX_OPERANDS = 30 };

/* Adds a C++ statement (without ';') that does what `text` says. operands: the C++ text of %0, %1
 * and so on, of which the first `outputs` are written. False: there is something in it that the
 * emulator does not have. */
bool ptx_translate(const char *text, const struct str *operands, int operand_count, int outputs,
                   struct str *out);

#endif
