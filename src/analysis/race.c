#include "analysis/race_copy.h"
#include "analysis/race_detect.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- A launch ------------------------------------------------------------------------------- */

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
    race_find_regions(d);
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
    if (d->any_region) race_examine_global(d);
    table->races = race_finder_take(&d->finder, &table->count);
    table->limit = d->finder.limit;
    detector_destroy(d);
}

/* ---- Cache ---------------------------------------------------------------------------------- */

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
