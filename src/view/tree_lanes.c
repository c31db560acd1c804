/* A warp that shuffles: its lanes stand where slots stand elsewhere, a row per shuffle. */
#include "analysis/value.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "state/target.h"
#include "view/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LABEL = 9, WIDTH = 9, STEPS = 32 };

struct lanes {
    struct tree *tree;
    uint32_t warp;
    const struct trace_request *requests[STEPS]; /* shuffles that are shown */
    struct tree_links steps[STEPS];
    struct tree_arrows arrows[STEPS];
    struct tree_columns columns;
    struct tree_frame frame;
    int count;
    uint32_t first, all;
};

static uint32_t warp_of(const struct tree *tree)
{
    return tree->pane->cursor.thread / TRACE_LANES;
}

/* Visits the warp's shuffles; fills `out` with up to `most` from number `first` on. */
static uint32_t find_shuffles(const struct tree *tree, uint32_t first, uint32_t most,
                              const struct trace_request **out)
{
    const struct trace_round *range = trace_block_round(tree->launch, tree->block, tree->index);
    uint32_t count = 0, warp = warp_of(tree);
    /* a round may have millions of requests to global memory, and every frame asks */
    if (!tree->round->counts.requests) return 0;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &tree->launch->requests[i];
        if (request->warp != warp || request->kind != TRACE_SHUFFLE) continue;
        if (count >= first && count - first < most) out[count - first] = request;
        count++;
    }
    return count;
}

uint32_t tree_lane_steps(const struct tree *tree)
{
    return find_shuffles(tree, 0, 0, NULL);
}

/* Lane t takes from lane `offset`; a lane that takes from itself draws no arrow. */
static struct tree_links links_of(const struct tree *tree, const struct trace_request *request)
{
    struct tree_links links = {.slots = TRACE_LANES};
    links.links = mem_array(TRACE_LANES, sizeof *links.links);
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        int64_t source = round_lane_offset(tree->launch, request, lane);
        if (source < 0 || source >= TRACE_LANES || source == (int64_t)lane) continue;
        links.links[links.count++] =
            (struct tree_link){(uint32_t)source, lane, request->warp * (uint32_t)TRACE_LANES + lane,
                               false, TRACE_NONE};
    }
    return links;
}

/* What kind of number a shuffle moves is not in a trace: of 4 or 8 bytes, as the arrays or the
 * pointers of the kernel have it. */
static uint32_t value_type(const struct tree *tree, uint32_t bytes)
{
    const struct trace_launch *launch = tree->launch;
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (tree->trace->types[launch->arrays[i].type].bytes == bytes)
            return launch->arrays[i].type;
    for (uint32_t i = 0; i < launch->parameter_count; i++) {
        uint32_t type = launch->parameters[i].type;
        if (type != TRACE_NONE && tree->trace->types[type].bytes == bytes) return type;
    }
    return TRACE_NONE;
}

static void lane_value(const struct tree *tree, const struct trace_request *request, uint32_t lane,
                       char *out, size_t size)
{
    const uint8_t *value =
        request->mask & 1u << lane ? round_lane_value(tree->launch, request, lane) : NULL;
    uint32_t type = value ? value_type(tree, request->width) : TRACE_NONE;
    if (type != TRACE_NONE)
        trace_format_value(tree->trace, type, value, out, size);
    else
        snprintf(out, size, "%s", request->mask & 1u << lane ? "?" : _("absent"));
}

/* ---- Layout ---------------------------------------------------------------------------------- */

static void load(struct lanes *lanes)
{
    struct tree *tree = lanes->tree;
    lanes->warp = warp_of(tree);
    lanes->all = tree_lane_steps(tree);
    lanes->first = tree->pane->cursor.request;
    if (lanes->first >= lanes->all) lanes->first = lanes->all ? lanes->all - 1 : 0;
    find_shuffles(tree, lanes->first, STEPS, lanes->requests);
    lanes->count = lanes->all - lanes->first < STEPS ? (int)(lanes->all - lanes->first) : STEPS;
    for (int i = 0; i < lanes->count; i++)
        lanes->steps[i] = links_of(tree, lanes->requests[i]);
}

