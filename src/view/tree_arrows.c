/* Arrows between columns of slots, and the values on their way along them. */
#include "analysis/moment.h"
#include "view/tree.h"

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
        for (int y = top; y < top + arrow->row; y++)
            canvas_put(tree->canvas, frame.left + arrow->from * frame.width, y, arrow_style(arrow),
                       0x2502); /* │ */
    }
    for (int i = 0; i < arrows->count; i++)
        draw_arrow(tree->canvas, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
    for (int i = 0; i < arrows->count; i++)
        draw_moving(tree, &arrows->arrows[i], frame, top + arrows->arrows[i].row);
}
