/* The picture of the blocks: axis, bars, and their figures below. */
#include "analysis/bandwidth.h"
#include "base/i18n.h"
#include "base/str.h"
#include "state/cursor.h"
#include "state/target.h"
#include "view/blocks.h"

#include <stdio.h>

enum { LABEL = 8, AXIS_ROWS = 1, SUMMARY_ROWS = 4, WIDE = 64 };

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
    p.selected = blocks_selected(pane, p.blocks);
    p.now = blocks_now(pane, p.blocks);
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
    char first[48]; /* with the unit behind it */
    snprintf(first, sizeof first, "%llu %s", (unsigned long long)p->left, p->unit);
    const int apart = canvas_width(first) + 1 > 10 ? canvas_width(first) + 1 : 10;
    const uint64_t least = p->width * (uint64_t)apart / (uint64_t)p->columns + 1;
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
    const uint32_t position = trace_find_block(p->launch, bar->block);
    if (position != TRACE_NONE) /* of others there is nothing to be seen */
        canvas_target(
            canvas,
            (struct rect){p->column + from, y, (to < p->columns ? to : p->columns) - from, 1},
            target_pack(TARGET_BLOCK, 0, position));
    if (p->blocks->waves == 1 && bar->end <= p->now && to <= p->columns)
        canvas_textf(canvas, p->column + to + 1, y, index == p->selected ? STYLE_STRONG : STYLE_DIM,
                     "%llu", (unsigned long long)bar->clocks);
}

/* Where the selected bar begins, 0 where that is not in the columns. */
static int selected_column(const struct picture *p)
{
    const int column = column_of(p, p->blocks->bars[p->selected].start);
    return column > 0 && column < p->columns ? column : 0;
}

/* Is there a word or a figure in the cell? In ASCII bars are of '#'. */
static bool is_text(const struct canvas *canvas, int x, int y)
{
    if (x < 0 || x >= canvas->columns || y < 0 || y >= canvas->rows) return false;
    const uint32_t glyph = canvas->cells[(size_t)y * (size_t)canvas->columns + (size_t)x].glyph;
    return glyph > ' ' && glyph != '#' && !canvas_solid(glyph);
}

/* Where the round ends: over bars and what is free, but not over the bars' figures or beside them.
 */
static void draw_now(const struct picture *p, struct canvas *canvas, int y, int rows)
{
    const int x = p->column + column_of(p, p->now);
    if (p->now >= p->blocks->span || x < p->column || x >= p->column + p->columns) return;
    for (int end = y + rows; y < end; y++)
        if (!is_text(canvas, x - 1, y) && !is_text(canvas, x, y) && !is_text(canvas, x + 1, y))
            canvas_put(canvas, x, y, STYLE_HERE, 0x2502);
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
            canvas_cursor(canvas, p->column + selected_column(p), y);
        }
    }
    draw_now(p, canvas, area.y, (int)(shown < rows - first ? shown : rows - first));
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

void blocks_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    (void)state;
    const struct blocks *blocks = blocks_shown(pane);
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
