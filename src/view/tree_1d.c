/* Columns of slots: the round before, arrows, the present round, what the values hold. */
#include "analysis/history.h"
#include "analysis/origin.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "state/predict.h"
#include "view/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LABEL_WIDE = 8,
    LABEL_NARROW = 7,
    WIDEST = 26,
    ROOMY = 13, /* of a column; 13: three slot numbers in a row */
    GRID_LEAST = 10,
    WIDE_PANE = 60,
    ARROWS_LEAST = 3
};

struct layout {
    struct tree_frame frame;
    int x, columns;                                                  /* of the picture */
    int slot, before, arrows, arrow_rows, now, holds, caption, grid; /* rows, -1 = absent */
    int grid_rows;
};

/* ---- Arrows --------------------------------------------------------------------------------- */

static enum style arrow_style(const struct tree_arrow *arrow)
{
    return arrow->link.race ? STYLE_RACE : STYLE_EDGE;
}

static void draw_arrow(struct canvas *canvas, const struct tree_arrow *arrow,
                       struct tree_frame frame, int y)
{
    int from = frame.left + arrow->from * frame.width, to = frame.left + arrow->to * frame.width;
    enum style style = arrow_style(arrow);
    uint32_t line = arrow->link.race ? '!' : 0x2500; /* ─ */
    bool left = from > to;
    if (from == to) {
        canvas_put(canvas, from, y, style, 0x2193); /* ↓ */
        return;
    }
    int low = left ? to + 2 : from + 1, high = left ? from : to - 1;
    for (int x = low; x < high; x++)
        canvas_put(canvas, x, y, style, line);
    canvas_put(canvas, from, y, style, left ? 0x2518 : 0x2514);                   /* ┘ └ */
    canvas_put(canvas, left ? to + 1 : to - 1, y, style, left ? 0x2190 : 0x2192); /* ← → */
    canvas_put(canvas, to, y, style, 0x25cf);                                     /* ● */
}

/* A value on its way from its source to its target. */
static void draw_moving(const struct tree *tree, const struct tree_arrow *arrow,
                        struct tree_frame frame, int y)
{
    char text[TREE_TEXT];
    int from = frame.left + arrow->from * frame.width, to = frame.left + arrow->to * frame.width;
    if (tree->moved >= 1 || tree->index == 0) return;
    tree_value(tree, tree->from_array, arrow->link.from, tree->index - 1, text, sizeof text);
    int x = from + (int)((to - from) * tree->moved + (to > from ? 0.5 : -0.5));
    canvas_text(tree->canvas, x, y, STYLE_READ, text);
}

