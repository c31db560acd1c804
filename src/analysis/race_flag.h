/* race_flag.h - within the race detector: what is there to be touched by many. */
#ifndef SYNCSTEP_ANALYSIS_RACE_FLAG_H
#define SYNCSTEP_ANALYSIS_RACE_FLAG_H

#include "analysis/race_find.h"

/* Flags, counters and locks: each of the two publishes or observes, by an atomic or a volatile
 * access with a fence, and it is no update. */
bool race_meant(struct race_finder *finder, const struct race_access *a,
                const struct race_access *b);

/* A plain or volatile load and store of one statement, "bins[i] = bins[i] + 1": what one thread
 * stores was worked out from what it had loaded, and a store of another one may come between. That
 * is no flag, whatever fences stand around it, unless the block has looked at the place before.
 * Found out once for a pair of sites. */
bool race_updates(struct race_finder *finder, const struct race_access *a,
                  const struct race_access *b);

#endif
