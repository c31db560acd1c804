#include "analysis/blocks.h"

#include "base/mem.h"

#include <stdlib.h>

struct cache {
    uint32_t count;
    struct blocks *rows;
    struct block_bar **bars;
    bool *done;
};

static int by_start(const void *a, const void *b)
{
    const struct block_bar *x = a, *y = b;
    if (x->sm != y->sm) return x->sm < y->sm ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->block < y->block ? -1 : x->block > y->block;
}

static int by_lane(const void *a, const void *b)
{
    const struct block_bar *x = a, *y = b;
    if (x->sm != y->sm) return x->sm < y->sm ? -1 : 1;
    if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* Lanes of one multiprocessor: each block takes the first that is free when it starts. */
struct lanes {
    uint64_t *until; /* when a lane is free again */
    uint32_t *waves; /* blocks it had */
    uint32_t count, capacity;
};

static void take_lane(struct lanes *lanes, struct block_bar *bar)
{
    uint32_t lane = 0;
    while (lane < lanes->count && lanes->until[lane] > bar->start)
        lane++;
    if (lane == lanes->count) {
        if (lanes->count == lanes->capacity) {
            lanes->capacity = lanes->capacity ? 2 * lanes->capacity : 8;
            lanes->until = mem_resize(lanes->until, lanes->capacity, sizeof *lanes->until);
            lanes->waves = mem_resize(lanes->waves, lanes->capacity, sizeof *lanes->waves);
        }
        lanes->waves[lanes->count++] = 0;
    }
    bar->lane = lane;
    bar->wave = lanes->waves[lane]++;
    lanes->until[lane] = bar->end;
}

static void place(struct block_bar *bars, struct blocks *row)
{
    struct lanes lanes = {0};
    qsort(bars, row->count, sizeof *bars, by_start);
    for (uint32_t i = 0; i < row->count; i++) {
        if (i == 0 || bars[i].sm != bars[i - 1].sm) {
            lanes.count = 0;
            row->multiprocessors++;
        }
        take_lane(&lanes, &bars[i]);
        if (lanes.count > row->together) row->together = lanes.count;
        if (bars[i].wave + 1 > row->waves) row->waves = bars[i].wave + 1;
    }
    free(lanes.until);
    free(lanes.waves);
    qsort(bars, row->count, sizeof *bars, by_lane);
}

static struct block_bar *build(const struct trace_launch *launch, struct blocks *row)
{
    uint64_t first = UINT64_MAX, last = 0;
    double clocks = 0;
    if (launch->timing_count == 0) return NULL;
    struct block_bar *bars = mem_array(launch->timing_count, sizeof *bars);
    for (uint32_t i = 0; i < launch->timing_count; i++) {
        const struct trace_timing *t = &launch->timings[i];
        if (t->start < first) first = t->start;
        if (t->end > last) last = t->end;
        clocks += (double)t->clocks;
    }
    row->count = launch->timing_count;
    row->span = last > first ? last - first : 0;
    row->clocks = clocks / row->count;
    for (uint32_t i = 0; i < row->count; i++) {
        const struct trace_timing *t = &launch->timings[i];
        bars[i] = (struct block_bar){.block = t->block,
                                     .sm = t->sm,
                                     .start = t->start - first,
                                     .end = t->end > first ? t->end - first : 0,
                                     .clocks = t->clocks};
    }
    place(bars, row);
    row->bars = bars;
    return bars;
}

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    for (uint32_t i = 0; i < cache->count; i++)
        free(cache->bars[i]);
    free(cache->bars);
    free(cache->rows);
    free(cache->done);
    free(cache);
}

const struct blocks *blocks_of_launch(struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    void **slot = analysis_slot(analysis, ANALYSIS_BLOCKS, cache_release);
    struct cache *cache = *slot;
    if (!cache) {
        *slot = cache = mem_alloc(sizeof *cache);
        cache->count = trace->launch_count;
        cache->rows = mem_array((size_t)trace->launch_count + 1, sizeof *cache->rows);
        cache->bars = mem_array((size_t)trace->launch_count + 1, sizeof *cache->bars);
        cache->done = mem_array((size_t)trace->launch_count + 1, sizeof *cache->done);
    }
    if (!cache->done[launch]) {
        cache->bars[launch] = build(&trace->launches[launch], &cache->rows[launch]);
        cache->done[launch] = true;
    }
    return &cache->rows[launch];
}

uint32_t blocks_find(const struct blocks *blocks, uint32_t block)
{
    for (uint32_t i = 0; i < blocks->count; i++)
        if (blocks->bars[i].block == block) return i;
    return TRACE_NONE;
}
