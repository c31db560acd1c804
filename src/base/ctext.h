/* ctext.h - reads C++ as it is written: comments, brackets, assignments, names. A lexer of its own
 * kind: it points into the text, which ends with NUL, and copies nothing. */
#ifndef SYNCSTEP_BASE_CTEXT_H
#define SYNCSTEP_BASE_CTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a name or a number: a letter, also one beyond ASCII, a digit, '_'. */
bool ctext_is_name(char c);

/* Where a line (from 1) begins, and its bytes without the line's end; "" and 0 behind the last. */
const char *ctext_line(const char *text, uint32_t line, size_t *length);

/* The next character at or behind `at` that is neither blank nor part of a comment or of a
 * directive; `end` where none is before it. *line_start: nothing stood before `at` on its line; the
 * caller keeps it from call to call. */
const char *ctext_next(const char *at, const char *end, bool *line_start);

/* The length of a literal between quotation marks, with them; it does not go over lines. */
size_t ctext_quoted(const char *at);

/* Behind the bracket that closes the one at `text`, or the text's end. No comments or literals. */
const char *ctext_behind(const char *text);

/* The '=' of the next assignment, "a = b", "a += b", outside brackets but those of a body; NULL:
 * there is none. */
const char *ctext_equals(const char *text);

/* One element or variable and nothing else, "x[i + 1]", "p[t].a"? */
bool ctext_is_element(const char *text);

/* The next place at or behind `text` where the name stands as a word; NULL: there is none. `from`:
 * where the text begins that `text` is in. */
const char *ctext_find_name(const char *from, const char *text, const char *name);
bool ctext_has_name(const char *text, const char *name);

#endif
