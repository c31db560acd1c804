/* Two-dimensional arrays in two dimensions, with what the selected thread reads of them. */
#include "analysis/request.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "state/target.h"
#include "view/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_LABEL = 4, GAP = 2, PLANES = 4, WIDEST = 7 };

/* ---- What the selected thread does ----------------------------------------------------------- */

struct access {
    uint32_t request; /* index into launch.requests */
    uint32_t array, slot;
    uint32_t site, turn;
    enum trace_kind kind;
};

enum touch { TOUCH_NOW = 1, TOUCH_ROUND = 2, TOUCH_WARP = 4 };

struct accesses {
    struct access *list; /* free() it */
    uint32_t count, now; /* now: the one the cursor is at */
    uint8_t *touched;    /* by round-wide slot number: set of enum touch; free() it */
};

static struct accesses accesses_of(const struct tree *tree)
{
    struct accesses result = {0};
    uint32_t capacity = 0, thread = tree->pane->cursor.thread;
    unsigned lane = thread % TRACE_LANES;
    const struct trace_round *range = trace_block_round(tree->launch, tree->block, tree->index);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &tree->launch->requests[i];
        if (request->warp != thread / TRACE_LANES || !(request->mask & 1u << lane)) continue;
        if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED) continue;
        if (request->object >= tree->launch->array_count) continue;
        const struct trace_array *array = &tree->launch->arrays[request->object];
        int64_t offset = round_lane_offset(tree->launch, request, lane);
        if (!array->count || offset < 0 || offset >= array->bytes) continue;
        MEM_GROW(result.list, result.count, capacity);
        result.list[result.count++] =
            (struct access){.request = i,
                            .array = request->object,
                            .slot = (uint32_t)offset / (array->bytes / array->count),
                            .site = request->site,
                            .kind = request->kind};
    }
    result.now = tree->pane->cursor.request;
    if (result.now >= result.count) result.now = result.count ? result.count - 1 : 0;
    return result;
}

static void free_accesses(struct accesses *all)
{
    free(all->list);
    free(all->touched);
}

/* What the thread touches in the round and now, and all lanes of its warp together with it now. */
static void mark_warp(const struct tree *tree, struct accesses *all, const uint32_t turn[2])
{
    all->touched = mem_array(tree->round->slot_count + 1, 1);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct access *access = &all->list[i];
        if (access->array >= ROUND_ARRAYS) continue;
        bool now = i >= turn[0] && i <= turn[1];
        all->touched[round_slot_number(tree->round, access->array, access->slot)] |=
            now ? TOUCH_NOW : TOUCH_ROUND;
    }
    for (uint32_t i = turn[0]; all->count && i <= turn[1]; i++) {
        const struct trace_request *request = &tree->launch->requests[all->list[i].request];
        const struct trace_array *array = &tree->launch->arrays[request->object];
        if (request->object >= ROUND_ARRAYS) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            int64_t offset =
                round_lane_offset(tree->launch, request, (unsigned)__builtin_ctz(mask));
            if (offset < 0 || offset >= array->bytes) continue;
            uint32_t slot = (uint32_t)offset / (array->bytes / array->count);
            all->touched[round_slot_number(tree->round, request->object, slot)] |= TOUCH_WARP;
        }
    }
}

static uint32_t line_of(const struct tree *tree, const struct access *access)
{
    return tree->trace->sites[access->site].line;
}

/* The accesses around the present one that belong to the same time at its line. */
static void turn_of(const struct tree *tree, const struct accesses *all, uint32_t *first,
                    uint32_t *last)
{
    *first = *last = all->now;
    if (!all->count) return;
    uint32_t line = line_of(tree, &all->list[all->now]);
    while (*first > 0 && line_of(tree, &all->list[*first - 1]) == line) {
        bool again = false;
        for (uint32_t i = *first; i <= *last; i++)
            again |= all->list[i].site == all->list[*first - 1].site;
        if (again) break;
        (*first)--;
    }
    /* turns begin at the site that comes first at this line */
    uint32_t start = all->now;
    while (start > 0 && line_of(tree, &all->list[start - 1]) == line)
        start--;
    uint32_t begin = all->list[start].site, from = all->now;
    while (from > start && all->list[from].site != begin)
        from--;
    *first = from;
    *last = from;
    while (*last + 1 < all->count && line_of(tree, &all->list[*last + 1]) == line &&
           all->list[*last + 1].site != begin)
        (*last)++;
}

