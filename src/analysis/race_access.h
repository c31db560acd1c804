/* race_access.h - within the race detector: one access to one word, and the walk that stamps it.
 *
 * Not for other modules. */
#ifndef SYNCSTEP_ANALYSIS_RACE_ACCESS_H
#define SYNCSTEP_ANALYSIS_RACE_ACCESS_H

#include "analysis/race.h"

enum { RACE_WORD = 4, RACE_WORD_BITS = 38 }; /* global words: object << RACE_WORD_BITS | word */

enum race_access_flags {
    RACE_VOLATILE = 1,
    RACE_FENCED = 2, /* a fence stands before it: a write that publishes */
    RACE_NARROW = 4, /* an atomic of block scope */
};

struct race_access {
    uint64_t word; /* shared: byte in the block's window / 4; global: object and byte / 4 */
    uint32_t block, round;
    uint32_t seq; /* position among the warp's requests of the round */
    uint32_t request;
    uint32_t clock; /* index into race_walk.clocks: what the lane knows of the others */
    uint32_t grid;  /* grid synchronisations passed */
    uint16_t thread;
    uint8_t bytes; /* bit per byte of the word */
    uint8_t kind, flags;
    uint8_t sort; /* race_find.c: number of its (site, kind) among those of the word */
};

/* What a lane knows: for every lane of its warp how many of its stretches between warp
 * synchronisations are over and visible. */
struct race_clock {
    uint32_t over[TRACE_LANES];
};

struct race_pending { /* a warp synchronisation that not all lanes have reached */
    uint32_t mask, arrived;
};

/* Goes through the requests of one block; the caller feeds them in order. */
struct race_walk {
    const struct trace_launch *launch;
    uint32_t block, round;
    /* of the current warp */
    uint32_t warp, first_request;
    uint32_t epoch; /* grows with everything that may order memory: two equal requests in one
                       epoch are as good as one */
    struct race_clock lanes[TRACE_LANES];
    uint32_t stored[TRACE_LANES]; /* index in clocks of the lane's present clock, or TRACE_NONE */
    struct race_pending pending[TRACE_LANES];
    uint32_t pending_count;
    uint32_t fenced; /* lanes that have passed a fence in this round */
    uint32_t grid;   /* of the current warp */
    /* of the block */
    uint32_t exited[TRACE_LANES]; /* lanes that have left, by warp */
    bool block_fenced;            /* somebody passed a fence in an earlier round */
    bool round_fenced;
    uint32_t grid_before, grid_after;
    /* of everything kept so far */
    struct race_clock *clocks;
    uint32_t clock_count, clock_capacity;
};

void race_walk_init(struct race_walk *walk, const struct trace_launch *launch);
void race_walk_fini(struct race_walk *walk);
void race_walk_block(struct race_walk *walk, uint32_t block);
void race_walk_round(struct race_walk *walk, uint32_t round);
void race_walk_forget(struct race_walk *walk); /* drops the clocks: no access refers to them */

/* Notes the next request; true when it is an access to memory. */
bool race_walk_step(struct race_walk *walk, uint32_t request);
/* Stamps `access` (whose word and bytes the caller sets) for one lane of the request. */
void race_walk_stamp(struct race_walk *walk, uint32_t request, unsigned lane,
                     struct race_access *access);

/* Both in the same round, block and warp: has a's lane told b's lane of what a did? */
static inline bool race_clock_orders(const struct race_walk *walk, const struct race_access *a,
                                     const struct race_access *b)
{
    unsigned lane = a->thread % TRACE_LANES;
    return walk->clocks[b->clock].over[lane] > walk->clocks[a->clock].over[lane];
}

#endif
