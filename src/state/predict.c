#include "state/predict.h"

#include "analysis/round.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024 }; /* of a block */

bool predict_asks(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    return state->predict && pane->cursor.round + 1 < cursor_rounds(pane);
}

bool predict_hides(const struct state *state)
{
    return predict_asks(state);
}

bool predict_refuses(struct state *state)
{
    if (!predict_asks(state)) return false;
    state_message(state, "%s", _("Hidden while you predict: it would tell what comes. p ends it."));
    return true;
}

static void forget_answer(struct state *state)
{
    state->prediction.answer[0] = 0;
    state->prediction.marked = false;
    memset(state->prediction.marks, 0, sizeof state->prediction.marks);
}

void predict_follow(struct state *state, const struct cursor *before)
{
    struct predict *p = &state->prediction;
    const struct cursor *now = &state_pane(state)->cursor;
    bool block = now->launch != before->launch || now->block != before->block;
    if (now->launch != p->seen_launch || now->block != p->seen_block) p->seen = 0;
    p->seen_launch = now->launch;
    p->seen_block = now->block;
    if (block || now->round != before->round) forget_answer(state);
    if (!state->predict) p->seen = 0;
    if (now->round + 1 > p->seen) p->seen = now->round + 1;
}

/* Why there is nothing to predict here, for the person; NULL where there is. */
static const char *no_question(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    if (!cursor_rounds(pane)) return _("There are no rounds here to predict.");
    if (pane->cursor.round + 1 < cursor_rounds(pane)) return NULL;
    return cursor_rounds(pane) > 1
               ? _("This is the last round, nothing is left to predict; Home goes to the first.")
               : _("This kernel has one round; there is no next one to predict.");
}

void predict_toggle(struct state *state)
{
    const char *none = state->predict ? NULL : no_question(state);
    if (none) {
        state_message(state, "%s", none);
        return;
    }
    state->predict = !state->predict;
    state->playing = false;
    state->overlay = OVERLAY_NONE;
    state->prediction.uncovered.launch = TRACE_NONE;
    forget_answer(state);
    if (!state->predict && state->prediction.asked)
        state_message(state, _("Predictions: %u of %u right."), state->prediction.right,
                      state->prediction.asked);
    else if (!state->predict)
        state_message(state, "%s", _("No longer predicting."));
}

void predict_keep(struct state *state)
{
    const struct pane *pane = state_pane(state);
    if (pane->stage != TRACE_NONE)
        session_stage(state->session, pane->stage)->prediction = state->prediction;
}

void predict_take(struct state *state, uint32_t stage)
{
    state->prediction = session_stage(state->session, stage)->prediction;
    state->prediction.uncovered.launch = TRACE_NONE;
    forget_answer(state);
}

void predict_type(struct state *state, char character)
{
    char *answer = state->prediction.answer;
    size_t length = strlen(answer);
    if (character == '-') {
        /* the sign stands in front whenever it is typed */
        if (answer[0] == '-') {
            memmove(answer, answer + 1, length);
        } else if (length + 1 < sizeof state->prediction.answer) {
            memmove(answer + 1, answer, length + 1);
            answer[0] = '-';
        }
        return;
    }
    if (character == '.' && strchr(answer, '.')) return;
    if (length + 1 >= sizeof state->prediction.answer) return;
    answer[length] = character;
    answer[length + 1] = 0;
}

void predict_erase(struct state *state)
{
    size_t length = strlen(state->prediction.answer);
    if (length) state->prediction.answer[length - 1] = 0;
}

void predict_mark(struct state *state)
{
    uint32_t thread = state_pane(state)->cursor.thread;
    if (thread >= MOST_THREADS) return;
    state->prediction.marks[thread / 64] ^= 1ull << thread % 64;
    state->prediction.marked = true;
}

/* "A", "A-B" or "A-B/STEP", and what stands behind it; false when it is none of these. */
static bool read_range(const char **text, uint32_t count, uint64_t set[16])
{
    char *end;
    unsigned long first, last, step = 1;
    if (**text < '0' || **text > '9') return false;
    first = last = strtoul(*text, &end, 10);
    if (*end == '-') last = strtoul(end + 1, &end, 10);
    if (*end == '/') step = strtoul(end + 1, &end, 10);
    if (first >= count || last >= count || last < first || step == 0) return false;
    for (unsigned long thread = first; thread <= last; thread += step)
        set[thread / 64] |= 1ull << thread % 64;
    *text = end + strspn(end, " ,");
    return *text > end || !*end;
}

