/* once.h - an index of an array, read from memory, is read once: the translation wraps it
 * (src/build/index.c). Numbers go through by value, other things as they are. */
#ifndef SYNCSTEP_CUDA_ONCE_H
#define SYNCSTEP_CUDA_ONCE_H

#include "runtime.h"

#include <type_traits>

#define SS_ONCE(T)                                                                                 \
    SS_INLINE constexpr T once(T ss_index) noexcept                                                \
    {                                                                                              \
        return ss_index;                                                                           \
    }

namespace syncstep {

SS_ONCE(bool)
SS_ONCE(char)
SS_ONCE(signed char)
SS_ONCE(unsigned char)
SS_ONCE(short)
SS_ONCE(unsigned short)
SS_ONCE(int)
SS_ONCE(unsigned int)
SS_ONCE(long)
SS_ONCE(unsigned long)
SS_ONCE(long long)
SS_ONCE(unsigned long long)

/* By value: of a bit-field there is no reference. */
template <class ss_T>
SS_INLINE constexpr typename std::enable_if<std::is_enum<ss_T>::value, ss_T>::type
once(ss_T ss_index) noexcept
{
    return ss_index;
}

template <class ss_T>
SS_INLINE constexpr
    typename std::enable_if<!std::is_enum<typename std::remove_reference<ss_T>::type>::value,
                            ss_T &&>::type
    once(ss_T &&ss_index) noexcept
{
    return static_cast<ss_T &&>(ss_index);
}

}

#undef SS_ONCE

#endif
