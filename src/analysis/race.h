/* race.h - accesses that nothing orders.
 *
 * Definition (design.md section 6): two accesses by two threads to the same bytes, at least one a
 * write, not both atomic, with no order between them. Order comes from
 *  - a block barrier: rounds of one block follow each other;
 *  - __syncwarp and tile synchronisation, between the lanes of their mask (a vector clock per
 *    lane); shuffles and votes do not order memory;
 *  - grid synchronisation, between all blocks;
 *  - a chain of release and acquire: an atomic or volatile write after a fence, and an atomic or
 *    volatile read of the same location by the other thread before its access (race_sync.h).
 * Accesses to such a location itself (volatile write after a fence, volatile read, atomics) do not
 * race with each other, unless one is an atomic of block scope and the other another block's.
 * Volatile alone orders nothing. A read whose value atomicCAS() then compares is a guess, not a
 * race. Stores of what by the text is the same for all threads (`found = true;`, `found = FOUND;`,
 * `*count = n;` of a kernel's parameter) do not race with each other where it is equal: the slot
 * gets it, whoever is last.
 *
 * A race within a warp is a warning (it relies on lanes in lockstep), between warps and between
 * blocks an error. Races are grouped by pair of lines, severity and object; `first` is the earlier
 * access of the first instance in program order.
 *
 * Memory: a shadow word per word of shared memory and per page of written global memory, and
 * the accesses to words that more than one thread touched with a write among them: for shared
 * memory of one round and block at a time. */
#ifndef SYNCSTEP_ANALYSIS_RACE_H
#define SYNCSTEP_ANALYSIS_RACE_H

#include "analysis/analysis.h"

enum race_kind { RACE_READ_WRITE, RACE_WRITE_WRITE };
enum race_scope { RACE_WITHIN_WARP, RACE_BETWEEN_WARPS, RACE_BETWEEN_BLOCKS, RACE_SCOPE_COUNT };

struct race_side {
    uint32_t block; /* position in launch.blocks */
    uint32_t round;
    uint32_t request; /* index into launch.requests */
    uint32_t thread;  /* linear */
    uint32_t site;
    uint32_t turn;        /* the thread's n-th time at this site in the round, from 1 */
    enum trace_kind kind; /* TRACE_LOAD, TRACE_STORE, TRACE_ATOMIC */
};

struct race {
    enum race_kind kind;
    enum race_scope scope;
    enum trace_severity severity;
    enum trace_space space; /* TRACE_SHARED, TRACE_GLOBAL */
    uint32_t object;        /* array or allocation */
    int64_t slot;           /* element of the first instance */
    struct race_side first, second;
    int64_t low, high;  /* first and last raced slot of all instances */
    uint64_t slots;     /* distinct ones */
    uint64_t count;     /* slots summed over blocks */
    uint32_t blocks;    /* blocks concerned */
    bool narrow;        /* between blocks: atomics, or one and a volatile access, that would be in
                           order were they not of block scope */
    bool copy;          /* `first` is an asynchronous copy that has not been waited for */
    bool fence_missing; /* a flag or counter would order them, had a __threadfence() stood
                           between the access and the flag, or it is the flag itself */
};

struct race_limit { /* the first place where there was too much to compare: a race may be missing */
    bool hit;
    enum trace_space space;
    uint32_t object, site;
};

struct race_table {
    const struct race *races; /* by first instance in program order */
    uint32_t count;
    struct race_limit limit;
};

/* Of one launch; cached. */
const struct race_table *races_of_launch(struct analysis *analysis, uint32_t launch);

/* Every raced slot of one round of one block: the first instance for each slot and severity, so
 * that a view can mark them. Valid until the next call. Shared memory only. */
const struct race_table *races_of_round(struct analysis *analysis, uint32_t launch, uint32_t block,
                                        uint32_t round);

/* Bytes of an element of the object, as slots are counted. */
uint32_t race_element_bytes(const struct trace *trace, const struct trace_launch *launch,
                            enum trace_space space, uint32_t object);
const char *race_kind_name(enum race_kind kind); /* "read-write" */

static inline const struct race_side *race_reader(const struct race *race)
{
    return race->first.kind == TRACE_LOAD ? &race->first : &race->second;
}

static inline const struct race_side *race_writer(const struct race *race)
{
    return race->first.kind == TRACE_LOAD ? &race->second : &race->first;
}

#endif