/* One row of arrows a step: those into the selected lane, and others that have room beside them. */
static void place(struct lanes *lanes, int i)
{
    struct tree_arrows *arrows = &lanes->arrows[i];
    uint32_t selected = lanes->tree->pane->cursor.thread % TRACE_LANES;
    struct tree_links *links = &lanes->steps[i];
    int kept = 0;
    for (uint32_t k = 0; k < links->count; k++) /* the selected lane's comes first */
        if (links->links[k].to == selected) {
            struct tree_link link = links->links[k];
            links->links[k] = links->links[0];
            links->links[0] = link;
        }
    tree_place(links, &lanes->columns, arrows);
    int low = 0, high = -1; /* columns the selected lane's arrow takes */
    for (int k = 0; k < arrows->count; k++) {
        if (arrows->arrows[k].link.to != selected) continue;
        low = arrows->arrows[k].from < arrows->arrows[k].to ? arrows->arrows[k].from
                                                            : arrows->arrows[k].to;
        high = arrows->arrows[k].from + arrows->arrows[k].to - low;
    }
    int taken = -1;
    for (int k = 0; k < arrows->count; k++) {
        struct tree_arrow arrow = arrows->arrows[k];
        int first = arrow.from < arrow.to ? arrow.from : arrow.to;
        int last = arrow.from + arrow.to - first;
        bool own = arrow.link.to == selected;
        if (!own && (first <= taken || (first <= high && last >= low))) continue;
        if (!own) taken = last;
        arrow.row = 0;
        arrows->arrows[kept++] = arrow;
    }
    arrows->count = kept;
    arrows->rows = kept > 0;
}

static void choose(struct lanes *lanes)
{
    const struct tree *tree = lanes->tree;
    int width = WIDTH;
    for (int attempt = 0; attempt < 2; attempt++) {
        int most = (tree->area.columns - LABEL) / width, widest = 0;
        int steps = (tree->area.rows - 1) / 2; /* a row of values and one of arrows each */
        if (most < 2) most = 2;
        if (steps > lanes->count || steps < 1) steps = lanes->count;
        tree_choose_steps(lanes->steps, steps, tree->pane->cursor.thread % TRACE_LANES, most,
                          &lanes->columns);
        for (int c = 0; c < lanes->columns.count; c++) {
            char text[TREE_TEXT];
            if (!lanes->count) continue;
            lane_value(tree, lanes->requests[0], lanes->columns.slots[c], text, sizeof text);
            int cells = canvas_width(text);
            if (cells > widest) widest = cells;
        }
        lanes->frame = (struct tree_frame){tree->area.x + LABEL, width};
        if (widest < width) break;
        width = widest + 1;
    }
    for (int i = 0; i < lanes->count; i++)
        place(lanes, i);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void draw_header(const struct lanes *lanes, int y)
{
    const struct tree *tree = lanes->tree;
    canvas_text(tree->canvas, tree->area.x + 1, y, STYLE_DIM, _("lane"));
    for (int c = 0; c < lanes->columns.count; c++) {
        bool here = lanes->columns.slots[c] == tree->pane->cursor.thread % TRACE_LANES;
        int x = lanes->frame.left + c * lanes->frame.width;
        canvas_textf(tree->canvas, x, y, here ? STYLE_SELECTED : STYLE_STRONG, "%u",
                     lanes->columns.slots[c]);
        if (here) canvas_cursor(tree->canvas, x, y);
    }
}

static void draw_values(const struct lanes *lanes, int i, int y)
{
    const struct tree *tree = lanes->tree;
    uint32_t line = tree->trace->sites[lanes->requests[i]->site].line;
    char label[32];
    snprintf(label, sizeof label, _("line %u"), line);
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM, LABEL - 2, label);
    for (int c = 0; c < lanes->columns.count; c++) {
        char text[TREE_TEXT];
        uint32_t lane = lanes->columns.slots[c];
        lane_value(tree, lanes->requests[i], lane, text, sizeof text);
        bool in = lanes->requests[i]->mask & 1u << lane;
        canvas_text_fit(tree->canvas, lanes->frame.left + c * lanes->frame.width, y,
                        in ? STYLE_READ : STYLE_DIM, lanes->frame.width, text);
    }
}

