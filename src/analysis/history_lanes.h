/* history_lanes.h - inside history.h's folder only: which slots a lane touches. */
#ifndef SYNCSTEP_ANALYSIS_HISTORY_LANES_H
#define SYNCSTEP_ANALYSIS_HISTORY_LANES_H

#include "analysis/round.h"

/* First and last element of its array (request->object) that a lane of a shared request touches;
 * false when it is none. */
bool history_lane_slots(const struct trace_launch *launch, const struct trace_request *request,
                        unsigned lane, uint32_t *first, uint32_t *last);

#endif
