/* history.h - the life of a slot and of a thread, round by round, and who waited for whom. */
#ifndef SYNCSTEP_ANALYSIS_HISTORY_H
#define SYNCSTEP_ANALYSIS_HISTORY_H

#include "analysis/round.h"

struct history_write {
    uint32_t round;
    uint32_t thread; /* the last that wrote it in that round */
    uint32_t site;
    bool many;        /* several threads wrote it in that round */
    bool read;        /* ... and before the next write somebody read it */
    uint32_t read_in; /* in which round first */
};

/* The last round up to `round` in which a slot (round-wide number) was written, or NULL. Built for
 * one block at a time; valid until another block is asked for. */
const struct history_write *history_last_write(struct analysis *analysis, uint32_t launch,
                                               uint32_t block, uint32_t slot, uint32_t round);

/* Has somebody read, up to `round`, what the slot holds then? In the round that wrote it, who wrote
 * it does not count: such reads are of what it held before. */
bool history_is_read(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t slot,
                     uint32_t round);

/* Has everything that was written to the slot up to `round` been a sum, but for what it was filled
 * with at first? Remembered for the slot asked for last: a later round takes what came since.
 * Asks for many rounds: see ROUND_CACHE. */
bool history_only_sums(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t slot,
                       uint32_t round);

enum { HISTORY_THREADS = 4, HISTORY_TEXT = 160 };

struct history_slot {
    uint32_t writers[HISTORY_THREADS], writer_count; /* distinct; count may exceed the array */
    uint32_t readers[HISTORY_THREADS], reader_count;
};

/* Who touched a slot in a round. */
struct history_slot history_of_slot(struct analysis *analysis, uint32_t launch, uint32_t block,
                                    uint32_t round, uint32_t slot);

/* What a thread did in a round: "adds shared[96] (41)", "comes along", "only waits",
 * "exits". */
void history_of_thread(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                       uint32_t thread, char *out, size_t size);

/* How often threads came to a line (the one they came to most often) before the barrier at the
 * round's end: who made the others wait. most_threads + fewer + straight + absent is the block. */
struct history_wait {
    bool barrier;                    /* false: the round ends with the kernel, nobody waits */
    uint32_t most, least;            /* times, of those that come to memory at all */
    uint32_t most_threads;           /* that come `most` times */
    uint32_t first[HISTORY_THREADS]; /* the first of them */
    uint32_t fewer;                  /* that come less often, but do */
    uint32_t straight;               /* threads that came without touching memory */
    uint32_t absent; /* threads that do not come to the barrier: left, or elsewhere */
};
struct history_wait history_of_barrier(struct analysis *analysis, uint32_t launch, uint32_t block,
                                       uint32_t round);

#endif
