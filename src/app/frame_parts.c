#include "app/frame_parts.h"

#include "analysis/findings.h"
#include "analysis/race.h"
#include "analysis/sentence.h"
#include "app/cursor.h"
#include "app/invite.h"
#include "app/keys.h"
#include "app/predict.h"
#include "app/session.h"
#include "base/i18n.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

/* ---- Title ----------------------------------------------------------------------------------- */

void frame_dim(const uint32_t dim[3], char out[40])
{
    if (dim[2] > 1)
        snprintf(out, 40, "(%u,%u,%u)", dim[0], dim[1], dim[2]);
    else if (dim[1] > 1)
        snprintf(out, 40, "(%u,%u)", dim[0], dim[1]);
    else
        snprintf(out, 40, "%u", dim[0]);
}

void frame_block(const struct trace_launch *launch, uint32_t index, char out[40])
{
    const uint32_t *grid = launch->grid;
    uint32_t x = index % grid[0], y = index / grid[0] % grid[1], z = index / grid[0] / grid[1];
    if (grid[2] > 1)
        snprintf(out, 40, "(%u,%u,%u)", x, y, z);
    else if (grid[1] > 1)
        snprintf(out, 40, "(%u,%u)", x, y);
    else
        snprintf(out, 40, "%u", index);
}

static int print_array(const struct trace *trace, const struct trace_array *array, char *out,
                       size_t size)
{
    int used = snprintf(out, size, "%s", array->name);
    for (uint32_t d = 0; d < array->dim_count && used > 0 && (size_t)used < size; d++)
        used += snprintf(out + used, size - (size_t)used, "[%u]", array->dims[d]);
    if (used > 0 && (size_t)used < size)
        used += snprintf(out + used, size - (size_t)used, " %s", trace->types[array->type].name);
    return used;
}

/* cubes_tree.cu  sumCubes<<<32,256>>>  block 0 of 32  shared[256] int */
static void title_text(const struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct trace_launch *launch = cursor_launch(pane);
    const struct trace_block *block = cursor_block(pane);
    char grid[40], threads[40], index[40], array[200] = "";
    if (!pane->trace) {
        snprintf(out, size, "%s", session_title(state->session));
        return;
    }
    if (!launch) {
        snprintf(out, size, _("%s  no kernel was launched"), pane->trace->program);
        return;
    }
    frame_dim(launch->grid, grid);
    frame_dim(launch->block, threads);
    int used = snprintf(out, size, "%s  %s<<<%s,%s>>>", pane->trace->program, launch->kernel, grid,
                        threads);
    if (!block || used < 0 || (size_t)used >= size) return;
    frame_block(launch, block->index, index);
    used += snprintf(out + used, size - (size_t)used, _("  block %s of %s"), index, grid);
    if (cursor_array(pane)) print_array(pane->trace, cursor_array(pane), array, sizeof array);
    if (used > 0 && (size_t)used < size && *array)
        snprintf(out + used, size - (size_t)used, "  %s", array);
}

/* Where the figures come from; a recording on a GPU says on which. */
static void origin_text(const struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct stage_run *run = session_run(state->session, pane->stage);
    if (run->status == RUN_WORKING || run->status == RUN_WAITING) {
        snprintf(out, size, "%s", _("building …"));
        return;
    }
    out[0] = 0;
    if (!pane->trace) return;
    const struct stage *stage = session_stage(state->session, pane->stage);
    if (pane->trace->backend == TRACE_EMULATOR)
        snprintf(out, size, "%s%s%s", _("emulator"),
                 strncmp(pane->trace->schedule, "forward", 7) == 0 || !*pane->trace->schedule
                     ? ""
                     : ", ",
                 strncmp(pane->trace->schedule, "forward", 7) == 0 ? "" : pane->trace->schedule);
    else if (stage->variant == RUN_RECORDING || !stage->program)
        snprintf(out, size, _("%s, recorded"), pane->trace->device.name);
    else
        snprintf(out, size, "%s", pane->trace->device.name);
}

