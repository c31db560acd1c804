#include "analysis/warp_requests.h"

#include "analysis/request.h"
#include "base/mem.h"

#include <stdlib.h>

struct list {
    uint32_t launch, block, round, asked;
    bool shared, valid;
    uint64_t used; /* when it was asked for last */
    struct warp_requests result;
};

struct cache {
    struct list lists[WARP_LISTS];
    uint64_t clock;
};

static void list_clear(struct list *list)
{
    free((void *)list->result.requests);
    free((void *)list->result.sums);
    *list = (struct list){.valid = false};
}

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    for (int i = 0; i < WARP_LISTS; i++)
        list_clear(&cache->lists[i]);
    free(cache);
}

static bool is_kind(const struct trace_launch *launch, const struct trace_request *request,
                    bool shared)
{
    if (!request_leads(launch, request)) return false;
    return shared ? request->space == TRACE_SHARED
                  : request->space == TRACE_GLOBAL || request->space == TRACE_CONSTANT;
}

/* First request of the warp in the round, or of one after it: they are sorted by warp. */
static uint32_t warp_start(const struct trace_launch *launch, const struct trace_round *round,
                           uint32_t warp)
{
    uint32_t low = round->first, high = round->first + round->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (launch->requests[middle].warp < warp)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t count_kind(const struct trace_launch *launch, uint32_t start, uint32_t end,
                           bool shared)
{
    uint32_t count = 0;
    for (uint32_t i = start; i < end; i++)
        count += is_kind(launch, &launch->requests[i], shared);
    return count;
}

static void add_sums(const struct trace *trace, const struct trace_launch *launch,
                     struct warp_requests *result)
{
    struct request_memo memo = {0};
    struct warp_sums *sums = mem_array((size_t)result->count + 1, sizeof *sums);
    struct warp_sums *by_site = mem_array((size_t)trace->site_count + 1, sizeof *by_site);
    for (uint32_t i = 0; i < result->count; i++) {
        const struct trace_request *request = &launch->requests[result->requests[i]];
        struct warp_sums *site = &by_site[request->site];
        struct request_cost cost;
        request_cost(trace, launch, request, &memo, &cost);
        site->requests++;
        site->sectors += cost.sectors;
        site->least += (cost.distinct + REQUEST_SECTOR - 1) / REQUEST_SECTOR;
        sums[i] = *site;
    }
    free(by_site);
    result->sums = sums;
}

static void fill(const struct trace *trace, struct list *list)
{
    const struct trace_launch *launch = &trace->launches[list->launch];
    const struct trace_round *round = trace_block_round(launch, list->block, list->round);
    struct warp_requests *result = &list->result;
    uint32_t last = round->first + round->count, warp = list->asked;
    uint32_t start = warp_start(launch, round, warp), end = warp_start(launch, round, warp + 1);
    result->count = count_kind(launch, start, end, list->shared);
    if (!result->count) { /* another warp, then */
        uint32_t i = round->first;
        while (i < last && !is_kind(launch, &launch->requests[i], list->shared))
            i++;
        if (i < last) warp = launch->requests[i].warp;
        start = warp_start(launch, round, warp);
        end = warp_start(launch, round, warp + 1);
        result->count = count_kind(launch, start, end, list->shared);
    }
    result->warp = warp;
    uint32_t *requests = mem_array((size_t)result->count + 1, sizeof *requests), at = 0;
    for (uint32_t i = start; i < end; i++)
        if (is_kind(launch, &launch->requests[i], list->shared)) requests[at++] = i;
    result->requests = requests;
    if (!list->shared) add_sums(trace, launch, result);
}

const struct warp_requests *warp_requests_get(struct analysis *analysis, uint32_t launch,
                                              uint32_t block, uint32_t round, uint32_t warp,
                                              bool shared)
{
    void **slot = analysis_slot(analysis, ANALYSIS_WARP_REQUESTS, cache_release);
    if (!*slot) *slot = mem_alloc(sizeof(struct cache));
    struct cache *cache = *slot;
    struct list *oldest = &cache->lists[0];
    for (int i = 0; i < WARP_LISTS; i++) {
        struct list *list = &cache->lists[i];
        if (list->valid && list->launch == launch && list->block == block && list->round == round &&
            list->asked == warp && list->shared == shared) {
            list->used = ++cache->clock;
            return &list->result;
        }
        if (list->used < oldest->used) oldest = list;
    }
    list_clear(oldest);
    *oldest = (struct list){.launch = launch,
                            .block = block,
                            .round = round,
                            .asked = warp,
                            .shared = shared,
                            .valid = true,
                            .used = ++cache->clock};
    fill(analysis_trace(analysis), oldest);
    return &oldest->result;
}
