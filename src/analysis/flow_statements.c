#include "analysis/flow.h"

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

void flow_add_edge(struct flow *flow, const struct read *read, uint32_t to, unsigned lane,
                   uint32_t line, uint32_t turn, uint32_t write, bool own)
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
                            .read = read->request,
                            .write = write,
                            .late = read->late,
                            .own = own};
    flow->nodes[node].step.count++;
}

/* ---- Statements ----------------------------------------------------------------------------- */

struct round_statement *flow_statement(struct flow *flow, uint32_t line, enum trace_kind kind)
{
    uint32_t *index = &flow->statement_of[line];
    if (*index == TRACE_NONE) {
        MEM_GROW(flow->statements, flow->statement_count, flow->statement_capacity);
        *index = flow->statement_count++;
        flow->statements[*index] = (struct round_statement){.kind = kind,
                                                            .line = line,
                                                            .operations = OPERATION_ALL,
                                                            .told = OPERATION_ALL,
                                                            .own = true};
    }
    return &flow->statements[*index];
}

uint32_t flow_array(const struct flow *flow, const struct trace_request *request)
{
    bool known = request->space == TRACE_SHARED && request->object < flow->launch->array_count &&
                 request->object < ROUND_ARRAYS;
    return known ? request->object : TRACE_NONE;
}

static uint32_t type_of(const struct flow *flow, const struct trace_request *request)
{
    uint32_t array = flow_array(flow, request);
    if (array != TRACE_NONE) return flow->launch->arrays[array].type;
    if (request->object == TRACE_NONE || request->space == TRACE_SHARED) return TRACE_NONE;
    return trace_allocation_type(flow->trace, flow->launch, request->object);
}

/* Bytes of an element of global memory: of what the kernel's pointer is said to point to. */
static uint32_t global_unit(const struct flow *flow, const struct trace_request *request)
{
    const uint32_t type = type_of(flow, request);
    const uint32_t bytes = type == TRACE_NONE ? 0 : flow->trace->types[type].bytes;
    return bytes ? bytes : request->width ? request->width : 1;
}

enum trace_type_kind flow_type(const struct flow *flow, const struct trace_request *request)
{
    const uint32_t type = type_of(flow, request);
    return type == TRACE_NONE ? TRACE_OPAQUE : flow->trace->types[type].kind;
}

bool flow_piece(const struct flow *flow, const struct trace_request *request)
{
    const struct trace_request *before = request - 1;
    if (request <= flow->launch->requests || request->site != before->site) return false;
    if (request->kind != before->kind || request->warp != before->warp) return false;
    if (request->space != before->space || request->object != before->object) return false;
    if (request->mask != before->mask || request->flags & TRACE_CONTINUED) return false;
    if (flow_type(flow, request) != TRACE_STRUCT) return false;
    const unsigned lane = (unsigned)__builtin_ctz(request->mask | 1u << (TRACE_LANES - 1));
    const int64_t offset = round_lane_offset(flow->launch, request, lane);
    return offset == round_lane_offset(flow->launch, before, lane) + before->width &&
           offset % flow->trace->types[type_of(flow, request)].bytes != 0;
}

static bool in_pieces(const struct flow *flow, const struct trace_request *request)
{
    const struct trace_request *end = flow->launch->requests + flow->launch->request_count;
    return flow_piece(flow, request) || (request + 1 < end && flow_piece(flow, request + 1));
}

/* Is all that is accessed one member of the structure, which begins at `field`? */
static bool one_member(const struct trace *trace, uint32_t type, uint32_t field, uint32_t width)
{
    if (type == TRACE_NONE || trace->types[type].kind != TRACE_STRUCT) return true;
    const struct trace_type *t = &trace->types[type];
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].offset == field)
            return width <= trace->types[t->fields[i].type].bytes * t->fields[i].count;
    return false;
}

