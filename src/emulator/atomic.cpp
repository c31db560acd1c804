/* atomic.cpp - an object that only programs with atomics have: their blocks run in order. */
#include "atomic_sites.h"
#include "core.h"
#include "hooks.h"

using namespace ss;

extern "C" const char ss_uses_atomics;
const char ss_uses_atomics = 1;

static inline void logged(const volatile void *address, unsigned width, uint32_t kind, uint64_t pc)
{
    if (!ss_hot.lane) return;
    ss_atomic_begins((uint64_t)address, width, pc);
    ss_access_out_of_line(address, kind, pc);
}

void ss_atomic(volatile void *address, unsigned width)
{
    logged(address, width, ENTRY_ATOMIC + (uint32_t)__builtin_ctz(width),
           (uint64_t)__builtin_return_address(0));
}

void ss_atomic_store(volatile void *address, unsigned width)
{
    const uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (ss_hot.lane) atomic_site_at(ATOMIC_OVERWRITES, pc);
    logged(address, width, ENTRY_ATOMIC + (uint32_t)__builtin_ctz(width), pc);
}

void ss_atomic_load(const volatile void *address, unsigned width)
{
    logged(address, width, ENTRY_VOLATILE_LOAD + (uint32_t)__builtin_ctz(width),
           (uint64_t)__builtin_return_address(0));
}

void ss_compare_and_swap(volatile void *address, unsigned width)
{
    logged(address, width, entry_compare((uint32_t)__builtin_ctz(width)),
           (uint64_t)__builtin_return_address(0));
}

void ss_atomic_block(volatile void *address, unsigned width)
{
    const uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (ss_hot.lane) atomic_site_at(ATOMIC_BLOCK, pc);
    logged(address, width, ENTRY_ATOMIC + (uint32_t)__builtin_ctz(width), pc);
}

void ss_compare_and_swap_block(volatile void *address, unsigned width)
{
    const uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (ss_hot.lane) atomic_site_at(ATOMIC_BLOCK, pc);
    logged(address, width, entry_compare((uint32_t)__builtin_ctz(width)), pc);
}
