/* cursor.h - moving about in a trace. Every function leaves the cursor valid. */
#ifndef SYNCSTEP_STATE_CURSOR_H
#define SYNCSTEP_STATE_CURSOR_H

#include "state/state.h"

/* Brings every field into the range that the trace has (0 where there is nothing). */
void cursor_clamp(const struct trace *trace, struct cursor *cursor);

/* What the cursor points at; NULL when the trace has no such thing. */
const struct trace_launch *cursor_launch(const struct pane *pane);
const struct trace_block *cursor_block(const struct pane *pane);
const struct trace_array *cursor_array(const struct pane *pane);
uint32_t cursor_rounds(const struct pane *pane); /* of the block; 0 when there is none */

/* To the launch and block that `of`'s cursor is at, if the pane's trace has them. */
void cursor_go_beside(struct pane *pane, const struct pane *of);

/* Rounds are common to all panes: the one that is shorter stays at its last. False at the end.
 * Going to the round behind the last one goes to the CPU's step, where there is one. */
bool cursor_step_rounds(struct state *state, int delta);
bool cursor_go_round(struct state *state, uint32_t round);
uint32_t cursor_last_round(const struct state *state); /* of the longer pane */
uint32_t cursor_round(const struct state *state);      /* common round */
/* The source line becomes the one that matters most in the round. */
void cursor_follow_line(struct pane *pane);

/* What the CPU did with the launch's results, when the cursor has gone on to that step; else NULL.
 */
struct finish;
const struct finish *cursor_finish(const struct pane *pane);
/* On from the last round to that step, and on to the next launch; likewise back. False: no more.
 * With two panes: only rounds are stepped through. */
bool cursor_step_beyond(struct state *state, int delta);

void cursor_move_slot(const struct pane *pane, struct cursor *cursor, int delta);
/* Thread and slot of the same number go together where there are so many threads. */
void cursor_set_slot(const struct pane *pane, struct cursor *cursor, uint32_t slot);
void cursor_set_thread(const struct pane *pane, struct cursor *cursor, uint32_t thread);

/* Lines of the source that the cursor stands in; 0 when there is none. */
uint32_t cursor_lines(const struct pane *pane);

#endif
