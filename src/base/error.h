/* error.h - recoverable failures: a status and one line for the person who reads it.
 *
 * A function that can fail returns 0 on success and -1 on failure, and takes a `struct error *`
 * that the caller owns. Bugs are asserts; out of memory ends the process (mem.h). */
#ifndef SYNCSTEP_BASE_ERROR_H
#define SYNCSTEP_BASE_ERROR_H

enum { ERROR_TEXT = 4096 };

struct error {
    char text[ERROR_TEXT]; /* without program name and newline; may hold several lines */
};

/* Fills err (which may be NULL) and returns -1, so that `return error_set(err, ...)` reads well. */
int error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
