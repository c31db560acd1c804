#include "analysis/dataflow.h"

#include <stdlib.h>
#include <string.h>

/* Sources of a store are chosen among what its thread read before. The candidates, by nearness:
 *   line     reads on the store's own line in this turn
 *   since    reads on other lines since the thread's last store anywhere
 *   previous reads since the thread's last store on this line (both halves of a swap)
 *   own      the old value of the slot written, kept in a register
 *   carried  reads of the round before that no store has used (a temporary across a barrier)
 * The first set that explains the value written wins; where nothing does, or values were not kept,
 * the nearest set that is not empty. */

enum { READS_KEPT = 8192, GLOBALS_KEPT = 48, EDGES_KEPT = 1 << 17, CHECKS = 2048, CARRIED = 4, SET = 4200 };

struct read {
    uint32_t request; /* index into launch.requests */
    uint32_t slot;    /* round-wide number, TRACE_NONE for global memory */
    uint32_t place, line, turn, sequence;
    bool carried;
    bool late; /* the slot had been written in this round, or may have been by another warp */
};

struct lane {
    struct read *reads;
    uint32_t count, capacity;
    uint32_t sequence, last_store;
    uint32_t globals; /* reads of global memory since the last store: only the first are kept */
    struct read carried[CARRIED];
    uint32_t carried_count;
};

struct visit { /* of one lane to one line */
    uint32_t turn, turn_start, last_store, stores;
    bool visited, stored;
};

struct step_node {
    struct round_step step;
    uint32_t next; /* node after this one, or TRACE_NONE */
};

struct set {
    const struct read *reads[SET];
    uint32_t count;
};

struct flow {
    const struct trace *trace;
    const struct trace_launch *launch;
    const struct trace_round *range;
    struct round *round;
    const struct round_places *places;
    struct round_line *lines;
    struct lane lanes[TRACE_LANES];
    struct visit *visits;   /* [lane][line] */
    uint32_t *site_turn;    /* [lane][place]: turn of its last execution + 1 */
    uint32_t *statement_of; /* [line], or TRACE_NONE */
    struct round_statement *statements;
    uint32_t statement_count, statement_capacity;
    struct round_edge *edges; /* line holds the step node until the end */
    uint32_t edge_count, edge_capacity;
    struct step_node *nodes;
    uint32_t node_count, node_capacity, first_node;
    uint32_t warp, warp_node; /* the step this warp took last */
    bool synced;              /* a warp synchronisation since then */
    struct set set, wider;    /* scratch */
    uint32_t *marks, mark;    /* [slot]: in the set being made when equal to mark */
    uint32_t *written_by;     /* [slot]: warp + 1 that wrote it last */
    bool *carries;            /* [line]: some store is only explained by a temporary carried over */
    bool again;               /* ... which was found after a store that a copy explains as well */
    bool *copies;             /* [line]: there was such a store */
    uint32_t *target_of;      /* [slot]: step node + 1 whose edges came to it last */
};

static struct visit *visit_of(struct flow *flow, unsigned lane, uint32_t line)
{
    return &flow->visits[lane * flow->round->line_count + line];
}

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
    visit->visited = true;
    visit->stored |= stores;
    *site = visit->turn + 1;
    return visit->turn;
}

/* ---- Values --------------------------------------------------------------------------------- */

static uint32_t element_bytes(const struct trace_array *array)
{
    return array->count ? array->bytes / array->count : 0;
}

static struct number snapshot_number(const struct flow *flow, uint32_t number, uint32_t round)
{
    uint32_t slot, array = round_slot_array(flow->round, number, &slot);
    const struct trace_array *a = &flow->launch->arrays[array];
    const uint8_t *data = trace_snapshot(flow->launch, array, flow->round->block, round);
    const uint8_t *written = trace_written(flow->launch, array, flow->round->block, round);
    if (!data || !written || !written[slot]) return (struct number){0};
    return number_of(flow->trace, a->type, data + (size_t)slot * element_bytes(a));
}

