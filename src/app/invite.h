/* invite.h - the one key that the last line of the screen teaches next (keys.md). */
#ifndef SYNCSTEP_APP_INVITE_H
#define SYNCSTEP_APP_INVITE_H

#include "app/action.h"
#include "state/state.h"

/* What to invite to now: up to `size` bytes of "→ next barrier"; false when there is nothing left
 * to teach here. */
bool invite_text(const struct state *state, char *out, size_t size);
/* Notes that an action was carried out, so that its invitation goes. */
void invite_learn(struct state *state, enum action action);

#endif
