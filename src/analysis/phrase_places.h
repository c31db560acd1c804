/* phrase_places.h - inside sentence.c's folder only: lines whose threads do not do one thing, as
 * where a kernel stands on one line: "thread 0 writes buf[*] and head (line 6); thread 32 ...". */
#ifndef SYNCSTEP_ANALYSIS_PHRASE_PLACES_H
#define SYNCSTEP_ANALYSIS_PHRASE_PLACES_H

#include "analysis/phrase.h"

/* Who reads, writes and updates which arrays on the line of a mixed statement. False, and nothing
 * written: it is none. */
bool phrase_places(const struct trace *trace, const struct round *round,
                   const struct round_statement *statement, char *out, size_t size);

#endif
