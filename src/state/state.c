#include "state/state.h"

#include "analysis/findings.h"
#include "base/mem.h"
#include "canvas/text_close.h"
#include "state/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void state_init(struct state *state, struct session *session)
{
    *state = (struct state){.session = session,
                            .pane_count = 1,
                            .speed = 4,
                            .animate = true,
                            .shot_theme = -1,
                            .finding = TRACE_NONE,
                            .compare_stage = TRACE_NONE};
    for (int p = 0; p < STATE_PANES; p++) {
        state->panes[p].stage = TRACE_NONE;
        state->panes[p].session = session;
    }
}

void state_fini(struct state *state)
{
    for (int i = 0; i < state->prompt_history_count; i++)
        free(state->prompt_history[i]);
    state->prompt_history_count = 0;
    for (int i = 0; i < state->kept_count; i++)
        free(state->kept[i].line);
    state->kept_count = 0;
    free(state->text);
    state->text = NULL;
}

void state_message(struct state *state, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(state->message, sizeof state->message, format, args);
    va_end(args);
    text_close_up(state->message, sizeof state->message);
}

void state_text(struct state *state, const char *text)
{
    char *copy = mem_strdup(text);
    free(state->text);
    state->text = copy;
    state->overlay = OVERLAY_MESSAGE;
    state->overlay_scroll = 0;
}

const struct finding_list *state_findings(const struct state *state, const struct pane *pane)
{
    if (!pane->trace || pane->stage == TRACE_NONE) return NULL;
    if (!session_run(state->session, pane->stage)->examined) return NULL;
    return findings_get(pane->analysis);
}
