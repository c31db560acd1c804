/* Which lane a bank serves in each pass of a request. */
#include "base/i18n.h"
#include "state/target.h"
#include "view/banks.h"

#include <string.h>

enum { GLYPH_BANK = 0x25A0, GLYPH_UNUSED = 0xB7, LABEL_WIDE = 12, LABEL_NARROW = 6 };

/* Does a lane after this one want the word, too? */
static bool wanted_again(const struct banks_grid *grid, int lane, uint64_t word)
{
    const struct request_banks *banks = &grid->banks;
    for (int other = lane + 1; other < TRACE_LANES; other++)
        if (grid->mask >> other & 1 &&
            word - banks->address[other] / REQUEST_WORD < banks->words[other])
            return true;
    return false;
}

/* A word counts once, in however many passes atomics queue up on it. */
static void count_words(struct banks_grid *grid)
{
    for (uint32_t rest = grid->mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        for (uint32_t w = 0; w < grid->banks.words[lane]; w++)
            if (!wanted_again(grid, lane, grid->banks.address[lane] / REQUEST_WORD + w))
                grid->words[(grid->banks.bank[lane] + w) % REQUEST_BANKS]++;
    }
}

void banks_grid(const struct pick *pick, struct banks_grid *grid)
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
            if (*cell < 0) *cell = (int8_t)lane;
        }
    }
    count_words(grid);
    for (int pass = 0; pass < TRACE_LANES; pass++)
        for (int bank = 1; bank < REQUEST_BANKS; bank++)
            if (grid->lane[pass][bank] >= 10 && grid->lane[pass][bank - 1] >= 0)
                grid->crowded = true;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

struct banks_layout banks_layout(int columns)
{
    if (columns >= LABEL_WIDE + 3 * REQUEST_BANKS) return (struct banks_layout){LABEL_WIDE, 3};
    if (columns >= LABEL_WIDE + 2 * REQUEST_BANKS) return (struct banks_layout){LABEL_WIDE, 2};
    return (struct banks_layout){LABEL_NARROW, 1};
}

void banks_draw_numbers(struct canvas *canvas, struct rect area, struct banks_layout l)
{
    canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, l.cell > 1 ? _("bank") : _("pass"));
    int step = l.cell == 1 ? 8 : 4;
    for (int bank = 0; bank < REQUEST_BANKS; bank += step)
        canvas_textf(canvas, area.x + l.label + bank * l.cell - (l.cell > 1 && bank > 9), area.y,
                     STYLE_DIM, "%d", bank);
    if (l.cell > 1)
        canvas_text(canvas, area.x + l.label + 31 * l.cell - 1, area.y, STYLE_DIM, "31");
    else if (area.columns > l.label + 27 + canvas_width(_("bank")))
        canvas_text(canvas, area.x + l.label + 27, area.y, STYLE_DIM, _("bank"));
}

static void aim_at_lane(struct canvas *canvas, int x, int y, int columns, const struct pick *pick,
                        int lane)
{
    canvas_target(canvas, (struct rect){x, y, columns, 1},
                  target_pack(TARGET_THREAD, 0, pick->warp * TRACE_LANES + (uint32_t)lane));
}

static void draw_pass(const struct pick *pick, const struct banks_grid *grid, struct canvas *canvas,
                      struct rect area, struct banks_layout l, uint32_t pass, int y)
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
        bool wrong = lane >= 0 && pick_outside(NULL, pick, (unsigned)lane);
        enum style style = mine        ? STYLE_SELECTED
                           : wrong     ? STYLE_RACE
                           : lane >= 0 ? STYLE_ACTIVE
                                       : STYLE_DIM;
        if (mine && canvas->cursor_x < 0) canvas_cursor(canvas, x, y);
        if (lane >= 0)
            aim_at_lane(canvas, x - (l.cell > 1), y, l.cell, pick, mine ? (int)pick->lane : lane);
        if (lane < 0) {
            if (!numbers) canvas_put(canvas, x, y, STYLE_DIM, GLYPH_UNUSED);
        } else if (numbers) {
            canvas_textf(canvas, x - (lane > 9), y, style, "%d", lane);
        } else {
            canvas_put(canvas, x, y, style, wrong ? '!' : GLYPH_BANK);
        }
    }
}

void banks_draw_passes(const struct pick *pick, const struct banks_grid *grid,
                       struct canvas *canvas, struct rect area, struct banks_layout l)
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

void banks_draw_words(const struct banks_grid *grid, struct canvas *canvas, struct rect area,
                      struct banks_layout l)
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

void banks_draw_lanes(const struct banks_grid *grid, const struct pick *pick, struct canvas *canvas,
                      struct rect area)
{
    canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, _("lane"));
    canvas_text(canvas, area.x + 1, area.y + 1, STYLE_DIM, _("bank"));
    int label = canvas_width(_("bank")) > 4 ? canvas_width(_("bank")) + 1 : 6;
    int x = area.x + label, room = (area.columns - label - 2) / 3, count = 0;
    uint32_t all = (uint32_t)__builtin_popcount(grid->mask);
    for (uint32_t rest = grid->mask; rest && count < room; rest &= rest - 1, count++) {
        int lane = __builtin_ctz(rest);
        if (count == room - 2 && (uint32_t)room < all) {
            canvas_text(canvas, x + count * 3, area.y, STYLE_DIM, "...");
            canvas_text(canvas, x + count * 3, area.y + 1, STYLE_DIM, "...");
            lane = 31 - __builtin_clz(grid->mask);
            count++;
            rest = 1u << lane;
        }
        enum style style = (unsigned)lane == pick->lane ? STYLE_SELECTED : STYLE_NORMAL;
        aim_at_lane(canvas, x + count * 3, area.y, 3, pick, lane);
        aim_at_lane(canvas, x + count * 3, area.y + 1, 3, pick, lane);
        canvas_textf(canvas, x + count * 3, area.y, style, "%3d", lane);
        canvas_textf(canvas, x + count * 3, area.y + 1, style, "%3u", grid->banks.bank[lane]);
    }
}

int banks_draw_comparison(const struct pick *pick, const struct banks_grid *grid,
                          struct canvas *canvas, struct rect area, struct banks_layout l)
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

void banks_draw_legend(const struct banks_grid *grid, struct canvas *canvas, struct rect area,
                       struct banks_layout l)
{
    bool numbers = l.cell == 3 || (l.cell == 2 && !grid->crowded);
    int x = area.x + l.label, room = area.columns - l.label - 1;
    if (area.rows < 1) return;
    if (!numbers) canvas_put(canvas, x, area.y, STYLE_DIM, GLYPH_BANK);
    canvas_text_fit(canvas, numbers ? x : x + 2, area.y, STYLE_DIM, numbers ? room : room - 2,
                    numbers ? _("a number in a pass: the lane that the bank serves then")
                            : _("a lane that the bank serves in this pass"));
}
