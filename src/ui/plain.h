/* plain.h - the walk through all rounds as lines of text: for screen readers, pipes and logs. */
#ifndef SYNCSTEP_UI_PLAIN_H
#define SYNCSTEP_UI_PLAIN_H

#include "state/session.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What of a stage is read out. */
struct plain_part {
    bool one_launch, one_block, one_round; /* only ... */
    uint32_t launch, block, round;         /* ... this one; block: position in launch.blocks */
};

/* Reads `stage` out: what it is, each launch, each round of its first recorded block with the same
 * sentence as the viewer, what each line cost, the blocks and the time, what was found, what the
 * program printed. `part`, which has to exist there: of another block, one launch or one round. */
void plain_walk(struct session *session, uint32_t stage, const struct plain_part *part, FILE *out);

#endif