bool predict_mark_list(struct state *state, const char *list)
{
    struct predict *p = &state->prediction;
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    uint64_t set[16] = {0}, missing = 0;
    uint32_t threads = launch ? trace_threads(launch) : 0;
    while (*list)
        if (!read_range(&list, threads < MOST_THREADS ? threads : MOST_THREADS, set)) return false;
    for (int i = 0; i < 16; i++)
        missing |= set[i] & ~p->marks[i];
    for (int i = 0; i < 16; i++)
        p->marks[i] = missing ? p->marks[i] | set[i] : p->marks[i] & ~set[i];
    p->marked = true;
    return true;
}

static bool bit(const uint64_t set[16], uint32_t thread)
{
    return thread < MOST_THREADS && set[thread / 64] >> thread % 64 & 1;
}

static bool works(const struct round *round, uint32_t thread)
{
    uint32_t warp = thread / TRACE_LANES;
    return warp < round->warp_count && round->warps[warp].works >> thread % TRACE_LANES & 1;
}

enum predict_mark predict_marked(const struct state *state, const struct pane *pane,
                                 uint32_t thread)
{
    const struct predict *p = &state->prediction;
    const struct cursor *c = &pane->cursor, *u = &p->uncovered;
    if (!state->predict || pane != state_pane(state)) return PREDICT_NONE;
    if (p->marked && predict_asks(state))
        return bit(p->marks, thread) ? PREDICT_MARKED : PREDICT_OPEN;
    if (u->launch != c->launch || u->block != c->block || u->round != c->round) return PREDICT_NONE;
    const struct round *round = round_get(pane->analysis, c->launch, c->block, c->round);
    if (!round || works(round, thread) == bit(p->checked, thread)) return PREDICT_NONE;
    return bit(p->checked, thread) ? PREDICT_WRONG : PREDICT_MISSED;
}

void predict_active(const struct pane *pane, uint32_t round, uint64_t active[16])
{
    const struct round *r =
        round_get(pane->analysis, pane->cursor.launch, pane->cursor.block, round);
    memset(active, 0, 16 * sizeof *active);
    for (uint32_t w = 0; r && w < r->warp_count && w < 32; w++)
        active[w / 2] |= (uint64_t)r->warps[w].works << w % 2 * 32;
}

/* Numbers are compared as numbers: "0.50" is right for 0.5, and a float may differ in its last
 * shown digit. */
static bool same_value(const struct trace *trace, uint32_t type, const char *shown,
                       const char *typed)
{
    char *end_shown, *end_typed;
    double a = strtod(shown, &end_shown), b = strtod(typed, &end_typed);
    if (*end_shown || *end_typed || end_typed == typed) return strcmp(shown, typed) == 0;
    if (type < trace->type_count && trace->types[type].kind == TRACE_FLOAT)
        return fabs(a - b) <= 1e-5 * fmax(fabs(a), 1e-30);
    return strcmp(shown, typed) == 0 || a == b;
}

/* The selected slot at the end of `round` as text; false when it is not known. */
static bool slot_text(const struct pane *pane, uint32_t round, char *out, size_t size)
{
    const struct trace_array *array = cursor_array(pane);
    const struct cursor *c = &pane->cursor;
    if (!array) return false;
    const uint8_t *data = trace_snapshot(cursor_launch(pane), c->array, c->block, round);
    const uint8_t *written = trace_written(cursor_launch(pane), c->array, c->block, round);
    if (!data) return false;
    if (written && !written[c->slot]) {
        snprintf(out, size, "%s", _("unset"));
        return true;
    }
    uint32_t bytes = pane->trace->types[array->type].bytes;
    trace_format_value(pane->trace, array->type, data + (size_t)c->slot * bytes, out, size);
    return true;
}