static void stage_text(const struct state *state, const struct pane *pane, char *out, size_t size)
{
    const struct stage *stage = session_stage(state->session, pane->stage);
    if (session_count(state->session) > 1)
        snprintf(out, size, _("stage %u  %s"), pane->stage + 1, stage->title);
    else
        snprintf(out, size, "%s", stage->title);
}

/* "1 error, 1 warning" behind the stage's title. */
static void add_summary(const struct state *state, const struct pane *pane, char *out, size_t size)
{
    const struct finding_list *list = state_findings(state, pane);
    char summary[128];
    size_t used = strlen(out);
    if (!list || list->errors + list->warnings == 0 || used + 3 >= size) return;
    findings_summary(list, summary, sizeof summary);
    snprintf(out + used, size - used, "  %s", summary);
}

static void round_text(const struct state *state, const struct pane *pane, char *out, size_t size)
{
    uint32_t rounds = cursor_rounds(pane);
    const struct view *view = view_table[state->view];
    out[0] = 0;
    if (!rounds) return;
    if (view->step == STEP_REQUEST && view->request_count && view->request_count(pane))
        snprintf(out, size, _("round %u, request %u of %u"), pane->cursor.round,
                 pane->cursor.request + 1, view->request_count(pane));
    else
        snprintf(out, size, _("round %u, of 0 to %u"), pane->cursor.round, rounds - 1);
}

/* Left and right text in one row; the left one is cut where they would meet. */
static void two_ends(struct canvas *canvas, struct rect area, enum style style, const char *left,
                     const char *right)
{
    int width = canvas_width(right);
    int room = area.columns - 2;
    if (width > room / 2) {
        width = 0;
        right = "";
    }
    canvas_text_fit(canvas, area.x + 1, area.y, style, width ? room - width - 2 : room, left);
    canvas_text_right(canvas, area.x + area.columns - 1, area.y, style, right);
}

static void caption_of(const struct state *state, const struct pane *pane, struct canvas *canvas,
                       struct rect area)
{
    char left[512] = "", right[128] = "";
    const struct view *view = view_table[state->view];
    if (view->caption && pane->trace) view->caption(state, pane, left, sizeof left);
    if (!*left) {
        stage_text(state, pane, left, sizeof left);
        add_summary(state, pane, left, sizeof left);
    }
    round_text(state, pane, right, sizeof right);
    two_ends(canvas, area, STYLE_NORMAL, left, right);
}

static void compare_caption(const struct state *state, const struct frame_layout *layout,
                            struct canvas *canvas)
{
    for (int p = 0; p < 2; p++) {
        char text[512], stage[400];
        struct rect area = layout->panes[p];
        stage_text(state, &state->panes[p], stage, sizeof stage);
        snprintf(text, sizeof text, "%s %s", p == state->pane_on ? "■" : "·", stage);
        canvas_text_fit(canvas, area.x + 1, layout->caption.y,
                        p == state->pane_on ? STYLE_STRONG : STYLE_NORMAL, area.columns - 1, text);
    }
    canvas_vline(canvas, layout->divider, layout->caption.y, 1, STYLE_RULE);
}

void frame_title(const struct state *state, const struct frame_layout *layout,
                 struct canvas *canvas)
{
    char left[1024], right[256];
    if (layout->title.rows) {
        title_text(state, left, sizeof left);
        origin_text(state, right, sizeof right);
        if (layout->shown == 2) {
            char rounds[64];
            snprintf(rounds, sizeof rounds, _("compare, round %u of 0 to %u"), cursor_round(state),
                     cursor_last_round(state));
            snprintf(left + strlen(left), sizeof left - strlen(left), "  ");
            char both[1200];
            snprintf(both, sizeof both, "%s   %s", rounds, left);
            two_ends(canvas, layout->title, STYLE_TITLE, both, right);
        } else {
            two_ends(canvas, layout->title, STYLE_TITLE, left, right);
        }
    }
    if (!layout->caption.rows) return;
    if (layout->shown == 2)
        compare_caption(state, layout, canvas);
    else
        caption_of(state, state_pane(state), canvas, layout->caption);
}

