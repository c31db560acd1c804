/* why.h - what a round costs, the least it could cost, and beliefs that this very picture invites.
 *
 * One table row for each kind of cost; all figures come from the data. Definitions: design.md
 * section 6 ("Divergence", "Banks", "Coalescing"). */
#ifndef SYNCSTEP_ANALYSIS_WHY_H
#define SYNCSTEP_ANALYSIS_WHY_H

#include "analysis/round.h"

/* What the person is looking at: lanes and warps, global memory, constant memory, banks. */
enum why_topic { WHY_LANES, WHY_GLOBAL, WHY_CONSTANT, WHY_BANKS };

enum why_kind {
    WHY_DIVERGENCE,
    WHY_SERIAL,
    WHY_IDLE,
    WHY_CONFLICTS,
    WHY_SECTORS,
    WHY_PIECES,
    WHY_UNEQUAL,
    WHY_PARTS,
    WHY_ATOMICS,
    WHY_NOTHING,
    WHY_KIND_COUNT
};

enum { WHY_TEXT = 192 };

struct why {
    enum why_kind kind;
    uint32_t line; /* that makes all of the round's accesses; 0 = there are several, or none */
    const char *explanation; /* translated */
    const char *beliefs;     /* translated: what is not so */
    char here[WHY_TEXT], best[WHY_TEXT], so_far[WHY_TEXT];
    uint64_t passes, sectors; /* of this round and block */
    uint64_t pieces;          /* passes of constant memory: constant.h */
};

/* False when there is no such round. */
bool why_of_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                  enum why_topic topic, struct why *why);

#endif
