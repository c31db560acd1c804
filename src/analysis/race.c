#include "analysis/race_copy.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which words are worth a closer look --------------------------------------------------- */

enum {
    SEEN = 4096,
    MAX_SHARED = 1 << 20,
    PAGE = 4096,
    MAX_GATHERED = 1 << 20, /* accesses to global memory that are kept at a time */
    MAX_PARTS = 256
};
#define MAX_WORDS ((uint64_t)1 << 36)

enum shadow_flags {
    SHADOW_WRITTEN = 1, /* since the stretch began: a round; for global words also a launch */
    SHADOW_PLAIN = 2,   /* touched other than by an atomic */
    SHADOW_MANY = 4,    /* by several threads */
    SHADOW_HOT = 8,     /* written, plain and many at once, in one round */
    SHADOW_EVER_WRITTEN = 16,
    SHADOW_EVER_PLAIN = 32,
    SHADOW_BLOCKS = 64,
    SHADOW_KEEP_GLOBAL = SHADOW_HOT | SHADOW_EVER_WRITTEN | SHADOW_EVER_PLAIN | SHADOW_BLOCKS
};

struct shadow {
    uint32_t stamp; /* of the round; 0 = never */
    uint16_t owner; /* last thread */
    uint8_t flags;
};

struct page { /* shadow of PAGE words */
    struct shadow shadow[PAGE];
    uint32_t block[PAGE]; /* position of the block that came last */
};

struct region { /* one written allocation; pages are made where it is touched */
    uint64_t first, words;
    struct page **pages;
};

struct seen { /* a request that was looked at in this stretch already */
    uint64_t stretch;
    uint32_t request, epoch;
};

struct detector {
    struct race_finder finder;
    struct shadow *shared;
    uint64_t shared_words;
    struct seen seen[SEEN];
    uint64_t stretch;
    uint32_t stamp;         /* of the round in the shadows */
    struct region *regions; /* by allocation; words 0 = not written in this launch */
    bool any_region;
    /* Global accesses are gathered a part of the words at a time: */
    uint32_t parts, part;
    uint64_t gathered; /* in this part, kept or not */
};

/* True when an equal request (to the same addresses, by the same lanes, with nothing between that
 * may order memory) has been here since the stretch began; for a race the second adds nothing. */
static bool seen_before(struct detector *d, uint32_t index, uint32_t epoch)
{
    const struct trace_request *r = &d->finder.launch->requests[index];
    if (r->flags & TRACE_SCATTERED) return false;
    uint64_t hash = (uint64_t)r->offset * 0x9e3779b97f4a7c15ull;
    hash ^= ((uint64_t)r->mask << 32 | (uint32_t)r->stride) * 0xc2b2ae3d27d4eb4full;
    hash ^= ((uint64_t)r->warp << 40 | (uint64_t)r->site << 8 | r->kind) * 0x165667b19e3779f9ull;
    hash += epoch * 0x27d4eb2f165667c5ull;
    struct seen *seen = &d->seen[(hash ^ hash >> 29) * 0x9e3779b97f4a7c15ull >> 52];
    if (seen->stretch == d->stretch && seen->epoch == epoch) {
        const struct trace_request *old = &d->finder.launch->requests[seen->request];
        if (old->offset == r->offset && old->mask == r->mask && old->stride == r->stride &&
            old->warp == r->warp && old->site == r->site && old->kind == r->kind &&
            old->object == r->object && old->space == r->space && old->width == r->width &&
            old->flags == r->flags)
            return true;
    }
    *seen = (struct seen){d->stretch, index, epoch};
    return false;
}

/* `keep`: flags that outlive the round. */
static void touch(struct shadow *shadow, uint32_t stamp, uint32_t thread, uint8_t keep,
                  const struct trace_request *request)
{
    if (shadow->stamp != stamp) {
        shadow->stamp = stamp;
        shadow->owner = (uint16_t)thread;
        shadow->flags &= keep;
    } else if (shadow->owner != thread) {
        shadow->flags |= SHADOW_MANY;
    }
    if (request->kind != TRACE_LOAD) shadow->flags |= SHADOW_WRITTEN | SHADOW_EVER_WRITTEN;
    if (request->kind != TRACE_ATOMIC) shadow->flags |= SHADOW_PLAIN | SHADOW_EVER_PLAIN;
    if ((shadow->flags & 7) == 7) shadow->flags |= SHADOW_HOT;
}

