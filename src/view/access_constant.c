/* A request to constant memory (analysis/constant.h): a row is a piece, that is a pass; a column is
 * a lane. */
#include "view/access.h"

#include "analysis/constant.h"
#include "base/i18n.h"
#include "canvas/canvas.h"
#include "state/target.h"

#include <stdio.h>

enum { LABEL = 11, FOOT = 2, GLYPH_GETS = 0x25a0, GLYPH_NOT = 0xb7 };

uint32_t access_constant_passes(const struct pick *pick)
{
    struct constant_pieces words;
    constant_pieces(&pick->lanes, &words);
    return words.count;
}

/* Of a piece, from the base of its first lane's variable. */
static int64_t offset_of(const struct pick *pick, const struct constant_pieces *words, uint32_t i)
{
    const uint32_t lane = (uint32_t)__builtin_ctz(words->lanes[i]);
    return pick->offsets[lane] + (int64_t)(words->address[i] - pick->lanes.address[lane]);
}

static void draw_word(const struct pick *pick, const struct constant_pieces *words, uint32_t i,
                      struct canvas *canvas, int x, int y)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)offset_of(pick, words, i));
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
    struct constant_pieces words;
    constant_pieces(&pick->lanes, &words);
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
