/* race_group.h - within the race detector: where two accesses meet, and races
 * grouped by that. */
#ifndef SYNCSTEP_ANALYSIS_RACE_GROUP_H
#define SYNCSTEP_ANALYSIS_RACE_GROUP_H

#include "analysis/race_find.h"

struct race_place { /* what two accesses share */
    enum trace_space space;
    uint32_t object;
    int64_t slot;
    uint64_t slots; /* elements of the object */
};

/* The element that a byte of a word belongs to; false where that is in no
 * array. */
bool race_place_find(const struct race_finder *finder, enum trace_space space, uint64_t word,
                     unsigned byte_in_word, struct race_place *place);
/* The bytes of the word that belong to the same element as this one. */
uint8_t race_element_mask(const struct race_finder *finder, enum trace_space space, uint64_t word,
                          unsigned byte);
/* a comes before b in the order of the word's list; both touch the byte. */
void race_report(struct race_finder *finder, enum trace_space space, enum race_scope scope,
                 const struct race_access *a, const struct race_access *b, unsigned byte);

/* What orders accesses by flags; made when first needed. */
struct race_sync *race_finder_sync(struct race_finder *finder);
/* Is one of the two ordered before the other, by warp synchronisations, flags
 * or counters? */
bool race_ordered(struct race_finder *finder, const struct race_access *a,
                  const struct race_access *b, struct race_lonely lonely);

#endif
