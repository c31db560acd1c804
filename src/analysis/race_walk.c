#include "analysis/race_access.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void race_walk_init(struct race_walk *walk, const struct trace_launch *launch)
{
    memset(walk, 0, sizeof *walk);
    walk->launch = launch;
}

void race_walk_fini(struct race_walk *walk)
{
    free(walk->clocks);
}

void race_walk_forget(struct race_walk *walk)
{
    walk->clock_count = 0;
    memset(walk->stored, 0xff, sizeof walk->stored);
}

void race_walk_block(struct race_walk *walk, uint32_t block)
{
    walk->block = block;
    memset(walk->exited, 0, sizeof walk->exited);
    walk->block_fenced = walk->round_fenced = false;
    walk->grid_before = walk->grid_after = 0;
}

static void warp_begin(struct race_walk *walk, uint32_t warp, uint32_t request)
{
    walk->warp = warp;
    walk->first_request = request;
    walk->epoch = 0;
    walk->pending_count = 0;
    walk->fenced = 0;
    walk->grid = walk->grid_before;
    memset(walk->lanes, 0, sizeof walk->lanes);
    memset(walk->stored, 0xff, sizeof walk->stored);
}

void race_walk_round(struct race_walk *walk, uint32_t round)
{
    walk->round = round;
    walk->block_fenced |= walk->round_fenced;
    walk->round_fenced = false;
    walk->grid_before = walk->grid_after;
    walk->warp = TRACE_NONE;
}

/* The lanes of `mask` have met: each knows all that any of them knew, and that everybody's
 * stretch up to here is over. */
static void meet(struct race_walk *walk, uint32_t mask)
{
    struct race_clock joint = {{0}};
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        for (int i = 0; i < TRACE_LANES; i++)
            if (walk->lanes[lane].over[i] > joint.over[i])
                joint.over[i] = walk->lanes[lane].over[i];
    }
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        joint.over[__builtin_ctz(rest)]++;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        walk->lanes[lane] = joint;
        walk->stored[lane] = TRACE_NONE;
    }
}

/* Lanes of a partial last warp that do not exist count as having left. */
static uint32_t present(const struct race_walk *walk)
{
    uint32_t gone = walk->warp < TRACE_LANES ? walk->exited[walk->warp] : 0;
    return trace_warp_lanes(walk->launch, walk->warp) & ~gone;
}

static void complete_pending(struct race_walk *walk, uint32_t at)
{
    meet(walk, walk->pending[at].arrived);
    walk->pending[at] = walk->pending[--walk->pending_count];
}

static void warp_sync(struct race_walk *walk, const struct trace_request *request)
{
    uint32_t mask = request->sync_mask ? request->sync_mask : request->mask, i = 0;
    while (i < walk->pending_count && walk->pending[i].mask != mask)
        i++;
    if (i == walk->pending_count) {
        if (walk->pending_count == TRACE_LANES) complete_pending(walk, i = 0);
        i = walk->pending_count++;
        walk->pending[i] = (struct race_pending){mask, 0};
    }
    walk->pending[i].arrived |= request->mask;
    if (!(mask & present(walk) & ~walk->pending[i].arrived)) complete_pending(walk, i);
}

/* A lane that goes on has been let go: its synchronisation is over, whoever was missing. */
static void release_pending(struct race_walk *walk, uint32_t mask)
{
    for (uint32_t i = walk->pending_count; i-- > 0;)
        if (walk->pending[i].arrived & mask) complete_pending(walk, i);
}

bool race_walk_step(struct race_walk *walk, uint32_t index)
{
    const struct trace_request *request = &walk->launch->requests[index];
    if (request->warp != walk->warp) warp_begin(walk, request->warp, index);
    if (request->kind == TRACE_WARP_SYNC) {
        warp_sync(walk, request);
        walk->epoch++;
        return false;
    }
    if (walk->pending_count) release_pending(walk, request->mask);
    switch (request->kind) {
    case TRACE_LOAD:
    case TRACE_STORE:
        if (request->flags & TRACE_VOLATILE) walk->epoch++;
        return true;
    case TRACE_ATOMIC:
        walk->epoch++;
        return true;
    case TRACE_FENCE:
        walk->epoch++;
        walk->fenced |= request->mask;
        walk->round_fenced = true;
        return false;
    case TRACE_GRID_SYNC:
        walk->epoch++;
        walk->fenced = UINT32_MAX;
        walk->round_fenced = true;
        walk->grid++;
        if (walk->grid > walk->grid_after) walk->grid_after = walk->grid;
        return false;
    case TRACE_ARRIVE:
    case TRACE_WAIT:
        walk->epoch++;
        return false;
    case TRACE_EXIT:
        if (request->warp < TRACE_LANES) walk->exited[request->warp] |= request->mask;
        return false;
    default:
        return false;
    }
}

void race_walk_stamp(struct race_walk *walk, uint32_t index, unsigned lane,
                     struct race_access *access)
{
    const struct trace_request *request = &walk->launch->requests[index];
    if (walk->stored[lane] == TRACE_NONE) {
        MEM_GROW(walk->clocks, walk->clock_count, walk->clock_capacity);
        walk->clocks[walk->clock_count] = walk->lanes[lane];
        walk->stored[lane] = walk->clock_count++;
    }
    access->block = walk->block;
    access->round = walk->round;
    access->seq = index - walk->first_request;
    access->request = index;
    access->clock = walk->stored[lane];
    access->grid = walk->grid;
    access->thread = (uint16_t)(request->warp * TRACE_LANES + lane);
    access->kind = request->kind;
    access->flags = 0;
    if (request->flags & TRACE_VOLATILE) access->flags |= RACE_VOLATILE;
    if (request->flags & TRACE_BLOCK_SCOPE) access->flags |= RACE_NARROW;
    if (walk->block_fenced || walk->fenced >> lane & 1) access->flags |= RACE_FENCED;
}
