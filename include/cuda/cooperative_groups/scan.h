/* scan.h - running totals over the threads of a tile or coalesced group, in the order of ranks. */
#ifndef SYNCSTEP_COOPERATIVE_GROUPS_SCAN_H
#define SYNCSTEP_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

namespace details {

/* The total of the first `wanted` ranks; T() for none. */
template <class T, class F>
SS_INLINE T scan_lanes(unsigned mask, const T &value, unsigned wanted, F op)
{
    unsigned count = (unsigned)__builtin_popcount(mask);
    T result = T();
    for (unsigned rank = 0; rank < count; rank++) {
        T other = syncstep::shuffle(mask, value, lane_of(mask, rank));
        if (rank < wanted) result = rank == 0 ? other : op(result, other);
    }
    return result;
}
} // namespace details

template <class G, class T, class F>
SS_INLINE auto inclusive_scan(const G &group, T &&value, F &&op)
{
    typedef typename std::decay<T>::type V;
    return details::scan_lanes<V>(group.lane_mask(), value, group.thread_rank() + 1, op);
}
template <class G, class T> SS_INLINE auto inclusive_scan(const G &group, T &&value)
{
    return inclusive_scan(group, static_cast<T &&>(value), plus<>());
}
template <class G, class T, class F>
SS_INLINE auto exclusive_scan(const G &group, T &&value, F &&op)
{
    typedef typename std::decay<T>::type V;
    return details::scan_lanes<V>(group.lane_mask(), value, group.thread_rank(), op);
}
template <class G, class T> SS_INLINE auto exclusive_scan(const G &group, T &&value)
{
    return exclusive_scan(group, static_cast<T &&>(value), plus<>());
}
} // namespace cooperative_groups

#endif
