/* A warp's request to shared memory: which lanes meet in which bank, and how many passes that
 * costs. A row is a pass, a column a bank. */
#include "analysis/lines.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "canvas/canvas.h"
#include "state/cursor.h"
#include "view/pick.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct view view_banks;

enum { GLYPH_BANK = 0x25A0, GLYPH_UNUSED = 0xB7, LABEL_WIDE = 12, LABEL_NARROW = 6 };

struct grid { /* which lane a bank serves in each pass; -1 = none */
    struct request_banks banks;
    uint32_t mask;
    int8_t lane[TRACE_LANES][REQUEST_BANKS];
    uint32_t words[REQUEST_BANKS]; /* distinct words of each bank */
    bool crowded;                  /* two-digit lanes side by side: numbers would run together */
};

static void make_grid(const struct pick *pick, struct grid *grid)
{
    memset(grid->lane, -1, sizeof grid->lane);
    memset(grid->words, 0, sizeof grid->words);
    grid->mask = pick->lanes.mask;
    grid->crowded = false;
    request_banks(pick->launch, pick->request, &grid->banks);
    for (uint32_t rest = grid->mask; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        uint32_t pass = grid->banks.pass[lane];
        for (uint32_t w = 0; w < grid->banks.words[lane] && pass < TRACE_LANES; w++) {
            int8_t *cell = &grid->lane[pass][(grid->banks.bank[lane] + w) % REQUEST_BANKS];
            if (*cell < 0) {
                *cell = (int8_t)lane;
                grid->words[(grid->banks.bank[lane] + w) % REQUEST_BANKS]++;
            }
        }
    }
    for (int pass = 0; pass < TRACE_LANES; pass++)
        for (int bank = 1; bank < REQUEST_BANKS; bank++)
            if (grid->lane[pass][bank] >= 10 && grid->lane[pass][bank - 1] >= 0)
                grid->crowded = true;
}

/* ---- Columns -----------------------------------------------------------------------------------
 */

struct layout {
    int label; /* columns before bank 0 */
    int cell;  /* columns of a bank: 3, 2, 1 */
};

static struct layout layout_for(int columns)
{
    if (columns >= LABEL_WIDE + 3 * REQUEST_BANKS) return (struct layout){LABEL_WIDE, 3};
    if (columns >= LABEL_WIDE + 2 * REQUEST_BANKS) return (struct layout){LABEL_WIDE, 2};
    return (struct layout){LABEL_NARROW, 1};
}

static void draw_bank_numbers(struct canvas *canvas, struct rect area, struct layout l)
{
    canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, l.cell > 1 ? _("bank") : _("pass"));
    int step = l.cell == 1 ? 8 : 4;
    for (int bank = 0; bank < REQUEST_BANKS; bank += step)
        canvas_textf(canvas, area.x + l.label + bank * l.cell - (l.cell > 1 && bank > 9), area.y,
                     STYLE_DIM, "%d", bank);
    if (l.cell > 1)
        canvas_text(canvas, area.x + l.label + 31 * l.cell - 1, area.y, STYLE_DIM, "31");
    else if (area.columns > l.label + 29)
        canvas_text(canvas, area.x + l.label + 27, area.y, STYLE_DIM, "bank");
}