/* Where in its element the access begins, if that is always the same and the access no wider. */
static void note_field(const struct flow *flow, struct round_operand *operand, uint32_t type,
                       const struct trace_request *request, int64_t offset, uint32_t unit)
{
    uint32_t field = unit && offset >= 0 ? (uint32_t)(offset % unit) : 0;
    if (!one_member(flow->trace, type, field, request->width) || in_pieces(flow, request))
        field = TRACE_NONE;
    if (operand->fits[0].points == 0)
        operand->field = field;
    else if (operand->field != field)
        operand->field = TRACE_NONE;
}

void flow_operand_object(struct round_operand *operand, const struct trace_request *request)
{
    const bool other = operand->space != request->space || operand->object != request->object;
    operand->mixed |= operand->fits[0].points && other;
}

void flow_operand_point(const struct flow *flow, struct round_operand *operand,
                        const struct trace_request *request, unsigned lane)
{
    uint32_t thread[3], array = flow_array(flow, request);
    round_thread_xyz(flow->launch, flow->warp * (uint32_t)TRACE_LANES + lane, thread);
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    flow_operand_object(operand, request);
    operand->space = request->space;
    operand->object = request->object;
    operand->dims = 1;
    if (array == TRACE_NONE) {
        uint32_t unit = global_unit(flow, request);
        note_field(flow, operand, type_of(flow, request), request, offset, unit);
        fit_add(&operand->fits[0], thread, offset / unit);
        return;
    }
    const struct trace_array *a = &flow->launch->arrays[array];
    uint32_t bytes = flow_element_bytes(a);
    note_field(flow, operand, a->type, request, offset, bytes);
    int64_t index = bytes ? offset / bytes : 0;
    if (bytes && request->width / bytes > operand->span) operand->span = request->width / bytes;
    operand->dims = a->dim_count > 1 && a->dim_count <= TRACE_MAX_DIMS ? a->dim_count : 1;
    for (uint32_t d = operand->dims; d-- > 1; index /= a->dims[d] ? a->dims[d] : 1)
        fit_add(&operand->fits[d], thread, a->dims[d] ? index % a->dims[d] : 0);
    fit_add(&operand->fits[0], thread, index);
}

/* Is nothing left to learn about where this operand lies? */
bool flow_operand_refuted(const struct round_operand *operand)
{
    for (uint32_t d = 0; d < operand->dims; d++)
        if (!operand->fits[d].refuted) return false;
    return operand->dims > 0;
}

struct round_operand *flow_operand(struct round_statement *statement,
                                   const struct trace_request *request, uint32_t read_in)
{
    uint32_t kept =
        statement->source_count < ROUND_SOURCES ? statement->source_count : ROUND_SOURCES;
    for (uint32_t i = 0; i < kept; i++)
        if (statement->sources[i].site == request->site && statement->sources[i].read_in == read_in)
            return &statement->sources[i];
    for (uint32_t i = 0; i < kept && kept == ROUND_SOURCES; i++) {
        struct round_operand *operand = &statement->sources[i];
        if (operand->space != request->space || operand->object != request->object) continue;
        if (operand->read_in != read_in) continue;
        statement->folded = true;
        return operand;
    }
    uint32_t index = statement->source_count++;
    if (index >= ROUND_SOURCES) return NULL;
    statement->sources[index].site = request->site;
    statement->sources[index].read_in = read_in;
    return &statement->sources[index];
}

/* Three loads of one array, none of which says where: an unrolled loop. */
static bool unrolled(const struct round_statement *statement)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < statement->source_count; i++)
        count += statement->sources[i].fits[0].refuted &&
                 statement->sources[i].read_in == statement->sources[0].read_in &&
                 statement->sources[i].object == statement->sources[0].object &&
                 statement->sources[i].space == statement->sources[0].space;
    return count >= 3;
}

