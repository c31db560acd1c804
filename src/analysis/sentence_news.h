/* sentence_news.h - inside sentence.c only: what is new about a round, or what it costs. */
#ifndef SYNCSTEP_ANALYSIS_SENTENCE_NEWS_H
#define SYNCSTEP_ANALYSIS_SENTENCE_NEWS_H

#include "analysis/sentence.h"

/* " All have arrived at the first barrier (line 9).", " The other 3 warps only wait.": with the
 * blank before it; may be empty. `brief`: little room is left in two lines of 78 columns. */
void sentence_news(struct analysis *analysis, const struct round *round, bool brief, char *out,
                   size_t size);

/* The warps that issue, or those that do not, as in sentence_list; "" where that is too long. */
void sentence_warps(const struct round *round, bool issuing, char *out, size_t size);

#endif
