/* moment.h - values at the moment of an access, not at the barriers around it.
 *
 * What a thread reads of a slot that another thread writes in the same round may be either value,
 * and what it writes may be overwritten before the round ends: only the accesses themselves say.
 * Values come from the requests where they were kept; from the barriers only where the slots prove
 * that nothing else can have been read or left. */
#ifndef SYNCSTEP_ANALYSIS_MOMENT_H
#define SYNCSTEP_ANALYSIS_MOMENT_H

#include "analysis/round.h"

/* Of one edge: what its thread read at `from`, what it had at `to`, what it wrote there. Addresses
 * of elements of the arrays, borrowed from the trace; NULL where it cannot be told. */
struct moment {
    const uint8_t *source, *before, *after;
};

struct moment moment_of_edge(const struct round *round, const struct round_edge *edge);

#endif
