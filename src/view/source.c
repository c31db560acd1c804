/* The program, with what each of its lines costs. */
#include "analysis/finish.h"
#include "analysis/lines.h"
#include "analysis/round.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/target.h"
#include "view/code.h"
#include "view/source.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

extern const struct view view_source;

enum { GUTTER = 6, BAR = 4, LEAST_MARGIN = 20, REST_INDENT = 8 };

/* Which columns of figures there is room for. */
struct columns {
    bool requests, figures, bars;
    int width; /* of all of them */
};

static struct columns columns_for(const struct state *state, int width)
{
    struct columns c = {.figures = width >= 50 && !state->predict, /* totals tell the future */
                        .bars = width >= 72,
                        .requests = width >= 96};
    if (!c.figures) return (struct columns){.figures = false};
    int each = c.bars ? 9 + BAR : 9;
    c.width = each * (c.requests ? 3 : 2) + 6;
    return c;
}

/* ---- Figures --------------------------------------------------------------------------------- */

/* "131072 ████", a bar of the line's share of the column; an empty field for nothing. */
static int draw_figure(struct canvas *canvas, int x, int y, bool bar, uint64_t value, uint64_t all)
{
    char text[24];
    int end = x + 9;
    if (value >= 10000000)
        snprintf(text, sizeof text, "%.3gM", (double)value / 1e6);
    else
        snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    if (value) canvas_text_right(canvas, end - 1, y, STYLE_NORMAL, text);
    if (!bar) return end;
    uint64_t full = all ? (value * BAR + all / 2) / all : 0;
    for (int i = 0; value && i < BAR; i++) {
        uint32_t glyph = (uint64_t)i < full ? 0x2588 : i == 0 ? 0x2591 : 0xB7;
        canvas_put(canvas, end + i, y, (uint64_t)i < full ? STYLE_BAR : STYLE_DIM, glyph);
    }
    return end + BAR;
}

/* Columns a line's figures take: leading ones that are empty are left to the text. */
static int figures_width(struct columns c, const struct line_total *line)
{
    int each = c.bars ? 9 + BAR : 9;
    if (!c.figures || !line || !line_requests(line)) return 0;
    return c.requests || line_sectors(line) ? c.width : c.width - each;
}

static void draw_figures(struct canvas *canvas, struct rect area, int y, struct columns c,
                         const struct line_table *table, const struct line_total *line)
{
    int x = area.x + area.columns - c.width;
    if (c.requests)
        x = draw_figure(canvas, x, y, c.bars, line_requests(line), line_requests(&table->total));
    x = draw_figure(canvas, x, y, c.bars, line_sectors(line), line_sectors(&table->total));
    x = draw_figure(canvas, x, y, c.bars, line_passes(line), line_passes(&table->total));
    char lanes[16];
    snprintf(lanes, sizeof lanes, "%.1f", line_lanes(line));
    if (line_requests(line)) canvas_text_right(canvas, x + 6, y, STYLE_NORMAL, lanes);
}

static void draw_head(struct canvas *canvas, struct rect area, struct columns c)
{
    int x = area.x + area.columns - c.width, each = c.bars ? 9 + BAR : 9;
    canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, _("line"));
    if (!c.figures) return;
    if (c.requests) {
        canvas_text_right(canvas, x + 8, area.y, STYLE_DIM, _("requests"));
        x += each;
    }
    canvas_text_right(canvas, x + 8, area.y, STYLE_DIM, _("sectors"));
    canvas_text_right(canvas, x + each + 8, area.y, STYLE_DIM, _("passes"));
    canvas_text_right(canvas, x + 2 * each + 6, area.y, STYLE_DIM,
                      c.bars ? _("avg lanes") : _("lanes"));
}

