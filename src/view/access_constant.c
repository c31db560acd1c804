/* A request to constant memory: the constant cache hands out one piece at a time, to every lane
 * that wants it (CUDA C++ programming guide, performance guidelines, constant memory: as many
 * requests as there are different addresses). A piece is a word, or eight bytes of an access that
 * has as many; 16 bytes are two (measured on an H200: tests/gpu/constant_rules.sh). A row is a
 * piece, that is a pass; a column is a lane. */
#include "view/access.h"

#include "base/i18n.h"
#include "canvas/canvas.h"
#include "state/target.h"

#include <stdio.h>

enum { LABEL = 11, FOOT = 2, GLYPH_GETS = 0x25a0, GLYPH_NOT = 0xb7 };

enum { WORD = 4, WIDE = 8, MOST_PER_LANE = 16 / WORD + 1, MOST = TRACE_LANES * MOST_PER_LANE };

struct words {
    uint64_t address[MOST]; /* distinct ones, by their first lane; multiples of WORD, or WIDE */
    int64_t offset[MOST];   /* the same from the base of that lane's variable */
    uint32_t lanes[MOST];   /* who wants it */
    uint32_t count;
};

static void add_word(struct words *words, uint64_t address, int64_t offset, uint32_t lane)
{
    uint32_t i = 0;
    while (i < words->count && words->address[i] != address)
        i++;
    if (i == words->count) {
        words->address[i] = address;
        words->offset[i] = offset;
        words->lanes[i] = 0;
        words->count++;
    }
    words->lanes[i] |= 1u << lane;
}

/* All pieces that each lane's bytes lie in, of all rows of the request. */
static void gather(const struct pick *pick, struct words *words)
{
    const struct request_lanes *all = &pick->lanes;
    words->count = 0;
    for (uint32_t rest = all->mask; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest), width = all->row[lane]->width;
        uint32_t piece = width >= WIDE ? WIDE : WORD;
        uint64_t at = all->address[lane], first = at / piece * piece;
        uint32_t count = (uint32_t)((at - first + (width ? width : 1) + piece - 1) / piece);
        for (uint32_t k = 0; k < count; k++)
            add_word(words, first + (uint64_t)k * piece,
                     pick->offsets[lane] - (int64_t)(at - first) + (int64_t)k * piece, lane);
    }
}

uint32_t access_constant_passes(const struct pick *pick)
{
    struct words words;
    gather(pick, &words);
    return words.count;
}

static void draw_word(const struct pick *pick, const struct words *words, uint32_t i,
                      struct canvas *canvas, int x, int y)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)words->offset[i]);
    canvas_text_right(canvas, x + LABEL - 2, y, STYLE_DIM, text);
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
        bool gets = words->lanes[i] >> lane & 1, chosen = gets && lane == pick->lane;
        int at = x + LABEL + (int)lane;
        canvas_put(canvas, at, y,
                   chosen ? STYLE_SELECTED
                   : gets ? STYLE_ACTIVE
                          : STYLE_DIM,
                   gets ? GLYPH_GETS : GLYPH_NOT);
        if (chosen) canvas_cursor(canvas, at, y);
        if (gets)
            canvas_target(canvas, (struct rect){at, y, 1, 1},
                          target_pack(TARGET_THREAD, 0, pick->warp * TRACE_LANES + lane));
    }
    pick_lanes(words->lanes[i], text, sizeof text);
    canvas_text(canvas, x + LABEL + TRACE_LANES + 2, y, STYLE_NORMAL, text);
}

void access_constant_draw(const struct pick *pick, struct canvas *canvas, struct rect area)
{
    struct words words;
    gather(pick, &words);
    int y = area.y, end = area.y + area.rows - FOOT;
    canvas_text_right(canvas, area.x + LABEL - 2, y, STYLE_DIM, _("byte"));
    for (int lane = 0; lane < TRACE_LANES; lane += 8)
        canvas_textf(canvas, area.x + LABEL + lane, y, STYLE_DIM, "%d", lane);
    canvas_text(canvas, area.x + LABEL + TRACE_LANES + 2, y, STYLE_DIM, _("lanes that get it"));
    uint32_t shown = 0;
    for (y++; y < end && shown < words.count; y++) {
        if (y + 1 == end && shown + 1 < words.count) {
            canvas_textf(canvas, area.x + LABEL, y, STYLE_DIM, _("… %d more"),
                         (int)(words.count - shown));
            break;
        }
        draw_word(pick, &words, shown++, canvas, area.x, y);
    }
    canvas_textf(
        canvas, area.x + 1, area.y + area.rows - 1, words.count == 1 ? STYLE_GOOD : STYLE_NORMAL,
        words.count == 1 ? _("constant memory: 1 pass, one address for all lanes (broadcast)")
                         : _("constant memory: %u passes, one for each address that is wanted"),
        words.count);
}
