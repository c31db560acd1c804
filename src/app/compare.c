#include "app/compare.h"

#include "app/cursor.h"
#include "app/session.h"
#include "base/i18n.h"

void compare_stages(struct state *state, uint32_t left, uint32_t right)
{
    uint32_t round = cursor_round(state);
    bool predict = state->predict;
    if (state->panes[0].trace)
        session_stage(state->session, state->panes[0].stage)->cursor = state->panes[0].cursor;
    state->pane_count = 2;
    state->pane_on = 1;
    for (int p = 0; p < 2; p++) {
        state->panes[p].trace = NULL;
        state->panes[p].stage = TRACE_NONE;
    }
    state_show_stage(state, 0, left);
    state_show_stage(state, 1, right);
    state->predict = predict;
    cursor_go_round(state, round);
}

void compare_toggle(struct state *state)
{
    if (state->pane_count == 2) {
        struct pane keep = state->panes[state->pane_on];
        state->panes[1] = (struct pane){.stage = TRACE_NONE, .session = state->session};
        state->panes[0] = keep;
        state->pane_count = 1;
        state->pane_on = 0;
        return;
    }
    uint32_t stage = state->panes[0].stage;
    if (session_count(state->session) < 2) {
        state_message(state, "%s", _("There is only one stage; nothing to compare it with."));
        return;
    }
    if (stage == 0)
        compare_stages(state, 1, 0);
    else
        compare_stages(state, stage - 1, stage);
}
