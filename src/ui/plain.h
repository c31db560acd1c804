/* plain.h - the walk through all rounds as lines of text: for screen readers, pipes and logs. */
#ifndef SYNCSTEP_UI_PLAIN_H
#define SYNCSTEP_UI_PLAIN_H

#include "state/session.h"

#include <stdio.h>

/* Reads `stage` out: what it is, each launch, each round of its first recorded block with the same
 * sentence as the viewer, what each line cost, the blocks and the time, what was found, what the
 * program printed. */
void plain_walk(struct session *session, uint32_t stage, FILE *out);

#endif