static void draw_pass(const struct pick *pick, const struct grid *grid, struct canvas *canvas,
                      struct rect area, struct layout l, uint32_t pass, int y)
{
    if (l.cell > 1)
        canvas_textf(canvas, area.x + 1, y, STYLE_NORMAL, _("pass %u"), pass + 1);
    else
        canvas_textf(canvas, area.x + 1, y, STYLE_NORMAL, "%2u", pass + 1);
    bool numbers = l.cell == 3 || (l.cell == 2 && !grid->crowded);
    for (int bank = 0; bank < REQUEST_BANKS; bank++) {
        int x = area.x + l.label + bank * l.cell, lane = grid->lane[pass][bank];
        bool mine = grid->banks.pass[pick->lane] == pass &&
                    (unsigned)(bank - grid->banks.bank[pick->lane]) % REQUEST_BANKS <
                        grid->banks.words[pick->lane];
        enum style style = mine ? STYLE_SELECTED : lane >= 0 ? STYLE_ACTIVE : STYLE_DIM;
        if (mine && canvas->cursor_x < 0) canvas_cursor(canvas, x, y);
        if (lane < 0) {
            if (!numbers) canvas_put(canvas, x, y, STYLE_DIM, GLYPH_UNUSED);
        } else if (numbers) {
            canvas_textf(canvas, x - (lane > 9), y, style, "%d", lane);
        } else {
            canvas_put(canvas, x, y, style, GLYPH_BANK);
        }
    }
}

static void draw_passes(const struct pick *pick, const struct grid *grid, struct canvas *canvas,
                        struct rect area, struct layout l)
{
    int passes = (int)grid->banks.passes, chosen = grid->banks.pass[pick->lane];
    if (passes > TRACE_LANES) passes = TRACE_LANES;
    if (passes <= area.rows) {
        for (int p = 0; p < passes; p++)
            draw_pass(pick, grid, canvas, area, l, (uint32_t)p, area.y + p);
        return;
    }
    /* The first ones, what is left out, the selected lane's or the last one. */
    int head = area.rows - 2 > 0 ? area.rows - 2 : area.rows,
        last = chosen < head ? passes - 1 : chosen;
    for (int p = 0; p < head; p++)
        draw_pass(pick, grid, canvas, area, l, (uint32_t)p, area.y + p);
    if (head == area.rows) return;
    canvas_textf(canvas, area.x + l.label, area.y + head, STYLE_DIM,
                 ONE_OR(passes - head - 1, _("... %d more pass"), _("... %d more passes")),
                 passes - head - 1);
    draw_pass(pick, grid, canvas, area, l, (uint32_t)last, area.y + head + 1);
}

static void draw_words(const struct grid *grid, struct canvas *canvas, struct rect area,
                       struct layout l)
{
    canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, l.cell > 1 ? _("words") : "");
    for (int bank = 0; bank < REQUEST_BANKS && l.cell > 1; bank++) {
        int x = area.x + l.label + bank * l.cell;
        if (grid->words[bank])
            canvas_textf(canvas, x - (grid->words[bank] > 9), area.y, STYLE_NORMAL, "%u",
                         grid->words[bank]);
        else
            canvas_put(canvas, x, area.y, STYLE_DIM, GLYPH_UNUSED);
    }
}

/* ---- Lanes of a narrow pane
 * ---------------------------------------------------------------------- */

/* " lane   0  1  2  3 ... 31" and the bank of each below it. */
static void draw_lane_banks(const struct grid *grid, const struct pick *pick, struct canvas *canvas,
                            struct rect area)
{
    canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, _("lane"));
    canvas_text(canvas, area.x + 1, area.y + 1, STYLE_DIM, _("bank"));
    int room = (area.columns - 8) / 3, count = 0;
    uint32_t all = (uint32_t)__builtin_popcount(grid->mask);
    for (uint32_t rest = grid->mask; rest && count < room; rest &= rest - 1, count++) {
        int lane = __builtin_ctz(rest);
        if (count == room - 2 && (uint32_t)room < all) {
            canvas_text(canvas, area.x + 6 + count * 3, area.y, STYLE_DIM, "...");
            canvas_text(canvas, area.x + 6 + count * 3, area.y + 1, STYLE_DIM, "...");
            lane = 31 - __builtin_clz(grid->mask);
            count++;
            rest = 1u << lane;
        }
        enum style style = (unsigned)lane == pick->lane ? STYLE_SELECTED : STYLE_NORMAL;
        canvas_textf(canvas, area.x + 6 + count * 3, area.y, style, "%3d", lane);
        canvas_textf(canvas, area.x + 6 + count * 3, area.y + 1, style, "%3u",
                     grid->banks.bank[lane]);
    }
}

