/* mouse.h - clicks and the wheel, as the actions of the keys they stand for. */
#ifndef SYNCSTEP_UI_MOUSE_H
#define SYNCSTEP_UI_MOUSE_H

#include "state/state.h"
#include "ui/terminal.h"

/* A click on a view's name opens it, one on the scrubber goes to that round, one in the other pane
 * goes there; the wheel moves the selection. */
void mouse_click(struct state *state, const struct terminal_click *click);

#endif
