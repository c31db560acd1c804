/* The selection in access and banks goes from one lane that takes part to the next. */
#include "state/cursor.h"
#include "view/pick.h"

/* No request in this round: any thread will do. */
static void move_thread(const struct pane *pane, struct cursor *cursor, int lanes, int warps)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return;
    int64_t threads = trace_threads(launch);
    int64_t thread = (int64_t)cursor->thread + lanes + (int64_t)warps * TRACE_LANES;
    if (thread < 0) thread = warps ? cursor->thread % TRACE_LANES : 0;
    if (thread >= threads) thread = threads - 1;
    cursor_set_thread(pane, cursor, (uint32_t)thread);
}

/* Makes `pick` what is shown once the cursor is in the next warp that has a request. */
static bool next_warp(const struct pane *pane, bool shared, int direction, struct pick *pick)
{
    struct pane there = *pane;
    const struct cursor *c = &pane->cursor;
    const uint32_t warp = warp_requests_next(pane->analysis, c->launch, c->block, c->round,
                                             pick->warp, direction, shared);
    if (warp == TRACE_NONE) return false;
    there.cursor.thread = warp * TRACE_LANES;
    return pick_request(&there, shared, pick);
}

/* The active lane nearest to `lane` in that direction, that one not included; -1: none. */
static int next_lane(uint32_t mask, int lane, int direction)
{
    for (lane += direction; lane >= 0 && lane < TRACE_LANES; lane += direction)
        if (mask >> lane & 1) return lane;
    return -1;
}

static void move_lanes(const struct pane *pane, bool shared, int direction, struct pick *pick)
{
    int lane = next_lane(pick->lanes.mask, (int)pick->lane, direction);
    if (lane < 0 && next_warp(pane, shared, direction, pick))
        lane = next_lane(pick->lanes.mask, direction > 0 ? -1 : TRACE_LANES, direction);
    if (lane >= 0) pick->lane = (uint32_t)lane;
}

static void move_warps(const struct pane *pane, bool shared, int direction, struct pick *pick)
{
    const int lane = (int)pick->lane;
    if (!next_warp(pane, shared, direction, pick)) return;
    int near = next_lane(pick->lanes.mask, lane + 1, -1);
    if (near < 0) near = next_lane(pick->lanes.mask, lane, 1);
    pick->lane = (uint32_t)near;
}

void pick_move(const struct pane *pane, bool shared, struct cursor *cursor, int dx, int dy,
               bool large)
{
    const int lanes = large ? 0 : dy, warps = dx + (large ? dy : 0);
    struct pick pick;
    if (!pick_request(pane, shared, &pick)) {
        move_thread(pane, cursor, lanes, warps);
        return;
    }
    if (warps) move_warps(pane, shared, warps > 0 ? 1 : -1, &pick);
    if (lanes) move_lanes(pane, shared, lanes > 0 ? 1 : -1, &pick);
    cursor_set_thread(pane, cursor, pick.warp * TRACE_LANES + pick.lane);
}
