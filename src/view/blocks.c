/* A bar per block on its multiprocessor, on one axis of time for all. Time goes back from the end:
 * cursor.time is how far before it, so that 0 shows all; what starts later is not drawn. */
#include "analysis/bandwidth.h"
#include "analysis/blocks.h"
#include "analysis/request.h"
#include "base/i18n.h"
#include "base/str.h"
#include "state/cursor.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct view view_blocks;

enum { LABEL = 8, STEPS = 40, AXIS_ROWS = 1, SUMMARY_ROWS = 4, WIDE = 64 };

struct picture {
    const struct trace *trace;
    const struct trace_launch *launch;
    const struct blocks *blocks;
    uint32_t selected;    /* bar, or TRACE_NONE */
    uint64_t now;         /* offset up to which time has gone */
    uint64_t left, width; /* of the axis: what the columns show */
    int column, columns;  /* of the bars */
    int figure;           /* columns behind them: a blank, the clocks, a blank */
    const char *unit;
};

/* ---- What is shown ------------------------------------------------------------------------- */

static const struct blocks *blocks_at(const struct pane *pane)
{
    return cursor_launch(pane) ? blocks_of_launch(pane->analysis, pane->cursor.launch) : NULL;
}

static uint32_t selected_bar(const struct pane *pane, const struct blocks *blocks)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch || pane->cursor.block >= launch->block_count) return TRACE_NONE;
    return blocks_find(blocks, launch->blocks[pane->cursor.block].index);
}

static uint64_t now_of(const struct pane *pane, const struct blocks *blocks)
{
    return pane->cursor.time < blocks->span ? blocks->span - pane->cursor.time : 0;
}

/* Zoomed in, the axis is a part of the span around the selected block. */
static void choose_axis(const struct pane *pane, struct picture *p)
{
    const int zoom = pane->cursor.zoom < 0 ? 0 : pane->cursor.zoom > 16 ? 16 : pane->cursor.zoom;
    p->left = 0;
    p->width = p->blocks->span ? p->blocks->span : 1;
    if (zoom == 0 || p->selected == TRACE_NONE) return;
    const struct block_bar *bar = &p->blocks->bars[p->selected];
    const uint64_t whole = p->width, middle = bar->start + (bar->end - bar->start) / 2;
    p->width = whole >> zoom > 0 ? whole >> zoom : 1;
    p->left = middle > p->width / 2 ? middle - p->width / 2 : 0;
    if (p->left + p->width > whole) p->left = whole - p->width;
}

static int figure_width(const struct blocks *blocks)
{
    char text[32];
    uint64_t most = 9999; /* so that axes of short blocks are alike */
    for (uint32_t i = 0; i < blocks->count; i++)
        if (blocks->bars[i].clocks > most) most = blocks->bars[i].clocks;
    return snprintf(text, sizeof text, "%llu", (unsigned long long)most);
}

static struct picture make_picture(const struct pane *pane, struct rect area)
{
    struct picture p = {.trace = pane->trace, .launch = cursor_launch(pane)};
    p.blocks = blocks_of_launch(pane->analysis, pane->cursor.launch);
    p.selected = selected_bar(pane, p.blocks);
    p.now = now_of(pane, p.blocks);
    p.unit = p.trace->model_time ? _("clocks, model") : _("ns");
    p.column = area.x + LABEL;
    p.figure = 2 + figure_width(p.blocks);
    p.columns = area.columns - LABEL - p.figure;
    if (p.columns < 1) p.columns = 1;
    choose_axis(pane, &p);
    return p;
}

/* Column of an offset; outside the axis it is outside the columns. */
static int column_of(const struct picture *p, uint64_t at)
{
    if (at < p->left) return -1;
    const double share = (double)(at - p->left) / (double)p->width;
    const double column = share * p->columns;
    return column >= p->columns ? p->columns : (int)column;
}

/* ---- Axis ---------------------------------------------------------------------------------- */

