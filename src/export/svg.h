/* svg.h - a canvas as SVG 1.1: rectangles, lines and text that can be selected and searched. */
#ifndef SYNCSTEP_EXPORT_SVG_H
#define SYNCSTEP_EXPORT_SVG_H

#include "export/export.h"

int export_svg(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err);

#endif
