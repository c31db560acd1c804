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

template <size_t ss_N> struct local_bits;
template <> struct local_bits<1> {
    typedef uint8_t type;
};
template <> struct local_bits<2> {
    typedef uint16_t type;
};
template <> struct local_bits<4> {
    typedef uint32_t type;
};
template <> struct local_bits<8> {
    typedef uint64_t type;
};

/* The variable's address goes nowhere: it may stay in a register, and its accesses unlogged. */
template <class ss_T> SS_INLINE void fill_local(unsigned number, ss_T &variable)
{
    typedef typename local_element<ss_T>::type element;
    constexpr size_t bytes = sizeof variable;

    if constexpr (__is_trivially_constructible(element) && __is_trivially_copyable(element)) {
        constexpr bool structure = __is_class(element) || __is_union(element);
        const uint64_t fill = ss_local_fill(number, structure                    ? SS_LOCAL_STRUCT
                                                    : __is_same(element, bool) ? SS_LOCAL_BOOL
                                                                               : SS_LOCAL_PLAIN);
        if constexpr (__is_same(element, ss_T) && !structure &&
                      (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8))
            variable = __builtin_bit_cast(ss_T, (typename local_bits<bytes>::type)fill);
        else
            __builtin_memset(const_cast<void *>(static_cast<const volatile void *>(
                                 __builtin_addressof(variable))),
                             (int)(fill & 255), bytes);
    }
}

} // namespace syncstep

#endif
