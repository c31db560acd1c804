/* warp.h - what the scheduler asks of warp.cpp. */
#ifndef SYNCSTEP_EMULATOR_WARP_H
#define SYNCSTEP_EMULATOR_WARP_H

#include "core.h"

namespace ss {

/* A lane of the warp has left: operations that waited only for it are complete now. */
void warp_lane_exited(struct engine *engine, unsigned warp);
/* No lane can run: answers those that asked who is active at the lowest place. False: none asked.
 */
bool warp_release_active(struct engine *engine, unsigned warp);

} // namespace ss

#endif
