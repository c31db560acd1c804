/* holds.h - which first slots a value contains: "0-63" means that the values that slots 0 to 63
 * had when they were first filled have all gone into it.
 *
 * A slot written from no other slot holds itself; one written from slots that were read holds all
 * that those held. Sets are sorted ranges of slots of one array (the one that is asked about);
 * what came from another array counts by that array's slots. Where a slot that was read is raced,
 * the value read has to prove which of its contents that was; else the set cannot be told, nor what
 * comes of it. Built up round by round for one
 * block and kept; a set lives until another block is asked for. */
#ifndef SYNCSTEP_ANALYSIS_HOLDS_H
#define SYNCSTEP_ANALYSIS_HOLDS_H

#include "analysis/analysis.h"

enum { HOLDS_MAX_RANGES = 192 };

struct holds_range {
    uint32_t first, last; /* round-wide slot numbers, inclusive */
};

struct holds {
    const struct holds_range *ranges;
    uint32_t count; /* 0: nothing is known to be in it (unset) */
    bool more;      /* not all is listed: there were too many ranges */
    bool unclear;   /* it went through a register, and neither text nor values say how */
    bool unknown;   /* it went through a race, and the values do not say what was read */
};

/* What a slot (round-wide number: round_slot_number) holds at the end of a round. */
struct holds holds_of(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                      uint32_t slot);

/* Number of first slots in it. */
uint64_t holds_size(const struct holds *holds);

/* As text of at most `columns` cells, by the first of these that fits: "0-63", "0,64,128,192",
 * "0,64..192" (every 64th), "4 slots", "4 sl."; "race" where it is unknown. Slots count from 0 in
 * their array; `array` is the one that is looked at: the name of another one is said where there is
 * room for it; "?" where it is unclear. True: the slots are listed, not only counted. */
struct round;
bool holds_text(const struct round *round, const struct holds *holds, uint32_t array, int columns,
                char *out, size_t size);

#endif
