#include "app/action.h"

#include "app/compare.h"
#include "app/cursor.h"
#include "app/invite.h"
#include "app/keys.h"
#include "app/predict.h"
#include "app/prompt.h"
#include "app/search.h"
#include "app/session.h"
#include "base/i18n.h"
#include "canvas/theme.h"
#include "view/view.h"

#include <string.h>

enum { FAR_AWAY = 1 << 28, SPEED_LEAST = 1, SPEED_MOST = 64 };

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

static const struct view *view_of(const struct state *state)
{
    return view_table[state->view];
}

/* ---- Time ---------------------------------------------------------------------------------- */

static void move_selection(struct state *state, int dx, int dy, bool large)
{
    struct pane *pane = on(state);
    if (view_of(state)->move)
        view_of(state)->move(pane, &pane->cursor, dx, dy, large);
    else
        cursor_move_slot(pane, &pane->cursor, (dx + dy) * (large ? 32 : 1));
    cursor_clamp(pane->trace, &pane->cursor);
}

static bool step(struct state *state, int delta)
{
    switch (view_of(state)->step) {
    case STEP_ROUND:
        return cursor_step_rounds(state, delta);
    case STEP_REQUEST:
        return cursor_step_requests(state, delta);
    case STEP_TIME:
        move_selection(state, delta, 0, false);
        return true;
    case STEP_ROW:
        move_selection(state, 0, delta, false);
        return true;
    }
    return false;
}

static void at_end(struct state *state, int delta)
{
    state->playing = false;
    if (!on(state)->trace) return;
    state_message(state, "%s",
                  delta > 0 ? _("This is the last step; ] goes to the next stage.")
                            : _("This is the first step."));
}

static void do_forward(struct state *state, uint32_t argument)
{
    (void)argument;
    state->phase = 0;
    if (!step(state, 1)) at_end(state, 1);
}

static void do_back(struct state *state, uint32_t argument)
{
    (void)argument;
    state->phase = 0;
    if (!step(state, -1)) at_end(state, -1);
}

static void go_end(struct state *state, int direction)
{
    if (view_of(state)->sort == VIEW_LIST) {
        move_selection(state, 0, direction * FAR_AWAY, false);
        return;
    }
    if (view_of(state)->step == STEP_TIME) move_selection(state, direction * FAR_AWAY, 0, false);
    cursor_go_round(state, direction < 0 ? 0 : TRACE_NONE);
}

static void do_first(struct state *state, uint32_t argument)
{
    (void)argument;
    go_end(state, -1);
}

static void do_last(struct state *state, uint32_t argument)
{
    (void)argument;
    go_end(state, 1);
}

static void do_next_stage(struct state *state, uint32_t argument)
{
    (void)argument;
    uint32_t stage = on(state)->stage + 1;
    if (stage < session_count(state->session))
        state_show_stage(state, state->pane_on, stage);
    else
        state_message(state, "%s", _("This is the last stage."));
}

static void do_previous_stage(struct state *state, uint32_t argument)
{
    (void)argument;
    uint32_t stage = on(state)->stage;
    if (stage > 0)
        state_show_stage(state, state->pane_on, stage - 1);
    else
        state_message(state, "%s", _("This is the first stage."));
}

static void do_next_barrier(struct state *state, uint32_t argument)
{
    if (cursor_step_rounds(state, 1)) return;
    do_next_stage(state, argument);
}

static void do_previous_barrier(struct state *state, uint32_t argument)
{
    if (cursor_step_rounds(state, -1)) return;
    do_previous_stage(state, argument);
}

static void do_next_request(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!cursor_step_requests(state, 1)) at_end(state, 1);
}

static void do_previous_request(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!cursor_step_requests(state, -1)) at_end(state, -1);
}

static void do_play(struct state *state, uint32_t argument)
{
    (void)argument;
    state->playing = !state->playing && on(state)->trace;
    state->phase = 0;
    if (state->playing && cursor_round(state) == cursor_last_round(state) &&
        view_of(state)->step == STEP_ROUND)
        cursor_go_round(state, 0); /* at the end: once more from the start */
}

static void say_speed(struct state *state)
{
    state_message(state, _("%g steps a second."), state->speed / 4.0);
}

static void do_faster(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->speed < SPEED_MOST) state->speed *= 2;
    say_speed(state);
}

