#include "analysis/flow.h"

/* "f[r] = m[r][k] / m[k][k]": thread k reads one slot twice. Its value is a number once only, so
 * the second read is in no set; but who counts the readers of m[k][k] has to count thread k. */

void flow_note_repeats(struct flow *flow, uint32_t line, unsigned lane)
{
    for (uint32_t i = 0; i < flow->set.repeat_count && flow->warp < ROUND_WARPS; i++) {
        const struct read *read = flow->set.repeats[i];
        MEM_GROW(flow->repeats, flow->repeat_count, flow->repeat_capacity);
        flow->repeats[flow->repeat_count++] =
            (struct repeat){.line = line, .request = read->request, .lane = lane};
    }
}

static struct round_operand *operand_of(struct flow *flow, const struct repeat *repeat)
{
    const struct trace_request *request = &flow->launch->requests[repeat->request];
    if (flow->statement_of[repeat->line] == TRACE_NONE) return NULL;
    struct round_statement *statement = &flow->statements[flow->statement_of[repeat->line]];
    for (uint32_t i = 0; i < statement->source_count && i < ROUND_SOURCES; i++) {
        struct round_operand *operand = &statement->sources[i];
        if (operand->site == request->site && operand->read_in == flow->round->index)
            return operand;
    }
    return NULL;
}

/* Adds where the repeat lies, unless that refutes what is known. */
static bool agrees(struct flow *flow, struct round_operand *operand, const struct repeat *repeat)
{
    struct round_operand trial = *operand;
    flow_operand_point(flow, &trial, &flow->launch->requests[repeat->request], repeat->lane);
    for (uint32_t d = 0; d < operand->dims; d++)
        if (trial.fits[d].refuted && !operand->fits[d].refuted) return false;
    /* a range is of each thread's reads: that of this one is not known */
    if (flow_operand_refuted(operand) && !(operand->low.refuted || operand->high.refuted))
        return false;
    if (trial.field != operand->field) return false;
    *operand = trial;
    return true;
}

void flow_count_repeats(struct flow *flow)
{
    for (uint32_t i = 0; i < flow->repeat_count; i++) {
        const struct repeat *repeat = &flow->repeats[i];
        struct round_operand *operand = operand_of(flow, repeat);
        flow->warp = flow->launch->requests[repeat->request].warp;
        const uint32_t bit = 1u << repeat->lane;
        if (!operand || operand->at_first[flow->warp] & bit) continue;
        if (!agrees(flow, operand, repeat)) continue;
        operand->readers[flow->warp] |= bit;
        operand->at_first[flow->warp] |= bit;
    }
}