/* ---- The line, round by round
 * ---------------------------------------------------------------------- */

struct table {
    struct line_round *rounds;
    uint32_t count; /* rounds up to the cursor's */
    uint64_t warps, passes, least, requests;
};

static void make_table(const struct pane *pane, const struct pick *pick, struct table *table)
{
    uint32_t rounds = pick->launch->blocks[pane->cursor.block].rounds;
    table->rounds = mem_array((size_t)rounds + 1, sizeof *table->rounds);
    lines_site_rounds(pane->trace, pane->cursor.launch, pane->cursor.block, pick->request->site,
                      (enum trace_kind)pick->request->kind, table->rounds);
    table->count = pane->cursor.round + 1 < rounds ? pane->cursor.round + 1 : rounds;
    table->warps = table->passes = table->least = table->requests = 0;
    for (uint32_t r = 0; r < table->count; r++) {
        table->warps += table->rounds[r].warps;
        table->passes += table->rounds[r].tally.passes;
        table->least += table->rounds[r].tally.least;
        table->requests += table->rounds[r].tally.requests;
    }
}

static void draw_table_row(struct canvas *canvas, int x, int y, int columns, const char *title,
                           const struct table *table, uint32_t first, int kind, uint64_t all)
{
    canvas_text(canvas, x, y, STYLE_DIM, title);
    int at = x + 24;
    for (uint32_t r = first; r < table->count; r++) {
        const struct line_round *round = &table->rounds[r];
        if (!round->tally.requests) continue;
        char text[24] = "·"; /* a lane by itself has no stride */
        if (kind == 0) snprintf(text, sizeof text, "%u", r);
        if (kind == 1 && round->affine)
            snprintf(text, sizeof text, "%lld", (long long)round->stride / REQUEST_WORD);
        else if (kind == 1 && round->tally.accesses > round->tally.requests)
            snprintf(text, sizeof text, "%s", _("mix"));
        if (kind == 2) snprintf(text, sizeof text, "%u", round->warps);
        if (kind == 3) snprintf(text, sizeof text, "%llu", (unsigned long long)round->tally.passes);
        enum style style = r + 1 == table->count ? STYLE_HERE : kind ? STYLE_NORMAL : STYLE_DIM;
        canvas_text_right(canvas, at + 5, y, style, text);
        at += 5;
    }
    if (kind == 1 || at + 8 > x + columns) return;
    char text[24];
    if (kind == 0)
        snprintf(text, sizeof text, "%s", _("so far"));
    else
        snprintf(text, sizeof text, "%llu", (unsigned long long)all);
    canvas_text_right(canvas, at + 9, y, kind ? STYLE_STRONG : STYLE_DIM, text);
}

static void draw_table(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                       struct rect area, const struct table *table)
{
    /* As many of the latest rounds as fit. */
    int room = (area.columns - 1 - 24 - 9) / 5;
    uint32_t first = table->count;
    for (; first > 0 && room > 0; first--)
        if (table->rounds[first - 1].tally.requests) room--;
    char title[64];
    snprintf(title, sizeof title, _("this line, block %u"),
             pick->launch->blocks[pane->cursor.block].index);
    int x = area.x + 1, columns = area.columns - 1;
    draw_table_row(canvas, x, area.y, columns, title, table, first, 0, 0);
    draw_table_row(canvas, x, area.y + 1, columns, _("stride in words"), table, first, 1, 0);
    draw_table_row(canvas, x, area.y + 2, columns,
                   pick->request->kind == TRACE_LOAD ? _("warps that read") : _("warps that write"),
                   table, first, 2, table->warps);
    draw_table_row(canvas, x, area.y + 3, columns, _("passes they cost"), table, first, 3,
                   table->passes);
}

/* ---- The picture
 * -------------------------------------------------------------------------------------- */

