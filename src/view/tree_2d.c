/* Two-dimensional arrays in two dimensions, with what the selected thread reads of them. */
#include "base/i18n.h"
#include "base/str.h"
#include "state/target.h"
#include "view/tree_2d.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROW_LABEL = 4, GAP = 2, PLANES = 4, WIDEST = 7, ROOMY = 72 };

/* ---- Planes ---------------------------------------------------------------------------------- */

struct plane {
    uint32_t array, rows, columns, base; /* base: first slot of the slice that is shown */
    int x, width;                        /* of a cell, its mark included; 1: only marks */
    int shown;                           /* columns that fit */
    uint32_t first, first_row;
};

struct planes {
    struct plane planes[PLANES];
    int count;
};

static bool is_plane(const struct trace_array *array)
{
    return array->dim_count >= 2 && array->count > 0;
}

/* Of what the cells say. A thread's number alone is room enough for who wrote it. */
static int content_width(const struct tree *tree, uint32_t array)
{
    uint32_t count = tree_slot_count(tree, array);
    int widest = 1;
    /* where only the pane is known, no cell is drawn */
    const enum cell_content content = tree->state ? tree->state->content : CELL_VALUE;
    if (content == CELL_WRITER) return snprintf(NULL, 0, "%u", trace_threads(tree->launch) - 1);
    for (uint32_t s = 0; s < count; s += 1 + count / 1024) {
        char text[TREE_TEXT];
        if (tree_cell(tree, array, s, tree->index) == TREE_UNSET) continue;
        tree_content(tree, content, array, s, tree->index, WIDEST, text, sizeof text);
        int width = canvas_width(text);
        if (width > widest) widest = width;
    }
    return widest < WIDEST ? widest : WIDEST;
}

static struct plane make_plane(const struct tree *tree, uint32_t number)
{
    const struct trace_array *array = &tree->launch->arrays[number];
    struct plane plane = {.array = number,
                          .rows = array->dims[array->dim_count - 2],
                          .columns = array->dims[array->dim_count - 1]};
    uint32_t slice = plane.rows * plane.columns;
    if (slice && number == tree->pane->cursor.array)
        plane.base = tree->pane->cursor.slot / slice * slice;
    plane.width = content_width(tree, number) + 1;
    return plane;
}

static int plane_width(const struct plane *plane)
{
    return ROW_LABEL + (int)plane->columns * plane->width;
}

