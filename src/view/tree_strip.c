/* All slots at once: a value or a cell per slot, or a cell for several where there are too many. */
#include "base/i18n.h"
#include "base/mem.h"
#include "view/tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { LABEL = 8 };

/* ---- What a stretch of slots did ------------------------------------------------------------- */

enum mark { MARK_WRITTEN, MARK_SEVERAL, MARK_READ, MARK_STALE, MARK_UNSET, MARK_RACE, MARK_COUNT };

static const struct {
    uint32_t glyph;
    enum style style;
    const char *text;
} mark_table[MARK_COUNT] = {
    [MARK_WRITTEN] = {0x25a0, STYLE_ACTIVE, N_("written")},
    [MARK_SEVERAL] = {0x2588, STYLE_ACTIVE, N_("by several")},
    [MARK_READ] = {0x25cf, STYLE_ACTIVE, N_("read")},
    [MARK_STALE] = {0x2591, STYLE_ALONG, N_("still there")},
    [MARK_UNSET] = {0xb7, STYLE_UNSET, N_("unset")},
    [MARK_RACE] = {'!', STYLE_RACE, N_("race")},
};

static enum mark mark_of(const struct tree *tree, const bool *raced, uint32_t first, uint32_t count)
{
    bool writes = false, reads = false, set = false, race = false, many = false;
    uint32_t all = tree_slot_count(tree, tree->array);
    for (uint32_t s = first; s < first + count && s < all; s++) {
        const struct round_slot *slot =
            &tree->round->slots[round_slot_number(tree->round, tree->array, s)];
        writes |= slot->writes > 0;
        reads |= slot->reads > 0;
        many |= slot->many_writers;
        set |= tree_cell(tree, tree->array, s, tree->index) != TREE_UNSET;
        race |= raced && raced[s];
    }
    if (race) return MARK_RACE;
    if (writes) return many ? MARK_SEVERAL : MARK_WRITTEN;
    if (reads) return MARK_READ;
    return set ? MARK_STALE : MARK_UNSET;
}

static bool *raced_slots(const struct tree *tree, uint32_t *count, uint32_t *low, uint32_t *high)
{
    uint32_t slots = tree_slot_count(tree, tree->array);
    bool *raced = mem_array(slots + 1, sizeof *raced);
    const struct race_table *races = tree_races(tree);
    *count = *high = 0;
    *low = slots;
    for (uint32_t i = 0; races && i < races->count; i++) {
        const struct race *race = &races->races[i];
        if (race->space != TRACE_SHARED || race->object != tree->array) continue;
        if (race->slot < 0 || race->slot >= slots || raced[race->slot]) continue;
        raced[race->slot] = true;
        (*count)++;
        if (race->slot < *low) *low = (uint32_t)race->slot;
        if (race->slot > *high) *high = (uint32_t)race->slot;
    }
    return raced;
}

void tree_draw_races_strip(const struct tree *tree, int x, int y, int columns)
{
    uint32_t slots = tree_slot_count(tree, tree->array), count, low, high;
    if (columns > 64) columns = 64;
    if (columns < 1 || !slots) return;
    bool *raced = raced_slots(tree, &count, &low, &high);
    uint32_t each = (slots + (uint32_t)columns - 1) / (uint32_t)columns;
    canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_DIM, _("all %u"), slots);
    for (uint32_t c = 0; c * each < slots; c++) {
        bool any = false;
        for (uint32_t s = c * each; s < (c + 1) * each && s < slots; s++)
            any |= raced[s];
        canvas_put(tree->canvas, x + (int)c, y, any ? STYLE_RACE : STYLE_DIM, any ? '!' : 0xb7);
    }
    char scale[96] = "", marks[96];
    int end = tree->area.x + tree->area.columns - 1;
    if (each > 1) snprintf(scale, sizeof scale, _("one column = %u slots"), each);
    snprintf(marks, sizeof marks, _("! %u slots raced, %u to %u"), count, low, high);
    /* what the marks say matters more than the scale */
    int both = canvas_width(scale) + 3 + canvas_width(marks);
    if (*scale && x + both <= end)
        x = canvas_text(tree->canvas, x, y + 1, STYLE_DIM, scale) + 3;
    else if (tree->narrow)
        x = tree->area.x + 1;
    canvas_text_fit(tree->canvas, x, y + 1, STYLE_DIM, end - x, marks);
    free(raced);
}

