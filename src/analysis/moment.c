#include "analysis/moment.h"

static uint32_t element_bytes(const struct trace_array *array)
{
    return array->count ? array->bytes / array->count : 0;
}

static const uint8_t *at_barrier(const struct round *round, uint32_t number, uint32_t index)
{
    uint32_t slot, array = round_slot_array(round, number, &slot);
    if (round->slots[number].wide) return NULL; /* a part of what was read or written */
    const uint8_t *data = trace_snapshot(round->launch, array, round->block, index);
    const uint8_t *written = trace_written(round->launch, array, round->block, index);
    if (!data || !written || !written[slot]) return NULL;
    return data + (size_t)slot * element_bytes(&round->launch->arrays[array]);
}

/* The value of a whole element that one lane moved, or NULL. */
static const uint8_t *kept(const struct round *round, uint32_t index, uint32_t thread,
                           uint32_t number)
{
    const struct trace_request *request = &round->launch->requests[index];
    uint32_t slot, array = round_slot_array(round, number, &slot);
    if (request->width != element_bytes(&round->launch->arrays[array])) return NULL;
    return round_lane_value(round->launch, request, thread % TRACE_LANES);
}

static bool reads_slot(const struct round *round, uint32_t index, uint32_t thread, uint32_t number)
{
    const struct trace_request *request = &round->launch->requests[index];
    uint32_t slot, array = round_slot_array(round, number, &slot), lane = thread % TRACE_LANES;
    uint32_t bytes = element_bytes(&round->launch->arrays[array]);
    if (request->warp != thread / TRACE_LANES || !(request->mask >> lane & 1)) return false;
    if (request->kind != TRACE_LOAD || request->space != TRACE_SHARED) return false;
    if (request->object != array || !bytes) return false;
    int64_t offset = round_lane_offset(round->launch, request, lane);
    return offset >= 0 && offset / bytes == slot;
}

/* What the thread read last of the slot it writes, in this round. */
static const uint8_t *own_read(const struct round *round, const struct round_edge *edge,
                               bool *found)
{
    const struct trace_round *range = trace_block_round(round->launch, round->block, round->index);
    *found = false;
    for (uint32_t i = edge->write; i-- > range->first;) {
        if (round->launch->requests[i].warp != edge->thread / TRACE_LANES) break;
        if (!reads_slot(round, i, edge->thread, edge->to)) continue;
        *found = true;
        return kept(round, i, edge->thread, edge->to);
    }
    return NULL;
}

/* Has nobody but this thread touched what the slot held at the round's beginning? */
static bool untouched(const struct round_slot *slot, uint32_t thread, bool late)
{
    if (!slot->writes) return true;
    return !late && !slot->many_writers && slot->writer == thread && slot->writes == 1;
}

struct moment moment_of_edge(const struct round *round, const struct round_edge *edge)
{
    const struct round_slot *from = &round->slots[edge->from], *to = &round->slots[edge->to];
    const struct trace_round *range = trace_block_round(round->launch, round->block, round->index);
    struct moment moment = {.source = kept(round, edge->read, edge->thread, edge->from),
                            .after = kept(round, edge->write, edge->thread, edge->to)};
    bool here = edge->read >= range->first, found;
    moment.before = own_read(round, edge, &found);
    if (!moment.source && here && round->index > 0 && untouched(from, edge->thread, edge->late))
        moment.source = at_barrier(round, edge->from, round->index - 1);
    if (!moment.before && round->index > 0 && untouched(to, edge->thread, false))
        moment.before = at_barrier(round, edge->to, round->index - 1);
    if (!moment.after && to->writes == 1) moment.after = at_barrier(round, edge->to, round->index);
    return moment;
}
