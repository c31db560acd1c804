#include "analysis/race_sync_impl.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static uint64_t location_of(const struct trace_launch *launch, const struct trace_request *request,
                            uint32_t block, int64_t offset)
{
    if (request->space == TRACE_SHARED)
        return (uint64_t)block << 32 |
               (uint32_t)((launch->arrays[request->object].offset + offset) / RACE_WORD);
    return 1ull << 63 | (uint64_t)request->object << RACE_WORD_BITS |
           (uint64_t)(offset / RACE_WORD);
}

/* A phase of a barrier: of the block's own, or of the whole grid. */
static uint64_t phase_location(uint32_t block, uint32_t phase)
{
    uint64_t owner = phase >> 30 == 3 ? 0 : (uint64_t)block + 1;
    return 3ull << 62 | owner << 32 | phase;
}

/* ---- Gathering ------------------------------------------------------------------------------ */

static void add_event(struct race_sync *sync, const struct event *event)
{
    MEM_GROW(sync->events, sync->event_count, sync->event_capacity);
    sync->events[sync->event_count++] = *event;
}

static uint8_t event_what(const struct trace_request *request)
{
    switch (request->kind) {
    case TRACE_FENCE:
        return request->sync_mask == TRACE_FENCE_BLOCK ? EVENT_BLOCK_FENCE : EVENT_FENCE;
    case TRACE_WARP_SYNC:
        return EVENT_MEET;
    case TRACE_ARRIVE:
        return EVENT_FENCE | EVENT_RELEASE;
    case TRACE_WAIT:
        return EVENT_ACQUIRE;
    case TRACE_ATOMIC:
        return EVENT_RELEASE | EVENT_ACQUIRE;
    case TRACE_LOAD:
        return request->flags & TRACE_VOLATILE ? EVENT_ACQUIRE : 0;
    case TRACE_STORE:
        return request->flags & TRACE_VOLATILE ? EVENT_RELEASE : 0;
    default:
        return 0;
    }
}

static void gather_round(struct race_sync *sync, uint32_t block, uint32_t round_index)
{
    const struct trace_launch *launch = sync->launch;
    const struct trace_round *round = trace_block_round(launch, block, round_index);
    uint32_t warp = TRACE_NONE, first = 0;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->warp != warp) {
            warp = request->warp;
            first = i;
        }
        uint8_t what = event_what(request);
        if (!what) continue;
        bool phase = request->kind == TRACE_ARRIVE || request->kind == TRACE_WAIT;
        bool access = what & (EVENT_RELEASE | EVENT_ACQUIRE) && !phase;
        if (access && request->object == TRACE_NONE) continue;
        int64_t offsets[TRACE_LANES];
        if (access) trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            struct event event = {.thread = block * sync->threads + warp * TRACE_LANES + lane,
                                  .round = round_index,
                                  .seq = i - first,
                                  .last = i - first,
                                  .times = 1,
                                  .site = request->site,
                                  .what = what};
            if (access)
                event.location = location_of(launch, request, block, offsets[lane]);
            else if (phase)
                event.location = phase_location(block, request->sync_mask);
            else
                event.location = request->sync_mask ? request->sync_mask : request->mask;
            add_event(sync, &event);
        }
    }
}

static int compare_events(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->round != y->round) return x->round < y->round ? -1 : 1;
    return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static bool same_poll(const struct event *old, const struct event *now)
{
    return old->thread == now->thread && old->round == now->round && old->what == now->what &&
           old->location == now->location && old->site == now->site && now->what != EVENT_MEET;
}

/* A loop that reads with a fence after every time polls all the same. Nothing is released in
 * between, so the fence may as well stand at the end. */
static bool fold_fenced(struct event *fence, const struct event *now)
{
    struct event *old = fence - 1;
    if (!is_fence(fence, false) || fence->what & EVENT_RELEASE || now->what != EVENT_ACQUIRE ||
        !same_poll(old, now))
        return false;
    old->last = fence->seq = fence->last = now->last;
    old->times++;
    return true;
}

