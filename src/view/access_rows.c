/* Pitched memory as it lies: a row of the array is a row of the screen, with the padding that
 * brings the next row to a good address. */
#include "view/access.h"

#include "analysis/race.h"
#include "base/i18n.h"
#include "canvas/canvas.h"

#include <stdio.h>

enum { LABEL = 11, LEAST_ROWS = 4, LEAST_COLUMNS = 8, GLYPH_PADDING = 0x2591 };

struct rows {
    const struct trace_allocation *allocation;
    uint64_t count; /* rows, of all slices */
    uint64_t first; /* the first one shown */
    int shown, columns;
    uint64_t stretch; /* bytes a cell stands for */
};

/* So many cells to a row that a cell is a whole number of elements, if there is a way. */
static bool lay_out(struct rows *rows, const struct trace_allocation *a, uint32_t element,
                    uint64_t offset, struct rect area)
{
    *rows = (struct rows){.allocation = a};
    if (!a->pitch || !a->width || !a->height || a->width > a->pitch) return false;
    if (__builtin_mul_overflow(a->height, a->depth ? a->depth : 1, &rows->count)) return false;
    if (!rows->count || rows->count > a->bytes / a->pitch + 1) return false;
    int room = area.columns - LABEL - 1, most = 1;
    while (most * 2 <= room && a->pitch % ((uint64_t)most * 2) == 0 &&
           a->pitch / ((uint64_t)most * 2) % element == 0)
        most *= 2;
    rows->columns = most;
    rows->stretch = a->pitch / (uint64_t)most;
    rows->shown = area.rows - 2; /* a heading above, the legend below */
    if (rows->shown < LEAST_ROWS || most < LEAST_COLUMNS) return false;
    if ((uint64_t)rows->shown > rows->count) rows->shown = (int)rows->count;
    /* a page at a time, so that the picture stands still while the rows go by */
    rows->first = offset / a->pitch / (uint64_t)rows->shown * (uint64_t)rows->shown;
    if (rows->first + (uint64_t)rows->shown > rows->count)
        rows->first = rows->count - (uint64_t)rows->shown;
    return true;
}

static void draw_row(const struct rows *rows, const struct access_map *map, uint32_t mine, int i,
                     struct canvas *canvas, struct rect area)
{
    const struct trace_allocation *a = rows->allocation;
    uint64_t row = rows->first + (uint64_t)i;
    char label[32];
    int y = area.y + 1 + i;
    if (a->depth > 1)
        snprintf(label, sizeof label, _("z %llu y%3llu"), (unsigned long long)(row / a->height),
                 (unsigned long long)(row % a->height));
    else
        snprintf(label, sizeof label, _("row %llu"), (unsigned long long)row);
    canvas_text_right(canvas, area.x + LABEL - 1, y,
                      a->depth > 1 && row % a->height == 0 ? STYLE_STRONG : STYLE_DIM, label);
    for (int c = 0; c < rows->columns; c++) {
        uint32_t cell = (uint32_t)(i * rows->columns + c);
        int x = area.x + LABEL + c;
        bool padding = (uint64_t)c * rows->stretch >= a->width;
        if (cell >= map->cells) return; /* the last row may end without its padding */
        if (padding && map->who[cell] == ACCESS_NOBODY && !map->now[cell])
            canvas_put(canvas, x, y, STYLE_ALONG, GLYPH_PADDING);
        else
            access_map_cell(map, cell, mine, canvas, x, y);
    }
}

static void draw_head(const struct rows *rows, const char *name, struct canvas *canvas,
                      struct rect area)
{
    const struct trace_allocation *a = rows->allocation;
    char text[256];
    if (a->depth > 1)
        snprintf(text, sizeof text,
                 _("%s: %llu slices of %llu rows, pitch %llu, slice %llu bytes   ░ padding"), name,
                 (unsigned long long)a->depth, (unsigned long long)a->height,
                 (unsigned long long)a->pitch, (unsigned long long)(a->pitch * a->height));
    else
        snprintf(text, sizeof text,
                 _("%s: %llu rows of %llu bytes, pitch %llu   a cell: %llu bytes   ░ padding"),
                 name, (unsigned long long)a->height, (unsigned long long)a->width,
                 (unsigned long long)a->pitch, (unsigned long long)rows->stretch);
    canvas_text_fit(canvas, area.x + 1, area.y, STYLE_STRONG, area.columns - 2, text);
}

static const char *const legends[] = {
    [ACCESS_BY_THREAD] = N_("█ now   · not yet   + several   0-9 a-z: one thread only (mod 36)"),
    [ACCESS_BY_WARP] = N_("█ now   · not yet   + several   0-9 a-z: one warp only (mod 36)"),
    [ACCESS_BY_BLOCK] = N_("█ now   · not yet   + several   0-9 a-z: one block only (mod 36)"),
};

bool access_rows_draw(const struct pane *pane, const struct pick *pick, enum access_by by,
                      struct canvas *canvas, struct rect area)
{
    struct rows rows;
    uint32_t object = pick->request->object;
    if (object == TRACE_NONE) return false;
    const struct trace_allocation *a = &pane->trace->allocations[object];
    uint32_t element = race_element_bytes(pane->trace, pick->launch, pick->request->space, object);
    int64_t offset = pick->offsets[pick->lane];
    if (!lay_out(&rows, a, element, offset < 0 ? 0 : (uint64_t)offset, area)) return false;
    struct access_map map = {.first = rows.first * a->pitch,
                             .bytes = (uint64_t)rows.shown * a->pitch,
                             .stretch = rows.stretch};
    if (map.first + map.bytes > a->bytes) map.bytes = a->bytes - map.first;
    access_map_fill(&map, pane, pick, by);
    draw_head(&rows, trace_allocation_name(pane->trace, pick->launch, object), canvas, area);
    uint32_t mine = access_map_mine(pane, pick, by);
    for (int i = 0; i < rows.shown; i++)
        draw_row(&rows, &map, mine, i, canvas, area);
    access_map_fini(&map);
    canvas_text_fit(canvas, area.x + 1, area.y + 1 + rows.shown, STYLE_DIM, area.columns - 2,
                    _(legends[by]));
    return true;
}
