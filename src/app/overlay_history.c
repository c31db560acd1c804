/* Key Enter: the life of the selected slot and of its thread, and what the thread waited for. */
#include "analysis/history.h"
#include "analysis/holds.h"
#include "analysis/sentence.h"
#include "app/frame_parts.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/target.h"
#include "view/text.h"

#include <stdio.h>
#include <string.h>

enum { ROUND = 1, VALUE = 9, GAP = 3, WRITTEN = 13, READ = 11, WHO = 24 };

struct history {
    const struct state *state;
    const struct pane *pane;
    struct canvas *canvas;
    struct rect area;
    const struct trace_launch *launch;
    uint32_t round, array, slot, number; /* number: round-wide; TRACE_NONE without arrays */
    uint32_t thread;
    char name[64];
    int value_width;
};

/* ---- What is looked at ----------------------------------------------------------------------- */

static void name_slot(struct history *h)
{
    trace_slot_name(&h->launch->arrays[h->array], h->slot, h->name, sizeof h->name);
}

static bool open_history(struct history *h, const struct state *state, struct canvas *canvas,
                         struct rect area)
{
    const struct pane *pane = state_pane(state);
    *h = (struct history){.state = state, .pane = pane, .canvas = canvas, .area = area};
    if (!pane->trace || !cursor_rounds(pane)) return false;
    h->launch = cursor_launch(pane);
    h->round = pane->cursor.round;
    h->array = pane->cursor.array;
    h->slot = pane->cursor.slot;
    h->thread = pane->cursor.thread;
    h->number = TRACE_NONE;
    const struct round *round =
        round_get(pane->analysis, pane->cursor.launch, pane->cursor.block, h->round);
    if (!round) return false;
    if (h->array < h->launch->array_count && h->array < ROUND_ARRAYS) {
        h->number = round_slot_number(round, h->array, h->slot);
        name_slot(h);
        const struct history_write *write = history_last_write(
            pane->analysis, pane->cursor.launch, pane->cursor.block, h->number, h->round);
        if (write && h->thread != h->slot) h->thread = write->thread;
    }
    return true;
}

static void value_at(const struct history *h, uint32_t round, char *out, size_t size)
{
    const struct trace_array *a = &h->launch->arrays[h->array];
    uint32_t block = h->pane->cursor.block;
    const uint8_t *data = trace_snapshot(h->launch, h->array, block, round);
    const uint8_t *written = trace_written(h->launch, h->array, block, round);
    if (!data || !written || !written[h->slot])
        snprintf(out, size, "%s", _("unset"));
    else
        trace_format_value(h->pane->trace, a->type, data + (size_t)h->slot * (a->bytes / a->count),
                           out, size);
}

/* ---- The table ------------------------------------------------------------------------------- */

static void threads_text(const uint32_t *threads, uint32_t count, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    uint32_t shown = count > 3 ? 2 : count;
    for (uint32_t i = 0; i < shown && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, i ? " %u" : "%u", threads[i]);
    if (count > shown && used < size) snprintf(out + used, size - used, " +%u", count - shown);
}

static int column_written(const struct history *h)
{
    return h->area.x + VALUE + h->value_width + GAP;
}

static void draw_heads(const struct history *h, int y)
{
    char who[64];
    struct canvas *canvas = h->canvas;
    int x = column_written(h);
    canvas_text(canvas, h->area.x + ROUND, y, STYLE_STRONG, _("round"));
    if (h->number != TRACE_NONE) {
        canvas_text_right(canvas, h->area.x + VALUE + h->value_width, y, STYLE_STRONG, h->name);
        canvas_text(canvas, x, y, STYLE_STRONG, _("written by"));
        canvas_text(canvas, x + WRITTEN, y, STYLE_STRONG, _("read by"));
    }
    sentence_thread(h->launch, h->thread, who, sizeof who);
    canvas_textf(canvas, x + WRITTEN + READ, y, STYLE_STRONG, _("%s (line)"), who);
}

