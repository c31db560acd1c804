#include "analysis/flow.h"

/* Lines that only read. */

enum { SLOTS_KEPT = 64 };

struct seen { /* what the lanes of one warp read */
    int64_t at[TRACE_LANES][SLOTS_KEPT];
    uint32_t count[TRACE_LANES];
};

/* False: more than can be counted. */
static bool see(const struct flow *flow, const struct trace_request *request, struct seen *seen)
{
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        int64_t element = flow_element(flow, request, lane);
        uint32_t k = 0;
        while (k < seen->count[lane] && seen->at[lane][k] != element)
            k++;
        if (k < seen->count[lane]) continue;
        if (k == SLOTS_KEPT) return false;
        seen->at[lane][seen->count[lane]++] = element;
    }
    return true;
}

/* As many for each thread, or 0. `each`: so far. */
static bool agree(struct seen *seen, uint32_t *each)
{
    bool same = true;
    for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
        if (seen->count[lane] && !*each) *each = seen->count[lane];
        same &= !seen->count[lane] || seen->count[lane] == *each;
        seen->count[lane] = 0;
    }
    return same;
}

/* How many slots of the operand's array each thread reads on the line, or 0. */
static uint32_t count_slots(const struct flow *flow, uint32_t line,
                            const struct round_operand *operand)
{
    struct seen seen = {.count = {0}};
    uint32_t end = flow->range->first + flow->range->count, each = 0, warp = TRACE_NONE;
    for (uint32_t i = flow->range->first; i < end; i++) {
        const struct trace_request *request = &flow->launch->requests[i];
        if (request->kind != TRACE_LOAD || request->site >= flow->trace->site_count) continue;
        if (request->space != TRACE_SHARED || request->object != operand->object) continue;
        if (flow->places->site_line[flow->places->site_place[request->site]] != line) continue;
        if (request->warp != warp && !agree(&seen, &each)) return 0;
        warp = request->warp;
        if (!see(flow, request, &seen)) return 0;
    }
    return agree(&seen, &each) ? each : 0;
}

/* Where no index says which slots of an array are read, their number does. */
static void count_all(const struct flow *flow)
{
    for (uint32_t s = 0; s < flow->statement_count; s++) {
        struct round_statement *statement = &flow->statements[s];
        if (statement->kind != TRACE_LOAD || statement->source_count == 0) continue;
        bool counts = statement->source_count <= ROUND_SOURCES;
        for (uint32_t i = 0; i < statement->source_count && counts; i++)
            counts = statement->sources[i].space == TRACE_SHARED &&
                     statement->sources[i].object == statement->sources[0].object &&
                     (statement->folded || flow_operand_refuted(&statement->sources[i]));
        if (!counts) continue;
        uint32_t slots = count_slots(flow, statement->line, &statement->sources[0]);
        for (uint32_t i = 0; i < statement->source_count; i++)
            statement->sources[i].slots = i ? 0 : slots;
    }
}

/* A line with loads (or shuffles) and no store, unless some store on another line used them. */
void flow_add_readers(struct flow *flow)
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
        struct round_statement *statement = flow_statement(flow, line, request->kind);
        if (request->kind == TRACE_SHUFFLE) statement->kind = TRACE_SHUFFLE;
        if (!statement->threads)
            statement->first_thread =
                request->warp * (uint32_t)TRACE_LANES + (uint32_t)__builtin_ctz(request->mask);
        statement->threads = flow->lines[line].threads;
        statement->warps = flow->lines[line].warps;
        statement->turns = flow->lines[line].turns;
        statement->turns_low = flow->lines[line].turns_low;
        flow->warp = request->warp;
        struct round_operand *operand = flow_operand(statement, request, flow->round->index);
        if (operand && request->warp < ROUND_WARPS) {
            operand->readers[request->warp] |= request->mask;
            operand->at_first[request->warp] |= request->mask;
        }
        if (operand) flow_operand_object(operand, request);
        if (!operand || flow_operand_refuted(operand)) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            flow_operand_point(flow, operand, request, lane);
        }
        statement->own = false;
    }
    count_all(flow);
}
