#include "analysis/flow.h"

#include <string.h>

/* ---- Turns ---------------------------------------------------------------------------------- */

/* A turn of a line ends when the thread reads there again after writing, or comes to the same
 * instruction again. */
static uint32_t take_turn(struct flow *flow, unsigned lane, uint32_t place, bool stores)
{
    struct visit *visit = visit_of(flow, lane, flow->places->site_line[place]);
    uint32_t *site = &flow->site_turn[lane * flow->places->site_count + place];
    bool again = visit->visited && ((!stores && visit->stored) || *site == visit->turn + 1);
    if (again) visit->turn++;
    if (again || !visit->visited) {
        visit->stored = false;
        visit->turn_start = flow->lanes[lane].sequence + 1;
    }
    uint32_t *comes = &flow->site_comes[lane * flow->places->site_count + place];
    if (++*comes > visit->comes) visit->comes = *comes;
    visit->visited = true;
    visit->stored |= stores;
    *site = visit->turn + 1;
    return visit->turn;
}

/* ---- Accesses ------------------------------------------------------------------------------- */

/* A loop over a large array: of what is not kept, the range at least. */
static void read_beyond(struct flow *flow, uint32_t request, uint32_t place, unsigned lane)
{
    struct beyond *beyond = &flow->beyond[lane * flow->places->site_count + place];
    uint32_t span;
    const int64_t element = flow_index(flow, &flow->launch->requests[request], lane, &span);
    const uint32_t store = flow->lanes[lane].last_store + 1;
    if (beyond->store != store)
        *beyond = (struct beyond){.low = element, .high = element, .store = store};
    beyond->count++;
    beyond->padding |= flow_padding(flow, &flow->launch->requests[request], lane);
    beyond->apart = flow_common(beyond->apart, flow_distance(element, beyond->low));
    if (element < beyond->low) beyond->low = element;
    if (element > beyond->high) beyond->high = element;
}

static void on_read(struct flow *flow, uint32_t request, uint32_t place, unsigned lane,
                    uint32_t slot, uint32_t turn)
{
    struct lane *state = &flow->lanes[lane];
    state->sequence++;
    visit_of(flow, lane, flow->places->site_line[place])->loaded = true;
    if (slot == TRACE_NONE && state->globals++ >= GLOBALS_KEPT) {
        read_beyond(flow, request, place, lane);
        return;
    }
    if (state->count == READS_KEPT) {
        memmove(state->reads, state->reads + READS_KEPT / 2, READS_KEPT / 2 * sizeof *state->reads);
        state->count = READS_KEPT / 2;
    }
    bool late = false;
    if (slot != TRACE_NONE) {
        const struct round_slot *at = &flow->round->slots[slot];
        bool others = at->many_writers || at->writer / TRACE_LANES != flow->warp;
        late = flow->written_by[slot] == flow->warp + 1 || (at->writes && others);
    }
    MEM_GROW(state->reads, state->count, state->capacity);
    const bool test = flow_reads_test(flow, &flow->launch->requests[request]);
    state->tests += test;
    if (slot != TRACE_NONE && !test)
        flow->last_reader[slot] = flow->warp * (uint32_t)TRACE_LANES + lane + 1;
    state->reads[state->count++] = (struct read){.late = late,
                                                 .test = test,
                                                 .round = flow->round->index,
                                                 .request = request,
                                                 .slot = slot,
                                                 .place = place,
                                                 .line = flow->places->site_line[place],
                                                 .turn = turn,
                                                 .sequence = state->sequence};
}

/* A store that took nothing of what its slots held. */
static void note_fresh(struct flow *flow, const struct trace_request *request, uint32_t slot,
                       unsigned lane, bool own)
{
    if (slot == TRACE_NONE || own) return;
    if (flow->last_reader[slot] == flow->warp * (uint32_t)TRACE_LANES + lane + 1) return;
    uint32_t bytes = flow_element_bytes(&flow->launch->arrays[request->object]);
    uint32_t count = bytes && request->width > bytes ? request->width / bytes : 1;
    for (uint32_t i = 0; i < count && slot + i < flow->round->slot_count; i++)
        flow->slots[slot + i].fresh = true;
}

/* Does the store go to where the thread stored first on the line? */
static bool same_place(const struct visit *visit, const struct trace_request *request,
                       uint32_t slot, int64_t element)
{
    if (slot != TRACE_NONE || visit->first_slot != TRACE_NONE) return slot == visit->first_slot;
    return element == visit->first_element && request->object == visit->first_object;
}

