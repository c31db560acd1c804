/* mouse.h - clicks and the wheel, as the actions of the keys they stand for. */
#ifndef SYNCSTEP_UI_MOUSE_H
#define SYNCSTEP_UI_MOUSE_H

#include "state/state.h"
#include "ui/terminal.h"

/* A click on a view's name opens it, one on the scrubber goes to that round, one on a slot, lane,
 * line or row selects it, in the other pane too, and one in the last line does what the key there
 * does; the wheel moves the selection. */
void mouse_click(struct state *state, const struct terminal_click *click);

#endif
