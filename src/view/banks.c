/* A warp's request to shared memory: which lanes meet in which bank, and how many passes that
 * costs. A row is a pass, a column a bank. */
#include "view/banks.h"

#include "base/i18n.h"
#include "state/cursor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct view view_banks;

static void draw_narrow_foot(const struct pick *pick, const struct banks_grid *grid,
                             const struct banks_table *table, struct canvas *canvas,
                             struct rect area)
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

static struct rect below(struct rect rect, int rows)
{
    if (rows > rect.rows) rows = rect.rows;
    return (struct rect){rect.x, rect.y + rows, rect.columns, rect.rows - rows};
}

static void draw_picture(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                         struct rect area)
{
    struct banks_grid grid;
    struct banks_table table;
    struct banks_layout l = banks_layout(area.columns);
    banks_grid(pick, &grid);
    banks_table(pane, pick, &table);
    char expression[160], text[320];
    pick_expression(pane->trace, pick, expression, sizeof expression);
    snprintf(text, sizeof text, _("warp %u %s %s (line %u)"), pick->warp, pick_verb(pick->request),
             expression, pane->trace->sites[pick->request->site].line);
    canvas_text_fit(canvas, area.x + 1, area.y, STYLE_STRONG, area.columns - 2, text);
    struct rect rest = below(area, 1);
    bool wide = l.cell > 1;
    int foot = rest.rows >= 11 ? (wide ? 5 : 3) : rest.rows >= 5 && !wide ? 2 : 0;
    if (!wide && rest.rows >= 12) {
        banks_draw_lanes(&grid, pick, canvas, rest);
        rest = below(rest, 3);
    }
    if (rest.rows >= 3) {
        banks_draw_numbers(canvas, rest, l);
        rest = below(rest, 1);
    }
    struct rect passes = rest;
    int words = wide && rest.rows - foot >= 3;
    passes.rows = rest.rows - foot - words;
    banks_draw_passes(pick, &grid, canvas, passes, l);
    int used = (int)grid.banks.passes < passes.rows ? (int)grid.banks.passes : passes.rows;
    rest = below(rest, used);
    if (words) {
        banks_draw_words(&grid, canvas, rest, l);
        rest = below(rest, 1);
    }
    if (wide && words && foot) banks_draw_legend(&grid, canvas, rest, l);
    if (wide && rest.rows - foot >= 3) {
        struct rect middle = below(rest, 1);
        middle.rows -= foot;
        rest = below(rest, 1 + banks_draw_comparison(pick, &grid, canvas, middle, l));
    }
    struct rect bottom = {area.x, area.y + area.rows - foot + 1, area.columns, foot - 1};
    if (bottom.y > rest.y + 2) bottom.y = rest.y + 2;
    if (foot && wide)
        banks_draw_table(pane, pick, canvas, bottom, &table);
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

/* ---- Words ----------------------------------------------------------------------------------- */

static bool conflicts(const struct banks_grid *grid, int a, int b)
{
    return grid->banks.bank[a] == grid->banks.bank[b] &&
           grid->banks.address[a] / REQUEST_WORD != grid->banks.address[b] / REQUEST_WORD &&
           a / (int)grid->banks.group == b / (int)grid->banks.group;
}

/* The distance at which lanes meet: the same for all of them, or 0 and one example. */
static int meeting_distance(const struct banks_grid *grid, int *a, int *b)
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

/* Do several lanes want one and the same word? */
static bool one_word(const struct banks_grid *grid)
{
    for (uint32_t rest = grid->mask; rest; rest &= rest - 1)
        for (uint32_t others = rest & (rest - 1); others; others &= others - 1)
            if (grid->banks.address[__builtin_ctz(rest)] / REQUEST_WORD ==
                grid->banks.address[__builtin_ctz(others)] / REQUEST_WORD)
                return true;
    return false;
}

/* How many lanes want a word that another one wants as well. */
static int lanes_sharing(const struct banks_grid *grid)
{
    const struct request_banks *banks = &grid->banks;
    int count = 0;
    for (uint32_t rest = grid->mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uint64_t word = banks->address[lane] / REQUEST_WORD;
        bool shares = false;
        for (uint32_t others = grid->mask & ~(1u << lane); others; others &= others - 1) {
            const int other = __builtin_ctz(others);
            const uint64_t first = banks->address[other] / REQUEST_WORD;
            shares |= first < word + banks->words[lane] && word < first + banks->words[other];
        }
        count += shares;
    }
    return count;
}

static int describe_request(const struct banks_grid *grid, const struct pick *pick, char *out,
                            int size)
{
    uint32_t passes = grid->banks.passes, least = grid->banks.least;
    int a = 0, b = 0, lanes = __builtin_popcount(grid->mask);
    const bool queue = pick->request->kind == TRACE_ATOMIC && one_word(grid);
    const int met = meeting_distance(grid, &a, &b) ? 1 : b > a;
    if (queue && passes > least)
        return (int)i18n_counted(
            out, (size_t)size,
            met ? _("Atomics queue up, on one word and on words of one bank: %u {pass|passes} for "
                    "%d {lane|lanes}. ")
                : _("Atomics on one word queue up: %u {pass|passes} for %d {lane|lanes}. "),
            passes, lanes);
    if (passes <= least && grid->banks.merged)
        return (int)i18n_counted(
            out, (size_t)size,
            pick->request->kind == TRACE_STORE
                ? _("%d {lane writes|lanes write} to a word that another lane writes to as well: "
                    "they share its pass. ")
                : _("%d {lane reads|lanes read} a word that another lane reads too: they share its "
                    "pass. "),
            lanes_sharing(grid));
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
    struct banks_grid grid;
    struct banks_table table;
    *out = 0;
    int used = 0;
    for (int p = 0; p < state->pane_count && used < size; p++) {
        const struct pane *one = state->pane_count == 2 ? &state->panes[p] : pane;
        if (!pick_request(one, true, &pick)) continue;
        banks_grid(&pick, &grid);
        if (state->pane_count == 2)
            used +=
                snprintf(out + used, (size_t)(size - used), "%s", p ? _("Right: ") : _("Left: "));
        if (used < size) used += describe_request(&grid, &pick, out + used, size - used);
        if (state->pane_count == 2 || used >= size) continue;
        banks_table(one, &pick, &table);
        const bool best = table.passes <= table.least;
        const char *text = best ? _("So far %llu {request|requests} of this access, %llu "
                                    "{pass|passes}, the least.")
                                : _("So far %llu {request|requests} of this access, %llu "
                                    "{pass|passes}; %llu would do.");
        if (best && table.requests == 1 && table.passes == 1)
            text = _("It is the only request of this access so far.");
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

/* "lane 0 → word 0, bank 0, also lane 16's bank" */
static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick;
    struct banks_grid grid;
    (void)state;
    *out = 0;
    if (!pick_request(pane, true, &pick)) return;
    banks_grid(&pick, &grid);
    int lane = (int)pick.lane, with = -1;
    for (uint32_t rest = grid.mask; rest && with < 0; rest &= rest - 1) {
        int other = __builtin_ctz(rest);
        if (other != lane && conflicts(&grid, lane, other)) with = other;
    }
    const bool before = (int64_t)grid.banks.address[lane] < 0; /* of all shared memory */
    if (pick.lanes.row[lane]->object == TRACE_NONE || before) {
        snprintf(out, (size_t)size, _("lane %d → outside of every array, bank %u"), lane,
                 grid.banks.bank[lane]);
        return;
    }
    int used = snprintf(out, (size_t)size, _("lane %d → word %llu, bank %u"), lane,
                        (unsigned long long)(grid.banks.address[lane] / REQUEST_WORD),
                        grid.banks.bank[lane]);
    if (with >= 0 && used < size)
        snprintf(out + used, (size_t)(size - used), _(", also lane %d's bank"), with);
}

static uint32_t site_of(const struct pane *pane)
{
    struct pick pick;
    return pick_request(pane, true, &pick) ? pick.request->site : TRACE_NONE;
}

static uint32_t request_count(const struct pane *pane)
{
    return pick_count(pane, true);
}

static uint32_t request_at(const struct pane *pane, uint32_t request)
{
    return pick_at(pane, true, request);
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    pick_move(pane, true, cursor, dx, dy, large);
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
    .site = site_of,
    .request_count = request_count,
    .request_at = request_at,
    .move = move,
    .topic = WHY_BANKS,
    .adds_passes = true,
    .hints = hints,
};