static void do_slower(struct state *state, uint32_t argument)
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

static void do_down(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, 1, false);
}

static void do_up(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, -1, false);
}

static void do_move_left(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, -1, 0, false);
}

static void do_move_right(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 1, 0, false);
}

static void do_page_down(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, 1, true);
}

static void do_page_up(struct state *state, uint32_t argument)
{
    (void)argument;
    move_selection(state, 0, -1, true);
}

static void toggle_overlay(struct state *state, enum overlay overlay)
{
    state->overlay = state->overlay == overlay ? OVERLAY_NONE : overlay;
    state->overlay_scroll = 0;
}

static void do_enter(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!on(state)->trace) return;
    if (state->overlay == OVERLAY_MESSAGE || state->overlay == OVERLAY_FINDINGS)
        state->overlay = OVERLAY_NONE;
    else if (view_of(state)->enter && state->overlay == OVERLAY_NONE)
        view_of(state)->enter(state);
    else if (view_of(state)->sort == VIEW_PICTURE)
        toggle_overlay(state, OVERLAY_HISTORY);
}

static void do_why(struct state *state, uint32_t argument)
{
    (void)argument;
    if (on(state)->trace) toggle_overlay(state, OVERLAY_WHY);
}

static void do_content(struct state *state, uint32_t argument)
{
    (void)argument;
    static const char *const names[] = {N_("value"), N_("which first slots it holds"),
                                        N_("who wrote it")};
    state->content = (enum cell_content)((state->content + 1) % CELL_CONTENT_COUNT);
    state_message(state, _("A cell says: %s."), _(names[state->content]));
}

/* ---- Where ---------------------------------------------------------------------------------- */

static void do_view(struct state *state, uint32_t argument)
{
    if (argument >= (uint32_t)view_count) return;
    state_show_view(state, argument);
    if (state->overlay == OVERLAY_WHY || state->overlay == OVERLAY_HISTORY)
        state->overlay = OVERLAY_NONE;
}

static void next_pane(struct state *state, int direction)
{
    if (state->pane_count > 1)
        state->pane_on = (state->pane_on + 1) % state->pane_count;
    else
        state_show_view(state,
                        (state->view + (uint32_t)(view_count + direction)) % (uint32_t)view_count);
}

static void do_other_pane(struct state *state, uint32_t argument)
{
    (void)argument;
    next_pane(state, 1);
}

static void do_other_pane_back(struct state *state, uint32_t argument)
{
    (void)argument;
    next_pane(state, -1);
}

static void go_block(struct state *state, int direction)
{
    struct pane *pane = on(state);
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return;
    if (direction < 0 ? pane->cursor.block == 0 : pane->cursor.block + 1 >= launch->block_count) {
        state_message(state, _("%u of %llu blocks were recorded; this is the %s one."),
                      launch->block_count, (unsigned long long)trace_grid_blocks(launch),
                      direction < 0 ? _("first") : _("last"));
        return;
    }
    pane->cursor.block += (uint32_t)direction;
    cursor_clamp(pane->trace, &pane->cursor);
}

static void do_next_block(struct state *state, uint32_t argument)
{
    (void)argument;
    go_block(state, 1);
}

static void do_previous_block(struct state *state, uint32_t argument)
{
    (void)argument;
    go_block(state, -1);
}

static void go_launch(struct state *state, int direction)
{
    struct pane *pane = on(state);
    if (!pane->trace) return;
    if (direction < 0 ? pane->cursor.launch == 0
                      : pane->cursor.launch + 1 >= pane->trace->launch_count) {
        state_message(state, "%s",
                      direction < 0 ? _("This is the first launch.")
                                    : _("This is the last launch."));
        return;
    }
    pane->cursor.launch += (uint32_t)direction;
    pane->cursor.round = pane->cursor.request = pane->cursor.array = 0;
    cursor_clamp(pane->trace, &pane->cursor);
}

static void do_next_launch(struct state *state, uint32_t argument)
{
    (void)argument;
    go_launch(state, 1);
}

static void do_previous_launch(struct state *state, uint32_t argument)
{
    (void)argument;
    go_launch(state, -1);
}

static void zoom(struct state *state, int by)
{
    int level = on(state)->cursor.zoom + by;
    if (by == 0) level = -FAR_AWAY; /* all of it: views clamp */
    if (level < -24 && by != 0) level = -24;
    if (level > 24) level = 24;
    for (int p = 0; p < state->pane_count; p++)
        state->panes[p].cursor.zoom = level;
}