static uint64_t tick_step(const struct picture *p)
{
    const uint64_t least = p->width * 10 / (uint64_t)p->columns + 1; /* ten columns apart */
    uint64_t step = 1;
    for (;;) {
        if (step >= least) return step;
        if (2 * step >= least) return 2 * step;
        if (5 * step >= least) return 5 * step;
        step *= 10;
    }
}

static void draw_axis(const struct picture *p, struct canvas *canvas, int y)
{
    const uint64_t step = tick_step(p);
    uint64_t at = (p->left + step - 1) / step * step;
    int free_from = p->column;
    for (; at <= p->left + p->width; at += step) {
        const int x = p->column + column_of(p, at);
        if (x < free_from) continue;
        if (x + 8 > p->column + p->columns + p->figure) break;
        char text[48];
        if (free_from == p->column)
            snprintf(text, sizeof text, "%llu %s", (unsigned long long)at, p->unit);
        else
            snprintf(text, sizeof text, "%llu", (unsigned long long)at);
        free_from = canvas_text(canvas, x, y, STYLE_DIM, text) + 1;
    }
}

/* ---- Bars ---------------------------------------------------------------------------------- */

static void draw_bar(const struct picture *p, struct canvas *canvas, uint32_t index, int y)
{
    const struct block_bar *bar = &p->blocks->bars[index];
    const uint64_t end = bar->end < p->now ? bar->end : p->now;
    if (bar->start > p->now || bar->end < p->left || bar->start >= p->left + p->width) return;
    int from = column_of(p, bar->start), to = column_of(p, end);
    if (from < 0) from = 0;
    if (to <= from) to = from + 1; /* however short, it is seen */
    const bool other = (bar->lane + bar->wave) % 2 != 0;
    const enum style style = index == p->selected ? STYLE_HERE
                             : other              ? STYLE_BAR_OTHER
                                                  : STYLE_BAR;
    for (int x = from; x < to && x < p->columns; x++)
        canvas_put(canvas, p->column + x, y, style, other ? 0x2592 : 0x2588);
    if (p->blocks->waves == 1 && bar->end <= p->now && to <= p->columns)
        canvas_textf(canvas, p->column + to + 1, y, index == p->selected ? STYLE_STRONG : STYLE_DIM,
                     "%llu", (unsigned long long)bar->clocks);
}

/* Rows are (multiprocessor, lane) in order; the first shown one is such that the selected bar's is
 * in sight. Returns how many multiprocessors are not in sight. */
static uint32_t draw_bars(const struct picture *p, struct canvas *canvas, struct rect area)
{
    uint32_t row = 0, selected_row = 0, rows = 0, seen = 0, last_sm = TRACE_NONE;
    for (uint32_t i = 0; i < p->blocks->count; i++) {
        const struct block_bar *bar = &p->blocks->bars[i];
        if (i == 0 || bar->sm != bar[-1].sm || bar->lane != bar[-1].lane) rows++;
        if (i == p->selected) selected_row = rows - 1;
    }
    const uint32_t shown = area.rows > 0 ? (uint32_t)area.rows : 0;
    uint32_t first = selected_row > shown / 2 ? selected_row - shown / 2 : 0;
    if (first + shown > rows) first = rows > shown ? rows - shown : 0;
    for (uint32_t i = 0; i < p->blocks->count; i++) {
        const struct block_bar *bar = &p->blocks->bars[i];
        const bool fresh = i == 0 || bar->sm != bar[-1].sm || bar->lane != bar[-1].lane;
        if (i && fresh) row++;
        if (row < first || row >= first + shown) continue;
        seen += bar->sm != last_sm;
        last_sm = bar->sm;
        const int y = area.y + (int)(row - first);
        if (fresh && (bar->lane == 0 || row == first))
            canvas_textf(canvas, area.x + 1, y, STYLE_NORMAL, "SM %3u", bar->sm);
        draw_bar(p, canvas, i, y);
        if (i == p->selected) {
            canvas_put(canvas, area.x, y, STYLE_HERE, 0x2192);
            canvas_cursor(canvas, p->column, y);
        }
    }
    if (p->now < p->blocks->span) {
        const int x = column_of(p, p->now);
        for (uint32_t y = 0; x >= 0 && x < p->columns && y < shown && y < rows - first; y++)
            canvas_put(canvas, p->column + x, area.y + (int)y, STYLE_HERE, 0x2502);
    }
    return p->blocks->multiprocessors - seen;
}