/* Places as many arrays side by side as fit, the selected one in any case. */
static void lay_planes(const struct tree *tree, struct planes *planes)
{
    int room = tree->area.columns, used = 0;
    for (uint32_t a = 0; a < tree->launch->array_count && planes->count < PLANES; a++)
        if (is_plane(&tree->launch->arrays[a]))
            planes->planes[planes->count++] = make_plane(tree, a);
    for (int i = 0; i < planes->count; i++)
        used += plane_width(&planes->planes[i]) + GAP;
    if (used - GAP > room) {
        for (int i = 0; i < planes->count; i++)
            if (planes->planes[i].array == tree->array) planes->planes[0] = planes->planes[i];
        planes->count = planes->count > 0;
    }
    int x = tree->area.x;
    for (int i = 0; i < planes->count; i++) {
        struct plane *plane = &planes->planes[i];
        plane->x = x;
        plane->shown = (int)plane->columns;
        if (plane_width(plane) > room) {
            /* the shape of the whole says more than a corner in figures; + shows those */
            if (tree->pane->cursor.zoom <= 0) plane->width = 1;
            plane->shown = (room - ROW_LABEL) / plane->width;
            if (plane->shown > (int)plane->columns) plane->shown = (int)plane->columns;
        }
        int even = room / planes->count;
        x +=
            planes->count > 1 && plane_width(plane) + GAP <= even ? even : plane_width(plane) + GAP;
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static struct mark {
    uint32_t glyph;
    enum style style;
} mark_of(uint8_t touched)
{
    if (touched & TOUCH_NOW) return (struct mark){0x2588, STYLE_HERE};
    if (touched & TOUCH_ROUND) return (struct mark){0x2591, STYLE_READ};
    if (touched & TOUCH_WARP) return (struct mark){0x25a0, STYLE_ACTIVE};
    return (struct mark){' ', STYLE_NORMAL};
}

/* Returns where the value begins: its mark stands before it. */
static int draw_value(const struct tree *tree, const struct plane *plane, int x, int y,
                      uint32_t slot, enum style style)
{
    char text[TREE_TEXT];
    enum tree_cell cell = tree_cell(tree, plane->array, slot, tree->index);
    int width = plane->width - 1;
    if (cell == TREE_UNSET) {
        snprintf(text, sizeof text, "·");
        style = STYLE_UNSET;
    } else {
        tree_content(tree, tree->state->content, plane->array, slot, tree->index, width, text,
                     sizeof text);
    }
    int pad = width - canvas_width(text);
    if (pad > 0) x += pad;
    canvas_text_fit(tree->canvas, x, y, style, width, text);
    return x;
}

static void draw_cell(const struct tree *tree, const struct plane *plane, const uint8_t *all, int x,
                      int y, uint32_t slot)
{
    uint8_t touched =
        plane->array < ROUND_ARRAYS ? all[round_slot_number(tree->round, plane->array, slot)] : 0;
    struct mark mark = mark_of(touched);
    bool selected = plane->array == tree->array && slot == tree->pane->cursor.slot;
    enum tree_cell cell = tree_cell(tree, plane->array, slot, tree->index);
    enum style style = mark.glyph != ' '    ? mark.style
                       : cell == TREE_VALUE ? STYLE_WRITTEN
                       : cell == TREE_UNSET ? STYLE_UNSET
                                            : STYLE_NORMAL;
    if (tree_differs(tree, plane->array, slot, tree->index)) style = STYLE_DIFFERENT;
    if (selected) canvas_cursor(tree->canvas, x + plane->width - 1, y);
    canvas_target(tree->canvas, (struct rect){x, y, plane->width, 1},
                  target_pack(TARGET_SLOT, plane->array, slot));
    if (plane->width == 1) {
        uint32_t glyph = mark.glyph != ' '    ? mark.glyph
                         : cell == TREE_VALUE ? 0x25cf
                         : cell == TREE_STALE ? 0x2022
                                              : 0xb7;
        bool now = mark.style == STYLE_HERE; /* says where the thread is, too */
        canvas_put(tree->canvas, x, y, selected && !now ? STYLE_SELECTED : style, glyph);
        return;
    }
    int value = draw_value(tree, plane, x + 1, y, slot, selected ? STYLE_SELECTED : style);
    canvas_put(tree->canvas, value - 1, y, mark.style, mark.glyph);
}

/* Numbers of columns: above them, or on the rule below. */
static void draw_numbers(const struct tree *tree, const struct plane *plane, int y)
{
    for (int c = 0; c < plane->shown; c++) {
        uint32_t number = plane->first + (uint32_t)c;
        char text[16];
        if (number % 5) continue;
        snprintf(text, sizeof text, "%u", number);
        canvas_text_right(tree->canvas, plane->x + ROW_LABEL + (c + 1) * plane->width, y, STYLE_DIM,
                          text);
    }
}

/* So many rows, from y on. */
static void draw_plane(const struct tree *tree, struct plane *plane, const uint8_t *touched, int y,
                       int rows)
{
    uint32_t slice = plane->rows * plane->columns, at = tree->pane->cursor.slot;
    uint32_t row = plane->columns && slice ? at % slice / plane->columns : 0;
    uint32_t column = plane->columns ? at % plane->columns : 0;
    if (rows < (int)plane->rows && row >= (uint32_t)rows && rows > 0)
        plane->first_row = row - (uint32_t)rows + 1;
    if (column >= (uint32_t)plane->shown) plane->first = column - (uint32_t)plane->shown + 1;
    for (int r = 0; r < rows && plane->first_row + (uint32_t)r < plane->rows; r++) {
        uint32_t line = plane->first_row + (uint32_t)r;
        canvas_textf(tree->canvas, plane->x, y + r, STYLE_DIM, "%3u", line);
        for (int c = 0; c < plane->shown; c++)
            draw_cell(tree, plane, touched, plane->x + ROW_LABEL + c * plane->width, y + r,
                      plane->base + line * plane->columns + plane->first + (uint32_t)c);
    }
}

/* Is there more of the arrays, or are there more arrays, than so many rows of cells show? */
static bool leaves_out(const struct tree *tree, const struct planes *planes, int rows)
{
    uint32_t all = 0;
    for (uint32_t a = 0; a < tree->launch->array_count && all < PLANES; a++)
        all += is_plane(&tree->launch->arrays[a]);
    bool out = all > (uint32_t)planes->count;
    for (int i = 0; i < planes->count; i++)
        out |= planes->planes[i].rows > (uint32_t)(rows > 0 ? rows : 0) ||
               planes->planes[i].columns > (uint32_t)planes->planes[i].shown;
    return out;
}

static bool is_shown(const struct planes *planes, uint32_t array)
{
    for (int i = 0; i < planes->count; i++)
        if (planes->planes[i].array == array) return true;
    return false;
}

/* "0-3, 20-31": what of `all` lies before and behind the part that is shown. */
static bool add_range(struct str *text, bool rows, uint32_t first, uint32_t shown, uint32_t all)
{
    char range[64];
    uint32_t end = first + shown;
    if (first == 0 && end >= all) return false;
    if (first && end < all)
        snprintf(range, sizeof range, "0-%u, %u-%u", first - 1, end, all - 1);
    else if (first)
        snprintf(range, sizeof range, "0-%u", first - 1);
    else
        snprintf(range, sizeof range, "%u-%u", end, all - 1);
    if (text->length) str_adds(text, ", ");
    str_addf(text, rows ? _("rows %s") : _("columns %s"), range);
    return true;
}

/* Below the arrays: "not shown: rows 15-31, Bs". The selection leads there. */
static void draw_left_out(const struct tree *tree, const struct planes *planes, int y, int rows)
{
    struct str text;
    bool some = false;
    str_init(&text);
    for (int i = 0; i < planes->count && !some; i++) {
        const struct plane *plane = &planes->planes[i];
        some = add_range(&text, true, plane->first_row, (uint32_t)rows, plane->rows);
        some |= add_range(&text, false, plane->first, (uint32_t)plane->shown, plane->columns);
    }
    for (uint32_t a = 0; a < tree->launch->array_count; a++)
        if (is_plane(&tree->launch->arrays[a]) && !is_shown(planes, a)) {
            if (text.length) str_adds(&text, ", ");
            str_adds(&text, tree->launch->arrays[a].name);
        }
    char line[256];
    const int room = tree->area.columns - 2;
    snprintf(line, sizeof line,
             some ? _("not shown: %s   Shift-arrows lead there")
                  : _("not shown: %s; a wider window has room"),
             text.text);
    if (canvas_width(line) > room) snprintf(line, sizeof line, _("not shown: %s"), text.text);
    canvas_text_fit(tree->canvas, tree->area.x + 1, y + rows, STYLE_DIM, tree->area.columns - 2,
                    line);
    str_fini(&text);
}

void tree_draw_planes(struct tree *tree)
{
    struct planes planes = {.count = 0};
    struct plane_accesses all = plane_accesses(tree);
    uint8_t *touched = plane_touched(tree, &all);
    lay_planes(tree, &planes);
    /* where the rule belongs to the picture the numbers of columns stand on it */
    int rows = tree->area.rows - 1, top = tree->area.y + !tree->pane->ruled;
    int numbers = tree->pane->ruled ? top + rows : tree->area.y;
    if (tree->pane->ruled)
        canvas_hline(tree->canvas, tree->area.x, numbers, tree->area.columns, STYLE_RULE);
    bool out = leaves_out(tree, &planes, rows);
    if (out && rows > 1) rows--;
    for (int i = 0; i < planes.count; i++) {
        draw_plane(tree, &planes.planes[i], touched, top, rows);
        draw_numbers(tree, &planes.planes[i], numbers);
    }
    if (out && tree->area.rows > 2) draw_left_out(tree, &planes, top, rows);
    uint32_t most = 0;
    for (int i = 0; i < planes.count; i++)
        if (planes.planes[i].rows > most) most = planes.planes[i].rows;
    int below = tree->area.rows - 1 - (int)most - 1, want = tree_grid_rows(tree);
    if (below >= want)
        tree_draw_grid(tree, (struct rect){tree->area.x, tree->area.y + (int)most + 2,
                                           tree->area.columns, want});
    free(touched);
    plane_accesses_free(&all);
}

/* ---- What the view asks ---------------------------------------------------------------------- */

uint32_t tree_plane_requests(const struct tree *tree)
{
    struct plane_accesses all = plane_accesses(tree);
    plane_accesses_free(&all);
    return all.count;
}

uint32_t tree_plane_request(const struct tree *tree, uint32_t request)
{
    struct plane_accesses all = plane_accesses(tree);
    uint32_t at = TRACE_NONE;
    for (uint32_t i = 0; i < all.count; i++)
        if (all.list[i].request == request) at = i;
    plane_accesses_free(&all);
    return at;
}

int tree_plane_rows(const struct tree *tree)
{
    struct planes planes = {.count = 0};
    uint32_t most = 0;
    lay_planes(tree, &planes);
    for (int i = 0; i < planes.count; i++)
        if (planes.planes[i].rows > most) most = planes.planes[i].rows;
    return most < 1000 ? (int)most + 1 : 1000;
}

bool tree_plane_shows(const struct tree *tree, uint32_t array)
{
    struct planes planes = {.count = 0};
    lay_planes(tree, &planes);
    return is_shown(&planes, array);
}

bool tree_plane_marks(const struct tree *tree)
{
    struct planes planes = {.count = 0};
    lay_planes(tree, &planes);
    return planes.count > 0 && planes.planes[0].width == 1;
}

/* Is a cell drawn that nobody has written? */
static bool any_unset(const struct tree *tree, const struct planes *planes)
{
    for (int i = 0; i < planes->count; i++)
        for (uint32_t s = 0; s < tree_slot_count(tree, planes->planes[i].array); s++)
            if (tree_cell(tree, planes->planes[i].array, s, tree->index) == TREE_UNSET) return true;
    return false;
}

void tree_plane_caption(const struct tree *tree, char *out, size_t size)
{
    struct planes planes = {.count = 0};
    size_t used = 0;
    lay_planes(tree, &planes);
    const bool marks = planes.count == 1 && planes.planes[0].width == 1;
    out[0] = '\0';
    for (int i = 0; i < planes.count && used < size; i++) {
        const struct trace_array *array = &tree->launch->arrays[planes.planes[i].array];
        int at = planes.planes[i].x - tree->area.x;
        while (i > 0 && (int)used + 1 < at && used + 1 < size)
            out[used++] = ' ';
        used += (size_t)snprintf(out + used, size - used, "%s", array->name);
        for (uint32_t d = 0; d < array->dim_count && used < size; d++)
            used += (size_t)snprintf(out + used, size - used, "[%u]", array->dims[d]);
        if (used < size &&
            !(marks && tree->area.columns < ROOMY)) /* what marks mean matters more */
            used += (size_t)snprintf(out + used, size - used, " %s ",
                                     tree->trace->types[array->type].name);
    }
    if (marks && used < size)
        snprintf(out + used, size - used, "%s", _("  ● new  • old  · unset"));
    else if (used < size && tree->state->content != CELL_VALUE)
        used += (size_t)snprintf(out + used, size - used, "%s",
                                 tree->state->content == CELL_HOLDS
                                     ? _("  the first slots it holds")
                                     : _("  the thread that wrote it   * several"));
    if (!marks && used < size && any_unset(tree, &planes)) /* the grid's · waits */
        snprintf(out + used, size - used, "%s", _("  · unset"));
}
