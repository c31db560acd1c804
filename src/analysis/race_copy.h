/* race_copy.h - within the race detector: asynchronous copies that nobody has waited for.
 *
 * cp.async and its kin write shared memory some time between the call and the wait: the thread's
 * own wait for its copies, or, where a copy belongs to a barrier, the arrival at it for others and
 * the wait for it for the thread itself. Whatever touches the bytes in between, the thread's own
 * accesses too, races with the copy. What races with the call itself is found as for any store
 * (race_find.h). Not for other modules. */
#ifndef SYNCSTEP_ANALYSIS_RACE_COPY_H
#define SYNCSTEP_ANALYSIS_RACE_COPY_H

#include "analysis/race_find.h"

/* Reports those of one block; `bytes` of shared memory. Nothing without TRACE_COPY rows. */
void race_copies(struct race_finder *finder, uint32_t block, uint64_t bytes);

#endif
