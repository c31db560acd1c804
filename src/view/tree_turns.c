/* A round in which lines run several times: a row per turn, and what does or does not lie between
 * them. Races are marked where the slot is read. */
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "view/tree_turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LABEL = 12,
    LABEL_SMALL = 8,
    WIDTH = 8,
    TEXT = 35,
    DENSE = 6,
    DENSE_TEXT = 31,
    RACE_ROWS = 9
};

/* ---- Which steps, which columns -------------------------------------------------------------- */

static uint32_t first_step(const struct tree *tree)
{
    uint32_t steps = tree->round->step_count, first = tree->pane->cursor.request;
    if (steps > 1 && first > steps - 2) return steps - 2;
    return steps ? first < steps ? first : steps - 1 : 0;
}

static void load_steps(struct tree_turns *turns)
{
    const struct round *round = turns->tree->round;
    turns->first = first_step(turns->tree);
    turns->count = (int)(round->step_count - turns->first);
    if (turns->count > TURNS_STEPS) turns->count = TURNS_STEPS;
    for (int i = 0; i < turns->count; i++)
        turns->steps[i] = tree_links(turns->tree, turns->first + (uint32_t)i);
}

/* Where there is a race only the values before the round are shown: the end depends on luck. */
static int shown_width(const struct tree_turns *turns)
{
    const struct tree *tree = turns->tree;
    int widest = 0;
    if (!turns->raced)
        return tree_column_width(tree, tree->array, turns->columns.slots, turns->columns.count);
    for (int c = 0; c < turns->columns.count && tree->index > 0; c++) {
        char text[TREE_TEXT];
        tree_value(tree, tree->array, turns->columns.slots[c], tree->index - 1, text, sizeof text);
        int width = canvas_width(text) + 1;
        if (width > widest) widest = width;
    }
    return widest;
}

/* Columns for the first `count` steps. */
static void choose(struct tree_turns *turns, int count)
{
    const struct tree *tree = turns->tree;
    int room = tree->area.columns, label = room < 36 ? LABEL_SMALL : LABEL;
    int words = room >= LABEL + 3 * WIDTH + TEXT ? turns->dense ? DENSE_TEXT : TEXT : 0;
    int width = turns->dense ? DENSE : WIDTH;
    for (int attempt = 0; attempt < 2; attempt++) {
        int most = (room - label - words) / width;
        if (most < 2) most = 2;
        tree_choose_steps(turns->steps, count, tree->pane->cursor.slot, most, &turns->columns);
        int widest = shown_width(turns);
        turns->frame = (struct tree_frame){tree->area.x + label, width};
        turns->text = words ? turns->frame.left + most * width + 1 : -1;
        if (widest <= width) break;
        width = widest;
    }
    for (int i = 0; i < count; i++)
        tree_place(&turns->steps[i], &turns->columns, &turns->arrows[i]);
}

/* A single thread keeps its own order: nothing needs to lie between its turns. */
static bool one_thread(const struct tree_turns *turns, int a, int b)
{
    const struct tree_links *x = &turns->steps[a], *y = &turns->steps[b];
    if (!x->count || !y->count) return true;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->links[i].thread != x->links[0].thread) return false;
    for (uint32_t i = 0; i < y->count; i++)
        if (y->links[i].thread != x->links[0].thread) return false;
    return true;
}

static int step_rows(const struct tree_turns *turns, int i)
{
    int rows = turns->arrows[i].rows > 0 ? turns->arrows[i].rows : 1;
    return rows + (i > 0 && !one_thread(turns, i - 1, i));
}

/* How many steps have room, two at least: how one follows the other is the point. */
static int count_steps(struct tree_turns *turns, int room)
{
    int count = turns->count < 2 ? turns->count : 2;
    while (count < turns->count) {
        int rows = 0;
        choose(turns, count + 1);
        bool drawn = true; /* a step without an arrow in sight tells nothing */
        for (int i = 0; i <= count; i++) {
            rows += step_rows(turns, i);
            drawn &= turns->arrows[i].count > 0 || !turns->steps[i].count;
        }
        if (rows > room || !drawn) break;
        count++;
    }
    return count;
}

