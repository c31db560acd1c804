/* Races within a round: what a slot gets in either order, and the sentence. */
#include "analysis/sentence.h"
#include "analysis/value.h"
#include "base/i18n.h"
#include "view/tree_turns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The race: what the slot gets in either order -------------------------------------------- */

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
    const uint8_t *data = trace_snapshot(tree->launch, tree->array, tree->block, tree->index - 1);
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
    bool sums, writer_meant, writer_was_first, reader_was_first;
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

/* Of the selected slot where it races in what is drawn, else of the first that does. */
static bool outcome_of(const struct tree_turns *turns, bool selected, struct outcome *outcome)
{
    const struct tree *tree = turns->tree;
    for (int i = 0; i < turns->count; i++) {
        for (int k = 0; k < turns->arrows[i].count; k++) {
            const struct tree_link *link = &turns->arrows[i].arrows[k].link;
            const struct race *race = link->race ? race_at(tree, link->from) : NULL;
            if (!race || race->kind != RACE_READ_WRITE) continue;
            if (selected && link->from != tree->pane->cursor.slot) continue;
            const struct race_side *writer = race_writer(race);
            const struct round_step *step = &tree->round->steps[turns->first + (uint32_t)i];
            struct reading reading = reading_of(tree, step, link);
            const struct round_statement *s = round_main_statement(tree->round);
            *outcome = (struct outcome){
                .slot = link->to,
                .reader = link->thread,
                .writer = writer->thread,
                .own = reading.own,
                .after = lane_number(tree, &tree->launch->requests[writer->request],
                                     writer->thread % TRACE_LANES),
                .before = value_before(tree, writer, link->from),
                .sums = s && s->own && s->operations & OPERATION_ADD && reading.own.known,
                .writer_meant = step_of(tree, writer) < turns->first + (uint32_t)i};
            outcome->writer_was_first = number_agrees(reading.source, outcome->after, 0);
            outcome->reader_was_first =
                !outcome->writer_was_first && number_agrees(reading.source, outcome->before, 0);
            return outcome->after.known && outcome->before.known;
        }
    }
    return false;
}

struct order_text {
    char gets[160], when[96];
};

/* Narrow: the result alone, and no note. */
static struct order_text order_text(const struct tree *tree, const struct outcome *o,
                                    bool writer_first, bool narrow)
{
    struct order_text text;
    char own[32], other[32], sum[32], reader[40], writer[40];
    sentence_thread_number(tree->launch, o->reader, reader, sizeof reader);
    sentence_thread_number(tree->launch, o->writer, writer, sizeof writer);
    struct number source = writer_first ? o->after : o->before;
    const char *note = (writer_first ? o->writer_was_first : o->reader_was_first) ? _(" (this run)")
                       : writer_first == o->writer_meant                          ? _(" (as meant)")
                                                                                  : "";
    number_text(o->own, own, sizeof own);
    number_text(source, other, sizeof other);
    number_text(number_sum(o->own, source), sum, sizeof sum);
    if (narrow) note = "";
    if (o->sums && narrow)
        snprintf(text.gets, sizeof text.gets, "%s", sum);
    else if (o->sums)
        snprintf(text.gets, sizeof text.gets, _("slot %u gets %s + %s = %s"), o->slot, own, other,
                 sum);
    else
        snprintf(text.gets, sizeof text.gets, _("thread %s reads %s"), reader, other);
    snprintf(text.when, sizeof text.when,
             writer_first ? _("if thread %s writes first%s") : _("if thread %s reads first%s"),
             writer_first ? writer : reader, note);
    return text;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* What each order gives, and when, in two columns. Where both are too wide, "when" is cut. */
static int draw_orders(const struct tree *tree, const struct outcome *o, int y)
{
    struct order_text texts[2] = {order_text(tree, o, true, tree->narrow),
                                  order_text(tree, o, false, tree->narrow)};
    int x = tree->area.x + 1, end = tree->area.x + tree->area.columns - 1, column = x + 43;
    int gets = larger(canvas_width(texts[0].gets), canvas_width(texts[1].gets));
    int when = larger(canvas_width(texts[0].when), canvas_width(texts[1].when));
    if (column + when > end || tree->narrow) column = end - when;
    if (column < x + gets + 2) column = x + gets + 2;
    for (int i = 0; i < 2; i++, y++) {
        canvas_text_fit(tree->canvas, x, y, STYLE_NORMAL, end - x, texts[i].gets);
        canvas_text_fit(tree->canvas, column, y, STYLE_NORMAL, end - column, texts[i].when);
    }
    return y;
}

int tree_draw_outcome(const struct tree_turns *turns, int y)
{
    const struct tree *tree = turns->tree;
    struct outcome o;
    char end[TREE_TEXT];
    if (!outcome_of(turns, true, &o) && !outcome_of(turns, false, &o)) return y;
    y = draw_orders(tree, &o, y);
    tree_value(tree, tree->array, o.slot, tree->index, end, sizeof end);
    bool reversed = strcmp(tree->trace->schedule, "reverse") == 0;
    char other[TREE_TEXT], text[256];
    if (!tree->narrow && tree_other_order(tree, o.slot, !reversed, other, sizeof other))
        snprintf(text, sizeof text, _("at the end of the round   order %s %s   order %s %s (o)"),
                 _(tree->trace->schedule), end, reversed ? _("forward") : _("reverse"), other);
    else if (*tree->trace->schedule && !tree->narrow)
        snprintf(text, sizeof text, _("at the end of the round   order %s %s   (o: another order)"),
                 _(tree->trace->schedule), end);
    else
        snprintf(text, sizeof text, _("at the end of the round   %s"), end);
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_NORMAL, tree->area.columns - 2, text);
    return y + 1;
}

/* ---- The sentence ---- */

/* Formats take round, slot, the two threads (and their warps), then the lines. */
static void race_text(const struct tree *tree, const struct race *race, const char *name, char *out,
                      size_t size)
{
    const struct race_side *a = race_reader(race), *b = race_writer(race);
    uint32_t line = tree->trace->sites[a->site].line, other = tree->trace->sites[b->site].line;
    bool reads = race->kind == RACE_READ_WRITE;
    int used;
    char first[40], second[40];
    sentence_thread_number(tree->launch, a->thread, first, sizeof first);
    sentence_thread_number(tree->launch, b->thread, second, sizeof second);
    if (race->scope == RACE_WITHIN_WARP)
        used = snprintf(out, size,
                        reads ? _("Round %u: race on %s. Thread %s reads it, thread %s of the same "
                                  "warp writes it")
                              : _("Round %u: race on %s. Thread %s writes it, and thread %s of the "
                                  "same warp, too"),
                        tree->index, name, first, second);
    else
        used = snprintf(out, size,
                        reads ? _("Round %u: race on %s. Thread %s (warp %u) reads it, thread %s "
                                  "(warp %u) writes it")
                              : _("Round %u: race on %s. Thread %s (warp %u) and thread %s (warp "
                                  "%u) write it"),
                        tree->index, name, first, a->thread / TRACE_LANES, second,
                        b->thread / TRACE_LANES);
    if (used < 0 || (size_t)used >= size) return;
    out += used;
    size -= (size_t)used;
    if (race->scope == RACE_WITHIN_WARP && line == other)
        snprintf(out, size, _(" (line %u); without a __syncwarp() lanes need not run in step."),
                 line);
    else if (race->scope == RACE_WITHIN_WARP)
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
