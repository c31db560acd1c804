#include "app/search.h"

#include "analysis/findings.h"
#include "app/show.h"
#include "base/i18n.h"
#include "canvas/canvas.h"
#include "state/cursor.h"
#include "view/view.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

/* ---- Text ---------------------------------------------------------------------------------- */

/* strcasestr of the C library depends on the locale; this folds ASCII and nothing else. */
static const char *find_folded(const char *text, size_t length, const char *what)
{
    size_t size = strlen(what);
    for (size_t i = 0; size && i + size <= length; i++) {
        size_t j = 0;
        while (j < size && tolower((unsigned char)text[i + j]) == tolower((unsigned char)what[j]))
            j++;
        if (j == size) return text + i;
    }
    return NULL;
}

static bool holds_value(const struct pane *pane, uint32_t slot, const char *text)
{
    const struct cursor *c = &pane->cursor;
    const struct trace_array *array = cursor_array(pane);
    const uint8_t *data = trace_snapshot(cursor_launch(pane), c->array, c->block, c->round);
    const uint8_t *written = trace_written(cursor_launch(pane), c->array, c->block, c->round);
    char value[256];
    if (!data || (written && !written[slot])) return false;
    uint32_t bytes = pane->trace->types[array->type].bytes;
    trace_format_value(pane->trace, array->type, data + (size_t)slot * bytes, value, sizeof value);
    return strcmp(value, text) == 0;
}

/* The next slot in which the round's snapshot shows this value. */
static bool find_value(struct state *state, const char *text, int direction)
{
    struct pane *pane = on(state);
    const struct trace_array *array = cursor_array(pane);
    if (!array || cursor_rounds(pane) == 0) return false;
    for (uint32_t i = 1; i <= array->count; i++) {
        uint32_t step = direction > 0 ? i : array->count - i;
        uint32_t slot = (uint32_t)(((uint64_t)pane->cursor.slot + step) % array->count);
        if (!holds_value(pane, slot, text)) continue;
        cursor_set_slot(pane, &pane->cursor, slot);
        if (state->pane_count > 1)
            state_message(state,
                          state->pane_on ? _("%s is in slot %u on the right.")
                                         : _("%s is in slot %u on the left."),
                          text, slot);
        else
            state_message(state, _("%s is in slot %u."), text, slot);
        return true;
    }
    return false;
}

/* In the pane that is on, else in the other one, which is on then. */
static bool find_value_anywhere(struct state *state, const char *text, int direction)
{
    if (find_value(state, text, direction)) return true;
    if (state->pane_count < 2) return false;
    state->pane_on = 1 - state->pane_on;
    if (on(state)->trace && find_value(state, text, direction)) return true;
    state->pane_on = 1 - state->pane_on;
    return false;
}

/* A shared array or a kernel of this name. */
static bool find_name(struct state *state, const char *text)
{
    struct pane *pane = on(state);
    const struct trace_launch *launch = cursor_launch(pane);
    for (uint32_t i = 0; launch && i < launch->array_count; i++)
        if (strcmp(launch->arrays[i].name, text) == 0) {
            pane->cursor.array = i;
            cursor_clamp(pane->trace, &pane->cursor);
            state_message(state, _("Shared array %s."), text);
            return true;
        }
    for (uint32_t i = 1; i <= pane->trace->launch_count; i++) {
        uint32_t at = (pane->cursor.launch + i) % pane->trace->launch_count;
        if (strcmp(pane->trace->launches[at].kernel, text) != 0) continue;
        pane->cursor.launch = at;
        cursor_clamp(pane->trace, &pane->cursor);
        state_message(state, _("Launch %u of %s."), at, text);
        return true;
    }
    return false;
}

static const char *line_start(const char *text, uint32_t line)
{
    while (line > 1 && *text)
        if (*text++ == '\n') line--;
    return text;
}

static bool find_line(struct state *state, const char *text, int direction)
{
    struct pane *pane = on(state);
    if (pane->trace->source_count == 0) return false;
    const char *source = pane->trace->sources[pane->cursor.source].text;
    uint32_t lines = cursor_lines(pane);
    if (!lines) return false;
    for (uint32_t i = 1; i <= lines; i++) {
        uint32_t step = direction > 0 ? i : lines - i % lines;
        uint32_t line = (pane->cursor.line - 1 + step) % lines + 1;
        const char *start = line_start(source, line);
        if (!find_folded(start, strcspn(start, "\n"), text)) continue;
        pane->cursor.line = line;
        int view = view_about(VIEW_SOURCE);
        if (view >= 0 && view_table[state->view]->sort == VIEW_PICTURE)
            show_view(state, (uint32_t)view);
        state_message(state, _("Line %u."), line);
        return true;
    }
    return false;
}

