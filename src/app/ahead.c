#include "app/ahead.h"

#include "app/command.h"
#include "app/prompt.h"
#include "app/show.h"
#include "base/i18n.h"
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
        state_message(state, _("Too much waits for the program already: this was not kept."));
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
    keep(state,
         (struct kept){.key = key, .view = is_about_the_view(action) ? state->view : TRACE_NONE});
    return true;
}

/* A key that is about a view is done there, also when another one has been opened since. One who
 * has opened none meant the view that the stage opens with. */
static void press(struct state *state, const struct kept *kept)
{
    const uint32_t shown = state->view, before = state->view_before;
    const char *why;
    if (kept->view == TRACE_NONE || kept->view == shown || !state->chosen) {
        state_key(state, kept->key);
        return;
    }
    if (!view_available(view_table[kept->view], state_pane(state), &why)) return;
    show_view(state, kept->view);
    state_key(state, kept->key);
    if (state->view != kept->view) return; /* that is what the key was for */
    show_view(state, shown);
    state->view_before = before;
}

static void carry_out(struct state *state, const struct kept *kept)
{
    if (kept->line) {
        prompt_open(state, kept->kind, kept->line);
        prompt_do(state);
    } else {
        press(state, kept);
    }
    free(kept->line);
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
    /* a box that was opened since is not what they were typed for, and stays */
    const enum overlay box = state->overlay;
    const int scroll = state->overlay_scroll;
    while (state->kept_count && state_pane(state)->trace && !state->quit) {
        if (!any) state->overlay = OVERLAY_NONE;
        struct kept next = state->kept[0];
        memmove(state->kept, state->kept + 1, (size_t)--state->kept_count * sizeof next);
        carry_out(state, &next);
        any = true;
    }
    if (any && box != OVERLAY_NONE && state->overlay != OVERLAY_MESSAGE) {
        state->overlay = box;
        state->overlay_scroll = scroll;
    }
    return any;
}
