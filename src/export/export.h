/* export.h - one cell array makes every format. A new format is one file and one row of
 * export_formats. A writer gets a finished canvas and the colours of a theme; it never draws. */
#ifndef SYNCSTEP_EXPORT_EXPORT_H
#define SYNCSTEP_EXPORT_EXPORT_H

#include "base/error.h"
#include "canvas/canvas.h"
#include "canvas/theme.h"

#include <stdio.h>

struct export_format {
    const char *ending; /* "txt": chosen by the output file's name */
    const char *about;
    int (*write)(const struct canvas *canvas, const struct theme *theme, FILE *out,
                 struct error *err);
};

extern const struct export_format export_formats[];
extern const int export_format_count;

/* By the ending of a file name, without regard to case; NULL if there is none such. */
const struct export_format *export_find(const char *path);
/* Writes `path` (or standard output for "-", as txt) as its ending asks; atomically. */
int export_file(const struct canvas *canvas, const struct theme *theme, const char *path,
                struct error *err);

#endif
