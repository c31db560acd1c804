/* wrap.h - paragraphs for a terminal or a pipe. */
#ifndef SYNCSTEP_EXPORT_WRAP_H
#define SYNCSTEP_EXPORT_WRAP_H

#include <stdio.h>

/* Writes `text` with `first` spaces before the first line and `rest` before the others, at most
 * `columns` cells wide where words allow; columns 0 = one line. Ends with a newline. */
void wrap_write(FILE *out, int columns, int first, int rest, const char *text);

#endif