/* How often the thread has come to the line's first store, and whether that moves on. */
static void note_repeats(struct round_statement *statement, struct visit *visit, uint32_t site,
                         bool same)
{
    const bool first = site == statement->target.site;
    visit->repeats += same;
    visit->times += first;
    visit->moved |= first && !same;
    statement->moves |= first && !same;
    if (visit->repeats > statement->repeats) statement->repeats = visit->repeats;
    if (visit->times > statement->times) statement->times = visit->times;
}

/* Is it a further store on the line, to another place, as in an exchange of two slots? */
static void note_other(struct flow *flow, struct round_statement *statement,
                       const struct visit *visit, const struct trace_request *request,
                       unsigned lane, bool same)
{
    if (request->site == statement->target.site || same || visit->times > 1) return;
    if (request->kind == TRACE_ATOMIC && statement->kind == TRACE_STORE) {
        statement->updates = true; /* nothing need be written */
        return;
    }
    if (!statement->others) statement->second.site = request->site;
    const bool second = request->site == statement->second.site;
    if (!second || !statement->others) statement->others = second ? 1 : 2;
    if (second) flow_operand_point(flow, &statement->second, request, lane);
}

/* Is it another member of a structure of which one is in the set already? */
static bool is_again(const struct flow *flow, uint32_t index)
{
    enum { NEAR = 16 };
    const struct read *read = flow->set.reads[index];
    if (flow_type(flow, &flow->launch->requests[read->request]) != TRACE_STRUCT) return false;
    for (uint32_t k = index > NEAR ? index - NEAR : 0; k < index; k++)
        if (flow->set.reads[k]->slot == read->slot) return true;
    return false;
}

static void on_write(struct flow *flow, uint32_t index, uint32_t place, unsigned lane,
                     uint32_t slot, uint32_t turn)
{
    const struct trace_request *request = &flow->launch->requests[index];
    uint32_t line = flow->places->site_line[place];
    struct visit *visit = visit_of(flow, lane, line);
    struct round_statement *statement = flow_statement(flow, line, request->kind);
    struct number result = {0};
    if (statement->checked < CHECKS && request->kind == TRACE_STORE)
        result = flow_written(flow, index, slot, lane);
    flow->place = place;
    flow->site = request->site;
    flow_carried_collect(flow, lane, line);
    struct choice choice = flow_choose(flow, lane, line, slot, result);
    if (choice.verdict.known) {
        statement->checked++;
        statement->operations &= choice.verdict.operations;
        flow->stored[place] &= choice.maybe | choice.verdict.operations;
        if (!visit->stores || request->site == statement->target.site)
            statement->told &= choice.verdict.operations;
    }
    if (slot != TRACE_NONE && flow_unclear(flow, lane, &choice)) flow->slots[slot].unclear = true;
    statement->own_hidden |= choice.own_hidden;
    bool own = choice.own_hidden || request->kind == TRACE_ATOMIC;
    uint64_t edges = statement->edges;
    for (uint32_t i = 0; i < flow->set.count; i++) {
        const struct read *read = flow->set.reads[i];
        own |= read->slot == slot && slot != TRACE_NONE;
        if (flow_is_carried(flow, read)) continue;
        flow->used[read->line] = true;
        flow->used_lanes[read->line] |= 1u << lane;
    }
    note_fresh(flow, request, slot, lane, own);
    for (uint32_t i = 0; i < flow->set.count; i++) {
        uint32_t from = flow->set.reads[i]->slot;
        if (from == TRACE_NONE || slot == TRACE_NONE || from == slot) continue;
        if (is_again(flow, i)) continue;
        statement->edges++;
        flow->round->several_turns |= flow->set.reads[i]->late;
        flow_add_edge(flow, flow->set.reads[i], slot, lane, line, turn, index, own);
        if (flow->target_of[slot] && flow->target_of[slot] != flow->warp_node + 1)
            flow->round->several_turns = true;
        flow->target_of[slot] = flow->warp_node + 1;
    }
    if (slot != TRACE_NONE) {
        flow->written_by[slot] = flow->warp + 1;
        flow->slots[slot].constant = flow_constant(flow, request);
    }
    statement->own &= own;
    statement->joined += !own && statement->edges - edges > 1;
    if (visit->stores == 0) { /* the thread's first: later turns of a loop lie elsewhere */
        statement->mixed |= request->kind != statement->kind;
        flow_operand_object(&statement->target, request);
        statement->target.site = request->site;
        flow_operand_point(flow, &statement->target, request, lane);
        flow_note_sources(flow, statement, lane);
        flow_note_repeats(flow, line, lane);
        visit->first_slot = slot;
        visit->first_element = flow_element(flow, request, lane);
        visit->first_object = request->object;
    }
    const bool same = same_place(visit, request, slot, flow_element(flow, request, lane));
    note_other(flow, statement, visit, request, lane, same);
    flow_note_readers(flow, statement, lane, visit->stores == 0);
    note_repeats(statement, visit, request->site, same);
    visit->stores++;
    flow->lanes[lane].globals = 0;
    visit->last_store = flow->lanes[lane].last_store = ++flow->lanes[lane].sequence;
}