/* The type a request's lanes move: the array's element, or the allocation's. */
static uint32_t type_of_request(const struct flow *flow, const struct trace_request *request)
{
    uint32_t type = TRACE_NONE;
    if (request->space == TRACE_SHARED && request->object < flow->launch->array_count)
        type = flow->launch->arrays[request->object].type;
    else if (request->object != TRACE_NONE)
        type = trace_allocation_type(flow->trace, flow->launch, request->object);
    if (type == TRACE_NONE || flow->trace->types[type].bytes != request->width) return TRACE_NONE;
    return type;
}

static struct number kept_number(const struct flow *flow, uint32_t index, unsigned lane)
{
    const struct trace_request *request = &flow->launch->requests[index];
    return number_of(flow->trace, type_of_request(flow, request),
                     round_lane_value(flow->launch, request, lane));
}

static struct number read_number(const struct flow *flow, const struct read *read, unsigned lane)
{
    struct number number = kept_number(flow, read->request, lane);
    uint32_t index = flow->round->index;
    if (number.known || read->slot == TRACE_NONE || index == 0) return number;
    if (!read->carried)
        return flow->round->slots[read->slot].writes ? number
                                                     : snapshot_number(flow, read->slot, index - 1);
    if (index < 2) return number;
    struct number before = snapshot_number(flow, read->slot, index - 2);
    struct number after = snapshot_number(flow, read->slot, index - 1);
    return number_agrees(before, after, 0) ? before : number;
}

static struct number written_number(const struct flow *flow, uint32_t request, uint32_t slot,
                                    unsigned lane)
{
    struct number number = kept_number(flow, request, lane);
    if (number.known || slot == TRACE_NONE || flow->round->slots[slot].writes != 1) return number;
    return snapshot_number(flow, slot, flow->round->index);
}

/* What the slot held before its only writer of this round first wrote it. */
static struct number old_number(const struct flow *flow, uint32_t slot)
{
    if (slot == TRACE_NONE || flow->round->index == 0) return (struct number){0};
    if (flow->round->slots[slot].writes != 1) return (struct number){0};
    return snapshot_number(flow, slot, flow->round->index - 1);
}

/* ---- Sources -------------------------------------------------------------------------------- */

static void set_add(struct flow *flow, struct set *set, const struct read *read)
{
    if (set->count == SET) return;
    if (read->slot != TRACE_NONE) {
        if (flow->marks[read->slot] == flow->mark) return; /* a slot counts once */
        flow->marks[read->slot] = flow->mark;
    }
    set->reads[set->count++] = read;
}

/* Begins a set with what another one holds. */
static void set_copy(struct flow *flow, struct set *set, const struct set *from)
{
    flow->mark++;
    set->count = 0;
    for (uint32_t i = 0; from && i < from->count; i++) set_add(flow, set, from->reads[i]);
}

enum candidates { FROM_LINE, FROM_SINCE, FROM_PREVIOUS };

static void set_collect(struct flow *flow, struct set *set, unsigned lane_number, uint32_t line,
                        enum candidates from)
{
    const struct lane *lane = &flow->lanes[lane_number];
    const struct visit *visit = visit_of(flow, lane_number, line);
    uint32_t after = from == FROM_LINE    ? visit->turn_start - 1
                     : from == FROM_SINCE ? lane->last_store
                                          : visit->last_store;
    uint32_t first = lane->count;
    while (first > 0 && lane->reads[first - 1].sequence > after) first--;
    for (uint32_t i = first; i < lane->count; i++) {
        const struct read *read = &lane->reads[i];
        if (from == FROM_LINE && (read->line != line || read->turn != visit->turn)) continue;
        set_add(flow, set, read);
    }
}

struct verdict {
    bool known;
    unsigned operations;
};

