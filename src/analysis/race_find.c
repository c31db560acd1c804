#include "analysis/race_find.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SORTS = 48,
    MAX_ORDER_CHECKS = 2048, /* of pairs that chains of flags may order, for a word and two sites */
    MAX_PAIRS = 1 << 24,     /* looked at for a word and two sites before any race is found */
    MAX_MORE_PAIRS = 1 << 18, /* looked at in vain after one was found */
};
#define MAX_SLOTS ((uint64_t)1 << 28)

void race_finder_init(struct race_finder *finder, const struct trace *trace,
                      const struct trace_launch *launch)
{
    memset(finder, 0, sizeof *finder);
    finder->trace = trace;
    finder->launch = launch;
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
    free(finder->accesses);
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

static bool find_place(const struct race_finder *finder, enum trace_space space,
                       const struct race_access *a, const struct race_access *b,
                       struct place *place)
{
    uint64_t byte = a->word * RACE_WORD + (unsigned)__builtin_ctz(a->bytes & b->bytes);
    if (space == TRACE_SHARED) return shared_place(finder, byte, place);
    uint32_t object = (uint32_t)(a->word >> RACE_WORD_BITS);
    byte &= ((uint64_t)RACE_WORD << RACE_WORD_BITS) - 1;
    uint32_t element = race_element_bytes(finder->trace, finder->launch, space, object);
    *place = (struct place){space, object, (int64_t)(byte / element),
                            finder->trace->allocations[object].bytes / element + 1};
    return true;
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
                                     enum race_scope scope, const uint32_t lines[4])
{
    for (uint32_t i = 0; i < finder->group_count; i++) {
        struct race_group *group = &finder->groups[i];
        if (group->race.space == place->space && group->race.object == place->object &&
            group->race.scope == scope && !memcmp(group->lines, lines, sizeof group->lines) &&
            (!finder->by_slot || group->race.slot == place->slot))
            return group;
    }
    MEM_GROW(finder->groups, finder->group_count, finder->group_capacity);
    struct race_group *group = &finder->groups[finder->group_count++];
    *group = (struct race_group){0};
    group->race.space = place->space;
    group->race.object = place->object;
    group->race.scope = scope;
    group->race.severity = scope == RACE_WITHIN_WARP ? TRACE_WARNING : TRACE_ERROR;
    memcpy(group->lines, lines, sizeof group->lines);
    return group;
}

/* Order of instances: block, round, then where the later and the earlier access stand. */
static int compare_instances(const struct race_access *a1, const struct race_access *b1,
                             const struct race_access *a2, const struct race_access *b2)
{
    const uint64_t x[] = {b1->block, b1->round, b1->seq, a1->seq, b1->word, b1->thread, a1->thread};
    const uint64_t y[] = {b2->block, b2->round, b2->seq, a2->seq, b2->word, b2->thread, a2->thread};
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

/* a comes before b in the order of the word's list. */
static void report(struct race_finder *finder, enum trace_space space, enum race_scope scope,
                   const struct race_access *a, const struct race_access *b)
{
    struct place place;
    uint32_t lines[4];
    if (!find_place(finder, space, a, b, &place)) return;
    place_lines(finder, a, b, lines);
    struct race_group *group = find_group(finder, &place, scope, lines);
    if (!group->race.count || compare_instances(a, b, &group->first, &group->second) < 0) {
        group->first = *a;
        group->second = *b;
        group->race.slot = place.slot;
        group->race.kind =
            a->kind != TRACE_LOAD && b->kind != TRACE_LOAD ? RACE_WRITE_WRITE : RACE_READ_WRITE;
    }
    count_slot(finder->launch, group, &place, b->block);
}

/* ---- Guesses ----------------------------------------------------------------------------- */

/* "old = *p; do { assumed = old; old = atomicCAS(p, assumed, ...); } while (old != assumed);" - the
 * plain read is a guess that the atomic checks, so it races with no atomic on that word. */

static bool line_compares(const struct trace *trace, const struct trace_site *site)
{
    const char *text = trace->sources[site->source].text;
    for (uint32_t line = 1; line < site->line; line++) {
        text = strchr(text, '\n');
        if (!text) return false;
        text++;
    }
    size_t length = strcspn(text, "\n");
    return memmem(text, length, "CAS", 3) || memmem(text, length, "compare_exchange", 16);
}

static bool site_compares(const struct race_finder *finder, const struct race_access *access)
{
    uint32_t site = finder->launch->requests[access->request].site;
    uint8_t *kind = &finder->sites[site];
    if (*kind == RACE_SITE_UNKNOWN)
        *kind = line_compares(finder->trace, &finder->trace->sites[site]) ? RACE_SITE_COMPARES
                                                                          : RACE_SITE_PLAIN;
    return *kind == RACE_SITE_COMPARES;
}

static bool is_guess(const struct race_finder *finder, const struct race_access *access)
{
    return access->kind == TRACE_LOAD && finder->sites &&
           finder->sites[finder->launch->requests[access->request].site] == RACE_SITE_GUESSES;
}

/* The list is sorted: what the same thread did to the word before is further up. */
static void find_guesses(struct race_finder *finder, const struct race_access *list, size_t count)
{
    enum { FAR = 4096 };
    for (size_t j = 1; j < count; j++) {
        if (list[j].kind != TRACE_ATOMIC || !site_compares(finder, &list[j])) continue;
        for (size_t i = j; i-- > 0 && j - i < FAR && list[i].word == list[j].word;) {
            if (list[i].thread != list[j].thread || list[i].block != list[j].block) continue;
            if (list[i].kind == TRACE_LOAD && list[i].round == list[j].round)
                finder->sites[finder->launch->requests[list[i].request].site] = RACE_SITE_GUESSES;
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

static bool ordered(struct race_finder *finder, const struct race_access *a,
                    const struct race_access *b, struct race_lonely lonely)
{
    if (a->block == b->block) {
        if (a->round != b->round) return true;
        if (a->thread / TRACE_LANES == b->thread / TRACE_LANES && a->seq != b->seq &&
            (race_clock_orders(&finder->walk, a, b) || race_clock_orders(&finder->walk, b, a)))
            return true;
    }
    if (!finder->has_flags) return false;
    if (a->kind == TRACE_ATOMIC && race_sync_follows_atomic(get_sync(finder), a, b, lonely))
        return true;
    if (b->kind == TRACE_ATOMIC && race_sync_follows_atomic(get_sync(finder), b, a, lonely))
        return true;
    return finder->has_fences && (race_sync_orders(get_sync(finder), a, b, true) ||
                                  race_sync_orders(get_sync(finder), b, a, true));
}

static enum race_scope scope_of(const struct race_access *a, const struct race_access *b)
{
    if (a->block != b->block) return RACE_BETWEEN_BLOCKS;
    return a->thread / TRACE_LANES == b->thread / TRACE_LANES ? RACE_WITHIN_WARP
                                                              : RACE_BETWEEN_WARPS;
}

/* All pairs of sorts x and y in a word's list: the first unordered pair of each scope. */
static void judge_pair(struct race_finder *finder, enum trace_space space,
                       const struct race_access *list, size_t count, unsigned x, unsigned y,
                       struct race_lonely lonely)
{
    bool done[RACE_SCOPE_COUNT] = {false};
    unsigned checks = 0;
    uint64_t visits = 0, limit = MAX_PAIRS;
    done[RACE_BETWEEN_BLOCKS] = space == TRACE_SHARED;
    for (size_t j = 1; j < count; j++) {
        const struct race_access *b = &list[j];
        if (b->sort != x && b->sort != y) continue;
        unsigned other = b->sort == x ? y : x;
        for (size_t i = 0; i < j; i++) {
            const struct race_access *a = &list[i];
            if (++visits > limit) return;
            if (a->sort != other || !(a->bytes & b->bytes)) continue;
            if (a->block == b->block && a->thread == b->thread) continue;
            enum race_scope scope = scope_of(a, b);
            if (done[scope] || harmless(finder, a, b)) continue;
            if (ordered(finder, a, b, lonely)) {
                if (finder->has_flags && ++checks > MAX_ORDER_CHECKS) return;
                continue;
            }
            report(finder, space, scope, a, b);
            done[scope] = true;
            limit = visits + MAX_MORE_PAIRS;
            if (done[0] && done[1] && done[2]) return;
        }
    }
}

/* Numbers the list's sorts: equal site, kind and volatility. Returns how many there are. */
static unsigned number_sorts(const struct race_finder *finder, struct race_access *list,
                             size_t count, size_t example[MAX_SORTS])
{
    unsigned sorts = 0;
    for (size_t i = 0; i < count; i++) {
        const struct trace_request *request = &finder->launch->requests[list[i].request];
        unsigned k = 0;
        for (; k < sorts; k++) {
            const struct race_access *known = &list[example[k]];
            if (finder->launch->requests[known->request].site == request->site &&
                known->kind == list[i].kind && known->flags == list[i].flags)
                break;
        }
        if (k == sorts) {
            if (sorts == MAX_SORTS)
                k = MAX_SORTS - 1;
            else
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
    unsigned sorts = number_sorts(finder, list, count, example);
    struct race_lonely lonely = find_lonely(list, count);
    for (unsigned x = 0; x < sorts; x++)
        for (unsigned y = x; y < sorts; y++) {
            const struct race_access *a = &list[example[x]], *b = &list[example[y]];
            if (!harmless(finder, a, b)) judge_pair(finder, space, list, count, x, y, lonely);
        }
}

static int compare_accesses(const void *pa, const void *pb)
{
    const struct race_access *a = pa, *b = pb;
    if (a->word != b->word) return a->word < b->word ? -1 : 1;
    if (a->grid != b->grid) return a->grid < b->grid ? -1 : 1;
    if (a->round != b->round) return a->round < b->round ? -1 : 1;
    if (a->seq != b->seq) return a->seq < b->seq ? -1 : 1;
    if (a->block != b->block) return a->block < b->block ? -1 : 1;
    return a->thread < b->thread ? -1 : a->thread > b->thread;
}

/* Grid synchronisation and, where one block alone touches a word, its barriers cut the list. */
static size_t segment_end(const struct race_access *list, size_t count, size_t start, bool by_round)
{
    size_t end = start + 1;
    while (end < count && list[end].grid == list[start].grid &&
           (!by_round || list[end].round == list[start].round))
        end++;
    return end;
}

void race_finder_judge(struct race_finder *finder, enum trace_space space)
{
    struct race_access *list = finder->accesses;
    size_t count = finder->access_count;
    if (count) qsort(list, count, sizeof *list, compare_accesses);
    if (count && finder->has_flags) {
        if (!finder->sites) finder->sites = mem_array((size_t)finder->trace->site_count + 1, 1);
        find_guesses(finder, list, count);
    }
    for (size_t start = 0, end; start < count; start = end) {
        bool one_block = true;
        for (end = start; end < count && list[end].word == list[start].word; end++)
            one_block &= list[end].block == list[start].block;
        for (size_t at = start, stop; at < end; at = stop) {
            stop = segment_end(list, end, at, one_block);
            judge_segment(finder, space, list + at, stop - at);
        }
    }
    finder->access_count = 0;
    race_walk_forget(&finder->walk);
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
    int order = compare_instances(&a->first, &a->second, &b->first, &b->second);
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
        if (group->race.scope != RACE_WITHIN_WARP && finder->has_flags)
            group->race.fence_missing =
                race_sync_orders(get_sync(finder), &group->first, &group->second, false) ||
                race_sync_orders(get_sync(finder), &group->second, &group->first, false);
        races[i] = group->race;
    }
    *count = n;
    return races;
}
