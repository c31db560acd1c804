/* finish.h - the step behind a launch's last round: what the CPU did with the results. Shown in the
 * place of the tree, access and banks views while the cursor is there (cursor_finish). */
#ifndef SYNCSTEP_VIEW_FINISH_H
#define SYNCSTEP_VIEW_FINISH_H

#include "analysis/finish.h"
#include "state/state.h"

/* Does this view show the step itself? Others go on with what they show. */
struct view;
bool finish_shows(const struct view *view, const struct pane *pane);
void finish_draw(const struct pane *pane, const struct finish *finish, struct canvas *canvas,
                 struct rect area);
void finish_selection(const struct pane *pane, const struct finish *finish, char *out, int size);
struct view_why;
bool finish_why(const struct pane *pane, const struct finish *finish, struct view_why *out);
/* Moves cursor->value as the arrow keys ask. */
void finish_move(const struct pane *pane, const struct finish *finish, struct cursor *cursor,
                 int dx, int dy, bool large);

#endif
