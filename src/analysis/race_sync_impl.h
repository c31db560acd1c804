/* race_sync_impl.h - within race_sync: the events of a launch, its places, and
 * how they are found.
 *
 * race_events.c gathers them, race_sync.c follows chains, race_counter.c looks
 * at accesses to the counters and flags themselves. */
#ifndef SYNCSTEP_ANALYSIS_RACE_SYNC_IMPL_H
#define SYNCSTEP_ANALYSIS_RACE_SYNC_IMPL_H

#include "analysis/race_sync.h"

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
    uint32_t waits; /* polls of its thread and its block that were over before it */
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
    uint32_t done;    /* acquires from this one on; */
    uint32_t waits;   /* of those before, such as come after more waits than this */
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

struct left_out {      /* releases that do not count */
    uint32_t site;     /* TRACE_NONE: none */
    uint32_t from, to; /* words of the blocks' shared memory; none when from == to */
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
    struct left_out left_out;
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

static inline uint64_t position(uint32_t round, uint32_t seq)
{
    return (uint64_t)round << 32 | seq;
}

/* Who waits for a phase comes behind all that arrive at it, in whichever order blocks ran. */
static inline bool is_phase(uint64_t location)
{
    return location >> 62 == 3;
}

static inline size_t node_count(const struct race_sync *sync)
{
    return (size_t)sync->actor_count + sync->launch->block_count;
}

static inline bool is_fence(const struct event *event, bool wide)
{
    return event->what & (wide ? EVENT_FENCE : EVENT_FENCE | EVENT_BLOCK_FENCE);
}

/* Shared memory is seen by the own block only. */
static inline bool is_shared(const struct event *event)
{
    return !(event->location >> 63);
}

static inline bool is_left_out(const struct race_sync *sync, const struct event *event)
{
    uint32_t word = (uint32_t)event->location;
    return event->site == sync->left_out.site ||
           (is_shared(event) && word >= sync->left_out.from && word < sync->left_out.to);
}

static inline uint32_t find_place(const struct race_sync *sync, uint64_t location)
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

/* A place's first acquire by this thread or a later one. */
static inline uint32_t acquire_from(const struct race_sync *sync, uint32_t place, uint32_t thread)
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

#endif