/* ---- Tabs ------------------------------------------------------------------------------------ */

static int tabs_width(const struct state *state, bool names)
{
    int width = 1;
    for (int v = 0; v < view_count; v++) {
        bool on = (uint32_t)v == state->view;
        width += 2 + (on ? 2 : 0) + (names || on ? 1 + canvas_width(_(view_table[v]->name)) : 0);
    }
    return width;
}

static void tab_text(const struct state *state, int view, bool names, char text[64])
{
    bool on = (uint32_t)view == state->view;
    if (names || on)
        snprintf(text, 64, on ? "[%d %s]" : "%d %s", view + 1, _(view_table[view]->name));
    else
        snprintf(text, 64, "%d", view + 1);
}

int frame_tab_at(const struct state *state, struct rect area, int x)
{
    bool names = tabs_width(state, true) <= area.columns;
    int column = area.x + 1;
    for (int v = 0; v < view_count; v++) {
        char text[64];
        tab_text(state, v, names, text);
        int width = canvas_width(text);
        if (x >= column && x < column + width) return v;
        column += width + 1;
    }
    return -1;
}

void frame_tabs(const struct state *state, struct rect area, struct canvas *canvas)
{
    if (!area.rows) return;
    bool names = tabs_width(state, true) <= area.columns;
    int x = area.x + 1;
    canvas_hline(canvas, area.x, area.y, area.columns, STYLE_RULE);
    for (int v = 0; v < view_count; v++) {
        char text[64];
        tab_text(state, v, names, text);
        x = canvas_text(canvas, x, area.y, (uint32_t)v == state->view ? STYLE_TAB_ON : STYLE_TAB,
                        text) +
            1;
    }
}

/* ---- Sentence -------------------------------------------------------------------------------- */

static void round_sentence(const struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct cursor *c = &pane->cursor;
    if (!cursor_rounds(pane)) return;
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
static const struct finding *present_finding(const struct state *state)
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
    if (!f->race || f->other_thread == TRACE_NONE) {
        snprintf(out, size, "%s: %s. %s", trace_severity_name(f->severity), f->headline,
                 f->because);
        return;
    }
    const struct race_side *reader = race_reader(f->race), *writer = race_writer(f->race);
    const char *format =
        f->race->kind == RACE_READ_WRITE
            ? _("Race on %s[%lld]: thread %u reads it (line %u), thread %u writes it (line %u), "
                "and "
                "nothing makes one wait for the other.")
            : _("Race on %s[%lld]: thread %u writes it (line %u), thread %u writes it too (line "
                "%u), and nothing says who is last.");
    uint32_t first_line = reader == &f->race->first ? f->line : f->other_line;
    uint32_t second_line = reader == &f->race->first ? f->other_line : f->line;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(out, size, format, f->array, (long long)f->index, reader->thread, first_line,
             writer->thread, second_line);
#pragma GCC diagnostic pop
}

void frame_sentence(const struct state *state, struct rect area, struct canvas *canvas)
{
    char text[2048] = "";
    const struct pane *pane = state_pane(state);
    const struct view *view = view_table[state->view];
    if (!area.rows) return;
    if (state->predict && pane->trace)
        predict_sentence(state, text, sizeof text);
    else if (present_finding(state))
        finding_sentence(present_finding(state), text, sizeof text);
    else if (pane->trace && view->sentence)
        view->sentence(state, pane, text, sizeof text);
    if (!*text && pane->trace) round_sentence(state, text, sizeof text);
    canvas_paragraph(canvas, (struct rect){area.x + 1, area.y, area.columns - 1, area.rows}, 0,
                     STYLE_SENTENCE, text);
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
    struct scrubber s = {.x = x, .rounds = cursor_last_round(state) + 1};
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
        uint32_t glyph = wrong ? '!' : i < here ? 0x25CF : i == here ? 0x25A0 : 0xB7;
        enum style style = wrong ? STYLE_RACE : i == here ? STYLE_HERE : STYLE_DIM;
        canvas_put(canvas, scrubber_column(s, i), y, style, glyph);
    }
}

