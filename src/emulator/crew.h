/* crew.h - the engines of a launch: who runs which block when. */
#ifndef SYNCSTEP_EMULATOR_CREW_H
#define SYNCSTEP_EMULATOR_CREW_H

#include "core.h"

namespace ss {

/* The block's lanes only use up their turns: lets another block run where blocks run in order. */
void crew_pass(struct engine *engine);
/* All lanes of the block wait for the grid. True when it has come; false: it never will, or the
 * launch has failed. */
bool crew_grid(struct engine *engine);
/* The model's clock at which a block ended; waits for it (a lower block than the caller's). */
uint64_t crew_end_of(struct engine *engine, uint32_t block);
void crew_set_end(struct engine *engine, uint64_t clock);
/* Runs a launch to its end, on the calling host thread's behalf. */
void crew_run(struct launch_state *launch);

} // namespace ss

#endif
