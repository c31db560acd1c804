/* Addresses outside of what was allocated, and rows of lanes that run over the end of an array. */
#include "analysis/race.h"
#include "analysis/slots_window.h"

static bool in_other_allocation(const struct trace *trace, uint64_t address)
{
    for (uint32_t i = 0; i < trace->allocation_count; i++)
        if (address - trace->allocations[i].address < trace->allocations[i].bytes) return true;
    return false;
}

static bool outside(const struct slot_window *w, const struct trace_request *request,
                    int64_t offset, bool row, bool row_inside)
{
    if (request->object == TRACE_NONE) return false; /* the run itself says what that was */
    bool shared = request->space == TRACE_SHARED;
    uint64_t bytes = shared ? w->launch->arrays[request->object].bytes
                            : w->trace->allocations[request->object].bytes;
    if (offset >= 0 && (uint64_t)offset + request->width <= bytes) return false;
    if (row && row_inside) return true;
    if (!shared)
        return !in_other_allocation(w->trace, w->trace->allocations[request->object].address +
                                                  (uint64_t)offset);
    int64_t byte = w->launch->arrays[request->object].offset + offset;
    return byte < 0 || slot_window_array(w->launch, (uint64_t)byte) == TRACE_NONE;
}

void slot_window_bounds(struct slot_window *w, uint32_t index, const int64_t offsets[TRACE_LANES])
{
    const struct trace_request *request = &w->launch->requests[index];
    if (request->object == TRACE_NONE) return;
    /* A row: neighbouring lanes at neighbouring elements. */
    bool row = !(request->flags & TRACE_SCATTERED) && __builtin_popcount(request->mask) > 1 &&
               (request->stride == request->width || request->stride == -(int32_t)request->width);
    uint64_t bytes = request->space == TRACE_SHARED ? w->launch->arrays[request->object].bytes
                                                    : w->trace->allocations[request->object].bytes;
    bool inside = false;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        int64_t offset = offsets[__builtin_ctz(rest)];
        inside |= offset >= 0 && (uint64_t)offset + request->width <= bytes;
    }
    uint32_t element = race_element_bytes(w->trace, w->launch, request->space, request->object);
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (!outside(w, request, offsets[lane], row, inside)) continue;
        int64_t slot = offsets[lane] / (int64_t)element;
        if (offsets[lane] < 0 && offsets[lane] % (int64_t)element) slot--;
        struct slot_fault new = {.fault = TRACE_OUT_OF_BOUNDS,
                                 .space = request->space,
                                 .object = request->object,
                                 .site = request->site,
                                 .block = w->block,
                                 .round = w->round,
                                 .thread = request->warp * TRACE_LANES + lane,
                                 .request = index,
                                 .is_write = request->kind != TRACE_LOAD,
                                 .slot = slot};
        slot_window_add(w, &new);
    }
}