static void on_request(struct flow *flow, uint32_t index)
{
    const struct trace_request *request = &flow->launch->requests[index];
    uint32_t site =
        request->site < flow->trace->site_count ? request->site : flow->trace->site_count;
    uint32_t place = flow->places->site_place[site];
    if (request->kind == TRACE_WARP_SYNC) flow->synced = true;
    if (request->kind > TRACE_ATOMIC && request->kind != TRACE_SHUFFLE) return;
    bool writes = request->kind == TRACE_STORE || request->kind == TRACE_ATOMIC;
    struct element element = flow_element_of(flow, request);
    const bool piece = flow_piece(flow, request);
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (piece && writes) continue; /* as the first one */
        uint32_t turn = piece ? visit_of(flow, lane, flow->places->site_line[place])->turn
                              : take_turn(flow, lane, place, writes);
        if (request->kind == TRACE_SHUFFLE) continue;
        uint32_t slot = flow_next_slot(&element, lane);
        if (request->kind == TRACE_LOAD && flow->linked[site])
            flow->lanes[lane].read_now |= 1u << (flow->linked[site] - 1);
        if (request->kind == TRACE_LOAD)
            on_read(flow, index, place, lane, slot, turn);
        else
            on_write(flow, index, place, lane, slot, turn);
    }
}

/* ---- Warps ---------------------------------------------------------------------------------- */

static void start_warp(struct flow *flow, uint32_t warp)
{
    uint32_t lines = flow->round->line_count, sites = flow->places->site_count;
    flow->warp = warp;
    flow->warp_node = TRACE_NONE;
    flow->synced = false;
    memset(flow->visits, 0, (size_t)TRACE_LANES * lines * sizeof *flow->visits);
    memset(flow->site_turn, 0, (size_t)TRACE_LANES * sites * sizeof *flow->site_turn);
    memset(flow->site_comes, 0, (size_t)TRACE_LANES * sites * sizeof *flow->site_comes);
    memset(flow->beyond, 0, (size_t)TRACE_LANES * sites * sizeof *flow->beyond);
    for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
        struct lane *state = &flow->lanes[lane];
        state->count = state->sequence = state->last_store = state->before_count = 0;
        state->globals = state->tests = state->read_now = 0;
    }
}

/* Does a lane come to all instructions of the line as often? */
static bool comes_evenly(const struct flow *flow, unsigned lane, uint32_t line)
{
    const struct visit *visit = &flow->visits[lane * flow->round->line_count + line];
    const uint32_t *comes = &flow->site_comes[(size_t)lane * flow->places->site_count];
    bool even = true;
    for (uint32_t i = 0; i < flow->places->site_count && even; i++)
        even = flow->places->site_line[i] != line || !comes[i] || comes[i] == visit->comes;
    return even;
}

