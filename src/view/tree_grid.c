/* A cell per thread: which lanes of which warps work, come along or wait; and beside it how wide
 * every round so far was. */
#include "base/i18n.h"
#include "base/mem.h"
#include "state/predict.h"
#include "state/target.h"
#include "view/tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { LABEL_WIDE = 9, LABEL_NARROW = 6, COUNT = 7, TABLE = 48, TABLE_COLUMNS = 26 };
enum { GLYPH_WORKS = 0x25a0, GLYPH_ALONG = 0x2591, GLYPH_WAITS = 0xb7, GLYPH_BAR = 0x2588 };

int tree_grid_rows(const struct tree *tree)
{
    int warps = (int)tree->round->warp_count;
    return (warps < 32 ? warps : 32) + (tree->narrow ? 3 : 2);
}

/* ---- Cells ---------------------------------------------------------------------------------- */

struct grid {
    const struct tree *tree;
    struct rect area;
    int left;       /* x of lane 0 */
    int lanes;      /* per cell: 1, 2, 4 or 8 */
    int rows;       /* for warps */
    uint32_t first; /* warp */
    bool narrow, table;
    bool judged;  /* marks were wrong: the cells say which */
    bool marking; /* the next round is being predicted: the cells say what is marked */
};

/* What prediction has to say of any of these lanes. */
static enum predict_mark mark_of(const struct grid *grid, const struct round_warp *warp,
                                 uint32_t mask)
{
    uint32_t first = (uint32_t)(warp - grid->tree->round->warps) * TRACE_LANES;
    enum predict_mark most = PREDICT_NONE;
    if (!grid->tree->state->predict) return PREDICT_NONE;
    for (; mask; mask &= mask - 1) {
        enum predict_mark mark = predict_marked(grid->tree->state, grid->tree->pane,
                                                first + (uint32_t)__builtin_ctz(mask));
        if (mark > most) most = mark;
    }
    return most;
}

static void draw_cell(const struct grid *grid, int x, int y, const struct round_warp *warp,
                      uint32_t mask)
{
    static const struct {
        enum style style;
        uint32_t glyph;
    } marks[] = {
        [PREDICT_OPEN] = {STYLE_DIM, GLYPH_WAITS},
        [PREDICT_MARKED] = {STYLE_SELECTED, '?'},
        [PREDICT_MISSED] = {STYLE_WARNING, 'o'},
        [PREDICT_WRONG] = {STYLE_RACE, 'x'},
    };
    if (!(warp->lives & mask)) return;
    enum predict_mark mark = mark_of(grid, warp, mask);
    if (mark != PREDICT_NONE) {
        canvas_put(grid->tree->canvas, x, y, marks[mark].style, marks[mark].glyph);
        return;
    }
    bool works = warp->works & mask;
    enum style style = works ? STYLE_ACTIVE : warp->issues ? STYLE_ALONG : STYLE_WAITING;
    uint32_t glyph = works ? GLYPH_WORKS : warp->issues ? GLYPH_ALONG : GLYPH_WAITS;
    canvas_put(grid->tree->canvas, x, y, style, glyph);
}

static void aim_at_thread(const struct grid *grid, struct rect rect, uint32_t thread)
{
    canvas_target(grid->tree->canvas, rect, target_pack(TARGET_THREAD, 0, thread));
}

/* A cell of several lanes means the selected one among them, else the first. */
static void aim_at_lanes(const struct grid *grid, int x, int y, uint32_t number, uint32_t mask)
{
    uint32_t lives = grid->tree->round->warps[number].lives & mask;
    uint32_t selected = grid->tree->pane->cursor.thread;
    if (!lives) return;
    uint32_t lane = (uint32_t)__builtin_ctz(lives);
    if (selected / TRACE_LANES == number && mask >> selected % TRACE_LANES & 1)
        lane = selected % TRACE_LANES;
    aim_at_thread(grid, (struct rect){x, y, 1, 1}, number * TRACE_LANES + lane);
}

/* Threads of the warp that are marked for the next round. */
static int marked_count(const struct grid *grid, const struct round_warp *warp)
{
    int count = 0;
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++)
        count += mark_of(grid, warp, 1u << lane) == PREDICT_MARKED;
    return count;
}

/* What a warp is about that does nothing in the round. */
static const char *const rests[ROUND_REST_COUNT] = {
    [ROUND_WAITS] = N_("waits"),
    [ROUND_LEAVES] = N_("exits"),
    [ROUND_GONE] = N_("gone"),
    [ROUND_STOPS] = N_("stops"),
};