static int scrubber_room(const struct state *state, struct rect area, char *text, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct view *view = view_table[state->view];
    text[0] = 0;
    if (!pane->trace) return 0;
    if (present_finding(state))
        snprintf(text, size, _("finding %u of %u"), state->finding + 1,
                 state_findings(state, pane)->count);
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
    }
    canvas_text_right(canvas, area.x + area.columns - 1, area.y, STYLE_NORMAL, text);
}

int64_t frame_round_at(const struct state *state, struct rect area, int x)
{
    char text[256];
    int room = scrubber_room(state, area, text, sizeof text);
    if (!room) return -1;
    struct scrubber s = scrubber_of(state, area.x + 1, room);
    if (x <= s.x || x > s.x + s.columns) return -1;
    uint32_t cell = (uint32_t)(s.step == 2 ? (x - s.x - 1) / 2 : x - s.x - 1);
    if (cell >= s.cells) cell = s.cells - 1;
    return (int64_t)(((uint64_t)cell * s.rounds + s.cells - 1) / s.cells);
}

/* ---- Footer ---------------------------------------------------------------------------------- */

static const char *const picture_hints[] = {
    "back forward", N_("barrier"), "up down", N_("select"), "play",        N_("play"), "enter",
    N_("history"),  "why",         N_("why"), "compare",    N_("compare"), NULL};
static const char *const list_hints[] = {
    "up down", N_("row"), "page-up page-down", N_("page"), "search", N_("search"), NULL};
static const char *const predict_hints[] = {"check",   N_("check"),       "uncover", N_("uncover"),
                                            "mark",    N_("mark thread"), "up down", N_("select"),
                                            "predict", N_("leave"),       NULL};
static const char *const compare_hints[] = {"back forward",
                                            N_("both"),
                                            "other-pane",
                                            N_("other side"),
                                            "previous-stage next-stage",
                                            N_("its stage"),
                                            "compare",
                                            N_("one pane again"),
                                            "why",
                                            N_("why"),
                                            NULL};
static const char *const text_box_hints[] = {
    "up down", N_("scroll"), "page-up page-down", N_("page"), "quit", N_("close"), NULL};
static const char *const finding_hints[] = {"next-match previous-match",
                                            N_("finding"),
                                            "order",
                                            N_("thread order"),
                                            "enter",
                                            N_("history"),
                                            "why",
                                            N_("why"),
                                            "back forward",
                                            N_("barrier"),
                                            NULL};
static const char *const history_hints[] = {
    "back forward",   N_("barrier"), "up down", N_("other slot"), "changes",
    N_("next change"), "enter",       N_("back"), NULL};
static const char *const box_hints[] = {"back forward", N_("barrier"), "up down", N_("select"),
                                        "quit",         N_("close"),   NULL};
static const char *const first_hints[] = {
    "up down", N_("slot"), "view", N_("view"), "help", N_("all keys"), "quit", N_("quit"), NULL};

static const char *const *hints_of(const struct state *state)
{
    const struct view *view = view_table[state->view];
    switch (state->overlay) {
    case OVERLAY_HELP:
    case OVERLAY_MESSAGE:
    case OVERLAY_FINDINGS:
        return text_box_hints;
    case OVERLAY_WHY:
        return box_hints;
    case OVERLAY_HISTORY:
        return history_hints;
    case OVERLAY_NONE:
        break;
    }
    if (predict_asks(state) && view->sort == VIEW_PICTURE) return predict_hints;
    if (state->pane_count > 1) return compare_hints;
    if (present_finding(state) && view->sort == VIEW_PICTURE) return finding_hints;
    if (view->hints) return view->hints;
    return view->sort == VIEW_LIST ? list_hints : picture_hints;
}

