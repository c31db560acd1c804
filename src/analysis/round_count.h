/* round_count.h - inside round.c only: what one round's requests add up to. */
#ifndef SYNCSTEP_ANALYSIS_ROUND_COUNT_H
#define SYNCSTEP_ANALYSIS_ROUND_COUNT_H

#include "analysis/round.h"

/* Fills `warps` [warp_count] as well. */
struct round_counts round_count(const struct trace_launch *launch, const struct trace_round *range,
                                struct round_warp *warps, uint32_t warp_count);

#endif