/* ---- Values in rows -------------------------------------------------------------------------- */

static int cell_width(const struct tree *tree)
{
    uint32_t slots = tree_slot_count(tree, tree->array);
    int widest = 1;
    for (uint32_t s = 0; s < slots; s += 1 + slots / 512) {
        int width = tree_column_width(tree, tree->array, &s, 1);
        if (width > widest) widest = width;
    }
    return widest < 21 ? widest : 21;
}

static void draw_matrix_cell(const struct tree *tree, int x, int y, int width, uint32_t slot)
{
    char text[TREE_TEXT], shown[TREE_TEXT + 4];
    enum tree_cell cell = tree_cell(tree, tree->array, slot, tree->index);
    const struct round_slot *touched =
        &tree->round->slots[round_slot_number(tree->round, tree->array, slot)];
    tree_content(tree, tree->state->content, tree->array, slot, tree->index, width - 1, text,
                 sizeof text);
    snprintf(shown, sizeof shown, cell == TREE_STALE && !touched->reads ? "(%s)" : "%s", text);
    enum style style = cell == TREE_UNSET   ? STYLE_UNSET
                       : cell == TREE_VALUE ? STYLE_WRITTEN
                       : touched->reads     ? STYLE_READ
                                            : STYLE_STALE;
    if (tree_differs(tree, tree->array, slot, tree->index)) style = STYLE_DIFFERENT;
    tree_aim_at_slot(tree, (struct rect){x, y, width - 1, 1}, slot);
    if (slot == tree->pane->cursor.slot) {
        canvas_cursor(tree->canvas, x, y);
        style = STYLE_SELECTED;
    }
    canvas_text_fit(tree->canvas, x, y, style, width - 1, shown);
}

static int draw_matrix(const struct tree *tree, int rows)
{
    uint32_t slots = tree_slot_count(tree, tree->array);
    int width = cell_width(tree) + 1, room = tree->area.columns - LABEL;
    uint32_t per_row = 1;
    while ((int)(per_row * 2) * width <= room && per_row < slots)
        per_row *= 2;
    uint32_t lines = (slots + per_row - 1) / per_row, at = tree->pane->cursor.slot / per_row;
    uint32_t first = at >= (uint32_t)rows ? at - (uint32_t)rows + 1 : 0;
    int y = tree->area.y;
    for (uint32_t line = first; line < lines && y < tree->area.y + rows; line++, y++) {
        canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_DIM, "%6u", line * per_row);
        for (uint32_t c = 0; c < per_row && line * per_row + c < slots; c++)
            draw_matrix_cell(tree, tree->area.x + LABEL + (int)c * width, y, width,
                             line * per_row + c);
    }
    return y;
}

/* ---- A cell per slot ------------------------------------------------------------------------- */

struct strip {
    uint32_t each;  /* slots to a cell */
    unsigned drawn; /* bit: enum mark */
};

