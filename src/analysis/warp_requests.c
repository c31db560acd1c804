#include "analysis/warp_requests.h"

#include "analysis/request.h"
#include "analysis/round.h"
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

/* What one line does to one array, in however many requests. */
struct place {
    uint32_t source, line;
    const char *name; /* borrowed; parameters may point into one allocation */
    uint8_t kind, space;
    struct warp_sums sums;
};

struct places {
    struct place *places;
    uint32_t count, capacity, last; /* last: looked up before this one */
};

static bool same_place(const struct place *a, const struct place *b)
{
    return a->source == b->source && a->line == b->line && a->name == b->name &&
           a->kind == b->kind && a->space == b->space;
}

static struct place *place_of(struct places *places, const struct trace *trace,
                              const struct trace_launch *launch,
                              const struct trace_request *request)
{
    const struct trace_site *site = &trace->sites[request->site];
    struct place place = {
        .source = site->source, .line = site->line, .kind = request->kind, .space = request->space};
    unsigned lane = (unsigned)__builtin_ctz(request->mask);
    if (request->object != TRACE_NONE)
        place.name = trace_place_name(trace, launch, request->object,
                                      round_lane_offset(launch, request, lane));
    if (places->last < places->count && same_place(&places->places[places->last], &place))
        return &places->places[places->last];
    for (places->last = 0; places->last < places->count; places->last++)
        if (same_place(&places->places[places->last], &place)) return &places->places[places->last];
    MEM_GROW(places->places, places->count, places->capacity);
    places->places[places->count] = place;
    return &places->places[places->count++];
}

static void add_sums(const struct trace *trace, const struct trace_launch *launch,
                     struct warp_requests *result)
{
    struct request_memo memo = {0};
    struct warp_sums *sums = mem_array((size_t)result->count + 1, sizeof *sums);
    struct places places = {0};
    for (uint32_t i = 0; i < result->count; i++) {
        const struct trace_request *request = &launch->requests[result->requests[i]];
        struct place *place = place_of(&places, trace, launch, request);
        struct request_cost cost;
        request_cost(trace, launch, request, &memo, &cost);
        place->sums.requests++;
        place->sums.sectors += cost.sectors;
        place->sums.least += request_least_sectors(&cost);
        sums[i] = place->sums;
    }
    free(places.places);
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

uint32_t warp_requests_next(struct analysis *analysis, uint32_t launch, uint32_t block,
                            uint32_t round, uint32_t warp, int direction, bool shared)
{
    const struct trace_launch *of = &analysis_trace(analysis)->launches[launch];
    const struct trace_round *requests = trace_block_round(of, block, round);
    const int64_t warps = (trace_threads(of) + TRACE_LANES - 1) / TRACE_LANES;
    for (int64_t w = (int64_t)warp + direction; w >= 0 && w < warps; w += direction) {
        const uint32_t end = warp_start(of, requests, (uint32_t)w + 1);
        for (uint32_t i = warp_start(of, requests, (uint32_t)w); i < end; i++)
            if (is_kind(of, &of->requests[i], shared)) return (uint32_t)w;
    }
    return TRACE_NONE;
}
