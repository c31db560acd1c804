#include "analysis/lines.h"

#include "analysis/constant.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct cache {
    uint32_t count;
    struct line_table *tables; /* one per launch */
    bool *done;
};

static const char *const class_names[LINE_CLASS_COUNT] = {
    [LINE_GLOBAL_LOAD] = "global_load",     [LINE_GLOBAL_STORE] = "global_store",
    [LINE_GLOBAL_ATOMIC] = "global_atomic", [LINE_SHARED_LOAD] = "shared_load",
    [LINE_SHARED_STORE] = "shared_store",   [LINE_SHARED_ATOMIC] = "shared_atomic",
    [LINE_CONSTANT_LOAD] = "constant_load",
};

const char *line_class_name(enum line_class class)
{
    return class_names[class];
}

enum line_class line_class_of(const struct trace_request *request)
{
    if (!request_is_access(request)) return LINE_CLASS_COUNT;
    switch (request->space) {
    case TRACE_GLOBAL:
        return LINE_GLOBAL_LOAD + request_machine_kind(request);
    case TRACE_SHARED:
        return LINE_SHARED_LOAD + request_machine_kind(request);
    case TRACE_CONSTANT:
        return LINE_CONSTANT_LOAD;
    default:
        return LINE_CLASS_COUNT;
    }
}

void line_tally_add(struct line_tally *tally, const struct request_cost *cost)
{
    tally->requests += cost->requests;
    tally->accesses += cost->lanes;
    tally->sectors += cost->sectors;
    tally->passes += cost->passes;
    tally->least += cost->least;
    tally->asked += cost->asked;
    tally->distinct += cost->distinct;
}

static void tally_sum(struct line_tally *sum, const struct line_tally *part)
{
    sum->requests += part->requests;
    sum->accesses += part->accesses;
    sum->sectors += part->sectors;
    sum->passes += part->passes;
    sum->least += part->least;
    sum->asked += part->asked;
    sum->distinct += part->distinct;
    sum->pieces += part->pieces;
}

static void total_sum(struct line_total *sum, const struct line_total *part)
{
    for (int i = 0; i < LINE_CLASS_COUNT; i++)
        tally_sum(&sum->classes[i], &part->classes[i]);
    sum->dropped += part->dropped;
    sum->joined |= part->joined;
    sum->barriers += part->barriers;
    if (!part->barrier_rounds) return;
    if (!sum->barrier_rounds || part->barrier_round < sum->barrier_round)
        sum->barrier_round = part->barrier_round;
    if (!sum->barrier_rounds || part->barrier_least < sum->barrier_least)
        sum->barrier_least = part->barrier_least;
    if (part->barrier_most > sum->barrier_most) sum->barrier_most = part->barrier_most;
    sum->barrier_rounds += part->barrier_rounds;
}

/* `round` is over: so many of the first block's threads came to the barrier in it. */
static void barrier_count(struct line_total *total, uint32_t round, uint32_t threads)
{
    if (!threads) return;
    if (!total->barrier_rounds) {
        total->barrier_round = round;
        total->barrier_least = threads;
    }
    if (threads < total->barrier_least) total->barrier_least = threads;
    if (threads > total->barrier_most) total->barrier_most = threads;
    total->barrier_rounds++;
}

/* Barriers of the first recorded block, round by round. */
static void sum_barriers(const struct trace *trace, const struct trace_launch *launch,
                         struct line_total *sites)
{
    uint32_t *threads = mem_array(trace->site_count + 1, sizeof *threads);
    for (uint32_t r = 0; launch->block_count && r < launch->blocks[0].rounds; r++) {
        const struct trace_round *round = trace_block_round(launch, 0, r);
        const struct trace_request *first = &launch->requests[round->first];
        for (uint32_t i = 0; i < round->count; i++)
            if (first[i].kind == TRACE_BARRIER)
                threads[first[i].site] += (uint32_t)__builtin_popcount(first[i].mask);
        for (uint32_t i = 0; i < round->count; i++) {
            if (first[i].kind != TRACE_BARRIER) continue;
            barrier_count(&sites[first[i].site], r, threads[first[i].site]);
            threads[first[i].site] = 0;
        }
    }
    free(threads);
}

static void constant_add(const struct trace *trace, const struct trace_launch *launch,
                         const struct trace_request *lead, struct line_tally *tally)
{
    struct request_lanes lanes;
    struct constant_pieces pieces;
    request_join(trace, launch, lead, &lanes);
    constant_pieces(&lanes, &pieces);
    tally->pieces += pieces.count;
}

/* Totals by site: [trace.site_count]. */
static void sum_sites(const struct trace *trace, const struct trace_launch *launch,
                      struct line_total *sites)
{
    struct request_memo memo = {0};
    sum_barriers(trace, launch, sites);
    for (uint32_t b = 0; b < launch->block_count; b++)
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++) {
            const struct trace_round *round = trace_block_round(launch, b, r);
            for (uint32_t i = round->first; i < round->first + round->count; i++) {
                const struct trace_request *request = &launch->requests[i];
                struct line_total *total = &sites[request->site];
                enum line_class class = line_class_of(request);
                if (class < LINE_CLASS_COUNT) {
                    struct request_cost cost;
                    request_cost(trace, launch, request, &memo, &cost);
                    if (class == LINE_CONSTANT_LOAD) cost.sectors = 0; /* its cache has none */
                    line_tally_add(&total->classes[class], &cost);
                    if (class == LINE_CONSTANT_LOAD && cost.lanes)
                        constant_add(trace, launch, request, &total->classes[class]);
                } else if (request->kind == TRACE_BARRIER) {
                    total->barriers += (uint32_t)__builtin_popcount(request->mask);
                }
            }
        }
}

