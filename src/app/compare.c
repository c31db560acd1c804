#include "app/compare.h"

#include "app/requests.h"
#include "app/show.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/session.h"

#include <stdlib.h>
#include <string.h>

/* Where the person is in each pane's stage. */
static void keep_cursors(const struct state *state)
{
    for (int p = 0; p < state->pane_count; p++) {
        const struct pane *pane = &state->panes[p];
        if (pane->trace) session_stage(state->session, pane->stage)->cursor = pane->cursor;
    }
}

void compare_stages(struct state *state, uint32_t left, uint32_t right)
{
    const struct pane from = *state_pane(state);
    const uint32_t round = cursor_round(state);
    const bool predict = state->predict;
    keep_cursors(state);
    predict_keep(state);
    state->pane_count = 2;
    state->pane_on = 1;
    for (int p = 0; p < 2; p++) {
        state->panes[p].trace = NULL;
        state->panes[p].stage = TRACE_NONE;
    }
    show_stage(state, 0, left);
    show_stage(state, 1, right);
    state->predict = predict;
    for (int p = 0; p < 2; p++)
        if (state->panes[p].stage != from.stage) cursor_go_beside(&state->panes[p], &from);
    cursor_go_round(state, round);
    requests_go(state, from.cursor.request);
}

static const char *const run_words[RUN_VARIANT_COUNT] = {"emulator", "gpu-compiled", "gpu-written",
                                                         "recording"};

const char *compare_word(uint32_t i)
{
    return i < RUN_VARIANT_COUNT ? run_words[i] : NULL;
}

/* The run that `e` would go to; RUN_VARIANT_COUNT if there is none. */
static enum run_variant other_variant(const struct state *state, uint32_t stage)
{
    int variant = (int)session_stage(state->session, stage)->variant;
    for (int i = 1; i < RUN_VARIANT_COUNT; i++) {
        enum run_variant next = (enum run_variant)((variant + i) % RUN_VARIANT_COUNT);
        if (session_has(state->session, stage, next)) return next;
    }
    return RUN_VARIANT_COUNT;
}

static void compare_run(struct state *state, uint32_t stage, enum run_variant variant,
                        const char *define)
{
    compare_stages(state, session_sibling(state->session, stage, variant, define), stage);
}

void compare_with(struct state *state, const char *what)
{
    uint32_t stage = state_pane(state)->stage;
    char *end;
    unsigned long number = strtoul(what, &end, 10);
    if (*what && !*end) {
        if (number >= 1 && number <= session_count(state->session))
            compare_stages(state, (uint32_t)number - 1, stage);
        else
            state_message(state, _("Stages go from 1 to %u."), session_count(state->session));
        return;
    }
    const struct stage *present = session_stage(state->session, stage);
    if (strncmp(what, "-D", 2) == 0 && what[2]) {
        if (present->program && present->variant != RUN_RECORDING)
            compare_run(state, stage, present->variant, what + 2);
        else
            state_message(state, "%s",
                          _("This is a recorded trace; there is no program to build."));
        return;
    }
    for (int v = 0; v < RUN_VARIANT_COUNT; v++) {
        if (strcmp(run_words[v], what) != 0) continue;
        if (session_has(state->session, stage, (enum run_variant)v))
            compare_run(state, stage, (enum run_variant)v, NULL);
        else
            state_message(state, _("This machine does not have that run of it: %s."), what);
        return;
    }
    state_message(state, "%s",
                  _("Compare with a stage, another run (Tab lists both) or -DNAME=VALUE."));
}

/* The stage that `c` shows beside this one. */
static uint32_t pair_of(const struct state *state, uint32_t stage)
{
    const uint32_t pair = session_stage(state->session, stage)->pair;
    if (pair < session_count(state->session) && pair != stage) return pair;
    return stage ? stage - 1 : 1;
}

void compare_toggle(struct state *state)
{
    if (state->pane_count == 2) {
        struct pane keep = state->panes[state->pane_on];
        keep_cursors(state);
        state->panes[1] = (struct pane){.stage = TRACE_NONE, .session = state->session};
        state->panes[0] = keep;
        state->pane_count = 1;
        state->pane_on = 0;
        return;
    }
    uint32_t stage = state->panes[0].stage;
    if (session_count(state->session) < 2) {
        enum run_variant other = other_variant(state, stage);
        if (other != RUN_VARIANT_COUNT)
            compare_run(state, stage, other, NULL);
        else
            state_message(state, "%s", _("There is only one stage; nothing to compare it with."));
        return;
    }
    const uint32_t other = pair_of(state, stage);
    if (other < stage) {
        compare_stages(state, other, stage);
    } else { /* the later one stands on the right */
        compare_stages(state, stage, other);
        state->pane_on = 0;
    }
    if (session_stage(state->session, stage)->pair == other)
        state_message(state, _("The lesson pairs this stage with stage %u."), other + 1);
    else if (other > stage)
        state_message(state, "%s",
                      _("No stage comes before this one: the next one stands on the right."));
}
