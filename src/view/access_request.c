/* The picture of one request to global memory: sectors side by side, what lanes asked for of them.
 */
#include "base/i18n.h"
#include "canvas/canvas.h"
#include "state/target.h"
#include "view/access.h"
#include "view/text.h"

#include <stdio.h>
#include <string.h>

enum {
    MAX_SECTORS = 2 * TRACE_LANES,
    WORDS = REQUEST_SECTOR / REQUEST_WORD,
    LABEL = 9,        /* columns of the byte offset */
    LANES_LABEL = 13, /* columns of "lanes 16-31" */
    GLYPH_ASKED = 0x25A0,
    GLYPH_PART = 0x2592,
    GLYPH_ALONG = 0xB7,
    GLYPH_FULL = 0x2588,
    GLYPH_EMPTY = 0x2591,
};

struct sector {
    uint64_t id;     /* address / 32 */
    uint64_t base;   /* of the allocation */
    uint32_t bytes;  /* bit per byte asked for */
    uint32_t chosen; /* likewise, by the selected lane */
    uint32_t wrong;  /* likewise, outside of what was allocated */
    uint32_t lanes;
    uint8_t asker[REQUEST_SECTOR / REQUEST_WORD]; /* by word: the first lane that asked for it */
};

struct picture {
    struct sector sectors[MAX_SECTORS];
    int count;
    uint32_t outside; /* lanes that ask for bytes that nobody allocated there */
    int per_row;      /* sectors drawn side by side: a part of a 128-byte line */
    int rows;         /* how many rows that makes */
    int first_of_row[MAX_SECTORS + 1];
};

/* ---- Sectors --------------------------------------------------------------------------------- */

static struct sector *touch(struct picture *p, uint64_t id, uint64_t base)
{
    int at = 0;
    while (at < p->count && p->sectors[at].id < id)
        at++;
    if (at == p->count || p->sectors[at].id != id) {
        if (p->count == MAX_SECTORS) return NULL;
        memmove(&p->sectors[at + 1], &p->sectors[at], (size_t)(p->count - at) * sizeof *p->sectors);
        p->sectors[at] = (struct sector){.id = id, .base = base};
        p->count++;
    }
    return &p->sectors[at];
}

static void gather(const struct pane *pane, const struct pick *pick, struct picture *p)
{
    p->count = 0;
    p->outside = 0;
    for (uint32_t rest = pick->lanes.mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct trace_request *row = pick->lanes.row[lane];
        uint64_t address = pick->lanes.address[lane];
        uint64_t base =
            row->object == TRACE_NONE ? 0 : pane->trace->allocations[row->object].address;
        bool outside = pick_outside(pane->trace, pick, lane);
        for (uint32_t b = 0; b < row->width; b++) {
            struct sector *sector = touch(p, (address + b) / REQUEST_SECTOR, base);
            uint32_t byte = 1u << (address + b) % REQUEST_SECTOR;
            if (!sector) return;
            uint32_t word = (uint32_t)((address + b) % REQUEST_SECTOR / REQUEST_WORD);
            if (!(sector->bytes >> word * REQUEST_WORD & 15)) sector->asker[word] = (uint8_t)lane;
            sector->bytes |= byte;
            sector->lanes |= 1u << lane;
            if (lane == pick->lane) sector->chosen |= byte;
            if (outside) sector->wrong |= byte;
        }
        p->outside += outside;
    }
}

static int count_rows(struct picture *p, int per_row)
{
    int rows = 0;
    for (int i = 0; i < p->count; i++)
        if (!i || p->sectors[i].id / (unsigned)per_row != p->sectors[i - 1].id / (unsigned)per_row)
            p->first_of_row[rows++] = i;
    p->first_of_row[rows] = p->count;
    return rows;
}

