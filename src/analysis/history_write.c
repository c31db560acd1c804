/* When each slot of a block was written, and when what was written was first read. */
#include "analysis/history.h"
#include "analysis/history_lanes.h"
#include "base/mem.h"

#include <stdlib.h>

struct slot_writes {
    struct history_write *writes; /* ascending rounds */
    uint32_t count, capacity;
    bool read; /* before the first of them */
    uint32_t read_in;
};

struct sums {              /* of the slot asked for last */
    uint32_t slot, looked; /* its first `looked` writes have been looked at */
    bool broken;           /* the last of them is no sum */
};

struct table {
    bool any;
    uint32_t launch, block, slot_count;
    struct slot_writes *slots;
    struct sums sums;
};

static void clear(struct table *table)
{
    for (uint32_t i = 0; i < table->slot_count; i++)
        free(table->slots[i].writes);
    free(table->slots);
    *table = (struct table){0};
}

static void release(void *data)
{
    clear(data);
    free(data);
}

bool history_lane_slots(const struct trace_launch *launch, const struct trace_request *request,
                        unsigned lane, uint32_t *first, uint32_t *last)
{
    if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED) return false;
    if (request->object >= launch->array_count || request->object >= ROUND_ARRAYS) return false;
    const struct trace_array *array = &launch->arrays[request->object];
    uint32_t bytes = array->count ? array->bytes / array->count : 0;
    int64_t offset = round_lane_offset(launch, request, lane);
    if (!bytes || offset < 0 || offset >= array->bytes) return false;
    uint32_t end = (uint32_t)offset + (request->width ? request->width : 1) - 1;
    if (end >= array->bytes) end = array->bytes - 1;
    *first = (uint32_t)offset / bytes;
    *last = end / bytes;
    return true;
}

static uint32_t array_base(const struct trace_launch *launch, uint32_t array)
{
    uint32_t base = 0;
    for (uint32_t i = 0; i < array; i++)
        base += launch->arrays[i].count + 1; /* as in round.c */
    return base;
}

/* ---- A walk over the accesses of a round ----------------------------------------------------- */

struct writer { /* of a slot that several threads write in the round */
    uint32_t slot, thread;
};

struct walk {
    struct table *table;
    const struct trace_launch *launch;
    uint32_t round;
    struct writer *writers; /* sorted; of this round, once somebody has asked for them */
    size_t writer_count, writer_capacity;
    bool listed;
};

typedef void visit_access(struct walk *walk, uint32_t slot, uint32_t thread, uint32_t site);

/* Every slot that a lane of the round loads (loads) or changes (else). */
static void walk_round(struct walk *walk, bool loads, visit_access *visit)
{
    const struct trace_launch *launch = walk->launch;
    const struct trace_round *range = trace_block_round(launch, walk->table->block, walk->round);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if ((request->kind == TRACE_LOAD) != loads || request->space != TRACE_SHARED) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            uint32_t first, last, thread = request->warp * (uint32_t)TRACE_LANES + lane;
            if (!history_lane_slots(launch, request, lane, &first, &last)) continue;
            const uint32_t base = array_base(launch, request->object);
            for (uint32_t s = first; s <= last; s++)
                visit(walk, base + s, thread, request->site);
        }
    }
}

static void note_write(struct walk *walk, uint32_t number, uint32_t thread, uint32_t site)
{
    struct slot_writes *slot = &walk->table->slots[number];
    struct history_write *last = slot->count ? &slot->writes[slot->count - 1] : NULL;
    if (last && last->round == walk->round) {
        last->many |= last->thread != thread;
        last->thread = thread;
        last->site = site;
        return;
    }
    if (slot->count == slot->capacity) {
        slot->capacity = slot->capacity ? 2 * slot->capacity : 4;
        slot->writes = mem_resize(slot->writes, slot->capacity, sizeof *slot->writes);
    }
    slot->writes[slot->count++] =
        (struct history_write){.round = walk->round, .thread = thread, .site = site};
}

/* ---- Who read it ----------------------------------------------------------------------------- */

static void list_writer(struct walk *walk, uint32_t number, uint32_t thread, uint32_t site)
{
    const struct slot_writes *slot = &walk->table->slots[number];
    (void)site;
    if (!slot->writes[slot->count - 1].many) return;
    if (walk->writer_count == walk->writer_capacity) {
        walk->writer_capacity = walk->writer_capacity ? 2 * walk->writer_capacity : 64;
        walk->writers = mem_resize(walk->writers, walk->writer_capacity, sizeof *walk->writers);
    }
    walk->writers[walk->writer_count++] = (struct writer){number, thread};
}

static int by_slot(const void *one, const void *other)
{
    const struct writer *a = one, *b = other;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    return (a->thread > b->thread) - (a->thread < b->thread);
}

