/* phrase_carried.h - inside sentence.c's folder only: statements that go on with what their threads
 * read in a round before and kept in a register, as "v = s[t - 1]; __syncthreads(); s[t] += v". */
#ifndef SYNCSTEP_ANALYSIS_PHRASE_CARRIED_H
#define SYNCSTEP_ANALYSIS_PHRASE_CARRIED_H

#include "analysis/phrase.h"

/* "each of 64 threads copies s[63-t] (read in round 1) to s[t] (line 12)". False, and nothing
 * written: nothing that the statement uses was read in a round before. `who`, `one`: all of its
 * threads, as in sentence.c. */
bool phrase_carried(const struct trace *trace, const struct round *round,
                    const struct round_statement *statement, const char *who, bool one, char *out,
                    size_t size);

/* Does each of its threads copy what it read in a round before? */
bool phrase_carried_copy(const struct round_statement *statement);

#endif
