/* html.h - a canvas as one self-contained HTML page: text with style classes. */
#ifndef SYNCSTEP_EXPORT_HTML_H
#define SYNCSTEP_EXPORT_HTML_H

#include "export/export.h"

int export_html(const struct canvas *const *pages, int count, const struct export_look *look,
                FILE *out, struct error *err);

#endif