/* Do the numbers of the set, with `old` if it is known, make the number written? */
static struct verdict judge(const struct flow *flow, const struct set *set, unsigned lane,
                            uint32_t slot, struct number result, struct number old)
{
    struct number numbers[64];
    uint32_t count = 0, own = TRACE_NONE;
    struct verdict verdict = {.known = result.known && set->count < 64};
    if (old.known) numbers[count++] = old;
    for (uint32_t i = 0; i < set->count && verdict.known; i++) {
        if (slot != TRACE_NONE && set->reads[i]->slot == slot) own = count;
        numbers[count] = read_number(flow, set->reads[i], lane);
        verdict.known = numbers[count++].known;
    }
    if (!verdict.known) return verdict;
    verdict.operations = operations_of(numbers, count, result);
    if (own != TRACE_NONE) verdict.operations |= operation_accumulates(numbers, count, own, result);
    return verdict;
}

struct choice {
    struct verdict verdict;
    bool own_hidden;
};

static bool try_wider(struct flow *flow, unsigned lane, uint32_t slot, struct number result,
                      struct choice *choice)
{
    struct verdict verdict = judge(flow, &flow->wider, lane, slot, result, (struct number){0});
    if (flow->wider.count <= flow->set.count || !(verdict.operations & ~(unsigned)OPERATION_COPY))
        return false;
    set_copy(flow, &flow->set, &flow->wider);
    choice->verdict = verdict;
    return true;
}

static void add_carried(struct flow *flow, const struct lane *state)
{
    for (uint32_t i = 0; i < state->carried_count; i++)
        set_add(flow, &flow->wider, &state->carried[i]);
}

/* A copy; or a sum with a temporary of the round before that happens to be 0: then the line's other
 * stores tell which. */
static void copy_or_sum(struct flow *flow, unsigned lane, uint32_t line, uint32_t slot,
                        struct number result, struct choice *choice)
{
    if (!flow->lanes[lane].carried_count) return;
    set_copy(flow, &flow->wider, &flow->set);
    add_carried(flow, &flow->lanes[lane]);
    struct verdict wider = judge(flow, &flow->wider, lane, slot, result, (struct number){0});
    choice->verdict.operations |= wider.operations;
    if (flow->carries[line]) try_wider(flow, lane, slot, result, choice);
    flow->copies[line] |= wider.operations & ~(unsigned)OPERATION_COPY;
}

/* Leaves the sources of a store in flow->set. */
static struct choice choose_sources(struct flow *flow, unsigned lane, uint32_t line,
                                    uint32_t slot, struct number result)
{
    struct lane *state = &flow->lanes[lane];
    struct choice choice = {0};
    set_copy(flow, &flow->set, NULL);
    for (enum candidates from = FROM_LINE; from <= FROM_PREVIOUS && !flow->set.count; from++)
        set_collect(flow, &flow->set, lane, line, from);
    choice.verdict = judge(flow, &flow->set, lane, slot, result, (struct number){0});
    unsigned found = choice.verdict.operations;
    if (flow->set.count && !choice.verdict.known) return choice;
    if (found & ~(unsigned)OPERATION_COPY || (!flow->set.count && !state->carried_count))
        return choice;
    if (found) {
        copy_or_sum(flow, lane, line, slot, result, &choice);
        return choice;
    }
    struct number old = old_number(flow, slot);
    struct verdict own = judge(flow, &flow->set, lane, slot, result, old);
    if (old.known && flow->set.count && own.operations & ~(unsigned)OPERATION_COPY) {
        choice.verdict = own;
        choice.own_hidden = true;
        return choice;
    }
    set_copy(flow, &flow->wider, &flow->set);
    set_collect(flow, &flow->wider, lane, line, FROM_SINCE);
    if (try_wider(flow, lane, slot, result, &choice)) return choice;
    set_copy(flow, &flow->wider, &flow->set);
    add_carried(flow, state);
    if (try_wider(flow, lane, slot, result, &choice) && !flow->carries[line]) {
        flow->again |= flow->copies[line];
        flow->carries[line] = true;
    }
    return choice;
}

/* ---- Steps and edges ------------------------------------------------------------------------ */

