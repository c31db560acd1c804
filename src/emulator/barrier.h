/* barrier.h - the barrier of the block. */
#ifndef SYNCSTEP_EMULATOR_BARRIER_H
#define SYNCSTEP_EMULATOR_BARRIER_H

#include "core.h"

namespace ss {

/* On a lane's fibre: arrives and waits until all that live have; then the next round begins. */
void barrier_meet(uint64_t pc);

} // namespace ss

#endif
