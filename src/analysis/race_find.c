#include "analysis/race_find.h"

#include "analysis/heed.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SORTS = 255,
    MAX_CHECKS = 1 << 23, /* of pairs that chains of flags may order, in a launch */
    MAX_PAIRS = 1 << 30,  /* looked at in a launch */
};
#define MAX_SLOTS ((uint64_t)1 << 28)

void race_finder_init(struct race_finder *finder, const struct trace *trace,
                      const struct trace_launch *launch)
{
    memset(finder, 0, sizeof *finder);
    finder->trace = trace;
    finder->launch = launch;
    finder->last_leak[0] = finder->last_leak[1] = TRACE_NONE;
    race_walk_init(&finder->walk, launch);
}

void race_finder_fini(struct race_finder *finder)
{
    for (uint32_t i = 0; i < finder->group_count; i++) {
        free(finder->groups[i].seen);
        free(finder->groups[i].blocks);
    }
    free(finder->groups);
    free(finder->sites);
    free(finder->known);
    free(finder->accesses);
    free(finder->picks[0]);
    free(finder->picks[1]);
    race_sync_destroy(finder->sync);
    race_walk_fini(&finder->walk);
}

void race_finder_add(struct race_finder *finder, uint32_t request, unsigned lane, uint64_t word,
                     uint8_t bytes)
{
    MEM_GROW(finder->accesses, finder->access_count, finder->access_capacity);
    struct race_access *access = &finder->accesses[finder->access_count++];
    access->word = word;
    access->bytes = bytes;
    race_walk_stamp(&finder->walk, request, lane, access);
}

/* ---- Groups ------------------------------------------------------------------------------ */

struct place { /* what two accesses share */
    enum trace_space space;
    uint32_t object;
    int64_t slot;
    uint64_t slots; /* elements of the object */
};

static bool shared_place(const struct race_finder *finder, uint64_t byte, struct place *place)
{
    const struct trace_launch *launch = finder->launch;
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const struct trace_array *array = &launch->arrays[i];
        if (byte < array->offset || byte >= (uint64_t)array->offset + array->bytes) continue;
        uint32_t element = race_element_bytes(finder->trace, launch, TRACE_SHARED, i);
        *place = (struct place){TRACE_SHARED, i, (int64_t)((byte - array->offset) / element),
                                array->bytes / element + 1};
        return true;
    }
    return false;
}

static bool find_place(const struct race_finder *finder, enum trace_space space, uint64_t word,
                       unsigned byte_in_word, struct place *place)
{
    uint64_t byte = word * RACE_WORD + byte_in_word;
    if (space == TRACE_SHARED) return shared_place(finder, byte, place);
    uint32_t object = (uint32_t)(word >> RACE_WORD_BITS);
    byte &= ((uint64_t)RACE_WORD << RACE_WORD_BITS) - 1;
    uint32_t element = race_element_bytes(finder->trace, finder->launch, space, object);
    *place = (struct place){space, object, (int64_t)(byte / element),
                            finder->trace->allocations[object].bytes / element + 1};
    return true;
}