static void draw_count(const struct grid *grid, int y, uint32_t number)
{
    const struct round_warp *warp = &grid->tree->round->warps[number];
    int x = grid->left + TRACE_LANES / grid->lanes + 2;
    if (grid->narrow) return;
    if (grid->marking)
        canvas_textf(grid->tree->canvas, x, y, STYLE_SELECTED, "%2d ?", marked_count(grid, warp));
    else if (!warp->issues)
        canvas_text(grid->tree->canvas, x - 1, y, STYLE_WAITING,
                    _(rests[round_rest(grid->tree->round, number)]));
    else
        canvas_textf(grid->tree->canvas, x, y, STYLE_NORMAL, "%2d",
                     __builtin_popcount(warp->works));
}

static void draw_warp(const struct grid *grid, int y, uint32_t number)
{
    const struct round_warp *warp = &grid->tree->round->warps[number];
    uint32_t selected = grid->tree->pane->cursor.thread;
    bool here = selected / TRACE_LANES == number;
    if (grid->narrow)
        canvas_textf(grid->tree->canvas, grid->area.x + 2, y, STYLE_NORMAL, "%u", number);
    else
        canvas_textf(grid->tree->canvas, grid->area.x + 1, y, STYLE_NORMAL, _("warp %u"), number);
    struct rect label = {grid->area.x, y, grid->left - grid->area.x - 1, 1};
    aim_at_thread(grid, label, number * TRACE_LANES);
    uint32_t mask = grid->lanes >= TRACE_LANES ? UINT32_MAX : (1u << grid->lanes) - 1;
    for (int lane = 0; lane < TRACE_LANES; lane += grid->lanes) {
        draw_cell(grid, grid->left + lane / grid->lanes, y, warp, mask << lane);
        aim_at_lanes(grid, grid->left + lane / grid->lanes, y, number, mask << lane);
    }
    if (here && selected > 0) {
        struct rect cell = {grid->left + (int)(selected % TRACE_LANES) / grid->lanes, y, 1, 1};
        canvas_restyle(grid->tree->canvas, cell, STYLE_SELECTED);
    }
    draw_count(grid, y, number);
}

static void draw_header(const struct grid *grid)
{
    struct canvas *canvas = grid->tree->canvas;
    int y = grid->area.y;
    const char *label = grid->narrow ? _("warp") : _("lane");
    int x = grid->area.x + 1; /* a wide word begins at the edge and leaves a blank behind it */
    if (x + canvas_width(label) >= grid->left) x = grid->area.x;
    if (x + canvas_width(label) < grid->left) canvas_text(canvas, x, y, STYLE_DIM, label);
    for (int lane = 0; lane < TRACE_LANES; lane += 8)
        canvas_textf(canvas, grid->left + lane / grid->lanes, y, STYLE_DIM, "%d", lane);
    if (grid->lanes > 1) return;
    if (grid->narrow)
        canvas_text(canvas, grid->left + 28, y, STYLE_DIM, _("lane"));
    else
        canvas_text(canvas, grid->left + 31, y, STYLE_DIM, "31");
}

/* What "·" stands for: one word where all rest alike, else the rows say it. */
static const char *rest_legend(const struct round *round)
{
    bool any[ROUND_REST_COUNT] = {false};
    uint32_t kinds = 0, kind = round->counts.arrived ? ROUND_WAITS : ROUND_LEAVES;
    for (uint32_t w = 0; w < round->warp_count; w++)
        if (!round->warps[w].issues) any[round_rest(round, w)] = true;
    for (uint32_t i = 0; i < ROUND_REST_COUNT; i++) {
        kinds += any[i];
        if (any[i]) kind = i;
    }
    return kinds > 1 ? _("idle") : _(rests[kind]);
}

static void draw_legend(const struct grid *grid, int y)
{
    struct canvas *canvas = grid->tree->canvas;
    int x = grid->left;
    if (grid->marking) {
        x = canvas_text(canvas, x, y, STYLE_SELECTED, "?");
        canvas_textf(canvas, x, y, STYLE_DIM, _(" will work in round %u   · will not"),
                     grid->tree->index + 1);
        return;
    }
    if (grid->judged) {
        x = canvas_text(canvas, x, y, STYLE_WARNING, "o");
        x = canvas_textf(canvas, x, y, STYLE_DIM, " %s   ", _("works, not marked"));
        x = canvas_text(canvas, x, y, STYLE_RACE, "x");
        canvas_textf(canvas, x, y, STYLE_DIM, " %s", _("marked, idle"));
        return;
    }
    x = canvas_text(canvas, x, y, STYLE_ACTIVE, "■");
    x = canvas_textf(canvas, x, y, STYLE_DIM, " %s   ", _("works"));
    x = canvas_text(canvas, x, y, STYLE_ALONG, "░");
    x = canvas_textf(canvas, x, y, STYLE_DIM, " %s   ", _("comes along"));
    x = canvas_text(canvas, x, y, STYLE_WAITING, "·");
    canvas_textf(canvas, x, y, STYLE_DIM, " %s", rest_legend(grid->tree->round));
}

