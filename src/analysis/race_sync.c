#include "analysis/race_sync.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum event_what { EVENT_FENCE = 1, EVENT_RELEASE = 2, EVENT_ACQUIRE = 4, EVENT_MEET = 8 };

struct event {
    uint32_t thread; /* block position * threads + thread */
    uint32_t round;
    uint32_t seq, last; /* polling is one event: from its first to its last time */
    uint32_t times;
    uint8_t what;
    uint64_t location; /* EVENT_MEET: the lanes that met */
};

struct reach {        /* from where on a thread or block comes after the access in question */
    uint64_t from[2]; /* [0] without, [1] with a fence on the way; position or round */
};

enum { SYNC_BUDGET = 40000000 };
#define NEVER UINT64_MAX

struct race_sync {
    const struct trace_launch *launch;
    bool in_order; /* blocks ran by ascending index */
    uint32_t threads;
    struct event *events; /* by thread, then position */
    uint32_t event_count, event_capacity;
    uint32_t *actors;      /* threads with events, ascending */
    uint32_t *actor_first; /* index of the actor's first event; one more at the end */
    uint32_t actor_count;
    uint32_t *acquires; /* events that acquire, by location */
    uint32_t acquire_count;
    struct reach *actor_reach, *block_reach;
    uint32_t *queue; /* actors, and actor_count + blocks */
    bool *queued;
    uint32_t queue_count;
    struct race_access origin; /* of the reach computed last */
    bool origin_valid, origin_fences;
    uint64_t work;
};

static uint64_t position(uint32_t round, uint32_t seq)
{
    return (uint64_t)round << 32 | seq;
}

static uint64_t location_of(const struct trace_launch *launch, const struct trace_request *request,
                            uint32_t block, int64_t offset)
{
    if (request->space == TRACE_SHARED)
        return (uint64_t)block << 32 |
               (uint32_t)((launch->arrays[request->object].offset + offset) / RACE_WORD);
    return 1ull << 63 | (uint64_t)request->object << RACE_WORD_BITS |
           (uint64_t)(offset / RACE_WORD);
}

/* ---- Gathering --------------------------------------------------------------------------- */

static void add_event(struct race_sync *sync, const struct event *event)
{
    MEM_GROW(sync->events, sync->event_count, sync->event_capacity);
    sync->events[sync->event_count++] = *event;
}

static uint8_t event_what(const struct trace_request *request)
{
    switch (request->kind) {
    case TRACE_FENCE:
        return EVENT_FENCE;
    case TRACE_WARP_SYNC:
        return EVENT_MEET;
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
        bool access = what & (EVENT_RELEASE | EVENT_ACQUIRE);
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
                                  .what = what};
            if (access)
                event.location = location_of(launch, request, block, offsets[lane]);
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

static void fold_polls(struct race_sync *sync)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sync->event_count; i++) {
        struct event *now = &sync->events[i], *old = kept ? &sync->events[kept - 1] : NULL;
        if (old && old->thread == now->thread && old->round == now->round &&
            old->what == now->what && old->location == now->location && now->what != EVENT_MEET) {
            old->last = now->last;
            old->times++;
        } else {
            sync->events[kept++] = *now;
        }
    }
    sync->event_count = kept;
}

static int compare_acquires(const void *a, const void *b, void *events)
{
    const struct event *x = (struct event *)events + *(const uint32_t *)a;
    const struct event *y = (struct event *)events + *(const uint32_t *)b;
    if (x->location != y->location) return x->location < y->location ? -1 : 1;
    return x < y ? -1 : x > y;
}

static void index_events(struct race_sync *sync)
{
    uint32_t n = sync->event_count;
    sync->actors = mem_array((size_t)n + 1, sizeof *sync->actors);
    sync->actor_first = mem_array((size_t)n + 1, sizeof *sync->actor_first);
    sync->acquires = mem_array((size_t)n + 1, sizeof *sync->acquires);
    for (uint32_t i = 0; i < n; i++) {
        if (!i || sync->events[i].thread != sync->events[i - 1].thread) {
            sync->actor_first[sync->actor_count] = i;
            sync->actors[sync->actor_count++] = sync->events[i].thread;
        }
        if (sync->events[i].what & EVENT_ACQUIRE) sync->acquires[sync->acquire_count++] = i;
    }
    sync->actor_first[sync->actor_count] = n;
    qsort_r(sync->acquires, sync->acquire_count, sizeof *sync->acquires, compare_acquires,
            sync->events);
}

