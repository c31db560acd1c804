/* atomic.h - atomics and loads and stores with cache hints. Each is logged as one access at the
 * caller's line; the operation itself is done out of line and unlogged. */
#ifndef SYNCSTEP_ATOMIC_H
#define SYNCSTEP_ATOMIC_H

#include "runtime.h"
#include "sync.h"

namespace syncstep {

template <class ss_T> struct same {
    typedef ss_T type;
};

#define SS_OUTLINE template <class ss_T> SS_QUIET __attribute__((noinline)) ss_T

/* Compare and swap of any size that has an integer of its size. */
template <class ss_T>
SS_QUIET __attribute__((noinline)) bool swap_if(ss_T *pointer, uint64_t *expected, uint64_t desired)
{
    typedef typename bits_of<sizeof(ss_T)>::type ss_U;
    ss_U old = (ss_U)*expected;
    bool done = __atomic_compare_exchange_n((ss_U *)pointer, &old, (ss_U)desired, false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST);
    *expected = old;
    return done;
}
template <class ss_T> SS_QUIET __attribute__((noinline)) uint64_t bits_at(const ss_T *pointer)
{
    typedef typename bits_of<sizeof(ss_T)>::type ss_U;
    return __atomic_load_n((const ss_U *)pointer, __ATOMIC_SEQ_CST);
}

/* old = *pointer; *pointer = op(old, value); returns old. */
template <class ss_T, class ss_F> SS_QUIET __attribute__((noinline)) ss_T modify(ss_T *pointer, ss_T value, ss_F op)
{
    uint64_t old = bits_at(pointer);
    while (!swap_if(pointer, &old, to_bits<ss_T>(op(from_bits<ss_T>(old), value))))
        continue;
    return from_bits<ss_T>(old);
}
SS_OUTLINE compare_and_swap(ss_T *pointer, ss_T compare, ss_T value)
{
    uint64_t old = to_bits(compare);
    swap_if(pointer, &old, to_bits(value));
    return from_bits<ss_T>(old);
}
SS_OUTLINE quiet_load(const ss_T *pointer)
{
    return *pointer;
}
template <class ss_T> SS_QUIET __attribute__((noinline)) void quiet_store(ss_T *pointer, const ss_T &value)
{
    *pointer = value;
}
#undef SS_OUTLINE
} // namespace syncstep

#define SS_ATOMIC_SCOPE(name, log, expression)                                                     \
    template <class ss_T> SS_INLINE ss_T name(ss_T *pointer, typename syncstep::same<ss_T>::type value)        \
    {                                                                                              \
        log(pointer, sizeof(ss_T));                                                                   \
        return syncstep::modify(pointer, value,                                                    \
                                [](ss_T a, ss_T b) SS_QUIET -> ss_T { return expression; });                \
    }
#define SS_ATOMIC(name, expression)                                                                \
    SS_ATOMIC_SCOPE(name, ss_atomic, expression)                                                   \
    SS_ATOMIC_SCOPE(name##_block, ss_atomic_block, expression)                                     \
    SS_ATOMIC_SCOPE(name##_system, ss_atomic, expression)

SS_ATOMIC(atomicAdd, (ss_T)(a + b))
SS_ATOMIC(atomicSub, (ss_T)(a - b))
SS_ATOMIC(atomicExch, ((void)a, b))
SS_ATOMIC(atomicMin, b < a ? b : a)
SS_ATOMIC(atomicMax, a < b ? b : a)
SS_ATOMIC(atomicAnd, (ss_T)(a &b))
SS_ATOMIC(atomicOr, (ss_T)(a | b))
SS_ATOMIC(atomicXor, (ss_T)(a ^ b))
SS_ATOMIC(atomicInc, (ss_T)(a >= b ? 0 : a + 1))
SS_ATOMIC(atomicDec, (ss_T)(a == 0 || a > b ? b : a - 1))
#undef SS_ATOMIC
#undef SS_ATOMIC_SCOPE

#define SS_CAS(name, log)                                                                              \
    template <class ss_T>                                                                             \
    SS_INLINE ss_T name(ss_T *pointer, typename syncstep::same<ss_T>::type compare,                         \
                     typename syncstep::same<ss_T>::type value)                                       \
    {                                                                                              \
        log(pointer, sizeof(ss_T));                                                                \
        return syncstep::compare_and_swap(pointer, compare, value);                                \
    }
SS_CAS(atomicCAS, ss_compare_and_swap)
SS_CAS(atomicCAS_block, ss_compare_and_swap_block)
SS_CAS(atomicCAS_system, ss_compare_and_swap)
#undef SS_CAS

/* ---- Loads and stores with a cache hint ---- */

#define SS_HINTED_LOAD(name)                                                                       \
    template <class ss_T> SS_INLINE ss_T name(const ss_T *pointer)                                          \
    {                                                                                              \
        ss_load(pointer, sizeof(ss_T));                                                               \
        return syncstep::quiet_load(pointer);                                                      \
    }
SS_HINTED_LOAD(__ldg)
SS_HINTED_LOAD(__ldca)
SS_HINTED_LOAD(__ldcg)
SS_HINTED_LOAD(__ldcs)
SS_HINTED_LOAD(__ldlu)
SS_HINTED_LOAD(__ldcv)
#undef SS_HINTED_LOAD

#define SS_HINTED_STORE(name)                                                                      \
    template <class ss_T> SS_INLINE void name(ss_T *pointer, typename syncstep::same<ss_T>::type value)     \
    {                                                                                              \
        ss_store(pointer, sizeof(ss_T));                                                              \
        syncstep::quiet_store(pointer, value);                                                     \
    }
SS_HINTED_STORE(__stwb)
SS_HINTED_STORE(__stcg)
SS_HINTED_STORE(__stcs)
SS_HINTED_STORE(__stwt)
#undef SS_HINTED_STORE

/* ---- Which kind of memory a pointer points to ---- */

extern "C" unsigned ss_address_space(const void *pointer); /* 0 none of ours, 1 shared, 2 global */
SS_INLINE unsigned __isShared(const void *pointer)
{
    return ss_address_space(pointer) == 1;
}
SS_INLINE unsigned __isGlobal(const void *pointer)
{
    return ss_address_space(pointer) == 2;
}
SS_INLINE unsigned __isLocal(const void *pointer)
{
    return ss_address_space(pointer) == 0;
}
SS_INLINE size_t __cvta_generic_to_shared(const void *pointer)
{
    return (size_t)pointer;
}
SS_INLINE size_t __cvta_generic_to_global(const void *pointer)
{
    return (size_t)pointer;
}

#endif
