#include "analysis/race_sync.h"

#include "analysis/heed.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum event_what {
    EVENT_FENCE = 1,
    EVENT_RELEASE = 2,
    EVENT_ACQUIRE = 4,
    EVENT_MEET = 8,
    EVENT_BLOCK_FENCE = 16, /* orders nothing that threads of other blocks see */
};

struct event {
    uint32_t thread; /* block position * threads + thread */
    uint32_t round;
    uint32_t seq, last; /* polling is one event: from its first to its last time */
    uint32_t times;
    uint32_t site;
    uint32_t actor;
    uint32_t place;         /* of what it releases or acquires; TRACE_NONE: nobody acquires it */
    uint32_t next_fence[2]; /* of the actor, this one or later; index, TRACE_NONE none. [1]: one
                               that orders between blocks too */
    uint8_t what;
    uint64_t location; /* EVENT_MEET: the lanes that met */
};

struct place { /* a location that somebody acquires */
    uint64_t location;
    uint32_t first, end; /* in acquires: by thread, then position */
    /* What a reach has been through: */
    uint32_t stamp;   /* of the reach, 0 none */
    uint32_t done;    /* acquires from this one on */
    uint32_t skipped; /* thread whose own were left out, TRACE_NONE none */
};

struct reach {        /* from where on a thread or block comes after the access in question */
    uint64_t from[2]; /* [0] without, [1] with a fence on the way; position or round */
};

struct origin { /* accesses that lie between the same two events of a thread reach the same */
    uint32_t block, round, actor, start;
    bool fences, wide, valid;
};

enum {
    SYNC_BUDGET = 100000000, /* steps for a launch; beyond it nobody is accused */
    DIRECT_RELEASES = 64,
    ORIGINS = 256,                /* remembered, */
    ORIGINS_BYTES = 32 * 1 << 20, /* but no more than that much of them */
};
#define NEVER UINT64_MAX
#define UPDATE_UNKNOWN (UINT64_MAX - 1)

enum { PAIRS = 64 }; /* of sites, whose answers are remembered */

struct pair { /* an atomic and a later access: does the thread come to that one anyway? */
    uint32_t atomic, access;
    bool known, ignores;
};

