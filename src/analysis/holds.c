#include "analysis/holds.h"

#include "analysis/race.h"
#include "analysis/round.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct version { /* what a slot holds from this round on */
    uint32_t round;
    struct holds holds;
};

struct slot_history {
    struct version *versions;
    uint32_t count, capacity;
};

struct pending { /* a slot that the present step writes */
    uint32_t slot;
    struct holds holds;
    struct number number;
};

struct moment_value { /* what a raced slot held last within the present round */
    struct number number;
    uint32_t writes; /* accesses so far */
};

struct table {
    struct analysis *analysis;
    bool any;
    uint32_t launch, block, rounds; /* rounds done */
    uint32_t slot_count;
    struct slot_history *slots;
    struct arena arena;
    struct pending *pending;
    uint32_t pending_count, pending_capacity;
    bool *raced;              /* [slot], of the present round; NULL: none is */
    struct moment_value *now; /* [slot], where there are raced ones */
};

static void clear(struct table *table)
{
    for (uint32_t i = 0; i < table->slot_count; i++)
        free(table->slots[i].versions);
    free(table->slots);
    if (table->any) arena_fini(&table->arena);
    table->slots = NULL;
    table->slot_count = table->rounds = 0;
    table->any = false;
}

static void release(void *data)
{
    struct table *table = data;
    clear(table);
    free(table->pending);
    free(table);
}

/* ---- Sets ----------------------------------------------------------------------------------- */

static struct holds one_slot(struct table *table, uint32_t slot)
{
    struct holds_range *range = arena_alloc(&table->arena, sizeof *range);
    *range = (struct holds_range){slot, slot};
    return (struct holds){.ranges = range, .count = 1};
}

static struct holds join(struct table *table, struct holds a, struct holds b)
{
    if (a.unknown || b.unknown) return (struct holds){.unknown = true};
    if (a.unclear || b.unclear) return (struct holds){.unclear = true};
    if (!a.count) return b;
    if (!b.count) return a;
    struct holds_range merged[2 * HOLDS_MAX_RANGES], *tail = NULL;
    uint32_t count = 0, i = 0, k = 0;
    while (i < a.count || k < b.count) {
        bool first = k == b.count || (i < a.count && a.ranges[i].first <= b.ranges[k].first);
        struct holds_range next = first ? a.ranges[i++] : b.ranges[k++];
        if (tail && next.first <= tail->last + 1) {
            if (next.last > tail->last) tail->last = next.last;
        } else {
            tail = &merged[count++];
            *tail = next;
        }
    }
    struct holds joined = {.count = count, .more = a.more || b.more};
    if (count > HOLDS_MAX_RANGES) {
        joined.count = HOLDS_MAX_RANGES;
        joined.more = true;
    }
    struct holds_range *ranges = arena_alloc(&table->arena, joined.count * sizeof *ranges);
    memcpy(ranges, merged, joined.count * sizeof *ranges);
    joined.ranges = ranges;
    return joined;
}

static struct holds present(const struct table *table, uint32_t slot)
{
    const struct slot_history *history = &table->slots[slot];
    return history->count ? history->versions[history->count - 1].holds : (struct holds){0};
}

/* What it held before this round; what it was first filled with when that was in this round. */
static struct holds earlier(const struct table *table, uint32_t slot, uint32_t round)
{
    const struct slot_history *history = &table->slots[slot];
    for (uint32_t i = history->count; i-- > 0;)
        if (history->versions[i].round < round) return history->versions[i].holds;
    return present(table, slot);
}

static void assign(struct table *table, uint32_t slot, uint32_t round, struct holds holds)
{
    struct slot_history *history = &table->slots[slot];
    if (history->count && history->versions[history->count - 1].round == round) {
        history->versions[history->count - 1].holds = holds;
        return;
    }
    if (history->count == history->capacity) { /* most slots change a few times: grow from 4 */
        history->capacity = history->capacity ? 2 * history->capacity : 4;
        history->versions =
            mem_resize(history->versions, history->capacity, sizeof *history->versions);
    }
    history->versions[history->count++] = (struct version){round, holds};
}

/* ---- Rounds --------------------------------------------------------------------------------- */

static struct number kept_number(const struct table *table, const struct round *round,
                                 uint32_t request, uint32_t thread, uint32_t number)
{
    const struct trace *trace = analysis_trace(table->analysis);
    const struct trace_request *r = &round->launch->requests[request];
    uint32_t slot, array = round_slot_array(round, number, &slot);
    const struct trace_array *a = &round->launch->arrays[array];
    if (!a->count || r->width != a->bytes / a->count) return (struct number){0};
    return number_of(trace, a->type, round_lane_value(round->launch, r, thread % TRACE_LANES));
}