static uint32_t step_node(struct flow *flow, uint32_t line, uint32_t turn)
{
    uint32_t *link = &flow->first_node;
    if (flow->warp_node != TRACE_NONE) {
        const struct round_step *now = &flow->nodes[flow->warp_node].step;
        if (now->line == line && now->turn == turn) return flow->warp_node;
        link = &flow->nodes[flow->warp_node].next;
    }
    for (uint32_t i = *link; i != TRACE_NONE; i = flow->nodes[i].next)
        if (flow->nodes[i].step.line == line && flow->nodes[i].step.turn == turn) return i;
    for (uint32_t i = 0; i < flow->node_count; i++) /* lanes of a warp may be at different turns */
        if (flow->nodes[i].step.line == line && flow->nodes[i].step.turn == turn) return i;
    uint32_t next = *link;
    bool first = flow->warp_node == TRACE_NONE;
    MEM_GROW(flow->nodes, flow->node_count, flow->node_capacity);
    uint32_t node = flow->node_count++;
    flow->nodes[node] = (struct step_node){.step = {.line = line, .turn = turn}, .next = next};
    if (first)
        flow->first_node = node;
    else
        flow->nodes[flow->warp_node].next = node;
    return node;
}

static void add_edge(struct flow *flow, const struct read *read, uint32_t to, unsigned lane,
                     uint32_t line, uint32_t turn)
{
    if (flow->edge_count >= EDGES_KEPT) {
        flow->round->edges_cut = true;
        return;
    }
    uint32_t node = step_node(flow, line, turn);
    if (node != flow->warp_node) {
        flow->nodes[node].step.ordered |= flow->synced;
        flow->synced = false;
    }
    flow->warp_node = node;
    MEM_GROW(flow->edges, flow->edge_count, flow->edge_capacity);
    flow->edges[flow->edge_count++] =
        (struct round_edge){.from = read->slot,
                            .to = to,
                            .thread = flow->warp * (uint32_t)TRACE_LANES + lane,
                            .line = node,
                            .turn = turn,
                            .late = read->late};
    flow->nodes[node].step.count++;
}

/* ---- Statements ----------------------------------------------------------------------------- */

static struct round_statement *statement_at(struct flow *flow, uint32_t line,
                                            enum trace_kind kind)
{
    uint32_t *index = &flow->statement_of[line];
    if (*index == TRACE_NONE) {
        MEM_GROW(flow->statements, flow->statement_count, flow->statement_capacity);
        *index = flow->statement_count++;
        flow->statements[*index] = (struct round_statement){
            .kind = kind, .line = line, .operations = OPERATION_ALL, .own = true};
    }
    return &flow->statements[*index];
}

static uint32_t array_of(const struct flow *flow, const struct trace_request *request)
{
    bool known = request->space == TRACE_SHARED && request->object < flow->launch->array_count &&
                 request->object < ROUND_ARRAYS;
    return known ? request->object : TRACE_NONE;
}

/* Where in its element the access begins, if that is always the same. */
static void note_field(struct round_operand *operand, int64_t offset, uint32_t unit)
{
    uint32_t field = unit && offset >= 0 ? (uint32_t)(offset % unit) : 0;
    if (operand->fits[0].points == 0)
        operand->field = field;
    else if (operand->field != field)
        operand->field = TRACE_NONE;
}

static void operand_point(const struct flow *flow, struct round_operand *operand,
                          const struct trace_request *request, unsigned lane)
{
    uint32_t thread[3], array = array_of(flow, request);
    round_thread_xyz(flow->launch, flow->warp * (uint32_t)TRACE_LANES + lane, thread);
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    operand->space = request->space;
    operand->object = request->object;
    operand->dims = 1;
    if (array == TRACE_NONE) {
        uint32_t type = request->object == TRACE_NONE
                            ? TRACE_NONE
                            : trace_allocation_type(flow->trace, flow->launch, request->object);
        uint32_t unit = type == TRACE_NONE ? request->width : flow->trace->types[type].bytes;
        if (unit < request->width) unit = request->width;
        note_field(operand, offset, unit);
        fit_add(&operand->fits[0], thread, unit ? offset / unit : offset);
        return;
    }
    const struct trace_array *a = &flow->launch->arrays[array];
    uint32_t bytes = element_bytes(a);
    note_field(operand, offset, bytes);
    int64_t index = bytes ? offset / bytes : 0;
    operand->dims = a->dim_count > 1 && a->dim_count <= TRACE_MAX_DIMS ? a->dim_count : 1;
    for (uint32_t d = operand->dims; d-- > 1; index /= a->dims[d] ? a->dims[d] : 1)
        fit_add(&operand->fits[d], thread, a->dims[d] ? index % a->dims[d] : 0);
    fit_add(&operand->fits[0], thread, index);
}