/* " 256 threads, ends round 0" or, where there is little room, " ends round 0" */
static void barrier_words(const struct line_total *line, bool brief, char *out, size_t size)
{
    const uint32_t rounds = line->barrier_rounds;
    if (brief)
        snprintf(out, size, rounds == 1 ? _(" ends round %u") : _(" ends %u rounds"),
                 rounds == 1 ? line->barrier_round : rounds);
    else if (line->barrier_least < line->barrier_most)
        snprintf(out, size, _(" %u to %u threads, ends %u rounds"), line->barrier_least,
                 line->barrier_most, rounds);
    else if (rounds == 1)
        i18n_counted(out, size, _(" %u {thread|threads}, ends round %u"), line->barrier_most,
                     line->barrier_round);
    else
        i18n_counted(out, size, _(" %u {thread|threads}, ends %u rounds"), line->barrier_most,
                     rounds);
}

/* "──── 256 threads, ends round 0" */
static void draw_barrier(struct canvas *canvas, struct rect area, int x, int y,
                         const struct line_total *line)
{
    char text[128];
    if (!line->barrier_rounds) return; /* only other blocks come here */
    int end = area.x + area.columns, start = x;
    for (int brief = 0; start <= x + 2 && brief < 2; brief++) {
        barrier_words(line, brief, text, sizeof text);
        start = end - canvas_width(text);
    }
    if (start <= x + 2) return;
    canvas_hline(canvas, x + 1, y, start - x - 1, STYLE_EDGE);
    canvas_text(canvas, start, y, STYLE_DIM, text);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Does some thread come to this line in the cursor's round? */
static bool is_run(const struct round *round, uint32_t source, uint32_t line)
{
    for (uint32_t i = 0; round && i < round->line_count; i++)
        if (round->lines[i].source == source && round->lines[i].line == line) return true;
    return false;
}

static void draw_gutter(const struct state *state, const struct pane *pane,
                        const struct round *round, struct canvas *canvas, int x, int y,
                        uint32_t line)
{
    const struct finish *finish = cursor_finish(pane);
    bool here = line == pane->cursor.line;
    bool run = finish ? finish->source == pane->cursor.source && finish->line == line
                      : is_run(round, pane->cursor.source, line);
    canvas_textf(canvas, x + 1, y,
                 here  ? STYLE_SELECTED
                 : run ? STYLE_HERE
                       : STYLE_DIM,
                 "%4u", line);
    if (source_wrong(state, pane, line))
        canvas_put(canvas, x, y, STYLE_RACE, '!');
    else if (run)
        canvas_put(canvas, x, y, STYLE_HERE, 0x2192);
    if (here) canvas_cursor(canvas, x + 1, y);
}

/* First line shown. It depends on the selected line alone and changes as rarely as it can, so that
 * the text stands still while rounds go by: from the start of the function on, and where that is
 * too long, half a page at a time. A text in which somebody has clicked stays as it was, as long as
 * the selected line is in sight, even if what is said below takes less room now. */
static uint32_t first_line(const char *text, uint32_t line, uint32_t lines, int rows, uint32_t held)
{
    enum { SPARE = 2 }; /* rows */
    uint32_t room = rows > 0 ? (uint32_t)rows : 1, first, last, top;
    if (lines <= room) return 1;
    if (held && line >= held && line - held < room)
        return held + room > lines + 1 + SPARE ? lines + 1 - room : held;
    code_function(text, line, &first, &last);
    if (last > lines) last = lines;
    uint32_t step = room / 2 > 0 ? room / 2 : 1, at = line > first ? line - first : 0;
    uint32_t spare = last - first < room ? (room - 1 - (last - first)) / 2 : 0;
    top = first > spare ? first - spare : 1;
    if (at + 2 >= room) top = first + (at - room / 4) / step * step;
    return top + room > lines + 1 ? lines + 1 - room : top;
}

/* Before the heads of the columns: which blocks the figures are of. The title names the cursor's.
 */
static void draw_part(const struct pane *pane, struct canvas *canvas, struct rect area,
                      struct columns c, const struct line_table *table)
{
    char words[96];
    const struct trace_launch *launch = cursor_launch(pane);
    if (!c.figures || !table || !line_requests(&table->total) || !launch) return;
    if (trace_grid_blocks(launch) == 1) return;
    if (table->total.dropped)
        snprintf(words, sizeof words, _("in %u of %llu blocks: "), launch->block_count,
                 (unsigned long long)trace_grid_blocks(launch));
    else
        snprintf(words, sizeof words, _("in all %llu blocks: "),
                 (unsigned long long)trace_grid_blocks(launch));
    int end = area.x + area.columns - c.width, width = canvas_width(words);
    if (end - width > area.x + GUTTER) canvas_text(canvas, end - width, area.y, STYLE_DIM, words);
}

/* All lines together stand below them, wherever the text has been scrolled to. */
static int draw_total(struct canvas *canvas, struct rect area, struct columns c,
                      const struct line_table *table)
{
    enum { LEAST_ROWS = 10 };
    int y = area.y + area.rows - 1;
    if (!c.figures || !table || !line_requests(&table->total) || area.rows < LEAST_ROWS) return 0;
    canvas_text(canvas, area.x + 1, y, STYLE_STRONG, _("all lines"));
    draw_figures(canvas, area, y, c, table, &table->total);
    return 1;
}

/* The selected line is what the person reads: where it is too long for its row it goes on in the
 * next one. Draws the first part and returns the rest, or NULL, and draws nothing, when it fits. */
static const char *draw_first_part(struct canvas *canvas, int x, int y, int room, const char *line,
                                   bool colored, bool *in_comment)
{
    char part[512];
    if (room < LEAST_MARGIN || code_width(line) <= room) return NULL;
    size_t length = code_break(line, room);
    if (length >= sizeof part) return NULL;
    memcpy(part, line, length);
    part[length] = 0;
    while (length && (part[length - 1] == ' ' || part[length - 1] == '\t'))
        part[--length] = 0;
    code_draw(canvas, x, y, room, part, colored, in_comment);
    line += length;
    return line + strspn(line, " \t");
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    if (!pane->trace || pane->trace->source_count == 0) return;
    const char *text = pane->trace->sources[pane->cursor.source].text;
    const struct line_table *table = source_table(pane);
    const struct round *round = NULL;
    struct columns c = columns_for(state, area.columns);
    if (area.columns > LEAST_MARGIN) area.columns--; /* nothing stands at the very edge */
    if (cursor_rounds(pane))
        round =
            round_get(pane->analysis, pane->cursor.launch, pane->cursor.block, pane->cursor.round);
    int head = area.rows >= 6 ? 1 : 0;
    if (head) draw_head(canvas, area, c);
    if (head) draw_part(pane, canvas, area, c, table);
    area.rows -= draw_total(canvas, area, c, table);
    uint32_t lines = code_lines(text);
    uint32_t selected = pane->cursor.line < lines ? pane->cursor.line : lines;
    uint32_t line = first_line(text, selected, lines, area.rows - head, pane->cursor.top);
    const uint32_t first = line;
    bool in_comment;
    const char *at = code_line(text, line, &in_comment);
    for (int y = area.y + head; at && y < area.y + area.rows; y++, line++) {
        const struct line_total *total =
            table ? lines_find(table, pane->cursor.source, line) : NULL;
        int room = area.columns - GUTTER - figures_width(c, total);
        draw_gutter(state, pane, round, canvas, area.x, y, line);
        int top = y;
        const char *rest = NULL;
        if (line == selected && y + 1 < area.y + area.rows)
            rest = draw_first_part(canvas, area.x + GUTTER, y, room, at, c.figures, &in_comment);
        int x = area.x + GUTTER;
        if (!rest) x = code_draw(canvas, x, y, room, at, c.figures, &in_comment);
        if (c.figures && total && total->barriers && !rest) draw_barrier(canvas, area, x, y, total);
        if (c.figures && total) draw_figures(canvas, area, y, c, table, total);
        if (rest)
            code_draw(canvas, area.x + GUTTER + REST_INDENT, ++y,
                      area.columns - GUTTER - REST_INDENT, rest, c.figures, &in_comment);
        canvas_target(canvas, (struct rect){area.x, top, area.columns, y - top + 1},
                      target_pack_row(TARGET_LINE, pane->cursor.source, line, first));
        at += strcspn(at, "\n");
        at = *at && at[1] ? at + 1 : NULL;
    }
    if (state->search_kind == SEARCH_TEXT) text_mark(canvas, area, state->search);
}

static bool available(const struct pane *pane, const char **why)
{
    *why = _("The trace has no source text.");
    return pane->trace && pane->trace->source_count && *pane->trace->sources[0].text;
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    (void)dx;
    if (!pane->trace || pane->trace->source_count == 0) return;
    int64_t lines = code_lines(pane->trace->sources[cursor->source].text);
    int64_t page = large && pane->area.rows > 2 ? pane->area.rows - 2 : 1;
    int64_t line = (int64_t)cursor->line + (int64_t)dy * page;
    cursor->line = line < 1 ? 1 : line > lines ? (uint32_t)lines : (uint32_t)line;
    if (cursor->line < cursor->top || (int64_t)cursor->line >= cursor->top + pane->area.rows)
        cursor->top = 0;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    const struct trace_launch *launch = cursor_launch(pane);
    uint32_t count = 0, lanes = 0;
    (void)state;
    if (cursor_rounds(pane) && !cursor_finish(pane)) {
        const struct trace_round *round =
            trace_block_round(launch, pane->cursor.block, pane->cursor.round);
        for (uint32_t i = 0; i < round->count; i++) {
            const struct trace_request *request = &launch->requests[round->first + i];
            if (!request_is_access(request) ||
                !source_site_is(pane->trace, request->site, pane->cursor.source, pane->cursor.line))
                continue;
            count += request_leads(launch, request);
            lanes += (uint32_t)__builtin_popcount(request->mask);
        }
        snprintf(out, (size_t)size,
                 ONE_OR(count, _("line %u, block %u, round %u: %u request"),
                        _("line %u, block %u, round %u: %u requests")),
                 pane->cursor.line, cursor_block(pane)->index, pane->cursor.round, count);
        size_t used = strlen(out);
        const bool room = pane->area.columns >= 72; /* and a scrubber beside it */
        if (count && room && used < (size_t)size)
            snprintf(out + used, (size_t)size - used, _(", %.1f lanes"),
                     (double)lanes / (double)count);
    } else {
        snprintf(out, (size_t)size, _("line %u"), pane->cursor.line);
    }
}

/* A line's accesses: in the view of the memory that it costs most in. */
static void enter(const struct state *state, const struct pane *pane, struct view_goal *goal)
{
    (void)state;
    const struct line_table *table = source_table(pane);
    const struct line_total *line =
        table ? lines_find(table, pane->cursor.source, pane->cursor.line) : NULL;
    if (!line || !line_requests(line)) {
        snprintf(goal->message, sizeof goal->message, _("Line %u makes no access to memory."),
                 pane->cursor.line);
        return;
    }
    goal->view =
        (uint32_t)view_about(line_sectors(line) >= line_passes(line) ? VIEW_GLOBAL : VIEW_SHARED);
}

static enum view_rule rule(const struct pane *pane, int rows)
{
    (void)pane;
    (void)rows;
    return RULE_STAYS; /* a text has a line less in sight */
}

static const char *const hints[] = {"back forward", N_("barrier"),      "up down", N_("line"),
                                    "enter",        N_("its accesses"), "search",  N_("search"),
                                    "why",          N_("why"),          NULL};

const struct view view_source = {
    .name = N_("source"),
    .about = N_("the program with what each line costs"),
    .subject = VIEW_SOURCE,
    .sort = VIEW_PICTURE,
    .step = STEP_ROUND,
    .draw = draw,
    .available = available,
    .opens = view_always,
    .sentence = source_sentence,
    .tells_one = true,
    .selection = selection,
    .move = move,
    .rule = rule,
    .enter = enter,
    .adds_passes = true,
    .adds_sectors = true,
    .hints = hints,
};
