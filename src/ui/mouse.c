#include "ui/mouse.h"

#include "app/action.h"
#include "app/frame.h"
#include "app/frame_parts.h"
#include "app/keys.h"
#include "state/cursor.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

static bool in(struct rect rect, const struct terminal_click *click)
{
    return click->x >= rect.x && click->x < rect.x + rect.columns && click->y >= rect.y &&
           click->y < rect.y + rect.rows;
}

/* ---- The selection ---------------------------------------------------------------------------
 * The screen's cursor stands on what is selected, in every view (screen readers follow it). So what
 * stands at a cell is found without a table of places: the selection goes each way as the keys
 * would take it, and stays where the cursor comes to the cell, or next to it. */

/* Steps from one edge of the largest screen to the other. */
enum { MOST_STEPS = 300, ROW_WEIGHT = 1000 };

static int distance(const struct state *state, struct canvas *canvas,
                    const struct terminal_click *click)
{
    frame_draw(state, canvas);
    return abs(canvas->cursor_y - click->y) * ROW_WEIGHT + abs(canvas->cursor_x - click->x);
}

/* Moves the selection by `move` as long as it may come nearer; leaves it at its nearest. */
static int go_nearer(struct state *state, struct canvas *canvas, enum action move, int from,
                     const struct terminal_click *click)
{
    struct pane *pane = &state->panes[state->pane_on];
    struct cursor best = pane->cursor, before;
    int nearest = from;
    bool row = from < ROW_WEIGHT;
    for (int i = 0; i < MOST_STEPS && nearest > 0; i++) {
        before = pane->cursor;
        state_apply(state, move, 0);
        if (memcmp(&before, &pane->cursor, sizeof before) == 0) break;
        int now = distance(state, canvas, click);
        if (row && now >= ROW_WEIGHT) break; /* it was in the row and has left it */
        row = now < ROW_WEIGHT;
        if (now >= nearest) continue;
        nearest = now;
        best = pane->cursor;
    }
    pane->cursor = best;
    return nearest;
}

static void select_at(struct state *state, const struct terminal_click *click)
{
    static const enum action ways[] = {ACTION_DOWN, ACTION_UP, ACTION_MOVE_RIGHT, ACTION_MOVE_LEFT};
    bool list = view_table[state->view]->sort == VIEW_LIST;
    struct canvas *canvas = canvas_create(state->columns, state->rows);
    int from = distance(state, canvas, click);
    for (size_t i = 0; i < (list ? 2 : sizeof ways / sizeof *ways); i++)
        from = go_nearer(state, canvas, ways[i], from, click);
    canvas_destroy(canvas);
}

/* ---- The last line --------------------------------------------------------------------------- */

/* The key whose name stands at the cell or, on a word that says what it does, before it. */
static uint32_t key_at(const struct state *state, const struct terminal_click *click)
{
    struct canvas *canvas = canvas_create(state->columns, state->rows);
    frame_draw(state, canvas);
    const struct cell *row = &canvas->cells[click->y * canvas->columns];
    char name[64] = "";
    size_t used = 0;
    int x = click->x;
    while (x > 0 && (row[x].style != STYLE_KEY || row[x].glyph == ' '))
        x--;
    while (x > 0 && row[x - 1].style == STYLE_KEY && row[x - 1].glyph != ' ')
        x--;
    for (; x < canvas->columns && row[x].style == STYLE_KEY && row[x].glyph != ' '; x++)
        if (row[x].width && used + 5 < sizeof name)
            used += (size_t)canvas_encode(row[x].glyph, name + used);
    canvas_destroy(canvas);
    return *name ? keys_parse(name) : 0;
}

/* ---- Clicks ---------------------------------------------------------------------------------- */

void mouse_click(struct state *state, const struct terminal_click *click)
{
    struct frame_layout layout = frame_layout_of(state);
    if (click->x < 0 || click->y < 0 || click->x >= state->columns || click->y >= state->rows)
        return;
    if (click->button == 4 || click->button == 5) {
        state_apply(state, click->button == 4 ? ACTION_UP : ACTION_DOWN, 0);
        return;
    }
    if (in(layout.footer, click)) {
        uint32_t key = state->prompt_kind ? 0 : key_at(state, click);
        if (key) state_key(state, key);
        return;
    }
    if (state->prompt_kind || state->overlay) return; /* what lies below them is not to be seen */
    if (in(layout.tabs, click)) {
        int view = frame_tab_at(state, layout.tabs, click->x);
        if (view >= 0) state_apply(state, ACTION_VIEW, (uint32_t)view);
        return;
    }
    if (in(layout.scrubber, click)) {
        int64_t round = frame_round_at(state, layout.scrubber, click->x);
        if (round >= 0) cursor_go_round(state, (uint32_t)round);
        return;
    }
    for (int p = 0; p < layout.shown; p++)
        if (in(layout.panes[p], click)) {
            if (layout.shown == 2) state->pane_on = p;
            select_at(state, click);
            return;
        }
}
