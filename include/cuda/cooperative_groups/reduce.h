/* reduce.h - one value from all threads of a tile or coalesced group. */
#ifndef SYNCSTEP_COOPERATIVE_GROUPS_REDUCE_H
#define SYNCSTEP_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define SS_OPERATOR(name, expression)                                                              \
    template <class T = void> struct name {                                                        \
        SS_INLINE T operator()(const T &a, const T &b) const                                       \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T> SS_INLINE T operator()(const T &a, const T &b) const                    \
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
template <class T, class F> SS_INLINE T reduce_lanes(unsigned mask, T value, F op)
{
    if constexpr (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8) {
        return syncstep::warp_reduce(mask, value, op);
    } else {
        unsigned count = (unsigned)__builtin_popcount(mask);
        T result = syncstep::shuffle(mask, value, lane_of(mask, 0));
        for (unsigned rank = 1; rank < count; rank++)
            result = op(result, syncstep::shuffle(mask, value, lane_of(mask, rank)));
        return result;
    }
}
} // namespace details

template <class G, class T, class F> SS_INLINE auto reduce(const G &group, T &&value, F &&op)
{
    typedef typename std::decay<T>::type V;
    return details::reduce_lanes<V>(group.lane_mask(), value, op);
}
template <class G, class T> SS_INLINE auto reduce(const G &group, T &&value)
{
    return reduce(group, static_cast<T &&>(value), plus<>());
}
} // namespace cooperative_groups

#endif
