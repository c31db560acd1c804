/* Actions that move: through time and over what is selected. */
#include "app/action_impl.h"

#include "app/frame_parts.h"
#include "app/requests.h"
#include "app/show.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/session.h"
#include "view/finish.h"
#include "view/view.h"

#include <string.h>

enum { SPEED_LEAST = 1, SPEED_MOST = 64 };

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

static const struct view *view_of(const struct state *state)
{
    return view_table[state->view];
}

/* ---- Time ---------------------------------------------------------------------------------- */

/* While predicting the selection goes from one slot or thread to the next; a round that skips some
 * would tell which ones matter. */
static void move_marking(struct pane *pane, int dx, int dy)
{
    const struct trace_launch *launch = cursor_launch(pane);
    struct cursor *c = &pane->cursor;
    if (!launch) return;
    int64_t slots = cursor_array(pane) ? cursor_array(pane)->count : 0,
            threads = trace_threads(launch);
    int64_t at = (int64_t)(slots > threads ? c->slot : c->thread) + dx + dy;
    if (at < 0 || at >= (slots > threads ? slots : threads)) return;
    if (slots > threads)
        cursor_set_slot(pane, c, (uint32_t)at);
    else
        cursor_set_thread(pane, c, (uint32_t)at);
}

static void move_selection(struct state *state, int dx, int dy, bool large)
{
    struct pane *pane = on(state);
    if (state->overlay == OVERLAY_HISTORY && !large && cursor_array(pane) &&
        cursor_array(pane)->dim_count < 2) /* no picture is in sight: slot after slot */
        cursor_move_slot(pane, &pane->cursor, dx + dy);
    else if (finish_shows(view_of(state), pane))
        finish_move(pane, cursor_finish(pane), &pane->cursor, dx, dy, large);
    else if (predict_hides(state) && view_of(state)->step == STEP_ROUND && !large)
        move_marking(pane, dx, dy);
    else if (view_of(state)->move)
        view_of(state)->move(pane, &pane->cursor, dx, dy, large);
    else
        cursor_move_slot(pane, &pane->cursor, (dx + dy) * (large ? 32 : 1));
    cursor_clamp(pane->trace, &pane->cursor);
}

/* False where there is nothing to go on to. */
static bool moves(struct state *state, int dx, int dy)
{
    const struct cursor before = on(state)->cursor;
    move_selection(state, dx, dy, false);
    return memcmp(&before, &on(state)->cursor, sizeof before) != 0;
}

/* A round on or back; beyond the last one the CPU's part and the next launch follow. */
static bool step_rounds(struct state *state, int delta)
{
    if (cursor_finish(on(state))) return cursor_step_beyond(state, delta);
    return cursor_step_rounds(state, delta) || cursor_step_beyond(state, delta);
}

static bool step_requests(struct state *state, int delta)
{
    if (cursor_finish(on(state))) return cursor_step_beyond(state, delta);
    if (requests_step(state, delta)) return true;
    if (!cursor_step_beyond(state, delta)) return false;
    if (delta < 0) requests_last(state);
    return true;
}

/* Along the axis of time; beyond its end what is beyond the last round. */
static bool step_time(struct state *state, int delta)
{
    if (cursor_finish(on(state))) return cursor_step_beyond(state, delta);
    if (moves(state, delta, 0)) return true;
    if (delta > 0) cursor_go_round(state, cursor_last_round(state));
    return cursor_step_beyond(state, delta);
}

/* Which lines of a page are shown; "" when all of it is, and where there is no page. */
static void lines_shown(const struct state *state, char *out, int size)
{
    const struct view *view = view_of(state);
    *out = 0;
    if (view->step == STEP_ROW && !view->selects_row && view->selection)
        view->selection(state, state_pane(state), out, size);
}

static bool step(struct state *state, int delta)
{
    switch (view_of(state)->step) {
    case STEP_ROUND:
        return step_rounds(state, delta);
    case STEP_REQUEST:
        return step_requests(state, delta);
    case STEP_TIME:
        return step_time(state, delta);
    case STEP_ROW:
        return moves(state, 0, delta);
    }
    return false;
}

static void at_end(struct state *state, int delta)
{
    state->playing = false;
    if (view_of(state)->step == STEP_TIME && !finish_shows(view_of(state), on(state))) {
        state_message(
            state, "%s",
            delta > 0 ? _("This is the end of the time axis; the left arrow goes back along it.")
                      : _("This is the beginning of the time axis."));
        return;
    }
    if (view_of(state)->step == STEP_ROW) {
        state_message(state, "%s",
                      delta > 0 ? _("There is no further row below.")
                                : _("This is the first row."));
        return;
    }
    if (!on(state)->trace) return;
    state_message(state, "%s",
                  delta <= 0 ? _("This is the first step.")
                  : on(state)->stage + 1 < session_count(state->session)
                      ? _("This is the last step; ] goes to the next stage.")
                      : _("This is the last step."));
}

