/* local.h - fills a local variable where it is declared without a value (src/build/locals.c).
 *
 * What a constructor makes is left alone. */
#ifndef SYNCSTEP_CUDA_LOCAL_H
#define SYNCSTEP_CUDA_LOCAL_H

#include "runtime.h"

namespace syncstep {

template <class ss_T> struct local_element {
    typedef ss_T type;
};
template <class ss_T, size_t ss_N> struct local_element<ss_T[ss_N]> {
    typedef typename local_element<ss_T>::type type;
};

template <class ss_T> SS_INLINE void fill_local(unsigned number, ss_T &variable)
{
    typedef typename local_element<ss_T>::type element;

    if constexpr (__is_trivially_constructible(element) && __is_trivially_copyable(element))
        ss_fill_local(const_cast<void *>(
                          static_cast<const volatile void *>(__builtin_addressof(variable))),
                      sizeof variable, number,
                      __is_class(element) || __is_union(element) ? SS_LOCAL_STRUCT
                      : __is_same(element, bool)                 ? SS_LOCAL_BOOL
                                                                 : SS_LOCAL_PLAIN);
}

} // namespace syncstep

#endif
