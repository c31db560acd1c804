#include "atomic_sites.h"

#include "core.h"

#include <atomic>

namespace ss {

namespace {

enum {
    PLACES = 256
}; /* a power of two; a program with more such sites has the rest as plain
      updates */

struct site_set {
    std::atomic<uint32_t> places[PLACES]; /* site + 1, where its hash or the next free one is */
    std::atomic<bool> some;
};

site_set sets[ATOMIC_SORTS];

uint32_t place_of(uint32_t site, uint32_t probe)
{
    return (site * UINT32_C(2654435761) / (UINT32_C(1) << 24) + probe) % PLACES;
}

bool holds(const site_set &set, uint32_t site)
{
    if (!set.some.load(std::memory_order_relaxed)) return false;
    for (uint32_t i = 0; i < PLACES; i++) {
        const uint32_t there = set.places[place_of(site, i)].load(std::memory_order_relaxed);

        if (there == site + 1 || !there) return there != 0;
    }
    return false;
}

} // namespace

void atomic_site_at(enum atomic_sort sort, uint64_t pc)
{
    const uint32_t site = (uint32_t)(pc - image_base) & PC_MASK;

    sets[sort].some.store(true, std::memory_order_relaxed);
    for (uint32_t i = 0; i < PLACES; i++) {
        std::atomic<uint32_t> &place = sets[sort].places[place_of(site, i)];
        uint32_t there = place.load(std::memory_order_relaxed);

        if (there == site + 1) return;
        if (!there && (place.compare_exchange_strong(there, site + 1) || there == site + 1)) return;
    }
}

uint8_t atomic_site_flags(uint32_t site)
{
    return (uint8_t)((holds(sets[ATOMIC_OVERWRITES], site) ? SPOOL_OVERWRITES : 0) |
                     (holds(sets[ATOMIC_BLOCK], site) ? SPOOL_BLOCK_SCOPE : 0));
}

} // namespace ss