/* A page of which no other line came into sight: only the cursor went on. */
static void tell_page(struct state *state, int delta, const char *before)
{
    char after[256];
    if (view_of(state)->step != STEP_ROW || view_of(state)->selects_row) return;
    lines_shown(state, after, sizeof after);
    if (!*after)
        state_message(state, "%s",
                      _("All of it is on the screen: there are no steps in this view."));
    else if (delta > 0 && strcmp(before, after) == 0)
        state_message(state, "%s", _("There is no further row below."));
}

static void go(struct state *state, int delta)
{
    char before[256];
    state->phase = 0;
    lines_shown(state, before, sizeof before);
    if (step(state, delta))
        tell_page(state, delta, before);
    else
        at_end(state, delta);
}

void act_forward(struct state *state, uint32_t argument)
{
    (void)argument;
    go(state, 1);
}

void act_back(struct state *state, uint32_t argument)
{
    (void)argument;
    go(state, -1);
}

static void go_end(struct state *state, int direction)
{
    if (view_of(state)->sort == VIEW_LIST) {
        move_selection(state, 0, direction * ACTION_FAR, false);
        return;
    }
    cursor_go_round(state, direction < 0 ? 0 : TRACE_NONE);
    if (view_of(state)->step == STEP_TIME) move_selection(state, direction * ACTION_FAR, 0, false);
    if (direction > 0 && view_of(state)->step == STEP_REQUEST) requests_last(state);
}

void act_first(struct state *state, uint32_t argument)
{
    (void)argument;
    go_end(state, -1);
}

void act_last(struct state *state, uint32_t argument)
{
    (void)argument;
    go_end(state, 1);
}

void act_next_barrier(struct state *state, uint32_t argument)
{
    if (step_rounds(state, 1)) return;
    act_next_stage(state, argument);
}

void act_previous_barrier(struct state *state, uint32_t argument)
{
    if (step_rounds(state, -1)) return;
    act_previous_stage(state, argument);
}

void act_next_request(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!step_requests(state, 1)) at_end(state, 1);
}

void act_previous_request(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!step_requests(state, -1)) at_end(state, -1);
}

/* Is there no step left to play? */
static bool at_very_end(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    if (cursor_round(state) != cursor_last_round(state)) return false;
    if (state->pane_count > 1 || !pane->analysis) return true;
    if (pane->cursor.launch + 1 < pane->trace->launch_count) return false;
    return cursor_finish(pane) || !finish_of_launch(pane->analysis, pane->cursor.launch);
}

void act_play(struct state *state, uint32_t argument)
{
    (void)argument;
    state->playing = !state->playing && on(state)->trace;
    state->phase = 0;
    if (state->playing && view_of(state)->step == STEP_ROUND && at_very_end(state))
        cursor_go_round(state, 0); /* at the end: once more from the start */
}

static void say_speed(struct state *state)
{
    state_message(state, _("%g steps a second."), state->speed / 4.0);
}

void act_faster(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->speed < SPEED_MOST) state->speed *= 2;
    say_speed(state);
}

void act_slower(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->speed > SPEED_LEAST) state->speed = (state->speed + 1) / 2;
    say_speed(state);
}

bool state_tick(struct state *state, double seconds)
{
    if (!state->playing) return false;
    state->phase += seconds * state->speed / 4.0;
    if (state->phase < 1) return state->animate;
    state->phase = 0;
    if (!step(state, 1)) {
        state->playing = false;
        state->message[0] = 0;
    }
    for (int p = 0; p < state->pane_count; p++)
        cursor_follow_line(&state->panes[p]);
    return true;
}

/* ---- Selection ------------------------------------------------------------------------------ */

void act_down(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, 1, false);
}

void act_up(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, -1, false);
}

void act_move_left(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, -1, 0, false);
}

void act_move_right(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 1, 0, false);
}

/* Shift and an arrow; in the grid of threads a row is a warp. */
static void move_row(struct state *state, int direction)
{
    if (predict_hides(state) && view_of(state)->step == STEP_ROUND)
        move_marking(on(state), direction * TRACE_LANES, 0);
    else
        move_selection(state, 0, direction, false);
}

void act_move_down(struct state *state, uint32_t argument)
{
    (void)argument;
    move_row(state, 1);
}

void act_move_up(struct state *state, uint32_t argument)
{
    (void)argument;
    move_row(state, -1);
}

