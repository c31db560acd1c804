/* divergence.h - warps that are issued, against the fewest that the same work would need.
 *
 * A warp is issued as a whole: a round costs as many warps as have a lane at work (round.h says
 * what counts as work), whatever the number of lanes. Least: ceil(threads at work / 32) for each
 * round, as if they were neighbours. Interleaved tree over 256 threads: 47 against 12. */
#ifndef SYNCSTEP_ANALYSIS_DIVERGENCE_H
#define SYNCSTEP_ANALYSIS_DIVERGENCE_H

#include "analysis/analysis.h"

struct divergence { /* sums over rounds */
    uint32_t rounds;
    uint64_t threads;  /* at work */
    uint64_t warps;    /* issued */
    uint64_t least;    /* warps */
    uint64_t waiting;  /* warps that only waited */
    uint64_t along;    /* lanes of issued warps that came along */
    uint64_t requests; /* to memory */
    uint64_t lanes;    /* active in them */
};

/* Rounds first to last (inclusive; cut to those there are) of a block, a position in
 * launch.blocks. */
void divergence_rounds(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t first,
                       uint32_t last, struct divergence *sum);

static inline double divergence_lanes(const struct divergence *sum) /* per request, 0 = none */
{
    return sum->requests ? (double)sum->lanes / (double)sum->requests : 0;
}

#endif
