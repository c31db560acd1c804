/* letters.h - letters beyond ASCII in identifiers. */
#ifndef SYNCSTEP_BUILD_LETTERS_H
#define SYNCSTEP_BUILD_LETTERS_H

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

/* `g++ -E` writes such letters as \U000000f6, and people may write \u00f6 themselves. Appends the
 * text with these as UTF-8, so that names and columns are again as the source has them; literals
 * stay as they are. 0, or -1 and err for a text that the lexer does not take. */
int letters_decode(const char *text, size_t length, struct str *out, struct error *err);

#endif
