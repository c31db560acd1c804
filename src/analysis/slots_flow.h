/* slots_flow.h - within slots.c: which slots hold something at the end that reached nothing. */
#ifndef SYNCSTEP_ANALYSIS_SLOTS_FLOW_H
#define SYNCSTEP_ANALYSIS_SLOTS_FLOW_H

#include "syncstep/trace.h"

/* By word of the block's window of `bytes`: 1 = its last value has a part that reached no value
 * that was used. free() it; NULL when the window is too large to be followed. */
uint8_t *slots_flow_lost(const struct trace_launch *launch, uint32_t block, uint64_t bytes);

#endif
