/* frame.h - the whole screen: title, tabs, one or two views, sentence, scrubber, last line, boxes.
 *
 * The layout is a pure function of the size: parts that do not fit are left out in a fixed order,
 * and help says which. */
#ifndef SYNCSTEP_APP_FRAME_H
#define SYNCSTEP_APP_FRAME_H

#include "canvas/canvas.h"
#include "state/state.h"

struct frame_layout {
    bool tiny; /* no layout at all, just a message */
    struct rect title, caption, tabs, panes[STATE_PANES], side, rule, sentence, scrubber, footer;
    int divider; /* column of the line between panes or beside the source, -1 = none */
    int shown;   /* panes that are drawn: 1 or 2 */
    bool ruled;  /* the picture's last row goes on with the rule */
};

/* `panes`: 1 or 2; `side`: a source column is wanted where there is room for it. */
struct frame_layout frame_layout(int columns, int rows, int panes, bool side);

/* Of the state's screen. */
struct frame_layout frame_layout_of(const struct state *state);

/* Tells the state the size of the screen; call it before keys are handled and before drawing. */
void frame_prepare(struct state *state, int columns, int rows);
/* Draws all of it at the canvas's size, which frame_prepare has been told. */
void frame_draw(const struct state *state, struct canvas *canvas);

/* What is left out at this size, as a sentence; "" when nothing is. */
void frame_omitted(const struct state *state, char *out, size_t size);

#endif
