/* The whole array at once: each stretch of it, and who has touched it so far. */
#include "view/access.h"

#include "analysis/race.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "canvas/canvas.h"
#include "state/cursor.h"

#include <stdio.h>
#include <stdlib.h>

enum { LABEL = 11, GLYPH_NOW = 0x2588 };

static void mark(struct access_map *map, int64_t low, int64_t high, uint32_t who, bool now)
{
    low -= (int64_t)map->first;
    high -= (int64_t)map->first;
    if (low < 0) low = 0;
    if (high > (int64_t)map->bytes) high = (int64_t)map->bytes;
    for (int64_t cell = low / (int64_t)map->stretch; low < high; cell++) {
        if (cell >= map->cells) return;
        if (map->who[cell] == ACCESS_NOBODY)
            map->who[cell] = who;
        else if (map->who[cell] != who)
            map->who[cell] = ACCESS_SEVERAL;
        if (now) map->now[cell] = true;
        low = (cell + 1) * (int64_t)map->stretch;
    }
}

static void mark_request(struct access_map *map, const struct trace_launch *launch,
                         const struct trace_request *request, enum access_by by, uint32_t block,
                         bool now)
{
    int first = __builtin_ctz(request->mask), last = 31 - __builtin_clz(request->mask);
    uint32_t who = by == ACCESS_BY_BLOCK ? block : request->warp;
    if (by != ACCESS_BY_THREAD && !(request->flags & TRACE_SCATTERED) &&
        (uint64_t)llabs(request->stride) <= map->stretch) { /* no cell between is missed */
        int64_t end = request->offset + (int64_t)request->stride * (last - first);
        int64_t low = request->stride < 0 ? end : request->offset;
        int64_t high = request->stride < 0 ? request->offset : end;
        mark(map, low, high + request->width, who, now);
        return;
    }
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, request, offsets);
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (by == ACCESS_BY_THREAD) who = request->warp * TRACE_LANES + lane;
        mark(map, offsets[lane], offsets[lane] + request->width, who, now);
    }
}

/* All rounds before the cursor's, and in its round what each warp had done by its n-th request. */
static void mark_block(struct access_map *map, const struct pane *pane, const struct pick *pick,
                       enum access_by by, uint32_t block)
{
    const struct trace_launch *launch = pick->launch;
    for (uint32_t r = 0; r <= pane->cursor.round && r < launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(launch, block, r);
        uint32_t warp = TRACE_NONE, at = 0;
        for (uint32_t i = round->first; i < round->first + round->count; i++) {
            const struct trace_request *request = &launch->requests[i];
            if (!request_is_access(request) ||
                (request->space != TRACE_GLOBAL && request->space != TRACE_CONSTANT))
                continue;
            const struct trace_request *lead = request_lead(launch, request);
            if (request->warp != warp)
                at = 0;
            else if (lead == request)
                at++;
            warp = request->warp;
            if (r == pane->cursor.round && at > pick->at) continue;
            if (request->object != pick->request->object) continue;
            mark_request(map, launch, request, by, launch->blocks[block].index,
                         lead == pick->request);
        }
    }
}

static uint32_t letter(uint32_t who)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    return (uint32_t)(unsigned char)letters[who % 36];
}

uint32_t access_map_mine(const struct pane *pane, const struct pick *pick, enum access_by by)
{
    return by == ACCESS_BY_THREAD ? pick->warp * TRACE_LANES + pick->lane
           : by == ACCESS_BY_WARP ? pick->warp
                                  : pick->launch->blocks[pane->cursor.block].index;
}

void access_map_cell(const struct access_map *map, uint32_t cell, uint32_t mine,
                     struct canvas *canvas, int x, int y)
{
    uint32_t who = map->who[cell];
    if (map->now[cell]) {
        canvas_put(canvas, x, y, STYLE_HERE, GLYPH_NOW);
        if (canvas->cursor_x < 0) canvas_cursor(canvas, x, y);
    } else if (who == ACCESS_NOBODY)
        canvas_put(canvas, x, y, STYLE_DIM, 0xB7);
    else if (who == ACCESS_SEVERAL)
        canvas_put(canvas, x, y, STYLE_ALONG, '+');
    else
        canvas_put(canvas, x, y, who == mine ? STYLE_ACTIVE : STYLE_NORMAL, letter(who));
}

