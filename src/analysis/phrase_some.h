/* phrase_some.h - inside sentence.c's folder only: statements of which not all threads read what
 * others of them read, as "s[t] = t < n ? in[t] : 0". */
#ifndef SYNCSTEP_ANALYSIS_PHRASE_SOME_H
#define SYNCSTEP_ANALYSIS_PHRASE_SOME_H

#include "analysis/phrase.h"

/* "each of 64 threads writes s[t] (line 12); 10 of them read in[t]". False, and nothing written:
 * all of its threads read all of its sources. `who` and `one` as in sentence.c. */
bool phrase_some(const struct trace *trace, const struct round *round,
                 const struct round_statement *statement, const char *who, bool one, char *out,
                 size_t size);

/* Of which sources do all threads that store on the statement's line load at their place in the
 * text? Bit i: of source i. Set, too, where that cannot be told: of a value carried over a barrier,
 * and where nothing is stored. */
uint32_t phrase_by_all(const struct trace *trace, const struct round *round,
                       const struct round_statement *statement);

/* Do all of its sources lie on the line (index into round.lines)? */
bool phrase_reads_on(const struct trace *trace, const struct round *round,
                     const struct round_statement *statement, uint32_t line);

#endif
