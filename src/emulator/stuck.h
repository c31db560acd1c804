/* stuck.h - threads that do not meet, and threads that will never go on. */
#ifndef SYNCSTEP_EMULATOR_STUCK_H
#define SYNCSTEP_EMULATOR_STUCK_H

#include "core.h"

namespace ss {

/* The block's barrier is complete: reports threads that came to different ones, or that left. */
void stuck_at_barriers(struct engine *engine);
/* All that live wait for the grid: reports that some of the block have left before. */
void stuck_left_before_grid(struct engine *engine);
/* The wait for the grid is over and the launch has failed: says so if it was for that. */
void stuck_at_grid(struct engine *engine);
/* No lane can run and some wait: says who waits where for whom, and ends the launch. */
void stuck_for_good(struct engine *engine);
/* After a pass in which every lane only used up its turn: true if nobody will ever change what
 * they look at; then the launch has ended. */
bool stuck_spinning(struct engine *engine);

} // namespace ss

#endif
