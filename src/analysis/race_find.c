#include "analysis/race_find.h"

#include "analysis/heed.h"
#include "analysis/race_flag.h"
#include "analysis/race_group.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SORTS = 255,
    MAX_CHECKS = 1 << 23, /* of pairs that chains of flags may order, in a launch */
    MAX_PAIRS = 1 << 30,  /* looked at in a launch */
};

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
    free(finder->constants);
    free(finder->known);
    free(finder->updates);
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

/* ---- Guesses -------------------------------------------------------------------------------- */

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

/* ---- Judging -------------------------------------------------------------------------------- */

/* To each other's blocks they are not atomic where one of them is of block scope. */
static bool too_narrow(struct race_finder *finder, const struct race_access *a,
                       const struct race_access *b)
{
    if (!((a->flags | b->flags) & RACE_NARROW) || is_guess(finder, a) || is_guess(finder, b))
        return false;
    return race_meant(finder, a, b);
}

/* heed_constant() of a store, or 0. */
static uint64_t constant_of(struct race_finder *finder, const struct race_access *store)
{
    uint32_t site = finder->launch->requests[store->request].site;
    if (!finder->constants)
        finder->constants =
            mem_array((size_t)finder->trace->site_count + 1, sizeof *finder->constants);
    if (!finder->constants[site])
        finder->constants[site] = heed_constant(finder->trace, site) / 2 + 1;
    return finder->constants[site] - 1;
}

/* Of both accesses the value was kept; *equal: it is one and the same. */
static bool values_kept(const struct race_finder *finder, const struct race_access *a,
                        const struct race_access *b, bool *equal)
{
    enum { WIDEST = 16 };
    uint8_t x[TRACE_LANES * WIDEST], y[TRACE_LANES * WIDEST];
    const struct trace_request *p = &finder->launch->requests[a->request];
    const struct trace_request *q = &finder->launch->requests[b->request];
    if (p->width != q->width || !trace_request_values(finder->launch, p, x) ||
        !trace_request_values(finder->launch, q, y))
        return false;
    *equal = !memcmp(x + a->thread % TRACE_LANES * p->width, y + b->thread % TRACE_LANES * q->width,
                     p->width);
    return true;
}

/* Whoever comes last, the same is in the slot: "found = true;" by many. Values that are equal by
 * chance do not count, so the text has to say that each of the two never varies. */
static bool store_the_same(struct race_finder *finder, const struct race_access *a,
                           const struct race_access *b)
{
    bool equal;
    if (a->kind != TRACE_STORE || b->kind != TRACE_STORE) return false;
    uint64_t x = constant_of(finder, a), y = constant_of(finder, b);
    if (!x || !y) return false;
    return values_kept(finder, a, b, &equal) ? equal : x == y;
}

static bool harmless(struct race_finder *finder, const struct race_access *a,
                     const struct race_access *b)
{
    if (a->kind == TRACE_LOAD && b->kind == TRACE_LOAD) return true;
    if (store_the_same(finder, a, b)) return true;
    if (a->kind == TRACE_ATOMIC && is_guess(finder, b)) return true;
    if (b->kind == TRACE_ATOMIC && is_guess(finder, a)) return true;
    return race_meant(finder, a, b);
}

struct judge { /* of two sorts of accesses to a word, between two grid synchronisations */
    struct race_finder *finder;
    enum trace_space space;
    const struct race_access *list;
    size_t count;
    struct race_lonely lonely;
    unsigned x, y;
    bool apart;                     /* only what different blocks do */
    uint8_t done[RACE_SCOPE_COUNT]; /* bytes of which a race is known */
};

static void note_limit(const struct judge *judge)
{
    struct race_finder *finder = judge->finder;
    struct race_place place;
    const struct race_access *access = judge->list;
    if (finder->limit.hit || !race_place_find(finder, judge->space, access->word,
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
            if (!concerns(judge, scope, a, b) || race_ordered(finder, a, b, judge->lonely))
                continue;
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
            uint8_t element = race_element_mask(judge->finder, judge->space, best.a->word, byte);
            race_report(judge->finder, judge->space, scope, best.a, best.b, byte);
            judge->done[scope] |= element;
            bytes &= (uint8_t)~element;
        }
    }
}

/* ---- Whom to compare ------------------------------------------------------------------------ */

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
                           ? race_sync_stretch(race_finder_sync(finder), at)
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
    for (const struct race_access *from = judge->list; from < end && !judge->apart; from = to) {
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
            const struct race_access *a = &list[example[x]], *b = &list[example[y]];
            judge.apart = harmless(finder, a, b);
            if (judge.apart && !too_narrow(finder, a, b)) continue;
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
