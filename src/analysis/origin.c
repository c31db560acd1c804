#include "analysis/origin.h"

#include "analysis/round.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one launch stored to one allocation. */
struct stores {
    uint32_t allocation;
    uint32_t site;    /* of the last */
    uint32_t block;   /* linear: of the first */
    int64_t from, to; /* bytes; all stores lie in between */
    bool per_block;   /* each block b stored to element b only */
    bool several;     /* more than one block did */
};

struct summary {
    struct stores *stores;
    uint32_t count;
    bool done;
};

struct cache {
    struct origin *rows;
    bool *done;
    struct summary *summaries; /* of launches: each is gone through once */
    uint32_t launches;
};

static void release(void *pointer)
{
    struct cache *cache = pointer;
    for (uint32_t i = 0; i < cache->launches; i++)
        free(cache->summaries[i].stores);
    free(cache->summaries);
    free(cache->rows);
    free(cache->done);
    free(cache);
}

static bool stores_to_global(const struct trace_request *request)
{
    return request->space == TRACE_GLOBAL && request->object != TRACE_NONE &&
           (request->kind == TRACE_STORE || request->kind == TRACE_ATOMIC);
}

static struct stores *stores_of(struct summary *summary, uint32_t allocation, uint32_t block)
{
    for (uint32_t i = summary->count; i-- > 0;)
        if (summary->stores[i].allocation == allocation) return &summary->stores[i];
    summary->stores = mem_resize(summary->stores, summary->count + 1, sizeof *summary->stores);
    struct stores *stores = &summary->stores[summary->count++];
    *stores = (struct stores){.allocation = allocation,
                              .block = block,
                              .from = INT64_MAX,
                              .to = INT64_MIN,
                              .per_block = true};
    return stores;
}

static void note_store(const struct trace_launch *launch, const struct trace_request *request,
                       uint32_t block, struct stores *stores)
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, request, offsets);
    stores->site = request->site;
    stores->several |= stores->block != block;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        int64_t at = offsets[__builtin_ctz(rest)];
        if (at < stores->from) stores->from = at;
        if (at + request->width > stores->to) stores->to = at + request->width;
        stores->per_block &= at == (int64_t)block * request->width;
    }
}

static const struct summary *summary_of(struct cache *cache, const struct trace *trace,
                                        uint32_t number)
{
    const struct trace_launch *launch = &trace->launches[number];
    struct summary *summary = &cache->summaries[number];
    for (uint32_t b = 0; b < launch->block_count && !summary->done; b++) {
        const struct trace_block *block = &launch->blocks[b];
        for (uint32_t k = 0; k < block->rounds; k++) {
            const struct trace_round *round = &launch->rounds[block->first_round + k];
            for (uint32_t i = 0; i < round->count; i++) {
                const struct trace_request *request = &launch->requests[round->first + i];
                if (!stores_to_global(request)) continue;
                note_store(launch, request, block->index,
                           stores_of(summary, request->object, block->index));
            }
        }
    }
    summary->done = true;
    return summary;
}

/* A lane's load of the launch that is asked about, and what an earlier launch left there. */
struct wanted {
    int64_t offset;
    uint32_t width;
    bool known;        /* `value` was kept */
    uint8_t value[16]; /* what it read */
    bool stored;       /* some of the bytes were */
    bool kept, same;   /* the values stored were kept; one of them is what was read */
};

struct wants {
    struct wanted *at;
    uint32_t count;
    uint32_t widest;
};

static int by_offset(const void *one, const void *other)
{
    const struct wanted *a = one, *b = other;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* All loads of the round from the allocation, by offset. */
static struct wants gather(const struct trace_launch *launch, const struct trace_round *round,
                           uint32_t allocation)
{
    struct wants wants = {.at = mem_array((size_t)round->count * TRACE_LANES, sizeof *wants.at)};
    for (uint32_t i = 0; i < round->count; i++) {
        const struct trace_request *request = &launch->requests[round->first + i];
        if (request->kind != TRACE_LOAD || request->space != TRACE_GLOBAL) continue;
        if (request->object != allocation) continue;
        int64_t offsets[TRACE_LANES];
        uint8_t values[TRACE_LANES * 16];
        trace_request_offsets(launch, request, offsets);
        bool known = trace_request_values(launch, request, values);
        if (request->width > wants.widest) wants.widest = request->width;
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct wanted *w = &wants.at[wants.count++];
            *w = (struct wanted){
                .offset = offsets[lane], .width = request->width, .known = known, .kept = true};
            if (known) memcpy(w->value, values + (size_t)lane * w->width, w->width);
        }
    }
    qsort(wants.at, wants.count, sizeof *wants.at, by_offset);
    return wants;
}