static struct number barrier_number(const struct table *table, const struct round *round,
                                    uint32_t number, uint32_t index)
{
    uint32_t slot, array = round_slot_array(round, number, &slot);
    const struct trace_array *a = &round->launch->arrays[array];
    const uint8_t *data = trace_snapshot(round->launch, array, round->block, index);
    const uint8_t *written = trace_written(round->launch, array, round->block, index);
    if (!data || !written || !written[slot] || !a->count) return (struct number){0};
    return number_of(analysis_trace(table->analysis), a->type, data + slot * (a->bytes / a->count));
}

/* What a raced slot held when it was read: the value tells, if only one of the contents that it had
 * in this round has it. */
static struct holds raced_holds(const struct table *table, const struct round *round,
                                const struct round_edge *edge)
{
    const struct round_slot *slot = &round->slots[edge->from];
    const struct moment_value *now = &table->now[edge->from];
    struct number read = kept_number(table, round, edge->read, edge->thread, edge->from);
    struct number before = {0}, end = barrier_number(table, round, edge->from, round->index);
    if (round->index > 0) before = barrier_number(table, round, edge->from, round->index - 1);
    bool is_before = number_agrees(before, read, 0), is_end = number_agrees(end, read, 0);
    bool is_now = now->writes && number_agrees(now->number, read, 0);
    bool last = slot->writes == 1 || now->writes == slot->writes;
    if (read.known && is_before && !is_end && !is_now && (slot->writes == 1 || !edge->late))
        return earlier(table, edge->from, round->index);
    if (read.known && !is_before && is_now && (last || !is_end)) return present(table, edge->from);
    /* filled by a store that had no source among the slots, once */
    if (read.known && !before.known && is_end && slot->writes == 1 && !now->writes)
        return present(table, edge->from);
    return (struct holds){.unknown = true};
}

static bool writes_slot(const struct round *round, uint32_t index, uint32_t number)
{
    const struct trace_request *request = &round->launch->requests[index];
    uint32_t slot, array = round_slot_array(round, number, &slot);
    const struct trace_array *a = &round->launch->arrays[array];
    uint32_t bytes = a->count ? a->bytes / a->count : 0;
    if (request->kind != TRACE_STORE && request->kind != TRACE_ATOMIC) return false;
    if (request->space != TRACE_SHARED || request->object != array || !bytes) return false;
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        int64_t at = round_lane_offset(round->launch, request, (unsigned)__builtin_ctz(mask));
        if (at / bytes <= slot && slot <= (at + (request->width ? request->width : 1) - 1) / bytes)
            return true;
    }
    return false;
}

/* What the slot held when it was read in a round before this one: unknown where another warp wrote
 * it in that round, too. */
static struct holds kept_holds(const struct table *table, const struct round *round,
                               const struct round_edge *edge)
{
    uint32_t read_in = round_of_read(round, edge);
    const struct trace_round *range = trace_block_round(round->launch, round->block, read_in);
    const struct slot_history *history = &table->slots[edge->from];
    bool written = false;
    for (uint32_t i = 0; i < history->count && !written; i++)
        written = history->versions[i].round == read_in;
    if (!written) return earlier(table, edge->from, read_in);
    written = false; /* before it was read */
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        if (!writes_slot(round, i, edge->from)) continue;
        bool own = round->launch->requests[i].warp == edge->thread / TRACE_LANES;
        if (!own) return (struct holds){.unknown = true};
        written |= i < edge->read;
    }
    return earlier(table, edge->from, written ? read_in + 1 : read_in);
}

static struct holds read_holds(const struct table *table, const struct round *round,
                               const struct round_edge *edge)
{
    const struct trace_round *range = trace_block_round(round->launch, round->block, round->index);
    if (edge->read < range->first) return kept_holds(table, round, edge);
    if (table->raced && table->raced[edge->from]) return raced_holds(table, round, edge);
    return edge->late ? present(table, edge->from) : earlier(table, edge->from, round->index);
}