/* Is nothing left to learn about where this operand lies? */
static bool operand_refuted(const struct round_operand *operand)
{
    for (uint32_t d = 0; d < operand->dims; d++)
        if (!operand->fits[d].refuted) return false;
    return operand->dims > 0;
}

static struct round_operand *operand_for(struct round_statement *statement, uint32_t site)
{
    for (uint32_t i = 0; i < statement->source_count && i < ROUND_SOURCES; i++)
        if (statement->sources[i].site == site) return &statement->sources[i];
    uint32_t index = statement->source_count++;
    if (index >= ROUND_SOURCES) return NULL;
    statement->sources[index].site = site;
    return &statement->sources[index];
}

static int64_t element_index(const struct flow *flow, const struct trace_request *request,
                             unsigned lane)
{
    uint32_t array = array_of(flow, request);
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    uint32_t bytes = array == TRACE_NONE ? request->width
                                         : element_bytes(&flow->launch->arrays[array]);
    return bytes ? offset / bytes : offset;
}

static void note_sources(struct flow *flow, struct round_statement *statement, unsigned lane)
{
    int64_t low[ROUND_SOURCES] = {0}, high[ROUND_SOURCES] = {0};
    bool seen[ROUND_SOURCES] = {false};
    uint32_t thread[3];
    for (uint32_t i = 0; i < flow->set.count; i++) {
        const struct trace_request *request = &flow->launch->requests[flow->set.reads[i]->request];
        if (statement->source_count > ROUND_SOURCES) break;
        struct round_operand *operand = operand_for(statement, request->site);
        if (!operand) continue;
        if (!operand_refuted(operand)) operand_point(flow, operand, request, lane);
        size_t at = (size_t)(operand - statement->sources);
        int64_t index = element_index(flow, request, lane);
        if (!seen[at] || index < low[at]) low[at] = index;
        if (!seen[at] || index > high[at]) high[at] = index;
        seen[at] = true;
    }
    round_thread_xyz(flow->launch, flow->warp * (uint32_t)TRACE_LANES + lane, thread);
    for (size_t i = 0; i < ROUND_SOURCES; i++) {
        if (!seen[i]) continue;
        fit_add(&statement->sources[i].low, thread, low[i]);
        fit_add(&statement->sources[i].high, thread, high[i]);
    }
}

/* ---- Accesses ------------------------------------------------------------------------------- */

static void on_read(struct flow *flow, uint32_t request, uint32_t place, unsigned lane,
                    uint32_t slot, uint32_t turn)
{
    struct lane *state = &flow->lanes[lane];
    state->sequence++;
    if (slot == TRACE_NONE && state->globals++ >= GLOBALS_KEPT) return;
    if (state->count == READS_KEPT) {
        memmove(state->reads, state->reads + READS_KEPT / 2,
                READS_KEPT / 2 * sizeof *state->reads);
        state->count = READS_KEPT / 2;
    }
    bool late = false;
    if (slot != TRACE_NONE) {
        const struct round_slot *at = &flow->round->slots[slot];
        bool others = at->many_writers || at->writer / TRACE_LANES != flow->warp;
        late = flow->written_by[slot] == flow->warp + 1 || (at->writes && others);
    }
    MEM_GROW(state->reads, state->count, state->capacity);
    state->reads[state->count++] = (struct read){.late = late,
                                                 .request = request,
                                                 .slot = slot,
                                                 .place = place,
                                                 .line = flow->places->site_line[place],
                                                 .turn = turn,
                                                 .sequence = state->sequence};
}

