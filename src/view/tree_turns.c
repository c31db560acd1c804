/* A round in which lines run several times: a row per turn, and what does or does not lie between
 * them. Races are marked where the slot is read. */
#include "analysis/value.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "view/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 12, LABEL_SMALL = 8, WIDTH = 8, TEXT = 35, STEPS = 32, RACE_ROWS = 9 };

struct turns {
    struct tree *tree;
    struct tree_links steps[STEPS];
    struct tree_arrows arrows[STEPS];
    struct tree_columns columns;
    struct tree_frame frame;
    uint32_t first; /* step of the round */
    int count;      /* steps that are shown */
    int text;       /* x of the words beside the arrows, or -1 */
    bool raced;
};

/* ---- Which steps, which columns -------------------------------------------------------------- */

static uint32_t first_step(const struct tree *tree)
{
    uint32_t steps = tree->round->step_count, first = tree->pane->cursor.request;
    if (steps > 1 && first > steps - 2) return steps - 2;
    return steps ? first < steps ? first : steps - 1 : 0;
}

static void load_steps(struct turns *turns)
{
    const struct round *round = turns->tree->round;
    turns->first = first_step(turns->tree);
    turns->count = (int)(round->step_count - turns->first);
    if (turns->count > STEPS) turns->count = STEPS;
    for (int i = 0; i < turns->count; i++)
        turns->steps[i] = tree_links(turns->tree, turns->first + (uint32_t)i);
}

/* Columns for the first `count` steps. */
static void choose(struct turns *turns, int count)
{
    const struct tree *tree = turns->tree;
    int room = tree->area.columns, label = room < 40 ? LABEL_SMALL : LABEL;
    int words = room >= LABEL + 3 * WIDTH + TEXT ? TEXT : 0, width = WIDTH;
    for (int attempt = 0; attempt < 2; attempt++) {
        int most = (room - label - words) / width;
        if (most < 2) most = 2;
        tree_choose_steps(turns->steps, count, tree->pane->cursor.slot, most, &turns->columns);
        int widest = tree_column_width(tree, tree->array, turns->columns.slots,
                                       turns->columns.count);
        turns->frame = (struct tree_frame){tree->area.x + label, width};
        turns->text = words ? turns->frame.left + most * width + 1 : -1;
        if (widest <= width) break;
        width = widest;
    }
    for (int i = 0; i < count; i++) tree_place(&turns->steps[i], &turns->columns, &turns->arrows[i]);
}

/* A single thread keeps its own order: nothing needs to lie between its turns. */
static bool one_thread(const struct turns *turns, int a, int b)
{
    const struct tree_links *x = &turns->steps[a], *y = &turns->steps[b];
    if (!x->count || !y->count) return true;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->links[i].thread != x->links[0].thread) return false;
    for (uint32_t i = 0; i < y->count; i++)
        if (y->links[i].thread != x->links[0].thread) return false;
    return true;
}

static int step_rows(const struct turns *turns, int i)
{
    int rows = turns->arrows[i].rows > 0 ? turns->arrows[i].rows : 1;
    return rows + (i > 0 && !one_thread(turns, i - 1, i));
}

/* As many steps as have room, two at least: how one follows the other is the point. */
static void choose_steps(struct turns *turns, int room)
{
    int count = turns->count < 2 ? turns->count : 2;
    choose(turns, count);
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
    choose(turns, count);
    turns->count = count;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void draw_header(const struct turns *turns, int y)
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

static void draw_values(const struct turns *turns, int y, uint32_t round, bool present)
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
                           : present                                              ? STYLE_WRITTEN
                                                                                  : STYLE_NORMAL;
        int x = turns->frame.left + c * turns->frame.width;
        if (present && slot == tree->pane->cursor.slot) canvas_cursor(tree->canvas, x, y);
        canvas_text_fit(tree->canvas, x, y, style, turns->frame.width, text);
    }
}

