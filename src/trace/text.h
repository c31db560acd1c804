/* text.h - text from outside made fit for a screen. */
#ifndef SYNCSTEP_TRACE_TEXT_H
#define SYNCSTEP_TRACE_TEXT_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>

/* A copy in the arena in which broken UTF-8, control characters (C0, DEL, C1) and characters that
 * change the direction of the text have become U+FFFD. "\r\n" becomes "\n". \n and \t stay where
 * `lines` is true and become spaces where it is not. */
const char *text_printable(struct arena *arena, const char *text, size_t length, bool lines);

#endif
