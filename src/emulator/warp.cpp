/* warp.cpp - what the lanes of a warp do together.
 *
 * An operation is complete when every lane of its mask that exists and has not left the kernel
 * waits in an operation of the same kind with the same mask. The lane that completes it goes on at
 * once.
 *
 * ss_active_mask: a lane that asks waits until no other lane of its warp can run; those that then
 * stand at the same place are its answer. That is what a machine would report that lets lanes
 * converge wherever they can. */
#include "core.h"
#include "warp.h"

#include <stdio.h>

using namespace ss;

static inline struct lane *lane_at(struct engine *engine, unsigned warp, unsigned lane)
{
    return &engine->lanes[warp * LANES + lane];
}

static uint32_t lanes_present(struct engine *engine, unsigned warp)
{
    uint32_t present = 0;

    for (uint32_t rest = engine->warps[warp].lanes; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        if (lane_at(engine, warp, l)->state != LANE_EXITED) present |= 1u << l;
    }
    return present;
}

/* Completes the operation that lane `l` has arrived in if all have: true. */
static bool complete(struct engine *engine, unsigned warp, unsigned l, uint32_t present)
{
    const struct lane *first = lane_at(engine, warp, l);
    uint32_t need = first->warp_mask & present;
    uint32_t instance;

    for (uint32_t rest = need & ~(1u << l); rest; rest &= rest - 1) {
        const struct lane *lane = lane_at(engine, warp, (unsigned)__builtin_ctz(rest));
        if (lane->state != LANE_AT_WARP || lane->warp_mask != first->warp_mask ||
            lane->warp_kind != first->warp_kind)
            return false;
    }
    instance = engine->warps[warp].instance++;
    for (uint32_t rest = need; rest; rest &= rest - 1) {
        struct lane *lane = lane_at(engine, warp, (unsigned)__builtin_ctz(rest));

        if (lane->out)
            for (uint32_t from = need; from; from &= from - 1) {
                unsigned f = (unsigned)__builtin_ctz(from);
                lane->out[f] = lane_at(engine, warp, f)->deposit;
            }
        lane->warp_took = need;
        lane->instance = instance;
    }
    for (uint32_t rest = need; rest; rest &= rest - 1)
        lane_at(engine, warp, (unsigned)__builtin_ctz(rest))->state = LANE_READY;
    return true;
}

static struct finding about(uint32_t fault, uint32_t severity, uint64_t pc)
{
    struct finding finding = {};

    finding.fault = fault;
    finding.severity = severity;
    finding.thread = ss_hot.lane->thread;
    finding.pc = pc;
    finding.space = TRACE_NO_SPACE;
    return finding;
}

/* Hardware leaves open what happens when the mask does not name the lane that calls. */
static void not_in_mask(int kind, uint32_t mask, uint64_t pc)
{
    struct finding finding = about(TRACE_DIVERGENT_BARRIER, TRACE_ERROR, pc);
    unsigned thread = finding.thread;

    snprintf(finding.text, sizeof finding.text,
             "Thread %u is lane %u of its warp and calls %s with mask 0x%08x, which does not name "
             "that lane. What happens then is undefined: it may wait for ever or go on alone.",
             thread, thread % LANES,
             kind == TRACE_WARP_SYNC ? "__syncwarp()"
             : kind == TRACE_SHUFFLE ? "a shuffle"
                                     : "a vote",
             mask);
    find(ss_hot.engine, &finding);
}

/* A shuffle that asks a lane for its value that takes no part. */
static void absent_source(uint32_t mask, unsigned source, uint64_t pc)
{
    struct engine *engine = ss_hot.engine;
    struct finding finding = about(TRACE_UNINITIALISED_READ, TRACE_WARNING, pc);
    unsigned thread = finding.thread, other = thread - thread % LANES + source;
    char why[96];

    if (other >= engine->launch->threads)
        snprintf(why, sizeof why, "the block has only %u threads", engine->launch->threads);
    else if (!(mask >> source & 1))
        snprintf(why, sizeof why, "the mask 0x%08x does not name it", mask);
    else
        snprintf(why, sizeof why, "thread %u has left the kernel", other);
    snprintf(finding.text, sizeof finding.text,
             "Thread %u reads by shuffle from lane %u, which takes no part: %s. What it gets is "
             "undefined.",
             thread, source, why);
    find(engine, &finding);
}

