#include "analysis/flow.h"

#include <stdlib.h>
#include <string.h>

/* Zeroed scratch for numbers 0 to count; goes with the flow. */
static void *scratch(struct flow *flow, size_t count, size_t size)
{
    return arena_alloc(&flow->scratch, (count + 1) * size);
}

static void alloc_lines(struct flow *flow, size_t count)
{
    flow->visits = scratch(flow, TRACE_LANES * count, sizeof *flow->visits);
    flow->statement_of = scratch(flow, count, sizeof *flow->statement_of);
    memset(flow->statement_of, 0xff, (count + 1) * sizeof *flow->statement_of);
    flow->several = scratch(flow, count, sizeof *flow->several);
    flow->used_lanes = scratch(flow, count, sizeof *flow->used_lanes);
    flow->used_threads = scratch(flow, count, sizeof *flow->used_threads);
    flow->used = scratch(flow, count, sizeof *flow->used);
    flow->carries = scratch(flow, count, sizeof *flow->carries);
    flow->denied = scratch(flow, count, sizeof *flow->denied);
    flow->taken = scratch(flow, count, sizeof *flow->taken);
    flow->copies = scratch(flow, count, sizeof *flow->copies);
    flow->not_own = scratch(flow, count, sizeof *flow->not_own);
}

static void alloc_places(struct flow *flow, size_t count)
{
    flow->site_turn = scratch(flow, TRACE_LANES * count, sizeof *flow->site_turn);
    flow->site_comes = scratch(flow, TRACE_LANES * count, sizeof *flow->site_comes);
    flow->beyond = scratch(flow, TRACE_LANES * count, sizeof *flow->beyond);
    flow->stored = scratch(flow, count, sizeof *flow->stored);
    flow->proved = scratch(flow, count, sizeof *flow->proved);
    flow->by_chance = scratch(flow, count, sizeof *flow->by_chance);
    for (size_t i = 0; i < count; i++)
        flow->stored[i] = OPERATION_ALL;
}

static void alloc_slots(struct flow *flow, size_t count)
{
    flow->marks = scratch(flow, count, sizeof *flow->marks);
    flow->written_by = scratch(flow, count, sizeof *flow->written_by);
    flow->target_of = scratch(flow, count, sizeof *flow->target_of);
    flow->last_reader = scratch(flow, count, sizeof *flow->last_reader);
}

struct flow *flow_create(const struct trace *trace, struct round *round,
                         const struct round_places *places, struct carry *carry)
{
    struct flow *flow = mem_alloc(sizeof *flow);
    *flow = (struct flow){.trace = trace,
                          .launch = round->launch,
                          .round = round,
                          .places = places,
                          .carry = carry,
                          .first_node = TRACE_NONE};
    flow->range = trace_block_round(round->launch, round->block, round->index);
    arena_init(&flow->scratch);
    alloc_lines(flow, round->line_count);
    alloc_places(flow, places->site_count);
    alloc_slots(flow, round->slot_count);
    flow->site_tests = scratch(flow, trace->site_count, sizeof *flow->site_tests);
    flow->site_loops = scratch(flow, trace->site_count, sizeof *flow->site_loops);
    flow->site_constants = scratch(flow, trace->site_count, sizeof *flow->site_constants);
    return flow;
}

void flow_destroy(struct flow *flow)
{
    arena_fini(&flow->scratch);
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        free(flow->lanes[lane].reads);
    free(flow->statements);
    free(flow->edges);
    free(flow->repeats);
    free(flow->nodes);
    free(flow);
}

void flow_start_over(struct flow *flow)
{
    struct round *round = flow->round;
    for (uint32_t i = 0; i < round->line_count; i++) {
        struct round_line *line = &flow->lines[i];
        line->turns = line->turns_low = line->threads = line->warps = line->readers = 0;
        line->uneven = line->uneven_low = 0;
        line->uneven_sites = false;
    }
    memset(flow->statement_of, 0xff, (round->line_count + 1) * sizeof *flow->statement_of);
    memset(flow->written_by, 0, (round->slot_count + 1) * sizeof *flow->written_by);
    memset(flow->target_of, 0, (round->slot_count + 1) * sizeof *flow->target_of);
    memset(flow->last_reader, 0, (round->slot_count + 1) * sizeof *flow->last_reader);
    memset(flow->used_threads, 0, (round->line_count + 1) * sizeof *flow->used_threads);
    memset(flow->used, 0, (round->line_count + 1) * sizeof *flow->used);
    for (uint32_t i = 0; i < round->slot_count; i++)
        flow->slots[i].fresh = flow->slots[i].unclear = false;
    flow->statement_count = flow->edge_count = flow->node_count = flow->repeat_count = 0;
    flow->first_node = TRACE_NONE;
    round->several_turns = round->edges_cut = false;
}