static void on_write(struct flow *flow, uint32_t index, uint32_t place, unsigned lane,
                     uint32_t slot, uint32_t turn)
{
    const struct trace_request *request = &flow->launch->requests[index];
    uint32_t line = flow->places->site_line[place];
    struct visit *visit = visit_of(flow, lane, line);
    struct round_statement *statement = statement_at(flow, line, request->kind);
    struct number result = {0};
    if (statement->checked < CHECKS && request->kind == TRACE_STORE)
        result = written_number(flow, index, slot, lane);
    struct choice choice = choose_sources(flow, lane, line, slot, result);
    if (choice.verdict.known) {
        statement->checked++;
        statement->operations &= choice.verdict.operations;
    }
    statement->own_hidden |= choice.own_hidden;
    bool own = choice.own_hidden || request->kind == TRACE_ATOMIC;
    for (uint32_t i = 0; i < flow->set.count; i++) {
        uint32_t from = flow->set.reads[i]->slot;
        own |= from == slot && from != TRACE_NONE;
        if (from == TRACE_NONE || slot == TRACE_NONE || from == slot) continue;
        statement->edges++;
        flow->round->several_turns |= flow->set.reads[i]->late;
        add_edge(flow, flow->set.reads[i], slot, lane, line, turn);
        if (flow->target_of[slot] && flow->target_of[slot] != flow->warp_node + 1)
            flow->round->several_turns = true;
        flow->target_of[slot] = flow->warp_node + 1;
    }
    if (slot != TRACE_NONE) flow->written_by[slot] = flow->warp + 1;
    statement->own &= own;
    if (turn == 0) {
        statement->target.site = request->site;
        if (visit->stores == 0) operand_point(flow, &statement->target, request, lane);
        note_sources(flow, statement, lane);
    }
    visit->stores++;
    flow->lanes[lane].globals = 0;
    visit->last_store = flow->lanes[lane].last_store = ++flow->lanes[lane].sequence;
}

static uint32_t slot_of(const struct flow *flow, const struct trace_request *request,
                        unsigned lane)
{
    uint32_t array = array_of(flow, request);
    if (array == TRACE_NONE) return TRACE_NONE;
    const struct trace_array *a = &flow->launch->arrays[array];
    uint32_t bytes = element_bytes(a);
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    if (bytes == 0 || offset < 0 || offset >= a->bytes) return TRACE_NONE;
    return flow->round->array_base[array] + (uint32_t)(offset / bytes);
}

static void on_request(struct flow *flow, uint32_t index)
{
    const struct trace_request *request = &flow->launch->requests[index];
    uint32_t site = request->site < flow->trace->site_count ? request->site
                                                            : flow->trace->site_count;
    uint32_t place = flow->places->site_place[site];
    if (request->kind == TRACE_WARP_SYNC) flow->synced = true;
    if (request->kind > TRACE_ATOMIC && request->kind != TRACE_SHUFFLE) return;
    bool writes = request->kind == TRACE_STORE || request->kind == TRACE_ATOMIC;
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint32_t turn = take_turn(flow, lane, place, writes);
        if (request->kind == TRACE_SHUFFLE) continue;
        uint32_t slot = slot_of(flow, request, lane);
        if (request->kind == TRACE_LOAD)
            on_read(flow, index, place, lane, slot, turn);
        else
            on_write(flow, index, place, lane, slot, turn);
    }
}

/* ---- Warps ---------------------------------------------------------------------------------- */

/* What lanes read in the round before and have not used since. */
static void load_carried(struct flow *flow, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const struct trace_request *request = &flow->launch->requests[i];
        if (request->kind > TRACE_STORE || request->space != TRACE_SHARED) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            struct lane *state = &flow->lanes[lane];
            if (request->kind == TRACE_STORE) {
                state->carried_count = 0;
            } else if (state->carried_count < CARRIED) {
                state->carried[state->carried_count++] = (struct read){
                    .request = i, .slot = slot_of(flow, request, lane), .carried = true};
            }
        }
    }
}

