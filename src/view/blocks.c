/* A bar per block on its multiprocessor, on one axis of time for all. Time goes with the round of
 * the cursor's block until somebody goes along the axis; what starts later is not drawn. */
#include "view/blocks.h"

#include "analysis/request.h"
#include "base/i18n.h"
#include "state/cursor.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct view view_blocks;

enum { STEPS = 40 }; /* from one end of the axis to the other */

const struct blocks *blocks_shown(const struct pane *pane)
{
    return cursor_launch(pane) ? blocks_of_launch(pane->analysis, pane->cursor.launch) : NULL;
}

uint32_t blocks_selected(const struct pane *pane, const struct blocks *blocks)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch || pane->cursor.block >= launch->block_count) return TRACE_NONE;
    return blocks_find(blocks, launch->blocks[pane->cursor.block].index);
}

/* The launch and the round of the cursor; a place on the axis is forgotten when they change. */
static uint64_t chosen_for(const struct cursor *c)
{
    return ((uint64_t)c->launch << 32 | c->round) * 2 + c->after + 1;
}

uint64_t blocks_now(const struct pane *pane, const struct blocks *blocks)
{
    const struct cursor *c = &pane->cursor;
    if (c->time_for == chosen_for(c)) return c->time < blocks->span ? blocks->span - c->time : 0;
    const uint32_t selected = blocks_selected(pane, blocks);
    if (c->after || c->round + 1 >= cursor_rounds(pane) || selected == TRACE_NONE)
        return blocks->span;
    const struct block_bar *bar = &blocks->bars[selected];
    return bar->start + (uint64_t)(blocks_share(pane->analysis, c->launch, c->block, c->round) *
                                   (double)(bar->end - bar->start));
}

/* ---- Words ----------------------------------------------------------------------------------- */

static bool available(const struct pane *pane, const char **why)
{
    const struct blocks *blocks = pane->trace ? blocks_shown(pane) : NULL;
    if (blocks && blocks->count) return true;
    *why = _("There are no times of blocks in this run.");
    return false;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    const struct blocks *blocks = blocks_shown(pane);
    *out = '\0';
    if (blocks && blocks->count)
        snprintf(out, (size_t)size,
                 pane->trace->model_time ? _("%.0f clocks a block, average (model)")
                                         : _("%.0f clocks a block, average"),
                 blocks->clocks);
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    const struct blocks *b = blocks_shown(pane);
    *out = '\0';
    if (!b || !b->count) return;
    const char *unit = pane->trace->model_time ? _("clocks of the model") : _("ns");
    int used = 0;
    if (b->waves > 1)
        used = snprintf(out, (size_t)size,
                        _("%u blocks on %u multiprocessors, up to %u side by side on one, the rest "
                          "in turn: %u waves. From the first start to the last end: %llu %s."),
                        b->count, b->multiprocessors, b->together, b->waves,
                        (unsigned long long)b->span, unit);
    else if (b->together > 1)
        used =
            snprintf(out, (size_t)size,
                     ONE_OR(b->multiprocessors,
                            _("%u blocks on %u multiprocessor, up to %u side by side. From the "
                              "first start to the last end: %llu %s."),
                            _("%u blocks on %u multiprocessors, up to %u side by side on one. From "
                              "the first start to the last end: %llu %s.")),
                     b->count, b->multiprocessors, b->together, (unsigned long long)b->span, unit);
    else
        used =
            snprintf(out, (size_t)size,
                     ONE_OR(b->count,
                            _("%u block on %u multiprocessor. From its start to its end: %llu %s."),
                            _("%u blocks on %u multiprocessors, each alone on its own. From the "
                              "first start to the last end: %llu %s.")),
                     b->count, b->multiprocessors, (unsigned long long)b->span, unit);
    const uint32_t all = pane->trace->device.multiprocessors;
    if (all > b->multiprocessors && used > 0 && used < size)
        snprintf(out + used, (size_t)(size - used),
                 ONE_OR(all - b->multiprocessors, _(" %u multiprocessor has nothing to do."),
                        _(" %u multiprocessors have nothing to do.")),
                 all - b->multiprocessors);
}

static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    const struct blocks *blocks = blocks_shown(pane);
    *out = '\0';
    if (!blocks || !blocks->count || state->predict) return; /* the rounds to come take time, too */
    const uint32_t bar = blocks_selected(pane, blocks);
    const uint64_t now = blocks_now(pane, blocks);
    if (now < blocks->span && pane->cursor.time_for != chosen_for(&pane->cursor))
        snprintf(out, (size_t)size, _("round %u ends at about %llu of %llu"), pane->cursor.round,
                 (unsigned long long)now, (unsigned long long)blocks->span);
    else if (now < blocks->span)
        snprintf(out, (size_t)size, _("at %llu of %llu"), (unsigned long long)now,
                 (unsigned long long)blocks->span);
    else if (bar != TRACE_NONE)
        snprintf(out, (size_t)size, _("block %u on SM %u: %llu to %llu"), blocks->bars[bar].block,
                 blocks->bars[bar].sm, (unsigned long long)blocks->bars[bar].start,
                 (unsigned long long)blocks->bars[bar].end);
}

/* ---- Moving -------------------------------------------------------------------------------- */

