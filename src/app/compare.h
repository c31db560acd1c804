/* compare.h - two panes: two stages, or two runs of one stage, at the same round. */
#ifndef SYNCSTEP_APP_COMPARE_H
#define SYNCSTEP_APP_COMPARE_H

#include "app/state.h"

/* From one pane to two (the previous stage on the left, this one on the right) and back. */
void compare_toggle(struct state *state);
/* Shows `left` beside `right`, both at the round of the present pane. */
void compare_stages(struct state *state, uint32_t left, uint32_t right);

#endif
