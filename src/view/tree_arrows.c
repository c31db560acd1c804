/* Arrows between columns of slots, and the values on their way along them. */
#include "analysis/moment.h"
#include "base/i18n.h"
#include "view/tree.h"

#include <stdio.h>
#include <string.h>

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

/* Is what the arrow's thread took not what the row above shows? Then it read the slot in a round
 * before, and somebody has written there since. */
static bool begins_earlier(const struct tree *tree, const struct tree_arrow *arrow)
{
    if (arrow->link.edge >= tree->round->edge_count || tree->index == 0) return false;
    const struct round_edge *edge = &tree->round->edges[arrow->link.edge];
    const uint32_t read_in = round_of_read(tree->round, edge), array = tree->from_array;
    if (read_in == tree->index || arrow->link.from >= tree_slot_count(tree, array)) return false;
    const struct trace_array *a = &tree->launch->arrays[array];
    const size_t bytes = a->bytes / a->count, at = arrow->link.from * bytes;
    const uint8_t *shown = trace_snapshot(tree->launch, array, tree->block, tree->index - 1);
    const uint8_t *taken = moment_of_edge(tree->round, edge).source;
    if (!shown) return false;
    if (taken) return memcmp(taken, shown + at, bytes) != 0;
    const uint8_t *then = trace_snapshot(tree->launch, array, tree->block, read_in);
    return then && memcmp(then + at, shown + at, bytes) != 0;
}

/* Where a stem would lead up to another value: the value taken, and when it was read. */
static void draw_taken(const struct tree *tree, const struct tree_arrow *arrow,
                       struct tree_frame frame, int y)
{
    char text[TREE_TEXT] = "", when[32], both[TREE_TEXT + 40];
    const struct round_edge *edge = &tree->round->edges[arrow->link.edge];
    const uint8_t *taken = moment_of_edge(tree->round, edge).source;
    int x = frame.left + arrow->from * frame.width, room = frame.width - 1;
    if (arrow->from == arrow->to) x += 2, room -= 2;
    snprintf(when, sizeof when, _("rd %u"), round_of_read(tree->round, edge));
    if (taken)
        trace_format_value(tree->trace, tree->launch->arrays[tree->from_array].type, taken, text,
                           sizeof text);
    snprintf(both, sizeof both, "%s %s", text, when);
    bool fits = *text && canvas_width(both) <= room;
    canvas_text_fit(tree->canvas, x, y, STYLE_READ, room, fits ? both : when);
}

/* A value on its way from its source to its target. */
static void draw_moving(const struct tree *tree, const struct tree_arrow *arrow,
                        struct tree_frame frame, int y)
{
    char text[TREE_TEXT];
    int from = frame.left + arrow->from * frame.width, to = frame.left + arrow->to * frame.width;
    if (tree->moved >= 1 || tree->index == 0) return;
    const uint8_t *source = NULL;
    if (arrow->link.edge < tree->round->edge_count)
        source = moment_of_edge(tree->round, &tree->round->edges[arrow->link.edge]).source;
    if (source)
        trace_format_value(tree->trace, tree->launch->arrays[tree->from_array].type, source, text,
                           sizeof text);
    else
        tree_value(tree, tree->from_array, arrow->link.from, tree->index - 1, text, sizeof text);
    int x = from + (int)((to - from) * tree->moved + (to > from ? 0.5 : -0.5));
    canvas_text(tree->canvas, x, y, STYLE_READ, text);
}

void tree_draw_arrows(const struct tree *tree, const struct tree_arrows *arrows,
                      struct tree_frame frame, int top)
{
    for (int i = 0; i < arrows->count; i++) { /* stems first: an arrow may pass before them */
        const struct tree_arrow *arrow = &arrows->arrows[i];
        if (begins_earlier(tree, arrow)) continue;
        for (int y = top; y < top + arrow->row; y++)
            canvas_put(tree->canvas, frame.left + arrow->from * frame.width, y, arrow_style(arrow),
                       0x2502); /* │ */
    }
    for (int i = 0; i < arrows->count; i++) {
        draw_arrow(tree->canvas, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
        if (begins_earlier(tree, &arrows->arrows[i]))
            draw_taken(tree, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
    }
    for (int i = 0; i < arrows->count; i++)
        draw_moving(tree, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
}
