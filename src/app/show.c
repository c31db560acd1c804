#include "app/show.h"

#include "app/search.h"
#include "base/i18n.h"
#include "base/paths.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/session.h"
#include "view/code.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

/* A view of requests is about the kernel: coming to it from the CPU's step, one sees the last round
 * of that launch. */
static void leave_finish(struct state *state)
{
    if (view_table[state->view]->step != STEP_REQUEST) return;
    for (int p = 0; p < state->pane_count; p++)
        state->panes[p].cursor.after = false;
}

/* A view's request is kept for as long as stage, launch, block and round are the same; else the new
 * view begins with the first. */
static void change_requests(struct pane *pane, uint32_t before, uint32_t view)
{
    struct kept_requests *kept = &pane->kept;
    struct cursor *c = &pane->cursor;
    if (kept->stage != pane->stage || kept->launch != c->launch || kept->block != c->block ||
        kept->round != c->round)
        *kept = (struct kept_requests){pane->stage, c->launch, c->block, c->round, {0}};
    kept->at[before] = c->request;
    c->request = kept->at[view];
}

void show_view(struct state *state, uint32_t view)
{
    state->chosen = true;
    state->chosen_for = state_pane(state)->stage;
    if (view >= (uint32_t)view_count || view == state->view) return;
    state->view_before = state->view;
    state->view = view;
    leave_finish(state);
    if (view_table[view]->every_stage) session_want_times(state->session);
    for (int p = 0; p < STATE_PANES; p++) {
        bool stages = view_table[view]->every_stage && state->panes[p].stage != TRACE_NONE;
        state->panes[p].cursor.scroll = stages ? (int)state->panes[p].stage : 0;
        change_requests(&state->panes[p], state->view_before, view);
        state->panes[p].cursor.zoom = 0;
        state->panes[p].cursor.top = 0;
    }
    search_show_finding(state);
}

static bool shows_nothing(const struct pane *pane, uint32_t view)
{
    const char *why;
    return !view_available(view_table[view], pane, &why);
}

static uint32_t suitable_view(const struct pane *pane)
{
    for (uint32_t v = 0; v < (uint32_t)view_count; v++)
        if (view_table[v]->opens && !shows_nothing(pane, v) && view_table[v]->opens(pane)) return v;
    return 0;
}

/* A stage that has only its file's name takes the first sentence of the opening comment for a
 * title. */
static void take_title(const struct trace *trace, struct stage *stage)
{
    const char *path = stage->program ? stage->program : stage->recording;
    if (!path || strcmp(stage->title, path_name(path)) != 0 || trace->source_count == 0) return;
    char *comment = code_opening_comment(trace->sources[0].text);
    size_t length = strcspn(comment, "\n");
    for (size_t i = 0; i < length; i++)
        if (comment[i] == '.' && (comment[i + 1] == ' ' || i + 1 == length)) length = i;
    comment[length] = 0;
    if (length && canvas_width(comment) <= 60) {
        free(stage->title);
        stage->title = comment;
    } else {
        free(comment);
    }
}

/* Opened by us, not by the person: the next stage may choose again. */
static void choose_view(struct state *state, uint32_t view)
{
    const bool chosen = state->chosen;
    const uint32_t chosen_for = state->chosen_for;
    show_view(state, view);
    state->chosen = chosen;
    state->chosen_for = chosen_for;
}

