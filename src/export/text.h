/* text.h - a canvas as text: plain (txt), with colour escapes (ans), and the difference of two
 * frames as terminal output (cast). */
#ifndef SYNCSTEP_EXPORT_TEXT_H
#define SYNCSTEP_EXPORT_TEXT_H

#include "base/str.h"
#include "export/export.h"

int export_txt(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err);
int export_ans(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err);

/* Appends what a terminal that shows `from` (NULL: anything) must be sent to show `to`, which has
 * the same size: each run of cells is placed absolutely. */
void text_add_difference(struct str *out, const struct canvas *from, const struct canvas *to,
                         const struct theme *theme);

#endif
