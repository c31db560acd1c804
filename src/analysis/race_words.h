/* race_words.h - within the words of a race: what they are made of. Not for other modules. */
#ifndef SYNCSTEP_ANALYSIS_RACE_WORDS_H
#define SYNCSTEP_ANALYSIS_RACE_WORDS_H

#include "analysis/race.h"
#include "base/mem.h"

struct race_words { /* what the sentences need */
    struct arena *arena;
    const struct trace *trace;
    const struct trace_launch *launch;
    const struct race *race;
    const struct race_side *a, *b; /* the reader first, if one only reads */
    const struct trace_site *at_a, *at_b;
    const char *slot;
};

/* Where a barrier would have to stand: `barrier` names it, `all` those who have to reach it. */
const char *race_barrier_advice(const struct race_words *words, const char *barrier,
                                const char *all);
/* The store (a) gives back a lock that its thread took by the same atomic (b) in the same place. */
bool race_gives_back(const struct race_words *words);

#endif