void tree_draw_arrows(const struct tree *tree, const struct tree_arrows *arrows,
                      struct tree_frame frame, int top)
{
    for (int i = 0; i < arrows->count; i++) { /* stems first: an arrow may pass before them */
        const struct tree_arrow *arrow = &arrows->arrows[i];
        for (int y = top; y < top + arrow->row; y++)
            canvas_put(tree->canvas, frame.left + arrow->from * frame.width, y, arrow_style(arrow),
                       0x2502); /* │ */
    }
    for (int i = 0; i < arrows->count; i++)
        draw_arrow(tree->canvas, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
    for (int i = 0; i < arrows->count; i++)
        draw_moving(tree, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
}

/* ---- Layout --------------------------------------------------------------------------------- */

/* Rows are given out by weight: values, then the grid, then more arrows, holds, the caption. */
static void lay_rows(const struct tree *tree, struct layout *layout)
{
    int rows = tree->area.rows, y = tree->area.y, want = tree_grid_rows(tree);
    layout->slot = layout->before = layout->arrows = layout->holds = layout->caption = -1;
    layout->now = y;
    layout->arrow_rows = layout->grid_rows = 0;
    layout->grid = -1;
    if (rows >= 2) {
        layout->slot = y;
        layout->now = y + 1;
    }
    if (rows < 3) return;
    layout->before = y + 1;
    layout->arrow_rows = rows >= 4;
    int left = rows - 3 - layout->arrow_rows;
    int least = GRID_LEAST + tree->narrow; /* of two panes both have a line more below */
    if (least > want) least = want;
    int rest = tree->narrow ? least + 2 : least + 1; /* two panes are narrow: arrows come first */
    int holds = left >= 1 && (left >= rest || left < 3);
    left -= holds;
    layout->grid_rows = left >= 3 ? (left < least ? left : least) : 0;
    left -= layout->grid_rows;
    int caption = left >= 1 && !tree->narrow;
    int more = want - layout->grid_rows; /* what many warps would like on top */
    if (layout->grid_rows && more > 0 && left > ARROWS_LEAST) {
        more = more < left - ARROWS_LEAST ? more : left - ARROWS_LEAST;
        layout->grid_rows += more;
        left -= more;
    }
    layout->arrow_rows += left > 0 ? left : 0;
    if (tree->state->pane_count > 1) { /* the same in both, whatever each of them needs */
        int most = tree->area.columns >= WIDE_PANE && layout->arrow_rows >= 4 ? 4 : 2;
        if (layout->arrow_rows > most) layout->arrow_rows = most;
    }
    layout->arrows = layout->arrow_rows ? y + 2 : -1;
    layout->now = y + 2 + layout->arrow_rows;
    layout->holds = holds ? layout->now + 1 : -1;
    layout->caption = caption ? layout->now + 2 : -1;
}

/* Once the arrows are placed: what they do not need goes back to the caption. */
static void settle_rows(const struct tree *tree, struct layout *layout, int needed)
{
    int spare = layout->arrow_rows - (needed > 1 ? needed : 1), y = tree->area.y;
    if (layout->before < 0) return;
    if (tree->state->pane_count > 1) spare = 0; /* both panes keep the same rows */
    if (layout->arrow_rows && spare > 0) layout->arrow_rows -= spare;
    layout->now = layout->arrows >= 0 ? layout->arrows + layout->arrow_rows : layout->before + 1;
    int next = layout->now + 1;
    if (layout->holds >= 0) layout->holds = next++;
    if (layout->caption >= 0 && spare > 0)
        layout->caption = next++;
    else
        layout->caption = -1;
    if (!layout->grid_rows) return;
    layout->grid = next;
    int below = y + tree->area.rows - next;
    if (layout->grid_rows > below) layout->grid_rows = below;
}

/* ---- Columns -------------------------------------------------------------------------------- */

static void mark_used(const struct tree *tree, const struct round *round, bool *used,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count && tree->array < ROUND_ARRAYS; i++) {
        const struct round_slot *slot = &round->slots[round_slot_number(round, tree->array, i)];
        used[i] |= slot->reads || slot->writes;
    }
}

/* Would wider columns say more exactly what the slots hold? */
static bool wants_room(const struct tree *tree, const struct tree_columns *columns, int width)
{
    if (tree->narrow || tree->index == 0 || width >= ROOMY) return false;
    if (tree->state->content != CELL_VALUE) return false;
    for (int c = 0; c < columns->count; c++) {
        char narrow[TREE_TEXT], roomy[TREE_TEXT];
        if (columns->slots[c] >= tree_slot_count(tree, tree->array)) continue;
        if (tree_cell(tree, tree->array, columns->slots[c], tree->index) != TREE_VALUE) continue;
        tree_content(tree, CELL_HOLDS, tree->array, columns->slots[c], tree->index, width - 1,
                     narrow, sizeof narrow);
        tree_content(tree, CELL_HOLDS, tree->array, columns->slots[c], tree->index, ROOMY - 1,
                     roomy, sizeof roomy);
        if (strcmp(narrow, roomy) != 0) return true;
    }
    return false;
}

static void choose(const struct tree *tree, struct layout *layout, struct tree_columns *columns,
                   struct tree_arrows *arrows)
{
    struct tree_links links = tree_links(tree, TRACE_NONE);
    struct tree_links pairs = {0};
    uint32_t count = tree_slot_count(tree, tree->array), in_use = 0;
    if (!links.count && tree->index > 0 && !tree->round->counts.writes) pairs = tree_pairs(tree);
    bool *used = mem_array(links.slots + 1, sizeof *used);
    mark_used(tree, tree->round, used, count);
    for (uint32_t i = 0; i < count; i++)
        in_use += used[i];
    if (in_use < 2 && tree->before) mark_used(tree, tree->before, used, count);
    int label = tree->narrow ? LABEL_NARROW : LABEL_WIDE;
    int width = tree->narrow ? 8 : 9, zoom = tree->pane->cursor.zoom;
    for (int attempt = 0; attempt < 2; attempt++) {
        int most = (layout->columns - label + 1) / width;
        if (zoom > 0) most = most >> zoom;
        if (most < 1) most = 1;
        if (zoom > 0) width = (layout->columns - label) / most;
        if (width > WIDEST) width = WIDEST;
        tree_choose(pairs.count ? &pairs : &links, used, tree->pane->cursor.slot, most,
                    pairs.count ? TREE_MAX_COLUMNS : layout->arrow_rows, columns);
        tree_place(&links, columns, arrows);
        int widest = tree_column_width(tree, tree->array, columns->slots, columns->count);
        if (widest > WIDEST) widest = WIDEST;
        layout->frame = (struct tree_frame){layout->x + label, width};
        if (widest <= width) break;
        width = widest;
    }
    if (wants_room(tree, columns, layout->frame.width) &&
        label + columns->count * ROOMY <= layout->columns)
        layout->frame.width = ROOMY;
    free(links.links);
    free(pairs.links);
    free(used);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static bool is_selected(const struct tree *tree, uint32_t slot)
{
    return slot == tree->pane->cursor.slot;
}

static void draw_label(const struct tree *tree, int y, const char *text)
{
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM,
                    (tree->narrow ? LABEL_NARROW : LABEL_WIDE) - 2, text);
}

static void round_label(const struct tree *tree, int y, uint32_t round)
{
    char text[32];
    snprintf(text, sizeof text, _("rd %u"), round);
    draw_label(tree, y, text);
}

static void draw_header(const struct tree *tree, const struct layout *layout,
                        const struct tree_columns *columns)
{
    draw_label(tree, layout->slot, _("slot"));
    for (int c = 0; c < columns->count; c++) {
        int x = layout->frame.left + c * layout->frame.width;
        bool selected = is_selected(tree, columns->slots[c]);
        canvas_textf(tree->canvas, x, layout->slot, selected ? STYLE_SELECTED : STYLE_STRONG, "%u",
                     columns->slots[c]);
    }
}

static enum style before_style(const struct tree *tree, uint32_t slot, bool arrow_begins)
{
    if (tree_cell(tree, tree->from_array, slot, tree->index - 1) == TREE_UNSET) return STYLE_UNSET;
    return arrow_begins ? STYLE_READ : STYLE_NORMAL;
}

static void draw_before(const struct tree *tree, const struct layout *layout,
                        const struct tree_columns *columns, const struct tree_arrows *arrows)
{
    if (tree->from_array != tree->array)
        draw_label(tree, layout->before, tree->launch->arrays[tree->from_array].name);
    else
        round_label(tree, layout->before, tree->index - 1);
    for (int c = 0; c < columns->count; c++) {
        char text[TREE_TEXT];
        bool begins = false;
        for (int i = 0; i < arrows->count; i++)
            begins |= arrows->arrows[i].from == c || arrows->arrows[i].to == c;
        if (columns->slots[c] >= tree_slot_count(tree, tree->from_array)) continue;
        tree_content(tree, tree->state->content, tree->from_array, columns->slots[c],
                     tree->index - 1, layout->frame.width - 1, text, sizeof text);
        canvas_text_fit(tree->canvas, layout->frame.left + c * layout->frame.width, layout->before,
                        before_style(tree, columns->slots[c], begins), layout->frame.width, text);
    }
}

static void draw_cell(const struct tree *tree, int x, int y, int width, uint32_t slot)
{
    char text[TREE_TEXT], shown[TREE_TEXT + 4];
    bool moving = tree->moved < 1 && tree->index > 0;
    enum tree_cell cell = tree_cell(tree, tree->array, slot, tree->index);
    uint32_t round = moving && cell == TREE_VALUE ? tree->index - 1 : tree->index;
    enum style style = cell == TREE_UNSET   ? STYLE_UNSET
                       : cell == TREE_STALE ? STYLE_STALE
                       : moving             ? STYLE_DIM
                                            : STYLE_WRITTEN;
    tree_content(tree, tree->state->content, tree->array, slot, round, width - 1, text,
                 sizeof text);
    snprintf(shown, sizeof shown, cell == TREE_STALE ? "(%s)" : "%s", text);
    if (tree_differs(tree, tree->array, slot, tree->index)) style = STYLE_DIFFERENT;
    if (is_selected(tree, slot)) canvas_cursor(tree->canvas, x, y);
    bool bracket = cell == TREE_STALE; /* digits stand below digits */
    canvas_text_fit(tree->canvas, x - bracket, y, style, width, shown);
}

static void draw_now(const struct tree *tree, int y, const struct layout *layout,
                     const struct tree_columns *columns)
{
    if (tree->from_array != tree->array)
        draw_label(tree, y, tree->launch->arrays[tree->array].name);
    else
        round_label(tree, y, tree->index);
    for (int c = 0; c < columns->count; c++)
        if (columns->slots[c] < tree_slot_count(tree, tree->array))
            draw_cell(tree, layout->frame.left + c * layout->frame.width, y, layout->frame.width,
                      columns->slots[c]);
}

/* Does some slot hold what came from others? */
static bool holds_others(const struct tree *tree, const struct tree_columns *columns)
{
    for (int c = 0; c < columns->count; c++) {
        char text[TREE_TEXT], own[16];
        if (columns->slots[c] >= tree_slot_count(tree, tree->array)) continue;
        if (tree_cell(tree, tree->array, columns->slots[c], tree->index) == TREE_UNSET) continue;
        tree_content(tree, CELL_HOLDS, tree->array, columns->slots[c], tree->index, WIDEST, text,
                     sizeof text);
        snprintf(own, sizeof own, "%u", columns->slots[c]);
        if (strcmp(text, own) != 0) return true;
    }
    return false;
}

/* Below the values: what they hold, or the values themselves when the cells say something else. */
static void draw_holds(const struct tree *tree, const struct layout *layout,
                       const struct tree_columns *columns)
{
    bool values = tree->state->content == CELL_VALUE, written = false;
    if (values && (tree->index == 0 || !holds_others(tree, columns))) return;
    for (int c = 0; c < columns->count; c++)
        written |= tree_cell(tree, tree->array, columns->slots[c], tree->index) == TREE_VALUE;
    draw_label(tree, layout->holds, values ? _("holds") : _("value"));
    for (int c = 0; c < columns->count; c++) {
        char text[TREE_TEXT];
        uint32_t slot = columns->slots[c];
        if (slot >= tree_slot_count(tree, tree->array)) continue;
        enum tree_cell cell = tree_cell(tree, tree->array, slot, tree->index);
        if (cell == TREE_UNSET || (cell == TREE_STALE && written)) continue;
        tree_content(tree, values ? CELL_HOLDS : CELL_VALUE, tree->array, slot, tree->index,
                     layout->frame.width - 1, text, sizeof text);
        canvas_text_fit(tree->canvas, layout->frame.left + c * layout->frame.width, layout->holds,
                        STYLE_DIM, layout->frame.width - 1, text);
    }
}

/* "↓ thread 5", "↓ t=5", or that several threads do. */
static void reads_text(const struct round_slot *slot, int columns, char *out, size_t size)
{
    snprintf(out, size, "%s", _("↓ read"));
    if (slot->many_readers || slot->reader == TRACE_NONE) return;
    snprintf(out, size, _("↓ thread %u"), slot->reader);
    if (canvas_width(out) > columns) snprintf(out, size, "↓ t=%u", slot->reader);
}

/* Slots that are read and flow into no other: a mark instead of an arrow, and who reads. */
static void draw_reads(const struct tree *tree, const struct layout *layout,
                       const struct tree_columns *columns, const struct tree_arrows *arrows)
{
    if (tree->index == 0 || tree->array >= ROUND_ARRAYS) return;
    for (int c = 0; c < columns->count; c++) {
        bool begins = false;
        for (int i = 0; i < arrows->count; i++)
            begins |= arrows->arrows[i].from == c;
        if (begins) continue;
        if (columns->slots[c] >= tree_slot_count(tree, tree->array)) continue;
        uint32_t number = round_slot_number(tree->round, tree->array, columns->slots[c]);
        const struct round_slot *slot = &tree->round->slots[number];
        if (!slot->reads || slot->writes) continue;
        char text[TREE_TEXT];
        reads_text(slot, layout->frame.width - 1, text, sizeof text);
        canvas_text_fit(tree->canvas, layout->frame.left + c * layout->frame.width, layout->arrows,
                        STYLE_EDGE, layout->frame.width - 1, text);
    }
}

static size_t list_threads(const uint32_t *threads, uint32_t count, char *out, size_t size)
{
    size_t used = 0;
    for (uint32_t i = 0; i < count && i < HISTORY_THREADS && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, i ? ", %u" : "%u", threads[i]);
    if (count > HISTORY_THREADS && used < size)
        used +=
            (size_t)snprintf(out + used, size - used, _(" and %u more"), count - HISTORY_THREADS);
    return used;
}

/* One slot alone on the screen: who touched it in this round. */
static void single_caption(const struct tree *tree, uint32_t slot, char *out, size_t size)
{
    char readers[96] = "", writers[96] = "";
    uint32_t number = round_slot_number(tree->round, tree->array, slot);
    struct history_slot life =
        history_of_slot(tree->analysis, tree->launch_index, tree->block, tree->index, number);
    list_threads(life.readers, life.reader_count, readers, sizeof readers);
    list_threads(life.writers, life.writer_count, writers, sizeof writers);
    snprintf(out, size, _("read by thread %s   written by thread %s"),
             life.reader_count ? readers : "-", life.writer_count ? writers : "-");
}

static void draw_caption(const struct tree *tree, const struct layout *layout,
                         const struct tree_columns *columns)
{
    if (columns->count == 1 && tree->array < ROUND_ARRAYS) {
        char life[256];
        single_caption(tree, columns->slots[0], life, sizeof life);
        canvas_text(tree->canvas, tree->area.x + 1, layout->caption, STYLE_DIM, life);
        return;
    }
    char text[160] = "";
    uint32_t step = tree_columns_step(columns), count = tree_slot_count(tree, tree->array);
    bool stale = false;
    for (int c = 0; c < columns->count; c++)
        stale |= tree_cell(tree, tree->array, columns->slots[c], tree->index) == TREE_STALE;
    if (tree->index == 0) return;
    char nth[32];
    tree_ordinal(step, nth, sizeof nth);
    if (step > 1 && columns->count > 2)
        snprintf(text, sizeof text, _("every %s of %u slots"), nth, count);
    else if ((uint32_t)columns->count < count)
        snprintf(text, sizeof text, _("%d of %u slots"), columns->count, count);
    int x = tree->area.x + 1;
    if (tree->launch->array_count > 1)
        x = canvas_textf(tree->canvas, x, layout->caption, STYLE_STRONG, "%s",
                         tree->launch->arrays[tree->array].name) +
            2;
    x = canvas_text(tree->canvas, x, layout->caption, STYLE_DIM, text);
    if (stale)
        canvas_text(tree->canvas, x > tree->area.x + 1 ? x + 3 : x, layout->caption, STYLE_DIM,
                    _("(n) not written in this round, still there"));
}

/* In a further launch: what it goes on with. The rows below the hint are free in round 0. */
static void draw_origin(const struct tree *tree, const struct layout *layout)
{
    char text[256];
    origin_text(tree->analysis, tree->launch_index, text, sizeof text);
    if (layout->holds > layout->now)
        canvas_text_fit(tree->canvas, tree->area.x + 1, layout->holds, STYLE_NORMAL,
                        tree->area.columns - 2, text);
}

/* Only a hint stands where the next round will be: nothing of it is known yet. */
static void draw_first(const struct tree *tree, const struct layout *layout,
                       const struct tree_columns *columns)
{
    int y = layout->before >= 0 ? layout->before : layout->now;
    draw_now(tree, y, layout, columns);
    if (layout->before < 0 || layout->now <= y) return;
    if (tree->launch->blocks[tree->block].rounds < 2 || tree->narrow) return;
    round_label(tree, layout->now, 1);
    draw_origin(tree, layout);
    if (predict_hides(tree->state)) {
        canvas_text(tree->canvas, layout->frame.left, layout->now, STYLE_HINT, "?");
        return;
    }
    const struct round *next = round_get(tree->analysis, tree->launch_index, tree->block, 1);
    canvas_text(tree->canvas, layout->frame.left, layout->now, STYLE_HINT,
                next && sentence_additions(next) ? _("(press → : who adds what to whom)")
                                                 : _("(press → : what happens next)"));
}

/* ---- Spare rows: the arrows in figures, and all slots ---------------------------------------- */

static void draw_equation(const struct tree *tree, const struct tree_arrow *arrow, bool sum, int y)
{
    char to[TREE_TEXT], from[TREE_TEXT], before[TREE_TEXT], now[TREE_TEXT], source[TREE_TEXT];
    int x = tree->area.x + 1;
    tree_slot_name(tree, tree->array, arrow->link.to, to, sizeof to);
    tree_slot_name(tree, tree->from_array, arrow->link.from, from, sizeof from);
    tree_value(tree, tree->array, arrow->link.to, tree->index - 1, before, sizeof before);
    tree_value(tree, tree->from_array, arrow->link.from, tree->index - 1, source, sizeof source);
    tree_value(tree, tree->array, arrow->link.to, tree->index, now, sizeof now);
    x = canvas_textf(tree->canvas, x, y, STYLE_DIM, _("thread %u"), arrow->link.thread);
    x = x < tree->area.x + 13 ? tree->area.x + 13 : x + 2;
    char text[6 * TREE_TEXT];
    if (sum)
        snprintf(text, sizeof text, "%s = %s + %s  (%s + %s)", now, before, source, to, from);
    else
        snprintf(text, sizeof text, _("%s = %s  from %s = %s"), to, now, from, source);
    canvas_text_fit(tree->canvas, x, y, STYLE_NORMAL, tree->area.x + tree->area.columns - 1 - x,
                    text);
}

/* Are the arrows sums of what the slot held and one other value? */
static bool plain_sums(const struct tree *tree, const struct tree_arrows *arrows)
{
    const struct round_statement *s = round_main_statement(tree->round);
    for (int i = 0; i < arrows->count; i++)
        for (int k = 0; k < i; k++)
            if (arrows->arrows[i].to == arrows->arrows[k].to) return false;
    return s && s->own && s->operations & OPERATION_ADD && !tree->round->several_turns;
}

/* The kernel's other arrays, at the same slots: where one goes the others often go, too. */
static int draw_other_arrays(const struct tree *tree, const struct tree_columns *columns,
                             struct tree_frame frame, int y, int end)
{
    for (uint32_t a = 0; a < tree->launch->array_count && a < ROUND_ARRAYS; a++) {
        const struct trace_array *array = &tree->launch->arrays[a];
        if (a == tree->array || a == tree->from_array || array->dim_count > 1) continue;
        if (y + 1 >= end) return y;
        canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_STRONG, LABEL_WIDE - 2,
                        array->name);
        for (int c = 0; c < columns->count; c++) {
            char text[TREE_TEXT];
            uint32_t slot = columns->slots[c];
            if (slot >= array->count) continue;
            enum tree_cell cell = tree_cell(tree, a, slot, tree->index);
            tree_content(tree, tree->state->content, a, slot, tree->index, frame.width - 1, text,
                         sizeof text);
            canvas_text_fit(tree->canvas, frame.left + c * frame.width, y,
                            cell == TREE_UNSET   ? STYLE_UNSET
                            : cell == TREE_STALE ? STYLE_STALE
                                                 : STYLE_WRITTEN,
                            frame.width - 1, text);
        }
        y++;
    }
    return y + (tree->launch->array_count > 1);
}

