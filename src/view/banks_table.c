/* What a line's requests to shared memory cost, round by round. */
#include "base/i18n.h"
#include "base/mem.h"
#include "state/target.h"
#include "view/banks.h"

#include <stdio.h>

void banks_table(const struct pane *pane, const struct pick *pick, struct banks_table *table)
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

/* A stride in words; of lanes nearer to each other than that, or between words, as a fraction. */
static void stride_words(int64_t bytes, char *out, size_t size)
{
    int64_t by = REQUEST_WORD;
    while (by > 1 && bytes % 2 == 0) {
        bytes /= 2;
        by /= 2;
    }
    if (by == 1)
        snprintf(out, size, "%lld", (long long)bytes);
    else
        snprintf(out, size, "%lld/%lld", (long long)bytes, (long long)by);
}

static void draw_table_row(struct canvas *canvas, int x, int y, int columns, const char *title,
                           const struct banks_table *table, uint32_t first, int kind, uint64_t all)
{
    canvas_text(canvas, x, y, STYLE_DIM, title);
    int at = x + 24;
    for (uint32_t r = first; r < table->count; r++) {
        const struct line_round *round = &table->rounds[r];
        if (!round->tally.requests) continue;
        char text[24] = "·"; /* a lane by itself has no stride */
        if (kind == 0) snprintf(text, sizeof text, "%u", r);
        if (kind == 1 && round->affine)
            stride_words(round->stride, text, sizeof text);
        else if (kind == 1 && round->tally.accesses > round->tally.requests)
            snprintf(text, sizeof text, "%s", _("mix"));
        if (kind == 2) snprintf(text, sizeof text, "%u", round->warps);
        if (kind == 3) snprintf(text, sizeof text, "%llu", (unsigned long long)round->tally.passes);
        enum style style = r + 1 == table->count ? STYLE_HERE : kind ? STYLE_NORMAL : STYLE_DIM;
        canvas_text_right(canvas, at + 5, y, style, text);
        canvas_target(canvas, (struct rect){at, y, 5, 1}, target_pack(TARGET_ROUND, 0, r));
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

void banks_draw_table(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                      struct rect area, const struct banks_table *table)
{
    /* As many of the latest rounds as fit. */
    int room = (area.columns - 1 - 24 - 9) / 5;
    uint32_t first = table->count;
    for (; first > 0 && room > 0; first--)
        if (table->rounds[first - 1].tally.requests) room--;
    char title[64];
    snprintf(title, sizeof title, _("this access, block %u"),
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