static void draw_round(const struct history *h, uint32_t round, int y)
{
    char text[HISTORY_TEXT];
    const struct cursor *c = &h->pane->cursor;
    bool here = round == h->round;
    enum style style = here ? STYLE_HERE : STYLE_NORMAL;
    int x = column_written(h);
    canvas_textf(h->canvas, h->area.x, y, style, "%4u", round);
    if (h->number != TRACE_NONE) {
        struct history_slot slot =
            history_of_slot(h->pane->analysis, c->launch, c->block, round, h->number);
        value_at(h, round, text, sizeof text);
        canvas_text_right(h->canvas, h->area.x + VALUE + h->value_width, y, style, text);
        threads_text(slot.writers, slot.writer_count, text, sizeof text);
        canvas_text_fit(h->canvas, x, y, STYLE_WRITTEN, WRITTEN - 1, text);
        threads_text(slot.readers, slot.reader_count, text, sizeof text);
        canvas_text_fit(h->canvas, x + WRITTEN, y, STYLE_READ, READ - 1, text);
    }
    history_of_thread(h->pane->analysis, c->launch, c->block, round, h->thread, text, sizeof text);
    int room = h->area.x + h->area.columns - (x + WRITTEN + READ) - (here ? 8 : 0);
    int end = canvas_text_fit(h->canvas, x + WRITTEN + READ, y, style, room, text);
    if (here) canvas_text(h->canvas, end + 2, y, STYLE_HERE, _("← here"));
}

static int draw_table(struct history *h, int y, int end)
{
    uint32_t rows = (uint32_t)(end - y - 1), first = 0;
    if (end - y < 2) return y;
    h->value_width = canvas_width(h->name) > 10 ? canvas_width(h->name) : 10;
    if (h->round >= rows) first = h->round - rows + 1;
    draw_heads(h, y++);
    if (first > 0 && rows > 1) { /* what there is no room for makes some more to say so */
        canvas_textf(h->canvas, h->area.x + 3, y++, STYLE_DIM, _("… %u earlier rounds"), ++first);
        canvas_target(h->canvas, (struct rect){h->area.x, y - 1, h->area.columns, 1},
                      target_pack(TARGET_ROUND, 0, first - 1));
    }
    for (uint32_t r = first; r <= h->round; r++, y++) {
        draw_round(h, r, y);
        canvas_target(h->canvas, (struct rect){h->area.x, y, h->area.columns, 1},
                      target_pack(TARGET_ROUND, 0, r));
    }
    return y;
}

/* ---- Barriers -------------------------------------------------------------------------------- */

static void wait_who(const struct history *h, const struct history_wait *wait, char *out,
                     size_t size)
{
    uint32_t others[HISTORY_THREADS], count = 0, all = wait->most_threads;
    uint32_t listed = all < HISTORY_THREADS ? all : HISTORY_THREADS;
    if (all > 1 && all == trace_threads(h->launch)) {
        snprintf(out, size, _("all %u threads"), all);
        return;
    }
    for (uint32_t i = 0; i < listed; i++)
        if (wait->first[i] != h->thread) others[count++] = wait->first[i];
    if (all == 0) {
        snprintf(out, size, "%s", _("nobody"));
    } else if (all > HISTORY_THREADS) {
        snprintf(out, size, _("%u threads"), all);
    } else if (count == 0) {
        snprintf(out, size, "%s", _("itself alone"));
    } else {
        size_t used = (size_t)snprintf(out, size, "%s",
                                       count < all ? _("it and")
                                       : count > 1 ? _("threads")
                                                   : _("thread"));
        for (uint32_t i = 0; i < count && used < size; i++)
            used += (size_t)snprintf(out + used, size - used, " %u", others[i]);
    }
}

/* What the rest of the block did: the counts of a row add up to all of its threads. */
static void wait_rest(const struct history_wait *wait, char *out, size_t size)
{
    if (wait->most == 0) {
        snprintf(out, size, "%s", _("no thread comes to memory"));
    } else if (wait->absent) {
        i18n_counted(out, size, _("%u {time|times}; %u less often or never, %u not here"),
                     wait->most, wait->fewer + wait->straight, wait->absent);
    } else if (wait->straight && wait->fewer) {
        i18n_counted(out, size, _("%u {time|times}; %u others less often, %u never"), wait->most,
                     wait->fewer, wait->straight);
    } else if (wait->straight) {
        snprintf(out, size, _("the other %u touch no memory"), wait->straight);
    } else if (wait->fewer) {
        i18n_counted(out, size, _("%u {time|times}, the other %u as few as %u"), wait->most,
                     wait->fewer, wait->least);
    } else {
        i18n_counted(out, size, _("%u {time|times} each: all alike"), wait->most);
    }
}