static int columns_end(const struct turns *turns)
{
    return turns->frame.left + turns->columns.count * turns->frame.width - 1;
}

static void draw_words(const struct turns *turns, int y, enum style style, const char *text)
{
    const struct tree *tree = turns->tree;
    if (turns->text < 0) return;
    canvas_text_fit(tree->canvas, turns->text, y, style,
                    tree->area.x + tree->area.columns - turns->text - 1, text);
}

static void draw_barrier(const struct turns *turns, int y)
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
    snprintf(text, sizeof text, _("barrier: all %u threads met"), tree->before->arrived);
    draw_words(turns, y, STYLE_DIM, text);
}

static void draw_between(const struct turns *turns, int i, int y)
{
    const struct tree *tree = turns->tree;
    const struct round_step *step = &tree->round->steps[turns->first + (uint32_t)i];
    enum style style = step->ordered ? STYLE_GOOD : STYLE_WARNING;
    for (int x = turns->frame.left; x < columns_end(turns); x += 2)
        canvas_put(tree->canvas, x, y, style, step->ordered ? 0x2500 : 0xb7);
    draw_words(turns, y, style,
               step->ordered ? _("the warp synchronises: in order") : _("no barrier: no order"));
}

static void draw_step_label(const struct turns *turns, int i, int y)
{
    const struct tree *tree = turns->tree;
    const struct round_step *step = &tree->round->steps[turns->first + (uint32_t)i];
    uint32_t line = tree->round->lines[step->line].line;
    char text[64], nth[32];
    tree_ordinal(step->turn + 1, nth, sizeof nth);
    if (tree->round->lines[step->line].turns > 1)
        snprintf(text, sizeof text, "%u, %s", line, nth);
    else
        snprintf(text, sizeof text, _("line %u"), line);
    int room = turns->frame.left - tree->area.x - 2;
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM, room, text);
    if (turns->arrows[i].rows > 1 && i == 0 && tree->round->lines[step->line].turns > 1)
        canvas_text_fit(tree->canvas, tree->area.x + 1, y + 1, STYLE_DIM, room, _("time"));
}

static void draw_step_words(const struct turns *turns, int i, int y)
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
        if (first->race)
            snprintf(text, sizeof text, _("! thread %u reads %u: RACE"), first->thread,
                     first->from);
        else if (more > 0)
            snprintf(text, sizeof text, _("thread %u reads %u, writes %u; %d more"), first->thread,
                     first->from, first->to, more);
        else
            snprintf(text, sizeof text, _("thread %u reads %u, writes %u"), first->thread,
                     first->from, first->to);
        draw_words(turns, y + row, first->race ? STYLE_RACE : STYLE_NORMAL, text);
    }
}

/* Stems of the arrows of later steps pass through the rows of earlier ones where the slot is not
 * touched: only within the step that reads it, to keep the picture quiet. */
static int draw_steps(struct turns *turns, int y, int end)
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

/* ---- The race: what the slot gets in either order ---------------------------------------------- */

struct reading { /* what a thread saw and wrote in one turn of a line */
    struct number source, own, result;
};

static struct number lane_number(const struct tree *tree, const struct trace_request *request,
                                 unsigned lane)
{
    const struct trace_array *array = &tree->launch->arrays[tree->array];
    if (array->count && request->width != array->bytes / array->count) return (struct number){0};
    return number_of(tree->trace, array->type, round_lane_value(tree->launch, request, lane));
}

static bool touches(const struct tree *tree, const struct trace_request *request, uint32_t thread,
                    uint32_t *slot)
{
    const struct trace_array *array = &tree->launch->arrays[tree->array];
    unsigned lane = thread % TRACE_LANES;
    if (request->warp != thread / TRACE_LANES || !(request->mask & 1u << lane)) return false;
    if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED) return false;
    if (request->object != tree->array || !array->count) return false;
    int64_t offset = round_lane_offset(tree->launch, request, lane);
    if (offset < 0 || offset >= array->bytes) return false;
    *slot = (uint32_t)offset / (array->bytes / array->count);
    return true;
}

