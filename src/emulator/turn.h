/* turn.h - how lanes get their turns, and the switch from one stack to another.
 *
 * A lane that is logged goes back to the scheduler each time, which looks after its log. In a block
 * that is only counted (count.h) there is nothing to look after: a lane that gives way hands over
 * to the next one of its warp, and a thread that ends leaves its stack to the next one that has not
 * begun. So threads that never wait for each other run one after another on one stack, without a
 * switch. The order is the scheduler's. */
#ifndef SYNCSTEP_EMULATOR_TURN_H
#define SYNCSTEP_EMULATOR_TURN_H

#include "core.h"

namespace ss {

/* Gives the lane its turn, and whom it hands over to: engine->at and engine->moved go on with them.
 * Only from the scheduler. */
void turn_run(struct engine *engine, struct lane *lane);

} // namespace ss

#endif