/* As many sectors side by side as there is room for, unless most places would stay empty. */
static void arrange(struct picture *p, int columns)
{
    p->per_row = 4;
    while (p->per_row > 1 && LABEL + p->per_row * (WORDS + 1) + LANES_LABEL > columns + 1)
        p->per_row /= 2;
    p->rows = count_rows(p, p->per_row);
    if (p->per_row > 1 && p->rows * 3 > p->count * 2) {
        p->per_row = 1;
        p->rows = count_rows(p, 1);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void draw_sector(struct canvas *canvas, int x, int y, const struct pick *pick,
                        const struct sector *sector)
{
    for (int w = 0; w < WORDS; w++) {
        uint32_t asked = sector->bytes >> (w * REQUEST_WORD) & 15;
        bool chosen = sector->chosen >> (w * REQUEST_WORD) & 15;
        bool wrong = sector->wrong >> (w * REQUEST_WORD) & 15;
        enum style style = chosen  ? STYLE_SELECTED
                           : wrong ? STYLE_RACE
                           : asked ? STYLE_ACTIVE
                                   : STYLE_DIM;
        canvas_put(canvas, x + w, y, style,
                   wrong         ? '!'
                   : asked == 15 ? GLYPH_ASKED
                   : asked       ? (chosen ? GLYPH_CHOSEN : GLYPH_PART)
                                 : GLYPH_ALONG);
        if (chosen && canvas->cursor_x < 0) canvas_cursor(canvas, x + w, y);
        uint32_t lane = chosen ? pick->lane : sector->asker[w];
        if (asked)
            canvas_target(canvas, (struct rect){x + w, y, 1, 1},
                          target_pack(TARGET_THREAD, 0, pick->warp * TRACE_LANES + lane));
    }
}

static void draw_row(struct canvas *canvas, struct rect area, int y, const struct pick *pick,
                     const struct picture *p, int row)
{
    const struct sector *first = &p->sectors[p->first_of_row[row]];
    uint64_t start = first->id / (unsigned)p->per_row * (unsigned)p->per_row;
    uint32_t lanes = 0;
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)(start * REQUEST_SECTOR - first->base));
    canvas_text_right(canvas, area.x + LABEL - 2, y, STYLE_DIM, text);
    for (int i = p->first_of_row[row]; i < p->first_of_row[row + 1]; i++) {
        int x = area.x + LABEL + (int)(p->sectors[i].id - start) * (WORDS + 1);
        draw_sector(canvas, x, y, pick, &p->sectors[i]);
        lanes |= p->sectors[i].lanes;
    }
    pick_lanes(lanes, text, sizeof text);
    canvas_text(canvas, area.x + LABEL + p->per_row * (WORDS + 1), y, STYLE_NORMAL, text);
}

static int row_of_lane(const struct picture *p, unsigned lane)
{
    for (int row = 0; row < p->rows; row++)
        for (int i = p->first_of_row[row]; i < p->first_of_row[row + 1]; i++)
            if (p->sectors[i].lanes >> lane & 1) return row;
    return 0;
}

/* "… 22 more, 16384 bytes apart" where all rows from `from` on are equally far apart. */
static void draw_more(struct canvas *canvas, struct rect area, int y, const struct picture *p,
                      int from, int count)
{
    uint64_t apart = 0;
    bool even = count > 1;
    for (int row = from; row < from + count && row + 1 < p->rows; row++) {
        uint64_t step =
            p->sectors[p->first_of_row[row + 1]].id - p->sectors[p->first_of_row[row]].id;
        if (apart && step != apart) even = false;
        apart = step;
    }
    if (even && apart > 1)
        canvas_textf(canvas, area.x + LABEL, y, STYLE_DIM, _("... %d more, %llu bytes apart"),
                     count, (unsigned long long)apart * REQUEST_SECTOR);
    else
        canvas_textf(canvas, area.x + LABEL, y, STYLE_DIM, _("... %d more"), count);
}

