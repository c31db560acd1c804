/* The tree view: what a round did to shared memory, who took part, and what it cost. */
#include "view/tree.h"

#include "analysis/sentence.h"
#include "analysis/told.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/target.h"

#include <stdio.h>
#include <string.h>

extern const struct view view_tree;

enum { NARROW = 50 };

/* ---- A tree for one drawing ------------------------------------------------------------------ */

/* Values take the first part of the time between two steps to arrive; then the picture rests. */
static double moved_of(const struct state *state)
{
    if (!state->playing || !state->animate) return 1;
    double moved = state->phase / 0.6;
    return moved < 1 ? moved : 1;
}

/* Arrows may lead from one array to another: then both are shown, the source above. */
static void choose_arrays(struct tree *tree)
{
    const struct round *round = tree->round;
    uint32_t slot;
    tree->from_array = tree->array;
    /* an array in two dimensions is looked at as it lies */
    if (tree->array < tree->launch->array_count && tree->launch->arrays[tree->array].dim_count >= 2)
        return;
    if (!round->edge_count) return;
    bool own = false;
    for (uint32_t i = 0; i < round->edge_count && !own; i++)
        own = round_slot_array(round, round->edges[i].to, &slot) == tree->array &&
              round_slot_array(round, round->edges[i].from, &slot) == tree->array;
    for (uint32_t i = 0; i < round->edge_count && !own; i++) {
        uint32_t to = round_slot_array(round, round->edges[i].to, &slot);
        uint32_t from = round_slot_array(round, round->edges[i].from, &slot);
        if (from != tree->array && to != tree->array) continue;
        tree->from_array = from;
        tree->array = to;
        return;
    }
}

bool tree_open(struct tree *tree, const struct state *state, const struct pane *pane,
               struct canvas *canvas, struct rect area)
{
    const struct cursor *cursor = &pane->cursor;
    *tree = (struct tree){.state = state, .pane = pane, .canvas = canvas, .area = area};
    if (!pane->trace || !pane->analysis || cursor->launch >= pane->trace->launch_count)
        return false;
    tree->trace = pane->trace;
    tree->analysis = pane->analysis;
    tree->launch_index = cursor->launch;
    tree->launch = &pane->trace->launches[cursor->launch];
    tree->block = cursor->block;
    tree->index = cursor->round;
    tree->array = cursor->array;
    tree->round = round_get(tree->analysis, tree->launch_index, tree->block, tree->index);
    if (!tree->round) return false;
    if (tree->index > 0)
        tree->before = round_get(tree->analysis, tree->launch_index, tree->block, tree->index - 1);
    tree->moved = state ? moved_of(state) : 1;
    tree->narrow = area.columns < NARROW || (state && state->pane_count > 1);
    choose_arrays(tree);
    return true;
}

/* A race needs a slot that one thread writes and another one touches: most rounds have none. */
static bool conflicts(const struct round *round)
{
    for (uint32_t i = 0; i < round->slot_count; i++) {
        const struct round_slot *slot = &round->slots[i];
        if (!slot->writes) continue;
        if (slot->many_writers || slot->many_readers) return true;
        if (slot->reads && slot->reader != slot->writer) return true;
    }
    return false;
}

const struct race_table *tree_races(const struct tree *tree)
{
    if (!conflicts(tree->round)) return NULL;
    const struct race_table *races =
        races_of_round(tree->analysis, tree->launch_index, tree->block, tree->index);
    return races && races->count ? races : NULL;
}

enum tree_form tree_form(const struct tree *tree)
{
    bool arrays = tree->launch->array_count > 0 && tree->array < ROUND_ARRAYS;
    bool shuffles = tree_lane_steps(tree) > 0;
    if (!arrays) return shuffles ? TREE_LANES : TREE_NOTHING;
    if (shuffles && !tree->round->edge_count) return TREE_LANES;
    if (tree->launch->arrays[tree->array].dim_count >= 2) return TREE_PLANES;
    if (tree->pane->cursor.zoom < 0) return TREE_STRIP;
    return tree->round->several_turns ? TREE_TURNS : TREE_COLUMNS;
}

void tree_aim_at_slot(const struct tree *tree, struct rect rect, uint32_t slot)
{
    /* where copies are made, either array leads to this picture: it stays as it was chosen */
    uint32_t array = tree->pane->cursor.array;
    if (slot >= tree_slot_count(tree, array)) array = tree->array;
    canvas_target(tree->canvas, rect, target_pack(TARGET_SLOT, array, slot));
}

/* ---- The view's operations ------------------------------------------------------------------- */

