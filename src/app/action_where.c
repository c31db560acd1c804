/* Actions that go elsewhere: to other views, panes, stages, blocks and launches, nearer or further.
 */
#include "app/action_impl.h"

#include "app/show.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/session.h"
#include "view/view.h"

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

void act_view(struct state *state, uint32_t argument)
{
    if (argument >= (uint32_t)view_count) return;
    show_view(state, argument);
    if (state->overlay == OVERLAY_WHY || state->overlay == OVERLAY_HISTORY)
        state->overlay = OVERLAY_NONE;
}

/* Digits may be an answer while predicting; this key always leads to the notes, and back. */
void act_notes(struct state *state, uint32_t argument)
{
    (void)argument;
    uint32_t notes = (uint32_t)view_find("notes");
    act_view(state, state->view != notes ? notes : state->view_before);
}

static void next_pane(struct state *state, int direction)
{
    if (state->pane_count > 1)
        state->pane_on = (state->pane_on + 1) % state->pane_count;
    else
        show_view(state, (state->view + (uint32_t)(view_count + direction)) % (uint32_t)view_count);
}

void act_other_pane(struct state *state, uint32_t argument)
{
    (void)argument;
    next_pane(state, 1);
}

void act_other_pane_back(struct state *state, uint32_t argument)
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
        state_message(state,
                      ONE_OR(launch->block_count,
                             _("%u of %llu blocks was recorded; this is the %s one."),
                             _("%u of %llu blocks were recorded; this is the %s one.")),
                      launch->block_count, (unsigned long long)trace_grid_blocks(launch),
                      direction < 0 ? _("first") : _("last"));
        return;
    }
    pane->cursor.block += (uint32_t)direction;
    pane->cursor.after = false;
    cursor_clamp(pane->trace, &pane->cursor);
}

void act_next_block(struct state *state, uint32_t argument)
{
    (void)argument;
    go_block(state, 1);
}

void act_previous_block(struct state *state, uint32_t argument)
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
    pane->cursor.after = false;
    cursor_clamp(pane->trace, &pane->cursor);
}

void act_next_launch(struct state *state, uint32_t argument)
{
    (void)argument;
    go_launch(state, 1);
}

void act_previous_launch(struct state *state, uint32_t argument)
{
    (void)argument;
    go_launch(state, -1);
}

static void zoom(struct state *state, int by)
{
    int level = on(state)->cursor.zoom + by;
    if (by == 0) level = -ACTION_FAR; /* all of it: views clamp */
    if (level < -24 && by != 0) level = -24;
    if (level > 24) level = 24;
    for (int p = 0; p < state->pane_count; p++)
        state->panes[p].cursor.zoom = level;
}

void act_zoom_in(struct state *state, uint32_t argument)
{
    (void)argument;
    /* from "all of it" back to the view's own choice */
    zoom(state, on(state)->cursor.zoom < -24 ? ACTION_FAR : 1);
    if (on(state)->cursor.zoom == 24) zoom(state, -24);
}

void act_zoom_out(struct state *state, uint32_t argument)
{
    (void)argument;
    zoom(state, -1);
}

void act_zoom_all(struct state *state, uint32_t argument)
{
    (void)argument;
    zoom(state, 0);
}

/* The stage the other pane shows is passed over: side by side with itself tells nothing. */
static void go_stage(struct state *state, int direction)
{
    int64_t stage = (int64_t)on(state)->stage + direction, count = session_count(state->session);
    bool passed = state->pane_count > 1 && stage == state->panes[1 - state->pane_on].stage;
    if (passed) stage += direction;
    if (stage >= 0 && stage < count)
        show_stage(state, state->pane_on, (uint32_t)stage);
    else if (passed)
        state_message(state, "%s",
                      direction > 0 ? _("The other side shows the last stage; Tab goes to it.")
                                    : _("The other side shows the first stage; Tab goes to it."));
    else
        state_message(state, "%s",
                      direction > 0 ? _("This is the last stage.") : _("This is the first stage."));
}

void act_next_stage(struct state *state, uint32_t argument)
{
    (void)argument;
    go_stage(state, 1);
}

void act_previous_stage(struct state *state, uint32_t argument)
{
    (void)argument;
    go_stage(state, -1);
}
