#include "analysis/race_group.h"

#include "analysis/race_flag.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SLOTS ((uint64_t)1 << 28)

/* ---- Groups --------------------------------------------------------------------------------- */

static bool shared_place(const struct race_finder *finder, uint64_t byte, struct race_place *place)
{
    const struct trace_launch *launch = finder->launch;
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const struct trace_array *array = &launch->arrays[i];
        if (byte < array->offset || byte >= (uint64_t)array->offset + array->bytes) continue;
        uint32_t element = race_element_bytes(finder->trace, launch, TRACE_SHARED, i);
        *place = (struct race_place){TRACE_SHARED, i, (int64_t)((byte - array->offset) / element),
                                     array->bytes / element + 1};
        return true;
    }
    return false;
}

bool race_place_find(const struct race_finder *finder, enum trace_space space, uint64_t word,
                     unsigned byte_in_word, struct race_place *place)
{
    uint64_t byte = word * RACE_WORD + byte_in_word;
    if (space == TRACE_SHARED) return shared_place(finder, byte, place);
    uint32_t object = (uint32_t)(word >> RACE_WORD_BITS);
    byte &= ((uint64_t)RACE_WORD << RACE_WORD_BITS) - 1;
    uint32_t element = race_element_bytes(finder->trace, finder->launch, space, object);
    *place = (struct race_place){space, object, (int64_t)(byte / element),
                                 finder->trace->allocations[object].bytes / element + 1};
    return true;
}

/* The bytes of the word that belong to the same element as this one. */
uint8_t race_element_mask(const struct race_finder *finder, enum trace_space space, uint64_t word,
                          unsigned byte)
{
    struct race_place place, other;
    uint8_t mask = (uint8_t)(1u << byte);
    if (!race_place_find(finder, space, word, byte, &place)) return mask;
    for (unsigned i = 0; i < RACE_WORD; i++)
        if (race_place_find(finder, space, word, i, &other) && other.object == place.object &&
            other.slot == place.slot)
            mask |= (uint8_t)(1u << i);
    return mask;
}

static void place_lines(const struct race_finder *finder, const struct race_access *a,
                        const struct race_access *b, uint32_t lines[4])
{
    const struct trace_request *requests = finder->launch->requests;
    const struct trace_site *x = &finder->trace->sites[requests[a->request].site];
    const struct trace_site *y = &finder->trace->sites[requests[b->request].site];
    bool swap = x->source != y->source ? x->source > y->source : x->line > y->line;
    lines[swap ? 2 : 0] = x->source;
    lines[swap ? 3 : 1] = x->line;
    lines[swap ? 0 : 2] = y->source;
    lines[swap ? 1 : 3] = y->line;
}

static struct race_group *find_group(struct race_finder *finder, const struct race_place *place,
                                     enum race_scope scope, const uint32_t lines[4], bool copy)
{
    for (uint32_t i = 0; i < finder->group_count; i++) {
        struct race_group *group = &finder->groups[i];
        if (group->race.space == place->space && group->race.object == place->object &&
            group->race.scope == scope && group->race.copy == copy &&
            !memcmp(group->lines, lines, sizeof group->lines) &&
            (!finder->by_slot || group->race.slot == place->slot))
            return group;
    }
    MEM_GROW(finder->groups, finder->group_count, finder->group_capacity);
    struct race_group *group = &finder->groups[finder->group_count++];
    *group = (struct race_group){0};
    group->race.space = place->space;
    group->race.object = place->object;
    group->race.scope = scope;
    group->race.copy = copy;
    group->race.severity = scope == RACE_WITHIN_WARP ? TRACE_WARNING : TRACE_ERROR;
    memcpy(group->lines, lines, sizeof group->lines);
    return group;
}

/* Order of instances: block, round, then where the later and the earlier access stand, then the
 * byte. */