static void draw_spare(const struct tree *tree, const struct tree_arrows *arrows,
                       const struct tree_columns *columns, struct tree_frame frame, int y)
{
    int end = tree->area.y + tree->area.rows, last = end - 4;
    bool sums = plain_sums(tree, arrows);
    if (tree->index > 0 && tree->moved >= 1) {
        for (int i = 0; i < arrows->count && y < end && (y < last || i == 0); i++, y++)
            draw_equation(tree, &arrows->arrows[i], sums, y);
        y += arrows->count > 0;
    }
    y = draw_other_arrays(tree, columns, frame, y, end);
    if (end - y < 3) return;
    canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_DIM, _("all %u slots"),
                 tree_slot_count(tree, tree->array));
    tree_draw_cells(tree, (struct rect){tree->area.x, y + 1, tree->area.columns, end - y - 1});
}

void tree_draw_columns(struct tree *tree)
{
    struct layout layout = {.x = tree->area.x, .columns = tree->area.columns};
    struct tree_columns columns;
    struct tree_arrows arrows;
    lay_rows(tree, &layout);
    choose(tree, &layout, &columns, &arrows);
    settle_rows(tree, &layout, arrows.rows);
    if (layout.slot >= 0) draw_header(tree, &layout, &columns);
    if (tree->index == 0) {
        draw_first(tree, &layout, &columns);
    } else {
        if (layout.before >= 0) draw_before(tree, &layout, &columns, &arrows);
        if (layout.arrows >= 0) {
            draw_reads(tree, &layout, &columns, &arrows);
            tree_draw_arrows(tree, &arrows, layout.frame, layout.arrows);
        }
        draw_now(tree, layout.now, &layout, &columns);
    }
    if (layout.holds >= 0) draw_holds(tree, &layout, &columns);
    if (layout.caption >= 0) draw_caption(tree, &layout, &columns);
    if (layout.grid < 0) return;
    struct rect grid = {tree->area.x, layout.grid, tree->area.columns, layout.grid_rows};
    tree_draw_grid(tree, grid);
    if (!tree->narrow)
        draw_spare(tree, &arrows, &columns, layout.frame, layout.grid + layout.grid_rows + 1);
}
