/* ptx.h - what the translation of inline PTX (src/build/ptx.c) is made of. Registers are C++
 * variables; an operand's bits count, not its type. */
#ifndef SYNCSTEP_PTX_H
#define SYNCSTEP_PTX_H

#include "sync.h"

namespace syncstep {
namespace ptx {

template <class ss_T, class ss_V> SS_INLINE ss_T get(ss_V value)
{
    if constexpr (sizeof(ss_T) == sizeof(ss_V)) {
        return __builtin_bit_cast(ss_T, value);
    } else if constexpr (std::is_pointer<ss_V>::value) {
        return (ss_T)(uint64_t)value;
    } else {
        return (ss_T)value;
    }
}
template <class ss_V, class ss_T> SS_INLINE void set(ss_V &to, ss_T value)
{
    if constexpr (sizeof(ss_T) == sizeof(ss_V)) {
        to = __builtin_bit_cast(ss_V, value);
    } else if constexpr (std::is_pointer<ss_V>::value) {
        to = (ss_V)(uint64_t)value;
    } else {
        to = (ss_V)value;
    }
}
template <class ss_T> SS_INLINE ss_T shift_left(ss_T value, unsigned by)
{
    return by < 8 * sizeof(ss_T) ? (ss_T)(value << by) : (ss_T)0;
}
template <class ss_T> SS_INLINE ss_T shift_right(ss_T value, unsigned by)
{
    unsigned last = 8 * sizeof(ss_T) - 1;
    return by <= last ? (ss_T)(value >> by) : value < 0 ? (ss_T)-1 : (ss_T)0;
}
template <class ss_T> SS_INLINE ss_T field(ss_T value, unsigned from, unsigned bits)
{
    typedef typename std::make_unsigned<ss_T>::type ss_U;
    const unsigned all = 8 * sizeof(ss_T);
    from &= 255, bits &= 255;
    if (bits == 0) return 0;
    if (from >= all) return std::is_signed<ss_T>::value && value < 0 ? (ss_T)-1 : (ss_T)0;
    ss_U kept = (ss_U)((ss_U)value >> from);
    if (from + bits >= all) return std::is_signed<ss_T>::value ? (ss_T)(value >> from) : (ss_T)kept;
    kept &= (ss_U)(((ss_U)1 << bits) - 1);
    if (std::is_signed<ss_T>::value && kept >> (bits - 1) & 1) kept |= (ss_U) ~(((ss_U)1 << bits) - 1);
    return (ss_T)kept;
}

/* Addresses of the shared window travel as 32 bits, too. */
template <class ss_V> SS_INLINE uint64_t address(ss_V value)
{
    if constexpr (sizeof(ss_V) == 4)
        return ss_shared_address(get<uint32_t>(value));
    else
        return get<uint64_t>(value);
}
SS_QUIET __attribute__((noinline)) inline void copy(void *to, const void *from, unsigned bytes)
{
    __builtin_memcpy(to, from, bytes);
}
template <class ss_T, class ss_V> SS_INLINE void load(uint64_t from, ss_V &to)
{
    ss_T value;
    ss_load((const void *)from, sizeof value);
    copy(&value, (const void *)from, sizeof value);
    set(to, value);
}
template <class ss_T, class ss_V> SS_INLINE void store(uint64_t to, ss_V from)
{
    ss_T value = get<ss_T>(from);
    ss_store((void *)to, sizeof value);
    copy((void *)to, &value, sizeof value);
}
/* cp.async: done at once. Bytes from `given` on are zero. */
SS_INLINE void copy_async(uint64_t to, uint64_t from, unsigned bytes, unsigned given)
{
    uint64_t value[2] = {0, 0};
    if (given) ss_load((const void *)from, bytes);
    if (given) copy(value, (const void *)from, given < bytes ? given : bytes);
    ss_store((void *)to, bytes);
    copy((void *)to, value, bytes);
}

} // namespace ptx
} // namespace syncstep

#endif
