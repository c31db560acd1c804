/* barrier.cpp - the barrier of the block, from a lane's side. */
#include "barrier.h"

namespace ss {

void barrier_meet(uint64_t pc)
{
    struct engine *engine = ss_hot.engine;

    lane_sync(pc, TRACE_BARRIER, 0, 0, 0, 0, 0);
    engine->at_barrier++;
    lane_wait(LANE_AT_BARRIER, pc);
}

} // namespace ss

using namespace ss;

void ss_barrier(void)
{
    if (ss_hot.lane) barrier_meet((uint64_t)__builtin_return_address(0));
}

int ss_barrier_vote(int vote, int predicate)
{
    if (!ss_hot.lane) return 0;
    ss_hot.lane->predicate = predicate != 0;
    barrier_meet((uint64_t)__builtin_return_address(0));
    switch (vote) {
    case SS_AND:
        return ss_hot.engine->vote_count == ss_hot.engine->vote_lanes;
    case SS_OR:
        return ss_hot.engine->vote_count != 0;
    default:
        return ss_hot.engine->vote_count;
    }
}
