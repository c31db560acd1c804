/* grid.cpp - an object that only programs with grid.sync() have: their blocks run in order. */
#include "core.h"

using namespace ss;

extern "C" const char ss_uses_grid;
const char ss_uses_grid = 1;

void ss_grid_sync(void)
{
    uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (!ss_hot.lane) return;
    lane_sync(pc, TRACE_GRID_SYNC, 0, 0, 0, 0, 0);
    ss_hot.engine->at_grid++;
    lane_wait(LANE_AT_GRID, pc);
}
