/* barrier.cpp - barriers of the block and of parts of it, from a lane's side. */
#include "core.h"

using namespace ss;

static void barrier(uint64_t pc)
{
    struct engine *engine = ss_hot.engine;

    lane_sync(pc, TRACE_BARRIER, 0, 0, 0, 0, 0);
    engine->at_barrier++;
    lane_wait(LANE_AT_BARRIER, pc);
}

void ss_barrier(void)
{
    if (ss_hot.lane) barrier((uint64_t)__builtin_return_address(0));
}

int ss_barrier_vote(int vote, int predicate)
{
    if (!ss_hot.lane) return 0;
    ss_hot.lane->predicate = predicate != 0;
    barrier((uint64_t)__builtin_return_address(0));
    switch (vote) {
    case SS_AND:
        return ss_hot.engine->vote_count == ss_hot.engine->vote_lanes;
    case SS_OR:
        return ss_hot.engine->vote_count != 0;
    default:
        return ss_hot.engine->vote_count;
    }
}

/* `count` threads of the block, or all that live, meet at barrier `name`. Fewer than the block do
 * not end its round: in the trace they are lanes that synchronise. */
void ss_barrier_named(unsigned name, unsigned count)
{
    struct engine *engine = ss_hot.engine;
    struct lane *self = ss_hot.lane;
    uint64_t pc = (uint64_t)__builtin_return_address(0);
    uint32_t arrived = 1, lanes = 0;

    if (!self) return;
    if (count == 0 || count >= engine->launch->threads) {
        barrier(pc);
        return;
    }
    self->named = name;
    for (uint32_t t = 0; t < engine->launch->threads; t++)
        arrived += engine->lanes[t].state == LANE_AT_NAMED && engine->lanes[t].named == name;
    if (arrived < count) {
        lane_wait(LANE_AT_NAMED, pc);
    } else {
        uint32_t took[MAX_WARPS] = {0};

        self->state = LANE_AT_NAMED;
        for (uint32_t t = 0; t < engine->launch->threads; t++)
            if (engine->lanes[t].state == LANE_AT_NAMED && engine->lanes[t].named == name)
                took[t / LANES] |= 1u << t % LANES;
        for (uint32_t t = 0; t < engine->launch->threads; t++) {
            struct lane *lane = &engine->lanes[t];

            if (!(took[t / LANES] >> t % LANES & 1)) continue;
            lane->warp_took = took[t / LANES];
            lane->instance = engine->warps[t / LANES].instance;
            lane->state = LANE_READY;
        }
        for (uint32_t w = 0; w < engine->launch->warps; w++)
            engine->warps[w].instance++;
    }
    lanes = self->warp_took;
    lane_sync(pc, TRACE_WARP_SYNC, lanes, lanes, 0, 0, 0);
}
