#include "app/invite.h"

#include "analysis/findings.h"
#include "analysis/finish.h"
#include "analysis/round.h"
#include "app/keys.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/session.h"
#include "view/view.h"

#include <stdio.h>

static bool shows_slots(const struct state *state)
{
    return view_table[state->view]->subject == VIEW_ROUNDS;
}

/* Elsewhere → is not a barrier. */
static bool steps_rounds(const struct state *state)
{
    const struct view *view = view_table[state->view];
    return view->sort == VIEW_PICTURE && view->step == STEP_ROUND;
}

static bool at_findings(const struct state *state)
{
    const struct finding_list *list = state_findings(state, state_pane(state));
    return list && list->errors + list->warnings > 0;
}

static bool at_single_round(const struct state *state)
{
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    return shows_slots(state) && launch && cursor_rounds(state_pane(state)) <= 1;
}

static bool at_last_round(const struct state *state)
{
    uint32_t last = cursor_last_round(state);
    return last > 0 && cursor_round(state) == last && !view_table[state->view]->every_stage &&
           state_pane(state)->stage + 1 < session_count(state->session);
}

static bool at_last_step(const struct state *state)
{
    const struct view *view = view_table[state->view];
    return view->sort == VIEW_PICTURE && view->step != STEP_TIME &&
           cursor_rounds(state_pane(state)) && cursor_round(state) == cursor_last_round(state) &&
           (view->step == STEP_ROUND || !view->request_count ||
            state_pane(state)->cursor.request + 1 >= view->request_count(state_pane(state)));
}

static bool at_finish(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    return at_last_step(state) && !cursor_finish(pane) &&
           finish_of_launch(pane->analysis, pane->cursor.launch);
}

static bool at_next_launch(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    return at_last_step(state) && pane->cursor.launch + 1 < pane->trace->launch_count;
}

static bool at_fewer_warps(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    uint32_t round = pane->cursor.round;
    if (!shows_slots(state) || round == 0 || cursor_rounds(pane) == 0) return false;
    const struct round_counts *counts =
        round_counts(pane->analysis, pane->cursor.launch, pane->cursor.block);
    return counts && counts[round].warps < counts[round - 1].warps;
}

static bool at_first_frame(const struct state *state)
{
    return steps_rounds(state) && cursor_last_round(state) > 0 && cursor_round(state) == 0;
}

static bool at_second_round(const struct state *state)
{
    return steps_rounds(state) && cursor_round(state) == 1 && cursor_last_round(state) > 1;
}

static bool at_third_round(const struct state *state)
{
    uint32_t round = cursor_round(state);
    return shows_slots(state) && round >= 2 && round < cursor_last_round(state);
}

static bool at_moved(const struct state *state)
{
    /* bit 31 of learned: the selection has been moved */
    return (state->learned & 1u << 31) != 0 && shows_slots(state);
}

static const struct invitation {
    bool (*due)(const struct state *state);
    enum action actions[3]; /* whose keys are shown; the first one's use ends it */
    const char *text;       /* a %s for each */
} invitations[] = {
    {at_first_frame, {ACTION_FORWARD}, N_("%s next barrier")},
    {at_findings, {ACTION_FINDINGS}, N_("%s the first finding")},
    {at_single_round, {ACTION_VIEW}, N_("2 its accesses to memory")},
    {at_finish, {ACTION_FORWARD}, N_("%s what the CPU does with the results")},
    {at_next_launch, {ACTION_FORWARD}, N_("%s the next launch")},
    {at_last_round,
     {ACTION_NEXT_STAGE, ACTION_COMPARE},
     N_("%s next stage   %s both side by side   6 times of all stages")},
    {at_fewer_warps, {ACTION_WHY}, N_("%s why")},
    {at_moved, {ACTION_ENTER}, N_("%s: the history of this slot")},
    {at_second_round, {ACTION_BACK, ACTION_FORWARD}, N_("%2$s again, %1$s back")},
    {at_third_round, {ACTION_PLAY}, N_("%s plays the rest")},
};

enum { INVITATION_COUNT = sizeof invitations / sizeof *invitations };

bool invite_text(const struct state *state, char *out, size_t size)
{
    if (!state_pane(state)->trace || state->predict || state->pane_count > 1) return false;
    if (cursor_finish(state_pane(state))) return false;
    for (int i = 0; i < INVITATION_COUNT; i++) {
        const struct invitation *row = &invitations[i];
        if (state->learned & 1u << i || !row->due(state)) continue;
        char first[16], second[16];
        keys_first(row->actions[0], first);
        keys_first(row->actions[1], second);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
        snprintf(out, size, _(row->text), first, second);
#pragma GCC diagnostic pop
        return true;
    }
    return false;
}

void invite_learn(struct state *state, enum action action)
{
    for (int i = 0; i < INVITATION_COUNT; i++)
        if (invitations[i].actions[0] == action && invitations[i].due(state))
            state->learned |= 1u << i;
    if (action == ACTION_DOWN || action == ACTION_UP || action == ACTION_MOVE_RIGHT ||
        action == ACTION_MOVE_LEFT)
        state->learned |= 1u << 31;
}
