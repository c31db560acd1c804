#include "analysis/round.h"

#include "analysis/carry.h"
#include "analysis/dataflow.h"
#include "analysis/round_count.h"

#include <stdlib.h>
#include <string.h>

struct cached {
    struct round round;
    struct arena arena;
    bool used;
    uint64_t stamp; /* of the last time it was asked for */
};

struct counted {
    uint32_t launch, block;
    struct round_counts *rounds;
};

struct cache {
    const struct trace *trace;
    struct cached rounds[ROUND_CACHE];
    uint64_t stamp;
    struct counted *counted;
    uint32_t counted_count, counted_capacity;
    struct carry *carry;
    uint32_t *site_place; /* scratch: all TRACE_NONE between uses */
};

static void release(void *data)
{
    struct cache *cache = data;
    for (uint32_t i = 0; i < ROUND_CACHE; i++)
        if (cache->rounds[i].used) arena_fini(&cache->rounds[i].arena);
    for (uint32_t i = 0; i < cache->counted_count; i++)
        free(cache->counted[i].rounds);
    free(cache->counted);
    carry_destroy(cache->carry);
    free(cache->site_place);
    free(cache);
}

static struct cache *cache_of(struct analysis *analysis)
{
    void **slot = analysis_slot(analysis, ANALYSIS_ROUND, release);
    if (!*slot) {
        struct cache *cache = mem_alloc(sizeof *cache);
        cache->trace = analysis_trace(analysis);
        cache->carry = carry_create(cache->trace);
        cache->site_place = mem_array(cache->trace->site_count + 1, sizeof *cache->site_place);
        memset(cache->site_place, 0xff, (cache->trace->site_count + 1) * sizeof(uint32_t));
        *slot = cache;
    }
    return *slot;
}

/* ---- Requests, lane by lane ---------------------------------------------------------------- */

void round_thread_xyz(const struct trace_launch *launch, uint32_t thread, uint32_t xyz[3])
{
    uint32_t width = launch->block[0] ? launch->block[0] : 1;
    uint32_t height = launch->block[1] ? launch->block[1] : 1;
    xyz[0] = thread % width;
    xyz[1] = thread / width % height;
    xyz[2] = thread / width / height;
}

static uint32_t rank_of(uint32_t mask, unsigned lane)
{
    return (uint32_t)__builtin_popcount(mask & ((1u << lane) - 1));
}

int64_t round_lane_offset(const struct trace_launch *launch, const struct trace_request *request,
                          unsigned lane)
{
    if (request->flags & TRACE_SCATTERED)
        return launch->scattered[request->scattered + rank_of(request->mask, lane)];
    int64_t steps = (int64_t)lane - __builtin_ctz(request->mask);
    return (int64_t)((uint64_t)request->offset + (uint64_t)(request->stride * steps));
}

const uint8_t *round_lane_value(const struct trace_launch *launch,
                                const struct trace_request *request, unsigned lane)
{
    if (!(request->flags & TRACE_VALUES)) return NULL;
    return launch->values + request->values + (size_t)rank_of(request->mask, lane) * request->width;
}

/* ---- Counts of all rounds ------------------------------------------------------------------- */

const struct round_counts *round_counts(struct analysis *analysis, uint32_t launch, uint32_t block)
{
    struct cache *cache = cache_of(analysis);
    if (launch >= cache->trace->launch_count) return NULL;
    const struct trace_launch *l = &cache->trace->launches[launch];
    if (block >= l->block_count || l->blocks[block].rounds == 0) return NULL;
    for (uint32_t i = 0; i < cache->counted_count; i++)
        if (cache->counted[i].launch == launch && cache->counted[i].block == block)
            return cache->counted[i].rounds;

    uint32_t warp_count = trace_warps(l), rounds = l->blocks[block].rounds;
    struct round_warp *warps = mem_array(warp_count ? warp_count : 1, sizeof *warps);
    struct counted *entry;
    MEM_GROW(cache->counted, cache->counted_count, cache->counted_capacity);
    entry = &cache->counted[cache->counted_count++];
    *entry = (struct counted){launch, block, mem_array(rounds, sizeof *entry->rounds)};
    for (uint32_t r = 0; r < rounds; r++)
        entry->rounds[r] = round_count(l, trace_block_round(l, block, r), warps, warp_count);
    free(warps);
    return entry->rounds;
}

/* ---- Slots ---------------------------------------------------------------------------------- */

static void set_bases(struct round *round)
{
    uint32_t total = 0;
    for (uint32_t a = 0; a < round->launch->array_count && a < ROUND_ARRAYS; a++) {
        round->array_base[a] = total;
        total += round->launch->arrays[a].count + 1; /* ranges of slots never span two arrays */
    }
    round->slot_count = total;
}