static void draw_wait(const struct history *h, uint32_t round, int y)
{
    char text[128];
    struct history_wait wait =
        history_of_barrier(h->pane->analysis, h->pane->cursor.launch, h->pane->cursor.block, round);
    int x = h->area.x + 3, room = h->area.x + h->area.columns - (x + 10);
    canvas_textf(h->canvas, x, y, STYLE_NORMAL, _("round %u"), round);
    const struct round *at =
        round_get(h->pane->analysis, h->pane->cursor.launch, h->pane->cursor.block, round);
    if (wait.barrier && at && round_thread_rest(at, h->thread) != ROUND_WAITS) {
        canvas_text_fit(h->canvas, x + 10, y, STYLE_NORMAL, room,
                        _("it does not come to this barrier"));
        return;
    }
    if (!wait.barrier) {
        bool ended = round + 1 == cursor_rounds(h->pane) &&
                     h->launch->blocks[h->pane->cursor.block].finished;
        canvas_text_fit(h->canvas, x + 10, y, STYLE_NORMAL, room,
                        ended ? _("no barrier: the kernel ends, nobody is waited for")
                              : _("no barrier was reached"));
        return;
    }
    wait_who(h, &wait, text, sizeof text);
    canvas_text_fit(h->canvas, x + 10, y, STYLE_NORMAL, WHO - 2, text);
    wait_rest(&wait, text, sizeof text);
    canvas_text_fit(h->canvas, x + 10 + WHO, y, STYLE_NORMAL, room - WHO, text);
}

static void draw_waits(const struct history *h, int y, int end)
{
    char who[64];
    int rows = end - y - 1;
    if (rows < 1) return;
    sentence_thread(h->launch, h->thread, who, sizeof who);
    canvas_textf(h->canvas, h->area.x + 1, y++, STYLE_STRONG,
                 _("What %s waited for at each barrier: who came to one line most often"), who);
    if (h->round > 0 && rows > 1) draw_wait(h, 0, y++);
    uint32_t first = h->round;
    while (first > 1 && (int)(h->round - first) + 1 < end - y && h->round - first < 3)
        first--;
    if (h->round >= 1 && rows < 4) first = h->round;
    if (first > 1 && end - y > (int)(h->round - first) + 1)
        canvas_text(h->canvas, h->area.x + 3, y++, STYLE_DIM, "…");
    else if (first > 1 && h->round > first) { /* the first of them makes room for it */
        canvas_text(h->canvas, h->area.x + 3, y++, STYLE_DIM, "…");
        first++;
    }
    for (uint32_t r = first; r <= h->round && y < end; r++)
        draw_wait(h, r, y++);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static bool all_sums(const struct history *h)
{
    const struct cursor *c = &h->pane->cursor;
    return history_only_sums(h->pane->analysis, c->launch, c->block, h->number, h->round);
}

static void holds_sentence(const struct history *h, char *out, size_t size)
{
    char value[64], list[64];
    const struct cursor *c = &h->pane->cursor;
    out[0] = '\0';
    if (h->number == TRACE_NONE) return;
    struct holds holds = holds_of(h->pane->analysis, c->launch, c->block, h->round, h->number);
    const struct history_write *write =
        history_last_write(h->pane->analysis, c->launch, c->block, h->number, h->round);
    const struct round *round = round_get(h->pane->analysis, c->launch, c->block, h->round);
    value_at(h, h->round, value, sizeof value);
    if (!write || !round) {
        snprintf(out, size, _("Nobody has written slot %u yet."), h->slot);
        return;
    }
    bool listed = holds_text(round, &holds, h->array, 30, list, sizeof list);
    uint32_t slot, from = holds.count ? round_slot_array(round, holds.ranges[0].first, &slot) : 0;
    bool contiguous = holds.count == 1 && !holds.more && from == h->array;
    uint32_t base = round->array_base[h->array];
    if (holds.unknown)
        snprintf(out, size,
                 _("Slot %u was written in round %u: %s. What went into it cannot be told: a "
                   "value that was read on the way is raced."),
                 h->slot, write->round, value);
    else if (holds.unclear)
        snprintf(out, size,
                 _("Slot %u was written in round %u: %s. Its thread had computed that from what it "
                   "read in a round before; the values do not say how."),
                 h->slot, write->round, value);
    else if (!holds.count || (holds_size(&holds) == 1 && holds.ranges[0].first == h->number))
        snprintf(out, size, _("Slot %u has its own value since round %u: %s."), h->slot,
                 write->round, value);
    else if (holds_size(&holds) == 1 && listed)
        snprintf(out, size, _("Slot %u holds what came from slot %s since round %u: %s."), h->slot,
                 list, write->round, value);
    else if (all_sums(h) && contiguous)
        snprintf(out, size, _("Slot %u holds the sum of slots %u to %u since round %u: %s."),
                 h->slot, holds.ranges[0].first - base, holds.ranges[0].last - base, write->round,
                 value);
    else if (!listed)
        snprintf(out, size,
                 all_sums(h) ? _("Slot %u holds the sum of %s since round %u: %s.")
                             : _("Slot %u holds what came from %s since round %u: %s."),
                 h->slot, list, write->round, value);
    else if (all_sums(h))
        snprintf(out, size, _("Slot %u holds the sum of slots %s since round %u: %s."), h->slot,
                 list, write->round, value);
    else
        snprintf(out, size, _("Slot %u holds what came from slots %s since round %u: %s."), h->slot,
                 list, write->round, value);
}

static void draw_words(const struct history *h, struct rect area)
{
    char text[512];
    size_t used;
    if (!area.rows) return;
    holds_sentence(h, text, sizeof text);
    used = strlen(text);
    const bool read =
        h->number != TRACE_NONE && history_is_read(h->pane->analysis, h->pane->cursor.launch,
                                                   h->pane->cursor.block, h->number, h->round);
    if (h->round + 1 < cursor_rounds(h->pane) && used < sizeof text)
        snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "",
                 read ? _("* jumps to its next change, if there is one.")
                      : _("Step on to see whether somebody reads it; * jumps to its "
                          "next change, if there is one."));
    text_close_up(text, sizeof text);
    canvas_fill(h->canvas, area, STYLE_NORMAL, ' ');
    canvas_paragraph(h->canvas, (struct rect){area.x + 1, area.y, area.columns - 1, area.rows}, 0,
                     STYLE_SENTENCE, text);
}

