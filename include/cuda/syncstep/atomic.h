/* atomic.h - atomics and loads and stores with cache hints. Each is logged as one access at the
 * caller's line; the operation itself is done out of line and unlogged. */
#ifndef SYNCSTEP_ATOMIC_H
#define SYNCSTEP_ATOMIC_H

#include "runtime.h"
#include "sync.h"

namespace syncstep {

template <class T> struct same {
    typedef T type;
};

#define SS_OUTLINE template <class T> SS_QUIET __attribute__((noinline)) T

/* Compare and swap of any size that has an integer of its size. */
template <class T>
SS_QUIET __attribute__((noinline)) bool swap_if(T *pointer, uint64_t *expected, uint64_t desired)
{
    typedef typename bits_of<sizeof(T)>::type U;
    U old = (U)*expected;
    bool done = __atomic_compare_exchange_n((U *)pointer, &old, (U)desired, false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST);
    *expected = old;
    return done;
}
template <class T> SS_QUIET __attribute__((noinline)) uint64_t bits_at(const T *pointer)
{
    typedef typename bits_of<sizeof(T)>::type U;
    return __atomic_load_n((const U *)pointer, __ATOMIC_SEQ_CST);
}

/* old = *pointer; *pointer = op(old, value); returns old. */
template <class T, class F> SS_QUIET __attribute__((noinline)) T modify(T *pointer, T value, F op)
{
    uint64_t old = bits_at(pointer);
    while (!swap_if(pointer, &old, to_bits<T>(op(from_bits<T>(old), value))))
        continue;
    return from_bits<T>(old);
}
SS_OUTLINE compare_and_swap(T *pointer, T compare, T value)
{
    uint64_t old = to_bits(compare);
    swap_if(pointer, &old, to_bits(value));
    return from_bits<T>(old);
}
SS_OUTLINE quiet_load(const T *pointer)
{
    return *pointer;
}
template <class T> SS_QUIET __attribute__((noinline)) void quiet_store(T *pointer, const T &value)
{
    *pointer = value;
}
#undef SS_OUTLINE
} // namespace syncstep

#define SS_ATOMIC_SCOPE(name, expression)                                                          \
    template <class T> SS_INLINE T name(T *pointer, typename syncstep::same<T>::type value)        \
    {                                                                                              \
        ss_atomic(pointer, sizeof(T));                                                             \
        return syncstep::modify(pointer, value,                                                    \
                                [](T a, T b) SS_QUIET -> T { return expression; });                \
    }
#define SS_ATOMIC(name, expression)                                                                \
    SS_ATOMIC_SCOPE(name, expression)                                                              \
    SS_ATOMIC_SCOPE(name##_block, expression)                                                      \
    SS_ATOMIC_SCOPE(name##_system, expression)

SS_ATOMIC(atomicAdd, (T)(a + b))
SS_ATOMIC(atomicSub, (T)(a - b))
SS_ATOMIC(atomicExch, ((void)a, b))
SS_ATOMIC(atomicMin, b < a ? b : a)
SS_ATOMIC(atomicMax, a < b ? b : a)
SS_ATOMIC(atomicAnd, (T)(a &b))
SS_ATOMIC(atomicOr, (T)(a | b))
SS_ATOMIC(atomicXor, (T)(a ^ b))
SS_ATOMIC(atomicInc, (T)(a >= b ? 0 : a + 1))
SS_ATOMIC(atomicDec, (T)(a == 0 || a > b ? b : a - 1))
#undef SS_ATOMIC
#undef SS_ATOMIC_SCOPE

#define SS_CAS(name)                                                                               \
    template <class T>                                                                             \
    SS_INLINE T name(T *pointer, typename syncstep::same<T>::type compare,                         \
                     typename syncstep::same<T>::type value)                                       \
    {                                                                                              \
        ss_atomic(pointer, sizeof(T));                                                             \
        return syncstep::compare_and_swap(pointer, compare, value);                                \
    }
SS_CAS(atomicCAS)
SS_CAS(atomicCAS_block)
SS_CAS(atomicCAS_system)
#undef SS_CAS

/* ---- Loads and stores with a cache hint ---- */

#define SS_HINTED_LOAD(name)                                                                       \
    template <class T> SS_INLINE T name(const T *pointer)                                          \
    {                                                                                              \
        ss_load(pointer, sizeof(T));                                                               \
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
    template <class T> SS_INLINE void name(T *pointer, typename syncstep::same<T>::type value)     \
    {                                                                                              \
        ss_store(pointer, sizeof(T));                                                              \
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