uint32_t round_slot_array(const struct round *round, uint32_t number, uint32_t *slot)
{
    uint32_t arrays = round->launch->array_count;
    if (arrays > ROUND_ARRAYS) arrays = ROUND_ARRAYS;
    for (uint32_t a = arrays; a-- > 0;) {
        if (number < round->array_base[a]) continue;
        if (round->launch->arrays[a].count == 0) continue;
        *slot = number - round->array_base[a];
        return a;
    }
    *slot = 0;
    return 0;
}

uint32_t round_of_read(const struct round *round, const struct round_edge *edge)
{
    uint32_t index = round->index;
    while (index > 0 && edge->read < trace_block_round(round->launch, round->block, index)->first)
        index--;
    return index;
}

static void touch_slot(struct round_slot *slot, bool reads, bool writes, uint32_t thread)
{
    if (reads) {
        slot->many_readers |= slot->reads && slot->reader != thread;
        slot->reads++;
        slot->reader = thread;
    }
    if (writes) {
        slot->many_writers |= slot->writes && slot->writer != thread;
        slot->writes++;
        slot->writer = thread;
    }
}

static void look_at_slots(const struct trace_launch *launch, const struct trace_round *range,
                          const struct round *round, struct round_slot *slots)
{
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED) continue;
        if (request->object >= launch->array_count || request->object >= ROUND_ARRAYS) continue;
        const struct trace_array *array = &launch->arrays[request->object];
        int64_t element = array->count ? array->bytes / array->count : 0;
        if (element == 0) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            int64_t offset = round_lane_offset(launch, request, lane);
            if (offset < 0 || offset >= array->bytes) continue;
            int64_t last = (offset + (request->width ? request->width : 1) - 1) / element;
            for (int64_t s = offset / element; s <= last && s < array->count; s++) {
                struct round_slot *slot = &slots[round->array_base[request->object] + s];
                slot->wide |= request->width > element;
                touch_slot(slot, request->kind != TRACE_STORE, request->kind != TRACE_LOAD,
                           request->warp * (uint32_t)TRACE_LANES + lane);
            }
        }
    }
}

/* ---- Places --------------------------------------------------------------------------------- */

struct found_places {
    struct round_places places;
    struct round_line *lines;
    uint32_t line_count;
};

static uint32_t line_of_site(struct found_places *found, const struct trace *trace, uint32_t site)
{
    struct round_line line = {.source = TRACE_NONE};
    if (site < trace->site_count) {
        line.source = trace->sites[site].source;
        line.line = trace->sites[site].line;
    }
    for (uint32_t i = 0; i < found->line_count; i++)
        if (found->lines[i].source == line.source && found->lines[i].line == line.line) return i;
    found->lines[found->line_count] = line;
    return found->line_count++;
}

/* Reading the source takes a while: only where another line is near that it may go on from. */
static uint32_t start_of_line(const struct trace *trace, const struct found_places *found,
                              uint32_t index)
{
    enum { NEAR = 6 };
    const struct round_line *line = &found->lines[index];
    for (uint32_t i = 0; i < found->line_count; i++) {
        const struct round_line *other = &found->lines[i];
        if (i == index || other->source != line->source) continue;
        if (other->line + NEAR < line->line || line->line + NEAR < other->line) continue;
        return words_statement_line(trace, line->source, line->line);
    }
    return line->line;
}

/* Numbers the sites and lines of the round's requests. Where a thread leaves the kernel is no line
 * that it carries out: the end stands on the line before it. */
