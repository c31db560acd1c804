/* race_sync.h - within the race detector: order by flags, counters and locks.
 *
 * A thread releases a location when it writes it with an atomic or volatile access after a fence;
 * another acquires it by an atomic or volatile read. What comes before the fence is then ordered
 * before what comes after the read, and so on along chains: through block barriers, warp
 * synchronisations and further locations.
 *
 * A trace does not say which write a read saw, so a chain counts when it is possible. Under the
 * emulator blocks that use atomics, volatile or fences run one after another, so a single read in
 * an earlier block cannot have seen a later block's write; a repeated one (polling) may. Blocks
 * take turns where they poll: a read behind a poll, too, comes after what later blocks did after
 * fewer polls. */
#ifndef SYNCSTEP_ANALYSIS_RACE_SYNC_H
#define SYNCSTEP_ANALYSIS_RACE_SYNC_H

#include "analysis/race_access.h"

struct race_sync;

/* Gathers the launch's fences, atomics, volatile accesses and warp synchronisations. */
struct race_sync *race_sync_create(const struct trace *trace, const struct trace_launch *launch);
void race_sync_destroy(struct race_sync *sync);

/* True when a is ordered before b by a chain. With `fences` false, as if fences were everywhere. */
bool race_sync_orders(struct race_sync *sync, const struct race_access *a,
                      const struct race_access *b, bool fences);

/* The chains asked for from now on go by no release of `atomic`'s site or, in shared memory, array:
 * an atomic update of the data announces nothing. NULL: by all again. */
void race_sync_leave_out(struct race_sync *sync, const struct race_access *atomic);

/* Some order was asked for after too much had been looked at, and taken for granted. */
bool race_sync_exhausted(const struct race_sync *sync); /* NULL is fine */

/* Where the access stands among the events of its thread: of two with the same number, by threads
 * of the same block in the same round, all of this header's functions say the same. */
uint64_t race_sync_stretch(struct race_sync *sync, const struct race_access *access);

struct race_lonely { /* one block, one thread alone touches a word other than by atomics */
    bool block, thread;
};

/* a is atomic, b is not, on the same word: true when b's thread (or, through a barrier, its block)
 * did an atomic on that word before b, and a's was earlier in the word's history: because blocks
 * ran in order, or because only the last to come goes on to touch the word otherwise. Whoever goes
 * on though others of its block came after it was let through by its index, not by what it drew. */
bool race_sync_follows_atomic(struct race_sync *sync, const struct race_access *a,
                              const struct race_access *b, struct race_lonely lonely);

#endif
