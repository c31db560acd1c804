#include "analysis/round_count.h"

#include "analysis/request.h"

static bool is_memory(const struct trace_request *request)
{
    return request->kind <= TRACE_ATOMIC;
}

/* Does the round's picture count these lanes as at work? */
static bool is_work(const struct trace_request *request)
{
    if (request->kind == TRACE_SHUFFLE) return true;
    if (!is_memory(request)) return false;
    return request->space == TRACE_SHARED || request->kind != TRACE_LOAD;
}

/* One pass for the warps' masks and the round's counts: rounds of millions of requests exist. */
static void look_at_warps(const struct trace_launch *launch, const struct trace_round *range,
                          struct round_warp *warps, uint32_t warp_count,
                          struct round_counts *counts)
{
    for (uint32_t w = 0; w < warp_count; w++)
        warps[w] = (struct round_warp){.lives = trace_warp_lanes(launch, w)};
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        bool memory = is_memory(request), shared = memory && request->space == TRACE_SHARED;
        if (request->warp >= warp_count) continue;
        struct round_warp *warp = &warps[request->warp];
        if (request->kind == TRACE_BARRIER) { /* on a GPU lanes may come to it one after another */
            warp->arrived |= request->mask;
            if (counts->barrier_site == TRACE_NONE) counts->barrier_site = request->site;
        }
        if (request->kind == TRACE_EXIT) warp->exits |= request->mask;
        if (!memory && request->kind != TRACE_SHUFFLE) continue;
        bool part = request_is_part(launch, request);
        warp->issues = true;
        warp->requests += !part;
        warp->touches |= request->mask;
        if (is_work(request)) warp->works |= request->mask;
        counts->requests += (shared || !memory) && !part;
        counts->writes |= shared && request->kind != TRACE_LOAD;
    }
    for (uint32_t w = 0; w < warp_count; w++)
        if (!warps[w].works) warps[w].works = warps[w].touches;
}

/* Do the warp's requests read slots that the same lanes do not write? A warp writes few patterns in
 * a round; more than PATTERNS of them are an exchange of some kind in any case. */
enum { PATTERNS = 16 };

static bool same_pattern(const struct trace_request *a, const struct trace_request *b)
{
    return a->object == b->object && a->mask == b->mask && a->offset == b->offset &&
           a->stride == b->stride && !((a->flags | b->flags) & TRACE_SCATTERED);
}

/* Do lanes read two slots of one array, then write one, before they have written the other? The two
 * halves of an exchange or of a butterfly are all their own, and yet each comes from both. */
static bool warp_crosses(const struct trace_launch *launch, uint32_t first, uint32_t end)
{
    const struct trace_request *read[PATTERNS];
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind > TRACE_STORE || request->space != TRACE_SHARED) continue;
        bool known = false, stores = request->kind == TRACE_STORE;
        for (uint32_t k = 0; k < count; k++) {
            const bool same = same_pattern(request, read[k]);
            known |= same;
            if (stores && same)
                read[k--] = read[--count];
            else if (stores && request->object == read[k]->object && request->mask & read[k]->mask)
                return true;
        }
        if (!stores && !known && count < PATTERNS) read[count++] = request;
    }
    return false;
}

static bool warp_exchanges(const struct trace_launch *launch, uint32_t first, uint32_t end)
{
    const struct trace_request *patterns[PATTERNS];
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind == TRACE_SHUFFLE) return true;
        if (request->kind != TRACE_STORE || request->space != TRACE_SHARED) continue;
        bool known = false;
        for (uint32_t k = 0; k < count && !known; k++)
            known = same_pattern(request, patterns[k]);
        if (known) continue;
        if (count == PATTERNS) return true;
        patterns[count++] = request;
    }
    for (uint32_t i = first; count && i < end; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind != TRACE_LOAD || request->space != TRACE_SHARED) continue;
        bool own = false;
        for (uint32_t k = 0; k < count && !own; k++)
            own = same_pattern(request, patterns[k]);
        if (!own) return true;
    }
    return warp_crosses(launch, first, end);
}

static bool round_exchanges(const struct trace_launch *launch, const struct trace_round *range)
{
    uint32_t end = range->first + range->count;
    for (uint32_t first = range->first; first < end;) {
        uint32_t next = first;
        while (next < end && launch->requests[next].warp == launch->requests[first].warp)
            next++;
        if (warp_exchanges(launch, first, next)) return true;
        first = next;
    }
    return false;
}

struct round_counts round_count(const struct trace_launch *launch, const struct trace_round *range,
                                struct round_warp *warps, uint32_t warp_count)
{
    struct round_counts counts = {.barrier_site = TRACE_NONE};
    look_at_warps(launch, range, warps, warp_count, &counts);
    for (uint32_t w = 0; w < warp_count; w++) {
        counts.threads += (uint32_t)__builtin_popcount(warps[w].works);
        counts.touching += (uint32_t)__builtin_popcount(warps[w].touches);
        counts.warps += warps[w].issues;
        counts.issued |= (uint32_t)warps[w].issues << w; /* a block has 32 warps at most */
        counts.arrived += (uint32_t)__builtin_popcount(warps[w].arrived);
    }
    counts.least = (counts.threads + TRACE_LANES - 1) / TRACE_LANES;
    if (counts.requests) counts.exchanges = round_exchanges(launch, range);
    return counts;
}