static void fold_polls(struct race_sync *sync)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sync->event_count; i++) {
        struct event *now = &sync->events[i], *old = kept ? &sync->events[kept - 1] : NULL;
        if (old && same_poll(old, now)) {
            old->last = now->last;
            old->times++;
        } else if (kept < 2 || !fold_fenced(old, now)) {
            sync->events[kept++] = *now;
        }
    }
    sync->event_count = kept;
}

/* The most polls that some thread of the block has in each round. */
static void longest_waits(const struct race_sync *sync, uint32_t from, uint32_t to, uint32_t *most)
{
    uint32_t polls = 0;
    for (uint32_t i = from; i < to; i++) {
        const struct event *event = &sync->events[i];
        bool next =
            i == from || event[-1].thread != event->thread || event[-1].round != event->round;
        polls = (next ? 0 : polls) + (event->what == EVENT_ACQUIRE && event->times > 1);
        if (polls > most[event->round]) most[event->round] = polls;
    }
}

/* How often a block has waited before each of its events: threads that wait side by side in a round
 * wait once. */
static void count_waits(struct race_sync *sync)
{
    for (uint32_t from = 0, to = 0; from < sync->event_count; from = to) {
        uint32_t block = sync->events[from].thread / sync->threads;
        uint32_t rounds = sync->launch->blocks[block].rounds, polls = 0;
        while (to < sync->event_count && sync->events[to].thread / sync->threads == block)
            to++;
        uint32_t *before = mem_array((size_t)rounds + 1, sizeof *before);
        longest_waits(sync, from, to, before + 1);
        for (uint32_t r = 1; r <= rounds; r++)
            before[r] += before[r - 1];
        for (uint32_t i = from; i < to; i++) {
            struct event *event = &sync->events[i];
            if (i == from || event[-1].thread != event->thread || event[-1].round != event->round)
                polls = before[event->round];
            event->waits = polls;
            polls += event->what == EVENT_ACQUIRE && event->times > 1;
        }
        free(before);
    }
}

static int compare_acquires(const void *a, const void *b, void *events)
{
    const struct event *x = (struct event *)events + *(const uint32_t *)a;
    const struct event *y = (struct event *)events + *(const uint32_t *)b;
    if (x->location != y->location) return x->location < y->location ? -1 : 1;
    return x < y ? -1 : x > y;
}

static void index_actors(struct race_sync *sync)
{
    uint32_t n = sync->event_count;
    sync->actors = mem_array((size_t)n + 1, sizeof *sync->actors);
    sync->actor_first = mem_array((size_t)n + 1, sizeof *sync->actor_first);
    for (uint32_t i = 0; i < n; i++) {
        if (!i || sync->events[i].thread != sync->events[i - 1].thread) {
            sync->actor_first[sync->actor_count] = i;
            sync->actors[sync->actor_count++] = sync->events[i].thread;
        }
        sync->events[i].actor = sync->actor_count - 1;
    }
    sync->actor_first[sync->actor_count] = n;
    for (uint32_t i = n; i-- > 0;) {
        struct event *event = &sync->events[i];
        bool last = i + 1 == n || event[1].actor != event->actor;
        for (int wide = 0; wide < 2; wide++)
            event->next_fence[wide] = is_fence(event, wide) ? i
                                      : last                ? TRACE_NONE
                                                            : event[1].next_fence[wide];
    }
}

static void index_borders(struct race_sync *sync)
{
    size_t actors = (size_t)sync->actor_count + 1, blocks = (size_t)sync->launch->block_count + 1;
    sync->actor_in = mem_array(actors, sizeof *sync->actor_in);
    sync->actor_out = mem_array(actors, sizeof *sync->actor_out);
    sync->block_in = mem_array(blocks, sizeof *sync->block_in);
    sync->block_out = mem_array(blocks, sizeof *sync->block_out);
    memset(sync->actor_in, 0xff, actors * sizeof *sync->actor_in);
    memset(sync->block_in, 0xff, blocks * sizeof *sync->block_in);
    for (uint32_t i = 0; i < sync->event_count; i++) {
        const struct event *event = &sync->events[i];
        uint32_t block = event->thread / sync->threads;
        if (event->what & (EVENT_ACQUIRE | EVENT_MEET)) {
            uint64_t at = position(event->round, event->seq);
            if (at < sync->actor_in[event->actor]) sync->actor_in[event->actor] = at;
            if (event->round < sync->block_in[block]) sync->block_in[block] = event->round;
        }
        if (event->what & (EVENT_RELEASE | EVENT_MEET)) {
            uint64_t at = position(event->round, event->last) + 1;
            if (at > sync->actor_out[event->actor]) sync->actor_out[event->actor] = at;
            if (event->round + 1ull > sync->block_out[block])
                sync->block_out[block] = event->round + 1ull;
        }
    }
}