struct race_sync {
    const struct trace *trace;
    const struct trace_launch *launch;
    struct pair pairs[PAIRS];
    bool in_order; /* blocks ran by ascending index */
    int direction; /* threads ran by ascending (1) or descending (-1) index; 0: nobody knows */
    uint32_t threads;
    struct event *events; /* by thread, then position */
    uint32_t event_count, event_capacity;
    uint32_t *actors;      /* threads with events, ascending */
    uint32_t *actor_first; /* index of the actor's first event; one more at the end */
    uint32_t actor_count;
    /* Where order can first come in and last go out: by actor as positions, by block as rounds;
     * NEVER, and 0 for nothing going out (then one more than the position or round). */
    uint64_t *actor_in, *actor_out, *block_in, *block_out;
    uint32_t *acquires; /* events that acquire, by location, thread, position */
    uint32_t acquire_count;
    struct place *places; /* by location */
    uint32_t place_count;
    /* One reach is computed at a time, in the row of its origin. */
    struct origin *origins;
    struct reach *rows; /* [origin_count][actors, then blocks] */
    uint32_t origin_count;
    struct reach *reach; /* the row under way */
    bool wide;           /* it is about what other blocks see */
    uint64_t (*done)[2]; /* by actor: from where on its events have been followed, as reach */
    uint32_t *queue;     /* actors, and actor_count + blocks */
    bool *queued;
    uint32_t queue_count, stamp;
    uint32_t update_place;   /* the place that first_update was asked about last, */
    uint32_t update_access;  /* the site of the access, */
    uint64_t *update_rounds; /* and its answers by block; UPDATE_UNKNOWN: not asked yet */
    uint64_t work;
    bool exhausted;
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

/* A phase of a barrier: of the block's own, or of the whole grid. */
static uint64_t phase_location(uint32_t block, uint32_t phase)
{
    uint64_t owner = phase >> 30 == 3 ? 0 : (uint64_t)block + 1;
    return 3ull << 62 | owner << 32 | phase;
}

/* Who waits for a phase comes behind all that arrive at it, in whichever order blocks ran. */
static bool is_phase(uint64_t location)
{
    return location >> 62 == 3;
}

static size_t node_count(const struct race_sync *sync)
{
    return (size_t)sync->actor_count + sync->launch->block_count;
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

static bool is_fence(const struct event *event, bool wide)
{
    return event->what & (wide ? EVENT_FENCE : EVENT_FENCE | EVENT_BLOCK_FENCE);
}

/* Shared memory is seen by the own block only. */
static bool is_shared(const struct event *event)
{
    return !(event->location >> 63);
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

static int compare_acquires(const void *a, const void *b, void *events)
{
    const struct event *x = (struct event *)events + *(const uint32_t *)a;
    const struct event *y = (struct event *)events + *(const uint32_t *)b;
    if (x->location != y->location) return x->location < y->location ? -1 : 1;
    return x < y ? -1 : x > y;
}

static uint32_t find_place(const struct race_sync *sync, uint64_t location)
{
    uint32_t low = 0, high = sync->place_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sync->places[middle].location < location)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sync->place_count && sync->places[low].location == location ? low : TRACE_NONE;
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
    sync->update_place = TRACE_NONE;
    sync->update_rounds = mem_array((size_t)launch->block_count + 1, sizeof *sync->update_rounds);
    for (uint32_t b = 0; b < launch->block_count; b++)
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++)
            gather_round(sync, b, r);
    if (sync->event_count)
        qsort(sync->events, sync->event_count, sizeof *sync->events, compare_events);
    fold_polls(sync);
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

/* ---- Looking up -------------------------------------------------------------------------- */

/* The first of the actors that is this thread or a later one. */
static uint32_t actor_from(const struct race_sync *sync, uint32_t thread)
{
    uint32_t low = 0, high = sync->actor_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sync->actors[middle] < thread)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_actor(const struct race_sync *sync, uint32_t thread)
{
    uint32_t at = actor_from(sync, thread);
    return at < sync->actor_count && sync->actors[at] == thread ? at : TRACE_NONE;
}

static uint32_t actor_of(const struct race_sync *sync, const struct race_access *access)
{
    return find_actor(sync, access->block * sync->threads + access->thread);
}

/* The actor's first event that is not over before a position. */
static uint32_t event_from(const struct race_sync *sync, uint32_t actor, uint64_t from)
{
    uint32_t low = sync->actor_first[actor], high = sync->actor_first[actor + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (position(sync->events[middle].round, sync->events[middle].last) < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A place's first acquire by this thread or a later one. */
static uint32_t acquire_from(const struct race_sync *sync, uint32_t place, uint32_t thread)
{
    uint32_t low = sync->places[place].first, high = sync->places[place].end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sync->events[sync->acquires[middle]].thread < thread)
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
    if (!sync->in_order || is_phase(release->location)) return true;
    uint32_t writer = release->thread / sync->threads, reader = acquire->thread / sync->threads;
    return writer <= reader || acquire->times > 1;
}

/* ---- The direct way: one location, both threads' own accesses ------------------------------ */

static bool acquired_before(const struct race_sync *sync, uint32_t thread,
                            const struct event *release, const struct race_access *b)
{
    if (release->place == TRACE_NONE) return false;
    for (uint32_t i = acquire_from(sync, release->place, thread);
         i < sync->places[release->place].end; i++) {
        const struct event *event = &sync->events[sync->acquires[i]];
        if (event->thread != thread) return false;
        if (position(event->round, event->seq) >= position(b->round, b->seq)) return false;
        if (feasible(sync, release, event)) return true;
    }
    return false;
}

static bool orders_directly(const struct race_sync *sync, uint32_t from, uint32_t start,
                            const struct race_access *b, bool fences)
{
    uint32_t thread = b->block * sync->threads + b->thread, releases = 0;
    bool fenced = !fences, near = false, wide = sync->actors[from] / sync->threads != b->block;
    for (uint32_t i = start; i < sync->actor_first[from + 1] && releases < DIRECT_RELEASES; i++) {
        const struct event *event = &sync->events[i];
        fenced |= is_fence(event, wide);
        near |= is_fence(event, false);
        if (!(event->what & EVENT_RELEASE) || !(fenced || (near && is_shared(event)))) continue;
        if (acquired_before(sync, thread, event, b)) return true;
        releases++;
    }
    return false;
}

/* ---- The long way: whatever a chain reaches ----------------------------------------------- */

static void reach_add(struct race_sync *sync, uint32_t node, uint64_t from, bool fenced)
{
    struct reach *reach = &sync->reach[node];
    if (reach->from[1] <= from || (!fenced && reach->from[0] <= from)) return;
    reach->from[fenced] = from;
    if (!sync->queued[node]) {
        sync->queued[node] = true;
        sync->queue[sync->queue_count++] = node;
    }
}

static void acquires_reached(struct race_sync *sync, uint32_t from, uint32_t to, uint32_t skipped,
                             bool polls)
{
    sync->work += to > from ? to - from : 0;
    for (uint32_t i = from; i < to; i++) {
        const struct event *acquire = &sync->events[sync->acquires[i]];
        if (acquire->thread == skipped || (polls && acquire->times < 2)) continue;
        reach_add(sync, acquire->actor, position(acquire->round, acquire->seq) + 1, false);
    }
}

/* What a place's acquires reach does not depend on which release they saw: each is looked at once,
 * where blocks ran in order once some block that is not behind it has released. */
static void release_reaches(struct race_sync *sync, const struct event *release)
{
    if (release->place == TRACE_NONE) return;
    struct place *place = &sync->places[release->place];
    uint32_t block = release->thread / sync->threads;
    uint32_t from = sync->in_order && !is_phase(release->location)
                        ? acquire_from(sync, release->place, block * sync->threads)
                        : place->first;
    sync->work++;
    if (place->stamp != sync->stamp) {
        place->stamp = sync->stamp;
        place->done = place->end;
        place->skipped = release->thread;
        acquires_reached(sync, place->first, from, release->thread, true);
    } else if (place->skipped != TRACE_NONE && place->skipped != release->thread) {
        uint32_t own = acquire_from(sync, release->place, place->skipped);
        uint32_t end = acquire_from(sync, release->place, place->skipped + 1);
        bool before = own < from; /* of an earlier block */
        place->skipped = TRACE_NONE;
        acquires_reached(sync, own, end, TRACE_NONE, before);
    }
    if (from < place->done) {
        acquires_reached(sync, from, place->done, place->skipped, false);
        place->done = from;
    }
}

static void meeting_reaches(struct race_sync *sync, const struct event *event, bool fenced)
{
    uint32_t first = event->thread - event->thread % TRACE_LANES;
    for (uint32_t node = actor_from(sync, first);
         node < sync->actor_count && sync->actors[node] < first + TRACE_LANES; node++)
        if (event->location >> (sync->actors[node] - first) & 1)
            reach_add(sync, node, position(event->round, event->seq) + 1, fenced);
    sync->work += TRACE_LANES;
}

/* Follows one thread from `from` on, as far as that has not been done yet. */
static void follow_actor(struct race_sync *sync, uint32_t actor, uint64_t from, bool fenced)
{
    uint32_t round = (uint32_t)(from >> 32), block = sync->actors[actor] / sync->threads;
    uint32_t start = event_from(sync, actor, from), end = sync->actor_first[actor + 1];
    uint32_t fence = start < end ? sync->events[start].next_fence[sync->wide] : TRACE_NONE;
    bool fenced_round = fenced || (fence != TRACE_NONE && sync->events[fence].round == round);
    uint64_t(*done) = sync->done[actor];
    bool near = false; /* a fence of the block's only */
    for (uint32_t i = start; i < end; i++) {
        const struct event *event = &sync->events[i];
        uint64_t at = position(event->round, event->last);
        sync->work++;
        fenced |= is_fence(event, sync->wide);
        near |= is_fence(event, false);
        if (done[1] <= at || (!fenced && done[0] <= at)) break;
        if (event->what & EVENT_RELEASE && (fenced || (near && is_shared(event))))
            release_reaches(sync, event);
        if (event->what & EVENT_MEET) meeting_reaches(sync, event, fenced);
    }
    reach_add(sync, sync->actor_count + block, (uint64_t)round + 1, fenced_round);
}

static void note_done(struct race_sync *sync, uint32_t actor, uint64_t from, bool fenced)
{
    uint32_t start = event_from(sync, actor, from), end = sync->actor_first[actor + 1];
    uint64_t *done = sync->done[actor];
    if (from < done[fenced]) done[fenced] = from;
    uint32_t fence = start < end ? sync->events[start].next_fence[sync->wide] : TRACE_NONE;
    if (fenced || fence == TRACE_NONE) return;
    uint64_t at = position(sync->events[fence].round, sync->events[fence].last);
    if (at < done[1]) done[1] = at;
}

static void follow_block(struct race_sync *sync, uint32_t block, uint64_t round, bool fenced)
{
    uint32_t first = block * sync->threads;
    for (uint32_t i = actor_from(sync, first);
         i < sync->actor_count && sync->actors[i] / sync->threads == block; i++) {
        sync->work++;
        reach_add(sync, i, position((uint32_t)round, 0), fenced);
    }
}

static void follow(struct race_sync *sync, uint32_t node, bool fences)
{
    struct reach reach = sync->reach[node];
    for (int fenced = 1; fenced >= 0; fenced--) {
        if (reach.from[fenced] == NEVER) continue;
        bool as = fenced || !fences;
        if (node >= sync->actor_count) {
            follow_block(sync, node - sync->actor_count, reach.from[fenced], as);
        } else {
            follow_actor(sync, node, reach.from[fenced], as);
            note_done(sync, node, reach.from[fenced], as);
        }
    }
}

static void compute_reach(struct race_sync *sync, const struct race_access *a, uint32_t actor,
                          bool fences)
{
    size_t nodes = node_count(sync);
    memset(sync->reach, 0xff, nodes * sizeof *sync->reach);
    memset(sync->done, 0xff, sync->actor_count * sizeof *sync->done);
    sync->work += nodes;
    sync->stamp++;
    sync->queue_count = 0;
    if (actor != TRACE_NONE) reach_add(sync, actor, position(a->round, a->seq) + 1, !fences);
    reach_add(sync, sync->actor_count + a->block, (uint64_t)a->round + 1, !fences);
    while (sync->queue_count) {
        uint32_t node = sync->queue[--sync->queue_count];
        sync->queued[node] = false;
        follow(sync, node, fences);
    }
}

/* The row of what a reaches; NULL when too much has been looked at already. */
static const struct reach *reach_of(struct race_sync *sync, const struct race_access *a,
                                    uint32_t actor, uint32_t start, bool fences, bool wide)
{
    struct origin key = {a->block, a->round, actor, start, fences, wide, true};
    uint64_t hash = (uint64_t)actor << 32 | (start ^ (uint64_t)a->round << 20 ^ a->block << 1);
    uint32_t slot = (uint32_t)((hash * 0x9e3779b97f4a7c15ull >> 32) % sync->origin_count);
    struct origin *known = &sync->origins[slot];
    sync->reach = sync->rows + slot * node_count(sync);
    if (known->valid && known->block == key.block && known->round == key.round &&
        known->actor == key.actor && known->start == key.start && known->fences == key.fences &&
        known->wide == wide)
        return sync->reach;
    known->valid = false;
    if (sync->work > SYNC_BUDGET) return NULL;
    sync->wide = wide;
    compute_reach(sync, a, actor, fences);
    *known = key;
    return sync->reach;
}

static uint64_t earliest(const struct reach *reach)
{
    return reach->from[0] < reach->from[1] ? reach->from[0] : reach->from[1];
}

/* Something may be ordered after a by the thread itself or, behind a barrier, by its block. */
static bool goes_out(const struct race_sync *sync, const struct race_access *a, uint32_t actor)
{
    if (actor != TRACE_NONE && sync->actor_out[actor] > position(a->round, a->seq) + 1) return true;
    return sync->block_out[a->block] > a->round + 1ull;
}

static bool comes_in(const struct race_sync *sync, const struct race_access *b, uint32_t actor)
{
    if (actor != TRACE_NONE && sync->actor_in[actor] < position(b->round, b->seq)) return true;
    return sync->block_in[b->block] < b->round;
}

bool race_sync_orders(struct race_sync *sync, const struct race_access *a,
                      const struct race_access *b, bool fences)
{
    if (!sync->event_count) return false;
    if (a->block == b->block && a->round < b->round) return true;
    uint32_t from = actor_of(sync, a), to = actor_of(sync, b), start = 0;
    if (!goes_out(sync, a, from) || !comes_in(sync, b, to)) return false;
    if (from != TRACE_NONE) {
        start = event_from(sync, from, position(a->round, a->seq) + 1);
        if (orders_directly(sync, from, start, b, fences)) return true;
    }
    const struct reach *reach = reach_of(sync, a, from, start, fences, a->block != b->block);
    if (!reach) { /* nobody is accused on a guess */
        sync->exhausted |= fences;
        return fences;
    }
    if (earliest(&reach[sync->actor_count + b->block]) <= b->round) return true;
    return to != TRACE_NONE && earliest(&reach[to]) <= position(b->round, b->seq);
}

bool race_sync_exhausted(const struct race_sync *sync)
{
    return sync && sync->exhausted;
}

uint64_t race_sync_stretch(struct race_sync *sync, const struct race_access *access)
{
    uint32_t actor = actor_of(sync, access);
    if (actor == TRACE_NONE) return 0;
    uint64_t at = position(access->round, access->seq);
    uint32_t next = event_from(sync, actor, at + 1);
    bool within = next < sync->actor_first[actor + 1] &&
                  position(sync->events[next].round, sync->events[next].seq) < at;
    return (uint64_t)(actor + 1) << 33 | (uint64_t)next << 1 | within;
}

/* ---- Accesses to the counter itself ------------------------------------------------------- */

/* Does a thread come to the access whatever the atomic has returned? Then what it drew says nothing
 * about those that came before or after it. */
static bool ignores(struct race_sync *sync, uint32_t atomic, uint32_t access)
{
    struct pair *pair = &sync->pairs[(atomic * 31 + access) % PAIRS];
    if (!pair->known || pair->atomic != atomic || pair->access != access)
        *pair = (struct pair){atomic, access, true, heed_ignores(sync->trace, atomic, access)};
    return pair->ignores;
}

/* The first round in which the block updates the place and heeds what it gets; NEVER when it does
 * not. */
static uint64_t first_update(struct race_sync *sync, uint32_t place, uint32_t block,
                             uint32_t access)
{
    if (sync->update_place != place || sync->update_access != access)
        for (uint32_t b = 0; b < sync->launch->block_count; b++)
            sync->update_rounds[b] = UPDATE_UNKNOWN;
    sync->update_place = place;
    sync->update_access = access;
    if (sync->update_rounds[block] != UPDATE_UNKNOWN) return sync->update_rounds[block];
    uint64_t round = NEVER;
    for (uint32_t i = acquire_from(sync, place, block * sync->threads); i < sync->places[place].end;
         i++) {
        const struct event *event = &sync->events[sync->acquires[i]];
        if (event->thread / sync->threads != block) break;
        if (event->what & EVENT_RELEASE && event->round < round &&
            !ignores(sync, event->site, access))
            round = event->round;
    }
    return sync->update_rounds[block] = round;
}

/* Both by threads of one block in one round: was a earlier in the word's history than `own`? A
 * thread that asked again and again has waited for others. */
static bool came_before(const struct race_sync *sync, const struct race_access *a,
                        const struct event *own)
{
    uint32_t thread = own->thread % sync->threads;
    if (!sync->direction || own->times > 1) return true;
    if (a->thread / TRACE_LANES == thread / TRACE_LANES &&
        (a->seq < own->seq || a->seq > own->last))
        return a->seq < own->seq;
    return (a->thread < thread) == (sync->direction > 0);
}

bool race_sync_follows_atomic(struct race_sync *sync, const struct race_access *a,
                              const struct race_access *b, struct race_lonely lonely)
{
    bool together = a->block == b->block && a->round == b->round;
    if (a->block == b->block ? !lonely.thread
        : sync->in_order     ? a->block > b->block
                             : !lonely.block)
        return false;
    const struct trace_request *request = &sync->launch->requests[b->request];
    uint64_t location = request->space == TRACE_SHARED
                            ? (uint64_t)b->block << 32 | (uint32_t)b->word
                            : 1ull << 63 | b->word;
    uint32_t place = find_place(sync, location), thread = b->block * sync->threads + b->thread;
    if (place == TRACE_NONE) return false;
    if (a->block != b->block && first_update(sync, place, b->block, request->site) < b->round)
        return true;
    bool updated = false;
    for (uint32_t i = acquire_from(sync, place, thread); i < sync->places[place].end; i++) {
        const struct event *event = &sync->events[sync->acquires[i]];
        if (event->thread != thread ||
            position(event->round, event->seq) >= position(b->round, b->seq))
            break;
        if (event->round != b->round) continue;
        bool updates = event->what & EVENT_RELEASE;
        bool heeds = updates ? !ignores(sync, event->site, request->site) : updated;
        updated |= updates;
        if (heeds && (!together || came_before(sync, a, event))) return true;
    }
    return false;
}
