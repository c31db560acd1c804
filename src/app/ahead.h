/* ahead.h - what is typed while a program is being built: it waits for the picture it is about.
 *
 * What needs no trace (quit, help, views, stages, themes) acts at once; the rest is carried out in
 * its order as soon as the trace is there, in the view it was typed for and below a box that was
 * opened since. It is forgotten when the build fails or the person goes to another stage; where no
 * more can be kept, a message says so. */
#ifndef SYNCSTEP_APP_AHEAD_H
#define SYNCSTEP_APP_AHEAD_H

#include "app/action.h"

/* Keeps `key`, which means `action` now, if that has to wait. */
bool ahead_keep(struct state *state, enum action action, uint32_t key);
/* Would `action` have to wait for the trace that is being built? */
bool ahead_waits_for(const struct state *state, enum action action);
/* After show_refresh: does what was kept, if it can be done now. True when something was. */
bool ahead_catch_up(struct state *state);

#endif
