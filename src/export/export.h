/* export.h - one cell array makes every format. A new format is one file and one row of
 * export_formats. A writer gets finished canvases and a look; it never lays anything out.
 *
 * Files are written beside their final name and renamed, so that an error or an interrupt leaves
 * nothing half done and an existing file is replaced whole or not at all. */
#ifndef SYNCSTEP_EXPORT_EXPORT_H
#define SYNCSTEP_EXPORT_EXPORT_H

#include "base/error.h"
#include "canvas/canvas.h"
#include "canvas/theme.h"

#include <stdio.h>

struct export_look {
    const struct theme *theme;
    int scale;         /* 1, 2, 3: pixels of png, size of svg */
    const char *title; /* of documents that have one; "" if none */
};

struct export_format {
    const char *ending; /* "txt": chosen by the output file's name */
    const char *about;
    bool many; /* several canvases in one file: pages */
    int (*write)(const struct canvas *const *pages, int count, const struct export_look *look,
                 FILE *out, struct error *err);
};

extern const struct export_format export_formats[];
extern const int export_format_count;

const char *export_ending(uint32_t i); /* of format i, NULL behind the last */

/* By the ending of a file name, without regard to case; NULL if there is none such. */
const struct export_format *export_find(const char *path);

/* Writes `path` (or standard output for "-", as txt) as its ending asks. `count` is 1 unless the
 * format takes many. */
int export_pages(const struct canvas *const *pages, int count, const struct export_look *look,
                 const char *path, struct error *err);
int export_file(const struct canvas *canvas, const struct export_look *look, const char *path,
                struct error *err);

/* Opens `path` for writing by way of a temporary file beside it. export_close(…, keep) renames or
 * removes it; keep false or an earlier write error leaves what was there before. At most
 * EXPORT_OPEN_MOST at a time. */
enum { EXPORT_OPEN_MOST = 16 };
struct export_out {
    FILE *file;
    char *path, *temporary;
};
int export_open(struct export_out *out, const char *path, struct error *err);
int export_close(struct export_out *out, bool keep, struct error *err);

/* From here on INT, TERM, HUP and QUIT end the process as they would anyway, but without leaving a
 * temporary file behind. Called once by the commands, never by the viewer. */
void export_guard(void);
/* Long exports call this between steps: shows "3 of 1000" on stderr when that is a terminal. */
void export_progress(int done, int total);

#endif