void flow_fold(struct round_statement *statement)
{
    if (statement->source_count > ROUND_SOURCES) return;
    if (!statement->folded && !unrolled(statement)) return;
    uint32_t count = 0;
    for (uint32_t i = 0; i < statement->source_count; i++) {
        const struct round_operand *operand = &statement->sources[i];
        struct round_operand *first = NULL;
        for (uint32_t k = 0; k < count; k++)
            if (statement->sources[k].space == operand->space &&
                statement->sources[k].object == operand->object &&
                statement->sources[k].read_in == operand->read_in)
                first = &statement->sources[k];
        if (!first) {
            statement->sources[count++] = *operand;
            continue;
        }
        for (uint32_t d = 0; d < first->dims; d++)
            if (!fit_same(&first->fits[d], &operand->fits[d])) first->fits[d].refuted = true;
        for (uint32_t w = 0; w < ROUND_WARPS; w++)
            first->readers[w] |= operand->readers[w], first->at_first[w] |= operand->at_first[w];
        if (statement->kind != TRACE_LOAD) /* there the first has them all */
            first->slots = first->slots && operand->slots ? first->slots + operand->slots : 0;
        first->low.refuted = first->high.refuted = true;
    }
    statement->source_count = count;
}

int64_t flow_element(const struct flow *flow, const struct trace_request *request, unsigned lane)
{
    uint32_t array = flow_array(flow, request);
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    uint32_t bytes =
        array == TRACE_NONE ? request->width : flow_element_bytes(&flow->launch->arrays[array]);
    return bytes ? offset / bytes : offset;
}

int64_t flow_index(const struct flow *flow, const struct trace_request *request, unsigned lane,
                   uint32_t *span)
{
    *span = 1;
    if (flow_array(flow, request) != TRACE_NONE) return flow_element(flow, request, lane);
    const uint32_t unit = global_unit(flow, request);
    if (request->width > unit) *span = request->width / unit;
    return round_lane_offset(flow->launch, request, lane) / unit;
}

/* NULL when the request is not to memory with rows. */
static const struct trace_allocation *pitched(const struct flow *flow,
                                              const struct trace_request *request)
{
    if (request->space != TRACE_GLOBAL || request->object == TRACE_NONE) return NULL;
    const struct trace_allocation *a = &flow->trace->allocations[request->object];
    return a->pitch && a->width && a->width < a->pitch ? a : NULL;
}

bool flow_padding(const struct flow *flow, const struct trace_request *request, unsigned lane)
{
    const struct trace_allocation *a = pitched(flow, request);
    if (!a) return false;
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    return offset < 0 || (uint64_t)offset % a->pitch + request->width > a->width;
}

