#include "analysis/race_detect.h"

#include "base/mem.h"

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

void race_find_regions(struct detector *d)
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

void race_examine_global(struct detector *d)
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
