#include "app/ahead.h"

#include "app/command.h"
#include "app/prompt.h"
#include "base/mem.h"
#include "state/session.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

static bool is_built(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    if (pane->trace || pane->stage == TRACE_NONE) return false;
    enum run_status status = session_run(state->session, pane->stage)->status;
    return status == RUN_WAITING || status == RUN_WORKING;
}

/* Moves all of the picture, or needs its results, whichever view is open. */
static bool is_about_the_run(enum action action)
{
    switch (action) {
    case ACTION_FORWARD:
    case ACTION_BACK:
    case ACTION_NEXT_BARRIER:
    case ACTION_PREVIOUS_BARRIER:
    case ACTION_NEXT_REQUEST:
    case ACTION_PREVIOUS_REQUEST:
    case ACTION_PLAY:
    case ACTION_NEXT_BLOCK:
    case ACTION_PREVIOUS_BLOCK:
    case ACTION_NEXT_LAUNCH:
    case ACTION_PREVIOUS_LAUNCH:
    case ACTION_FINDINGS:
    case ACTION_CHANGES:
    case ACTION_NEXT_MATCH:
    case ACTION_PREVIOUS_MATCH:
    case ACTION_WHY:
    case ACTION_PREDICT:
        return true;
    default:
        return false;
    }
}

/* Needs something to select or to look at closer: some lists are there before the trace. */
static bool is_about_the_view(enum action action)
{
    switch (action) {
    case ACTION_FIRST:
    case ACTION_LAST:
    case ACTION_DOWN:
    case ACTION_UP:
    case ACTION_MOVE_LEFT:
    case ACTION_MOVE_DOWN:
    case ACTION_MOVE_UP:
    case ACTION_MOVE_RIGHT:
    case ACTION_PAGE_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_ENTER:
    case ACTION_CONTENT:
    case ACTION_ZOOM_IN:
    case ACTION_ZOOM_OUT:
    case ACTION_ZOOM_ALL:
        return true;
    default:
        return false;
    }
}

bool ahead_waits_for(const struct state *state, enum action action)
{
    const char *why;
    if (is_about_the_run(action)) return true;
    return is_about_the_view(action) &&
           !view_available(view_table[state->view], state_pane(state), &why);
}

static void forget(struct state *state)
{
    for (int i = 0; i < state->kept_count; i++)
        free(state->kept[i].line);
    state->kept_count = 0;
}

static void keep(struct state *state, struct kept kept)
{
    if (state->kept_stage != state_pane(state)->stage) forget(state);
    state->kept_stage = state_pane(state)->stage;
    if (state->kept_count == STATE_KEPT) {
        free(kept.line);
        return;
    }
    state->kept[state->kept_count++] = kept;
}

bool ahead_keep(struct state *state, enum action action, uint32_t key)
{
    if (!is_built(state)) return false;
    if (action == ACTION_DO) {
        bool search = state->prompt_kind == '/';
        if (!search && !commands_wait(state, state->prompt)) return false;
        keep(state, (struct kept){.line = mem_strdup(state->prompt), .kind = state->prompt_kind});
        prompt_close(state);
        return true;
    }
    if (state->overlay != OVERLAY_NONE || !ahead_waits_for(state, action)) return false;
    keep(state, (struct kept){.key = key});
    return true;
}

bool ahead_catch_up(struct state *state)
{
    bool any = false;
    if (state->kept_count == 0 || state->prompt_kind) return false;
    if (state->kept_stage != state_pane(state)->stage ||
        session_run(state->session, state->kept_stage)->status == RUN_FAILED) {
        forget(state);
        return false;
    }
    while (state->kept_count && state_pane(state)->trace && !state->quit) {
        struct kept next = state->kept[0];
        memmove(state->kept, state->kept + 1, (size_t)--state->kept_count * sizeof next);
        if (next.line) {
            prompt_open(state, next.kind, next.line);
            prompt_do(state);
        } else {
            state_key(state, next.key);
        }
        free(next.line);
        any = true;
    }
    return any;
}
