/* history.h - the life of a slot and of a thread, round by round, and who waited for whom. */
#ifndef SYNCSTEP_ANALYSIS_HISTORY_H
#define SYNCSTEP_ANALYSIS_HISTORY_H

#include "analysis/round.h"

struct history_write {
    uint32_t round;
    uint32_t thread; /* the last that wrote it in that round */
    uint32_t site;
    bool many; /* several threads wrote it in that round */
};

/* The last round up to `round` in which a slot (round-wide number) was written, or NULL. Built for
 * one block at a time; valid until another block is asked for. */
const struct history_write *history_last_write(struct analysis *analysis, uint32_t launch,
                                               uint32_t block, uint32_t slot, uint32_t round);

enum { HISTORY_THREADS = 4, HISTORY_TEXT = 160 };

struct history_slot {
    uint32_t writers[HISTORY_THREADS], writer_count; /* distinct; count may exceed the array */
    uint32_t readers[HISTORY_THREADS], reader_count;
};

/* Who touched a slot in a round. */
struct history_slot history_of_slot(struct analysis *analysis, uint32_t launch, uint32_t block,
                                    uint32_t round, uint32_t slot);

/* What a thread did in a round: "adds shared[96] (41)", "waits". */
void history_of_thread(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                       uint32_t thread, char *out, size_t size);

/* Turns of the longest loop between barriers: who made the others wait. */
struct history_wait {
    uint32_t most, least;            /* turns of any line, over threads that do something */
    uint32_t threads;                /* that take the most */
    uint32_t first[HISTORY_THREADS]; /* the first of them */
    uint32_t straight;               /* threads that came without touching memory */
};
struct history_wait history_of_barrier(struct analysis *analysis, uint32_t launch, uint32_t block,
                                       uint32_t round);

#endif