/* All reads of a step come before its writes: what threads of one warp do together. */
static void take_step(struct table *table, const struct round *round, const struct round_step *step,
                      bool *has_edge)
{
    const struct round_edge *edges = &round->edges[step->first];
    table->pending_count = 0;
    for (uint32_t i = 0; i < step->count; i++) {
        struct pending *last =
            table->pending_count ? &table->pending[table->pending_count - 1] : NULL;
        struct holds from = read_holds(table, round, &edges[i]);
        has_edge[edges[i].to] = true;
        if (last && last->slot == edges[i].to) {
            last->holds = join(table, last->holds, from);
            continue;
        }
        struct holds start = edges[i].own ? present(table, edges[i].to) : (struct holds){0};
        struct number number = {0};
        if (table->raced)
            number = kept_number(table, round, edges[i].write, edges[i].thread, edges[i].to);
        MEM_GROW(table->pending, table->pending_count, table->pending_capacity);
        table->pending[table->pending_count++] =
            (struct pending){edges[i].to, join(table, start, from), number};
    }
    for (uint32_t i = 0; i < table->pending_count; i++) {
        const struct pending *pending = &table->pending[i];
        assign(table, pending->slot, round->index, pending->holds);
        if (table->raced)
            table->now[pending->slot] =
                (struct moment_value){pending->number, table->now[pending->slot].writes + 1};
    }
}

/* A race needs a slot that one thread writes and another one touches: most rounds have none. */
static bool conflicts(const struct round_slot *slot)
{
    if (!slot->writes) return false;
    return slot->many_writers || slot->many_readers ||
           (slot->reads && slot->reader != slot->writer);
}

static void find_raced(struct table *table, const struct round *round)
{
    const struct race_table *races = NULL;
    for (uint32_t i = 0; i < round->slot_count && !races; i++)
        if (conflicts(&round->slots[i]))
            races =
                races_of_round(table->analysis, round->launch_index, round->block, round->index);
    if (!races || !races->count) return;
    table->raced = mem_array(round->slot_count + 1, sizeof *table->raced);
    table->now = mem_array(round->slot_count + 1, sizeof *table->now);
    for (uint32_t i = 0; i < races->count; i++) {
        const struct race *race = &races->races[i];
        if (race->space != TRACE_SHARED || race->object >= ROUND_ARRAYS || race->slot < 0) continue;
        uint64_t number = round->array_base[race->object] + (uint64_t)race->slot;
        if (number < round->slot_count) table->raced[number] = true;
    }
}

/* Which of several writers came last is not known, only that the slot was written. */
static void forget_contested(struct table *table, const struct round *round)
{
    for (uint32_t i = 0; i < round->slot_count; i++)
        if (table->raced[i] && round->slots[i].many_writers)
            assign(table, i, round->index, (struct holds){.unknown = true});
    free(table->raced);
    free(table->now);
    table->raced = NULL;
    table->now = NULL;
}

/* Does it end the round with a number as the program has it, whatever went into it before? */
static bool filled_last(const struct round_slot *slot)
{
    return slot->constant && !slot->many_writers;
}

static void take_round(struct table *table, const struct round *round)
{
    bool *has_edge = mem_array(round->slot_count + 1, sizeof *has_edge);
    find_raced(table, round);
    for (uint32_t i = 0; i < round->slot_count; i++) { /* first fillings come before the edges */
        const struct round_slot *slot = &round->slots[i];
        if (!slot->writes) continue;
        struct holds held = present(table, i);
        bool any = held.count || held.unknown || held.unclear;
        bool kept = any && slot->reads && !slot->fresh;
        if (!any) assign(table, i, round->index, one_slot(table, i));
        has_edge[i] = kept;
    }
    for (uint32_t i = 0; i < round->step_count; i++)
        take_step(table, round, &round->steps[i], has_edge);
    for (uint32_t i = 0; i < round->slot_count; i++)
        if (round->slots[i].writes && round->slots[i].unclear)
            assign(table, i, round->index, (struct holds){.unclear = true});
        else if (round->slots[i].writes && (!has_edge[i] || filled_last(&round->slots[i])))
            assign(table, i, round->index, one_slot(table, i));
    if (table->raced) forget_contested(table, round);
    free(has_edge);
}

static struct table *table_for(struct analysis *analysis, uint32_t launch, uint32_t block)
{
    void **slot = analysis_slot(analysis, ANALYSIS_HOLDS, release);
    if (!*slot) *slot = mem_alloc(sizeof(struct table));
    struct table *table = *slot;
    if (table->any && table->launch == launch && table->block == block) return table;
    clear(table);
    table->analysis = analysis;
    table->any = true;
    table->launch = launch;
    table->block = block;
    arena_init(&table->arena);
    return table;
}