static void draw_narrow_foot(const struct pick *pick, const struct grid *grid,
                             const struct table *table, struct canvas *canvas, struct rect area)
{
    (void)pick;
    canvas_textf(canvas, area.x + 1, area.y,
                 grid->banks.passes == grid->banks.least ? STYLE_GOOD : STYLE_STRONG,
                 grid->banks.passes == 1 ? _("%u pass for 1 request")
                                         : _("%u passes for 1 request"),
                 grid->banks.passes);
    char text[96];
    i18n_counted(text, sizeof text, _("block: %llu {request|requests}, %llu {pass|passes}"),
                 (unsigned long long)table->requests, (unsigned long long)table->passes);
    if (area.rows > 1) canvas_text(canvas, area.x + 1, area.y + 1, STYLE_NORMAL, text);
}

/* What the same lanes would cost side by side. */
static int draw_comparison(const struct pick *pick, const struct grid *grid, struct canvas *canvas,
                           struct rect area, struct layout l)
{
    if (grid->banks.passes <= grid->banks.least || area.rows < 2 || pick->request->width > 4)
        return 0;
    int lanes = __builtin_popcount(grid->mask);
    canvas_textf(canvas, area.x + 1, area.y, STYLE_DIM,
                 ONE_OR(lanes, _("for comparison, %d lane at neighbouring words:"),
                        _("for comparison, %d lanes at neighbouring words:")),
                 lanes);
    canvas_text(canvas, area.x + 1, area.y + 1, STYLE_DIM, _("pass 1"));
    for (int bank = 0; bank < REQUEST_BANKS; bank++)
        canvas_put(canvas, area.x + l.label + bank * l.cell, area.y + 1,
                   bank < lanes ? STYLE_GOOD : STYLE_DIM, bank < lanes ? GLYPH_BANK : GLYPH_UNUSED);
    return 2;
}

/* What stands in the passes. */
static void draw_legend(const struct grid *grid, struct canvas *canvas, struct rect area,
                        struct layout l)
{
    bool numbers = l.cell == 3 || (l.cell == 2 && !grid->crowded);
    int x = area.x + l.label, room = area.columns - l.label - 1;
    if (area.rows < 1) return;
    if (!numbers) canvas_put(canvas, x, area.y, STYLE_DIM, GLYPH_BANK);
    canvas_text_fit(canvas, numbers ? x : x + 2, area.y, STYLE_DIM, numbers ? room : room - 2,
                    numbers ? _("a number in a pass: the lane that the bank serves then")
                            : _("a lane that the bank serves in this pass"));
}

static struct rect below(struct rect rect, int rows)
{
    if (rows > rect.rows) rows = rect.rows;
    return (struct rect){rect.x, rect.y + rows, rect.columns, rect.rows - rows};
}