uint64_t flow_distance(int64_t a, int64_t b)
{
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

uint64_t flow_common(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void flow_note_readers(struct flow *flow, struct round_statement *statement, unsigned lane,
                       bool first)
{
    uint32_t count =
        statement->source_count < ROUND_SOURCES ? statement->source_count : ROUND_SOURCES;
    uint32_t reads = flow->met > flow->set.count ? flow->met : flow->set.count;
    for (uint32_t i = 0; i < reads && flow->warp < ROUND_WARPS; i++) {
        const struct read *read = flow->set.reads[i];
        const struct trace_request *request = &flow->launch->requests[read->request];
        if (i >= flow->set.count && flow_is_carried(flow, read)) continue;
        for (uint32_t k = 0; k < count; k++) {
            struct round_operand *operand = &statement->sources[k];
            if (operand->read_in != read->round) continue;
            bool folded = statement->folded && operand->space == request->space &&
                          operand->object == request->object;
            if (operand->site != request->site && !folded) continue;
            operand->readers[flow->warp] |= 1u << lane;
            if (first) operand->at_first[flow->warp] |= 1u << lane;
        }
    }
}

/* What one lane reads of one operand in a turn: where its reads begin. */
struct reach {
    bool seen, padding;
    uint32_t span; /* elements of one read */
    int64_t low, high;
    uint64_t count, apart;
    const struct trace_request *request; /* the first */
};

static void reach_out(struct reach *reach, int64_t low, int64_t high, uint64_t count,
                      uint64_t apart)
{
    if (!reach->seen) *reach = (struct reach){.seen = true, .low = low, .high = high};
    reach->apart = flow_common(reach->apart, flow_distance(low, reach->low));
    reach->apart = flow_common(reach->apart, apart);
    reach->count += count;
    if (low < reach->low) reach->low = low;
    if (high > reach->high) reach->high = high;
}

/* Every n-th element from the first to the last, for each lane the same n; else 1. */
static int64_t step_of(const struct reach *reach, int64_t before)
{
    uint64_t far = flow_distance(reach->low, reach->high);
    bool even = reach->apart > reach->span && far / reach->apart + 1 == reach->count;
    int64_t step = even ? (int64_t)reach->apart : 1;
    return !before || before == step ? step : 1;
}

/* All of some rows, and nothing between them: as many elements as these rows have. `first`: no lane
 * has been here before; afterwards all have to agree. */
static void note_rows(const struct flow *flow, struct round_operand *operand,
                      const struct reach *reach, bool first)
{
    const struct trace_allocation *a = pitched(flow, reach->request);
    uint32_t width = a ? global_unit(flow, reach->request) : 0, rows = 0;
    uint64_t each = 0, apart = 0;
    if (a && width && !reach->padding && a->pitch % width == 0 && a->width % width == 0) {
        each = a->width / width;
        apart = a->pitch / width;
        uint64_t count = (uint64_t)reach->high / apart - (uint64_t)reach->low / apart + 1;
        uint64_t end = (uint64_t)reach->high + reach->span;
        if (count > 1 && (uint64_t)reach->low % apart == 0 && end % apart == each % apart &&
            count * each == reach->count * reach->span)
            rows = (uint32_t)count;
    }
    if (!first && (rows != operand->rows || each != operand->row_elements)) rows = 0;
    operand->rows = rows;
    operand->row_elements = (uint32_t)each;
    operand->row_apart = (uint32_t)apart;
}

void flow_note_sources(struct flow *flow, struct round_statement *statement, unsigned lane)
{
    struct reach reach[ROUND_SOURCES] = {{0}};
    uint32_t thread[3];
    for (uint32_t i = 0; i < flow->set.count; i++) {
        const struct read *read = flow->set.reads[i];
        const struct trace_request *request = &flow->launch->requests[read->request];
        struct round_operand *operand = flow_operand(statement, request, read->round);
        if (!operand) continue;
        if (!flow_operand_refuted(operand)) flow_operand_point(flow, operand, request, lane);
        flow_operand_object(operand, request);
        size_t at = (size_t)(operand - statement->sources);
        uint32_t span;
        int64_t index = flow_index(flow, request, lane, &span);
        bool first = !reach[at].seen;
        reach_out(&reach[at], index, index, 1, 0);
        reach[at].span = span;
        if (first) reach[at].request = request;
        reach[at].padding |= flow_padding(flow, request, lane);
        if (flow_is_carried(flow, read)) continue;
        const struct beyond *beyond = &flow->beyond[lane * flow->places->site_count + read->place];
        if (beyond->store != flow->lanes[lane].last_store + 1) continue;
        if (!first) continue;
        reach_out(&reach[at], beyond->low, beyond->high, beyond->count, beyond->apart);
        reach[at].padding |= beyond->padding;
    }
    round_thread_xyz(flow->launch, flow->warp * (uint32_t)TRACE_LANES + lane, thread);
    for (size_t i = 0; i < ROUND_SOURCES; i++) {
        if (!reach[i].seen) continue;
        struct round_operand *operand = &statement->sources[i];
        bool first = operand->low.points == 0;
        uint32_t slots = operand->space == TRACE_SHARED ? (uint32_t)reach[i].count : 0;
        operand->slots = first || operand->slots == slots ? slots : 0;
        note_rows(flow, operand, &reach[i], first);
        fit_add(&operand->low, thread, reach[i].low);
        operand->step = step_of(&reach[i], operand->step);
        const uint32_t more = operand->step > 1 ? 0 : reach[i].span - 1;
        fit_add(&operand->high, thread, reach[i].high + more);
    }
}
