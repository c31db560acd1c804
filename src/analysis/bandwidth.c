#include "analysis/bandwidth.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct cache {
    struct bandwidth *rows;
    bool *done;
};

enum { PAGE = 1 << 16 };                /* bytes */
#define MOST_MEMORY ((uint64_t)1 << 28) /* for the bits of all allocations of a launch */

/* Which bytes of one allocation were touched, as bits; covers what the launch's requests span.
 * Pages are made where something is touched. */
struct bytes {
    uint64_t first, count; /* bytes, first a multiple of 64 */
    uint64_t **pages;
};

struct marking {
    struct bytes *bytes; /* by allocation, read and written */
    uint64_t memory;     /* used */
    bool lost;           /* more would have been needed */
};

enum { READ, WRITTEN };

static bool counts(const struct trace_request *request)
{
    return request->kind <= TRACE_ATOMIC && request->space == TRACE_GLOBAL &&
           request->object != TRACE_NONE;
}

static void widen(struct bytes *b, uint64_t low, uint64_t high)
{
    uint64_t end = b->first + b->count;
    low = low / 64 * 64;
    if (!b->count || low < b->first) b->first = low;
    if (!b->count || high > end) end = high;
    b->count = end - b->first;
}

/* The lanes' lowest and highest byte, cut to the allocation; false when nothing is left. */
static bool extent(const struct trace_request *request, const int64_t offsets[TRACE_LANES],
                   uint64_t size, uint64_t *low, uint64_t *high)
{
    *low = UINT64_MAX;
    *high = 0;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        int64_t offset = offsets[__builtin_ctz(rest)];
        if (offset < 0 || (uint64_t)offset + request->width > size) continue;
        if ((uint64_t)offset < *low) *low = (uint64_t)offset;
        if ((uint64_t)offset + request->width > *high) *high = (uint64_t)offset + request->width;
    }
    return *low < *high;
}

static uint64_t *page_of(struct marking *marking, struct bytes *b, uint64_t at)
{
    uint64_t **page = &b->pages[at / PAGE];
    if (*page) return *page;
    if (marking->memory + PAGE / 8 > MOST_MEMORY) {
        marking->lost = true;
        return NULL;
    }
    marking->memory += PAGE / 8;
    return *page = mem_array(PAGE / 64, sizeof **page);
}

static void mark(struct marking *marking, struct bytes *b, uint64_t low, uint64_t high)
{
    for (uint64_t at = low - b->first, end = high - b->first; at < end;) {
        uint64_t bit = at % 64, many = 64 - bit < end - at ? 64 - bit : end - at;
        uint64_t ones = many == 64 ? UINT64_MAX : ((UINT64_C(1) << many) - 1) << bit;
        uint64_t *page = page_of(marking, b, at);
        if (!page) return;
        page[at % PAGE / 64] |= ones;
        at += many;
    }
}

static void mark_request(const struct trace_request *request, const int64_t offsets[TRACE_LANES],
                         uint64_t size, struct marking *marking, struct bytes *b)
{
    if (!b->pages) return;
    bool dense = !(request->flags & TRACE_SCATTERED) && request->stride == request->width &&
                 !(request->mask & (request->mask + 1));
    uint64_t low, high;
    if (dense && extent(request, offsets, size, &low, &high)) {
        mark(marking, b, low, high);
        return;
    }
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        int64_t offset = offsets[__builtin_ctz(rest)];
        if (offset >= 0 && (uint64_t)offset + request->width <= size)
            mark(marking, b, (uint64_t)offset, (uint64_t)offset + request->width);
    }
}

static uint64_t page_count(const struct bytes *b)
{
    return b->count / PAGE + 1;
}

static void make_pages(struct marking *marking, struct bytes *b)
{
    uint64_t need = page_count(b) * sizeof *b->pages;
    if (!b->count) return;
    if (need > MOST_MEMORY - marking->memory) {
        marking->lost = true;
        return;
    }
    marking->memory += need;
    b->pages = mem_array(page_count(b), sizeof *b->pages);
}

static void free_pages(struct bytes *b)
{
    for (uint64_t i = 0; b->pages && i < page_count(b); i++)
        free(b->pages[i]);
    free(b->pages);
}

static uint64_t total(const struct bytes *b)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; b->pages && i < page_count(b); i++)
        for (uint64_t k = 0; b->pages[i] && k < PAGE / 64; k++)
            sum += (uint64_t)__builtin_popcountll(b->pages[i][k]);
    return sum;
}