static int compare_instances(const struct race_access *a1, const struct race_access *b1,
                             unsigned byte1, const struct race_access *a2,
                             const struct race_access *b2, unsigned byte2)
{
    const uint64_t x[] = {b1->block, b1->round, b1->seq,    a1->seq,
                          b1->word,  byte1,     b1->thread, a1->thread};
    const uint64_t y[] = {b2->block, b2->round, b2->seq,    a2->seq,
                          b2->word,  byte2,     b2->thread, a2->thread};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void count_slot(const struct trace_launch *launch, struct race_group *group,
                       const struct race_place *place, uint32_t block)
{
    struct race *race = &group->race;
    if (!race->count || place->slot < race->low) race->low = place->slot;
    if (!race->count || place->slot > race->high) race->high = place->slot;
    if (!group->seen && place->slots <= MAX_SLOTS) {
        group->seen_count = place->slots;
        group->seen = mem_array(place->slots, sizeof *group->seen);
    }
    uint64_t slot = (uint64_t)place->slot;
    bool fresh = true, first = true;
    if (group->seen && slot < group->seen_count) {
        first = !group->seen[slot];
        fresh = group->seen[slot] != block + 1;
        group->seen[slot] = block + 1;
    }
    race->slots += first;
    race->count += fresh;
    if (!group->blocks) group->blocks = mem_array((size_t)launch->block_count + 1, 1);
    race->blocks += !group->blocks[block];
    group->blocks[block] = 1;
}

/* a comes before b in the order of the word's list; both touch the byte. */
static void report_as(struct race_finder *finder, enum trace_space space, enum race_scope scope,
                      bool copy, const struct race_access *a, const struct race_access *b,
                      unsigned byte)
{
    struct race_place place;
    uint32_t lines[4];
    if (!race_place_find(finder, space, a->word, byte, &place)) return;
    place_lines(finder, a, b, lines);
    struct race_group *group = find_group(finder, &place, scope, lines, copy);
    if (!group->race.count ||
        compare_instances(a, b, byte, &group->first, &group->second, group->byte) < 0) {
        group->first = *a;
        group->second = *b;
        group->byte = byte;
        group->race.slot = place.slot;
        group->race.kind =
            a->kind != TRACE_LOAD && b->kind != TRACE_LOAD ? RACE_WRITE_WRITE : RACE_READ_WRITE;
    }
    count_slot(finder->launch, group, &place, b->block);
}

void race_report(struct race_finder *finder, enum trace_space space, enum race_scope scope,
                 const struct race_access *a, const struct race_access *b, unsigned byte)
{
    report_as(finder, space, scope, false, a, b, byte);
}

void race_finder_report_copy(struct race_finder *finder, const struct race_access *copy,
                             const struct race_access *other, unsigned byte)
{
    report_as(finder, TRACE_SHARED, RACE_BETWEEN_WARPS, true, copy, other, byte);
}

/* ---- Results -------------------------------------------------------------------------------- */

static uint32_t count_turns(const struct trace_launch *launch, const struct race_access *access)
{
    const struct trace_request *last = &launch->requests[access->request];
    uint32_t turn = 0;
    for (uint32_t i = access->request - access->seq; i <= access->request; i++) {
        const struct trace_request *request = &launch->requests[i];
        turn += request->site == last->site && request->kind == last->kind &&
                (request->mask >> access->thread % TRACE_LANES & 1);
    }
    return turn;
}

static struct race_side make_side(const struct trace_launch *launch,
                                  const struct race_access *access)
{
    return (struct race_side){.block = access->block,
                              .round = access->round,
                              .request = access->request,
                              .thread = access->thread,
                              .site = launch->requests[access->request].site,
                              .turn = count_turns(launch, access),
                              .kind = (enum trace_kind)access->kind};
}

static int compare_groups(const void *pa, const void *pb)
{
    const struct race_group *a = pa, *b = pb;
    int order = compare_instances(&a->first, &a->second, a->byte, &b->first, &b->second, b->byte);
    if (order) return order;
    return a->race.severity < b->race.severity ? -1 : a->race.severity > b->race.severity;
}

/* The race is on a flag, or a flag would order the two if only there was a fence before it. */
static bool fence_is_missing(struct race_finder *finder, const struct race_group *group)
{
    const struct race_access *first = &group->first, *second = &group->second;
    if (race_updates(finder, first, second)) return false;
    if (first->flags & second->flags & RACE_VOLATILE && group->race.kind == RACE_READ_WRITE)
        return true;
    struct race_sync *sync = race_finder_sync(finder);
    const struct race_access *atomic = first->kind == TRACE_ATOMIC    ? first
                                       : second->kind == TRACE_ATOMIC ? second
                                                                      : NULL;
    if (atomic) race_sync_leave_out(sync, atomic);
    bool missing = race_sync_orders(sync, first, second, false) ||
                   race_sync_orders(sync, second, first, false);
    if (atomic) race_sync_leave_out(sync, NULL);
    return missing;
}

static bool is_strong(const struct race_access *access)
{
    return access->kind == TRACE_ATOMIC || access->flags & RACE_VOLATILE;
}

static bool is_narrow(const struct race_group *group)
{
    const struct race_access *first = &group->first, *second = &group->second;
    return group->race.scope == RACE_BETWEEN_BLOCKS && is_strong(first) && is_strong(second) &&
           (first->flags | second->flags) & RACE_NARROW;
}

struct race *race_finder_take(struct race_finder *finder, uint32_t *count)
{
    uint32_t n = finder->group_count;
    struct race *races = mem_array((size_t)n + 1, sizeof *races);
    if (n) qsort(finder->groups, n, sizeof *finder->groups, compare_groups);
    for (uint32_t i = 0; i < n; i++) {
        struct race_group *group = &finder->groups[i];
        group->race.first = make_side(finder->launch, &group->first);
        group->race.second = make_side(finder->launch, &group->second);
        group->race.narrow = is_narrow(group);
        if (group->race.scope != RACE_WITHIN_WARP && finder->has_flags && !group->race.copy &&
            !group->race.narrow)
            group->race.fence_missing = fence_is_missing(finder, group);
        races[i] = group->race;
    }
    *count = n;
    return races;
}