void act_page_down(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, 1, true);
}

void act_page_up(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, -1, true);
}

void action_toggle_overlay(struct state *state, enum overlay overlay)
{
    state->overlay = state->overlay == overlay ? OVERLAY_NONE : overlay;
    state->overlay_scroll = 0;
}

/* To the block that wrote the selected result, at its end. */
static void enter_block(struct state *state)
{
    struct pane *pane = on(state);
    const struct finish *finish = cursor_finish(pane);
    const struct trace_launch *launch = &pane->trace->launches[finish->writer];
    uint32_t value = pane->cursor.value < finish->count ? pane->cursor.value : finish->count - 1;
    for (uint32_t b = 0; b < launch->block_count; b++) {
        if (launch->blocks[b].index != finish->values[value].block) continue;
        pane->cursor.launch = finish->writer;
        pane->cursor.block = b;
        pane->cursor.after = false;
        cursor_clamp(pane->trace, &pane->cursor);
        cursor_set_thread(pane, &pane->cursor, finish->values[value].thread);
        cursor_go_round(state, TRACE_NONE);
        return;
    }
    state_message(state, "%s", _("The block that wrote this value was not recorded."));
}

/* The stage comes first: launch and round are of its trace. */
static void follow(struct state *state, const struct view_goal *goal)
{
    struct pane *pane = on(state);
    if (goal->stage != TRACE_NONE) show_stage(state, state->pane_on, goal->stage);
    if (goal->launch != TRACE_NONE && pane->trace && goal->launch < pane->trace->launch_count) {
        pane->cursor.launch = goal->launch;
        pane->cursor.block = pane->cursor.round = pane->cursor.request = 0;
        pane->cursor.after = false;
    }
    if (goal->round != TRACE_NONE) cursor_go_round(state, goal->round);
    if (goal->view != TRACE_NONE) show_view(state, goal->view);
    if (*goal->message) state_message(state, "%s", goal->message);
}

static void enter_view(struct state *state)
{
    struct view_goal goal = {TRACE_NONE, TRACE_NONE, TRACE_NONE, TRACE_NONE, ""};
    view_of(state)->enter(state, on(state), &goal);
    follow(state, &goal);
}

void act_enter(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!on(state)->trace) return;
    if (state->overlay == OVERLAY_MESSAGE || state->overlay == OVERLAY_FINDINGS)
        state->overlay = OVERLAY_NONE;
    else if (finish_shows(view_of(state), on(state)) && state->overlay == OVERLAY_NONE)
        enter_block(state);
    else if (view_of(state)->enter && state->overlay == OVERLAY_NONE)
        enter_view(state);
    else if (view_of(state)->sort == VIEW_PICTURE)
        action_toggle_overlay(state, OVERLAY_HISTORY);
}

void act_why(struct state *state, uint32_t argument)
{
    (void)argument;
    struct view_why why;
    if (state->overlay == OVERLAY_WHY || frame_why(state, &why))
        action_toggle_overlay(state, OVERLAY_WHY);
    else if (on(state)->trace && !(view_of(state)->tells_all && predict_refuses(state)))
        state_message(state, "%s",
                      _("No box opens: there is nothing here whose cost could be explained."));
}

void act_bars(struct state *state, uint32_t argument)
{
    (void)argument;
    int ladder = 0;
    while (ladder < view_count && !view_table[ladder]->every_stage)
        ladder++;
    if (view_of(state)->every_stage || ladder == view_count)
        state->bars = !state->bars;
    else
        state_message(state, _("Figures or dots are chosen in %s (%d); nothing changes here."),
                      _(view_table[ladder]->name), ladder + 1);
}

/* Are there cells of slots in the picture? Else a message tells where they are. */
static bool shows_cells(struct state *state)
{
    const int tree = view_about(VIEW_ROUNDS);
    if (view_of(state)->subject != VIEW_ROUNDS && tree >= 0)
        state_message(state, _("What a cell says shows in %s (%d); nothing changes here."),
                      _(view_table[tree]->name), tree + 1);
    else if (on(state)->trace &&
             (!cursor_array(on(state)) || finish_shows(view_of(state), on(state))))
        state_message(state, "%s", _("There are no slots here whose cells could say more."));
    else
        return true;
    return false;
}

void act_content(struct state *state, uint32_t argument)
{
    (void)argument;
    static const char *const names[] = {N_("value"), N_("which first slots it holds"),
                                        N_("who wrote it")};
    if (!shows_cells(state)) return;
    state->content = (enum cell_content)((state->content + 1) % CELL_CONTENT_COUNT);
    state_message(state, _("A cell says: %s."), _(names[state->content]));
}
