/* The rows below the views: what happened, and how far one is. */
#include "app/frame_parts.h"

#include "analysis/findings.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/target.h"
#include "view/finish.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sentence -------------------------------------------------------------------------------- */

static void round_sentence(const struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct cursor *c = &pane->cursor;
    if (!cursor_rounds(pane)) {
        const struct trace_launch *launch = cursor_launch(pane);
        if (launch && *launch->error)
            snprintf(out, size, _("This launch failed: %s."), launch->error);
        return;
    }
    if (state->pane_count == 2) {
        const struct pane *left = &state->panes[0], *right = &state->panes[1];
        if (!cursor_rounds(left) || !cursor_rounds(right)) return;
        sentence_compare(
            round_get(left->analysis, left->cursor.launch, left->cursor.block, left->cursor.round),
            round_get(right->analysis, right->cursor.launch, right->cursor.block,
                      right->cursor.round),
            out, size);
    } else {
        sentence_round(pane->analysis, c->launch, c->block, c->round, out, size);
    }
}

/* The finding that n and N stand at, as long as the cursor is where it happens. */
const struct finding *frame_finding(const struct state *state)
{
    const struct pane *pane = state_pane(state);
    const struct finding_list *list = state_findings(state, pane);
    if (!list || state->search_kind != SEARCH_FINDINGS || state->finding >= list->count)
        return NULL;
    const struct finding *f = &list->findings[state->finding];
    if (f->launch != TRACE_NONE && f->launch != pane->cursor.launch) return NULL;
    if (f->round != TRACE_NONE && f->round != pane->cursor.round) return NULL;
    return f;
}

/* A finding in two lines: who does what, and what is missing. The whole text is in the list. */
static void finding_sentence(const struct finding *f, char *out, size_t size)
{
    if (*f->brief)
        snprintf(out, size, "%s", f->brief);
    else
        snprintf(out, size, _("%s: %s. %s"), _(trace_severity_name(f->severity)), f->headline,
                 f->because);
}

/* The view's own words; of two panes they are about one, and say which. */
static void view_sentence(const struct state *state, char *text, size_t size)
{
    const struct view *view = view_table[state->view];
    char own[2048] = "";
    view->sentence(state, state_pane(state), own, sizeof own);
    bool two = state->pane_count > 1 && view->tells_one && *own;
    snprintf(text, size, two ? state->pane_on ? _("Right: %s") : _("Left: %s") : "%s", own);
}

static void sentence_text(const struct state *state, char *text, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct view *view = view_table[state->view];
    text[0] = 0;
    if (predict_hides(state) && view->sort == VIEW_PICTURE)
        predict_sentence(state, text, size);
    else if (view->sort == VIEW_PICTURE && cursor_finish(pane))
        finish_sentence(pane->analysis, cursor_finish(pane), text, size);
    else if (frame_finding(state))
        finding_sentence(frame_finding(state), text, size);
    else if (pane->trace && view->sentence)
        view_sentence(state, text, size);
    if (!*text && pane->trace && !predict_hides(state)) round_sentence(state, text, size);
    text_close_up(text, size);
}

static struct rect sentence_inner(struct rect area)
{
    return (struct rect){area.x + 1, area.y, area.columns - 2, area.rows};
}

int frame_sentence_rows(const struct state *state, struct rect area)
{
    char text[2048];
    struct rect inner = sentence_inner(area);
    sentence_text(state, text, sizeof text);
    return text_lines(text, inner.columns);
}

/* Where the last sentence (else the last word, else the last character) of `text` begins. */
static size_t last_part(const char *text, size_t length, bool sentences)
{
    const char stop[] = "。";
    for (size_t i = length; i-- > 1;) {
        if (text[i] == ' ' && (!sentences || text[i - 1] == '.')) return i;
        if (i + sizeof stop - 1 < length && strncmp(text + i, stop, sizeof stop - 1) == 0)
            return i + sizeof stop - 1;
    }
    if (sentences || length == 0) return 0;
    do
        length--;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80);
    return length;
}

static void cut_parts(char *text, size_t size, struct rect area, const char *dots, bool sentences)
{
    size_t length = strlen(text), room = size - strlen(dots) - 1;
    while (text_lines(text, area.columns) > area.rows && length > 0) {
        size_t shorter = last_part(text, length, sentences);
        if (shorter == 0) return;
        length = shorter < room ? shorter : room;
        strcpy(text + length, dots);
    }
}

/* What does not fit is left out by whole sentences, for the first one says what happened; by words
 * where that would leave rows empty. An ellipsis says so. */
static void shorten(char *text, size_t size, struct rect area, bool ascii)
{
    const char *dots = ascii ? " ..." : " …";
    if (text_lines(text, area.columns) <= area.rows) return;
    char *whole = mem_strdup(text);
    cut_parts(text, size, area, dots, true);
    if (text_lines(text, area.columns) != area.rows) {
        strcpy(text, whole);
        cut_parts(text, size, area, dots, false);
    }
    free(whole);
}

void frame_sentence(const struct state *state, struct rect area, struct canvas *canvas)
{
    char text[2048];
    struct rect inner = sentence_inner(area);
    if (!area.rows) return;
    sentence_text(state, text, sizeof text);
    shorten(text, sizeof text, inner, canvas->ascii);
    canvas_paragraph(canvas, inner, 0, STYLE_SENTENCE, text);
}

/* ---- Scrubber -------------------------------------------------------------------------------- */

