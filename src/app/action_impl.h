/* action_impl.h - what each action does; shared by the files of the actions only. `argument` as in
 * state_apply. */
#ifndef SYNCSTEP_APP_ACTION_IMPL_H
#define SYNCSTEP_APP_ACTION_IMPL_H

#include "app/action.h"

enum { ACTION_FAR = 1 << 28 }; /* further than any list is long */

void action_toggle_overlay(struct state *state, enum overlay overlay);

/* action_move.c: time, selection */
void act_forward(struct state *state, uint32_t argument);
void act_back(struct state *state, uint32_t argument);
void act_first(struct state *state, uint32_t argument);
void act_last(struct state *state, uint32_t argument);
void act_next_barrier(struct state *state, uint32_t argument);
void act_previous_barrier(struct state *state, uint32_t argument);
void act_next_request(struct state *state, uint32_t argument);
void act_previous_request(struct state *state, uint32_t argument);
void act_play(struct state *state, uint32_t argument);
void act_faster(struct state *state, uint32_t argument);
void act_slower(struct state *state, uint32_t argument);
void act_down(struct state *state, uint32_t argument);
void act_up(struct state *state, uint32_t argument);
void act_move_down(struct state *state, uint32_t argument);
void act_move_up(struct state *state, uint32_t argument);
void act_move_left(struct state *state, uint32_t argument);
void act_move_right(struct state *state, uint32_t argument);
void act_page_down(struct state *state, uint32_t argument);
void act_page_up(struct state *state, uint32_t argument);
void act_enter(struct state *state, uint32_t argument);
void act_why(struct state *state, uint32_t argument);
void act_bars(struct state *state, uint32_t argument);
void act_content(struct state *state, uint32_t argument);

/* action_where.c */
void act_next_stage(struct state *state, uint32_t argument);
void act_previous_stage(struct state *state, uint32_t argument);
void act_view(struct state *state, uint32_t argument);
void act_notes(struct state *state, uint32_t argument);
void act_other_pane(struct state *state, uint32_t argument);
void act_other_pane_back(struct state *state, uint32_t argument);
void act_next_block(struct state *state, uint32_t argument);
void act_previous_block(struct state *state, uint32_t argument);
void act_next_launch(struct state *state, uint32_t argument);
void act_previous_launch(struct state *state, uint32_t argument);
void act_zoom_in(struct state *state, uint32_t argument);
void act_zoom_out(struct state *state, uint32_t argument);
void act_zoom_all(struct state *state, uint32_t argument);

/* action_other.c: searching, runs, the viewer itself, predict, prompt */
void act_search(struct state *state, uint32_t argument);
void act_findings(struct state *state, uint32_t argument);
void act_changes(struct state *state, uint32_t argument);
void act_next_match(struct state *state, uint32_t argument);
void act_previous_match(struct state *state, uint32_t argument);
void act_compare(struct state *state, uint32_t argument);
void act_variant(struct state *state, uint32_t argument);
void act_predict(struct state *state, uint32_t argument);
void act_order(struct state *state, uint32_t argument);
void act_rebuild(struct state *state, uint32_t argument);
void act_shot(struct state *state, uint32_t argument);
void act_shot_as(struct state *state, uint32_t argument);
void act_theme(struct state *state, uint32_t argument);
void act_mouse(struct state *state, uint32_t argument);
void act_command(struct state *state, uint32_t argument);
void act_help(struct state *state, uint32_t argument);
void act_redraw(struct state *state, uint32_t argument);
void act_suspend(struct state *state, uint32_t argument);
void act_quit(struct state *state, uint32_t argument);
void act_leave(struct state *state, uint32_t argument);
void act_close(struct state *state, uint32_t argument);
void act_digit(struct state *state, uint32_t argument);
void act_sign(struct state *state, uint32_t argument);
void act_erase(struct state *state, uint32_t argument);
void act_mark(struct state *state, uint32_t argument);
void act_check(struct state *state, uint32_t argument);
void act_uncover(struct state *state, uint32_t argument);
void act_text(struct state *state, uint32_t argument);
void act_complete(struct state *state, uint32_t argument);
void act_earlier(struct state *state, uint32_t argument);
void act_later(struct state *state, uint32_t argument);
void act_delete(struct state *state, uint32_t argument);
void act_delete_word(struct state *state, uint32_t argument);
void act_delete_all(struct state *state, uint32_t argument);
void act_do(struct state *state, uint32_t argument);

#endif