static void draw_picture(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                         struct rect area)
{
    struct grid grid;
    struct table table;
    struct layout l = layout_for(area.columns);
    make_grid(pick, &grid);
    make_table(pane, pick, &table);
    char expression[160], text[320];
    pick_expression(pane->trace, pick, expression, sizeof expression);
    snprintf(text, sizeof text, _("warp %u %s %s (line %u)"), pick->warp, pick_verb(pick->request),
             expression, pane->trace->sites[pick->request->site].line);
    canvas_text_fit(canvas, area.x + 1, area.y, STYLE_STRONG, area.columns - 2, text);
    struct rect rest = below(area, 1);
    bool wide = l.cell > 1;
    int foot = rest.rows >= 11 ? (wide ? 5 : 3) : rest.rows >= 5 && !wide ? 2 : 0;
    if (!wide && rest.rows >= 12) {
        draw_lane_banks(&grid, pick, canvas, rest);
        rest = below(rest, 3);
    }
    if (rest.rows >= 3) {
        draw_bank_numbers(canvas, rest, l);
        rest = below(rest, 1);
    }
    struct rect passes = rest;
    int words = wide && rest.rows - foot >= 3;
    passes.rows = rest.rows - foot - words;
    draw_passes(pick, &grid, canvas, passes, l);
    int used = (int)grid.banks.passes < passes.rows ? (int)grid.banks.passes : passes.rows;
    rest = below(rest, used);
    if (words) {
        draw_words(&grid, canvas, rest, l);
        rest = below(rest, 1);
    }
    if (wide && words && foot) draw_legend(&grid, canvas, rest, l);
    if (wide && rest.rows - foot >= 3) {
        struct rect middle = below(rest, 1);
        middle.rows -= foot;
        rest = below(rest, 1 + draw_comparison(pick, &grid, canvas, middle, l));
    }
    struct rect bottom = {area.x, area.y + area.rows - foot + 1, area.columns, foot - 1};
    if (bottom.y > rest.y + 2) bottom.y = rest.y + 2;
    if (foot && wide)
        draw_table(pane, pick, canvas, bottom, &table);
    else if (foot)
        draw_narrow_foot(pick, &grid, &table, canvas, bottom);
    free(table.rounds);
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    struct pick pick;
    (void)state;
    canvas_cursor(canvas, -1, -1);
    if (pick_request(pane, true, &pick))
        draw_picture(pane, &pick, canvas, area);
    else
        canvas_paragraph(canvas, (struct rect){area.x + 1, area.y, area.columns - 2, area.rows}, 0,
                         STYLE_DIM, _("No access to shared memory in this round."));
    if (canvas->cursor_x < 0) canvas_cursor(canvas, area.x, area.y);
}

/* ---- Words
 * ------------------------------------------------------------------------------------------------
 */

static bool conflicts(const struct grid *grid, int a, int b)
{
    return grid->banks.bank[a] == grid->banks.bank[b] &&
           grid->banks.address[a] / REQUEST_WORD != grid->banks.address[b] / REQUEST_WORD &&
           a / (int)grid->banks.group == b / (int)grid->banks.group;
}

/* The distance at which lanes meet: the same for all of them, or 0 and one example. */
static int meeting_distance(const struct grid *grid, int *a, int *b)
{
    for (int distance = 1; distance < TRACE_LANES; distance++) {
        bool any = false, all = true;
        for (int lane = 0; lane + distance < TRACE_LANES; lane++) {
            if (!(grid->mask >> lane & 1) || !(grid->mask >> (lane + distance) & 1)) continue;
            if (!conflicts(grid, lane, lane + distance))
                all = false;
            else if (!any) {
                any = true;
                *a = lane;
                *b = lane + distance;
            }
        }
        if (any) return all ? distance : 0;
    }
    return 0;
}