static struct reading reading_of(const struct tree *tree, const struct round_step *step,
                                 const struct tree_link *link)
{
    struct reading reading = {0};
    const struct trace_round *range = trace_block_round(tree->launch, tree->block, tree->index);
    uint32_t stores = 0, slot, line = tree->round->lines[step->line].line;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &tree->launch->requests[i];
        if (!touches(tree, request, link->thread, &slot)) continue;
        struct number value = lane_number(tree, request, link->thread % TRACE_LANES);
        if (request->kind == TRACE_LOAD) {
            if (slot == link->from) reading.source = value;
            if (slot == link->to) reading.own = value;
        } else if (tree->trace->sites[request->site].line == line && stores++ == step->turn) {
            if (slot == link->to) reading.result = value;
            return reading;
        }
    }
    return (struct reading){0};
}

/* The slot's value before the racing write: what the writer read there, or the round before. */
static struct number value_before(const struct tree *tree, const struct race_side *writer,
                                  uint32_t slot)
{
    const struct trace_round *range = trace_block_round(tree->launch, tree->block, tree->index);
    const struct trace_array *array = &tree->launch->arrays[tree->array];
    struct number value = {0};
    uint32_t at;
    for (uint32_t i = range->first; i < writer->request; i++)
        if (touches(tree, &tree->launch->requests[i], writer->thread, &at) && at == slot)
            value = lane_number(tree, &tree->launch->requests[i], writer->thread % TRACE_LANES);
    if (value.known || tree->index == 0) return value;
    const uint8_t *data =
        trace_snapshot(tree->launch, tree->array, tree->block, tree->index - 1);
    if (!data || !array->count) return value;
    return number_of(tree->trace, array->type, data + slot * (array->bytes / array->count));
}

static void number_text(struct number number, char *out, size_t size)
{
    if (!number.known)
        snprintf(out, size, "?");
    else if (number.integer)
        snprintf(out, size, "%" PRId64, number.whole);
    else
        snprintf(out, size, "%g", number.real);
}

static struct number sum_of(struct number a, struct number b)
{
    a.known &= b.known;
    a.integer &= b.integer;
    a.whole = (int64_t)((uint64_t)a.whole + (uint64_t)b.whole);
    if (a.integer && a.bytes == 4) a.whole = (int32_t)a.whole;
    a.real += b.real;
    return a;
}

static const struct race *race_at(const struct tree *tree, uint32_t slot)
{
    const struct race_table *races = tree_races(tree);
    for (uint32_t i = 0; races && i < races->count; i++)
        if (races->races[i].space == TRACE_SHARED && races->races[i].object == tree->array &&
            races->races[i].slot == slot)
            return &races->races[i];
    return NULL;
}

struct outcome {
    uint32_t slot, reader, writer;
    struct number own, after, before; /* before and after the write */
    bool sums, writer_meant, writer_was_first;
};

/* The step in which one side of a race happens. */
static uint32_t step_of(const struct tree *tree, const struct race_side *side)
{
    uint32_t line = tree->trace->sites[side->site].line;
    for (uint32_t i = 0; i < tree->round->step_count; i++) {
        const struct round_step *step = &tree->round->steps[i];
        if (tree->round->lines[step->line].line == line && step->turn + 1 == side->turn) return i;
    }
    return TRACE_NONE;
}