enum { LIST_ROWS = 3000 };

static bool row_holds(const struct canvas *canvas, int row, const char *text)
{
    char line[2048];
    size_t used = 0;
    for (int x = 0; x < canvas->columns && used + 8 < sizeof line; x++) {
        const struct cell *cell = &canvas->cells[row * canvas->columns + x];
        if (cell->width) used += (size_t)canvas_encode(cell->glyph, line + used);
    }
    line[used] = 0;
    return find_folded(line, used, text) != NULL;
}

/* A list scrolls to the next row with the text: the list is drawn whole, out of sight, for that. */
static bool find_row(struct state *state, const char *text, int direction)
{
    struct pane shown = *on(state);
    struct canvas *canvas = canvas_create(shown.area.columns, LIST_ROWS);
    struct rect area = {0, 0, canvas->columns, canvas->rows};
    int from = shown.cursor.scroll, found = -1;
    shown.cursor.scroll = 0;
    view_table[state->view]->draw(state, &shown, canvas, area);
    for (int i = 1; i <= LIST_ROWS && found < 0; i++) {
        int row = (from + direction * i % LIST_ROWS + LIST_ROWS) % LIST_ROWS;
        if (row_holds(canvas, row, text)) found = row;
    }
    canvas_destroy(canvas);
    if (found >= 0) on(state)->cursor.scroll = found;
    return found >= 0;
}

static bool find_finding(struct state *state, const char *text)
{
    const struct finding_list *list = state_findings(state, on(state));
    for (uint32_t i = 1; list && i <= list->count; i++) {
        uint32_t at = (state->finding + i) % list->count;
        const char *headline = list->findings[at].headline;
        if (!find_folded(headline, strlen(headline), text)) continue;
        search_go_finding(state, at);
        state_message(state, _("Finding %u of %u: %s"), at + 1, list->count, headline);
        return true;
    }
    return false;
}

static void go_text(struct state *state, int direction)
{
    const struct view *view = view_table[state->view];
    bool in_source = view->subject == VIEW_SOURCE;
    if (!on(state)->trace) return;
    if (view->sort == VIEW_LIST) {
        if (!view->selects_row && find_row(state, state->search, direction)) return;
        state_message(state, _("\"%s\" is not in this view."), state->search);
        return;
    }
    if (!in_source && find_value_anywhere(state, state->search, direction)) return;
    if (!in_source && find_name(state, state->search)) return;
    if (find_line(state, state->search, direction) || find_finding(state, state->search)) return;
    state_message(state,
                  _("\"%s\" is neither a value here, nor a name, nor in source or findings."),
                  state->search);
}

void search_text(struct state *state, const char *text)
{
    if (*text) snprintf(state->search, sizeof state->search, "%s", text);
    if (!*state->search) return;
    state->search_kind = SEARCH_TEXT;
    go_text(state, 1);
}

/* ---- Changes of a slot ----------------------------------------------------------------------- */

static bool slot_differs(const struct pane *pane, uint32_t a, uint32_t b)
{
    const struct trace_launch *launch = cursor_launch(pane);
    const struct cursor *c = &pane->cursor;
    uint32_t bytes = pane->trace->types[cursor_array(pane)->type].bytes;
    const uint8_t *first = trace_snapshot(launch, c->array, c->block, a);
    const uint8_t *second = trace_snapshot(launch, c->array, c->block, b);
    const uint8_t *first_written = trace_written(launch, c->array, c->block, a);
    const uint8_t *second_written = trace_written(launch, c->array, c->block, b);
    if (!first || !second) return false;
    if (first_written && second_written && first_written[c->slot] != second_written[c->slot])
        return true;
    return memcmp(first + (size_t)c->slot * bytes, second + (size_t)c->slot * bytes, bytes) != 0;
}

static void go_change(struct state *state, int direction)
{
    struct pane *pane = on(state);
    if (!cursor_array(pane)) {
        state_message(state, "%s", _("This launch has no shared memory."));
        return;
    }
    uint32_t rounds = cursor_rounds(pane), at = pane->cursor.round;
    for (int64_t r = (int64_t)at + direction; r >= 0 && r < rounds; r += direction) {
        if (r == 0) {
            if (direction > 0) continue;
            break;
        }
        if (!slot_differs(pane, (uint32_t)r - 1, (uint32_t)r)) continue;
        cursor_go_round(state, (uint32_t)r);
        state_message(state, _("Slot %u changes in round %u."), pane->cursor.slot, (uint32_t)r);
        return;
    }
    state_message(state,
                  direction > 0 ? _("Slot %u does not change any more.")
                                : _("Slot %u does not change before this round."),
                  pane->cursor.slot);
}

