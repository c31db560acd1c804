/* why_figures.h - inside why.c's folder only: the sums that the why box tells of. */
#ifndef SYNCSTEP_ANALYSIS_WHY_FIGURES_H
#define SYNCSTEP_ANALYSIS_WHY_FIGURES_H

#include "analysis/why.h"

struct why_sums { /* over the requests of one round or of all rounds so far */
    uint64_t shared, passes, least_passes, worst;
    uint64_t global, sectors, distinct;
    uint64_t least_sectors; /* of each request the fewest for its bytes, added up */
    /* Constant memory, and those of its requests that take no more passes than they must. */
    uint64_t constant, pieces, least_pieces, broadcasts;
    uint64_t atomics, shared_atomics; /* lanes */
};

/* Atomic updates of one word are carried out one after another. */
struct why_queue {
    uint64_t words, longest; /* words updated; updates of the one with most of them */
};

/* Requests of a round, shuffles too. */
struct why_requests {
    uint64_t all;     /* to any memory */
    uint64_t work;    /* those that count as work */
    uint64_t partial; /* of these: without some of the lanes of their warp that work in the round */
};

/* Proved additions, and the warps issued for them: one for each turn of a line, and one for each
 * value where a thread adds several in a turn. */
struct why_adding {
    uint64_t additions, warps, least;
};

struct why_figures {
    struct analysis *analysis;
    const struct round *round;
    const struct round_counts *counts; /* of all rounds */
    struct why_sums here, so_far;
    struct why_queue queue;          /* of this round */
    struct why_requests requests;    /* of this round */
    uint32_t rest[ROUND_REST_COUNT]; /* warps that do nothing in this round */
    uint32_t waiting;                /* threads that come to its barrier and touch no memory */
    uint64_t warps, threads, least;  /* of the rounds so far in which slots are exchanged */
    uint32_t first;                  /* the first of those */
    bool by_register;                /* none of those, but registers carried values over barriers */
    uint64_t additions;              /* proved, in this round */
    struct why_adding so_far_adding; /* of the rounds so far; none = one does something else */
};

/* False when there is no such round. */
bool why_gather(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                struct why_figures *figures);

#endif
