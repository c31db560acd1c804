/* sync.h - barriers, fences, votes, shuffles and clocks of device code. */
#ifndef SYNCSTEP_SYNC_H
#define SYNCSTEP_SYNC_H

#include "runtime.h"

#include <time.h>

/* ---- Barriers and fences ---- */

SS_INLINE void __syncthreads()
{
    ss_barrier();
}
SS_INLINE int __syncthreads_count(int predicate)
{
    return ss_barrier_vote(SS_COUNT, predicate);
}
SS_INLINE int __syncthreads_and(int predicate)
{
    return ss_barrier_vote(SS_AND, predicate);
}
SS_INLINE int __syncthreads_or(int predicate)
{
    return ss_barrier_vote(SS_OR, predicate);
}
SS_INLINE void __syncwarp(unsigned mask = 0xffffffffu)
{
    ss_warp_sync(mask);
}
SS_INLINE void __barrier_sync(unsigned id)
{
    if (id == 0)
        ss_barrier();
    else
        ss_barrier_named(id, 0);
}
SS_INLINE void __barrier_sync_count(unsigned id, unsigned count)
{
    ss_barrier_named(id, count);
}
SS_INLINE void __threadfence_block()
{
    ss_fence(0);
}
SS_INLINE void __threadfence()
{
    ss_fence(1);
}
SS_INLINE void __threadfence_system()
{
    ss_fence(2);
}

/* ---- Clocks: the cost model's ---- */

SS_INLINE long long clock64()
{
    return (long long)ss_clock();
}
SS_INLINE unsigned long long __clock64()
{
    return ss_clock();
}
SS_INLINE clock_t __clock()
{
    return (clock_t)ss_clock();
}
SS_INLINE void __nanosleep(unsigned) {}
SS_INLINE void __trap()
{
    ss_trap("__trap()");
}
SS_INLINE void __brkpt() {}
SS_INLINE void __prof_trigger(int) {}

/* ---- What the lanes of a warp tell each other ---- */

