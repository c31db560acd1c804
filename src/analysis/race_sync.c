#include "analysis/race_sync_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- Looking up ----------------------------------------------------------------------------- */

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

/* Could this read have seen that write? Blocks take turns where they poll: an earlier block comes
 * after what a later one did after fewer polls than its own. */
static bool feasible(const struct race_sync *sync, const struct event *release,
                     const struct event *acquire)
{
    if (release->thread == acquire->thread) return false;
    if (!sync->in_order || is_phase(release->location)) return true;
    uint32_t writer = release->thread / sync->threads, reader = acquire->thread / sync->threads;
    return writer <= reader || acquire->times > 1 || acquire->waits > release->waits;
}

/* ---- The direct way: one location, both threads' own accesses ------------------------------- */

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
        if (is_left_out(sync, event)) continue;
        if (acquired_before(sync, thread, event, b)) return true;
        releases++;
    }
    return false;
}

/* ---- The long way: whatever a chain reaches ------------------------------------------------- */

enum { ANY_TIME = -1 };

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

/* `waits`: only polls, and what comes after more waits than that; ANY_TIME all. */
static void acquires_reached(struct race_sync *sync, uint32_t from, uint32_t to, uint32_t skipped,
                             int64_t waits)
{
    sync->work += to > from ? to - from : 0;
    for (uint32_t i = from; i < to; i++) {
        const struct event *acquire = &sync->events[sync->acquires[i]];
        if (acquire->thread == skipped || (acquire->times < 2 && acquire->waits <= waits)) continue;
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
        acquires_reached(sync, place->first, from, release->thread, release->waits);
        place->waits = release->waits;
    } else if (place->skipped != TRACE_NONE && place->skipped != release->thread) {
        uint32_t own = acquire_from(sync, release->place, place->skipped);
        uint32_t end = acquire_from(sync, release->place, place->skipped + 1);
        bool before = own < from; /* of an earlier block */
        place->skipped = TRACE_NONE;
        acquires_reached(sync, own, end, TRACE_NONE, before ? (int64_t)release->waits : ANY_TIME);
        if (place->waits < release->waits) place->waits = release->waits;
    }
    if (release->waits < place->waits) {
        uint32_t to = from < place->done ? from : place->done;
        acquires_reached(sync, place->first, to, place->skipped, release->waits);
        place->waits = release->waits;
    }
    if (from < place->done) {
        acquires_reached(sync, from, place->done, place->skipped, ANY_TIME);
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
        if (event->what & EVENT_RELEASE && (fenced || (near && is_shared(event))) &&
            !is_left_out(sync, event))
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

void race_sync_leave_out(struct race_sync *sync, const struct race_access *atomic)
{
    struct left_out left_out = {.site = TRACE_NONE};
    if (atomic) {
        const struct trace_request *request = &sync->launch->requests[atomic->request];
        left_out.site = request->site;
        if (request->space == TRACE_SHARED && request->object != TRACE_NONE) {
            const struct trace_array *array = &sync->launch->arrays[request->object];
            left_out.from = (uint32_t)(array->offset / RACE_WORD);
            left_out.to = (uint32_t)((array->offset + array->bytes + RACE_WORD - 1) / RACE_WORD);
        }
    }
    sync->left_out = left_out;
    for (uint32_t i = 0; i < sync->origin_count; i++) /* what they reach is no longer known */
        sync->origins[i].valid = false;
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