static bool outcome_of(const struct turns *turns, struct outcome *outcome)
{
    const struct tree *tree = turns->tree;
    for (int i = 0; i < turns->count; i++) {
        for (int k = 0; k < turns->arrows[i].count; k++) {
            const struct tree_link *link = &turns->arrows[i].arrows[k].link;
            const struct race *race = link->race ? race_at(tree, link->from) : NULL;
            if (!race || race->kind != RACE_READ_WRITE) continue;
            const struct race_side *writer = race_writer(race);
            const struct round_step *step = &tree->round->steps[turns->first + (uint32_t)i];
            struct reading reading = reading_of(tree, step, link);
            const struct round_statement *s = round_main_statement(tree->round);
            *outcome = (struct outcome){
                .slot = link->to, .reader = link->thread, .writer = writer->thread,
                .own = reading.own,
                .after = lane_number(tree, &tree->launch->requests[writer->request],
                                     writer->thread % TRACE_LANES),
                .before = value_before(tree, writer, link->from),
                .sums = s && s->own && s->operations & OPERATION_ADD && reading.own.known,
                .writer_meant = step_of(tree, writer) < turns->first + (uint32_t)i};
            outcome->writer_was_first = number_agrees(reading.source, outcome->after, 0);
            return outcome->after.known && outcome->before.known;
        }
    }
    return false;
}

static int draw_order(const struct turns *turns, const struct outcome *o, bool writer_first, int y)
{
    const struct tree *tree = turns->tree;
    char own[32], other[32], sum[32], text[160];
    struct number source = writer_first ? o->after : o->before;
    const char *note = writer_first == o->writer_was_first ? _(" (this run)")
                       : writer_first == o->writer_meant   ? _(" (as meant)")
                                                           : "";
    number_text(o->own, own, sizeof own);
    number_text(source, other, sizeof other);
    number_text(sum_of(o->own, source), sum, sizeof sum);
    if (o->sums)
        snprintf(text, sizeof text, _("slot %u gets %s + %s = %s"), o->slot, own, other, sum);
    else
        snprintf(text, sizeof text, _("thread %u reads %s"), o->reader, other);
    canvas_text(tree->canvas, tree->area.x + 1, y, STYLE_NORMAL, text);
    char other_sum[32];
    number_text(sum_of(o->own, o->after), other_sum, sizeof other_sum);
    int column = tree->area.x + 44; /* both lines alike */
    canvas_textf(tree->canvas, column, y, STYLE_NORMAL,
                 writer_first ? _("if thread %u writes first%s") : _("if thread %u reads first%s"),
                 writer_first ? o->writer : o->reader, note);
    return y + 1;
}

static int draw_outcome(const struct turns *turns, int y)
{
    const struct tree *tree = turns->tree;
    struct outcome o;
    char end[TREE_TEXT];
    if (!outcome_of(turns, &o)) return y;
    y = draw_order(turns, &o, true, y);
    y = draw_order(turns, &o, false, y);
    tree_value(tree, tree->array, o.slot, tree->index, end, sizeof end);
    if (*tree->trace->schedule)
        canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_NORMAL,
                     _("at the end of the round   order %s %s   (o: another order)"),
                     tree->trace->schedule, end);
    else
        canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_NORMAL,
                     _("at the end of the round   %s"), end);
    return y + 1;
}

static void draw_note(const struct turns *turns, int y)
{
    const struct tree *tree = turns->tree;
    const struct round_step *step = &tree->round->steps[turns->first];
    const struct round_line *line = &tree->round->lines[step->line];
    if (tree->round->step_count <= (uint32_t)turns->count) return;
    if (line->turns > 1)
        canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_DIM,
                     turns->count == 2 ? _("Line %u runs %u times in this round; times %u and %u "
                                           "are shown, . goes on.")
                                       : _("Line %u runs %u times in this round; times %u to %u "
                                           "are shown, . goes on."),
                     line->line, line->turns, step->turn + 1,
                     step->turn + (uint32_t)turns->count);
    else
        canvas_textf(tree->canvas, tree->area.x + 1, y, STYLE_DIM,
                     _("%u steps in this round; %u to %u are shown, . goes on."),
                     tree->round->step_count, turns->first + 1,
                     turns->first + (uint32_t)turns->count);
}

