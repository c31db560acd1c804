/* check_text.h - findings as text: `syncstep check`. */
#ifndef SYNCSTEP_EXPORT_CHECK_TEXT_H
#define SYNCSTEP_EXPORT_CHECK_TEXT_H

#include "analysis/analysis.h"

#include <stdbool.h>
#include <stdio.h>

struct check_look {
    int columns; /* 0: as long as it gets, one line a paragraph */
    bool ascii;
    bool from_program; /* a program was given, not a trace */
};

/* Writes nothing at all when there is nothing to say. */
void check_text_write(struct analysis *analysis, const struct check_look *look, FILE *out);

#endif
