/* Columns of slots: the round before, arrows, the present round, what the values hold. */
#include "view/tree_1d.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOMY = 13, /* of a column; 13: three slot numbers in a row */
    GRID_LEAST = 10,
    WIDE_PANE = 60,
    ARROWS_LEAST = 3
};

/* ---- Layout --------------------------------------------------------------------------------- */

/* Rows are given out by weight: values, then the grid, then more arrows, holds, the caption. */
static void lay_rows(const struct tree *tree, struct tree_layout *layout)
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
static void settle_rows(const struct tree *tree, struct tree_layout *layout, int needed)
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

static void choose(const struct tree *tree, struct tree_layout *layout,
                   struct tree_columns *columns, struct tree_arrows *arrows)
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
    int label = tree->narrow ? TREE_LABEL_NARROW : TREE_LABEL_WIDE;
    int width = tree->narrow ? 8 : 9, zoom = tree->pane->cursor.zoom;
    for (int attempt = 0; attempt < 2; attempt++) {
        int most = (layout->columns - label + 1) / width;
        if (zoom > 0) most = most >> zoom;
        if (most < 1) most = 1;
        if (zoom > 0) width = (layout->columns - label) / most;
        if (width > TREE_WIDEST) width = TREE_WIDEST;
        tree_choose(pairs.count ? &pairs : &links, used, tree->pane->cursor.slot, most,
                    pairs.count ? TREE_MAX_COLUMNS : layout->arrow_rows, columns);
        tree_place(&links, columns, arrows);
        int widest = tree_column_width(tree, tree->array, columns->slots, columns->count);
        if (widest > TREE_WIDEST) widest = TREE_WIDEST;
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

/* A column is one slot from its number down to its value. In round 0 the value stands below the
 * number, and then come words about the round to come. */
static void aim_at_columns(const struct tree *tree, const struct tree_layout *layout,
                           const struct tree_columns *columns)
{
    int top = layout->slot >= 0 ? layout->slot : layout->now, bottom = layout->now;
    if (tree->index == 0 && layout->before >= 0) bottom = layout->before;
    if (tree->index > 0 && layout->holds >= 0) bottom = layout->holds;
    for (int c = 0; c < columns->count; c++)
        tree_aim_at_slot(tree,
                         (struct rect){layout->frame.left + c * layout->frame.width, top,
                                       layout->frame.width, bottom - top + 1},
                         columns->slots[c]);
}

void tree_draw_columns(struct tree *tree)
{
    struct tree_layout layout = {.x = tree->area.x, .columns = tree->area.columns};
    struct tree_columns columns;
    struct tree_arrows arrows;
    lay_rows(tree, &layout);
    choose(tree, &layout, &columns, &arrows);
    settle_rows(tree, &layout, arrows.rows);
    aim_at_columns(tree, &layout, &columns);
    if (layout.slot >= 0) tree_draw_header(tree, &layout, &columns);
    if (tree->index == 0) {
        tree_draw_first(tree, &layout, &columns);
    } else {
        if (layout.before >= 0) tree_draw_before(tree, &layout, &columns, &arrows);
        if (layout.arrows >= 0) {
            tree_draw_reads(tree, &layout, &columns, &arrows);
            tree_draw_arrows(tree, &arrows, layout.frame, layout.arrows);
        }
        tree_draw_now(tree, layout.now, &layout, &columns);
    }
    if (layout.holds >= 0) tree_draw_holds(tree, &layout, &columns);
    if (layout.caption >= 0) tree_draw_caption(tree, &layout, &columns);
    if (layout.grid < 0) return;
    struct rect grid = {tree->area.x, layout.grid, tree->area.columns, layout.grid_rows};
    tree_draw_grid(tree, grid);
    if (!tree->narrow)
        tree_draw_spare(tree, &arrows, &columns, layout.frame, layout.grid + layout.grid_rows + 1);
}
