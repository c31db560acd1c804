/* report_text.h - the figures of a run as text: `syncstep report`. */
#ifndef SYNCSTEP_EXPORT_REPORT_TEXT_H
#define SYNCSTEP_EXPORT_REPORT_TEXT_H

#include "analysis/analysis.h"

#include <stdio.h>

void report_text_write(struct analysis *analysis, FILE *out);

#endif