static void draw_nothing(struct tree *tree)
{
    const struct round_counts *counts =
        round_counts(tree->analysis, tree->launch_index, tree->block);
    bool declared = false; /* an array without elements is none, but the kernel uses it */
    for (uint32_t r = 0; counts && r < tree->launch->blocks[tree->block].rounds; r++)
        declared |= counts[r].requests > 0;
    canvas_paragraph(
        tree->canvas,
        (struct rect){tree->area.x + 1, tree->area.y, tree->area.columns - 2, tree->area.rows}, 0,
        STYLE_DIM,
        declared ? _("The shared array of this launch has no elements: its size was not given.")
                 : _("This kernel uses no shared memory: 2 shows its accesses to global memory."));
    enum { LEAST_GRID = 4 };
    int want = tree_grid_rows(tree);
    int room = tree->area.rows - 2; /* where there is less, the grid says what it leaves out */
    if (room >= LEAST_GRID)
        tree_draw_grid(tree, (struct rect){tree->area.x, tree->area.y + 2, tree->area.columns,
                                           want < room ? want : room});
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    struct tree tree;
    if (!tree_open(&tree, state, pane, canvas, area)) return;
    enum tree_form form = tree_form(&tree);
    if (predict_marked(state, pane, 0) != PREDICT_NONE && form != TREE_COLUMNS &&
        form != TREE_TURNS && form != TREE_NOTHING) {
        tree_draw_grid(&tree, area); /* where the marks are */
        return;
    }
    switch (form) {
    case TREE_NOTHING:
        draw_nothing(&tree);
        break;
    case TREE_COLUMNS:
        tree_draw_columns(&tree);
        break;
    case TREE_TURNS:
        tree_draw_turns(&tree);
        break;
    case TREE_LANES:
        tree_draw_lanes(&tree);
        break;
    case TREE_PLANES:
        tree_draw_planes(&tree);
        break;
    case TREE_STRIP:
        tree_draw_strip(&tree);
        break;
    }
}

static bool available(const struct pane *pane, const char **why)
{
    *why = _("No kernel was launched: there is no round to show. 7 shows what the program "
             "printed.");
    if (!pane->trace || pane->cursor.launch >= pane->trace->launch_count) return false;
    *why = _("No block of this launch was recorded.");
    const struct trace_launch *launch = &pane->trace->launches[pane->cursor.launch];
    return pane->cursor.block < launch->block_count && launch->blocks[pane->cursor.block].rounds;
}

/* More than idle threads: shared memory, or lanes that exchange values? */
static bool exchanges(const struct pane *pane)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch || launch->array_count) return launch != NULL;
    for (uint32_t i = 0; i < launch->request_count; i++)
        if (launch->requests[i].kind == TRACE_SHUFFLE) return true;
    return false;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct tree tree;
    out[0] = '\0';
    if (!tree_open(&tree, state, pane, NULL, pane->area)) return;
    if (tree_form(&tree) == TREE_PLANES) tree_plane_caption(&tree, out, (size_t)size);
}

/* What the run itself found wrong in this round of this block; races are told elsewhere. */
static void fault_sentence(const struct tree *tree, char *out, size_t size)
{
    const struct trace_diagnostic *worst = NULL;
    for (uint32_t i = 0; i < tree->trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &tree->trace->diagnostics[i];
        if (d->fault == TRACE_RACE || d->launch != tree->launch_index) continue;
        if (d->round != tree->index || d->block != tree->launch->blocks[tree->block].index)
            continue;
        if (!worst || d->severity < worst->severity) worst = d;
    }
    if (!worst || worst->severity == TRACE_NOTE) return;
    struct arena arena;
    arena_init(&arena);
    const char *message = told_here(&arena, worst->message);
    if (worst->line)
        snprintf(out, size, _("Round %u, line %u: %s"), tree->index, worst->line, message);
    else
        snprintf(out, size, _("Round %u: %s"), tree->index, message);
    arena_fini(&arena);
}

/* Slots that the round reads though nobody has set them, up to its end. */
static uint32_t unset_reads(const struct tree *tree)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < tree->launch->array_count && a < ROUND_ARRAYS; a++) {
        if (!trace_written(tree->launch, a, tree->block, tree->index)) continue;
        for (uint32_t s = 0; s < tree_slot_count(tree, a); s++)
            count += tree->round->slots[round_slot_number(tree->round, a, s)].reads &&
                     tree_cell(tree, a, s, tree->index) == TREE_UNSET;
    }
    return count;
}

static void round_sentence(const struct tree *tree, char *out, size_t size)
{
    sentence_round(tree->analysis, tree->launch_index, tree->block, tree->index, out, size);
    size_t used = strlen(out);
    uint32_t unset = unset_reads(tree);
    if (unset && used + 1 < size)
        i18n_counted(out + used, size - used,
                     _(" %u {slot read here was|slots read here were} never set."), unset);
}

