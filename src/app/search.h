/* search.h - "/", "n", "N", "*" and "!". All of it moves the cursor or says why it cannot. */
#ifndef SYNCSTEP_APP_SEARCH_H
#define SYNCSTEP_APP_SEARCH_H

#include "state/state.h"

/* Begins a search for `text`: a value in the selected array, a name, a line of the source. */
void search_text(struct state *state, const char *text);
void search_findings(struct state *state); /* to the first finding */
void search_changes(struct state *state);  /* to the next change of the selected slot */
/* Goes on with the last search; `direction` is 1 or -1. */
void search_next(struct state *state, int direction);
/* In the open view, the request or turn in which the finding's thread does what it says, if the
 * cursor still stands where search_go_finding took it. */
void search_show_finding(struct state *state);
/* Where a finding is. Moves cursor, view and message. */
void search_go_finding(struct state *state, uint32_t finding);

#endif