static void end_warp(struct flow *flow)
{
    for (uint32_t line = 0; line < flow->round->line_count; line++) {
        struct round_line *at = &flow->lines[line];
        uint32_t threads = 0, storing = 0, first = 0, most = 0, least = 0;
        struct round_statement *statement = flow->statement_of[line] == TRACE_NONE
                                                ? NULL
                                                : &flow->statements[flow->statement_of[line]];
        for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
            const struct visit *visit = visit_of(flow, lane, line);
            if (!visit->visited) continue;
            uint32_t turns = flow->several[line] ? visit->comes : visit->turn + 1;
            threads++;
            at->readers += visit->loaded;
            at->uneven_sites |= flow->several[line] && !comes_evenly(flow, lane, line);
            if (turns > at->turns) at->turns = turns;
            if (!at->turns_low || turns < at->turns_low) at->turns_low = turns;
            if (turns > most) most = turns;
            if (!least || turns < least) least = turns;
            if (!statement || !visit->stores) continue;
            if (!storing++) first = flow->warp * (uint32_t)TRACE_LANES + lane;
            if (turns > statement->turns) statement->turns = turns;
            if (!statement->turns_low || turns < statement->turns_low) statement->turns_low = turns;
            const uint32_t times = visit->times;
            if (!statement->times_low || times < statement->times_low) statement->times_low = times;
            statement->movers += visit->moved;
        }
        if (most - least > at->uneven - at->uneven_low) {
            at->uneven = most;
            at->uneven_low = least;
        }
        at->threads += threads;
        at->warps += threads > 0;
        flow->used_threads[line] += (uint32_t)__builtin_popcount(flow->used_lanes[line]);
        flow->used_lanes[line] = 0;
        if (!statement) continue;
        if (!statement->threads && storing) statement->first_thread = first;
        statement->threads += storing;
        statement->warps += storing > 0;
    }
}

/* Index behind the requests of the warp that begin at `first`. */
static uint32_t warp_end(const struct trace_launch *launch, uint32_t first, uint32_t end)
{
    uint32_t i = first;
    while (i < end && launch->requests[i].warp == launch->requests[first].warp)
        i++;
    return i;
}

static void run_warps(struct flow *flow)
{
    const struct trace_launch *launch = flow->launch;
    uint32_t first = flow->range->first, end = first + flow->range->count;
    uint32_t before = 0, before_end = 0;
    if (flow->round->index > 0) {
        const struct trace_round *range =
            trace_block_round(launch, flow->round->block, flow->round->index - 1);
        before = range->first;
        before_end = before + range->count;
    }
    while (first < end) {
        uint32_t warp = launch->requests[first].warp, next = warp_end(launch, first, end);
        start_warp(flow, warp);
        while (before < before_end && launch->requests[before].warp < warp)
            before++;
        if (before < before_end && launch->requests[before].warp == warp) {
            uint32_t after = warp_end(launch, before, before_end);
            flow_carried_warp(flow, before, after);
            before = after;
        }
        for (uint32_t i = first; i < next; i++)
            on_request(flow, i);
        end_warp(flow);
        first = next;
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Where a copy may have been something else, or the other way round, and all stores together tell:
 * those are looked at again. */
static void find_copies(struct flow *flow)
{
    const unsigned ends = OPERATION_MIN | OPERATION_MAX;
    for (uint32_t i = 0; i < flow->places->site_count; i++) {
        const unsigned all = flow->stored[i];
        const bool near = flow->by_chance[i] & CHANCE_NEAR;
        const bool previous = flow->by_chance[i] & CHANCE_PREVIOUS;
        flow->again |= near && all & OPERATION_COPY && !(all & ends);
        flow->again |= previous && all && !(all & OPERATION_COPY);
        flow->proved[i] = near || previous ? all : 0;
        flow->stored[i] = OPERATION_ALL;
    }
}

/* The old number of its slot explains a store that does not take it, by chance: then it does not
 * explain them all. */
static void find_own(struct flow *flow)
{
    for (uint32_t i = 0; i < flow->statement_count; i++) {
        const struct round_statement *statement = &flow->statements[i];
        if (!statement->own_hidden || statement->operations & ~(unsigned)OPERATION_COPY) continue;
        flow->not_own[statement->line] = flow->again = true;
    }
}

void dataflow_analyse(const struct trace *trace, struct round *round,
                      const struct round_places *places, struct round_line *lines,
                      struct round_slot *slots, struct carry *carry, struct arena *arena)
{
    struct flow *flow = flow_create(trace, round, places, carry);
    flow->lines = lines;
    flow->slots = slots;
    for (uint32_t i = 0; i < round->line_count; i++)
        flow->several[i] = words_several(trace, lines[i].source, lines[i].line);
    flow_carried_begin(flow);
    run_warps(flow);
    find_copies(flow);
    find_own(flow);
    if (flow->again) {
        flow_start_over(flow);
        run_warps(flow);
    }
    flow_add_readers(flow);
    flow_count_repeats(flow);
    flow_finish_steps(flow, arena);
    flow_finish_statements(flow, arena);
    flow_carried_end(flow);
    flow_destroy(flow);
}
