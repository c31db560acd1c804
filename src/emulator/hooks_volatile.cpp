/* hooks_volatile.cpp - call-outs of volatile accesses. An object of its own: the linker takes it
 * only for programs that have volatile accesses, and their blocks then run in order. */
#include "core.h"
#include "hooks.h"

using namespace ss;

extern "C" const char ss_uses_volatile;
const char ss_uses_volatile = 1;

/* A lane that reads one place over and over waits for somebody else. */
static void volatile_read(void *at, uint32_t kind, uint64_t pc)
{
    if (ss_hot.lane) ss_spin((uint64_t)at);
    ss_access_out_of_line(at, kind, pc);
}

extern "C" {
#define HOOKS(bytes, log2)                                                                         \
    void __tsan_volatile_read##bytes(void *at);                                                    \
    void __tsan_volatile_read##bytes(void *at)                                                     \
    {                                                                                              \
        volatile_read(at, ENTRY_VOLATILE_LOAD + log2, (uint64_t)__builtin_return_address(0));      \
    }                                                                                              \
    void __tsan_volatile_write##bytes(void *at);                                                   \
    void __tsan_volatile_write##bytes(void *at)                                                    \
    {                                                                                              \
        ss_access_out_of_line(at, ENTRY_VOLATILE_STORE + log2,                                     \
                              (uint64_t)__builtin_return_address(0));                              \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##bytes(void *at);                                          \
    void __tsan_unaligned_volatile_read##bytes(void *at)                                           \
    {                                                                                              \
        volatile_read(at, ENTRY_VOLATILE_LOAD + log2, (uint64_t)__builtin_return_address(0));      \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##bytes(void *at);                                         \
    void __tsan_unaligned_volatile_write##bytes(void *at)                                          \
    {                                                                                              \
        ss_access_out_of_line(at, ENTRY_VOLATILE_STORE + log2,                                     \
                              (uint64_t)__builtin_return_address(0));                              \
    }
HOOKS(1, 0)
HOOKS(2, 1)
HOOKS(4, 2)
HOOKS(8, 3)
HOOKS(16, 4)
}