namespace syncstep {

template <size_t ss_N> struct bits_of;
template <> struct bits_of<1> {
    typedef uint8_t type;
};
template <> struct bits_of<2> {
    typedef uint16_t type;
};
template <> struct bits_of<4> {
    typedef uint32_t type;
};
template <> struct bits_of<8> {
    typedef uint64_t type;
};

template <class ss_T> SS_INLINE uint64_t to_bits(ss_T value)
{
    return __builtin_bit_cast(typename bits_of<sizeof(ss_T)>::type, value);
}
template <class ss_T> SS_INLINE ss_T from_bits(uint64_t bits)
{
    typedef typename bits_of<sizeof(ss_T)>::type ss_U;
    return __builtin_bit_cast(ss_T, (ss_U)bits);
}

/* Out of line: reads of the exchanged values are not the program's. */
SS_QUIET __attribute__((noinline)) inline uint64_t lane_value(const uint64_t *values, int lane)
{
    return values[lane];
}

/* Values of any size travel as words. */
template <class ss_T> struct words_of {
    uint64_t word[(sizeof(ss_T) + 7) / 8];
};
template <class ss_T> SS_QUIET __attribute__((noinline)) uint64_t word_of(const ss_T *value, int i)
{
    words_of<ss_T> words = {};
    __builtin_memcpy(&words, value, sizeof(ss_T));
    return words.word[i];
}
template <class ss_T> SS_QUIET __attribute__((noinline)) void set_word(ss_T *value, int i, uint64_t word)
{
    words_of<ss_T> words = {};
    __builtin_memcpy(&words, value, sizeof(ss_T));
    words.word[i] = word;
    __builtin_memcpy(value, &words, sizeof(ss_T));
}

/* `source`: the lane whose value is wanted. What a lane that takes no part gives is undefined. */
template <class ss_T> SS_INLINE ss_T shuffle(unsigned mask, ss_T value, int source)
{
    uint64_t out[32];
    if constexpr (sizeof(ss_T) == 1 || sizeof(ss_T) == 2 || sizeof(ss_T) == 4 || sizeof(ss_T) == 8) {
        unsigned present =
            ss_warp_exchange(SS_SHUFFLE, mask, to_bits(value), source, sizeof(ss_T), out);
        return from_bits<ss_T>(present >> source & 1 ? lane_value(out, source)
                                                     : ss_undefined(to_bits(value)));
    } else {
        ss_T result = value;
        for (int i = 0; i < (int)((sizeof(ss_T) + 7) / 8); i++) {
            unsigned present =
                ss_warp_exchange(SS_SHUFFLE, mask, word_of(&value, i), source, 8, out);
            set_word(&result, i,
                     present >> source & 1 ? lane_value(out, source)
                                           : ss_undefined(word_of(&value, i)));
        }
        return result;
    }
}

/* Source lanes of the four kinds of shuffle within segments of `width` lanes. */
SS_QUIET __attribute__((noinline)) inline int source_index(int lane, int from, int width)
{
    return (lane & ~(width - 1)) + (from & (width - 1));
}
SS_QUIET __attribute__((noinline)) inline int source_up(int lane, unsigned delta, int width)
{
    int first = lane & ~(width - 1);
    return lane - first < (int)(delta & 31) || delta > 31 ? lane : lane - (int)delta;
}
SS_QUIET __attribute__((noinline)) inline int source_down(int lane, unsigned delta, int width)
{
    int end = (lane & ~(width - 1)) + width;
    return delta > 31 || lane + (int)delta >= end ? lane : lane + (int)delta;
}
SS_QUIET __attribute__((noinline)) inline int source_xor(int lane, int flip, int width)
{
    int end = (lane & ~(width - 1)) + width, other = lane ^ flip;
    return other < 0 || other >= end || other > 31 ? lane : other;
}

SS_QUIET __attribute__((noinline)) inline unsigned ballot_of(unsigned present,
                                                             const uint64_t *values)
{
    unsigned ballot = 0;
    for (int i = 0; i < 32; i++)
        if (present >> i & 1 && values[i]) ballot |= 1u << i;
    return ballot;
}
SS_QUIET __attribute__((noinline)) inline unsigned equal_to(unsigned present,
                                                            const uint64_t *values, uint64_t value)
{
    unsigned equal = 0;
    for (int i = 0; i < 32; i++)
        if (present >> i & 1 && values[i] == value) equal |= 1u << i;
    return equal;
}
template <class ss_T, class ss_F>
SS_QUIET __attribute__((noinline)) ss_T combine(unsigned present, const uint64_t *values, ss_F op)
{
    ss_T result = ss_T();
    bool first = true;
    for (int i = 0; i < 32; i++) {
        if (!(present >> i & 1)) continue;
        ss_T value = from_bits<ss_T>(values[i]);
        result = first ? value : op(result, value);
        first = false;
    }
    return result;
}
template <class ss_T, class ss_F> SS_INLINE ss_T warp_reduce(unsigned mask, ss_T value, ss_F op)
{
    uint64_t out[32];
    unsigned present =
        ss_warp_exchange(SS_VOTE, mask, to_bits(value), (int)ss_lane(), sizeof(ss_T), out);
    return combine<ss_T>(present, out, op);
}
SS_INLINE unsigned ballot(unsigned mask, bool predicate, unsigned *present)
{
    uint64_t out[32];
    *present = ss_warp_exchange(SS_VOTE, mask, predicate, (int)ss_lane(), 4, out);
    return ballot_of(*present, out);
}
} // namespace syncstep