static int describe_request(const struct grid *grid, const struct pick *pick, char *out, int size)
{
    uint32_t passes = grid->banks.passes, least = grid->banks.least;
    int a = 0, b = 0, lanes = __builtin_popcount(grid->mask);
    if (pick->request->kind == TRACE_ATOMIC && passes > least)
        return (int)i18n_counted(
            out, (size_t)size,
            _("Atomics on one word queue up: %u {pass|passes} for %d {lane|lanes}. "), passes,
            lanes);
    if (passes <= least && grid->banks.merged)
        return (int)i18n_counted(
            out, (size_t)size,
            _("%d {lane reads|lanes read} a word that another lane reads too: they share its "
              "pass. "),
            __builtin_popcount(grid->banks.merged));
    if (passes <= least)
        return snprintf(
            out, (size_t)size,
            lanes == 1
                ? ONE_OR(passes, _("%d lane at work: %u pass. "), _("%d lane at work: %u passes. "))
            : passes == 1 ? _("Each of %d lanes has a bank of its own: %u pass. ")
                          : _("%d lanes ask for more than 128 bytes: %u passes, the least. "),
            lanes, passes);
    int distance = meeting_distance(grid, &a, &b);
    if (distance)
        return snprintf(out, (size_t)size,
                        _("Lanes t and t+%d want two words of one bank: %u passes instead of %u. "),
                        distance, passes, least);
    return snprintf(out, (size_t)size,
                    _("Lanes %d and %d want two words of bank %u: %u passes instead of %u. "), a, b,
                    grid->banks.bank[a], passes, least);
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick;
    struct grid grid;
    struct table table;
    *out = 0;
    int used = 0;
    for (int p = 0; p < state->pane_count && used < size; p++) {
        const struct pane *one = state->pane_count == 2 ? &state->panes[p] : pane;
        if (!pick_request(one, true, &pick)) continue;
        make_grid(&pick, &grid);
        if (state->pane_count == 2)
            used +=
                snprintf(out + used, (size_t)(size - used), "%s", p ? _("Right: ") : _("Left: "));
        if (used < size) used += describe_request(&grid, &pick, out + used, size - used);
        if (state->pane_count == 2 || used >= size) continue;
        make_table(one, &pick, &table);
        const bool best = table.passes <= table.least;
        const char *text = best
                               ? _("So far this line: %llu {request|requests}, %llu {pass|passes}, "
                                   "the least.")
                               : _("So far this line made %llu {request|requests} in %llu "
                                   "{pass|passes}; %llu would do.");
        if (best && table.requests == 1 && table.passes == 1)
            text = _("So far this line made this request only.");
        i18n_counted(out + used, (size_t)(size - used), text, (unsigned long long)table.requests,
                     (unsigned long long)table.passes, (unsigned long long)table.least);
        free(table.rounds);
    }
}

static bool available(const struct pane *pane, const char **why)
{
    if (pick_any(pane, true)) return true;
    *why = _("This launch does not use shared memory.");
    return false;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick;
    (void)state;
    *out = 0;
    if (!pick_request(pane, true, &pick)) return;
    int lanes = __builtin_popcount(pick.lanes.mask);
    i18n_counted(out, (size_t)size,
                 lanes == 1 ? _("32 banks of 4 bytes   %u {byte|bytes} for %d lane")
                            : _("32 banks of 4 bytes   %u {byte|bytes} for each of %d lanes"),
                 pick.request->width, lanes);
}

/* "lane 0 → word 0, bank 0 (with lane 16)" */
static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick;
    struct grid grid;
    (void)state;
    *out = 0;
    if (!pick_request(pane, true, &pick)) return;
    make_grid(&pick, &grid);
    int lane = (int)pick.lane, with = -1;
    for (uint32_t rest = grid.mask; rest && with < 0; rest &= rest - 1) {
        int other = __builtin_ctz(rest);
        if (other != lane && conflicts(&grid, lane, other)) with = other;
    }
    int used = snprintf(out, (size_t)size, _("lane %d → word %llu, bank %u"), lane,
                        (unsigned long long)(grid.banks.address[lane] / REQUEST_WORD),
                        grid.banks.bank[lane]);
    if (with >= 0 && used < size)
        snprintf(out + used, (size_t)(size - used), _(" (with lane %d)"), with);
}

static uint32_t request_count(const struct pane *pane)
{
    return pick_count(pane, true);
}

static uint32_t request_at(const struct pane *pane, uint32_t request)
{
    return pick_at(pane, true, request);
}

static const char *const hints[] = {"back forward", N_("request"), "previous-barrier next-barrier",
                                    N_("barrier"),  "up down",     N_("lane"),
                                    "compare",      N_("compare"), NULL};

const struct view view_banks = {
    .name = N_("banks"),
    .about = N_("a shared-memory request: passes and banks"),
    .subject = VIEW_SHARED,
    .sort = VIEW_PICTURE,
    .step = STEP_REQUEST,
    .draw = draw,
    .available = available,
    .caption = caption,
    .sentence = sentence,
    .selection = selection,
    .request_count = request_count,
    .request_at = request_at,
    .move = pick_move,
    .topic = WHY_BANKS,
    .adds_passes = true,
    .hints = hints,
};
