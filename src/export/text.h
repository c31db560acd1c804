/* text.h - a canvas as text: plain (txt) and with colour escapes (ans). */
#ifndef SYNCSTEP_EXPORT_TEXT_H
#define SYNCSTEP_EXPORT_TEXT_H

#include "export/export.h"

int export_txt(const struct canvas *canvas, const struct theme *theme, FILE *out,
               struct error *err);
int export_ans(const struct canvas *canvas, const struct theme *theme, FILE *out,
               struct error *err);

#endif
