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
    if (std::is_signed<ss_T>::value && kept >> (bits - 1) & 1)
        kept |= (ss_U) ~(((ss_U)1 << bits) - 1);
    return (ss_T)kept;
}

/* What 0f and 0d literals stand for. */
SS_INLINE float single(uint32_t bits)
{
    return __builtin_bit_cast(float, bits);
}
SS_INLINE double twice(uint64_t bits)
{
    return __builtin_bit_cast(double, bits);
}
SS_INLINE float fused(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
SS_INLINE double fused(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}
/* The number where the other one is none; -0 is less than +0. */
template <class ss_T> SS_INLINE ss_T smaller(ss_T a, ss_T b)
{
    if constexpr (std::is_floating_point<ss_T>::value) {
        if (a != a) return b;
        if (a == b) return __builtin_signbit(a) ? a : b;
        if (b != b) return a;
    }
    return b < a ? b : a;
}
template <class ss_T> SS_INLINE ss_T larger(ss_T a, ss_T b)
{
    if constexpr (std::is_floating_point<ss_T>::value) {
        if (a != a) return b;
        if (a == b) return __builtin_signbit(a) ? b : a;
        if (b != b) return a;
    }
    return a < b ? b : a;
}
template <class ss_T> SS_INLINE bool differ(ss_T a, ss_T b)
{
    return a < b || a > b;
}
/* A number without fraction as a whole one: the nearest there is. PTX: no number becomes 0, or the
 * highest bit where 64 bits are on either side. */
template <class ss_T, class ss_F> SS_INLINE ss_T whole(double value)
{
    const bool wide = sizeof(ss_F) == 8 || sizeof(ss_T) == 8;
    if (value != value) return wide ? (ss_T)((uint64_t)1 << (8 * sizeof(ss_T) - 1)) : (ss_T)0;
    const ss_T low =
        std::is_signed<ss_T>::value ? (ss_T)((uint64_t)1 << (8 * sizeof(ss_T) - 1)) : (ss_T)0;
    const ss_T high = (ss_T)~low;
    return value <= (double)low ? low : value >= (double)high ? high : (ss_T)value;
}

/* Addresses of the shared window travel as 32 bits, too. */
template <class ss_V> SS_INLINE uint64_t address(ss_V value)
{
    if constexpr (sizeof(ss_V) == 4)
        return ss_shared_address(get<uint32_t>(value));
    else
        return get<uint64_t>(value);
}
/* Without memcpy(), which would log what the caller has logged. */
SS_QUIET __attribute__((noinline)) inline void copy(void *to, const void *from, unsigned bytes)
{
    typedef uint64_t __attribute__((may_alias, aligned(1))) ss_long;
    typedef uint32_t __attribute__((may_alias, aligned(1))) ss_word;
    char *into = (char *)to;
    const char *at = (const char *)from;
    for (; bytes >= 8; bytes -= 8, into += 8, at += 8)
        *(ss_long *)into = *(const ss_long *)at;
    if (bytes >= 4) {
        *(ss_word *)into = *(const ss_word *)at;
        bytes -= 4, into += 4, at += 4;
    }
    for (; bytes; bytes--)
        *into++ = *at++;
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
    ss_copies(SS_COPY_BEGIN);
    ss_store((void *)to, bytes);
    copy((void *)to, value, bytes);
    ss_copies(SS_COPY_END);
}

} // namespace ptx
} // namespace syncstep

#endif
