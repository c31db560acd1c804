/* Rows to spare below the grid: the arrows in figures, the kernel's other arrays, all slots. */
#include "analysis/moment.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "view/tree_1d.h"

#include <math.h>
#include <stdio.h>

static struct number number_at(const struct tree *tree, const uint8_t *bytes)
{
    return number_of(tree->trace, tree->launch->arrays[tree->array].type, bytes);
}

/* Only what the thread read and wrote itself: in a race that is not what the barriers left. False:
 * that cannot be told, or makes no equation. */
static bool equation_text(const struct tree *tree, const struct tree_link *link, bool sum,
                          char *out, size_t size)
{
    char to[TREE_TEXT], from[TREE_TEXT], before[TREE_TEXT], now[TREE_TEXT], source[TREE_TEXT];
    if (link->edge >= tree->round->edge_count) return false;
    const struct moment moment = moment_of_edge(tree->round, &tree->round->edges[link->edge]);
    if (!moment.source || !moment.after || (sum && !moment.before)) return false;
    const uint32_t type = tree->launch->arrays[tree->array].type;
    tree_slot_name(tree, tree->array, link->to, to, sizeof to);
    tree_slot_name(tree, tree->from_array, link->from, from, sizeof from);
    trace_format_value(tree->trace, tree->launch->arrays[tree->from_array].type, moment.source,
                       source, sizeof source);
    trace_format_value(tree->trace, type, moment.after, now, sizeof now);
    if (!sum) {
        snprintf(out, size, _("%s = %s  from %s = %s"), to, now, from, source);
        return true;
    }
    struct number a = number_at(tree, moment.before), b = number_at(tree, moment.source);
    if (!number_agrees(number_sum(a, b), number_at(tree, moment.after),
                       fabs(a.real) + fabs(b.real)))
        return false;
    trace_format_value(tree->trace, type, moment.before, before, sizeof before);
    snprintf(out, size, "%s = %s + %s  (%s + %s)", now, before, source, to, from);
    return true;
}

static bool draw_equation(const struct tree *tree, const struct tree_arrow *arrow, bool sum, int y)
{
    char text[6 * TREE_TEXT], who[64];
    int x = tree->area.x + 1;
    if (!equation_text(tree, &arrow->link, sum, text, sizeof text)) return false;
    sentence_thread(tree->launch, arrow->link.thread, who, sizeof who);
    x = canvas_text(tree->canvas, x, y, STYLE_DIM, who);
    x = x < tree->area.x + 13 ? tree->area.x + 13 : x + 2;
    canvas_text_fit(tree->canvas, x, y, STYLE_NORMAL, tree->area.x + tree->area.columns - 1 - x,
                    text);
    return true;
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
        canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_STRONG, TREE_LABEL_WIDE - 2,
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

void tree_draw_spare(const struct tree *tree, const struct tree_arrows *arrows,
                     const struct tree_columns *columns, struct tree_frame frame, int y)
{
    int end = tree->area.y + tree->area.rows, last = end - 4;
    bool sums = plain_sums(tree, arrows);
    if (tree->index > 0 && tree->moved >= 1) {
        int top = y;
        for (int i = 0; i < arrows->count && y < end && (y < last || i == 0); i++)
            y += draw_equation(tree, &arrows->arrows[i], sums, y);
        y += y > top;
    }
    y = draw_other_arrays(tree, columns, frame, y, end);
    if (end - y < 3) return;
    canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_DIM, _("all %u slots"),
                 tree_slot_count(tree, tree->array));
    tree_draw_cells(tree, (struct rect){tree->area.x, y + 1, tree->area.columns, end - y - 1});
}
