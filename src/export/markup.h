/* markup.h - text inside XML and HTML. */
#ifndef SYNCSTEP_EXPORT_MARKUP_H
#define SYNCSTEP_EXPORT_MARKUP_H

#include "base/str.h"

void markup_add(struct str *out, const char *text); /* with & < > " replaced by entities */

#endif