/* Columns may end before rows do: then they stand closer. */
static void choose_steps(struct tree_turns *turns, int room)
{
    int count = count_steps(turns, room);
    turns->dense = count < turns->count;
    int more = turns->dense ? count_steps(turns, room) : count;
    turns->dense = more > count;
    choose(turns, more);
    turns->count = more;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void draw_header(const struct tree_turns *turns, int y)
{
    const struct tree *tree = turns->tree;
    char text[48];
    canvas_text(tree->canvas, tree->area.x + 1, y, STYLE_DIM, _("slot"));
    for (int c = 0; c < turns->columns.count; c++)
        canvas_textf(tree->canvas, turns->frame.left + c * turns->frame.width, y,
                     turns->columns.slots[c] == tree->pane->cursor.slot ? STYLE_SELECTED
                                                                        : STYLE_STRONG,
                     "%u", turns->columns.slots[c]);
    if (turns->text < 0) return;
    snprintf(text, sizeof text, _("%d of %u"), turns->columns.count,
             tree_slot_count(tree, tree->array));
    canvas_text_right(tree->canvas, tree->area.x + tree->area.columns - 1, y, STYLE_DIM, text);
}

static void draw_values(const struct tree_turns *turns, int y, uint32_t round, bool present)
{
    const struct tree *tree = turns->tree;
    char label[48];
    snprintf(label, sizeof label, present ? _("its end") : _("round %u"), round);
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM,
                    turns->frame.left - tree->area.x - 2, label);
    for (int c = 0; c < turns->columns.count; c++) {
        char text[TREE_TEXT];
        uint32_t slot = turns->columns.slots[c];
        if (slot >= tree_slot_count(tree, tree->array)) continue;
        tree_content(tree, tree->state->content, tree->array, slot, round, turns->frame.width - 1,
                     text, sizeof text);
        enum style style = tree_cell(tree, tree->array, slot, round) == TREE_UNSET ? STYLE_UNSET
                           : present                                               ? STYLE_WRITTEN
                                                                                   : STYLE_NORMAL;
        int x = turns->frame.left + c * turns->frame.width;
        if (present && slot == tree->pane->cursor.slot) canvas_cursor(tree->canvas, x, y);
        canvas_text_fit(tree->canvas, x, y, style, turns->frame.width, text);
    }
}

static int columns_end(const struct tree_turns *turns)
{
    return turns->frame.left + turns->columns.count * turns->frame.width - 1;
}

static void draw_words(const struct tree_turns *turns, int y, enum style style, const char *text)
{
    const struct tree *tree = turns->tree;
    if (turns->text < 0) return;
    canvas_text_fit(tree->canvas, turns->text, y, style,
                    tree->area.x + tree->area.columns - turns->text - 1, text);
}

static void draw_barrier(const struct tree_turns *turns, int y)
{
    const struct tree *tree = turns->tree;
    char text[64];
    uint32_t site = tree->before ? tree->before->barrier_site : TRACE_NONE;
    if (site >= tree->trace->site_count) return;
    snprintf(text, sizeof text, _("line %u"), tree->trace->sites[site].line);
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM,
                    turns->frame.left - tree->area.x - 2, text);
    canvas_hline(tree->canvas, turns->frame.left, y, columns_end(turns) - turns->frame.left,
                 STYLE_GOOD);
    i18n_counted(text, sizeof text, _("barrier: all %u {thread|threads} met"),
                 tree->before->arrived);
    draw_words(turns, y, STYLE_DIM, text);
}

static void draw_between(const struct tree_turns *turns, int i, int y)
{
    const struct tree *tree = turns->tree;
    const struct round_step *step = &tree->round->steps[turns->first + (uint32_t)i];
    enum style style = step->ordered ? STYLE_GOOD : STYLE_WARNING;
    for (int x = turns->frame.left; x < columns_end(turns); x += 2)
        canvas_put(tree->canvas, x, y, style, step->ordered ? 0x2500 : 0xb7);
    draw_words(turns, y, style,
               step->ordered ? _("the warp synchronises: in order") : _("no barrier: no order"));
}