/* Is something wrong in this round of the pane's block? */
static bool round_wrong(const struct state *state, const struct pane *pane, uint32_t round)
{
    const struct finding_list *list = state_findings(state, pane);
    const struct trace_block *block = cursor_block(pane);
    for (uint32_t i = 0; list && block && i < list->count; i++) {
        const struct finding *f = &list->findings[i];
        if (f->launch == pane->cursor.launch && f->round == round && f->severity != TRACE_NOTE &&
            (f->block == TRACE_NONE || f->block == block->index))
            return true;
    }
    return false;
}

/* How rounds are laid out in the scrubber: a cell each with a line between, a cell each, or several
 * rounds to a cell. */
struct scrubber {
    int x, step, columns; /* first column, columns per cell, columns in all */
    uint32_t cells, rounds;
};

static struct scrubber scrubber_of(const struct state *state, int x, int room)
{
    /* while predicting nothing tells how many rounds are still to come */
    uint32_t last = predict_hides(state) ? cursor_round(state) + 1 : cursor_last_round(state);
    struct scrubber s = {.x = x, .rounds = last + 1};
    uint32_t most = (uint32_t)(room - 2);
    s.step = (uint64_t)s.rounds * 2 + 1 <= most ? 2 : 1;
    s.cells = s.rounds < most ? s.rounds : most;
    s.columns = s.step == 2 ? (int)s.rounds * 2 + 1 : (int)s.cells;
    return s;
}

static int scrubber_column(const struct scrubber *s, uint32_t cell)
{
    return s->x + 1 + (s->step == 2 ? (int)cell * 2 + 1 : (int)cell);
}

static uint32_t first_round(const struct scrubber *s, uint32_t cell)
{
    return (uint32_t)(((uint64_t)cell * s->rounds + s->cells - 1) / s->cells);
}

/* ├─●─●─■─·─┤. Marks of what is wrong appear up to the cursor's round: the rest lies in the future.
 */
static void draw_rounds(const struct state *state, const struct scrubber *s, struct canvas *canvas,
                        int y)
{
    uint32_t here = (uint32_t)((uint64_t)cursor_round(state) * s->cells / s->rounds);
    canvas_put(canvas, s->x, y, STYLE_RULE, 0x251C);
    canvas_hline(canvas, s->x + 1, y, s->columns, STYLE_RULE);
    canvas_put(canvas, s->x + 1 + s->columns, y, STYLE_RULE, 0x2524);
    for (uint32_t i = 0; i < s->cells; i++) {
        bool wrong = s->cells == s->rounds && i <= here && round_wrong(state, state_pane(state), i);
        uint32_t later = predict_hides(state) ? '?' : 0xB7;
        uint32_t glyph = wrong ? '!' : i < here ? 0x25CF : i == here ? 0x25A0 : later;
        enum style style = wrong ? STYLE_RACE : i == here ? STYLE_HERE : STYLE_DIM;
        canvas_put(canvas, scrubber_column(s, i), y, style, glyph);
        /* the line before a round belongs to it; of several rounds to a cell the first is meant,
         * or the present one */
        uint32_t round = i == here ? cursor_round(state) : first_round(s, i);
        canvas_target(canvas, (struct rect){scrubber_column(s, i) - s->step + 1, y, s->step, 1},
                      target_pack(TARGET_ROUND, 0, round));
    }
}

/* Behind the last round, once one is there: the CPU's step, where the program has one. */
static void draw_beyond(const struct state *state, struct canvas *canvas, int x, int y)
{
    const struct pane *pane = state_pane(state);
    if (state->pane_count > 1 || predict_hides(state) || !pane->analysis) return;
    const struct view *view = view_table[state->view];
    if (pane->cursor.round + 1 < cursor_rounds(pane)) return;
    if (view->step == STEP_REQUEST && view->request_count && !cursor_finish(pane) &&
        pane->cursor.request + 1 < view->request_count(pane))
        return;
    if (!finish_of_launch(pane->analysis, pane->cursor.launch)) return;
    bool here = cursor_finish(pane);
    canvas_target(canvas, (struct rect){x, y, 5, 1}, target_pack(TARGET_BEYOND, 0, 0));
    canvas_put(canvas, x, y, here ? STYLE_HERE : STYLE_DIM, here ? 0x25A0 : 0xB7);
    canvas_text(canvas, x + 2, y, here ? STYLE_NORMAL : STYLE_DIM, "CPU");
}

static int scrubber_room(const struct state *state, struct rect area, char *text, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct view *view = view_table[state->view];
    text[0] = 0;
    if (!pane->trace) return 0;
    if (frame_finding(state))
        snprintf(text, size, _("finding %u of %u"), state->finding + 1,
                 state_findings(state, pane)->count);
    else if (finish_shows(view, pane))
        finish_selection(pane, cursor_finish(pane), text, (int)size);
    else if (view->selection)
        view->selection(state, pane, text, (int)size);
    int room = area.columns - 2 - canvas_width(text) - 2;
    return cursor_rounds(pane) && room > 6 ? room : 0;
}

void frame_scrubber(const struct state *state, struct rect area, struct canvas *canvas)
{
    char text[256];
    if (!area.rows) return;
    int room = scrubber_room(state, area, text, sizeof text);
    if (room) {
        struct scrubber s = scrubber_of(state, area.x + 1, room);
        draw_rounds(state, &s, canvas, area.y);
        int x = s.x + s.columns + 3;
        if (x + 5 < area.x + area.columns - canvas_width(text))
            draw_beyond(state, canvas, x, area.y);
    }
    canvas_text_right(canvas, area.x + area.columns - 1, area.y, STYLE_NORMAL, text);
}