static struct number lane_number(const struct tree *tree, const struct trace_request *request,
                                 uint32_t lane)
{
    if (!(request->mask & 1u << lane)) return (struct number){0};
    return number_of(tree->trace, value_type(tree, request->width),
                     round_lane_value(tree->launch, request, lane));
}

/* What lanes do with a value that they take, where the values of the next shuffle prove it. */
enum joining { JOIN_SUM, JOIN_LARGER, JOIN_SMALLER, JOIN_UNKNOWN };

static struct number join_of(enum joining joining, struct number a, struct number b)
{
    if (joining == JOIN_SUM) return number_sum(a, b);
    bool first = a.real >= b.real;
    if (joining == JOIN_SMALLER) first = !first;
    if (!a.known || !b.known) return (struct number){0};
    return first ? a : b;
}

/* What lane `lane` has after a shuffle if it joins what it takes with its own. */
static struct number joined(const struct lanes *lanes, enum joining joining, int i, uint32_t lane)
{
    struct number own = lane_number(lanes->tree, lanes->requests[i], lane);
    for (uint32_t k = 0; k < lanes->steps[i].count; k++)
        if (lanes->steps[i].links[k].to == lane)
            return join_of(
                joining, own,
                lane_number(lanes->tree, lanes->requests[i], lanes->steps[i].links[k].from));
    return (struct number){0};
}

/* Do all lanes join so, as the values of each next shuffle prove? */
static bool proves(const struct lanes *lanes, enum joining joining)
{
    uint32_t checked = 0;
    for (int i = 0; i + 1 < lanes->count; i++)
        for (uint32_t k = 0; k < lanes->steps[i].count; k++) {
            uint32_t lane = lanes->steps[i].links[k].to;
            struct number own = joined(lanes, joining, i, lane);
            struct number next = lane_number(lanes->tree, lanes->requests[i + 1], lane);
            if (!own.known || !next.known) continue;
            if (!number_agrees(own, next, own.real)) return false;
            checked++;
        }
    return checked > 0;
}

/* Where several explain all values (all are 0), none is claimed. */
static enum joining joining_of(const struct lanes *lanes)
{
    enum joining found = JOIN_UNKNOWN;
    for (enum joining joining = JOIN_SUM; joining < JOIN_UNKNOWN; joining++) {
        if (!proves(lanes, joining)) continue;
        if (found != JOIN_UNKNOWN) return JOIN_UNKNOWN;
        found = joining;
    }
    return found;
}

/* Below the last shuffle: what follows from what was taken. */
static void draw_joined(const struct lanes *lanes, enum joining joining, int y)
{
    static const char *const labels[] = {
        [JOIN_SUM] = N_("sum"), [JOIN_LARGER] = N_("larger"), [JOIN_SMALLER] = N_("smaller")};
    const struct tree *tree = lanes->tree;
    canvas_text_fit(tree->canvas, tree->area.x + 1, y, STYLE_DIM, LABEL - 2, _(labels[joining]));
    for (int c = 0; c < lanes->columns.count; c++) {
        struct number end = joined(lanes, joining, lanes->count - 1, lanes->columns.slots[c]);
        int x = lanes->frame.left + c * lanes->frame.width;
        bool here = lanes->columns.slots[c] == tree->pane->cursor.thread % TRACE_LANES;
        if (!end.known || !here) continue;
        if (end.integer)
            canvas_textf(tree->canvas, x, y, STYLE_WRITTEN, "%" PRId64, end.whole);
        else
            canvas_textf(tree->canvas, x, y, STYLE_WRITTEN, "%g", end.real);
    }
}