/* One lane's store; `value` NULL: not kept. */
static void compare(const struct wants *wants, int64_t offset, uint32_t width, const uint8_t *value)
{
    uint32_t low = 0, high = wants->count;
    while (low < high) { /* the first load that may reach the store */
        uint32_t middle = low + (high - low) / 2;
        if (wants->at[middle].offset + wants->widest <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < wants->count && wants->at[low].offset < offset + width; low++) {
        struct wanted *w = &wants->at[low];
        int64_t from = w->offset - offset;
        if (w->offset + w->width <= offset) continue;
        bool covers = from >= 0 && from + w->width <= width;
        w->stored = true;
        w->kept &= w->known && value && covers;
        if (w->known && value && covers) w->same |= memcmp(value + from, w->value, w->width) == 0;
    }
}

static void compare_all(const struct trace_launch *launch, uint32_t allocation,
                        const struct wants *wants)
{
    int64_t offsets[TRACE_LANES];
    uint8_t values[TRACE_LANES * 16];
    for (uint32_t i = 0; i < launch->request_count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (!stores_to_global(request) || request->object != allocation) continue;
        bool kept = trace_request_values(launch, request, values);
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            compare(wants, offsets[lane], request->width,
                    kept ? values + (size_t)lane * request->width : NULL);
        }
    }
}

/* The host has written to what some of the loads read, between the launch and the one before. */
static bool host_wrote(const struct trace_launch *launch, uint32_t allocation,
                       const struct wants *wants)
{
    for (uint32_t i = 0; i < launch->host_write_count; i++) {
        const struct trace_host_write *w = &launch->host_writes[i];
        int64_t from = (int64_t)w->offset, to = from + (int64_t)w->bytes;
        if (w->allocation != allocation) continue;
        for (uint32_t k = 0; k < wants->count; k++)
            if (wants->at[k].offset < to && wants->at[k].offset + wants->at[k].width > from)
                return true;
    }
    return false;
}

/* The latest launch before `number` that stored to what the loads read. None where one of them read
 * what that launch, by the values kept, did not leave there: the host has written since, by a copy,
 * a memset or in place. */
static void find_store(struct cache *cache, const struct trace *trace, uint32_t number,
                       const struct wants *wants, struct origin *origin)
{
    int64_t from = wants->at[0].offset, to = wants->at[wants->count - 1].offset + wants->widest;
    for (uint32_t l = number; l-- > 0;) {
        if (host_wrote(&trace->launches[l + 1], origin->allocation, wants)) return;
        const struct summary *summary = summary_of(cache, trace, l);
        for (uint32_t i = 0; i < summary->count; i++) {
            const struct stores *stores = &summary->stores[i];
            if (stores->allocation != origin->allocation) continue;
            if (stores->from >= to || stores->to <= from) continue;
            compare_all(&trace->launches[l], stores->allocation, wants);
            bool stored = false, changed = false;
            for (uint32_t k = 0; k < wants->count; k++) {
                const struct wanted *w = &wants->at[k];
                stored |= w->stored;
                changed |= w->stored && w->kept && !w->same;
            }
            if (changed) return;
            if (!stored) continue;
            origin->launch = l;
            origin->source = trace->sites[stores->site].source;
            origin->line = trace->sites[stores->site].line;
            origin->per_block = stores->per_block && stores->several;
            return;
        }
    }
}

static struct origin find(struct cache *cache, const struct trace *trace, uint32_t number)
{
    const struct trace_launch *launch = &trace->launches[number];
    struct origin origin = {.launch = TRACE_NONE};
    if (!launch->block_count || !launch->blocks[0].rounds) return origin;
    const struct trace_round *round = &launch->rounds[launch->blocks[0].first_round];
    bool *tried = mem_array(trace->allocation_count + 1, sizeof *tried);
    for (uint32_t i = 0; i < round->count && origin.launch == TRACE_NONE; i++) {
        const struct trace_request *request = &launch->requests[round->first + i];
        uint32_t allocation = request->object;
        if (request->kind != TRACE_LOAD || request->space != TRACE_GLOBAL) continue;
        if (allocation == TRACE_NONE || tried[allocation]) continue;
        tried[allocation] = true;
        origin.allocation = allocation;
        struct wants wants = gather(launch, round, allocation);
        find_store(cache, trace, number, &wants, &origin);
        free(wants.at);
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
        cache->launches = trace->launch_count;
        cache->summaries = mem_array(trace->launch_count, sizeof *cache->summaries);
    }
    if (!cache->done[launch]) cache->rows[launch] = find(cache, trace, launch);
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