static void draw_rows(struct canvas *canvas, struct rect area, const struct pick *pick,
                      const struct picture *p)
{
    if (area.rows <= 0) return;
    if (p->rows <= area.rows) {
        for (int row = 0; row < p->rows; row++)
            draw_row(canvas, area, area.y + row, pick, p, row);
        return;
    }
    /* The selected lane's row is among them; a row above and below says what is left out. */
    int shown = area.rows > 1 ? area.rows - 1 : 1, chosen = row_of_lane(p, pick->lane), first = 0;
    if (chosen >= shown) {
        shown = area.rows > 2 ? area.rows - 2 : 1;
        first = chosen - shown / 2;
        if (first > p->rows - shown) {
            shown = area.rows > 1 ? area.rows - 1 : 1;
            first = p->rows - shown;
        }
    }
    int y = area.y, end = first + shown;
    if (first && area.rows > 1) draw_more(canvas, area, y++, p, 0, first);
    for (int row = first; row < end && row < p->rows; row++)
        draw_row(canvas, area, y++, pick, p, row);
    if (end < p->rows && area.rows > 1) draw_more(canvas, area, y, p, end, p->rows - end);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void draw_head(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                      struct rect area)
{
    char expression[160], text[320];
    pick_expression(pane->trace, pick, expression, sizeof expression);
    bool flat = pick->launch->block[1] == 1 && pick->launch->block[2] == 1;
    const char *threads =
        pick->launch->block[2] == 1 ? _("thread (tx,ty) %s %s") : _("thread (tx,ty,tz) %s %s");
    snprintf(text, sizeof text, flat ? _("lane t %s %s") : threads, pick_verb(pick->request),
             expression);
    if (__builtin_popcount(pick->lanes.mask) == 1)
        snprintf(text, sizeof text, _("lane %u %s %s"), pick->lane, pick_verb(pick->request),
                 expression);
    canvas_text_fit(canvas, area.x + 1, area.y, STYLE_STRONG, area.columns - 2, text);
}

/* The thread's elements so far at this line, the table of textbooks: thread -> indices. */
static void draw_thread(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                        int x, int y, int columns)
{
    const struct trace_launch *launch = pick->launch;
    uint32_t thread = pick->warp * TRACE_LANES + pick->lane;
    uint32_t recent[4], kept = 0; /* the latest first; a fourth one only tells that there is more */
    struct pick past = *pick;
    for (uint32_t i = pick->at + 1; i-- > 0 && kept < 4;) {
        const struct trace_request *request = &launch->requests[pick->list->requests[i]];
        if (request->site == pick->request->site) {
            pick_take(pane->trace, &past, pick->list->requests[i]);
            if (past.lanes.mask >> pick->lane & 1) recent[kept++] = pick->list->requests[i];
        }
        if (pick->at - i > 4096) break;
    }
    char text[512], element[192];
    int used = snprintf(text, sizeof text, _("thread %u so far:"), thread);
    if (kept > 3) {
        kept = 3;
        used += snprintf(text + used, sizeof text - (size_t)used, " …");
    }
    for (uint32_t k = kept; k-- > 0;) {
        pick_take(pane->trace, &past, recent[k]);
        pick_element(pane->trace, &past, pick->lane, element, sizeof element);
        const char *index = strchr(element, '[');
        used += snprintf(text + used, sizeof text - (size_t)used, " %s", index ? index : element);
        if ((size_t)used >= sizeof text) break;
    }
    text_close_up(text, sizeof text);
    canvas_text_fit(canvas, x, y, STYLE_DIM, columns, text);
}

static void draw_summary(const struct pick *pick, const struct picture *p, struct canvas *canvas,
                         struct rect area)
{
    const struct request_cost *cost = &pick->cost;
    uint32_t moved = cost->sectors * REQUEST_SECTOR;
    canvas_textf(canvas, area.x + 1, area.y, STYLE_NORMAL,
                 ONE_OR(cost->sectors, _("%2u sector    %u of %4u bytes used"),
                        _("%2u sectors   %u of %4u bytes used")),
                 cost->sectors, cost->distinct, moved);
    if (area.rows < 2 || !moved) return;
    int length = area.columns - 12 < 48 ? area.columns - 12 : 48;
    if (length > 24 && area.columns < 60) length = 24;
    int full = (int)(((uint64_t)cost->distinct * (unsigned)length + moved / 2) / moved);
    if (!full) full = 1;
    for (int i = 0; i < length; i++)
        canvas_put(canvas, area.x + 1 + i, area.y + 1, i < full ? STYLE_BAR : STYLE_DIM,
                   i < full ? GLYPH_ASKED : GLYPH_EMPTY);
    if (length > 0)
        canvas_textf(canvas, area.x + 2 + length, area.y + 1,
                     cost->distinct == moved && !p->outside ? STYLE_GOOD : STYLE_NORMAL, "%.4g %%",
                     100.0 * cost->distinct / moved);
}

struct words_asked {
    uint32_t whole, part; /* words of which every byte, or not every one, was asked for */
};

static struct words_asked count_words(const struct picture *p)
{
    struct words_asked words = {0};
    for (int i = 0; i < p->count; i++)
        for (int w = 0; w < WORDS; w++) {
            const uint32_t asked = p->sectors[i].bytes >> (w * REQUEST_WORD) & 15;
            words.whole += asked == 15;
            words.part += asked != 0 && asked != 15;
        }
    return words;
}

/* What stands in the sectors. */
static void draw_legend(const struct pick *pick, const struct picture *p, struct canvas *canvas,
                        struct rect area)
{
    if (area.columns < 60) return;
    int x = area.x + LABEL, y = area.y;
    const struct words_asked words = count_words(p);
    if (words.whole || !words.part) {
        canvas_put(canvas, x, y, STYLE_ACTIVE, GLYPH_ASKED);
        x = canvas_text(canvas, x + 2, y, STYLE_DIM, _("asked for")) + 3;
    }
    if (words.part) {
        canvas_put(canvas, x, y, STYLE_ACTIVE, GLYPH_PART);
        x = canvas_text(canvas, x + 2, y, STYLE_DIM,
                        words.whole ? _("in part") : _("asked for in part")) +
            3;
    }
    if (p->outside) {
        canvas_put(canvas, x, y, STYLE_RACE, '!');
        canvas_text(canvas, x + 2, y, STYLE_DIM, _("outside of what was allocated"));
        return;
    }
    if (pick->cost.distinct == pick->cost.sectors * REQUEST_SECTOR) return;
    canvas_put(canvas, x, y, STYLE_DIM, GLYPH_ALONG);
    canvas_text(canvas, x + 2, y, STYLE_DIM, _("moved along, because a sector moves whole"));
}

/* What stands in a row below. */
static void draw_unit(const struct picture *p, struct canvas *canvas, struct rect row)
{
    canvas_text_right(canvas, row.x + LABEL - 2, row.y, STYLE_DIM, _("byte"));
    canvas_text_fit(canvas, row.x + LABEL, row.y, STYLE_DIM, row.columns - LABEL - 1,
                    p->per_row == 4   ? _("32-byte sectors, 4 a line of 128 bytes")
                    : p->per_row == 2 ? _("32-byte sectors, half a line")
                                      : _("32-byte sectors"));
}

/* What this line has cost the warp in this round, up to this request. */
static void draw_sums(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                      struct rect row)
{
    const struct warp_sums *sums = &pick->list->sums[pick->at];
    const struct trace_request *lead = pick->request;
    const char *name = lead->object == TRACE_NONE
                           ? _("memory")
                           : trace_place_name(pane->trace, pick->launch, lead->object,
                                              pick->offsets[__builtin_ctz(lead->mask)]);
    const unsigned long long requests = sums->requests, sectors = sums->sectors;
    const uint32_t line = pane->trace->sites[lead->site].line;
    const bool least = sums->least >= sectors;
    char text[256], cost[128];
    if (least)
        i18n_counted(cost, sizeof cost, _("%llu {request|requests}, %llu {sector|sectors}"),
                     requests, sectors);
    else
        i18n_counted(cost, sizeof cost,
                     _("%llu {request|requests}, %llu {sector|sectors}; %llu would do"), requests,
                     sectors, (unsigned long long)sums->least);
    snprintf(text, sizeof text, _("warp %u, line %u %s %s, this round so far: %s"), pick->warp,
             line, pick_verb(lead), name, cost);
    if (canvas_width(text) > row.columns) /* the caption says which warp */
        snprintf(text, sizeof text, _("line %u %s %s, so far: %s"), line, pick_verb(lead), name,
                 cost);
    if (canvas_width(text) > row.columns && least)
        i18n_counted(text, sizeof text, _("so far %llu {request|requests}, %llu {sector|sectors}"),
                     requests, sectors);
    else if (canvas_width(text) > row.columns)
        i18n_counted(text, sizeof text,
                     _("%llu {request|requests}: %llu {sector|sectors}, not %llu"), requests,
                     sectors, (unsigned long long)sums->least);
    canvas_text_fit(canvas, row.x, row.y, STYLE_DIM, row.columns, text);
}

void access_request_draw(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                         struct rect area)
{
    struct picture p;
    gather(pane, pick, &p);
    arrange(&p, area.columns);
    struct rect rest = area;
    draw_head(pane, pick, canvas, area);
    rest.y++, rest.rows--;
    if (area.rows >= 13) {
        draw_thread(pane, pick, canvas, area.x + 1, rest.y, area.columns - 2);
        rest.y++, rest.rows--;
    }
    if (pick->request->space == TRACE_CONSTANT) {
        rest.y++, rest.rows--;
        access_constant_draw(pick, canvas, rest);
        return;
    }
    if (area.rows >= 8) {
        draw_unit(&p, canvas, rest);
        rest.y++, rest.rows--;
    }
    int foot = area.rows >= 12 ? 4 : area.rows >= 6 ? 2 : area.rows >= 3 ? 1 : 0;
    struct rect table = rest;
    table.rows = rest.rows - foot;
    draw_rows(canvas, table, pick, &p);
    struct rect below = {area.x, table.y + p.rows + 1, area.columns, table.rows - p.rows - 1};
    if (foot && p.rows < table.rows) access_rows_draw(pane, pick, ACCESS_BY_WARP, canvas, below);
    if (!foot) return;
    struct rect end = {area.x, area.y + area.rows - foot + (foot == 4), area.columns, foot};
    draw_summary(pick, &p, canvas, end);
    if (foot < 4) return;
    if (p.outside || pick->cost.distinct < pick->cost.sectors * REQUEST_SECTOR)
        draw_legend(pick, &p, canvas, (struct rect){area.x, end.y - 1, area.columns, 1});
    draw_sums(pane, pick, canvas, (struct rect){area.x + 1, end.y + 2, area.columns - 2, 1});
}
