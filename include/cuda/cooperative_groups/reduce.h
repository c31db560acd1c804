/* reduce.h - one value from all threads of a tile or coalesced group. */
#ifndef SYNCSTEP_COOPERATIVE_GROUPS_REDUCE_H
#define SYNCSTEP_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define SS_OPERATOR(name, expression)                                                              \
    template <class ss_T = void> struct name {                                                        \
        SS_INLINE ss_T operator()(const ss_T &a, const ss_T &b) const                                       \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class ss_T> SS_INLINE ss_T operator()(const ss_T &a, const ss_T &b) const                    \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SS_OPERATOR(plus, a + b)
SS_OPERATOR(less, b < a ? b : a)
SS_OPERATOR(greater, a < b ? b : a)
SS_OPERATOR(bit_and, a &b)
SS_OPERATOR(bit_or, a | b)
SS_OPERATOR(bit_xor, a ^ b)
#undef SS_OPERATOR

namespace details {

/* Every lane combines the values of all lanes in the order of their ranks. */
template <class ss_T, class ss_F> SS_INLINE ss_T reduce_lanes(unsigned mask, ss_T value, ss_F op)
{
    if constexpr (sizeof(ss_T) == 1 || sizeof(ss_T) == 2 || sizeof(ss_T) == 4 || sizeof(ss_T) == 8) {
        return syncstep::warp_reduce(mask, value, op);
    } else {
        unsigned count = (unsigned)__builtin_popcount(mask);
        ss_T result = syncstep::shuffle(mask, value, lane_of(mask, 0));
        for (unsigned rank = 1; rank < count; rank++)
            result = op(result, syncstep::shuffle(mask, value, lane_of(mask, rank)));
        return result;
    }
}
} // namespace details

template <class ss_G, class ss_T, class ss_F> SS_INLINE auto reduce(const ss_G &group, ss_T &&value, ss_F &&op)
{
    typedef typename std::decay<ss_T>::type ss_V;
    return details::reduce_lanes<ss_V>(group.lane_mask(), value, op);
}
template <class ss_G, class ss_T> SS_INLINE auto reduce(const ss_G &group, ss_T &&value)
{
    return reduce(group, static_cast<ss_T &&>(value), plus<>());
}
} // namespace cooperative_groups

#endif
