/* compare.h - two panes: two stages, or two runs of one stage, at the same round. */
#ifndef SYNCSTEP_APP_COMPARE_H
#define SYNCSTEP_APP_COMPARE_H

#include "state/state.h"

/* From one pane to two and back: the stage that the lesson pairs with this one, else the previous
 * one, at the first one the next; the earlier of the two stands on the left. */
void compare_toggle(struct state *state);
/* The present stage on the right; on the left, as `what` says, another stage by its number from 1,
 * another run of the same ("emulator", "gpu-compiled", "gpu-written", "recording"), or another
 * build of the same ("-DPAD=1"). */
void compare_with(struct state *state, const char *what);
const char *compare_word(uint32_t i); /* names of runs, for completion; NULL at the end */
/* Shows `left` beside `right`, both at the round of the present pane, and at its block and launch
 * where both have them. */
void compare_stages(struct state *state, uint32_t left, uint32_t right);

#endif
