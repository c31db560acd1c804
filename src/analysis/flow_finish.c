/* What the walk has found becomes the round's. */
#include "analysis/flow.h"

#include <stdlib.h>

void flow_finish_steps(struct flow *flow, struct arena *arena)
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

/* Where several operations explain all that was seen (zeros are sums, products and copies), the
 * line's own operator says which it is; where it does not, none is claimed. */
static unsigned settle(const struct flow *flow, uint32_t index, unsigned found)
{
    const unsigned sums = OPERATION_ADD | OPERATION_ADD_PRODUCT;
    const struct round_line *line = &flow->lines[index];
    unsigned rest = found, said = OPERATION_ALL;
    if (rest & sums) rest = (rest & ~sums) | OPERATION_ADD;
    /* the smaller of two is one of the two anyway */
    if (rest & (OPERATION_MIN | OPERATION_MAX)) rest &= ~(unsigned)OPERATION_COPY;
    if (rest & (rest - 1) || rest & OPERATION_SUBTRACT)
        said = words_operation(flow->trace, line->source, line->line);
    /* the one or the other way round many things are differences */
    if (rest & OPERATION_SUBTRACT) rest &= said | ~(unsigned)OPERATION_SUBTRACT;
    if (!(rest & (rest - 1))) return rest & OPERATION_ADD ? found & sums : rest;
    return found & said;
}

void flow_finish_statements(struct flow *flow, struct arena *arena)
{
    struct round_statement *statements =
        arena_alloc(arena, (flow->statement_count + 1) * sizeof *statements);
    for (uint32_t i = 0; i < flow->statement_count; i++) {
        statements[i] = flow->statements[i];
        flow_fold(&statements[i]);
        flow_find_places(flow, &statements[i], arena);
        for (uint32_t k = 0; k < statements[i].source_count && k < ROUND_SOURCES; k++)
            statements[i].sources[k].carried =
                statements[i].sources[k].read_in != flow->round->index;
        bool used = statements[i].kind == TRACE_LOAD && flow->used[statements[i].line];
        bool all = flow->used_threads[statements[i].line] >= statements[i].threads;
        statements[i].used = used && all;
        statements[i].used_partly = used && !all;
        if (statements[i].checked) {
            statements[i].operations = settle(flow, statements[i].line, statements[i].operations);
            statements[i].told = settle(flow, statements[i].line, statements[i].told);
            continue;
        }
        const struct round_line *line = &flow->lines[statements[i].line];
        statements[i].operations = statements[i].told = 0;
        if (statements[i].kind == TRACE_STORE)
            statements[i].words = words_of_line(flow->trace, line->source, line->line);
        const struct carry_links *links = flow->links[statements[i].line];
        if (statements[i].words.form == WORDS_OTHER && links && links->copies &&
            statements[i].source_count == 1 && statements[i].sources[0].carried)
            statements[i].words.form = WORDS_COPY;
    }
    flow->round->statements = statements;
    flow->round->statement_count = flow->statement_count;
}