/* The words of one lane's access and which bytes of each. */
struct span {
    uint64_t first, last;
    uint64_t start, end; /* bytes */
};

static bool make_span(int64_t start, uint32_t width, uint64_t limit, struct span *span)
{
    if (start < 0 || (uint64_t)start + width > limit) return false;
    span->start = (uint64_t)start;
    span->end = span->start + width;
    span->first = span->start / RACE_WORD;
    span->last = (span->end - 1) / RACE_WORD;
    return true;
}

static uint8_t bytes_in(const struct span *span, uint64_t word)
{
    uint64_t low = word * RACE_WORD;
    uint64_t from = span->start > low ? span->start - low : 0;
    uint64_t to = span->end - low < RACE_WORD ? span->end - low : RACE_WORD;
    return (uint8_t)((1u << to) - (1u << from));
}

/* ---- Shared memory: one round of one block at a time ---------------------------------------- */

static bool shared_access(const struct trace_request *r)
{
    return r->kind <= TRACE_ATOMIC && r->space == TRACE_SHARED && r->object != TRACE_NONE;
}

static int64_t shared_base(const struct detector *d, const struct trace_request *request)
{
    return d->finder.launch->arrays[request->object].offset;
}

/* Fills the shadow; returns whether any word is hot. `special`: something happened that later
 * rounds have to know. */
static bool sift_shared(struct detector *d, const struct trace_round *round, bool *special)
{
    const struct trace_launch *launch = d->finder.launch;
    bool hot = false;
    d->stamp++;
    d->stretch++;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind > TRACE_ATOMIC)
            *special |= request->kind == TRACE_FENCE || request->kind == TRACE_EXIT ||
                        request->kind == TRACE_GRID_SYNC;
        if (!shared_access(request) || seen_before(d, i, 0)) continue;
        int64_t offsets[TRACE_LANES], base = shared_base(d, request);
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct span span;
            if (!make_span(base + offsets[lane], request->width, d->shared_words * RACE_WORD,
                           &span))
                continue;
            for (uint64_t word = span.first; word <= span.last; word++) {
                touch(&d->shared[word], d->stamp, request->warp * TRACE_LANES + lane, 0, request);
                hot |= d->shared[word].flags & SHADOW_HOT;
            }
        }
    }
    return hot;
}

static void collect_shared(struct detector *d, const struct trace_round *round, bool hot)
{
    const struct trace_launch *launch = d->finder.launch;
    d->stretch++;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (!race_walk_step(&d->finder.walk, i) || !hot || !shared_access(request)) continue;
        if (seen_before(d, i, d->finder.walk.epoch)) continue;
        int64_t offsets[TRACE_LANES], base = shared_base(d, request);
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct span span;
            if (!make_span(base + offsets[lane], request->width, d->shared_words * RACE_WORD,
                           &span))
                continue;
            for (uint64_t word = span.first; word <= span.last; word++)
                if (d->shared[word].flags & SHADOW_HOT && d->shared[word].stamp == d->stamp)
                    race_finder_add(&d->finder, i, lane, word, bytes_in(&span, word));
        }
    }
}

static void examine_round(struct detector *d, uint32_t block, uint32_t index)
{
    const struct trace_round *round = trace_block_round(d->finder.launch, block, index);
    bool special = false, hot = sift_shared(d, round, &special);
    race_walk_round(&d->finder.walk, index);
    if (hot || special) collect_shared(d, round, hot);
    if (hot) race_finder_judge(&d->finder, TRACE_SHARED);
}

/* ---- Global memory: words that a launch writes ---------------------------------------------- */