/* ---- Rows that do not fit ------------------------------------------------------------------- */

static void draw_more(const struct grid *grid, int y, uint32_t shown)
{
    const struct round *round = grid->tree->round;
    uint32_t works = 0, hidden = round->warp_count - shown;
    for (uint32_t w = 0; w < round->warp_count; w++)
        if (w < grid->first || w >= grid->first + shown) works += round->warps[w].issues;
    canvas_textf(grid->tree->canvas, grid->area.x + 1, y, STYLE_DIM,
                 works == 0        ? _("… %u more, none works")
                 : works == hidden ? _("… %u more, all work")
                                   : _("… %u more: %u work, %u do not"),
                 hidden, works, hidden - works);
}

static void draw_warps(struct grid *grid)
{
    uint32_t warps = grid->tree->round->warp_count, selected;
    uint32_t rows = (uint32_t)grid->rows;
    bool more = warps > rows;
    if (more && rows > 1) rows--;
    selected = grid->tree->pane->cursor.thread / TRACE_LANES;
    grid->first = selected >= rows ? selected - rows + 1 : 0;
    if (grid->first + rows > warps) grid->first = warps > rows ? warps - rows : 0;
    for (uint32_t i = 0; i < rows && grid->first + i < warps; i++)
        draw_warp(grid, grid->area.y + 1 + (int)i, grid->first + i);
    if (more && grid->rows > 1) draw_more(grid, grid->area.y + 1 + (int)rows, rows);
}

/* ---- The table of rounds -------------------------------------------------------------------- */

/* A cell for each warp, in its place; for several of them where there are more than 8. */
static void draw_bar(const struct tree *tree, int x, int y, uint32_t issued, uint32_t all)
{
    uint32_t cells = all < 8 ? all : 8, each = (all + 7) / 8;
    for (uint32_t i = 0; i < cells; i++) {
        bool on = issued >> i * each & ((1u << each) - 1);
        canvas_put(tree->canvas, x + (int)i, y, on ? STYLE_BAR : STYLE_DIM,
                   on ? GLYPH_BAR : GLYPH_WAITS);
    }
}

static bool round_raced(const struct tree *tree, uint32_t round)
{
    for (uint32_t i = 0; i < tree->trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &tree->trace->diagnostics[i];
        if (d->fault == TRACE_RACE && d->launch == tree->launch_index && d->round == round &&
            d->block == tree->launch->blocks[tree->block].index)
            return true;
    }
    return round == tree->index && tree_races(tree);
}

static void draw_table_row(const struct tree *tree, int x, int y, uint32_t round,
                           const struct round_counts *counts)
{
    bool here = round == tree->index;
    enum style style = here ? STYLE_HERE : STYLE_NORMAL;
    canvas_textf(tree->canvas, x, y, style, "%4u  %6u", round, counts->threads);
    draw_bar(tree, x + 15, y, counts->issued, tree->round->warp_count);
    if (round_raced(tree, round)) canvas_put(tree->canvas, x + 13, y, STYLE_RACE, '!');
    int end = canvas_textf(tree->canvas, x + 24, y, style, "%-2u", counts->warps) + 1;
    const char *mark = _("← here");
    if (end + canvas_width(mark) >= tree->area.x + tree->area.columns) mark = "←";
    if (here) canvas_text(tree->canvas, end, y, STYLE_HERE, mark);
}

static int area_end(const struct grid *grid)
{
    return grid->area.x + grid->area.columns;
}

static void draw_table(const struct grid *grid)
{
    const struct tree *tree = grid->tree;
    const struct round_counts *counts =
        round_counts(tree->analysis, tree->launch_index, tree->block);
    int x = grid->area.x + TABLE, y = grid->area.y, rows = grid->area.rows;
    canvas_vline(tree->canvas, x, y, rows, STYLE_RULE);
    if (!counts) return;
    canvas_textf(tree->canvas, x + 2, y, STYLE_DIM, _("round threads warps of %u"),
                 tree->round->warp_count);
    uint32_t first = tree->index + 1 > (uint32_t)(rows - 1) ? tree->index + 2 - (uint32_t)rows : 0;
    for (uint32_t r = first; r <= tree->index; r++) {
        draw_table_row(tree, x + 1, ++y, r, &counts[r]);
        canvas_target(tree->canvas, (struct rect){x + 1, y, area_end(grid) - x - 1, 1},
                      target_pack(TARGET_ROUND, 0, r));
    }
}

/* ---- Below the narrow grid: the round and all rounds in two lines ---------------------------- */

static void totals(const struct tree *tree, uint32_t last, uint32_t *first, uint32_t *warps)
{
    const struct round_counts *counts =
        round_counts(tree->analysis, tree->launch_index, tree->block);
    *first = 0;
    *warps = 0;
    while (counts && *first < last && !counts[*first].exchanges)
        (*first)++;
    for (uint32_t r = *first; counts && r <= last; r++)
        if (counts[r].exchanges) *warps += counts[r].warps;
}