static bool is_writer(struct walk *walk, uint32_t slot, uint32_t thread)
{
    const struct writer wanted = {slot, thread};
    if (!walk->listed) {
        walk->writer_count = 0;
        walk_round(walk, false, list_writer);
        if (walk->writer_count)
            qsort(walk->writers, walk->writer_count, sizeof *walk->writers, by_slot);
        walk->listed = true;
    }
    return walk->writer_count && bsearch(&wanted, walk->writers, walk->writer_count,
                                         sizeof *walk->writers, by_slot) != NULL;
}

/* In the round that writes it, who writes it reads what it held before. */
static void note_read(struct walk *walk, uint32_t number, uint32_t thread, uint32_t site)
{
    struct slot_writes *slot = &walk->table->slots[number];
    struct history_write *last = slot->count ? &slot->writes[slot->count - 1] : NULL;
    (void)site;
    if (!last) {
        if (!slot->read) slot->read_in = walk->round;
        slot->read = true;
        return;
    }
    if (last->read) return;
    if (last->round == walk->round &&
        (last->many ? is_writer(walk, number, thread) : last->thread == thread))
        return;
    last->read = true;
    last->read_in = walk->round;
}

/* ---- The table ------------------------------------------------------------------------------- */

static void build(struct table *table, const struct trace_launch *launch)
{
    uint32_t arrays = launch->array_count < ROUND_ARRAYS ? launch->array_count : ROUND_ARRAYS;
    struct walk walk = {.table = table, .launch = launch};
    table->slot_count = array_base(launch, arrays);
    table->slots = mem_array(table->slot_count + 1, sizeof *table->slots);
    for (uint32_t r = 0; r < launch->blocks[table->block].rounds; r++) {
        walk.round = r;
        walk.listed = false;
        walk_round(&walk, false, note_write);
        walk_round(&walk, true, note_read);
    }
    free(walk.writers);
}

static struct table *table_of(struct analysis *analysis, uint32_t launch, uint32_t block)
{
    const struct trace *trace = analysis_trace(analysis);
    if (launch >= trace->launch_count || block >= trace->launches[launch].block_count) return NULL;
    void **place = analysis_slot(analysis, ANALYSIS_HISTORY, release);
    if (!*place) *place = mem_alloc(sizeof(struct table));
    struct table *table = *place;
    if (!table->any || table->launch != launch || table->block != block) {
        clear(table);
        *table = (struct table){.any = true, .launch = launch, .block = block};
        build(table, &trace->launches[launch]);
    }
    return table;
}

static const struct slot_writes *writes_of(struct analysis *analysis, uint32_t launch,
                                           uint32_t block, uint32_t slot)
{
    const struct table *table = table_of(analysis, launch, block);
    return table && slot < table->slot_count ? &table->slots[slot] : NULL;
}

/* The last of them up to `round`, or NULL. */
static const struct history_write *last_of(const struct slot_writes *writes, uint32_t round)
{
    uint32_t low = 0, high = writes->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (writes->writes[middle].round <= round)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &writes->writes[low - 1] : NULL;
}

const struct history_write *history_last_write(struct analysis *analysis, uint32_t launch,
                                               uint32_t block, uint32_t slot, uint32_t round)
{
    const struct slot_writes *writes = writes_of(analysis, launch, block, slot);
    return writes ? last_of(writes, round) : NULL;
}

bool history_is_read(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t slot,
                     uint32_t round)
{
    const struct slot_writes *writes = writes_of(analysis, launch, block, slot);
    if (!writes) return false;
    const struct history_write *last = last_of(writes, round);
    return last ? last->read && last->read_in <= round : writes->read && writes->read_in <= round;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static bool is_sum(struct analysis *analysis, const struct table *table,
                   const struct history_write *write)
{
    const struct round *round = round_get(analysis, table->launch, table->block, write->round);
    const struct trace_site *site = &analysis_trace(analysis)->sites[write->site];
    for (uint32_t i = 0; round && i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        const struct round_line *line = &round->lines[s->line];
        if (line->source != site->source || line->line != site->line) continue;
        const bool first = write->round == 0 && s->edges == 0;
        if (!first && !(s->operations & OPERATION_ADD)) return false;
    }
    return true;
}

bool history_only_sums(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t slot,
                       uint32_t round)
{
    struct table *table = table_of(analysis, launch, block);
    if (!table || slot >= table->slot_count) return true;
    const struct slot_writes *writes = &table->slots[slot];
    struct sums *sums = &table->sums;
    if (sums->slot != slot) *sums = (struct sums){.slot = slot};
    for (; !sums->broken && sums->looked < writes->count; sums->looked++) {
        const struct history_write *write = &writes->writes[sums->looked];
        if (write->round > round) break;
        sums->broken = !is_sum(analysis, table, write);
    }
    return !sums->broken || writes->writes[sums->looked - 1].round > round;
}