static bool global_access(const struct detector *d, const struct trace_request *r)
{
    return r->kind <= TRACE_ATOMIC && r->space == TRACE_GLOBAL && r->object != TRACE_NONE &&
           d->regions[r->object].words;
}

static void widen(struct region *region, uint64_t low, uint64_t high)
{
    if (!region->words) {
        region->first = low;
        region->words = high - low + 1;
        return;
    }
    uint64_t end = region->first + region->words;
    if (low < region->first) region->first = low;
    if (high + 1 > end) end = high + 1;
    region->words = end - region->first;
}

static void find_regions(struct detector *d)
{
    const struct trace *trace = d->finder.trace;
    const struct trace_launch *launch = d->finder.launch;
    for (uint32_t i = 0; i < launch->request_count; i++) {
        const struct trace_request *request = &launch->requests[i];
        bool phase = request->kind == TRACE_ARRIVE || request->kind == TRACE_WAIT;
        d->finder.has_fences |= request->kind == TRACE_FENCE || phase;
        d->finder.has_flags |= phase;
        if (request->kind > TRACE_ATOMIC) continue;
        d->finder.has_flags |= request->kind == TRACE_ATOMIC || request->flags & TRACE_VOLATILE;
        if (request->kind == TRACE_LOAD || request->space != TRACE_GLOBAL ||
            request->object == TRACE_NONE)
            continue;
        int64_t offsets[TRACE_LANES];
        uint64_t limit = trace->allocations[request->object].bytes;
        if (limit > (uint64_t)RACE_WORD << RACE_WORD_BITS) continue;
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            struct span span;
            if (make_span(offsets[__builtin_ctz(rest)], request->width, limit, &span))
                widen(&d->regions[request->object], span.first, span.last);
        }
    }
    for (uint32_t i = 0; i < trace->allocation_count; i++) {
        struct region *region = &d->regions[i];
        if (region->words > MAX_WORDS) region->words = 0;
        if (!region->words) continue;
        d->any_region = true;
        region->pages = mem_array(region->words / PAGE + 1, sizeof *region->pages);
    }
}

static void touch_global(struct region *region, uint64_t word, uint32_t stamp, uint32_t block,
                         uint32_t thread, const struct trace_request *request)
{
    uint64_t at = word - region->first;
    if (word < region->first || at >= region->words) return;
    struct page **slot = &region->pages[at / PAGE];
    if (!*slot) *slot = mem_alloc(sizeof **slot);
    struct shadow *shadow = &(*slot)->shadow[at % PAGE];
    uint32_t *last = &(*slot)->block[at % PAGE];
    if (shadow->stamp && *last != block) shadow->flags |= SHADOW_BLOCKS;
    *last = block;
    touch(shadow, stamp, thread, SHADOW_KEEP_GLOBAL, request);
}

static void sift_global(struct detector *d, uint32_t block, const struct trace_round *round)
{
    const struct trace_launch *launch = d->finder.launch;
    d->stamp++;
    d->stretch++;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (!global_access(d, request) || seen_before(d, i, 0)) continue;
        struct region *region = &d->regions[request->object];
        uint64_t limit = d->finder.trace->allocations[request->object].bytes;
        int64_t offsets[TRACE_LANES];
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct span span;
            if (!make_span(offsets[lane], request->width, limit, &span)) continue;
            for (uint64_t word = span.first; word <= span.last; word++)
                touch_global(region, word, d->stamp, block, request->warp * TRACE_LANES + lane,
                             request);
        }
    }
}

static bool hot_shadow(const struct shadow *shadow)
{
    const uint8_t across = SHADOW_BLOCKS | SHADOW_EVER_WRITTEN | SHADOW_EVER_PLAIN;
    return (shadow->flags & SHADOW_HOT) || (shadow->flags & across) == across;
}

static bool hot_word(const struct region *region, uint64_t word)
{
    uint64_t at = word - region->first;
    if (word < region->first || at >= region->words) return false;
    const struct page *page = region->pages[at / PAGE];
    return page && hot_shadow(&page->shadow[at % PAGE]);
}

