/* Actions that search, run, compare, change the viewer itself, predict and type. */
#include "app/action_impl.h"

#include "app/compare.h"
#include "app/prompt.h"
#include "app/search.h"
#include "base/i18n.h"
#include "canvas/theme.h"
#include "state/predict.h"
#include "state/session.h"
#include "view/view.h"

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

/* ---- Searching ------------------------------------------------------------------------------ */

void act_search(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_open(state, '/', "");
}

void act_findings(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!predict_refuses(state)) search_findings(state);
}

void act_changes(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!predict_refuses(state)) search_changes(state);
}

void act_next_match(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!predict_refuses(state)) search_next(state, 1);
}

void act_previous_match(struct state *state, uint32_t argument)
{
    (void)argument;
    if (!predict_refuses(state)) search_next(state, -1);
}

/* ---- Runs ----------------------------------------------------------------------------------- */

void act_compare(struct state *state, uint32_t argument)
{
    (void)argument;
    compare_toggle(state);
}

void act_variant(struct state *state, uint32_t argument)
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

void act_predict(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->predict || view_table[state->view]->sort == VIEW_PICTURE)
        predict_toggle(state);
    else
        state_message(state, "%s",
                      _("Predicting is for the pictures, views 1 to 5: open one of them first."));
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

void act_order(struct state *state, uint32_t argument)
{
    (void)argument;
    run_again(state, true);
}

void act_rebuild(struct state *state, uint32_t argument)
{
    (void)argument;
    run_again(state, false);
}

/* ---- The viewer itself ---------------------------------------------------------------------- */

void act_shot(struct state *state, uint32_t argument)
{
    (void)argument;
    state->shot_path[0] = 0;
    state->shot_columns = state->shot_rows = 0;
    state->shot_theme = -1;
    state->wish = WISH_SHOT;
}

void act_shot_as(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_open(state, ':', "shot ");
    state_message(state, "%s", _("slide.svg 120x36 light, each may be left out"));
}

void act_theme(struct state *state, uint32_t argument)
{
    (void)argument;
    state->theme = (state->theme + 1) % theme_count;
    state_message(state, _("Theme %s: %s."), theme_table[state->theme].name,
                  _(theme_table[state->theme].about));
}

void act_mouse(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->mouseless) {
        state_message(state, "%s", _("This terminal has no mouse."));
        return;
    }
    state->mouse = !state->mouse;
    state_message(state, "%s",
                  state->mouse ? _("Mouse on; m turns it off, so that text can be selected.")
                               : _("Mouse off."));
}

void act_command(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_open(state, ':', "");
}

void act_help(struct state *state, uint32_t argument)
{
    (void)argument;
    action_toggle_overlay(state, OVERLAY_HELP);
}

void act_redraw(struct state *state, uint32_t argument)
{
    (void)argument;
    state->wish = WISH_REDRAW;
}

void act_suspend(struct state *state, uint32_t argument)
{
    (void)argument;
    state->wish = WISH_SUSPEND;
}

void act_quit(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->overlay != OVERLAY_NONE)
        state->overlay = OVERLAY_NONE;
    else if (predict_asks(state))
        predict_toggle(state);
    else
        state->quit = true;
}

void act_leave(struct state *state, uint32_t argument)
{
    (void)argument;
    state->quit = true;
}

void act_close(struct state *state, uint32_t argument)
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

void act_digit(struct state *state, uint32_t argument)
{
    predict_type(state, (char)('0' + argument % 10));
}

void act_sign(struct state *state, uint32_t argument)
{
    predict_type(state, argument == 0 ? '-' : '.');
}

void act_erase(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_erase(state);
}

void act_mark(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_mark(state);
}

void act_check(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_check(state);
}

void act_uncover(struct state *state, uint32_t argument)
{
    (void)argument;
    predict_uncover(state);
}

void act_text(struct state *state, uint32_t argument)
{
    if (state->prompt_kind) prompt_type(state, argument);
}

void act_complete(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_complete(state);
}

void act_earlier(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_recall(state, -1);
}

void act_later(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_recall(state, 1);
}

void act_delete(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_delete(state);
}

void act_delete_word(struct state *state, uint32_t argument)
{
    (void)argument;
    prompt_delete_word(state);
}

void act_delete_all(struct state *state, uint32_t argument)
{
    (void)argument;
    state->prompt[0] = 0;
}

void act_do(struct state *state, uint32_t argument)
{
    (void)argument;
    if (state->prompt_kind) prompt_do(state);
}
