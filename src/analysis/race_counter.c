#include "analysis/heed.h"
#include "analysis/race_sync_impl.h"

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