static void do_zoom_in(struct state *state, uint32_t argument)
{
    (void)argument;
    /* from "all of it" back to the view's own choice */
    zoom(state, on(state)->cursor.zoom < -24 ? FAR_AWAY : 1);
    if (on(state)->cursor.zoom == 24) zoom(state, -24);
}

static void do_zoom_out(struct state *state, uint32_t argument)
{
    (void)argument;
    zoom(state, -1);
}

static void do_zoom_all(struct state *state, uint32_t argument)
{
    (void)argument;
    zoom(state, 0);
}

/* ---- Searching ------------------------------------------------------------------------------ */

static void do_search(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_open(state, '/', "");
}

static void do_findings(struct state *state, uint32_t argument)
{
    (void)argument;
    search_findings(state);
}

static void do_changes(struct state *state, uint32_t argument)
{
    (void)argument;
    search_changes(state);
}

static void do_next_match(struct state *state, uint32_t argument)
{
    (void)argument;
    search_next(state, 1);
}

static void do_previous_match(struct state *state, uint32_t argument)
{
    (void)argument;
    search_next(state, -1);
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static void do_compare(struct state *state, uint32_t argument)
{
    (void)argument;
    compare_toggle(state);
}

static void do_variant(struct state *state, uint32_t argument)
{
    (void)argument;
    struct stage *stage = session_stage(state->session, on(state)->stage);
    for (int i = 1; i < RUN_VARIANT_COUNT; i++) {
        enum run_variant next = (enum run_variant)((stage->variant + i) % RUN_VARIANT_COUNT);
        if (!session_has(state->session, on(state)->stage, next)) continue;
        stage->variant = next;
        session_want(state->session, on(state)->stage, false);
        state_message(state, _("Run: %s."), run_variant_name(next));
        return;
    }
    state_message(state, "%s", _("There is no other run of this stage here."));
}

static void do_predict(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_toggle(state);
}

static void run_again(struct state *state, bool next_order)
{
    struct stage *stage = session_stage(state->session, on(state)->stage);
    if (!stage->program) {
        state_message(state, "%s", _("This is a recorded trace; there is no program to run."));
        return;
    }
    if (next_order && stage->variant != RUN_EMULATOR) {
        state_message(state, "%s", _("Only the emulator runs threads in a chosen order."));
        return;
    }
    if (next_order) {
        stage->order = (enum run_order)((stage->order + 1) % ORDER_COUNT);
        state_message(state, _("Thread order: %s."), run_order_name(stage->order));
    }
    session_want(state->session, on(state)->stage, true);
}

static void do_order(struct state *state, uint32_t argument)
{
    (void)argument;
    run_again(state, true);
}

static void do_rebuild(struct state *state, uint32_t argument)
{
    (void)argument;
    run_again(state, false);
}

/* ---- The viewer itself ---------------------------------------------------------------------- */

static void do_shot(struct state *state, uint32_t argument)
{
    (void)argument;
    state->shot_path[0] = 0;
    state->shot_columns = state->shot_rows = 0;
    state->shot_theme = -1;
    state->wish = WISH_SHOT;
}

static void do_shot_as(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_open(state, ':', "shot ");
}

static void do_theme(struct state *state, uint32_t argument)
{
    (void)argument;
    state->theme = (state->theme + 1) % theme_count;
    state_message(state, _("Theme %s: %s."), theme_table[state->theme].name,
                  _(theme_table[state->theme].about));
}

static void do_mouse(struct state *state, uint32_t argument)
{
    (void)argument;
    state->mouse = !state->mouse;
    state_message(state, "%s",
                  state->mouse ? _("Mouse on; m turns it off, so that text can be selected.")
                               : _("Mouse off."));
}

static void do_command(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_open(state, ':', "");
}

static void do_help(struct state *state, uint32_t argument)
{
    (void)argument;
    toggle_overlay(state, OVERLAY_HELP);
}

static void do_redraw(struct state *state, uint32_t argument)
{
    (void)argument;
    state->wish = WISH_REDRAW;
}

static void do_suspend(struct state *state, uint32_t argument)
{
    (void)argument;
    state->wish = WISH_SUSPEND;
}

static void do_quit(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->overlay != OVERLAY_NONE)
        state->overlay = OVERLAY_NONE;
    else
        state->quit = true;
}