static bool compare(const struct state *state, char *out, int size)
{
    struct tree panes[2];
    if (state->pane_count < 2) return false;
    for (int p = 0; p < 2; p++)
        if (!tree_open(&panes[p], state, &state->panes[p], NULL, state->panes[p].area))
            return false;
    sentence_compare(panes[0].round, panes[1].round, out, (size_t)size);
    return true;
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct tree tree;
    out[0] = '\0';
    if (!tree_open(&tree, state, pane, NULL, pane->area) || compare(state, out, size)) return;
    enum tree_form form = tree_form(&tree);
    tree_race_sentence(&tree, out, (size_t)size);
    if (!*out) fault_sentence(&tree, out, (size_t)size);
    /* first the round as a whole; then what the person has chosen in it */
    bool chosen = pane->cursor.request > 0 || pane->cursor.thread > 0;
    if (!*out && form == TREE_LANES && chosen) tree_lane_sentence(&tree, out, (size_t)size);
    if (!*out && form == TREE_PLANES && chosen) tree_plane_sentence(&tree, out, (size_t)size);
    if (!*out) round_sentence(&tree, out, (size_t)size);
}

static void slot_selection(const struct tree *tree, char *out, size_t size)
{
    char now[TREE_TEXT], before[TREE_TEXT] = "";
    uint32_t slot = tree->pane->cursor.slot;
    tree_value(tree, tree->array, slot, tree->index, now, sizeof now);
    if (tree->index > 0)
        tree_value(tree, tree->array, slot, tree->index - 1, before, sizeof before);
    if (tree_cell(tree, tree->array, slot, tree->index) == TREE_UNSET)
        snprintf(out, size, _("slot %u: unset"), slot);
    else if (*before && strcmp(now, before) != 0)
        snprintf(out, size, _("slot %u = %s (was %s)"), slot, now, before);
    else
        snprintf(out, size, _("slot %u = %s"), slot, now);
}

static void both_selections(const struct state *state, char *out, size_t size)
{
    char values[2][TREE_TEXT] = {"", ""};
    for (int p = 0; p < 2; p++) {
        struct tree tree;
        const struct pane *pane = &state->panes[p];
        if (!tree_open(&tree, state, pane, NULL, pane->area)) continue;
        if (!tree.launch->array_count) {
            snprintf(values[p], sizeof values[p], "%s", _("no shared memory"));
            continue;
        }
        if (pane->cursor.slot >= tree_slot_count(&tree, tree.array)) {
            snprintf(values[p], sizeof values[p], "%s", _("no such slot"));
            continue;
        }
        tree_value(&tree, tree.array, pane->cursor.slot, tree.index, values[p], sizeof values[p]);
    }
    snprintf(out, size, _("slot %u: %s │ %s"), state_pane(state)->cursor.slot, values[0],
             values[1]);
}

static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct tree tree;
    out[0] = '\0';
    if (!tree_open(&tree, state, pane, NULL, pane->area)) return;
    enum tree_form form = tree_form(&tree);
    uint32_t requests = form == TREE_PLANES ? tree_plane_requests(&tree) : 0;
    if (form == TREE_NOTHING || form == TREE_LANES)
        sentence_thread(tree.launch, pane->cursor.thread, out, (size_t)size);
    else if (requests)
        tree_plane_selection(&tree, requests, out, (size_t)size);
    else if (state->pane_count > 1)
        both_selections(state, out, (size_t)size);
    else
        slot_selection(&tree, out, (size_t)size);
}

static uint32_t request_count(const struct pane *pane)
{
    struct tree tree;
    if (!tree_open(&tree, NULL, pane, NULL, pane->area)) return 0;
    switch (tree_form(&tree)) {
    case TREE_PLANES:
        return tree_plane_requests(&tree);
    case TREE_LANES:
        return tree_lane_steps(&tree);
    case TREE_TURNS:
        return tree.round->step_count - 1;
    default:
        return 0;
    }
}

static uint32_t request_at(const struct pane *pane, uint32_t request)
{
    struct tree tree;
    if (!tree_open(&tree, NULL, pane, NULL, pane->area)) return TRACE_NONE;
    switch (tree_form(&tree)) {
    case TREE_PLANES:
        return tree_plane_request(&tree, request);
    case TREE_TURNS:
        return tree_turn_at(&tree, request);
    default:
        return TRACE_NONE;
    }
}

