/* picture.h - a canvas as png and pdf through pangocairo. Without it the build works all the same,
 * and these two say what is missing. */
#ifndef SYNCSTEP_EXPORT_PICTURE_H
#define SYNCSTEP_EXPORT_PICTURE_H

#include "export/export.h"

/* Pixels: cells x SHAPES_CELL_WIDTH x look->scale. */
int export_png(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err);
/* A page per canvas, in points; each page has its canvas's size. */
int export_pdf(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err);

#endif
