/* hooks_volatile.cpp - call-outs of volatile accesses. An object of its own: the linker takes it
 * only for programs that have volatile accesses, and their blocks then run in order. */
#include "core.h"
#include "hooks.h"

using namespace ss;

extern "C" const char ss_uses_volatile;
const char ss_uses_volatile = 1;

/* Code that relies on the lanes of a warp running in step marks what they share volatile. So the
 * lanes do meet at each such access, as a machine that lets them converge has them do; that nothing
 * orders those accesses is said by the analysis. */
static bool is_shared(const void *at)
{
    const struct engine *engine = ss_hot.engine;

    return ss_hot.lane && (uint64_t)at - (uint64_t)engine->stacks >= engine->stacks_bytes;
}

static void volatile_read(void *at, uint32_t kind, uint64_t pc)
{
    if (is_shared(at)) {
        /* A lane that reads one place over and over waits for somebody else. */
        bool again = ss_hot.lane->spin_address == (uint64_t)at;

        ss_spin((uint64_t)at, pc);
        if (!again) lane_step();
    }
    ss_access_out_of_line(at, kind, pc);
}

static void volatile_write(void *at, uint32_t kind, uint64_t pc)
{
    if (is_shared(at)) {
        ss_hot.lane->steps = 0;
        lane_step();
    }
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
        volatile_write(at, ENTRY_VOLATILE_STORE + log2, (uint64_t)__builtin_return_address(0));    \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##bytes(void *at);                                          \
    void __tsan_unaligned_volatile_read##bytes(void *at)                                           \
    {                                                                                              \
        volatile_read(at, ENTRY_VOLATILE_LOAD + log2, (uint64_t)__builtin_return_address(0));      \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##bytes(void *at);                                         \
    void __tsan_unaligned_volatile_write##bytes(void *at)                                          \
    {                                                                                              \
        volatile_write(at, ENTRY_VOLATILE_STORE + log2, (uint64_t)__builtin_return_address(0));    \
    }
HOOKS(1, 0)
HOOKS(2, 1)
HOOKS(4, 2)
HOOKS(8, 3)
HOOKS(16, 4)
}