static bool total_empty(const struct line_total *total)
{
    return !line_requests(total) && !total->dropped && !total->barriers;
}

static int compare_place(const void *a, const void *b)
{
    const struct line_total *x = a, *y = b;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static void build(const struct trace *trace, const struct trace_launch *launch,
                  struct line_table *table)
{
    struct line_total *sites = mem_array(trace->site_count + 1, sizeof *sites);
    sum_sites(trace, launch, sites);
    for (uint32_t i = 0; i < launch->dropped_count; i++)
        sites[launch->dropped[i].site].dropped += launch->dropped[i].accesses;
    uint32_t used = 0, count = 0;
    for (uint32_t i = 0; i < trace->site_count; i++) {
        if (total_empty(&sites[i])) continue;
        sites[used] = sites[i];
        sites[used].source = trace->sites[i].source;
        sites[used].line = trace->sites[i].line;
        sites[used].joined = trace->sites[i].joined;
        total_sum(&table->total, &sites[used]);
        used++;
    }
    qsort(sites, used, sizeof *sites, compare_place);
    for (uint32_t i = 0; i < used; i++) {
        if (count && !compare_place(&sites[count - 1], &sites[i]))
            total_sum(&sites[count - 1], &sites[i]);
        else
            sites[count++] = sites[i];
    }
    table->lines = sites;
    table->count = count;
}

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    for (uint32_t i = 0; i < cache->count; i++)
        free((void *)cache->tables[i].lines);
    free(cache->tables);
    free(cache->done);
    free(cache);
}

const struct line_table *lines_of_launch(struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    void **slot = analysis_slot(analysis, ANALYSIS_LINES, cache_release);
    struct cache *cache = *slot;
    if (!cache) {
        *slot = cache = mem_alloc(sizeof *cache);
        cache->count = trace->launch_count;
        cache->tables = mem_array(trace->launch_count + 1, sizeof *cache->tables);
        cache->done = mem_array(trace->launch_count + 1, sizeof *cache->done);
    }
    if (!cache->done[launch]) {
        build(trace, &trace->launches[launch], &cache->tables[launch]);
        cache->done[launch] = true;
    }
    return &cache->tables[launch];
}

const struct line_total *lines_find(const struct line_table *table, uint32_t source, uint32_t line)
{
    struct line_total key = {.source = source, .line = line};
    return bsearch(&key, table->lines, table->count, sizeof key, compare_place);
}

#define SUM_OVER_CLASSES(total, field)                                                             \
    uint64_t sum = 0;                                                                              \
    for (int i = 0; i < LINE_CLASS_COUNT; i++)                                                     \
        sum += (total)->classes[i].field;                                                          \
    return sum

uint64_t line_requests(const struct line_total *total)
{
    SUM_OVER_CLASSES(total, requests);
}

uint64_t line_accesses(const struct line_total *total)
{
    SUM_OVER_CLASSES(total, accesses);
}

uint64_t line_sectors(const struct line_total *total)
{
    SUM_OVER_CLASSES(total, sectors);
}

uint64_t line_passes(const struct line_total *total)
{
    SUM_OVER_CLASSES(total, passes);
}

double line_lanes(const struct line_total *total)
{
    uint64_t requests = line_requests(total);
    return requests ? (double)line_accesses(total) / (double)requests : 0;
}

void lines_site_rounds(const struct trace *trace, uint32_t launch_index, uint32_t block,
                       uint32_t site, enum trace_kind kind, struct line_round *out)
{
    const struct trace_launch *launch = &trace->launches[launch_index];
    struct request_memo memo = {0};
    for (uint32_t r = 0; r < launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(launch, block, r);
        struct line_round *row = &out[r];
        uint32_t last_warp = TRACE_NONE;
        *row = (struct line_round){.affine = true};
        bool know_stride = false;
        for (uint32_t i = round->first; i < round->first + round->count; i++) {
            const struct trace_request *request = &launch->requests[i];
            if (request->site != site || request->kind != (uint8_t)kind) continue;
            struct request_cost cost;
            request_cost(trace, launch, request, &memo, &cost);
            line_tally_add(&row->tally, &cost);
            if (request->warp != last_warp) row->warps++;
            last_warp = request->warp;
            if (request->flags & TRACE_SCATTERED || request_is_part(launch, request))
                row->affine = false;
            if (__builtin_popcount(request->mask) < 2) continue; /* one lane has no stride */
            if (know_stride && row->stride != request->stride) row->affine = false;
            row->stride = request->stride;
            know_stride = true;
        }
        if (!know_stride) row->affine = false;
    }
}
