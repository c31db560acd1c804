/* plain.h - the walk through all rounds as lines of text: for screen readers, pipes and logs. */
#ifndef SYNCSTEP_UI_PLAIN_H
#define SYNCSTEP_UI_PLAIN_H

#include "state/session.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What of a stage is read out. */
struct plain_part {
    bool one_launch, one_block, one_round; /* only ...; of a block or a round: one_launch, too */
    uint32_t launch, block, round;         /* ... this one; block: position in launch.blocks */
    bool finish; /* one_round: not a round but what the CPU does once the launch has ended */
};

/* Reads `stage` out: what it is, each launch, each round of its first recorded block with the same
 * sentence as the viewer, what each line cost, the blocks and the time, what was found, what the
 * program printed. `part`, which has to exist there: another block, one launch with what was found
 * in it, or one round and nothing else. */
void plain_walk(struct session *session, uint32_t stage, const struct plain_part *part, FILE *out);

#endif