static bool any_hot(const struct detector *d)
{
    for (uint32_t i = 0; i < d->finder.trace->allocation_count; i++) {
        const struct region *region = &d->regions[i];
        for (uint64_t k = 0; region->words && k <= region->words / PAGE; k++)
            for (int w = 0; region->pages[k] && w < PAGE; w++)
                if (hot_shadow(&region->pages[k]->shadow[w])) return true;
    }
    return false;
}

/* Neighbouring words go to different parts. */
static uint32_t part_of(const struct detector *d, uint64_t word)
{
    return (uint32_t)(word % d->parts);
}

static void collect_global(struct detector *d, const struct trace_round *round)
{
    const struct trace_launch *launch = d->finder.launch;
    d->stretch++;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (!race_walk_step(&d->finder.walk, i) || !global_access(d, request)) continue;
        if (seen_before(d, i, d->finder.walk.epoch)) continue;
        const struct region *region = &d->regions[request->object];
        uint64_t limit = d->finder.trace->allocations[request->object].bytes;
        int64_t offsets[TRACE_LANES];
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct span span;
            if (!make_span(offsets[lane], request->width, limit, &span)) continue;
            for (uint64_t word = span.first; word <= span.last; word++) {
                if (!hot_word(region, word) || part_of(d, word) != d->part) continue;
                if (++d->gathered > MAX_GATHERED && d->parts == 1) continue;
                race_finder_add(&d->finder, i, lane,
                                (uint64_t)request->object << RACE_WORD_BITS | word,
                                bytes_in(&span, word));
            }
        }
    }
}

static void gather_global(struct detector *d)
{
    const struct trace_launch *launch = d->finder.launch;
    d->gathered = 0;
    for (uint32_t b = 0; b < launch->block_count; b++) {
        race_walk_block(&d->finder.walk, b);
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++) {
            race_walk_round(&d->finder.walk, r);
            collect_global(d, trace_block_round(launch, b, r));
        }
    }
}

static void examine_global(struct detector *d)
{
    const struct trace_launch *launch = d->finder.launch;
    for (uint32_t b = 0; b < launch->block_count; b++)
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++)
            sift_global(d, b, trace_block_round(launch, b, r));
    if (!any_hot(d)) return;
    d->parts = 1;
    gather_global(d);
    if (d->gathered > MAX_GATHERED) { /* too much at once: it was only counted */
        uint64_t parts = 2 * d->gathered / MAX_GATHERED + 1;
        race_finder_forget(&d->finder);
        d->parts = parts < MAX_PARTS ? (uint32_t)parts : MAX_PARTS;
        gather_global(d);
    }
    race_finder_judge(&d->finder, TRACE_GLOBAL);
    for (d->part = 1; d->part < d->parts; d->part++) {
        gather_global(d);
        race_finder_judge(&d->finder, TRACE_GLOBAL);
    }
}

/* ---- A launch ------------------------------------------------------------------------------ */

static struct detector *detector_create(const struct trace *trace,
                                        const struct trace_launch *launch)
{
    struct detector *d = mem_alloc(sizeof *d);
    race_finder_init(&d->finder, trace, launch);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < launch->array_count; i++) {
        uint64_t end = (uint64_t)launch->arrays[i].offset + launch->arrays[i].bytes;
        if (end > bytes) bytes = end;
    }
    if (bytes > MAX_SHARED) bytes = MAX_SHARED;
    d->shared_words = (bytes + RACE_WORD - 1) / RACE_WORD;
    d->shared = mem_array(d->shared_words + 1, sizeof *d->shared);
    d->regions = mem_array((size_t)trace->allocation_count + 1, sizeof *d->regions);
    find_regions(d);
    return d;
}

static void detector_destroy(struct detector *d)
{
    for (uint32_t i = 0; i < d->finder.trace->allocation_count; i++) {
        const struct region *region = &d->regions[i];
        for (uint64_t k = 0; region->words && k <= region->words / PAGE; k++)
            free(region->pages[k]);
        free(region->pages);
    }
    free(d->regions);
    free(d->shared);
    race_finder_fini(&d->finder);
    free(d);
}