static void draw_step_label(const struct tree_turns *turns, int i, int y)
{
    const struct tree *tree = turns->tree;
    const struct round_step *step = &tree->round->steps[turns->first + (uint32_t)i];
    uint32_t line = tree->round->lines[step->line].line;
    char text[64], nth[32];
    tree_ordinal(step->turn + 1, nth, sizeof nth);
    if (tree->round->lines[step->line].turns > 1)
        snprintf(text, sizeof text, _("%u, %s"), line, nth);
    else
        snprintf(text, sizeof text, _("line %u"), line);
    int room = turns->frame.left - tree->area.x - 2;
    if (canvas_width(text) > room) snprintf(text, sizeof text, _("l. %u"), line);
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM, room, text);
    if (turns->arrows[i].rows > 1 && i == 0 && tree->round->lines[step->line].turns > 1)
        canvas_text_fit(tree->canvas, tree->area.x + 1, y + 1, STYLE_DIM, room, _("time "));
}

static void draw_step_words(const struct tree_turns *turns, int i, int y)
{
    for (int row = 0; row < turns->arrows[i].rows; row++) {
        char text[96];
        const struct tree_link *first = NULL;
        int more = -1;
        for (int k = 0; k < turns->arrows[i].count; k++) {
            if (turns->arrows[i].arrows[k].row != row) continue;
            if (!first) first = &turns->arrows[i].arrows[k].link;
            more++;
        }
        if (!first) continue;
        char thread[40];
        sentence_thread_number(turns->tree->launch, first->thread, thread, sizeof thread);
        if (first->race)
            snprintf(text, sizeof text, _("! thread %s reads %u: RACE"), thread, first->from);
        else if (more > 0)
            snprintf(text, sizeof text, _("thread %s reads %u, writes %u; %d more"), thread,
                     first->from, first->to, more);
        else
            snprintf(text, sizeof text, _("thread %s reads %u, writes %u"), thread, first->from,
                     first->to);
        draw_words(turns, y + row, first->race ? STYLE_RACE : STYLE_NORMAL, text);
    }
}

/* Stems of the arrows of later steps pass through the rows of earlier ones where the slot is not
 * touched: only within the step that reads it, to keep the picture quiet. */
static int draw_steps(struct tree_turns *turns, int y, int end)
{
    int shown = 0;
    for (int i = 0; i < turns->count; i++, shown++) {
        int rows = step_rows(turns, i);
        if (y + rows > end && shown > 0) break;
        if (i > 0 && !one_thread(turns, i - 1, i)) draw_between(turns, i, y++);
        draw_step_label(turns, i, y);
        tree_draw_arrows(turns->tree, &turns->arrows[i], turns->frame, y);
        draw_step_words(turns, i, y);
        y += turns->arrows[i].rows > 0 ? turns->arrows[i].rows : 1;
    }
    turns->count = shown;
    return y;
}

static void draw_note(const struct tree_turns *turns, int y)
{
    const struct tree *tree = turns->tree;
    const struct round_step *step = &tree->round->steps[turns->first];
    const struct round_line *line = &tree->round->lines[step->line];
    uint32_t first = step->turn + 1, last = step->turn + (uint32_t)turns->count;
    int room = tree->area.columns - 2;
    char text[TREE_TEXT * 2];
    if (tree->round->step_count <= (uint32_t)turns->count) return;
    if (line->turns > 1) {
        snprintf(text, sizeof text,
                 turns->count == 2 ? _("Line %u runs %u times in this round; times %u and %u "
                                       "are shown, . goes on.")
                                   : _("Line %u runs %u times in this round; times %u to %u "
                                       "are shown, . goes on."),
                 line->line, line->turns, first, last);
        if (canvas_width(text) > room)
            snprintf(text, sizeof text, _("Line %u: times %u to %u of %u  (. on)"), line->line,
                     first, last, line->turns);
    } else {
        first = turns->first + 1;
        last = turns->first + (uint32_t)turns->count;
        snprintf(text, sizeof text, _("%u steps in this round; %u to %u are shown, . goes on."),
                 tree->round->step_count, first, last);
        if (canvas_width(text) > room)
            snprintf(text, sizeof text, _("Steps %u to %u of %u  (. on)"), first, last,
                     tree->round->step_count);
    }
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM, room, text);
}

