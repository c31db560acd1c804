/* children.cpp - an object that only programs have whose kernels wait for kernels they launched:
 * cudaDeviceSynchronize() in device code, as CUDA had it until version 12. Their blocks run in
 * order: the block that waits holds the baton, and what it waits for runs meanwhile. */
#include "core.h"

using namespace ss;

extern "C" const char ss_uses_children;
const char ss_uses_children = 1;

int ss_children_wait(void)
{
    if (!ss_hot.lane) return 0;
    ss_hot.engine->at_children++;
    lane_wait(LANE_AT_CHILDREN, (uint64_t)__builtin_return_address(0));
    return ss_error_sticky();
}
