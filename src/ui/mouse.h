/* mouse.h - clicks and the wheel, as the actions of the keys they stand for. */
#ifndef SYNCSTEP_UI_MOUSE_H
#define SYNCSTEP_UI_MOUSE_H

#include "state/state.h"
#include "ui/terminal.h"

/* A click selects what stands at the cell (state/target.h), in the other pane too, and in the last
 * line it does what the key there does; where nothing of that kind stands it does nothing. The
 * wheel moves the selection, or the text of a box. */
void mouse_click(struct state *state, const struct terminal_click *click);

#endif
