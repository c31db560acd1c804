/* hooks_atomic.cpp - GCC's atomic built-ins (std::atomic, __atomic_*): logged in kernels, and done.
 */
#include "core.h"
#include "hooks.h"
#include "pending.h"

using namespace ss;

#define HOOK_PC ((uint64_t)__builtin_return_address(0))

static inline void logged(const volatile void *at, uint32_t kind, uint64_t pc)
{
    if (!ss_hot.lane) {
        if ((uint64_t)at - (uint64_t)arena_base < arena_bytes) pending_wait_all();
        return;
    }
    ss_atomic_begins((uint64_t)at, 1u << entry_log2(kind), pc);
    ss_access_out_of_line(at, kind, pc);
}

/* The order asked for is at most the strongest, which costs nothing here. */
#define READ_MODIFY_WRITE(bits, type, log2, name)                                                  \
    type __tsan_atomic##bits##_##name(volatile type *at, type value, int);                         \
    type __tsan_atomic##bits##_##name(volatile type *at, type value, int)                          \
    {                                                                                              \
        logged(at, ENTRY_ATOMIC + log2, HOOK_PC);                                                  \
        return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                                       \
    }

#define COMPARE(bits, type, log2, name)                                                            \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile type *at, type *expected,           \
                                                      type value, int, int);                       \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile type *at, type *expected,           \
                                                      type value, int, int)                        \
    {                                                                                              \
        logged(at, entry_compare(log2), HOOK_PC);                                                  \
        return __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST,               \
                                           __ATOMIC_SEQ_CST);                                      \
    }

#define HOOKS(bits, type, log2)                                                                    \
    type __tsan_atomic##bits##_load(const volatile type *at, int);                                 \
    type __tsan_atomic##bits##_load(const volatile type *at, int)                                  \
    {                                                                                              \
        logged(at, ENTRY_VOLATILE_LOAD + log2, HOOK_PC);                                           \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int);                          \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int)                           \
    {                                                                                              \
        logged(at, ENTRY_VOLATILE_STORE + log2, HOOK_PC);                                          \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type *at, type value, int);                       \
    type __tsan_atomic##bits##_exchange(volatile type *at, type value, int)                        \
    {                                                                                              \
        logged(at, ENTRY_ATOMIC + log2, HOOK_PC);                                                  \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                   \
    }                                                                                              \
    READ_MODIFY_WRITE(bits, type, log2, fetch_add)                                                 \
    READ_MODIFY_WRITE(bits, type, log2, fetch_sub)                                                 \
    READ_MODIFY_WRITE(bits, type, log2, fetch_and)                                                 \
    READ_MODIFY_WRITE(bits, type, log2, fetch_or)                                                  \
    READ_MODIFY_WRITE(bits, type, log2, fetch_xor)                                                 \
    READ_MODIFY_WRITE(bits, type, log2, fetch_nand)                                                \
    COMPARE(bits, type, log2, strong)                                                              \
    COMPARE(bits, type, log2, weak)

extern "C" {
HOOKS(8, uint8_t, 0)
HOOKS(16, uint16_t, 1)
HOOKS(32, uint32_t, 2)
HOOKS(64, uint64_t, 3)

void __tsan_atomic_thread_fence(int);
void __tsan_atomic_thread_fence(int)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (ss_hot.lane) {
        pending_signal();
        lane_sync(HOOK_PC, TRACE_FENCE, 0, 0, 1, 0, 0);
    }
}

void __tsan_atomic_signal_fence(int);
void __tsan_atomic_signal_fence(int) {}
}
