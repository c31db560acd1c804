/* page.h - a view that is nothing but text, wrapped and scrolled by the cursor.
 *
 * The text is composed anew each time: `compose` adds it to `out`, which is empty. */
#ifndef SYNCSTEP_VIEW_PAGE_H
#define SYNCSTEP_VIEW_PAGE_H

#include "base/str.h"
#include "canvas/canvas.h"
#include "state/state.h"

typedef void page_compose(const struct pane *pane, struct str *out);

void page_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
               struct rect area, page_compose *compose);
/* Moves as keys of a list do: to the end and no further. */
void page_move(const struct pane *pane, struct cursor *cursor, int dy, bool large,
               page_compose *compose);
/* Which of its lines are in sight: "lines 1 to 16 of 27"; "" when all are. */
void page_place(const struct pane *pane, char *out, int size, page_compose *compose);

#endif