static void examine_launch(const struct trace *trace, const struct trace_launch *launch,
                           struct race_table *table)
{
    struct detector *d = detector_create(trace, launch);
    for (uint32_t b = 0; b < launch->block_count && d->shared_words; b++) {
        race_walk_block(&d->finder.walk, b);
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++)
            examine_round(d, b, r);
        race_copies(&d->finder, b, d->shared_words * RACE_WORD);
    }
    if (d->any_region) examine_global(d);
    table->races = race_finder_take(&d->finder, &table->count);
    table->limit = d->finder.limit;
    detector_destroy(d);
}

/* ---- Cache --------------------------------------------------------------------------------- */

struct cache {
    uint32_t count;
    struct race_table *tables;
    bool *done;
    struct race_table round; /* races_of_round */
    uint32_t round_launch, round_block, round_index;
    bool round_valid;
};

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    for (uint32_t i = 0; i < cache->count; i++)
        free((void *)cache->tables[i].races);
    free((void *)cache->round.races);
    free(cache->tables);
    free(cache->done);
    free(cache);
}

static struct cache *get_cache(struct analysis *analysis)
{
    void **slot = analysis_slot(analysis, ANALYSIS_RACES, cache_release);
    struct cache *cache = *slot;
    if (cache) return cache;
    const struct trace *trace = analysis_trace(analysis);
    *slot = cache = mem_alloc(sizeof *cache);
    cache->count = trace->launch_count;
    cache->tables = mem_array((size_t)trace->launch_count + 1, sizeof *cache->tables);
    cache->done = mem_array((size_t)trace->launch_count + 1, sizeof *cache->done);
    return cache;
}

const struct race_table *races_of_launch(struct analysis *analysis, uint32_t launch)
{
    struct cache *cache = get_cache(analysis);
    const struct trace *trace = analysis_trace(analysis);
    if (!cache->done[launch]) {
        examine_launch(trace, &trace->launches[launch], &cache->tables[launch]);
        cache->done[launch] = true;
    }
    return &cache->tables[launch];
}

static bool any_shared(const struct race_table *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (table->races[i].space == TRACE_SHARED) return true;
    return false;
}

const struct race_table *races_of_round(struct analysis *analysis, uint32_t launch_index,
                                        uint32_t block, uint32_t round)
{
    struct cache *cache = get_cache(analysis);
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[launch_index];
    if (cache->round_valid && cache->round_launch == launch_index && cache->round_block == block &&
        cache->round_index == round)
        return &cache->round;
    free((void *)cache->round.races);
    cache->round = (struct race_table){0};
    cache->round_launch = launch_index;
    cache->round_block = block;
    cache->round_index = round;
    cache->round_valid = true;
    if (!any_shared(races_of_launch(analysis, launch_index))) return &cache->round;
    struct detector *d = detector_create(trace, launch);
    d->finder.by_slot = true;
    race_walk_block(&d->finder.walk, block);
    for (uint32_t r = 0; r < round; r++) { /* fences and exits of earlier rounds count */
        race_walk_round(&d->finder.walk, r);
        collect_shared(d, trace_block_round(launch, block, r), false);
    }
    if (d->shared_words) examine_round(d, block, round);
    cache->round.races = race_finder_take(&d->finder, &cache->round.count);
    detector_destroy(d);
    return &cache->round;
}

uint32_t race_element_bytes(const struct trace *trace, const struct trace_launch *launch,
                            enum trace_space space, uint32_t object)
{
    uint32_t type = space == TRACE_SHARED ? launch->arrays[object].type
                                          : trace_allocation_type(trace, launch, object);
    uint32_t bytes = type < trace->type_count ? trace->types[type].bytes : 0;
    return bytes ? bytes : RACE_WORD;
}

const char *race_kind_name(enum race_kind kind)
{
    return kind == RACE_WRITE_WRITE ? "write-write" : "read-write";
}