/* Of the rows before `end`. */
static void aim_at_columns(const struct lanes *lanes, int end)
{
    const struct tree *tree = lanes->tree;
    for (int c = 0; c < lanes->columns.count; c++)
        canvas_target(
            tree->canvas,
            (struct rect){lanes->frame.left + c * lanes->frame.width, tree->area.y,
                          lanes->frame.width, end - tree->area.y},
            target_pack(TARGET_THREAD, 0, lanes->warp * TRACE_LANES + lanes->columns.slots[c]));
}

static int draw_steps(struct lanes *lanes, int y, int end)
{
    int i = 0;
    for (; i < lanes->count; i++) {
        int rows = lanes->arrows[i].rows > 0 ? lanes->arrows[i].rows : 1;
        if (y + 1 + rows > end && i > 0) break;
        draw_values(lanes, i, y++);
        tree_draw_arrows(lanes->tree, &lanes->arrows[i], lanes->frame, y);
        y += rows;
    }
    aim_at_columns(lanes, y);
    if (y < end && (uint32_t)i + lanes->first < lanes->all)
        canvas_textf(lanes->tree->canvas, lanes->tree->area.x + 1, y++, STYLE_DIM,
                     _("%u shuffles in this round; %u to %u are shown, . goes on."), lanes->all,
                     lanes->first + 1, lanes->first + (uint32_t)i);
    else if (y < end && joining_of(lanes) != JOIN_UNKNOWN)
        draw_joined(lanes, joining_of(lanes), y++);
    return y;
}

void tree_draw_lanes(struct tree *tree)
{
    struct lanes lanes = {.tree = tree};
    int y = tree->area.y, end = y + tree->area.rows, want = tree_grid_rows(tree);
    double moved = tree->moved;
    tree->moved = 1; /* values of lanes are not those of slots */
    load(&lanes);
    choose(&lanes);
    draw_header(&lanes, y++);
    int grid = tree->area.rows - 2 - 2 * (lanes.count < 5 ? lanes.count : 5) >= want ? want : 0;
    y = draw_steps(&lanes, y, end - grid);
    if (grid)
        tree_draw_grid(tree, (struct rect){tree->area.x, end - grid, tree->area.columns, grid});
    for (int i = 0; i < lanes.count; i++)
        free(lanes.steps[i].links);
    tree->moved = moved;
}

void tree_lane_sentence(const struct tree *tree, char *out, size_t size)
{
    const struct trace_request *request[1];
    uint32_t all = tree_lane_steps(tree), at = tree->pane->cursor.request;
    uint32_t lane = tree->pane->cursor.thread % TRACE_LANES;
    out[0] = '\0';
    if (!all) return;
    if (at >= all) at = all - 1;
    find_shuffles(tree, at, 1, request);
    struct tree_links links = links_of(tree, request[0]);
    int64_t source = lane;
    for (uint32_t i = 0; i < links.count; i++)
        if (links.links[i].to == lane) source = links.links[i].from;
    i18n_counted(
        out, size,
        source == (int64_t)lane
            ? _("Shuffle %u of %u in warp %u (line %u): %u {lane takes|lanes take} a value "
                "from another lane; lane %u keeps its own (%" PRId64 "). No shared memory is used.")
            : _("Shuffle %u of %u in warp %u (line %u): %u {lane takes|lanes take} a value "
                "from another lane; lane %u takes it from lane %" PRId64
                ". No shared memory is used."),
        at + 1, all, warp_of(tree), tree->trace->sites[request[0]->site].line, links.count, lane,
        source);
    free(links.links);
}