static void draw_cells(const struct access_map *map, const struct pane *pane,
                       const struct pick *pick, enum access_by by, struct canvas *canvas,
                       struct rect area, int columns)
{
    uint32_t element =
        race_element_bytes(pane->trace, pick->launch, pick->request->space, pick->request->object);
    uint32_t mine = access_map_mine(pane, pick, by);
    for (uint32_t cell = 0; cell < map->cells; cell++) {
        int x = area.x + LABEL + (int)cell % columns, y = area.y + (int)cell / columns;
        if (cell % (unsigned)columns == 0) {
            char text[24];
            snprintf(text, sizeof text, "%llu",
                     (unsigned long long)(cell * map->stretch / element));
            canvas_text_right(canvas, area.x + LABEL - 1, y, STYLE_DIM, text);
        }
        access_map_cell(map, cell, mine, canvas, x, y);
    }
}

static void draw_legend(const struct access_map *map, const struct pane *pane,
                        const struct pick *pick, enum access_by by, struct canvas *canvas,
                        struct rect area)
{
    static const char *const whom[] = {
        [ACCESS_BY_THREAD] = N_("the thread"),
        [ACCESS_BY_WARP] = N_("the warp"),
        [ACCESS_BY_BLOCK] = N_("the block"),
    };
    uint32_t element =
        race_element_bytes(pane->trace, pick->launch, pick->request->space, pick->request->object);
    double each = (double)map->stretch / element;
    char text[200];
    if (each == 1)
        snprintf(text, sizeof text, "%s", _("a cell: an element   █ now   · not yet   + several"));
    else
        snprintf(text, sizeof text, _("a cell: %.4g elements   █ now   · not yet   + several"),
                 each);
    canvas_text_fit(canvas, area.x + 1, area.y, STYLE_DIM, area.columns - 2, text);
    if (area.rows < 2) return;
    snprintf(text, sizeof text, _("0-9 a-z: %s (mod 36) that alone has touched it so far"),
             _(whom[by]));
    canvas_text_fit(canvas, area.x + 1, area.y + 1, STYLE_DIM, area.columns - 2, text);
}

void access_map_fill(struct access_map *map, const struct pane *pane, const struct pick *pick,
                     enum access_by by)
{
    const struct trace_launch *launch = pick->launch;
    map->cells = (uint32_t)((map->bytes + map->stretch - 1) / map->stretch);
    map->who = mem_array((size_t)map->cells + 1, sizeof *map->who);
    map->now = mem_array((size_t)map->cells + 1, sizeof *map->now);
    for (uint32_t i = 0; i < map->cells; i++)
        map->who[i] = ACCESS_NOBODY;
    for (uint32_t b = 0; b < launch->block_count; b++)
        if (by == ACCESS_BY_BLOCK || b == pane->cursor.block) mark_block(map, pane, pick, by, b);
}

void access_map_fini(struct access_map *map)
{
    free(map->who);
    free(map->now);
}

void access_map_draw(const struct pane *pane, const struct pick *pick, enum access_by by,
                     struct canvas *canvas, struct rect area)
{
    static const char *const titles[] = {
        [ACCESS_BY_THREAD] = N_("%s, all of it, by thread (block %u)"),
        [ACCESS_BY_WARP] = N_("%s, all of it, by warp (block %u)"),
        [ACCESS_BY_BLOCK] = N_("%s, all of it, by block"),
    };
    char text[200];
    const struct trace_launch *launch = pick->launch;
    if (pick->request->object == TRACE_NONE) {
        canvas_text(canvas, area.x + 1, area.y, STYLE_DIM, _("Nobody allocated this address."));
        return;
    }
    if (access_rows_draw(pane, pick, by, canvas, area)) return;
    const char *name = trace_allocation_name(pane->trace, launch, pick->request->object);
    snprintf(text, sizeof text, _(titles[by]), *name ? name : _("memory"),
             launch->blocks[pane->cursor.block].index);
    canvas_text_fit(canvas, area.x + 1, area.y, STYLE_STRONG, area.columns - 2, text);
    int columns = 1, foot = area.rows >= 8 ? 3 : 0, rows = area.rows - 1 - foot;
    while (columns * 2 <= area.columns - LABEL - 1)
        columns *= 2;
    if (rows < 1 || area.columns < LABEL + 2) return;
    uint32_t element =
        race_element_bytes(pane->trace, launch, pick->request->space, pick->request->object);
    struct access_map map = {.bytes = pane->trace->allocations[pick->request->object].bytes};
    uint64_t most = (uint64_t)columns * (unsigned)rows;
    uint64_t elements = (map.bytes + element - 1) / element;
    map.stretch = ((elements + most - 1) / most ? (elements + most - 1) / most : 1) * element;
    access_map_fill(&map, pane, pick, by);
    draw_cells(&map, pane, pick, by, canvas, (struct rect){area.x, area.y + 1, area.columns, rows},
               columns);
    if (foot)
        draw_legend(&map, pane, pick, by, canvas,
                    (struct rect){area.x, area.y + area.rows - 2, area.columns, 2});
    access_map_fini(&map);
}