/* The first time a stage's trace is there: where its author wants it opened. */
static void begin_stage(struct state *state, struct pane *pane, struct stage *stage)
{
    pane->cursor = (struct cursor){.launch = stage->start_launch,
                                   .round = stage->start_round,
                                   .slot = stage->start_slot,
                                   .line = 1};
    cursor_clamp(pane->trace, &pane->cursor);
    if (pane->cursor.round < stage->start_round && *stage->start_place)
        state_message(state, _("%s: there is no round %u; the last one is %u."), stage->start_place,
                      stage->start_round, pane->cursor.round);
    const struct trace_launch *launch = cursor_launch(pane);
    if (launch && launch->source != TRACE_NONE) {
        pane->cursor.source = launch->source;
        pane->cursor.line = launch->line;
    }
    cursor_set_slot(pane, &pane->cursor, stage->start_slot);
    if (state->pane_count == 1) {
        const bool awaited = state->chosen && state->chosen_for == pane->stage;
        if (stage->start_view != TRACE_NONE && !awaited)
            choose_view(state, stage->start_view);
        else if (shows_nothing(pane, state->view) || state->view == 0 || !state->chosen)
            choose_view(state, suitable_view(pane));
        if (stage->predict) state->predict = true;
    } else {
        cursor_go_beside(pane, &state->panes[pane == &state->panes[0]]);
        pane->cursor.round = cursor_round(state);
        cursor_clamp(pane->trace, &pane->cursor);
    }
    cursor_follow_line(pane);
    take_title(pane->trace, stage);
    stage->visited = true;
}

static void bind(struct state *state, struct pane *pane)
{
    struct stage *stage = session_stage(state->session, pane->stage);
    struct stage_run *run = &stage->runs[stage->variant];
    if (pane->trace == run->trace && pane->analysis == run->analysis) return;
    pane->trace = run->trace;
    pane->analysis = run->analysis;
    if (!pane->trace) return;
    if (!stage->visited) begin_stage(state, pane, stage);
    cursor_clamp(pane->trace, &pane->cursor);
}

void show_stage(struct state *state, int index, uint32_t number)
{
    struct pane *pane = &state->panes[index];
    if (number >= session_count(state->session)) return;
    struct stage *stage = session_stage(state->session, number);
    if (pane->stage != TRACE_NONE && pane->trace)
        session_stage(state->session, pane->stage)->cursor = pane->cursor;
    if (pane->stage != number) {
        if (state->predict && state->prediction.asked)
            state_message(state, _("Predictions: %u of %u right."), state->prediction.right,
                          state->prediction.asked);
        if (index == state->pane_on) {
            predict_keep(state);
            predict_take(state, number);
        }
        state->ended = false;
        state->finding = TRACE_NONE;
    }
    pane->stage = number;
    pane->trace = NULL;
    pane->analysis = NULL;
    pane->cursor = stage->cursor;
    session_want(state->session, number, false);
    bind(state, pane);
}

void show_begin(struct state *state, struct session *session, uint32_t start)
{
    state_init(state, session);
    show_stage(state, 0, start);
}

/* While nobody waits, the stages that ] [ and c lead to are built ahead. */
static void look_ahead(struct state *state)
{
    uint32_t stage = state_pane(state)->stage;
    static const int ahead[] = {1, -1};
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++) {
        int64_t other = (int64_t)stage + ahead[i];
        if (session_busy(state->session)) return;
        if (other < 0 || other >= session_count(state->session)) continue;
        if (session_run(state->session, (uint32_t)other)->status == RUN_NONE)
            session_want(state->session, (uint32_t)other, false);
    }
}

void show_refresh(struct state *state)
{
    for (int p = 0; p < state->pane_count; p++) {
        struct pane *pane = &state->panes[p];
        bind(state, pane);
        struct stage_run *run = session_run(state->session, pane->stage);
        if (run->status == RUN_FAILED && !run->told && pane->trace) {
            const struct stage *stage = session_stage(state->session, pane->stage);
            state_text(state, run->failure);
            if (stage->variant == RUN_EMULATOR && run->other_order)
                state_message(state, _("Thread order: %s."), run_order_name(stage->order));
        }
        if (run->status == RUN_FAILED) run->told = true;
        /* a program that does not compile is said where the compiler would have said it */
        if (run->status == RUN_FAILED && !pane->trace && session_count(state->session) == 1)
            state->failed = state->quit = true;
    }
    /* a pane that is not shown must not keep a trace that is about to be freed */
    for (int p = state->pane_count; p < STATE_PANES; p++) {
        state->panes[p].trace = NULL;
        state->panes[p].analysis = NULL;
    }
    session_collect(state->session);
    if (session_run(state->session, state_pane(state)->stage)->status == RUN_READY)
        look_ahead(state);
}