static uint32_t meet(int kind, uint32_t mask, uint64_t value, uint32_t source, uint32_t width,
                     uint64_t *out, uint64_t pc)
{
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;
    unsigned warp, l;

    if (!lane) return 0;
    warp = lane->thread / LANES;
    l = lane->thread % LANES;
    engine->warps[warp].meets = lane->touched = true;
    if (!(mask >> l & 1)) not_in_mask(kind, mask, pc);
    lane->warp_mask = mask | 1u << l;
    lane->warp_kind = (uint8_t)kind;
    lane->deposit = value;
    lane->out = out;
    lane->site = pc;
    if (!complete(engine, warp, l, lanes_present(engine, warp))) lane_wait(LANE_AT_WARP, pc);
    lane->out = NULL;
    lane_sync(pc, (uint32_t)kind, lane->warp_took, mask, source, width, width ? value : 0);
    return lane->warp_took;
}

namespace ss {

void warp_lane_exited(struct engine *engine, unsigned warp)
{
    uint32_t present;

    present = lanes_present(engine, warp);
    for (uint32_t rest = present; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        if (lane_at(engine, warp, l)->state == LANE_AT_WARP) complete(engine, warp, l, present);
    }
}

bool warp_release_active(struct engine *engine, unsigned warp)
{
    uint64_t site = UINT64_MAX;
    uint32_t together = 0;

    for (uint32_t rest = engine->warps[warp].lanes; rest; rest &= rest - 1) {
        const struct lane *lane = lane_at(engine, warp, (unsigned)__builtin_ctz(rest));
        if (lane->state == LANE_AT_ACTIVE && lane->site < site) site = lane->site;
    }
    if (site == UINT64_MAX) return false;
    for (uint32_t rest = engine->warps[warp].lanes; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        const struct lane *lane = lane_at(engine, warp, l);
        if (lane->state == LANE_AT_ACTIVE && lane->site == site) together |= 1u << l;
    }
    for (uint32_t rest = together; rest; rest &= rest - 1) {
        struct lane *lane = lane_at(engine, warp, (unsigned)__builtin_ctz(rest));
        lane->warp_took = together;
        lane->state = LANE_READY;
    }
    return true;
}

} // namespace ss

void ss_warp_sync(unsigned mask)
{
    meet(TRACE_WARP_SYNC, mask, 0, 0, 0, NULL, (uint64_t)__builtin_return_address(0));
}

unsigned ss_warp_exchange(int kind, unsigned mask, uint64_t value, int source, unsigned width,
                          uint64_t out[32])
{
    uint64_t pc = (uint64_t)__builtin_return_address(0);
    unsigned from = (unsigned)source % LANES;
    uint32_t took = meet(kind, mask, value, from, width, out, pc);

    if (kind == TRACE_SHUFFLE && took && !(took >> from & 1)) absent_source(mask, from, pc);
    return took;
}

uint64_t ss_undefined(uint64_t value)
{
    return value ^ spool->fill * 0x0101010101010101ull;
}

unsigned ss_warp_show(unsigned mask, const void *mine, uint64_t out[32])
{
    return meet(TRACE_WARP_SYNC, mask, (uint64_t)mine, 0, 0, out,
                (uint64_t)__builtin_return_address(0));
}

unsigned ss_active_mask(void)
{
    struct lane *lane = ss_hot.lane;

    if (!lane) return 0;
    lane_wait(LANE_AT_ACTIVE, (uint64_t)__builtin_return_address(0));
    return lane->warp_took;
}

unsigned ss_lane(void)
{
    return ss_hot.lane ? ss_hot.lane->thread % LANES : 0u;
}

unsigned ss_warp(void)
{
    return ss_hot.lane ? ss_hot.lane->thread / (unsigned)LANES : 0u;
}
