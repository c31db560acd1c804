/* requests.h - time inside a round: the requests that the open view steps through. */
#ifndef SYNCSTEP_APP_REQUESTS_H
#define SYNCSTEP_APP_REQUESTS_H

#include "state/state.h"

/* Going on to the next or previous round at the ends; false where there is none. */
bool requests_step(struct state *state, int delta);
void requests_go(struct state *state, uint32_t request); /* in all panes; at most the last one */
void requests_last(struct state *state);                 /* of the round */

/* A message: there is none in the cursor's round for the present view, or where views of requests
 * are. */
void requests_tell_none(struct state *state);

#endif
