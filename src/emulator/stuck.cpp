/* stuck.cpp - threads that do not meet, and threads that will never go on. */
#include "stuck.h"

#include <stdio.h>
#include <string.h>

namespace ss {

static struct finding about(uint32_t fault, uint32_t severity, const struct lane *lane)
{
    struct finding finding;

    memset((void *)&finding, 0, sizeof finding);
    finding.fault = fault;
    finding.severity = severity;
    finding.thread = lane->thread;
    finding.pc = lane->site;
    finding.space = TRACE_NO_SPACE;
    return finding;
}

/* A barrier that some of the block do not reach, because they have left the kernel. */
static void left_before(struct engine *engine, const struct lane *first)
{
    const unsigned threads = engine->launch->threads;

    if (engine->live == threads || engine->diverged) return;
    struct finding finding = about(TRACE_DIVERGENT_BARRIER, TRACE_WARNING, first);
    snprintf(finding.text, sizeof finding.text,
             engine->live == 1
                 ? "Only %u of %u threads reaches this barrier; the others have left the kernel."
                 : "Only %u of %u threads reach this barrier; the others have left the kernel.",
             engine->live, threads);
    find(engine, &finding);
}

/* Threads that met at different barriers, and barriers that some left the kernel before. */
void stuck_at_barriers(struct engine *engine)
{
    const struct lane *first = NULL;
    unsigned threads = engine->launch->threads;

    for (unsigned t = 0; t < threads; t++) {
        const struct lane *lane = &engine->lanes[t];

        if (lane->state != LANE_AT_BARRIER) continue;
        if (!first) first = lane;
        if (lane->site == first->site || lane->by_object) continue;
        struct finding finding = about(TRACE_DIVERGENT_BARRIER, TRACE_ERROR, lane);
        finding.address = site_of(first->site);
        snprintf(finding.text, sizeof finding.text,
                 "Thread %u waits at one barrier while thread %u waits at another one; every "
                 "thread of the block has to reach the same __syncthreads().",
                 lane->thread, first->thread);
        find(engine, &finding);
        engine->diverged = true;
        return;
    }
    if (first) left_before(engine, first);
}

static const struct lane *first_in(const struct engine *engine, enum lane_state state)
{
    for (unsigned t = 0; t < engine->launch->threads; t++)
        if (engine->lanes[t].state == state) return &engine->lanes[t];
    return NULL;
}

void stuck_left_before_grid(struct engine *engine)
{
    const struct lane *first = first_in(engine, LANE_AT_GRID);

    if (first) left_before(engine, first);
}

void stuck_at_grid(struct engine *engine)
{
    const struct launch_state *launch = engine->launch;
    const struct lane *first = first_in(engine, LANE_AT_GRID);

    if (!launch->missed || engine->block != launch->first_waiting || !first) return;
    struct finding finding = about(TRACE_DEADLOCK, TRACE_ERROR, first);
    snprintf(finding.text, sizeof finding.text,
             "Dead lock: thread %u of block %u waits here for the whole grid, but %u of its %u "
             "blocks have left the kernel and never come.",
             first->thread, engine->block, launch->missed, launch->blocks);
    find(engine, &finding);
}

static const char *waiting_for(const struct lane *lane)
{
    switch (lane->state) {
    case LANE_AT_BARRIER:
        return "a barrier of the block";
    case LANE_AT_PHASE:
        return "arrivals at a barrier";
    case LANE_AT_GRID:
        return "the whole grid";
    default:
        return "lanes of its warp";
    }
}

/* A lane that waits at the block's barrier for one that waits for it, by the mask of its shuffle or
 * vote. Whatever branch keeps them apart, the mask promises who comes. */
static bool named_in_vain(struct engine *engine)
{
    unsigned threads = engine->launch->threads;

    for (unsigned t = 0; t < threads; t++) {
        const struct lane *lane = &engine->lanes[t];
        unsigned first = t - t % LANES;

        if (lane->state != LANE_AT_WARP) continue;
        for (unsigned l = 0; l < LANES && first + l < threads; l++) {
            const struct lane *other = &engine->lanes[first + l];

            if (!(lane->warp_mask >> l & 1) || other->state != LANE_AT_BARRIER) continue;
            struct finding finding = about(TRACE_DEADLOCK, TRACE_ERROR, lane);
            finding.address = site_of(other->site);
            snprintf(finding.text, sizeof finding.text,
                     "Dead lock: thread %u waits here for lane %u of its warp (mask 0x%08x), but "
                     "thread %u waits at a barrier of the block and never comes.",
                     t, l, lane->warp_mask, first + l);
            find(engine, &finding);
            return true;
        }
    }
    return false;
}

/* No lane can run and some wait: says who waits where for whom, and ends the launch. */
void stuck_for_good(struct engine *engine)
{
    const struct lane *first = NULL, *other = NULL;
    struct finding finding;

    if (named_in_vain(engine)) {
        launch_fail(engine->launch, engine->block, 702 /* cudaErrorLaunchTimeout */);
        return;
    }
    for (unsigned t = 0; t < engine->launch->threads; t++) {
        const struct lane *lane = &engine->lanes[t];

        if (lane->state == LANE_EXITED) continue;
        if (!first)
            first = lane;
        else if (!other && (lane->state != first->state || lane->site != first->site))
            other = lane;
    }
    finding = about(TRACE_DEADLOCK, TRACE_ERROR, first);
    if (other && (first->state == LANE_AT_BARRIER) != (other->state == LANE_AT_BARRIER)) {
        const struct lane *at = first->state == LANE_AT_BARRIER ? first : other;
        const struct lane *not_at = at == first ? other : first;

        finding = about(TRACE_DIVERGENT_BARRIER, TRACE_ERROR, at);
        finding.address = site_of(not_at->site);
        snprintf(finding.text, sizeof finding.text,
                 "Dead lock: thread %u waits at this barrier, but thread %u waits for %s and never "
                 "comes.",
                 at->thread, not_at->thread, waiting_for(not_at));
    } else if (other) {
        finding.address = site_of(other->site);
        snprintf(finding.text, sizeof finding.text,
                 "Dead lock: thread %u waits here for %s, thread %u elsewhere for %s; neither can "
                 "go on.",
                 first->thread, waiting_for(first), other->thread, waiting_for(other));
    } else {
        snprintf(finding.text, sizeof finding.text,
                 "Dead lock: thread %u waits here for %s that never come.", first->thread,
                 first->state == LANE_AT_WARP ? "lanes of its mask" : waiting_for(first));
    }
    find(engine, &finding);
    launch_fail(engine->launch, engine->block, 702 /* cudaErrorLaunchTimeout */);
}

/* All lanes of all blocks under way only look, again and again, at what nobody changes. */
bool stuck_spinning(struct engine *engine)
{
    struct launch_state *launch = engine->launch;
    struct finding finding;

    if (engine->changed) {
        engine->changed = false;
        launch->fruitless = 0;
        return false;
    }
    if (!launch->in_order || ++launch->fruitless < (uint64_t)FRUITLESS * launch->under_way ||
        launch->fruitless * launch->warps < PATIENCE)
        return false;
    for (unsigned t = 0; t < launch->threads; t++) {
        const struct lane *lane = &engine->lanes[t];

        if (lane->state != LANE_READY) continue;
        finding = about(TRACE_DEADLOCK, TRACE_ERROR, lane);
        finding.pc = lane_place(engine, lane);
        break;
    }
    snprintf(finding.text, sizeof finding.text,
             "Dead lock: thread %u of block %u waits here in a loop for a change that no thread "
             "makes any more.",
             finding.thread, engine->block);
    find(engine, &finding);
    launch_fail(launch, engine->block, 702 /* cudaErrorLaunchTimeout */);
    return true;
}

} // namespace ss