struct race_sync *race_sync_create(const struct trace *trace, const struct trace_launch *launch)
{
    struct race_sync *sync = mem_alloc(sizeof *sync);
    sync->launch = launch;
    sync->threads = trace_warps(launch) * TRACE_LANES;
    sync->in_order = trace->backend == TRACE_EMULATOR && !strcmp(trace->schedule, "forward");
    for (uint32_t b = 0; b < launch->block_count; b++)
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++)
            gather_round(sync, b, r);
    if (sync->event_count)
        qsort(sync->events, sync->event_count, sizeof *sync->events, compare_events);
    fold_polls(sync);
    index_events(sync);
    size_t nodes = (size_t)sync->actor_count + launch->block_count;
    sync->actor_reach = mem_array(nodes + 1, sizeof *sync->actor_reach);
    sync->block_reach = sync->actor_reach + sync->actor_count;
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
    free(sync->actor_reach);
    free(sync->queue);
    free(sync->queued);
    free(sync);
}

/* ---- Looking up -------------------------------------------------------------------------- */

static uint32_t find_actor(const struct race_sync *sync, uint32_t thread)
{
    uint32_t low = 0, high = sync->actor_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sync->actors[middle] < thread)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sync->actor_count && sync->actors[low] == thread ? low : TRACE_NONE;
}

static uint32_t actor_of(const struct race_sync *sync, const struct race_access *access)
{
    return find_actor(sync, access->block * sync->threads + access->thread);
}

static uint32_t first_acquire(const struct race_sync *sync, uint64_t location)
{
    uint32_t low = 0, high = sync->acquire_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sync->events[sync->acquires[middle]].location < location)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Could this read have seen that write? */
static bool feasible(const struct race_sync *sync, const struct event *release,
                     const struct event *acquire)
{
    if (release->thread == acquire->thread) return false;
    if (!sync->in_order) return true;
    uint32_t writer = release->thread / sync->threads, reader = acquire->thread / sync->threads;
    return writer <= reader || acquire->times > 1;
}

/* ---- The direct way: one location, both threads' own accesses ------------------------------ */

static bool acquired_before(const struct race_sync *sync, uint32_t actor,
                            const struct event *release, const struct race_access *b)
{
    for (uint32_t i = sync->actor_first[actor]; i < sync->actor_first[actor + 1]; i++) {
        const struct event *event = &sync->events[i];
        if (position(event->round, event->seq) >= position(b->round, b->seq)) return false;
        if (event->what & EVENT_ACQUIRE && event->location == release->location &&
            feasible(sync, release, event))
            return true;
    }
    return false;
}

static bool orders_directly(const struct race_sync *sync, const struct race_access *a,
                            const struct race_access *b, bool fences)
{
    uint32_t from = actor_of(sync, a), to = actor_of(sync, b);
    if (from == TRACE_NONE || to == TRACE_NONE) return false;
    bool fenced = !fences;
    for (uint32_t i = sync->actor_first[from]; i < sync->actor_first[from + 1]; i++) {
        const struct event *event = &sync->events[i];
        if (position(event->round, event->last) <= position(a->round, a->seq)) continue;
        if (event->what & EVENT_FENCE) fenced = true;
        if (event->what & EVENT_RELEASE && fenced && acquired_before(sync, to, event, b))
            return true;
    }
    return false;
}

/* ---- The long way: whatever a chain reaches ----------------------------------------------- */

static void reach_add(struct race_sync *sync, uint32_t node, uint64_t from, bool fenced)
{
    struct reach *reach = &sync->actor_reach[node];
    if (reach->from[1] <= from || (!fenced && reach->from[0] <= from)) return;
    reach->from[fenced] = from;
    if (!sync->queued[node]) {
        sync->queued[node] = true;
        sync->queue[sync->queue_count++] = node;
    }
}

static void release_reaches(struct race_sync *sync, const struct event *release)
{
    for (uint32_t i = first_acquire(sync, release->location); i < sync->acquire_count; i++) {
        const struct event *acquire = &sync->events[sync->acquires[i]];
        if (acquire->location != release->location) break;
        sync->work++;
        if (feasible(sync, release, acquire))
            reach_add(sync, find_actor(sync, acquire->thread),
                      position(acquire->round, acquire->seq) + 1, false);
    }
}

static void meeting_reaches(struct race_sync *sync, const struct event *event, bool fenced)
{
    uint32_t first = event->thread - event->thread % TRACE_LANES;
    for (uint32_t rest = (uint32_t)event->location; rest; rest &= rest - 1) {
        uint32_t node = find_actor(sync, first + (uint32_t)__builtin_ctz(rest));
        if (node != TRACE_NONE)
            reach_add(sync, node, position(event->round, event->seq) + 1, fenced);
    }
}