void search_changes(struct state *state)
{
    state->search_kind = SEARCH_CHANGES;
    go_change(state, 1);
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* Asking for them is asking to wait for them where the worker is not done yet. */
static const struct finding_list *findings_of(const struct pane *pane)
{
    return pane->trace ? findings_get(pane->analysis) : NULL;
}

static void place_cursor(struct pane *pane, const struct finding *finding)
{
    struct cursor *c = &pane->cursor;
    if (finding->source != TRACE_NONE && finding->line) {
        c->source = finding->source;
        c->line = finding->line;
    }
    if (finding->launch == TRACE_NONE) return;
    const struct trace_launch *launch = &pane->trace->launches[finding->launch];
    c->launch = finding->launch;
    uint32_t block =
        finding->block == TRACE_NONE ? TRACE_NONE : trace_find_block(launch, finding->block);
    if (block != TRACE_NONE) c->block = block;
    for (uint32_t a = 0; a < launch->array_count; a++) {
        if (strcmp(launch->arrays[a].name, finding->array) != 0) continue;
        c->array = a;
        if (finding->has_index && finding->index >= 0) c->slot = (uint32_t)finding->index;
    }
    if (finding->thread != TRACE_NONE) {
        c->thread = finding->thread;
        c->lane = c->thread % TRACE_LANES;
    }
}

/* The access of the race that the finding is about; threads of two blocks may have one index. */
static bool is_there(const struct trace *trace, const struct finding *finding,
                     const struct race_side *side)
{
    const struct trace_launch *launch = &trace->launches[finding->launch];
    return side->thread == finding->thread && side->round == finding->round &&
           launch->blocks[side->block].index == finding->block;
}

static uint32_t request_of(const struct trace *trace, const struct finding *finding)
{
    const struct race *race = finding->race;
    if (!race || finding->launch == TRACE_NONE) return TRACE_NONE;
    if (is_there(trace, finding, race_reader(race))) return race_reader(race)->request;
    return is_there(trace, finding, race_writer(race)) ? race_writer(race)->request : TRACE_NONE;
}

void search_show_finding(struct state *state)
{
    struct pane *pane = on(state);
    const struct view *view = view_table[state->view];
    const struct finding_list *list = state_findings(state, pane);
    if (!list || state->finding >= list->count || !view->request_at) return;
    const struct finding *finding = &list->findings[state->finding];
    const struct cursor *c = &pane->cursor;
    uint32_t request = request_of(pane->trace, finding);
    if (request == TRACE_NONE || c->launch != finding->launch || c->round != finding->round ||
        c->thread != finding->thread || cursor_block(pane)->index != finding->block)
        return;
    uint32_t at = view->request_at(pane, request);
    if (at != TRACE_NONE) pane->cursor.request = at;
}

void search_go_finding(struct state *state, uint32_t number)
{
    struct pane *pane = on(state);
    const struct finding_list *list = findings_of(pane);
    if (!list || number >= list->count) return;
    const struct finding *finding = &list->findings[number];
    state->finding = number;
    place_cursor(pane, finding);
    cursor_clamp(pane->trace, &pane->cursor);
    struct cursor placed = pane->cursor;
    if (finding->round != TRACE_NONE) cursor_go_round(state, finding->round);
    pane->cursor.line = placed.line;
    pane->cursor.source = placed.source;
    search_show_finding(state);
}

static void go_finding(struct state *state, int direction)
{
    const struct finding_list *list = findings_of(on(state));
    uint32_t count = list ? list->count : 0;
    if (count == 0) {
        state_message(state, "%s",
                      on(state)->trace
                          ? _("Nothing was found wrong in this run.")
                          : _("There is no run of this stage yet to find anything in."));
        return;
    }
    uint32_t next = state->finding == TRACE_NONE ? (direction > 0 ? 0 : count - 1)
                    : direction > 0              ? (state->finding + 1) % count
                                                 : (state->finding + count - 1) % count;
    search_go_finding(state, next);
}

void search_findings(struct state *state)
{
    state->search_kind = SEARCH_FINDINGS;
    state->finding = TRACE_NONE;
    go_finding(state, 1);
}

void search_next(struct state *state, int direction)
{
    switch (state->search_kind) {
    case SEARCH_TEXT:
        go_text(state, direction);
        break;
    case SEARCH_CHANGES:
        go_change(state, direction);
        break;
    case SEARCH_NONE:
        state->search_kind = SEARCH_FINDINGS;
        __attribute__((fallthrough));
    case SEARCH_FINDINGS:
        go_finding(state, direction);
        break;
    }
}
