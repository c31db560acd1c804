#include "analysis/origin.h"

#include "analysis/round.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

struct cache {
    struct origin *rows;
    bool *done;
};

/* The stores of one launch to one allocation. */
struct stores {
    uint32_t site; /* of the last; TRACE_NONE: there are none */
    bool per_block;
};

static void release(void *pointer)
{
    struct cache *cache = pointer;
    free(cache->rows);
    free(cache->done);
    free(cache);
}

static bool touches(const struct trace_request *request, uint32_t allocation)
{
    return request->space == TRACE_GLOBAL && request->object == allocation &&
           request->kind <= TRACE_ATOMIC;
}

static void note_store(const struct trace_launch *launch, const struct trace_request *request,
                       uint32_t block, struct stores *stores)
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, request, offsets);
    stores->site = request->site;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        stores->per_block &= offsets[lane] == (int64_t)block * request->width;
    }
}

static void find_stores(const struct trace_launch *launch, uint32_t allocation,
                        struct stores *stores)
{
    stores->site = TRACE_NONE;
    stores->per_block = true;
    for (uint32_t b = 0; b < launch->block_count; b++) {
        const struct trace_block *block = &launch->blocks[b];
        for (uint32_t k = 0; k < block->rounds; k++) {
            const struct trace_round *round = &launch->rounds[block->first_round + k];
            for (uint32_t i = 0; i < round->count; i++) {
                const struct trace_request *request = &launch->requests[round->first + i];
                if (request->kind != TRACE_LOAD && touches(request, allocation))
                    note_store(launch, request, block->index, stores);
            }
        }
    }
}

/* The latest launch before `number` that stored to what its first round loads. */
static struct origin find(const struct trace *trace, uint32_t number)
{
    const struct trace_launch *launch = &trace->launches[number];
    struct origin origin = {.launch = TRACE_NONE};
    if (!launch->block_count || !launch->blocks[0].rounds) return origin;
    const struct trace_round *round = &launch->rounds[launch->blocks[0].first_round];
    struct stores stores;
    bool *tried = mem_array(trace->allocation_count + 1, sizeof *tried);
    for (uint32_t i = 0; i < round->count && origin.launch == TRACE_NONE; i++) {
        const struct trace_request *request = &launch->requests[round->first + i];
        uint32_t allocation = request->object;
        if (request->kind != TRACE_LOAD || request->space != TRACE_GLOBAL) continue;
        if (allocation == TRACE_NONE || tried[allocation]) continue;
        tried[allocation] = true;
        for (uint32_t l = number; l-- > 0;) {
            find_stores(&trace->launches[l], allocation, &stores);
            if (stores.site == TRACE_NONE) continue;
            origin = (struct origin){.launch = l,
                                     .allocation = allocation,
                                     .source = trace->sites[stores.site].source,
                                     .line = trace->sites[stores.site].line,
                                     .per_block = stores.per_block};
            break;
        }
    }
    free(tried);
    return origin;
}

const struct origin *origin_of_launch(struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    void **slot = analysis_slot(analysis, ANALYSIS_ORIGIN, release);
    struct cache *cache = *slot;
    if (!cache) {
        *slot = cache = mem_alloc(sizeof *cache);
        cache->rows = mem_array(trace->launch_count, sizeof *cache->rows);
        cache->done = mem_array(trace->launch_count, sizeof *cache->done);
    }
    if (!cache->done[launch]) cache->rows[launch] = find(trace, launch);
    cache->done[launch] = true;
    return &cache->rows[launch];
}

void origin_text(struct analysis *analysis, uint32_t launch, char *out, size_t size)
{
    const struct trace *trace = analysis_trace(analysis);
    out[0] = 0;
    if (launch == 0 || launch >= trace->launch_count) return;
    const struct origin *origin = origin_of_launch(analysis, launch);
    if (origin->launch == TRACE_NONE) return;
    const char *name = trace_allocation_name(trace, &trace->launches[launch], origin->allocation);
    snprintf(out, size,
             origin->per_block
                 ? _("%s is memory that launch %u wrote (line %u), element i by block i")
                 : _("%s is memory that launch %u wrote (line %u)"),
             *name ? name : _("the input"), origin->launch, origin->line);
}
