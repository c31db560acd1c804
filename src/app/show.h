/* show.h - which stage a pane shows and in which view; what comes of a run that is done. */
#ifndef SYNCSTEP_APP_SHOW_H
#define SYNCSTEP_APP_SHOW_H

#include "state/state.h"

/* A state that shows stage `start` of `session` (borrowed); state_fini ends it. */
void show_begin(struct state *state, struct session *session, uint32_t start);
/* Shows a stage in pane `pane`: its trace when there is one, else it is asked for. */
void show_stage(struct state *state, int pane, uint32_t stage);
void show_view(struct state *state, uint32_t view); /* an index into view_table */
/* After session_poll: panes take new traces, messages appear. */
void show_refresh(struct state *state);

#endif