static void start_warp(struct flow *flow, uint32_t warp)
{
    uint32_t lines = flow->round->line_count, sites = flow->places->site_count;
    flow->warp = warp;
    flow->warp_node = TRACE_NONE;
    flow->synced = false;
    memset(flow->visits, 0, (size_t)TRACE_LANES * lines * sizeof *flow->visits);
    memset(flow->site_turn, 0, (size_t)TRACE_LANES * sites * sizeof *flow->site_turn);
    for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
        struct lane *state = &flow->lanes[lane];
        state->count = state->sequence = state->last_store = state->carried_count = 0;
        state->globals = 0;
    }
}

static void end_warp(struct flow *flow)
{
    for (uint32_t line = 0; line < flow->round->line_count; line++) {
        struct round_line *at = &flow->lines[line];
        uint32_t threads = 0, storing = 0, first = 0;
        struct round_statement *statement =
            flow->statement_of[line] == TRACE_NONE ? NULL
                                                   : &flow->statements[flow->statement_of[line]];
        for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
            const struct visit *visit = visit_of(flow, lane, line);
            if (!visit->visited) continue;
            uint32_t turns = visit->turn + 1;
            threads++;
            if (turns > at->turns) at->turns = turns;
            if (!at->turns_low || turns < at->turns_low) at->turns_low = turns;
            if (!statement || !visit->stores) continue;
            if (!storing++) first = flow->warp * (uint32_t)TRACE_LANES + lane;
            if (turns > statement->turns) statement->turns = turns;
            if (!statement->turns_low || turns < statement->turns_low)
                statement->turns_low = turns;
        }
        at->threads += threads;
        at->warps += threads > 0;
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
    while (i < end && launch->requests[i].warp == launch->requests[first].warp) i++;
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
        while (before < before_end && launch->requests[before].warp < warp) before++;
        if (before < before_end && launch->requests[before].warp == warp) {
            uint32_t after = warp_end(launch, before, before_end);
            load_carried(flow, before, after);
            before = after;
        }
        for (uint32_t i = first; i < next; i++) on_request(flow, i);
        end_warp(flow);
        first = next;
    }
}

/* ---- Lines that only read ------------------------------------------------------------------- */