static bool shows_array(const struct pane *pane, uint32_t array)
{
    struct tree tree;
    if (!tree_open(&tree, NULL, pane, NULL, pane->area)) return false;
    switch (tree_form(&tree)) {
    case TREE_NOTHING:
    case TREE_LANES: /* lanes stand where slots would */
        return false;
    case TREE_PLANES:
        return tree_plane_shows(&tree, array);
    default:
        return array == tree.array || array == tree.from_array;
    }
}

static enum view_rule rule(const struct pane *pane, int rows)
{
    struct tree tree;
    if (!tree_open(&tree, NULL, pane, NULL, pane->area) || tree_form(&tree) != TREE_PLANES)
        return RULE_LENDS;
    return tree_plane_rows(&tree) == rows + 1 ? RULE_DRAWN : RULE_STAYS;
}

/* The next slot that the round uses, so that one key leads from column to column. */
static uint32_t next_slot(const struct tree *tree, uint32_t slot, int direction)
{
    uint32_t count = tree_slot_count(tree, tree->array);
    int64_t next = (int64_t)slot + direction;
    if (next < 0 || next >= count) return slot;
    for (int64_t s = next; s >= 0 && s < count && tree->array < ROUND_ARRAYS; s += direction) {
        const struct round_slot *at =
            &tree->round->slots[round_slot_number(tree->round, tree->array, (uint32_t)s)];
        if (at->reads || at->writes) return (uint32_t)s;
    }
    return (uint32_t)next;
}

static void move_thread(const struct tree *tree, struct cursor *cursor, int dx, int dy)
{
    uint32_t at[3];
    const uint32_t *size = tree->launch->block;
    round_thread_xyz(tree->launch, cursor->thread, at);
    int64_t x = (int64_t)at[0] + dx, y = (int64_t)at[1] + dy;
    if (size[1] <= 1) { /* a row of threads: both directions lead along it */
        x = (int64_t)at[0] + dx + dy;
        y = 0;
    }
    x = x < 0 ? 0 : x >= size[0] ? size[0] - 1 : x;
    y = y < 0 ? 0 : y >= size[1] ? size[1] - 1 : y;
    cursor->thread = (uint32_t)x + (uint32_t)y * size[0] + at[2] * size[0] * size[1];
    cursor->lane = cursor->thread % TRACE_LANES;
    if (tree->array >= tree->launch->array_count) return;
    const struct trace_array *array = &tree->launch->arrays[tree->array];
    if (array->dim_count == 2 && y < array->dims[0] && x < array->dims[1])
        cursor->slot = (uint32_t)y * array->dims[1] + (uint32_t)x;
}

/* Behind the last slot of an array comes the next array. */
static bool next_array(const struct tree *tree, struct cursor *cursor, int direction)
{
    int64_t next = (int64_t)tree->array + direction;
    if (next < 0 || next >= tree->launch->array_count || next >= ROUND_ARRAYS) return false;
    if (tree->launch->arrays[next].dim_count > 1) return false;
    cursor->array = (uint32_t)next;
    return true;
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    struct tree tree;
    if (!tree_open(&tree, NULL, pane, NULL, pane->area)) return;
    enum tree_form form = tree_form(&tree);
    if (form == TREE_PLANES || form == TREE_LANES || form == TREE_NOTHING) {
        move_thread(&tree, cursor, dx, large ? 8 * dy : dy);
        return;
    }
    int64_t steps = (int64_t)dx + dy * (large ? 8 : 1);
    int direction = steps < 0 ? -1 : 1;
    uint32_t slot = cursor->slot;
    for (int64_t i = 0; i < steps * direction && i < 1 << 20; i++) {
        uint32_t next = form == TREE_STRIP
                            ? slot + (uint32_t)direction /* every slot has its cell */
                            : next_slot(&tree, slot, direction);
        if (next == slot || next >= tree_slot_count(&tree, tree.array)) {
            if (!next_array(&tree, cursor, direction)) break;
            tree.array = cursor->array;
            next = direction > 0 ? 0 : tree_slot_count(&tree, tree.array) - 1;
        }
        slot = next;
    }
    cursor->slot = slot;
    if (slot < trace_threads(tree.launch)) cursor->thread = slot;
    cursor->lane = cursor->thread % TRACE_LANES;
}

const struct view view_tree = {
    .name = N_("tree"),
    .about = N_("shared memory by round: who wrote what from what"),
    .subject = VIEW_ROUNDS,
    .sort = VIEW_PICTURE,
    .step = STEP_ROUND,
    .draw = draw,
    .available = available,
    .opens = exchanges,
    .caption = caption,
    .sentence = sentence,
    .selection = selection,
    .request_count = request_count,
    .request_at = request_at,
    .move = move,
    .shows_array = shows_array,
    .rule = rule,
};
