/* race_find.h - within the race detector: from accesses to suspicious words to grouped races. */
#ifndef SYNCSTEP_ANALYSIS_RACE_FIND_H
#define SYNCSTEP_ANALYSIS_RACE_FIND_H

#include "analysis/race_sync.h"

struct race_group {
    struct race race;
    struct race_access first, second; /* of the first instance */
    unsigned byte;                    /* of its word */
    uint32_t lines[4];                /* source, line of either side, the lower place first */
    uint32_t *seen; /* by slot: position of the block that counted it last, plus 1 */
    uint64_t seen_count;
    uint8_t *blocks; /* by position: 1 = counted */
};

struct race_pick { /* one of the accesses to be compared */
    const struct race_access *access;
    uint64_t stretch, unit; /* equal: one of them stands for all */
};

struct race_picks {
    struct race_pick *at;
    size_t count;
};

enum { RACE_KNOWN = 1 << 16 };

struct race_point { /* where a thread stands */
    uint32_t block, thread, round, seq;
};

struct race_known { /* all up to `before` comes before all from `after` on */
    struct race_point before, after;
    bool valid;
};

struct race_update { /* of a site that loads */
    uint32_t store;  /* plus 1, of the site it is known for; 0 none */
    bool is_one;
};

struct race_finder {
    const struct trace *trace;
    const struct trace_launch *launch;
    struct race_walk walk;
    struct race_sync *sync;     /* made when first needed */
    bool has_fences, has_flags; /* the launch has fences; atomics or volatile accesses */
    bool by_slot;               /* a group for every slot */
    bool *sites; /* by site: a load whose value a compare and swap of the same word then checks;
                    made when first needed */
    uint64_t *constants;         /* by site: heed_constant() / 2 + 1; made when first needed */
    struct race_update *updates; /* by site; made when first needed */
    uint32_t last_leak[2];    /* sites of such a pair that was none: what was read leaks (heed.h) */
    struct race_known *known; /* RACE_KNOWN, by a hash of both threads; made when first needed */
    struct race_access *accesses;
    size_t access_count, access_capacity;
    struct race_pick *picks[2];
    size_t pick_capacity[2];
    uint64_t pairs, checks;  /* looked at; of those, by chains of flags */
    struct race_limit limit; /* where that was too much */
    struct race_group *groups;
    uint32_t group_count, group_capacity;
};

void race_finder_init(struct race_finder *finder, const struct trace *trace,
                      const struct trace_launch *launch);
void race_finder_fini(struct race_finder *finder);

/* Adds an access by one lane to `word`, of which it touches `bytes`. */
void race_finder_add(struct race_finder *finder, uint32_t request, unsigned lane, uint64_t word,
                     uint8_t bytes);
/* Forgets what has been added since the last call of race_finder_judge. */
void race_finder_forget(struct race_finder *finder);
/* Judges everything added since the last call, all in one space, and forgets it. */
void race_finder_judge(struct race_finder *finder, enum trace_space space);

/* An asynchronous copy and an access before it is over, by whomever; both touch the byte. */
void race_finder_report_copy(struct race_finder *finder, const struct race_access *copy,
                             const struct race_access *other, unsigned byte);

/* The groups as races, in program order; free() them. */
struct race *race_finder_take(struct race_finder *finder, uint32_t *count);

#endif