static void do_leave(struct state *state, uint32_t argument)
{
    (void)argument;
    state->quit = true;
}

static void do_close(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->prompt_kind)
        prompt_close(state);
    else if (state->overlay != OVERLAY_NONE)
        state->overlay = OVERLAY_NONE;
    else if (state->predict)
        predict_toggle(state);
    else if (*state->search)
        state->search[0] = 0;
    state->playing = false;
}

/* ---- Predict and prompt --------------------------------------------------------------------- */

static void do_digit(struct state *state, uint32_t argument)
{
    predict_type(state, (char)('0' + argument % 10));
}

static void do_sign(struct state *state, uint32_t argument)
{
    predict_type(state, argument == 0 ? '-' : '.');
}

static void do_erase(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_erase(state);
}

static void do_mark(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_mark(state);
}

static void do_check(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_check(state);
}

static void do_uncover(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_uncover(state);
}

static void do_text(struct state *state, uint32_t argument)
{
    if (state->prompt_kind) prompt_type(state, argument);
}

static void do_complete(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_complete(state);
}

static void do_earlier(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_recall(state, -1);
}

static void do_later(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_recall(state, 1);
}

static void do_delete(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_delete(state);
}

static void do_do(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->prompt_kind) prompt_do(state);
}

static void (*const handlers[ACTION_COUNT])(struct state *, uint32_t) = {
    [ACTION_FORWARD] = do_forward,
    [ACTION_BACK] = do_back,
    [ACTION_FIRST] = do_first,
    [ACTION_LAST] = do_last,
    [ACTION_NEXT_BARRIER] = do_next_barrier,
    [ACTION_PREVIOUS_BARRIER] = do_previous_barrier,
    [ACTION_NEXT_REQUEST] = do_next_request,
    [ACTION_PREVIOUS_REQUEST] = do_previous_request,
    [ACTION_PLAY] = do_play,
    [ACTION_FASTER] = do_faster,
    [ACTION_SLOWER] = do_slower,
    [ACTION_DOWN] = do_down,
    [ACTION_UP] = do_up,
    [ACTION_MOVE_LEFT] = do_move_left,
    [ACTION_MOVE_DOWN] = do_down,
    [ACTION_MOVE_UP] = do_up,
    [ACTION_MOVE_RIGHT] = do_move_right,
    [ACTION_PAGE_DOWN] = do_page_down,
    [ACTION_PAGE_UP] = do_page_up,
    [ACTION_ENTER] = do_enter,
    [ACTION_WHY] = do_why,
    [ACTION_CONTENT] = do_content,
    [ACTION_VIEW] = do_view,
    [ACTION_OTHER_PANE] = do_other_pane,
    [ACTION_OTHER_PANE_BACK] = do_other_pane_back,
    [ACTION_NEXT_STAGE] = do_next_stage,
    [ACTION_PREVIOUS_STAGE] = do_previous_stage,
    [ACTION_NEXT_BLOCK] = do_next_block,
    [ACTION_PREVIOUS_BLOCK] = do_previous_block,
    [ACTION_NEXT_LAUNCH] = do_next_launch,
    [ACTION_PREVIOUS_LAUNCH] = do_previous_launch,
    [ACTION_ZOOM_IN] = do_zoom_in,
    [ACTION_ZOOM_OUT] = do_zoom_out,
    [ACTION_ZOOM_ALL] = do_zoom_all,
    [ACTION_SEARCH] = do_search,
    [ACTION_FINDINGS] = do_findings,
    [ACTION_CHANGES] = do_changes,
    [ACTION_NEXT_MATCH] = do_next_match,
    [ACTION_PREVIOUS_MATCH] = do_previous_match,
    [ACTION_COMPARE] = do_compare,
    [ACTION_VARIANT] = do_variant,
    [ACTION_PREDICT] = do_predict,
    [ACTION_ORDER] = do_order,
    [ACTION_REBUILD] = do_rebuild,
    [ACTION_SHOT] = do_shot,
    [ACTION_SHOT_AS] = do_shot_as,
    [ACTION_THEME] = do_theme,
    [ACTION_MOUSE] = do_mouse,
    [ACTION_COMMAND] = do_command,
    [ACTION_HELP] = do_help,
    [ACTION_REDRAW] = do_redraw,
    [ACTION_QUIT] = do_quit,
    [ACTION_LEAVE] = do_leave,
    [ACTION_SUSPEND] = do_suspend,
    [ACTION_CLOSE] = do_close,
    [ACTION_DIGIT] = do_digit,
    [ACTION_SIGN] = do_sign,
    [ACTION_ERASE] = do_erase,
    [ACTION_MARK] = do_mark,
    [ACTION_CHECK] = do_check,
    [ACTION_UNCOVER] = do_uncover,
    [ACTION_TEXT] = do_text,
    [ACTION_COMPLETE] = do_complete,
    [ACTION_EARLIER] = do_earlier,
    [ACTION_LATER] = do_later,
    [ACTION_DELETE] = do_delete,
    [ACTION_DO] = do_do,
};