template <class ss_T> SS_INLINE ss_T __shfl_sync(unsigned mask, ss_T value, int source, int width = 32)
{
    return syncstep::shuffle(mask, value, syncstep::source_index((int)ss_lane(), source, width));
}
template <class ss_T>
SS_INLINE ss_T __shfl_up_sync(unsigned mask, ss_T value, unsigned delta, int width = 32)
{
    return syncstep::shuffle(mask, value, syncstep::source_up((int)ss_lane(), delta, width));
}
template <class ss_T>
SS_INLINE ss_T __shfl_down_sync(unsigned mask, ss_T value, unsigned delta, int width = 32)
{
    return syncstep::shuffle(mask, value, syncstep::source_down((int)ss_lane(), delta, width));
}
template <class ss_T> SS_INLINE ss_T __shfl_xor_sync(unsigned mask, ss_T value, int flip, int width = 32)
{
    return syncstep::shuffle(mask, value, syncstep::source_xor((int)ss_lane(), flip, width));
}

SS_INLINE unsigned __activemask()
{
    return ss_active_mask();
}
SS_INLINE unsigned __ballot_sync(unsigned mask, int predicate)
{
    unsigned present;
    return syncstep::ballot(mask, predicate != 0, &present);
}
SS_INLINE int __any_sync(unsigned mask, int predicate)
{
    unsigned present;
    return syncstep::ballot(mask, predicate != 0, &present) != 0;
}
SS_INLINE int __all_sync(unsigned mask, int predicate)
{
    unsigned present;
    return syncstep::ballot(mask, predicate == 0, &present) == 0;
}
SS_INLINE int __uni_sync(unsigned mask, int predicate)
{
    unsigned present, votes = syncstep::ballot(mask, predicate != 0, &present);
    return votes == 0 || votes == present;
}
template <class ss_T> SS_INLINE unsigned __match_any_sync(unsigned mask, ss_T value)
{
    uint64_t out[32];
    unsigned present =
        ss_warp_exchange(SS_VOTE, mask, syncstep::to_bits(value), (int)ss_lane(), sizeof(ss_T), out);
    return syncstep::equal_to(present, out, syncstep::to_bits(value));
}
template <class ss_T> SS_INLINE unsigned __match_all_sync(unsigned mask, ss_T value, int *predicate)
{
    uint64_t out[32];
    unsigned present =
        ss_warp_exchange(SS_VOTE, mask, syncstep::to_bits(value), (int)ss_lane(), sizeof(ss_T), out);
    *predicate = syncstep::equal_to(present, out, syncstep::to_bits(value)) == present;
    return *predicate ? present : 0;
}

#define SS_REDUCE(name, expression)                                                                \
    template <class ss_T> SS_INLINE ss_T __reduce_##name##_sync(unsigned mask, ss_T value)                  \
    {                                                                                              \
        return syncstep::warp_reduce(mask, value,                                                  \
                                     [](ss_T a, ss_T b) SS_QUIET -> ss_T { return expression; });           \
    }
SS_REDUCE(add, a + b)
SS_REDUCE(min, a < b ? a : b)
SS_REDUCE(max, a > b ? a : b)
SS_REDUCE(and, a &b)
SS_REDUCE(or, a | b)
SS_REDUCE(xor, a ^ b)
#undef SS_REDUCE

/* ---- Names from before Volta: the lanes that stand there together take part ---- */

template <class ss_T> SS_INLINE ss_T __shfl(ss_T value, int source, int width = 32)
{
    return __shfl_sync(ss_active_mask(), value, source, width);
}
template <class ss_T> SS_INLINE ss_T __shfl_up(ss_T value, unsigned delta, int width = 32)
{
    return __shfl_up_sync(ss_active_mask(), value, delta, width);
}
template <class ss_T> SS_INLINE ss_T __shfl_down(ss_T value, unsigned delta, int width = 32)
{
    return __shfl_down_sync(ss_active_mask(), value, delta, width);
}
template <class ss_T> SS_INLINE ss_T __shfl_xor(ss_T value, int flip, int width = 32)
{
    return __shfl_xor_sync(ss_active_mask(), value, flip, width);
}
SS_INLINE unsigned __ballot(int predicate)
{
    return __ballot_sync(ss_active_mask(), predicate);
}
SS_INLINE int __any(int predicate)
{
    return __any_sync(ss_active_mask(), predicate);
}
SS_INLINE int __all(int predicate)
{
    return __all_sync(ss_active_mask(), predicate);
}

#endif