/* ---- Summary ------------------------------------------------------------------------------- */

static void format_time(char *out, size_t size, double ns)
{
    if (ns >= 1e6)
        snprintf(out, size, "%.3g ms", ns / 1e6);
    else if (ns >= 1e3)
        snprintf(out, size, "%.3g µs", ns / 1e3);
    else
        snprintf(out, size, "%.0f ns", ns);
}

static void add_time(struct str *text, const char *name, const struct trace_time *time)
{
    char figure[32] = "?";
    if (time->count) format_time(figure, sizeof figure, time->median);
    str_addf(text, "%s %s  ", name, figure);
}

/* "kernel: plain 6.43 µs  timed 7.74 µs  probed 424 µs  652.1 GB/s, 13.5 % of peak"; the first word
 * gives way. */
static void draw_times(const struct picture *p, const struct pane *pane, struct canvas *canvas,
                       struct rect row)
{
    const struct bandwidth *b = bandwidth_of_launch(pane->analysis, pane->cursor.launch);
    if (p->trace->model_time) {
        canvas_text_fit(canvas, row.x, row.y, STYLE_DIM, row.columns,
                        row.columns >= WIDE - 2
                            ? _("Units are clocks of the emulator's cost model, never times.")
                            : _("clocks of a model, never times"));
        return;
    }
    struct str text;
    str_init(&text);
    add_time(&text, _("plain"), &p->launch->plain);
    if (row.columns >= WIDE - 2) {
        add_time(&text, _("timed"), &p->launch->timed);
        add_time(&text, _("probed"), &p->launch->probed);
    }
    if (b->bytes_per_second > 0 && row.columns < WIDE - 2)
        str_addf(&text, _("%.3g %% of peak"), b->share * 100);
    else if (b->bytes_per_second > 0)
        str_addf(&text,
                 b->complete || b->counted ? _("%.4g GB/s, %.3g %% of peak")
                                           : _("about %.4g GB/s, %.3g %% of peak"),
                 b->bytes_per_second / 1e9, b->share * 100);
    const char *kernel = _("kernel: ");
    int width = canvas_width(kernel);
    if (canvas_width(text.text) + width <= row.columns) {
        canvas_text(canvas, row.x, row.y, STYLE_DIM, kernel);
        row.x += width;
        row.columns -= width;
    }
    canvas_text_fit(canvas, row.x, row.y, STYLE_NORMAL, row.columns, text.text);
    str_fini(&text);
}

static void draw_use(const struct picture *p, struct canvas *canvas, int x, int y)
{
    const uint32_t all = p->trace->device.multiprocessors;
    x = canvas_text(canvas, x, y, STYLE_DIM, _("multiprocessors in use  "));
    if (all)
        x = canvas_textf(canvas, x, y, STYLE_NORMAL, _("%u of %u   "), p->blocks->multiprocessors,
                         all);
    else
        x = canvas_textf(canvas, x, y, STYLE_NORMAL, "%u   ", p->blocks->multiprocessors);
    x = canvas_text(canvas, x, y, STYLE_DIM, _("side by side  "));
    x = canvas_textf(canvas, x, y, STYLE_NORMAL, _("%u on each   "), p->blocks->together);
    x = canvas_text(canvas, x, y, STYLE_DIM, _("waves  "));
    canvas_textf(canvas, x, y, STYLE_NORMAL, "%u", p->blocks->waves);
}

/* The same beside another pane. */
static void draw_use_narrow(const struct picture *p, struct canvas *canvas, struct rect row)
{
    char text[96];
    snprintf(text, sizeof text, _("%u SMs, %u on each, waves: %u"), p->blocks->multiprocessors,
             p->blocks->together, p->blocks->waves);
    canvas_text_fit(canvas, row.x, row.y, STYLE_NORMAL, row.columns, text);
}

