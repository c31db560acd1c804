#include "app/requests.h"

#include "base/i18n.h"
#include "state/cursor.h"
#include "view/view.h"

static uint32_t request_count(const struct state *state, const struct pane *pane)
{
    const struct view *view = view_table[state->view];
    return pane->trace && view->request_count ? view->request_count(pane) : 0;
}

static uint32_t at_most(uint32_t request, uint32_t count)
{
    return request < count ? request : count ? count - 1 : 0;
}

void requests_go(struct state *state, uint32_t request)
{
    for (int p = 0; p < state->pane_count; p++)
        state->panes[p].cursor.request = at_most(request, request_count(state, &state->panes[p]));
}

void requests_last(struct state *state)
{
    requests_go(state, UINT32_MAX);
}

/* On to the next round that has something to step through; where none has, just one round on. */
static bool to_round_with_requests(struct state *state, int delta)
{
    uint32_t before = cursor_round(state), steps = 0, count = 0;
    while (count == 0 && cursor_step_rounds(state, delta)) {
        steps++;
        for (int p = 0; p < state->pane_count; p++)
            count += request_count(state, &state->panes[p]) > 0;
    }
    if (count == 0 && steps > 1) cursor_go_round(state, before + (uint32_t)delta);
    if (count && delta < 0) requests_go(state, UINT32_MAX);
    return steps > 0;
}

bool requests_step(struct state *state, int delta)
{
    uint32_t at = 0, count = 0;
    for (int p = 0; p < state->pane_count; p++) {
        uint32_t of_pane = request_count(state, &state->panes[p]);
        if (state->panes[p].cursor.request > at) at = state->panes[p].cursor.request;
        if (of_pane > count) count = of_pane;
    }
    if (delta > 0 && at + 1 < count) {
        requests_go(state, at + 1);
        return true;
    }
    if (delta < 0 && at > 0) {
        requests_go(state, at - 1);
        return true;
    }
    return to_round_with_requests(state, delta);
}

void requests_tell_none(struct state *state)
{
    const int global = view_about(VIEW_GLOBAL), shared = view_about(VIEW_SHARED);
    if (view_table[state->view]->request_count || global < 0 || shared < 0)
        state_message(state, "%s", _("There is no request for this view in this round."));
    else
        state_message(state, _("This view has no requests; see %s (%d) and %s (%d)."),
                      _(view_table[global]->name), global + 1, _(view_table[shared]->name),
                      shared + 1);
}