static uint32_t turn_number(const struct accesses *all, uint32_t first)
{
    uint32_t turn = 0;
    for (uint32_t i = 0; i <= first; i++)
        turn += all->list[i].site == all->list[first].site;
    return turn;
}

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

static int value_width(const struct tree *tree, uint32_t array)
{
    uint32_t count = tree_slot_count(tree, array);
    int widest = 1;
    for (uint32_t s = 0; s < count; s += 1 + count / 1024) {
        char text[TREE_TEXT];
        if (tree_cell(tree, array, s, tree->index) == TREE_UNSET) continue;
        tree_value(tree, array, s, tree->index, text, sizeof text);
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
    plane.width = value_width(tree, number) + 1;
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

static void draw_cell(const struct tree *tree, const struct plane *plane,
                      const struct accesses *all, int x, int y, uint32_t slot)
{
    uint8_t touched = plane->array < ROUND_ARRAYS
                          ? all->touched[round_slot_number(tree->round, plane->array, slot)]
                          : 0;
    struct mark mark = mark_of(touched);
    bool selected = plane->array == tree->array && slot == tree->pane->cursor.slot;
    enum tree_cell cell = tree_cell(tree, plane->array, slot, tree->index);
    bool warp = touched & TOUCH_WARP;
    enum style style = mark.glyph != ' '    ? mark.style
                       : warp               ? STYLE_ACTIVE
                       : cell == TREE_VALUE ? STYLE_WRITTEN
                       : cell == TREE_UNSET ? STYLE_UNSET
                                            : STYLE_NORMAL;
    if (tree_differs(tree, plane->array, slot, tree->index)) style = STYLE_DIFFERENT;
    if (selected) canvas_cursor(tree->canvas, x + plane->width - 1, y);
    canvas_target(tree->canvas, (struct rect){x, y, plane->width, 1},
                  target_pack(TARGET_SLOT, plane->array, slot));
    if (plane->width == 1) {
        uint32_t glyph = mark.glyph != ' '    ? mark.glyph
                         : warp               ? 0x25a0
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

static void draw_plane(const struct tree *tree, struct plane *plane, const struct accesses *all,
                       int rows)
{
    int y = tree->area.y;
    uint32_t slice = plane->rows * plane->columns, at = tree->pane->cursor.slot;
    uint32_t row = plane->columns && slice ? at % slice / plane->columns : 0;
    uint32_t column = plane->columns ? at % plane->columns : 0;
    if (rows < (int)plane->rows && row >= (uint32_t)rows && rows > 0)
        plane->first_row = row - (uint32_t)rows + 1;
    if (column >= (uint32_t)plane->shown) plane->first = column - (uint32_t)plane->shown + 1;
    for (int c = 0; c < plane->shown; c++) {
        uint32_t number = plane->first + (uint32_t)c;
        char text[16];
        if (number % 5) continue;
        snprintf(text, sizeof text, "%u", number);
        canvas_text_right(tree->canvas, plane->x + ROW_LABEL + (c + 1) * plane->width, y, STYLE_DIM,
                          text);
    }
    for (int r = 0; r < rows && plane->first_row + (uint32_t)r < plane->rows; r++) {
        uint32_t line = plane->first_row + (uint32_t)r;
        canvas_textf(tree->canvas, plane->x, y + 1 + r, STYLE_DIM, "%3u", line);
        for (int c = 0; c < plane->shown; c++)
            draw_cell(tree, plane, all, plane->x + ROW_LABEL + c * plane->width, y + 1 + r,
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
static void draw_left_out(const struct tree *tree, const struct planes *planes, int rows)
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
    snprintf(line, sizeof line,
             some ? _("not shown: %s   Shift-arrows lead there")
                  : _("not shown: %s; a wider window has room"),
             text.text);
    canvas_text_fit(tree->canvas, tree->area.x + 1, tree->area.y + 1 + rows, STYLE_DIM,
                    tree->area.columns - 2, line);
    str_fini(&text);
}

void tree_draw_planes(struct tree *tree)
{
    struct planes planes = {.count = 0};
    struct accesses all = accesses_of(tree);
    uint32_t turn[2];
    turn_of(tree, &all, &turn[0], &turn[1]);
    mark_warp(tree, &all, turn);
    lay_planes(tree, &planes);
    int rows = tree->area.rows - 1;
    bool out = leaves_out(tree, &planes, rows);
    if (out && rows > 1) rows--;
    for (int i = 0; i < planes.count; i++)
        draw_plane(tree, &planes.planes[i], &all, rows);
    if (out && tree->area.rows > 2) draw_left_out(tree, &planes, rows);
    uint32_t most = 0;
    for (int i = 0; i < planes.count; i++)
        if (planes.planes[i].rows > most) most = planes.planes[i].rows;
    int below = tree->area.rows - 1 - (int)most - 1, want = tree_grid_rows(tree);
    if (below >= want)
        tree_draw_grid(tree, (struct rect){tree->area.x, tree->area.y + (int)most + 2,
                                           tree->area.columns, want});
    free_accesses(&all);
}

/* ---- Words ----------------------------------------------------------------------------------- */

uint32_t tree_plane_requests(const struct tree *tree)
{
    struct accesses all = accesses_of(tree);
    free_accesses(&all);
    return all.count;
}

uint32_t tree_plane_request(const struct tree *tree, uint32_t request)
{
    struct accesses all = accesses_of(tree);
    uint32_t at = TRACE_NONE;
    for (uint32_t i = 0; i < all.count; i++)
        if (all.list[i].request == request) at = i;
    free_accesses(&all);
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

void tree_plane_caption(const struct tree *tree, char *out, size_t size)
{
    struct planes planes = {.count = 0};
    size_t used = 0;
    lay_planes(tree, &planes);
    out[0] = '\0';
    for (int i = 0; i < planes.count && used < size; i++) {
        const struct trace_array *array = &tree->launch->arrays[planes.planes[i].array];
        int at = planes.planes[i].x - tree->area.x;
        while (i > 0 && (int)used + 1 < at && used + 1 < size)
            out[used++] = ' ';
        used += (size_t)snprintf(out + used, size - used, "%s", array->name);
        for (uint32_t d = 0; d < array->dim_count && used < size; d++)
            used += (size_t)snprintf(out + used, size - used, "[%u]", array->dims[d]);
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, " %s ",
                                     tree->trace->types[array->type].name);
    }
    if (planes.count == 1 && planes.planes[0].width == 1 && used < size)
        snprintf(out + used, size - used, "%s", _("  ● new  • old  · unset"));
}

static void access_text(const struct tree *tree, const struct access *access, char *out,
                        size_t size)
{
    char name[TREE_TEXT], value[TREE_TEXT];
    tree_slot_name(tree, access->array, access->slot, name, sizeof name);
    tree_value(tree, access->array, access->slot, tree->index, value, sizeof value);
    snprintf(out, size, "%s = %s", name, value);
}

/* "Warp 1 = rows 2, 3: As gives 2 words to 32 lanes, Bs 16 words: 1 pass each." */
static void warp_text(const struct tree *tree, const struct accesses *all, const uint32_t turn[2],
                      char *out, size_t size)
{
    uint32_t warp = tree->pane->cursor.thread / TRACE_LANES, passes[2] = {0};
    uint32_t first[3], last[3], end = (warp + 1) * TRACE_LANES - 1;
    if (end >= trace_threads(tree->launch)) end = trace_threads(tree->launch) - 1;
    round_thread_xyz(tree->launch, warp * TRACE_LANES, first);
    round_thread_xyz(tree->launch, end, last);
    int used = first[1] == last[1] ? snprintf(out, size, _(" Warp %u = row %u:"), warp, first[1])
               : first[1] + 1 == last[1]
                   ? snprintf(out, size, _(" Warp %u = rows %u, %u:"), warp, first[1], last[1])
                   : snprintf(out, size, _(" Warp %u = rows %u to %u:"), warp, first[1], last[1]);
    uint32_t count = turn[1] - turn[0] + 1;
    for (uint32_t i = 0; i < count && i < 2 && used >= 0 && (size_t)used < size; i++) {
        const struct access *access = &all->list[turn[0] + i];
        const struct trace_request *request = &tree->launch->requests[access->request];
        uint64_t address[TRACE_LANES];
        struct request_cost cost;
        request_cost(tree->trace, tree->launch, request_lead(tree->launch, request), NULL, &cost);
        request_addresses(tree->trace, tree->launch, request, address);
        uint32_t words = request_distinct(address, request->mask, request->width) / 4;
        passes[i] = cost.passes;
        const char *name = tree->launch->arrays[access->array].name;
        if (i == 0 && access->kind == TRACE_LOAD)
            used += (int)i18n_counted(out + used, size - (size_t)used,
                                      _(" %s gives %u {word|words} to %u {lane|lanes}"), name,
                                      words, cost.lanes);
        else if (i == 0)
            used += (int)i18n_counted(out + used, size - (size_t)used,
                                      _(" %u {lane fills|lanes fill} %u {word|words} of %s"),
                                      cost.lanes, words, name);
        else
            used += (int)i18n_counted(out + used, size - (size_t)used, _(", %s %u {word|words}"),
                                      name, words);
    }
    if (used < 0 || (size_t)used >= size) return;
    if (count > 1 && passes[0] == passes[1])
        snprintf(out + used, size - (size_t)used,
                 passes[0] == 1 ? _(": %u pass each.") : _(": %u passes each."), passes[0]);
    else if (count > 1)
        i18n_counted(out + used, size - (size_t)used, _(": %u and %u {pass|passes}."), passes[0],
                     passes[1]);
    else
        snprintf(out + used, size - (size_t)used,
                 passes[0] == 1 ? _(": %u pass.") : _(": %u passes."), passes[0]);
}

void tree_plane_sentence(const struct tree *tree, char *out, size_t size)
{
    struct accesses all = accesses_of(tree);
    uint32_t turn[2];
    char who[64], nth[32], item[160];
    out[0] = '\0';
    if (!all.count) {
        free_accesses(&all);
        return;
    }
    turn_of(tree, &all, &turn[0], &turn[1]);
    sentence_thread(tree->launch, tree->pane->cursor.thread, who, sizeof who);
    if (who[0] >= 'a' && who[0] <= 'z') who[0] = (char)(who[0] - 'a' + 'A');
    tree_ordinal(turn_number(&all, turn[0]), nth, sizeof nth);
    bool loads = all.list[turn[0]].kind == TRACE_LOAD;
    int used = snprintf(out, size,
                        loads ? _("%s, line %u for the %s time: reads ")
                              : _("%s, line %u for the %s time: writes "),
                        who, line_of(tree, &all.list[turn[0]]), nth);
    for (uint32_t i = turn[0]; i <= turn[1] && used >= 0 && (size_t)used < size; i++) {
        access_text(tree, &all.list[i], item, sizeof item);
        used += snprintf(out + used, size - (size_t)used, i == turn[0] ? "%s" : _(" and %s"), item);
    }
    if (used >= 0 && (size_t)used < size) {
        used += snprintf(out + used, size - (size_t)used, ".");
        warp_text(tree, &all, turn, out + used, size - (size_t)used);
    }
    free_accesses(&all);
}