/* A round that has been seen before is no question. */
static void score(struct state *state, bool right)
{
    if (state_pane(state)->cursor.round + 1 < state->prediction.seen) return;
    state->prediction.asked++;
    state->prediction.right += right;
}

static void judge_value(struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    char value[128];
    const struct trace_array *array = cursor_array(pane);
    out[0] = 0;
    if (!slot_text(pane, pane->cursor.round + 1, value, sizeof value)) return;
    bool right = same_value(pane->trace, array->type, value, state->prediction.answer);
    score(state, right);
    if (right)
        snprintf(out, size, _("Right: slot %u holds %s."), pane->cursor.slot, value);
    else
        snprintf(out, size, _("No: slot %u holds %s, not %s."), pane->cursor.slot, value,
                 state->prediction.answer);
}

static void judge_marks(struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    uint64_t active[16];
    uint32_t missed = 0, wrong = 0, count = 0;
    predict_active(pane, pane->cursor.round + 1, active);
    for (int i = 0; i < 16; i++) {
        count += (uint32_t)__builtin_popcountll(active[i]);
        missed += (uint32_t)__builtin_popcountll(active[i] & ~state->prediction.marks[i]);
        wrong += (uint32_t)__builtin_popcountll(~active[i] & state->prediction.marks[i]);
    }
    bool right = missed == 0 && wrong == 0;
    score(state, right);
    memcpy(state->prediction.checked, state->prediction.marks, sizeof state->prediction.checked);
    state->prediction.uncovered = pane->cursor;
    state->prediction.uncovered.round++;
    if (right)
        snprintf(out, size,
                 ONE_OR(count, _("Right: %u thread works."), _("Right: %u threads work.")), count);
    else
        snprintf(out, size,
                 ONE_OR(count, _("No: %u thread works; missed: %u, marked in vain: %u."),
                        _("No: %u threads work; missed: %u, marked in vain: %u.")),
                 count, missed, wrong);
}

static void go_on(struct state *state)
{
    forget_answer(state);
    cursor_step_rounds(state, 1);
    const struct pane *pane = state_pane(state);
    if (pane->cursor.round + 1 < cursor_rounds(pane) || state->prediction.asked == 0) return;
    size_t used = strlen(state->message);
    snprintf(state->message + used, sizeof state->message - used, _("%sScore: %u of %u."),
             used ? " " : "", state->prediction.right, state->prediction.asked);
}

void predict_check(struct state *state)
{
    char value[256] = "", threads[256] = "";
    if (!predict_asks(state)) return;
    if (!state->prediction.answer[0] && !state->prediction.marked) {
        state_message(state, "%s",
                      _("Type a value or mark threads with Space; the right arrow uncovers."));
        return;
    }
    if (state->prediction.answer[0]) judge_value(state, value, sizeof value);
    if (state->prediction.marked) judge_marks(state, threads, sizeof threads);
    state_message(state, "%s%s%s", value, *value && *threads ? " " : "", threads);
    go_on(state);
}

void predict_uncover(struct state *state)
{
    if (predict_asks(state)) state->prediction.uncovered.launch = TRACE_NONE;
    go_on(state);
}

void predict_sentence(const struct state *state, char *out, int size)
{
    const struct pane *pane = state_pane(state);
    const struct predict *p = &state->prediction;
    uint32_t marks = 0;
    for (int i = 0; i < 16; i++)
        marks += (uint32_t)__builtin_popcountll(p->marks[i]);
    out[0] = 0;
    if (!predict_asks(state)) return; /* nothing is hidden: what happened is told */
    int used = 0;
    if (cursor_array(pane))
        used = snprintf(out, (size_t)size,
                        _("Round %u is hidden. What will slot %u hold? Type it: %s_  Or mark with "
                          "Space the threads that work (%u marked)."),
                        pane->cursor.round + 1, pane->cursor.slot, p->answer, marks);
    else
        used = snprintf(out, (size_t)size,
                        _("Round %u is hidden. Which threads work? Mark them with Space "
                          "(%u marked)."),
                        pane->cursor.round + 1, marks);
    if (used > 0 && used < size)
        snprintf(out + used, (size_t)(size - used), _(" Enter checks. %u of %u right."), p->right,
                 p->asked);
}