static void draw_race(struct turns *turns, int y, int end)
{
    const struct tree *tree = turns->tree;
    if (y + RACE_ROWS - 1 <= end) y++;
    if (y + 3 <= end) y = draw_outcome(turns, y);
    if (y + 4 <= end) y++;
    if (y + 2 <= end) {
        tree_draw_races_strip(tree, turns->frame.left, y, tree->area.columns - LABEL - 1);
        y += 2;
    }
    if (y + 2 <= end) y++;
    if (y < end) draw_note(turns, y);
}

/* ---- The whole ------------------------------------------------------------------------------- */

void tree_draw_turns(struct tree *tree)
{
    struct turns turns = {.tree = tree};
    int y = tree->area.y, end = y + tree->area.rows;
    turns.raced = tree_races(tree) != NULL;
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
    if (turns.raced) {
        draw_race(&turns, y, end);
    } else if (y < end) {
        draw_values(&turns, y++, tree->index, true);
        if (y < end) draw_note(&turns, y++);
        if (end - y - 1 < grid) grid = end - y - 1;
        if (grid >= 5)
            tree_draw_grid(tree, (struct rect){tree->area.x, end - grid, tree->area.columns, grid});
    }
    for (int i = 0; i < STEPS; i++) free(turns.steps[i].links);
}

/* Formats take round, slot, the two threads (and their warps), then the lines. */
static void race_text(const struct tree *tree, const struct race *race, const char *name,
                      char *out, size_t size)
{
    const struct race_side *a = race_reader(race), *b = race_writer(race);
    uint32_t line = tree->trace->sites[a->site].line, other = tree->trace->sites[b->site].line;
    bool reads = race->kind == RACE_READ_WRITE;
    int used;
    if (race->scope == RACE_WITHIN_WARP)
        used = snprintf(out, size,
                        reads ? _("Round %u: race on %s. Thread %u reads it, thread %u of the same "
                                  "warp writes it")
                              : _("Round %u: race on %s. Thread %u writes it, and thread %u of the "
                                  "same warp, too"),
                        tree->index, name, a->thread, b->thread);
    else
        used = snprintf(out, size,
                        reads ? _("Round %u: race on %s. Thread %u (warp %u) reads it, thread %u "
                                  "(warp %u) writes it")
                              : _("Round %u: race on %s. Thread %u (warp %u) and thread %u (warp "
                                  "%u) write it"),
                        tree->index, name, a->thread, a->thread / TRACE_LANES, b->thread,
                        b->thread / TRACE_LANES);
    if (used < 0 || (size_t)used >= size) return;
    out += used;
    size -= (size_t)used;
    if (race->scope == RACE_WITHIN_WARP)
        snprintf(out, size,
                 _(" (lines %u and %u); without a __syncwarp() lanes need not run in step."), line,
                 other);
    else if (line == other)
        snprintf(out, size, _(", both on line %u, and no __syncthreads() lies between them."),
                 line);
    else
        snprintf(out, size, _(", on lines %u and %u, and no __syncthreads() lies between them."),
                 line, other);
}

void tree_race_sentence(const struct tree *tree, char *out, size_t size)
{
    const struct race_table *races = tree_races(tree);
    const struct race *race = NULL;
    out[0] = '\0';
    for (uint32_t i = 0; races && i < races->count; i++) {
        const struct race *r = &races->races[i];
        bool here = r->object == tree->array && r->slot == (int64_t)tree->pane->cursor.slot;
        if (!race || (here && r->severity == TRACE_ERROR) ||
            (r->severity == TRACE_ERROR && race->severity != TRACE_ERROR))
            race = r;
        if (here && r->severity == TRACE_ERROR) break;
    }
    if (!race) return;
    char name[TREE_TEXT];
    tree_slot_name(tree, race->object, (uint32_t)race->slot, name, sizeof name);
    race_text(tree, race, name, out, size);
}
