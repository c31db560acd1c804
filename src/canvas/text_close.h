/* text_close.h - the blanks between words of languages that write with them and of those that write
 * without. */
#ifndef SYNCSTEP_CANVAS_TEXT_CLOSE_H
#define SYNCSTEP_CANVAS_TEXT_CLOSE_H

#include "base/str.h"

#include <stddef.h>

/* Appends `text` without single blanks beside wide punctuation and between wide characters, and
 * with one between an ideograph and a figure or a Latin letter: where sentences and words are
 * joined, languages without blanks between words want it so. Nor is there a full stop behind a
 * question mark that a title brought along. */
void text_add_closed(struct str *out, const char *text);
/* The same in place. `size`: of the buffer; nothing happens where it is too small. */
void text_close_up(char *text, size_t size);

#endif
