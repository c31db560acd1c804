/* What the selected thread and its warp do with arrays in two dimensions. */
#include "base/mem.h"
#include "view/tree_2d.h"

#include <stdlib.h>

uint32_t plane_access_line(const struct tree *tree, const struct plane_access *access)
{
    return tree->trace->sites[access->site].line;
}

/* The accesses around the present one that belong to the same time at its line: they begin at the
 * site that comes first there. */
static void find_turn(const struct tree *tree, struct plane_accesses *all)
{
    all->turn[0] = all->turn[1] = all->now;
    if (!all->count) return;
    uint32_t line = plane_access_line(tree, &all->list[all->now]), start = all->now;
    while (start > 0 && plane_access_line(tree, &all->list[start - 1]) == line)
        start--;
    uint32_t begin = all->list[start].site, first = all->now;
    while (first > start && all->list[first].site != begin)
        first--;
    uint32_t last = first;
    while (last + 1 < all->count && plane_access_line(tree, &all->list[last + 1]) == line &&
           all->list[last + 1].site != begin)
        last++;
    all->turn[0] = first;
    all->turn[1] = last;
}

struct plane_accesses plane_accesses(const struct tree *tree)
{
    struct plane_accesses result = {0};
    uint32_t capacity = 0, thread = tree->pane->cursor.thread;
    unsigned lane = thread % TRACE_LANES;
    const struct trace_round *range = trace_block_round(tree->launch, tree->block, tree->index);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &tree->launch->requests[i];
        if (request->warp != thread / TRACE_LANES || !(request->mask & 1u << lane)) continue;
        if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED) continue;
        if (request->object >= tree->launch->array_count) continue;
        const struct trace_array *array = &tree->launch->arrays[request->object];
        int64_t offset = round_lane_offset(tree->launch, request, lane);
        if (!array->count || offset < 0 || offset >= array->bytes) continue;
        MEM_GROW(result.list, result.count, capacity);
        result.list[result.count++] =
            (struct plane_access){.request = i,
                                  .array = request->object,
                                  .slot = (uint32_t)offset / (array->bytes / array->count),
                                  .site = request->site,
                                  .kind = request->kind};
    }
    result.now = tree->pane->cursor.request;
    if (result.now >= result.count) result.now = result.count ? result.count - 1 : 0;
    find_turn(tree, &result);
    return result;
}

void plane_accesses_free(struct plane_accesses *all)
{
    free(all->list);
}

/* All lanes of the warp that take part in this request. */
static void mark_warp(const struct tree *tree, const struct trace_request *request,
                      uint8_t *touched)
{
    const struct trace_array *array = &tree->launch->arrays[request->object];
    if (request->object >= ROUND_ARRAYS) return;
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        int64_t offset = round_lane_offset(tree->launch, request, (unsigned)__builtin_ctz(mask));
        if (offset < 0 || offset >= array->bytes) continue;
        uint32_t slot = (uint32_t)offset / (array->bytes / array->count);
        touched[round_slot_number(tree->round, request->object, slot)] |= TOUCH_WARP;
    }
}

uint8_t *plane_touched(const struct tree *tree, const struct plane_accesses *all)
{
    uint8_t *touched = mem_array(tree->round->slot_count + 1, 1);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct plane_access *access = &all->list[i];
        if (access->array >= ROUND_ARRAYS) continue;
        bool now = i >= all->turn[0] && i <= all->turn[1];
        touched[round_slot_number(tree->round, access->array, access->slot)] |=
            now ? TOUCH_NOW : TOUCH_ROUND;
        if (now) mark_warp(tree, &tree->launch->requests[access->request], touched);
    }
    return touched;
}