static double scale_of(const struct trace_launch *launch)
{
    uint64_t recorded = 0;
    for (uint32_t i = 0; i < launch->request_count; i++)
        if (launch->requests[i].kind <= TRACE_ATOMIC)
            recorded += (uint32_t)__builtin_popcount(launch->requests[i].mask);
    return recorded && launch->accesses > recorded ? (double)launch->accesses / (double)recorded
                                                   : 1;
}

static void add_bytes(const struct trace *trace, const struct bytes *bytes, uint32_t index,
                      double scale, struct bandwidth *row)
{
    uint64_t found = total(bytes);
    double all = (double)found * scale, most = (double)trace->allocations[index / 2].bytes;
    if (all > most) all = most;
    if (index % 2 == READ) {
        row->read += found;
        row->read_all += all;
    } else {
        row->written += found;
        row->written_all += all;
    }
}

static void look_at(const struct trace *trace, const struct trace_launch *launch, bool marks,
                    struct marking *marking)
{
    for (uint32_t i = 0; i < launch->request_count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (!counts(request)) continue;
        uint64_t size = trace->allocations[request->object].bytes, low, high;
        int64_t offsets[TRACE_LANES];
        trace_request_offsets(launch, request, offsets);
        for (int way = READ; way <= WRITTEN; way++) {
            struct bytes *b = &marking->bytes[request->object * 2 + (uint32_t)way];
            if (request->kind == (way == READ ? TRACE_STORE : TRACE_LOAD)) continue;
            if (marks)
                mark_request(request, offsets, size, marking, b);
            else if (extent(request, offsets, size, &low, &high))
                widen(b, low, high);
        }
    }
}

/* Twice over the requests: first how far they reach, then which bytes. False when that is too much
 * to be marked. */
static bool count_bytes(const struct trace *trace, const struct trace_launch *launch,
                        struct bandwidth *row)
{
    uint32_t n = trace->allocation_count;
    struct marking marking = {.bytes = mem_array((size_t)n * 2 + 1, sizeof *marking.bytes)};
    look_at(trace, launch, false, &marking);
    for (uint32_t i = 0; i < n * 2; i++)
        make_pages(&marking, &marking.bytes[i]);
    look_at(trace, launch, true, &marking);
    double scale = scale_of(launch);
    for (uint32_t i = 0; i < n * 2; i++) {
        add_bytes(trace, &marking.bytes[i], i, scale, row);
        free_pages(&marking.bytes[i]);
    }
    free(marking.bytes);
    return !marking.lost;
}

double bandwidth_peak(const struct trace_device *device)
{
    return 2e3 * device->memory_clock_khz * device->memory_bus_bits / 8;
}

static void build(const struct trace *trace, const struct trace_launch *launch,
                  struct bandwidth *row)
{
    row->complete = count_bytes(trace, launch, row) && launch->complete &&
                    launch->block_count == trace_grid_blocks(launch);
    row->counted = !row->complete && (launch->touched_read || launch->touched_written);
    if (row->counted) {
        row->read_all = (double)launch->touched_read;
        row->written_all = (double)launch->touched_written;
    }
    row->timed = launch->plain.count > 0 && launch->plain.median > 0;
    row->nanoseconds = row->timed ? launch->plain.median : 0;
    row->peak = bandwidth_peak(&trace->device);
    if (!row->timed) return;
    row->bytes_per_second = (row->read_all + row->written_all) / row->nanoseconds * 1e9;
    if (row->peak > 0) row->share = row->bytes_per_second / row->peak;
}

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    free(cache->rows);
    free(cache->done);
    free(cache);
}

const struct bandwidth *bandwidth_of_launch(struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    void **slot = analysis_slot(analysis, ANALYSIS_BANDWIDTH, cache_release);
    struct cache *cache = *slot;
    if (!cache) {
        *slot = cache = mem_alloc(sizeof *cache);
        cache->rows = mem_array((size_t)trace->launch_count + 1, sizeof *cache->rows);
        cache->done = mem_array((size_t)trace->launch_count + 1, sizeof *cache->done);
    }
    if (!cache->done[launch]) {
        build(trace, &trace->launches[launch], &cache->rows[launch]);
        cache->done[launch] = true;
    }
    return &cache->rows[launch];
}