static void find_places(struct cache *cache, const struct trace_launch *launch,
                        const struct trace_round *range, struct arena *arena,
                        struct found_places *found)
{
    const struct trace *trace = cache->trace;
    uint32_t *places = cache->site_place, count = 0, capacity = 0, *sites = NULL;
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        uint32_t site = request->site < trace->site_count ? request->site : trace->site_count;
        if (places[site] != TRACE_NONE || request->kind == TRACE_EXIT) continue;
        MEM_GROW(sites, count, capacity);
        places[site] = count;
        sites[count++] = site;
    }
    found->places = (struct round_places){
        .site_place = places,
        .sites = arena_alloc(arena, (count + 1) * sizeof(uint32_t)),
        .site_line = arena_alloc(arena, (count + 1) * sizeof(uint32_t)),
        .line_start = arena_alloc(arena, (count + 1) * sizeof(uint32_t)),
        .site_count = count,
    };
    found->lines = arena_alloc(arena, (count + 1) * sizeof *found->lines);
    for (uint32_t i = 0; i < count; i++) {
        found->places.sites[i] = sites[i];
        found->places.site_line[i] = line_of_site(found, trace, sites[i]);
    }
    for (uint32_t i = 0; i < found->line_count; i++)
        found->places.line_start[i] = start_of_line(trace, found, i);
    free(sites);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void analyse(struct cache *cache, struct round *round, struct arena *arena)
{
    const struct trace_launch *launch = round->launch;
    const struct trace_round *range = trace_block_round(launch, round->block, round->index);
    round->warp_count = trace_warps(launch);
    struct round_warp *warps = arena_alloc(arena, (round->warp_count + 1) * sizeof *warps);
    round->counts = round_count(launch, range, warps, round->warp_count);
    round->warps = warps;

    set_bases(round);
    struct round_slot *slots = arena_alloc(arena, (round->slot_count + 1) * sizeof *slots);
    for (uint32_t i = 0; i < round->slot_count; i++)
        slots[i].reader = slots[i].writer = TRACE_NONE;
    look_at_slots(launch, range, round, slots);
    round->slots = slots;
    round->barrier_site = round->counts.barrier_site;
    round->arrived = round->counts.arrived;

    struct found_places found = {0};
    find_places(cache, launch, range, arena, &found);
    round->line_count = found.line_count;
    round->lines = found.lines;
    dataflow_analyse(cache->trace, round, &found.places, found.lines, slots, cache->carry, arena);
    for (uint32_t i = 0; i < found.places.site_count; i++)
        cache->site_place[found.places.sites[i]] = TRACE_NONE;
}

bool round_analyse(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                   struct arena *arena, struct round *round)
{
    struct cache *cache = cache_of(analysis);
    if (launch >= cache->trace->launch_count) return false;
    const struct trace_launch *l = &cache->trace->launches[launch];
    if (block >= l->block_count || index >= l->blocks[block].rounds) return false;
    *round = (struct round){.launch = l, .launch_index = launch, .block = block, .index = index};
    analyse(cache, round, arena);
    return true;
}

const struct round *round_get(struct analysis *analysis, uint32_t launch, uint32_t block,
                              uint32_t index)
{
    struct cache *cache = cache_of(analysis);
    struct cached *oldest = &cache->rounds[0];
    for (uint32_t i = 0; i < ROUND_CACHE; i++) {
        struct cached *entry = &cache->rounds[i];
        const struct round *round = &entry->round;
        if (entry->used && round->launch_index == launch && round->block == block &&
            round->index == index) {
            entry->stamp = ++cache->stamp;
            return round;
        }
        if (!entry->used || (oldest->used && entry->stamp < oldest->stamp)) oldest = entry;
    }
    if (oldest->used) arena_fini(&oldest->arena);
    arena_init(&oldest->arena);
    oldest->stamp = ++cache->stamp;
    oldest->used = round_analyse(analysis, launch, block, index, &oldest->arena, &oldest->round);
    return oldest->used ? &oldest->round : NULL;
}

static enum round_rest rest_of_lanes(const struct round *round, uint32_t warp, uint32_t lanes)
{
    const struct trace_block *block = &round->launch->blocks[round->block];
    bool last = round->index + 1 == block->rounds, leavers = false;
    if (round->warps[warp].arrived & lanes) return ROUND_WAITS;
    if (round->warps[warp].exits & lanes) return ROUND_LEAVES;
    if (!last) return ROUND_GONE;
    if (!block->finished) return ROUND_STOPS;
    for (uint32_t w = 0; w < round->warp_count; w++)
        leavers |= round->warps[w].exits != 0;
    return leavers ? ROUND_GONE : ROUND_LEAVES; /* no trace of who left when: all at the end */
}

enum round_rest round_rest(const struct round *round, uint32_t warp)
{
    return rest_of_lanes(round, warp, UINT32_MAX);
}

enum round_rest round_thread_rest(const struct round *round, uint32_t thread)
{
    return rest_of_lanes(round, thread / TRACE_LANES, 1u << thread % TRACE_LANES);
}

const struct round_statement *round_main_statement(const struct round *round)
{
    const struct round_statement *best = NULL;
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (!best) {
            best = s;
            continue;
        }
        if (s->edges != best->edges) {
            if (s->edges > best->edges) best = s;
        } else if ((s->kind == TRACE_LOAD) != (best->kind == TRACE_LOAD)) {
            if (best->kind == TRACE_LOAD) best = s;
        } else if ((s->target.space == TRACE_SHARED) != (best->target.space == TRACE_SHARED)) {
            if (s->target.space == TRACE_SHARED) best = s;
        } else if ((uint64_t)s->threads * s->turns > (uint64_t)best->threads * best->turns) {
            best = s;
        }
    }
    return best;
}