struct holds holds_of(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                      uint32_t slot)
{
    const struct trace *trace = analysis_trace(analysis);
    if (launch >= trace->launch_count || block >= trace->launches[launch].block_count)
        return (struct holds){0};
    if (round >= trace->launches[launch].blocks[block].rounds) return (struct holds){0};
    struct table *table = table_for(analysis, launch, block);
    for (; table->rounds <= round; table->rounds++) {
        struct arena arena;
        struct round own;
        const struct round *now = &own;
        arena_init(&arena);
        if (trace->launches[launch].blocks[block].rounds <= ROUND_CACHE - 4)
            now = round_get(analysis, launch, block, table->rounds); /* they all stay */
        else if (!round_analyse(analysis, launch, block, table->rounds, &arena, &own))
            now = NULL;
        if (now && !table->slots) {
            table->slot_count = now->slot_count;
            table->slots = mem_array(now->slot_count + 1, sizeof *table->slots);
        }
        if (now) take_round(table, now);
        arena_fini(&arena);
    }
    if (slot >= table->slot_count) return (struct holds){0};
    const struct slot_history *history = &table->slots[slot];
    for (uint32_t i = history->count; i-- > 0;)
        if (history->versions[i].round <= round) return history->versions[i].holds;
    return (struct holds){0};
}

/* ---- Text ----------------------------------------------------------------------------------- */

uint64_t holds_size(const struct holds *holds)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < holds->count; i++)
        size += (uint64_t)holds->ranges[i].last - holds->ranges[i].first + 1;
    return size;
}

static int list_text(const struct holds *holds, uint32_t base, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < holds->count && used < size; i++) {
        uint32_t first = holds->ranges[i].first - base, last = holds->ranges[i].last - base;
        int n = first == last
                    ? snprintf(out + used, size - used, "%s%u", i ? "," : "", first)
                    : snprintf(out + used, size - used, "%s%u-%u", i ? "," : "", first, last);
        used += (size_t)n;
    }
    return (int)used;
}

/* The common distance of single slots, or 0. */
static uint32_t stride_of(const struct holds *holds)
{
    if (holds->count < 3) return 0;
    uint32_t stride = holds->ranges[1].first - holds->ranges[0].first;
    for (uint32_t i = 0; i < holds->count; i++) {
        if (holds->ranges[i].first != holds->ranges[i].last) return 0;
        if (i && holds->ranges[i].first - holds->ranges[i - 1].first != stride) return 0;
    }
    return stride;
}

static bool one_array(const struct round *round, const struct holds *holds, uint32_t *array)
{
    uint32_t slot;
    *array = round_slot_array(round, holds->ranges[0].first, &slot);
    return round_slot_array(round, holds->ranges[holds->count - 1].last, &slot) == *array;
}

/* Cells of our own words: what takes three bytes is two cells wide. */
static int cells_of(const char *text)
{
    int cells = 0;
    for (; *text; text++)
        cells += ((unsigned char)*text & 0xC0) != 0x80 ? 1 + ((unsigned char)*text >= 0xE0) : 0;
    return cells;
}

bool holds_text(const struct round *round, const struct holds *holds, uint32_t array, int columns,
                char *out, size_t size)
{
    char list[64], name[64] = "";
    uint32_t from;
    out[0] = '\0';
    if (holds->unknown) snprintf(out, size, "%s", _("race"));
    if (holds->unclear) snprintf(out, size, "?");
    if (!holds->count) return false;
    bool single = one_array(round, holds, &from) && !holds->more;
    uint32_t base = round->array_base[from], stride = single ? stride_of(holds) : 0;
    if (single && from != array) /* its name, if there is room */
        snprintf(name, sizeof name, "%s ", round->launch->arrays[from].name);
    for (int attempt = 0; single && attempt < 4; attempt++) {
        const char *prefix = attempt % 2 ? "" : name;
        int n = list_text(holds, base, list, sizeof list);
        if (attempt >= 2 && !stride) break;
        if (attempt >= 2)
            n = snprintf(list, sizeof list, "%u,%u..%u", holds->ranges[0].first - base,
                         holds->ranges[0].first - base + stride,
                         holds->ranges[holds->count - 1].first - base);
        if (n + (int)strlen(prefix) > columns) continue;
        snprintf(out, size, "%s%s", prefix, list);
        return true;
    }
    const unsigned long long all = holds_size(holds);
    snprintf(out, size, holds->more ? _("> %llu slots") : _("%llu slots"), all);
    if (cells_of(out) > columns) /* never cut: the figure is what matters */
        snprintf(out, size, holds->more ? _(">%llu sl.") : _("%llu sl."), all);
    return false;
}