/* The bytes of the word that belong to the same element as this one. */
static uint8_t element_mask(const struct race_finder *finder, enum trace_space space, uint64_t word,
                            unsigned byte)
{
    struct place place, other;
    uint8_t mask = (uint8_t)(1u << byte);
    if (!find_place(finder, space, word, byte, &place)) return mask;
    for (unsigned i = 0; i < RACE_WORD; i++)
        if (find_place(finder, space, word, i, &other) && other.object == place.object &&
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

static struct race_group *find_group(struct race_finder *finder, const struct place *place,
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
                       const struct place *place, uint32_t block)
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
    struct place place;
    uint32_t lines[4];
    if (!find_place(finder, space, a->word, byte, &place)) return;
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

static void report(struct race_finder *finder, enum trace_space space, enum race_scope scope,
                   const struct race_access *a, const struct race_access *b, unsigned byte)
{
    report_as(finder, space, scope, false, a, b, byte);
}

void race_finder_report_copy(struct race_finder *finder, const struct race_access *copy,
                             const struct race_access *other, unsigned byte)
{
    report_as(finder, TRACE_SHARED, RACE_BETWEEN_WARPS, true, copy, other, byte);
}

/* ---- Guesses ----------------------------------------------------------------------------- */

/* "old = *p; do { assumed = old; old = atomicCAS(p, assumed, ...); } while (old != assumed);" - the
 * plain read is a guess that the atomic checks, so it races with no atomic on that word. */

static bool compares(const struct race_finder *finder, const struct race_access *access)
{
    return finder->launch->requests[access->request].flags & TRACE_COMPARES;
}

static bool is_guess(const struct race_finder *finder, const struct race_access *access)
{
    return access->kind == TRACE_LOAD && finder->sites &&
           finder->sites[finder->launch->requests[access->request].site];
}

static void note_guess(struct race_finder *finder, const struct race_access *load,
                       const struct race_access *swap)
{
    uint32_t site = finder->launch->requests[load->request].site;
    uint32_t by = finder->launch->requests[swap->request].site;
    if (finder->sites[site]) return;
    if (finder->last_leak[0] == site && finder->last_leak[1] == by) return;
    if (heed_leaks(finder->trace, site, by)) {
        finder->last_leak[0] = site;
        finder->last_leak[1] = by;
    } else {
        finder->sites[site] = true;
    }
}

/* The list is sorted: what the same thread did to the word before is further up. */
static void find_guesses(struct race_finder *finder, const struct race_access *list, size_t count)
{
    enum { FAR = 4096 };
    for (size_t j = 1; j < count; j++) {
        if (list[j].kind != TRACE_ATOMIC || !compares(finder, &list[j])) continue;
        for (size_t i = j; i-- > 0 && j - i < FAR && list[i].word == list[j].word;) {
            if (list[i].round != list[j].round || list[i].block != list[j].block) break;
            if (list[i].thread != list[j].thread) continue;
            if (list[i].kind == TRACE_LOAD) note_guess(finder, &list[i], &list[j]);
            break;
        }
    }
}

/* ---- Judging ----------------------------------------------------------------------------- */

static bool publishes(const struct race_access *a)
{
    return a->kind == TRACE_ATOMIC ||
           (a->kind == TRACE_STORE && (a->flags & RACE_VOLATILE) && (a->flags & RACE_FENCED));
}

static bool observes(const struct race_access *a)
{
    return a->kind == TRACE_ATOMIC || (a->kind == TRACE_LOAD && (a->flags & RACE_VOLATILE));
}

/* Flags, counters and locks are there to be touched by many. */
static bool meant(const struct race_access *a, const struct race_access *b)
{
    return (publishes(a) && (publishes(b) || observes(b))) || (observes(a) && publishes(b));
}

static bool harmless(const struct race_finder *finder, const struct race_access *a,
                     const struct race_access *b)
{
    if (a->kind == TRACE_LOAD && b->kind == TRACE_LOAD) return true;
    if (a->kind == TRACE_ATOMIC && is_guess(finder, b)) return true;
    if (b->kind == TRACE_ATOMIC && is_guess(finder, a)) return true;
    return meant(a, b);
}

static struct race_sync *get_sync(struct race_finder *finder)
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
    if (!race_sync_orders(get_sync(finder), a, b, true)) return false;
    *known_of(finder, a, b) = (struct race_known){
        {a->block, a->thread, a->round, a->seq}, {b->block, b->thread, b->round, b->seq}, true};
    return true;
}

static bool ordered(struct race_finder *finder, const struct race_access *a,
                    const struct race_access *b, struct race_lonely lonely)
{
    if (a->block == b->block && a->thread / TRACE_LANES == b->thread / TRACE_LANES &&
        a->seq != b->seq &&
        (race_clock_orders(&finder->walk, a, b) || race_clock_orders(&finder->walk, b, a)))
        return true;
    if (!finder->has_flags) return false;
    if (finder->has_fences && (is_known(finder, a, b) || is_known(finder, b, a))) return true;
    finder->checks++;
    if (a->kind == TRACE_ATOMIC && race_sync_follows_atomic(get_sync(finder), a, b, lonely))
        return true;
    if (b->kind == TRACE_ATOMIC && race_sync_follows_atomic(get_sync(finder), b, a, lonely))
        return true;
    return finder->has_fences && (chain_orders(finder, a, b) || chain_orders(finder, b, a));
}

struct judge { /* of two sorts of accesses to a word, between two grid synchronisations */
    struct race_finder *finder;
    enum trace_space space;
    const struct race_access *list;
    size_t count;
    struct race_lonely lonely;
    unsigned x, y;
    uint8_t done[RACE_SCOPE_COUNT]; /* bytes of which a race is known */
};

static void note_limit(const struct judge *judge)
{
    struct race_finder *finder = judge->finder;
    struct place place;
    const struct race_access *access = judge->list;
    if (finder->limit.hit || !find_place(finder, judge->space, access->word,
                                         (unsigned)__builtin_ctz(access->bytes), &place))
        return;
    finder->limit = (struct race_limit){true, place.space, place.object,
                                        finder->launch->requests[access->request].site};
}

static bool concerns(const struct judge *judge, enum race_scope scope, const struct race_access *a,
                     const struct race_access *b)
{
    if (!(a->bytes & b->bytes & ~judge->done[scope])) return false;
    switch (scope) {
    case RACE_WITHIN_WARP:
        return a->thread != b->thread && a->thread / TRACE_LANES == b->thread / TRACE_LANES;
    case RACE_BETWEEN_WARPS:
        return a->thread / TRACE_LANES != b->thread / TRACE_LANES;
    default:
        return a->block != b->block;
    }
}

struct couple { /* of accesses, a the earlier in the list; NULL = none */
    const struct race_access *a, *b;
};

static size_t first_behind(const struct race_picks *picks, const struct race_access *access)
{
    size_t low = 0, high = picks->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (picks->at[middle].access <= access)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Each of `from` with those of `to` behind it: the unordered couple whose b, then a, is first,
 * if it is before the best so far. The last of `from` come first where chains may order them: what
 * holds for a thread's last access holds for those before. False when there is too much to look at.
 */
static bool find_couple(const struct judge *judge, enum race_scope scope,
                        const struct race_picks *from, const struct race_picks *to,
                        struct couple *best)
{
    struct race_finder *finder = judge->finder;
    for (size_t i = 0; i < from->count; i++) {
        const struct race_access *a = from->at[finder->has_flags ? from->count - 1 - i : i].access;
        if (best->a && a >= best->b) continue;
        for (size_t k = first_behind(to, a); k < to->count; k++) {
            const struct race_access *b = to->at[k].access;
            if (best->a && (b > best->b || (b == best->b && a >= best->a))) break;
            if (++finder->pairs > MAX_PAIRS || finder->checks > MAX_CHECKS) return false;
            if (!concerns(judge, scope, a, b) || ordered(finder, a, b, judge->lonely)) continue;
            *best = (struct couple){a, b};
            break;
        }
    }
    return true;
}

/* Reports the first unordered couple of every element of the word. */
static void judge_picks(struct judge *judge, enum race_scope scope, const struct race_picks *xs,
                        const struct race_picks *ys)
{
    for (;;) {
        struct couple best = {NULL, NULL};
        if (!find_couple(judge, scope, xs, ys, &best) ||
            (judge->x != judge->y && !find_couple(judge, scope, ys, xs, &best)))
            note_limit(judge);
        if (race_sync_exhausted(judge->finder->sync)) note_limit(judge);
        if (!best.a) return;
        uint8_t bytes = best.a->bytes & best.b->bytes & (uint8_t)~judge->done[scope];
        while (bytes) {
            unsigned byte = (unsigned)__builtin_ctz(bytes);
            uint8_t element = element_mask(judge->finder, judge->space, best.a->word, byte);
            report(judge->finder, judge->space, scope, best.a, best.b, byte);
            judge->done[scope] |= element;
            bytes &= (uint8_t)~element;
        }
    }
}

/* ---- Whom to compare --------------------------------------------------------------------- */

static int compare_alike(const void *pa, const void *pb)
{
    const struct race_pick *p = pa, *q = pb;
    const struct race_access *a = p->access, *b = q->access;
    if (p->stretch != q->stretch) return p->stretch < q->stretch ? -1 : 1;
    if (p->unit != q->unit) return p->unit < q->unit ? -1 : 1;
    if (a->bytes != b->bytes) return a->bytes < b->bytes ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int compare_picks(const void *pa, const void *pb)
{
    const struct race_access *a = ((const struct race_pick *)pa)->access;
    const struct race_access *b = ((const struct race_pick *)pb)->access;
    return a < b ? -1 : a > b;
}

/* Of those that stand in the same place to all others one is enough. */
static void keep_representatives(struct race_picks *picks)
{
    size_t kept = 0;
    if (picks->count < 2) return;
    qsort(picks->at, picks->count, sizeof *picks->at, compare_alike);
    for (size_t i = 0; i < picks->count; i++) {
        const struct race_pick *now = &picks->at[i], *old = kept ? &picks->at[kept - 1] : NULL;
        if (old && old->stretch == now->stretch && old->unit == now->unit &&
            old->access->bytes == now->access->bytes)
            continue;
        picks->at[kept++] = *now;
    }
    picks->count = kept;
    qsort(picks->at, kept, sizeof *picks->at, compare_picks);
}

/* `unit`: what is told apart in this scope beside where threads stand between events: warps of a
 * block; blocks and, where chains of flags may order them, their rounds. */
static uint64_t unit_of(const struct race_finder *finder, enum race_scope scope,
                        const struct race_access *access)
{
    if (scope == RACE_BETWEEN_WARPS) return access->thread / TRACE_LANES;
    return (uint64_t)access->block << 32 | (finder->has_flags ? access->round : 0);
}

static unsigned warp_bit(const struct race_access *access)
{
    return access->thread / TRACE_LANES % TRACE_LANES;
}

struct extent { /* of the word's list; within a warp also that one's accesses only */
    const struct race_access *from, *to;
    enum race_scope scope;
    unsigned warp; /* modulo 32 */
};

static void pick(struct race_finder *finder, const struct extent *extent, unsigned sort,
                 struct race_picks *picks, int slot)
{
    enum race_scope scope = extent->scope;
    picks->count = 0;
    for (const struct race_access *at = extent->from; at < extent->to; at++) {
        if (at->sort != sort) continue;
        if (scope == RACE_WITHIN_WARP && warp_bit(at) != extent->warp) continue;
        MEM_GROW(finder->picks[slot], picks->count, finder->pick_capacity[slot]);
        finder->picks[slot][picks->count++] = (struct race_pick){
            .access = at,
            .unit = unit_of(finder, scope, at),
            .stretch = finder->has_flags && scope != RACE_WITHIN_WARP
                           ? race_sync_stretch(get_sync(finder), at)
                           : 0,
        };
    }
    picks->at = finder->picks[slot];
    if (scope != RACE_WITHIN_WARP) keep_representatives(picks);
}

static void judge_extent(struct judge *judge, const struct extent *extent)
{
    struct race_picks xs, ys;
    pick(judge->finder, extent, judge->x, &xs, 0);
    if (!xs.count) return;
    if (judge->x == judge->y) {
        judge_picks(judge, extent->scope, &xs, &xs);
        return;
    }
    pick(judge->finder, extent, judge->y, &ys, 1);
    if (ys.count) judge_picks(judge, extent->scope, &xs, &ys);
}

/* What a block did between two of its barriers. */
static void judge_run(struct judge *judge, const struct race_access *from,
                      const struct race_access *to)
{
    uint32_t warps[2] = {0, 0};
    for (const struct race_access *at = from; at < to; at++) {
        if (at->sort == judge->x) warps[0] |= 1u << warp_bit(at);
        if (at->sort == judge->y) warps[1] |= 1u << warp_bit(at);
    }
    if (!warps[0] || !warps[1]) return;
    uint32_t all = warps[0] | warps[1], both = warps[0] & warps[1];
    struct extent extent = {from, to, RACE_BETWEEN_WARPS, 0};
    if (all & (all - 1)) judge_extent(judge, &extent);
    extent.scope = RACE_WITHIN_WARP;
    for (; both; both &= both - 1) {
        extent.warp = (unsigned)__builtin_ctz(both);
        judge_extent(judge, &extent);
    }
}

static void judge_sorts(struct judge *judge)
{
    const struct race_access *end = judge->list + judge->count, *to;
    for (const struct race_access *from = judge->list; from < end; from = to) {
        for (to = from + 1; to < end && to->block == from->block && to->round == from->round; to++)
            ;
        if (to - from > 1) judge_run(judge, from, to);
    }
    struct extent all = {judge->list, end, RACE_BETWEEN_BLOCKS, 0};
    if (judge->space == TRACE_GLOBAL && judge->list->block != end[-1].block)
        judge_extent(judge, &all);
}

/* Numbers the list's sorts: equal site, kind and volatility. Returns how many there are; `*count`
 * becomes less when there are too many. */
static unsigned number_sorts(const struct race_finder *finder, struct race_access *list,
                             size_t *count, size_t example[MAX_SORTS])
{
    unsigned sorts = 0;
    size_t all = *count;
    for (size_t i = 0; i < all; i++) {
        const struct trace_request *request = &finder->launch->requests[list[i].request];
        unsigned k = 0;
        for (; k < sorts; k++) {
            const struct race_access *known = &list[example[k]];
            if (finder->launch->requests[known->request].site == request->site &&
                known->kind == list[i].kind && known->flags == list[i].flags)
                break;
        }
        if (k == sorts) {
            if (sorts == MAX_SORTS) {
                *count = i;
                return sorts;
            }
            example[sorts++] = i;
        }
        list[i].sort = (uint8_t)k;
    }
    return sorts;
}

/* Does one block (or one thread) alone touch the word other than by atomics? */
static struct race_lonely find_lonely(const struct race_access *list, size_t count)
{
    const struct race_access *first = NULL;
    struct race_lonely lonely = {true, true};
    for (size_t i = 0; i < count; i++) {
        if (list[i].kind == TRACE_ATOMIC) continue;
        if (!first) first = &list[i];
        if (first->block != list[i].block) lonely.block = false;
        if (!lonely.block || first->thread != list[i].thread) lonely.thread = false;
    }
    return lonely;
}

static void judge_segment(struct race_finder *finder, enum trace_space space,
                          struct race_access *list, size_t count)
{
    size_t example[MAX_SORTS];
    bool writes = false;
    for (size_t i = 0; i < count && !writes; i++)
        writes = list[i].kind != TRACE_LOAD;
    if (!writes || count < 2) return;
    struct judge judge = {.finder = finder, .space = space, .list = list};
    judge.lonely = find_lonely(list, count);
    judge.count = count;
    unsigned sorts = number_sorts(finder, list, &judge.count, example);
    if (judge.count < count) note_limit(&judge);
    for (unsigned x = 0; x < sorts; x++)
        for (unsigned y = x; y < sorts; y++) {
            if (harmless(finder, &list[example[x]], &list[example[y]])) continue;
            judge.x = x;
            judge.y = y;
            memset(judge.done, 0, sizeof judge.done);
            judge_sorts(&judge);
        }
}

static int compare_accesses(const void *pa, const void *pb)
{
    const struct race_access *a = pa, *b = pb;
    if (a->word != b->word) return a->word < b->word ? -1 : 1;
    if (a->grid != b->grid) return a->grid < b->grid ? -1 : 1;
    if (a->block != b->block) return a->block < b->block ? -1 : 1;
    if (a->round != b->round) return a->round < b->round ? -1 : 1;
    if (a->seq != b->seq) return a->seq < b->seq ? -1 : 1;
    return a->thread < b->thread ? -1 : a->thread > b->thread;
}

void race_finder_forget(struct race_finder *finder)
{
    finder->access_count = 0;
    race_walk_forget(&finder->walk);
}

void race_finder_judge(struct race_finder *finder, enum trace_space space)
{
    struct race_access *list = finder->accesses;
    size_t count = finder->access_count;
    if (count) qsort(list, count, sizeof *list, compare_accesses);
    if (count && finder->has_flags) {
        if (!finder->sites)
            finder->sites = mem_array((size_t)finder->trace->site_count + 1, sizeof *finder->sites);
        find_guesses(finder, list, count);
    }
    for (size_t start = 0, end; start < count; start = end) { /* grid.sync() cuts a word's list */
        end = start + 1;
        while (end < count && list[end].word == list[start].word &&
               list[end].grid == list[start].grid)
            end++;
        judge_segment(finder, space, list + start, end - start);
    }
    race_finder_forget(finder);
}

/* ---- Results ----------------------------------------------------------------------------- */

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

struct race *race_finder_take(struct race_finder *finder, uint32_t *count)
{
    uint32_t n = finder->group_count;
    struct race *races = mem_array((size_t)n + 1, sizeof *races);
    if (n) qsort(finder->groups, n, sizeof *finder->groups, compare_groups);
    for (uint32_t i = 0; i < n; i++) {
        struct race_group *group = &finder->groups[i];
        group->race.first = make_side(finder->launch, &group->first);
        group->race.second = make_side(finder->launch, &group->second);
        if (group->race.scope != RACE_WITHIN_WARP && finder->has_flags && !group->race.copy) {
            bool is_flag = group->first.flags & group->second.flags & RACE_VOLATILE &&
                           group->race.kind == RACE_READ_WRITE;
            group->race.fence_missing =
                is_flag ||
                race_sync_orders(get_sync(finder), &group->first, &group->second, false) ||
                race_sync_orders(get_sync(finder), &group->second, &group->first, false);
        }
        races[i] = group->race;
    }
    *count = n;
    return races;
}