/* The most lanes at work in one of the warps that issue, and the fewest. */
static uint32_t lanes_of_warps(const struct round *round, uint32_t *fewest)
{
    uint32_t most = 0;
    *fewest = TRACE_LANES;
    for (uint32_t w = 0; w < round->warp_count; w++) {
        if (!round->warps[w].issues) continue;
        uint32_t lanes = (uint32_t)__builtin_popcount(round->warps[w].works);
        if (lanes > most) most = lanes;
        if (lanes < *fewest) *fewest = lanes;
    }
    return most;
}

static void draw_summary(const struct grid *grid, int y)
{
    const struct tree *tree = grid->tree;
    const struct round_counts *c = &tree->round->counts;
    uint32_t fewest, each = lanes_of_warps(tree->round, &fewest);
    uint32_t first, warps, all, last = tree->launch->blocks[tree->block].rounds - 1;
    int x = grid->area.x + 1;
    if (c->warps == 1)
        canvas_textf(tree->canvas, x, y, STYLE_NORMAL,
                     ONE_OR(c->threads, _("%u thread in 1 warp, %u lane"),
                            _("%u threads in 1 warp, %u lanes")),
                     c->threads, c->threads);
    else if (each && each == fewest)
        canvas_textf(tree->canvas, x, y, STYLE_NORMAL,
                     ONE_OR(each, _("%u threads in %u warps, %u lane each"),
                            _("%u threads in %u warps, %u lanes each")),
                     c->threads, c->warps, each);
    else if (each)
        canvas_textf(tree->canvas, x, y, STYLE_NORMAL, _("%u threads in %u warps, %u to %u lanes"),
                     c->threads, c->warps, fewest, each);
    else
        canvas_textf(tree->canvas, x, y, STYLE_NORMAL, _("%u threads in %u warps"), c->threads,
                     c->warps);
    if (grid->area.y + grid->area.rows <= y + 1 || tree->index == 0) return;
    totals(tree, tree->index, &first, &warps);
    if (!warps) return;
    if (first == tree->index)
        x = canvas_textf(tree->canvas, x, y + 1, STYLE_NORMAL,
                         ONE_OR(warps, _("round %u: %u warp"), _("round %u: %u warps")), first,
                         warps);
    else
        x = canvas_textf(tree->canvas, x, y + 1, STYLE_NORMAL,
                         ONE_OR(warps, _("rounds %u-%u: %u warp"), _("rounds %u-%u: %u warps")),
                         first, tree->index, warps);
    totals(tree, last, &first, &all);
    if (!predict_hides(tree->state))
        canvas_textf(tree->canvas, x + 3, y + 1, STYLE_NORMAL, _("to the end %u"), all);
}

static void look_at_marks(struct grid *grid)
{
    for (uint32_t w = 0; w < grid->tree->round->warp_count; w++) {
        const struct round_warp *warp = &grid->tree->round->warps[w];
        for (uint32_t lane = 0; lane < TRACE_LANES && !grid->marking; lane++) {
            enum predict_mark mark = mark_of(grid, warp, 1u << lane);
            grid->marking |= mark == PREDICT_OPEN || mark == PREDICT_MARKED;
            grid->judged |= mark == PREDICT_MISSED || mark == PREDICT_WRONG;
        }
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

void tree_draw_grid(struct tree *tree, struct rect area)
{
    struct grid grid = {.tree = tree, .area = area, .lanes = 1};
    if (area.rows < 2 || area.columns < 8) return;
    grid.narrow = area.columns < LABEL_WIDE + TRACE_LANES + COUNT || tree->narrow;
    grid.left = area.x + (grid.narrow ? LABEL_NARROW : LABEL_WIDE);
    while (grid.lanes < TRACE_LANES && grid.left + TRACE_LANES / grid.lanes > area.x + area.columns)
        grid.lanes *= 2;
    grid.table = area.columns >= TABLE + TABLE_COLUMNS;
    int below = grid.narrow && tree->state->pane_count > 1 ? 2 : 1;
    grid.rows = area.rows - 1;
    int warps = (int)tree->round->warp_count;
    if (grid.rows >= warps + 1 || grid.rows > 8)
        grid.rows = grid.rows - below < warps ? grid.rows - below : warps;
    look_at_marks(&grid);
    draw_header(&grid);
    draw_warps(&grid);
    int y = area.y + 1 + grid.rows;
    if (y < area.y + area.rows) {
        if (below == 2)
            draw_summary(&grid, y);
        else if (grid.lanes == 1)
            draw_legend(&grid, y);
    }
    if (grid.table) draw_table(&grid);
}