/* Where time moved, the current line moves too; ↑ and ↓ in the source change it by themselves. */
static void follow_line(struct state *state, const struct cursor *before, const struct trace *trace)
{
    const struct cursor *c = &on(state)->cursor;
    if (on(state)->trace == trace && c->round == before->round && c->block == before->block &&
        c->launch == before->launch)
        return;
    if (c->line != before->line && on(state)->trace == trace) return;
    for (int p = 0; p < state->pane_count; p++)
        cursor_follow_line(&state->panes[p]);
}

void state_apply(struct state *state, enum action action, uint32_t argument)
{
    if (action <= ACTION_NONE || action >= ACTION_COUNT || !handlers[action]) return;
    struct cursor before = on(state)->cursor;
    const struct trace *trace = on(state)->trace;
    invite_learn(state, action);
    handlers[action](state, argument);
    /* a picture that plays stops when the person takes over */
    if (action == ACTION_BACK || action == ACTION_FORWARD || action == ACTION_FIRST ||
        action == ACTION_LAST)
        state->playing = false;
    state_refresh(state);
    follow_line(state, &before, trace);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Boxes with text scroll; the keys that would move the selection move the text instead. */
static bool scroll_box(struct state *state, const struct key_row *row)
{
    if (state->overlay != OVERLAY_HELP && state->overlay != OVERLAY_MESSAGE &&
        state->overlay != OVERLAY_FINDINGS)
        return false;
    int page = state->rows > 6 ? state->rows - 6 : 1;
    int by;
    switch (row->action) {
    case ACTION_DOWN:
        by = 1;
        break;
    case ACTION_UP:
        by = -1;
        break;
    case ACTION_PAGE_DOWN:
    case ACTION_NEXT_BARRIER:
    case ACTION_PLAY:
        by = page;
        break;
    case ACTION_PAGE_UP:
    case ACTION_PREVIOUS_BARRIER:
        by = -page;
        break;
    case ACTION_FIRST:
        by = -FAR_AWAY;
        break;
    case ACTION_LAST:
        by = FAR_AWAY;
        break;
    default:
        return false;
    }
    state->overlay_scroll += by;
    if (state->overlay_scroll < 0) state->overlay_scroll = 0;
    if (state->overlay_scroll > FAR_AWAY) state->overlay_scroll = FAR_AWAY;
    return true;
}

bool state_key(struct state *state, uint32_t key)
{
    unsigned contexts = 1u << KEYS_ANY;
    uint32_t argument = 0;
    if (state->prompt_kind) {
        contexts = 1u << KEYS_PROMPT;
    } else {
        contexts |= 1u << (view_of(state)->sort == VIEW_LIST ? KEYS_LIST : KEYS_PICTURE);
        if (predict_asks(state) && state->overlay == OVERLAY_NONE &&
            view_of(state)->sort == VIEW_PICTURE)
            contexts |= 1u << KEYS_PREDICT;
    }
    const struct key_row *row = keys_find(key, contexts, &argument);
    state->message[0] = 0;
    if (!row && state->prompt_kind) {
        if (key == INPUT_ESCAPE || key == KEYS_CONTROL('C') || key == KEYS_CONTROL('G'))
            prompt_close(state);
        else if (key >= 0x20 && key < INPUT_FIRST)
            state_apply(state, ACTION_TEXT, key);
        return true;
    }
    if (!row) return false;
    if (!scroll_box(state, row)) state_apply(state, row->action, argument);
    return true;
}
