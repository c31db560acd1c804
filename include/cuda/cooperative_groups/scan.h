/* scan.h - running totals over the threads of a tile or coalesced group, in the order of ranks. */
#ifndef SYNCSTEP_COOPERATIVE_GROUPS_SCAN_H
#define SYNCSTEP_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

namespace details {

/* The total of the first `wanted` ranks; ss_T() for none. */
template <class ss_T, class ss_F>
SS_INLINE ss_T scan_lanes(unsigned mask, const ss_T &value, unsigned wanted, ss_F op)
{
    unsigned count = (unsigned)__builtin_popcount(mask);
    ss_T result = ss_T();
    for (unsigned rank = 0; rank < count; rank++) {
        ss_T other = syncstep::shuffle(mask, value, lane_of(mask, rank));
        if (rank < wanted) result = rank == 0 ? other : op(result, other);
    }
    return result;
}
} // namespace details

template <class ss_G, class ss_T, class ss_F>
SS_INLINE auto inclusive_scan(const ss_G &group, ss_T &&value, ss_F &&op)
{
    typedef typename std::decay<ss_T>::type ss_V;
    return details::scan_lanes<ss_V>(group.lane_mask(), value, group.thread_rank() + 1, op);
}
template <class ss_G, class ss_T> SS_INLINE auto inclusive_scan(const ss_G &group, ss_T &&value)
{
    return inclusive_scan(group, static_cast<ss_T &&>(value), plus<>());
}
template <class ss_G, class ss_T, class ss_F>
SS_INLINE auto exclusive_scan(const ss_G &group, ss_T &&value, ss_F &&op)
{
    typedef typename std::decay<ss_T>::type ss_V;
    return details::scan_lanes<ss_V>(group.lane_mask(), value, group.thread_rank(), op);
}
template <class ss_G, class ss_T> SS_INLINE auto exclusive_scan(const ss_G &group, ss_T &&value)
{
    return exclusive_scan(group, static_cast<ss_T &&>(value), plus<>());
}
} // namespace cooperative_groups

#endif