static int draw_race(struct tree_turns *turns, int y, int end)
{
    const struct tree *tree = turns->tree;
    if (y + RACE_ROWS - 1 <= end) y++;
    if (y + 3 <= end) y = tree_draw_outcome(turns, y);
    if (y + 4 <= end) y++;
    if (y + 2 <= end) {
        tree_draw_races_strip(tree, turns->frame.left, y, tree->area.columns - LABEL - 1);
        y += 2;
    }
    if (y + 2 <= end) y++;
    if (y < end) draw_note(turns, y++);
    return y;
}

/* ---- Where an access is ---------------------------------------------------------------------- */

uint32_t tree_turn_at(const struct tree *tree, uint32_t request)
{
    const struct trace_request *own = &tree->launch->requests[request];
    const struct trace_round *range = trace_block_round(tree->launch, tree->block, tree->index);
    uint32_t lane = tree->pane->cursor.thread % TRACE_LANES, turn = 0;
    for (uint32_t i = range->first; i < request; i++) {
        const struct trace_request *r = &tree->launch->requests[i];
        turn += r->site == own->site && r->warp == own->warp && r->mask >> lane & 1;
    }
    for (uint32_t i = 0; i < tree->round->step_count; i++) {
        const struct round_step *step = &tree->round->steps[i];
        if (step->turn == turn &&
            tree->round->lines[step->line].line == tree->trace->sites[own->site].line)
            return i ? i - 1 : 0;
    }
    return TRACE_NONE;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Of the rows before `end`. */
static void aim_at_columns(const struct tree_turns *turns, int end)
{
    const struct tree *tree = turns->tree;
    for (int c = 0; c < turns->columns.count; c++)
        tree_aim_at_slot(tree,
                         (struct rect){turns->frame.left + c * turns->frame.width, tree->area.y,
                                       turns->frame.width, end - tree->area.y},
                         turns->columns.slots[c]);
}

void tree_draw_turns(struct tree *tree)
{
    struct tree_turns turns = {.tree = tree};
    int y = tree->area.y, end = y + tree->area.rows;
    turns.raced = tree_races(tree) != NULL;
    tree->moved = 1; /* what moves in one turn is not what the round before left */
    int head = !tree->before || tree->area.rows < 3 ? 1 : tree->area.rows < 8 ? 2 : 3;
    int below = turns.raced ? RACE_ROWS : 2;
    if (tree->area.rows - head < below + 3)
        below = tree->area.rows - head > 4 ? tree->area.rows - head - 4 : 0;
    load_steps(&turns);
    choose(&turns, turns.count < 2 ? turns.count : 2);
    int least = turns.count < 2 ? 1 : step_rows(&turns, 0) + step_rows(&turns, 1);
    if (tree->area.rows - head - below < least) below = tree->area.rows - head - least;
    if (below < 0) below = 0;
    choose_steps(&turns, tree->area.rows - head - below);
    draw_header(&turns, y++);
    if (tree->before && tree->area.rows >= 3) {
        draw_values(&turns, y++, tree->index - 1, false);
        if (tree->area.rows >= 8) draw_barrier(&turns, y++);
    }
    int grid = tree_grid_rows(tree);
    y = draw_steps(&turns, y, end - below);
    aim_at_columns(&turns, y);
    if (turns.raced) {
        y = draw_race(&turns, y, end);
        if (end - y - 1 >= grid && grid >= 5)
            tree_draw_grid(tree, (struct rect){tree->area.x, end - grid, tree->area.columns, grid});
    } else if (y < end) {
        draw_values(&turns, y++, tree->index, true);
        aim_at_columns(&turns, y);
        if (y < end) draw_note(&turns, y++);
        if (end - y - 1 < grid) grid = end - y - 1;
        if (grid >= 5)
            tree_draw_grid(tree, (struct rect){tree->area.x, end - grid, tree->area.columns, grid});
    }
    for (int i = 0; i < TURNS_STEPS; i++)
        free(turns.steps[i].links);
}