/* "back forward" -> "← →"; the views' digits are "1-9". */
static void hint_keys(const char *names, char *out, size_t size)
{
    char copy[128], *next = NULL;
    size_t used = 0;
    out[0] = 0;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok_r(copy, " ", &next); name; name = strtok_r(NULL, " ", &next)) {
        const struct key_row *row = keys_row_named(name);
        char key[16] = "";
        if (row) keys_first(row->action, key);
        if (row && row->action == ACTION_VIEW) strcpy(key, "1-9");
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? " " : "", key);
        if (used >= size) return;
    }
}

/* Draws pairs from x on until `end`; a pair that does not fit is left out. */
static int draw_hints(struct canvas *canvas, int x, int y, int end, const char *const *hints)
{
    for (; hints[0]; hints += 2) {
        char keys[64];
        hint_keys(hints[0], keys, sizeof keys);
        int width = canvas_width(keys) + 1 + canvas_width(_(hints[1]));
        if (x + width > end) break;
        x = canvas_text(canvas, x, y, STYLE_KEY, keys) + 1;
        x = canvas_text(canvas, x, y, STYLE_HINT, _(hints[1])) + 2;
    }
    return x;
}

static int hints_width(const char *const *hints)
{
    int width = 0;
    for (; hints[0]; hints += 2) {
        char keys[64];
        hint_keys(hints[0], keys, sizeof keys);
        width += canvas_width(keys) + 1 + canvas_width(_(hints[1])) + (hints[2] ? 2 : 0);
    }
    return width;
}

static void draw_prompt(const struct state *state, struct rect area, struct canvas *canvas)
{
    char kind[2] = {state->prompt_kind, 0};
    int x = canvas_text(canvas, area.x, area.y, STYLE_KEY, kind);
    const char *text = state->prompt;
    /* the end of a long line is where one types */
    while (canvas_width(text) > area.columns - 2 && *text) {
        uint32_t glyph;
        text += canvas_decode(text, &glyph);
    }
    x = canvas_text(canvas, x, area.y, STYLE_NORMAL, text);
    if (state->message[0]) /* what Tab found */
        canvas_text_fit(canvas, x + 3, area.y, STYLE_DIM, area.columns - x - 4, state->message);
    canvas_cursor(canvas, x, area.y);
}

void frame_footer(const struct state *state, struct rect area, struct canvas *canvas)
{
    char invitation[256];
    static const char *const help_hint[] = {"help", N_("keys"), NULL};
    int end = area.x + area.columns - 1;
    if (!area.rows) return;
    canvas_fill(canvas, area, STYLE_NORMAL, ' ');
    if (state->prompt_kind) {
        draw_prompt(state, area, canvas);
        return;
    }
    if (state->message[0]) {
        canvas_text_fit(canvas, area.x + 1, area.y, STYLE_STRONG, area.columns - 2, state->message);
        return;
    }
    if (state->overlay == OVERLAY_NONE && !present_finding(state) &&
        invite_text(state, invitation, sizeof invitation)) {
        int x =
            canvas_text_fit(canvas, area.x + 1, area.y, STYLE_KEY, area.columns - 2, invitation);
        int start = end - hints_width(first_hints);
        if (start >= x + 2) draw_hints(canvas, start, area.y, end, first_hints);
        return;
    }
    int room = hints_width(help_hint) + 2;
    if (area.columns < 30) room = 0;
    int x = draw_hints(canvas, area.x + 1, area.y, end - room, hints_of(state));
    draw_hints(canvas, x, area.y, end, help_hint);
}