/* Follows one thread from `from` on. */
static void follow_actor(struct race_sync *sync, uint32_t actor, uint64_t from, bool fenced)
{
    uint32_t round = (uint32_t)(from >> 32), block = sync->actors[actor] / sync->threads;
    bool fenced_round = fenced;
    for (uint32_t i = sync->actor_first[actor]; i < sync->actor_first[actor + 1]; i++) {
        const struct event *event = &sync->events[i];
        sync->work++;
        if (position(event->round, event->last) < from) continue;
        if (event->what & EVENT_FENCE) {
            fenced = true;
            if (event->round == round) fenced_round = true;
        }
        if (event->what & EVENT_RELEASE && fenced) release_reaches(sync, event);
        if (event->what & EVENT_MEET) meeting_reaches(sync, event, fenced);
    }
    reach_add(sync, sync->actor_count + block, (uint64_t)round + 1, fenced_round);
}

static void follow_block(struct race_sync *sync, uint32_t block, uint64_t round, bool fenced)
{
    uint32_t low = 0, high = sync->actor_count, first = block * sync->threads;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sync->actors[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < sync->actor_count && sync->actors[low] / sync->threads == block; low++)
        reach_add(sync, low, position((uint32_t)round, 0), fenced);
}

static void compute_reach(struct race_sync *sync, const struct race_access *a, bool fences)
{
    size_t nodes = (size_t)sync->actor_count + sync->launch->block_count;
    memset(sync->actor_reach, 0xff, nodes * sizeof *sync->actor_reach);
    sync->queue_count = 0;
    uint32_t actor = actor_of(sync, a);
    if (actor != TRACE_NONE) reach_add(sync, actor, position(a->round, a->seq) + 1, !fences);
    reach_add(sync, sync->actor_count + a->block, (uint64_t)a->round + 1, !fences);
    while (sync->queue_count) {
        uint32_t node = sync->queue[--sync->queue_count];
        sync->queued[node] = false;
        struct reach reach = sync->actor_reach[node];
        for (int fenced = 0; fenced < 2; fenced++) {
            if (reach.from[fenced] == NEVER) continue;
            bool as = fenced || !fences;
            if (node < sync->actor_count)
                follow_actor(sync, node, reach.from[fenced], as);
            else
                follow_block(sync, node - sync->actor_count, reach.from[fenced], as);
        }
    }
    sync->origin = *a;
    sync->origin_valid = true;
    sync->origin_fences = fences;
}

static bool same_origin(const struct race_sync *sync, const struct race_access *a, bool fences)
{
    const struct race_access *o = &sync->origin;
    return sync->origin_valid && sync->origin_fences == fences && o->block == a->block &&
           o->round == a->round && o->seq == a->seq && o->thread == a->thread;
}

static uint64_t earliest(const struct reach *reach)
{
    return reach->from[0] < reach->from[1] ? reach->from[0] : reach->from[1];
}

bool race_sync_orders(struct race_sync *sync, const struct race_access *a,
                      const struct race_access *b, bool fences)
{
    if (!sync->event_count) return false;
    if (orders_directly(sync, a, b, fences)) return true;
    if (!same_origin(sync, a, fences)) {
        if (sync->work > SYNC_BUDGET) return false;
        compute_reach(sync, a, fences);
    }
    if (earliest(&sync->block_reach[b->block]) <= b->round) return true;
    uint32_t actor = actor_of(sync, b);
    return actor != TRACE_NONE && earliest(&sync->actor_reach[actor]) <= position(b->round, b->seq);
}

/* ---- Accesses to the counter itself ------------------------------------------------------- */

bool race_sync_follows_atomic(struct race_sync *sync, const struct race_access *a,
                              const struct race_access *b, struct race_lonely lonely)
{
    if (a->block == b->block ? !lonely.thread
        : sync->in_order     ? a->block > b->block
                             : !lonely.block)
        return false;
    const struct trace_request *request = &sync->launch->requests[b->request];
    uint64_t location = request->space == TRACE_SHARED
                            ? (uint64_t)b->block << 32 | (uint32_t)b->word
                            : 1ull << 63 | b->word;
    for (uint32_t i = first_acquire(sync, location); i < sync->acquire_count; i++) {
        const struct event *event = &sync->events[sync->acquires[i]];
        if (event->location != location) return false;
        if (!(event->what & EVENT_RELEASE) || event->thread / sync->threads != b->block) continue;
        if (event->round < b->round && a->block != b->block) return true;
        if (event->round == b->round && event->seq < b->seq &&
            event->thread % sync->threads == b->thread)
            return true;
    }
    return false;
}