static int draw_cells(const struct tree *tree, struct rect area, struct strip *strip)
{
    uint32_t slots = tree_slot_count(tree, tree->array), count, low, high, per_row = 16, each = 1;
    int room = area.columns - LABEL;
    while ((int)per_row * 2 <= room && per_row < 128)
        per_row *= 2;
    while ((slots + per_row * each - 1) / (per_row * each) > (uint32_t)area.rows)
        each *= 2;
    *strip = (struct strip){.each = each};
    bool *raced = raced_slots(tree, &count, &low, &high);
    int y = area.y;
    for (uint32_t first = 0; first < slots && y < area.y + area.rows; y++) {
        canvas_textf(tree->canvas, area.x + 1, y, STYLE_DIM, "%5u", first);
        for (uint32_t c = 0; c < per_row && first < slots; c++, first += each) {
            const enum mark mark = mark_of(tree, raced, first, each);
            uint32_t selected = tree->pane->cursor.slot;
            bool here = selected >= first && selected < first + each;
            int x = area.x + LABEL + (int)c;
            canvas_put(tree->canvas, x, y, here ? STYLE_SELECTED : mark_table[mark].style,
                       mark_table[mark].glyph);
            strip->drawn |= 1u << mark;
            if (here && tree->pane->cursor.zoom < 0) canvas_cursor(tree->canvas, x, y);
            tree_aim_at_slot(tree, (struct rect){x, y, 1, 1}, here ? selected : first);
        }
    }
    free(raced);
    return y;
}

/* The legend with `gap` blanks between its items; without those of `left_out`, a bit per mark.
 * Returns its width; draws nothing where y < 0. */
static int legend(const struct tree *tree, int y, const struct strip *strip, unsigned left_out,
                  int gap)
{
    char scale[96];
    const int start = tree->area.x + 1;
    int x = start;
    for (int i = 0; i < MARK_COUNT; i++) {
        if (left_out & 1u << i) continue;
        if (y >= 0) {
            canvas_put(tree->canvas, x, y, mark_table[i].style, mark_table[i].glyph);
            canvas_text(tree->canvas, x + 2, y, STYLE_DIM, _(mark_table[i].text));
        }
        x += 2 + canvas_width(_(mark_table[i].text)) + gap;
    }
    if (strip->each < 2) return x - gap - start;
    snprintf(scale, sizeof scale, _("a cell is %u slots"), strip->each);
    if (y >= 0) canvas_text(tree->canvas, x, y, STYLE_DIM, scale);
    return x + canvas_width(scale) - start;
}

/* Where there is no room for all, what is not on the screen goes first, then the blanks. */
static void draw_legend(const struct tree *tree, int y, const struct strip *strip)
{
    const int room = tree->area.columns - 1;
    unsigned left_out = ~strip->drawn & 1u << MARK_SEVERAL;
    int gap = 3;
    if (legend(tree, -1, strip, left_out, gap) > room) left_out = ~strip->drawn;
    while (gap > 1 && legend(tree, -1, strip, left_out, gap) > room)
        gap--;
    legend(tree, y, strip, left_out, gap);
}

void tree_draw_cells(const struct tree *tree, struct rect area)
{
    struct strip strip = {.each = 1};
    if (!tree_slot_count(tree, tree->array) || tree->array >= ROUND_ARRAYS) return;
    if (area.rows < 2 || area.columns < LABEL + 16) return;
    area.rows--;
    int y = draw_cells(tree, area, &strip);
    draw_legend(tree, y, &strip);
}

void tree_draw_strip(struct tree *tree)
{
    int rows = tree->area.rows, want = tree_grid_rows(tree), y;
    struct strip strip = {.each = 1};
    if (!tree_slot_count(tree, tree->array) || tree->array >= ROUND_ARRAYS) return;
    bool values = tree->pane->cursor.zoom == -1;
    int grid = !values && rows - want >= 5 ? want : 0;
    int room = rows - grid - (rows > 2);
    y = values
            ? draw_matrix(tree, room)
            : draw_cells(tree, (struct rect){tree->area.x, tree->area.y, tree->area.columns, room},
                         &strip);
    if (rows > 2 && !values) draw_legend(tree, y, &strip);
    if (rows > 2 && values)
        canvas_text(tree->canvas, tree->area.x + 1, tree->area.y + rows - 1, STYLE_DIM,
                    _("(n) not written in this round, still there   - all slots as cells"));
    if (grid)
        tree_draw_grid(tree, (struct rect){tree->area.x, tree->area.y + rows - grid,
                                           tree->area.columns, grid});
}