static void index_places(struct race_sync *sync)
{
    uint32_t n = sync->event_count;
    sync->acquires = mem_array((size_t)n + 1, sizeof *sync->acquires);
    sync->places = mem_array((size_t)n + 1, sizeof *sync->places);
    for (uint32_t i = 0; i < n; i++)
        if (sync->events[i].what & EVENT_ACQUIRE) sync->acquires[sync->acquire_count++] = i;
    qsort_r(sync->acquires, sync->acquire_count, sizeof *sync->acquires, compare_acquires,
            sync->events);
    for (uint32_t i = 0; i < sync->acquire_count; i++) {
        uint64_t location = sync->events[sync->acquires[i]].location;
        if (!i || location != sync->events[sync->acquires[i - 1]].location)
            sync->places[sync->place_count++] = (struct place){.location = location, .first = i};
        sync->places[sync->place_count - 1].end = i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct event *event = &sync->events[i];
        bool at_place = event->what & (EVENT_RELEASE | EVENT_ACQUIRE);
        event->place = at_place ? find_place(sync, event->location) : TRACE_NONE;
    }
}

struct race_sync *race_sync_create(const struct trace *trace, const struct trace_launch *launch)
{
    struct race_sync *sync = mem_alloc(sizeof *sync);
    sync->trace = trace;
    sync->launch = launch;
    sync->threads = trace_warps(launch) * TRACE_LANES;
    sync->in_order = trace->backend == TRACE_EMULATOR && !strcmp(trace->schedule, "forward");
    if (trace->backend == TRACE_EMULATOR)
        sync->direction = !strcmp(trace->schedule, "reverse") ? -1 : sync->in_order;
    sync->update_place = sync->left_out.site = TRACE_NONE;
    sync->update_rounds = mem_array((size_t)launch->block_count + 1, sizeof *sync->update_rounds);
    for (uint32_t b = 0; b < launch->block_count; b++)
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++)
            gather_round(sync, b, r);
    if (sync->event_count)
        qsort(sync->events, sync->event_count, sizeof *sync->events, compare_events);
    fold_polls(sync);
    count_waits(sync);
    index_actors(sync);
    index_borders(sync);
    index_places(sync);
    size_t nodes = node_count(sync), rows = ORIGINS_BYTES / (nodes * sizeof *sync->rows + 1);
    sync->origin_count = rows > ORIGINS ? ORIGINS : rows ? (uint32_t)rows : 1;
    sync->origins = mem_array(sync->origin_count, sizeof *sync->origins);
    sync->rows = mem_array(nodes * sync->origin_count + 1, sizeof *sync->rows);
    sync->done = mem_array((size_t)sync->actor_count + 1, sizeof *sync->done);
    sync->queue = mem_array(nodes + 1, sizeof *sync->queue);
    sync->queued = mem_array(nodes + 1, sizeof *sync->queued);
    return sync;
}

void race_sync_destroy(struct race_sync *sync)
{
    if (!sync) return;
    free(sync->events);
    free(sync->actors);
    free(sync->actor_first);
    free(sync->acquires);
    free(sync->places);
    free(sync->origins);
    free(sync->rows);
    free(sync->done);
    free(sync->queue);
    free(sync->queued);
    free(sync->update_rounds);
    free(sync->actor_in);
    free(sync->actor_out);
    free(sync->block_in);
    free(sync->block_out);
    free(sync);
}