/* A line with loads (or shuffles) and no store, unless some store on another line used them. */
static void add_readers(struct flow *flow)
{
    uint32_t end = flow->range->first + flow->range->count;
    for (uint32_t i = flow->range->first; i < end; i++) {
        const struct trace_request *request = &flow->launch->requests[i];
        if (request->kind != TRACE_LOAD && request->kind != TRACE_SHUFFLE) continue;
        if (request->site >= flow->trace->site_count) continue;
        uint32_t line = flow->places->site_line[flow->places->site_place[request->site]];
        if (flow->statement_of[line] != TRACE_NONE &&
            flow->statements[flow->statement_of[line]].kind <= TRACE_ATOMIC &&
            flow->statements[flow->statement_of[line]].kind != TRACE_LOAD)
            continue;
        struct round_statement *statement = statement_at(flow, line, request->kind);
        if (request->kind == TRACE_SHUFFLE) statement->kind = TRACE_SHUFFLE;
        if (!statement->threads)
            statement->first_thread = request->warp * (uint32_t)TRACE_LANES +
                                      (uint32_t)__builtin_ctz(request->mask);
        statement->threads = flow->lines[line].threads;
        statement->warps = flow->lines[line].warps;
        statement->turns = flow->lines[line].turns;
        statement->turns_low = flow->lines[line].turns_low;
        flow->warp = request->warp;
        struct round_operand *operand = operand_for(statement, request->site);
        if (!operand || operand_refuted(operand)) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            operand_point(flow, operand, request, lane);
        }
        statement->own = false;
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void finish_steps(struct flow *flow, struct arena *arena)
{
    struct round *round = flow->round;
    struct round_step *steps = arena_alloc(arena, (flow->node_count + 1) * sizeof *steps);
    struct round_edge *edges = arena_alloc(arena, (flow->edge_count + 1) * sizeof *edges);
    uint32_t *place = mem_array(flow->node_count + 1, sizeof *place), count = 0, first = 0;
    for (uint32_t i = flow->first_node; i != TRACE_NONE; i = flow->nodes[i].next) {
        steps[count] = flow->nodes[i].step;
        steps[count].first = place[i] = first;
        first += steps[count++].count;
    }
    for (uint32_t i = 0; i < flow->edge_count; i++) {
        struct round_edge edge = flow->edges[i];
        uint32_t node = edge.line;
        edge.line = flow->nodes[node].step.line;
        edges[place[node]++] = edge;
    }
    free(place);
    round->steps = steps;
    round->step_count = count;
    round->edges = edges;
    round->edge_count = flow->edge_count;
    round->several_turns &= count > 1;
}

static void finish_statements(struct flow *flow, struct arena *arena)
{
    struct round_statement *statements =
        arena_alloc(arena, (flow->statement_count + 1) * sizeof *statements);
    for (uint32_t i = 0; i < flow->statement_count; i++) {
        statements[i] = flow->statements[i];
        if (statements[i].checked) continue;
        const struct round_line *line = &flow->lines[statements[i].line];
        statements[i].operations = 0;
        if (statements[i].kind == TRACE_STORE)
            statements[i].words = words_of_line(flow->trace, line->source, line->line);
    }
    flow->round->statements = statements;
    flow->round->statement_count = flow->statement_count;
}

/* Forgets what a first run found, but not which lines carry temporaries over. */
static void start_over(struct flow *flow)
{
    struct round *round = flow->round;
    for (uint32_t i = 0; i < round->line_count; i++) {
        struct round_line *line = &flow->lines[i];
        line->turns = line->turns_low = line->threads = line->warps = 0;
    }
    memset(flow->statement_of, 0xff, (round->line_count + 1) * sizeof *flow->statement_of);
    memset(flow->written_by, 0, (round->slot_count + 1) * sizeof *flow->written_by);
    memset(flow->target_of, 0, (round->slot_count + 1) * sizeof *flow->target_of);
    flow->statement_count = flow->edge_count = flow->node_count = 0;
    flow->first_node = TRACE_NONE;
    round->several_turns = round->edges_cut = false;
}

void dataflow_analyse(const struct trace *trace, struct round *round,
                      const struct round_places *places, struct round_line *lines,
                      struct arena *arena)
{
    struct flow *flow = mem_alloc(sizeof *flow);
    *flow = (struct flow){.trace = trace,
                          .launch = round->launch,
                          .round = round,
                          .places = places,
                          .lines = lines,
                          .first_node = TRACE_NONE};
    flow->range = trace_block_round(round->launch, round->block, round->index);
    flow->visits = mem_array((size_t)TRACE_LANES * (round->line_count + 1), sizeof *flow->visits);
    flow->site_turn =
        mem_array((size_t)TRACE_LANES * (places->site_count + 1), sizeof *flow->site_turn);
    flow->statement_of = mem_array(round->line_count + 1, sizeof *flow->statement_of);
    memset(flow->statement_of, 0xff, (round->line_count + 1) * sizeof *flow->statement_of);
    flow->marks = mem_array(round->slot_count + 1, sizeof *flow->marks);
    flow->written_by = mem_array(round->slot_count + 1, sizeof *flow->written_by);
    flow->target_of = mem_array(round->slot_count + 1, sizeof *flow->target_of);
    flow->carries = mem_array(round->line_count + 1, sizeof *flow->carries);
    flow->copies = mem_array(round->line_count + 1, sizeof *flow->copies);
    run_warps(flow);
    if (flow->again) {
        start_over(flow);
        run_warps(flow);
    }
    add_readers(flow);
    finish_steps(flow, arena);
    finish_statements(flow, arena);
    for (unsigned lane = 0; lane < TRACE_LANES; lane++) free(flow->lanes[lane].reads);
    free(flow->marks);
    free(flow->written_by);
    free(flow->carries);
    free(flow->copies);
    free(flow->target_of);
    free(flow->visits);
    free(flow->site_turn);
    free(flow->statement_of);
    free(flow->statements);
    free(flow->edges);
    free(flow->nodes);
    free(flow);
}
