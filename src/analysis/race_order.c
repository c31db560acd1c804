#include "analysis/race_group.h"

#include "base/mem.h"

struct race_sync *race_finder_sync(struct race_finder *finder)
{
    if (!finder->sync) finder->sync = race_sync_create(finder->trace, finder->launch);
    return finder->sync;
}

/* Where a chain leads from a to b, it leads from all that a's thread did before to all that b's
 * does later, whichever words they touch. */
static struct race_known *known_of(struct race_finder *finder, const struct race_access *a,
                                   const struct race_access *b)
{
    uint64_t one = (uint64_t)a->block << 16 | a->thread, two = (uint64_t)b->block << 16 | b->thread;
    uint64_t hash = (one * 0x9e3779b97f4a7c15ull ^ two) * 0xc2b2ae3d27d4eb4full;
    if (!finder->known) finder->known = mem_array(RACE_KNOWN, sizeof *finder->known);
    return &finder->known[(hash >> 40) % RACE_KNOWN];
}

static bool not_after(const struct race_access *a, const struct race_point *point)
{
    return a->round != point->round ? a->round < point->round : a->seq <= point->seq;
}

static bool not_before(const struct race_access *a, const struct race_point *point)
{
    return a->round != point->round ? a->round > point->round : a->seq >= point->seq;
}

static bool is_known(struct race_finder *finder, const struct race_access *a,
                     const struct race_access *b)
{
    const struct race_known *k = known_of(finder, a, b);
    return k->valid && k->before.block == a->block && k->before.thread == a->thread &&
           k->after.block == b->block && k->after.thread == b->thread && not_after(a, &k->before) &&
           not_before(b, &k->after);
}

static bool chain_orders(struct race_finder *finder, const struct race_access *a,
                         const struct race_access *b)
{
    if (!race_sync_orders(race_finder_sync(finder), a, b, true)) return false;
    *known_of(finder, a, b) = (struct race_known){
        {a->block, a->thread, a->round, a->seq}, {b->block, b->thread, b->round, b->seq}, true};
    return true;
}

bool race_ordered(struct race_finder *finder, const struct race_access *a,
                  const struct race_access *b, struct race_lonely lonely)
{
    if (a->block == b->block && a->thread / TRACE_LANES == b->thread / TRACE_LANES &&
        a->seq != b->seq &&
        (race_clock_orders(&finder->walk, a, b) || race_clock_orders(&finder->walk, b, a)))
        return true;
    if (!finder->has_flags) return false;
    if (finder->has_fences && (is_known(finder, a, b) || is_known(finder, b, a))) return true;
    finder->checks++;
    const bool both = a->kind == TRACE_ATOMIC && b->kind == TRACE_ATOMIC;
    if (!both && a->kind == TRACE_ATOMIC &&
        race_sync_follows_atomic(race_finder_sync(finder), a, b, lonely))
        return true;
    if (!both && b->kind == TRACE_ATOMIC &&
        race_sync_follows_atomic(race_finder_sync(finder), b, a, lonely))
        return true;
    return finder->has_fences && (chain_orders(finder, a, b) || chain_orders(finder, b, a));
}
