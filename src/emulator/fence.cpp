/* fence.cpp - an object that only programs with memory fences have: their blocks run in order. */
#include "core.h"
#include "pending.h"

using namespace ss;

extern "C" const char ss_uses_fences;
const char ss_uses_fences = 1;

void ss_fence(int scope)
{
    if (ss_hot.lane && scope == 2) pending_signal();
    if (ss_hot.lane)
        lane_sync((uint64_t)__builtin_return_address(0), TRACE_FENCE, 0,
                  scope == 0 ? TRACE_FENCE_BLOCK : 0, (uint32_t)scope, 0, 0);
}