static void draw_caption(const struct history *h, struct rect area)
{
    char who[64], right[64];
    if (!area.rows) return;
    sentence_thread(h->launch, h->thread, who, sizeof who);
    canvas_fill(h->canvas, area, STYLE_NORMAL, ' ');
    if (h->number != TRACE_NONE)
        canvas_textf(h->canvas, area.x + 1, area.y, STYLE_NORMAL,
                     _("history of slot %u and %s (warp %u, lane %u)"), h->slot, who,
                     h->thread / TRACE_LANES, h->thread % TRACE_LANES);
    else
        canvas_textf(h->canvas, area.x + 1, area.y, STYLE_NORMAL,
                     _("history of %s (warp %u, lane %u)"), who, h->thread / TRACE_LANES,
                     h->thread % TRACE_LANES);
    if (predict_hides(h->state))
        snprintf(right, sizeof right, _("round %u, the next is hidden"), h->round);
    else
        snprintf(right, sizeof right, _("round %u, of 0 to %u"), h->round,
                 cursor_rounds(h->pane) - 1);
    canvas_text_right(h->canvas, area.x + area.columns - 1, area.y, STYLE_NORMAL, right);
}

void overlay_history(const struct state *state, const struct frame_layout *layout,
                     struct canvas *canvas)
{
    struct history h;
    int top = layout->tabs.rows ? layout->tabs.y + 1 : layout->title.rows;
    int bottom = layout->rule.rows       ? layout->rule.y
                 : layout->sentence.rows ? layout->sentence.y
                                         : layout->footer.y;
    struct rect area = {0, top, canvas->columns, bottom - top};
    if (!open_history(&h, state, canvas, area)) return;
    struct rect old = canvas_clip(canvas, (struct rect){0, 0, canvas->columns, canvas->rows});
    canvas_fill(canvas, area, STYLE_NORMAL, ' ');
    canvas_target(canvas, area, 0);
    if (layout->rule.rows) canvas_hline(canvas, 0, layout->rule.y, canvas->columns, STYLE_RULE);
    draw_caption(&h, layout->caption);
    int waits = area.rows >= 12 ? 4 : 0, y = draw_table(&h, area.y, area.y + area.rows - waits - 2);
    uint32_t last = predict_hides(state) ? h.round + 1 : cursor_rounds(h.pane) - 1;
    if (h.round < last && y + 1 < area.y + area.rows) {
        canvas_textf(canvas, area.x + 3, y + 1, STYLE_DIM,
                     h.round + 1 < last ? _("%u to %u  not reached yet") : _("%u  not reached yet"),
                     h.round + 1, last);
        y += 2;
    }
    if (waits) draw_waits(&h, y + 1, area.y + area.rows);
    draw_words(&h, layout->sentence);
    canvas_cursor(canvas, area.x, area.y);
    canvas_set_clip(canvas, old);
}