static void draw_summary(const struct picture *p, const struct pane *pane, struct canvas *canvas,
                         struct rect area, uint32_t hidden)
{
    int x = area.x + 1, y = area.y;
    if (hidden) x = canvas_textf(canvas, x, y, STYLE_DIM, _("… %u more   "), hidden);
    x = canvas_text(canvas, x, y, STYLE_BAR, "█");
    x = canvas_text(canvas, x + 1, y, STYLE_DIM, _("one block   "));
    if (p->blocks->together > 1 || p->blocks->waves > 1) {
        x = canvas_text(canvas, x, y, STYLE_BAR_OTHER, "▒");
        const char *other = p->blocks->together > 1 ? _("another on the same multiprocessor   ")
                                                    : _("the next one   ");
        if (x + 1 + canvas_width(other) > area.x + area.columns - 1) other = _("another   ");
        x = canvas_text(canvas, x + 1, y, STYLE_DIM, other);
    }
    if (p->blocks->waves == 1 && x + canvas_width(_("clocks")) < area.x + area.columns)
        canvas_text_right(canvas, area.x + area.columns - 1, y, STYLE_DIM, _("clocks"));
    if (area.columns < WIDE)
        draw_use_narrow(p, canvas, (struct rect){area.x + 1, y + 1, area.columns - 2, 1});
    else
        draw_use(p, canvas, area.x + 1, y + 1);
    draw_times(p, pane, canvas, (struct rect){area.x + 1, y + 2, area.columns - 2, 1});
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    (void)state;
    const struct blocks *blocks = blocks_at(pane);
    if (!blocks || !blocks->count) return;
    const struct rect old = canvas_clip(canvas, area);
    const struct picture p = make_picture(pane, area);
    const int summary = area.rows >= 8 ? SUMMARY_ROWS : 0;
    const struct rect bars = {area.x, area.y + AXIS_ROWS, area.columns,
                              area.rows - AXIS_ROWS - summary};
    const struct rect below = {area.x, area.y + area.rows - summary + 1, area.columns, summary - 1};
    canvas_cursor(canvas, area.x, area.y);
    draw_axis(&p, canvas, area.y);
    const uint32_t hidden = draw_bars(&p, canvas, bars);
    if (summary) draw_summary(&p, pane, canvas, below, hidden);
    canvas_set_clip(canvas, old);
}

/* ---- Words --------------------------------------------------------------------------------- */

static bool available(const struct pane *pane, const char **why)
{
    const struct blocks *blocks = pane->trace ? blocks_at(pane) : NULL;
    if (blocks && blocks->count) return true;
    *why = _("There are no times of blocks in this run.");
    return false;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    const struct blocks *blocks = blocks_at(pane);
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
    const struct blocks *b = blocks_at(pane);
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
    (void)state;
    const struct blocks *blocks = blocks_at(pane);
    *out = '\0';
    if (!blocks || !blocks->count) return;
    const uint32_t bar = selected_bar(pane, blocks);
    if (pane->cursor.time)
        snprintf(out, (size_t)size, _("at %llu of %llu"), (unsigned long long)now_of(pane, blocks),
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
    uint32_t at = selected_bar(pane, blocks);
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
    const struct blocks *blocks = blocks_at(pane);
    if (!blocks || !blocks->count) return;
    if (dy) move_block(pane, cursor, blocks, dy * (large ? 8 : 1));
    if (!dx) return;
    const uint64_t step = blocks->span / STEPS ? blocks->span / STEPS : 1;
    const uint64_t count = (uint64_t)abs(dx) > STEPS ? STEPS + 1 : (uint64_t)abs(dx);
    if (dx > 0)
        cursor->time = cursor->time > step * count ? cursor->time - step * count : 0;
    else
        cursor->time =
            cursor->time + step * count < blocks->span ? cursor->time + step * count : blocks->span;
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
    const struct blocks *b = blocks_at(pane);
    (void)state;
    if (!b || !b->count) return false;
    const uint32_t bar = selected_bar(pane, b);
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
    .draw = draw,
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
