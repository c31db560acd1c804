/* The rows of the tree's columns: numbers, values before and now, what they hold, words below. */
#include "analysis/history.h"
#include "analysis/origin.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "state/predict.h"
#include "view/tree_1d.h"

#include <stdio.h>
#include <string.h>

static bool is_selected(const struct tree *tree, uint32_t slot)
{
    return slot == tree->pane->cursor.slot;
}

static void draw_label(const struct tree *tree, int y, const char *text)
{
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM,
                    (tree->narrow ? TREE_LABEL_NARROW : TREE_LABEL_WIDE) - 2, text);
}

static void round_label(const struct tree *tree, int y, uint32_t round)
{
    char text[32];
    snprintf(text, sizeof text, _("rd %u"), round);
    draw_label(tree, y, text);
}

void tree_draw_header(const struct tree *tree, const struct tree_layout *layout,
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

void tree_draw_before(const struct tree *tree, const struct tree_layout *layout,
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
    tree_content(tree, tree->state->content, tree->array, slot, round,
                 width - 1 - (cell == TREE_STALE), text, sizeof text);
    snprintf(shown, sizeof shown, cell == TREE_STALE ? "(%s)" : "%s", text);
    if (tree_differs(tree, tree->array, slot, tree->index)) style = STYLE_DIFFERENT;
    if (is_selected(tree, slot)) canvas_cursor(tree->canvas, x, y);
    bool bracket = cell == TREE_STALE; /* digits stand below digits */
    canvas_text_fit(tree->canvas, x - bracket, y, style, width, shown);
}

void tree_draw_now(const struct tree *tree, int y, const struct tree_layout *layout,
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
        tree_content(tree, CELL_HOLDS, tree->array, columns->slots[c], tree->index, TREE_WIDEST,
                     text, sizeof text);
        snprintf(own, sizeof own, "%u", columns->slots[c]);
        if (strcmp(text, own) != 0) return true;
    }
    return false;
}

void tree_draw_holds(const struct tree *tree, const struct tree_layout *layout,
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

void tree_draw_reads(const struct tree *tree, const struct tree_layout *layout,
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
    if (life.reader_count && life.writer_count)
        snprintf(out, size, _("read by thread %s   written by thread %s"), readers, writers);
    else if (life.reader_count)
        snprintf(out, size, _("read by thread %s in this round"), readers);
    else if (life.writer_count)
        snprintf(out, size, _("written by thread %s in this round"), writers);
    else
        snprintf(out, size, "%s", _("nobody touches it in this round"));
}

void tree_draw_caption(const struct tree *tree, const struct tree_layout *layout,
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
static void draw_origin(const struct tree *tree, const struct tree_layout *layout)
{
    char text[256];
    origin_text(tree->analysis, tree->launch_index, text, sizeof text);
    if (layout->holds > layout->now)
        canvas_text_fit(tree->canvas, tree->area.x + 1, layout->holds, STYLE_NORMAL,
                        tree->area.columns - 2, text);
}

void tree_draw_first(const struct tree *tree, const struct tree_layout *layout,
                     const struct tree_columns *columns)
{
    int y = layout->before >= 0 ? layout->before : layout->now;
    tree_draw_now(tree, y, layout, columns);
    if (layout->before < 0 || layout->now <= y) return;
    if (tree->launch->blocks[tree->block].rounds < 2 || tree->narrow) return;
    round_label(tree, layout->now, 1);
    draw_origin(tree, layout);
    if (predict_hides(tree->state)) {
        canvas_text(tree->canvas, layout->frame.left, layout->now, STYLE_HINT, "?");
        return;
    }
    const struct round *next = round_get(tree->analysis, tree->launch_index, tree->block, 1);
    const char *hint = next && sentence_additions(next) ? _("(press → : who adds what to whom)")
                                                        : _("(press → : what happens next)");
    char spelt[128];
    canvas_text(tree->canvas, layout->frame.left, layout->now, STYLE_HINT,
                canvas_keys(tree->canvas, hint, spelt, sizeof spelt));
}