/* The recorded block whose bar comes next in the order of the screen. */
static void move_block(const struct pane *pane, struct cursor *cursor, const struct blocks *blocks,
                       int step)
{
    const struct trace_launch *launch = cursor_launch(pane);
    uint32_t at = blocks_selected(pane, blocks);
    if (at == TRACE_NONE) at = 0;
    for (int left = abs(step); left > 0;) {
        if ((step < 0 && at == 0) || (step > 0 && at + 1 >= blocks->count)) break;
        at = step < 0 ? at - 1 : at + 1;
        const uint32_t position = trace_find_block(launch, blocks->bars[at].block);
        if (position == TRACE_NONE) continue;
        cursor->block = position;
        left--;
    }
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    const struct blocks *blocks = blocks_shown(pane);
    if (!blocks || !blocks->count) return;
    if (dy) move_block(pane, cursor, blocks, dy * (large ? 8 : 1));
    if (!dx) return;
    const uint64_t step = blocks->span / STEPS ? blocks->span / STEPS : 1;
    const uint64_t now = blocks_now(pane, blocks);
    const uint64_t way = step * ((uint64_t)abs(dx) > STEPS ? STEPS + 1 : (uint64_t)abs(dx));
    uint64_t to = now > way ? now - way : 0;
    if (dx > 0) to = now + way < blocks->span ? now + way : blocks->span;
    if (to == now) return;
    cursor->time = blocks->span - to;
    cursor->time_for = chosen_for(cursor);
}

/* Which of its rounds makes most of the block's requests. */
static void add_rounds(const struct pane *pane, struct view_why *out)
{
    const struct trace_launch *launch = cursor_launch(pane);
    uint64_t all = 0, most = 0;
    uint32_t longest = 0;
    for (uint32_t r = 0; r < cursor_rounds(pane); r++) {
        const struct trace_round *round = trace_block_round(launch, pane->cursor.block, r);
        uint64_t count = 0;
        for (uint32_t i = round->first; i < round->first + round->count; i++)
            count += request_leads(launch, &launch->requests[i]);
        all += count;
        if (count <= most) continue;
        most = count;
        longest = r;
    }
    if (all)
        view_why_add(
            out, _("its work"),
            _("%u {round|rounds}, %llu {request|requests} of its warps; most in round %u: %llu"),
            cursor_rounds(pane), (unsigned long long)all, longest, (unsigned long long)most);
}

static bool why(const struct state *state, const struct pane *pane, struct view_why *out)
{
    const struct blocks *b = blocks_shown(pane);
    (void)state;
    if (!b || !b->count) return false;
    const uint32_t bar = blocks_selected(pane, b);
    const uint64_t places = (uint64_t)b->multiprocessors * b->together;
    const char *unit = pane->trace->model_time ? _("clocks of the model") : _("ns");
    uint64_t busy = 0;
    for (uint32_t i = 0; i < b->count; i++)
        busy += b->bars[i].end - b->bars[i].start;
    if (bar != TRACE_NONE)
        snprintf(out->title, sizeof out->title, _("why: block %u on SM %u"), b->bars[bar].block,
                 b->bars[bar].sm);
    else
        snprintf(out->title, sizeof out->title, "%s", _("why: the blocks"));
    out->explanation =
        _("A block stays on one multiprocessor until its last warp is done. Blocks that find no "
          "place wait until one ends: the next wave. The kernel lasts as long as its last block.");
    out->beliefs = _("\"blocks run in the order of their numbers\", \"a block can move to another "
                     "multiprocessor\", \"two side by side take twice as long\".");
    if (bar != TRACE_NONE && pane->trace->model_time)
        view_why_add(out, _("here"), _("%llu clocks of the model; a block takes %.0f on average"),
                     (unsigned long long)b->bars[bar].clocks, b->clocks);
    else if (bar != TRACE_NONE)
        view_why_add(out, _("here"), _("%llu clocks in %llu %s; a block takes %.0f on average"),
                     (unsigned long long)b->bars[bar].clocks,
                     (unsigned long long)(b->bars[bar].end - b->bars[bar].start), unit, b->clocks);
    add_rounds(pane, out);
    view_why_add(
        out, _("waves"),
        _("%u: %u {block|blocks}, %u {multiprocessor|multiprocessors} with %u {place|places} each"),
        b->waves, b->count, b->multiprocessors, b->together);
    view_why_add(out, _("at best"),
                 _("%llu %s, if all %llu {place was|places were} busy all the time; now %llu"),
                 (unsigned long long)((busy + places - 1) / places), unit,
                 (unsigned long long)places, (unsigned long long)b->span);
    return true;
}

/* To the block's rounds, from its first one on. */
static void enter(const struct state *state, const struct pane *pane, struct view_goal *goal)
{
    (void)state;
    (void)pane;
    goal->round = 0;
    goal->view = (uint32_t)view_about(VIEW_ROUNDS);
}

static const char *const hints[] = {"back forward", N_("along time"), "up down", N_("block"),
                                    "enter",        N_("its rounds"), "zoom-in", N_("zoom"),
                                    "first",        N_("its start"),  NULL};

const struct view view_blocks = {
    .name = N_("blocks"),
    .about = N_("when each block ran on which multiprocessor"),
    .subject = VIEW_BLOCKS,
    .sort = VIEW_PICTURE,
    .step = STEP_TIME,
    .tells_all = true,
    .draw = blocks_draw,
    .available = available,
    .caption = caption,
    .sentence = sentence,
    .tells_one = true,
    .selection = selection,
    .move = move,
    .enter = enter,
    .why = why,
    .hints = hints,
};
