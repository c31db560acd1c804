/* Which of many slots become the few columns of the picture, and how their arrows are laid. */
#include "base/mem.h"
#include "view/tree.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 4096 };

/* ---- Links ---------------------------------------------------------------------------------- */

static bool *raced_slots(const struct tree *tree)
{
    bool *raced = mem_array(tree->round->slot_count + 1, sizeof *raced);
    const struct race_table *races = tree_races(tree);
    for (uint32_t i = 0; races && i < races->count; i++) {
        const struct race *race = &races->races[i];
        if (race->space != TRACE_SHARED || race->object >= ROUND_ARRAYS || race->slot < 0) continue;
        uint64_t number = tree->round->array_base[race->object] + (uint64_t)race->slot;
        if (number < tree->round->slot_count) raced[number] = true;
    }
    return raced;
}

struct tree_links tree_links(const struct tree *tree, uint32_t step)
{
    const struct round *round = tree->round;
    struct tree_links result = {.slots = tree_slot_count(tree, tree->array)};
    uint32_t first = 0, count = round->edge_count;
    if (tree_slot_count(tree, tree->from_array) > result.slots)
        result.slots = tree_slot_count(tree, tree->from_array);
    if (step != TRACE_NONE) {
        first = step < round->step_count ? round->steps[step].first : 0;
        count = step < round->step_count ? round->steps[step].count : 0;
    }
    bool *raced = raced_slots(tree);
    result.links = mem_array(count + 1, sizeof *result.links);
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t from, to, array = round_slot_array(round, round->edges[i].to, &to);
        if (array != tree->array) continue;
        if (round_slot_array(round, round->edges[i].from, &from) != tree->from_array) continue;
        result.links[result.count++] =
            (struct tree_link){from, to, round->edges[i].thread, raced[round->edges[i].from], i};
    }
    free(raced);
    return result;
}

/* ---- A set of columns ----------------------------------------------------------------------- */

int tree_column_of(const struct tree_columns *columns, uint32_t slot)
{
    for (int i = 0; i < columns->count; i++)
        if (columns->slots[i] == slot) return i;
    return -1;
}

static bool add_column(struct tree_columns *columns, uint32_t slot, int most)
{
    if (tree_column_of(columns, slot) >= 0) return true;
    if (columns->count >= most || columns->count >= TREE_MAX_COLUMNS) return false;
    int at = columns->count++;
    for (; at > 0 && columns->slots[at - 1] > slot; at--)
        columns->slots[at] = columns->slots[at - 1];
    columns->slots[at] = slot;
    return true;
}

uint32_t tree_columns_step(const struct tree_columns *columns)
{
    if (columns->count < 2) return 1;
    uint32_t step = columns->slots[1] - columns->slots[0];
    for (int i = 1; i < columns->count; i++)
        if (columns->slots[i] - columns->slots[i - 1] != step) return 1;
    return step;
}

/* ---- Arrows --------------------------------------------------------------------------------- */

static int by_source(const void *a, const void *b)
{
    const struct tree_arrow *x = a, *y = b;
    bool left_x = x->from > x->to, left_y = y->from > y->to;
    if (left_x != left_y) return left_x ? -1 : 1;
    int order = x->from != y->from ? x->from - y->from : x->to - y->to;
    return left_x ? order : -order; /* so that no vertical crosses an arrow above it */
}

static bool overlap(const struct tree_arrow *a, const struct tree_arrow *b)
{
    int a_low = a->from < a->to ? a->from : a->to, a_high = a->from + a->to - a_low;
    int b_low = b->from < b->to ? b->from : b->to, b_high = b->from + b->to - b_low;
    return a_low <= b_high && b_low <= a_high;
}

/* From one array to the same slot of another: straight down, and said by the column itself where
 * other arrows come to it. */
static void drop_straight(struct tree_arrows *arrows)
{
    int kept = 0;
    for (int i = 0; i < arrows->count; i++) {
        const struct tree_arrow *arrow = &arrows->arrows[i];
        bool others = false;
        for (int k = 0; k < arrows->count; k++)
            others |= k != i && arrows->arrows[k].to == arrow->to;
        if (arrow->from != arrow->to || !others) arrows->arrows[kept++] = *arrow;
    }
    arrows->count = kept;
}

void tree_place(const struct tree_links *links, const struct tree_columns *columns,
                struct tree_arrows *arrows)
{
    arrows->count = arrows->rows = 0;
    for (uint32_t i = 0; i < links->count && arrows->count < TREE_MAX_ARROWS; i++) {
        int from = tree_column_of(columns, links->links[i].from);
        int to = from < 0 ? -1 : tree_column_of(columns, links->links[i].to);
        if (to < 0) continue;
        arrows->arrows[arrows->count++] = (struct tree_arrow){from, to, 0, links->links[i]};
    }
    drop_straight(arrows);
    qsort(arrows->arrows, (size_t)arrows->count, sizeof *arrows->arrows, by_source);
    for (int i = 0; i < arrows->count; i++) {
        struct tree_arrow *arrow = &arrows->arrows[i];
        for (int k = 0; k < i; k++)
            if (arrows->arrows[k].row >= arrow->row && overlap(arrow, &arrows->arrows[k]))
                arrow->row = arrows->arrows[k].row + 1;
        if (arrow->row >= arrows->rows) arrows->rows = arrow->row + 1;
    }
}

/* ---- Pages of groups ------------------------------------------------------------------------ */

struct groups { /* links by target: first[to], then next[link] */
    uint32_t *first, *next;
};

static struct groups group_links(const struct tree_links *links)
{
    struct groups groups = {mem_array(links->slots + 1, sizeof(uint32_t)),
                            mem_array(links->count + 1, sizeof(uint32_t))};
    memset(groups.first, 0xff, (links->slots + 1) * sizeof(uint32_t));
    for (uint32_t i = links->count; i-- > 0;) {
        groups.next[i] = groups.first[links->links[i].to];
        groups.first[links->links[i].to] = i;
    }
    return groups;
}

static int arrow_rows(const struct tree_links *links, const struct groups *groups,
                      const struct tree_columns *columns)
{
    struct tree_link few[TREE_MAX_ARROWS];
    struct tree_links part = {few, 0, links->slots};
    struct tree_arrows arrows;
    for (int c = 0; c < columns->count; c++) {
        if (columns->slots[c] >= links->slots) continue;
        for (uint32_t i = groups->first[columns->slots[c]]; i != TRACE_NONE; i = groups->next[i])
            if (part.count < TREE_MAX_ARROWS) few[part.count++] = links->links[i];
    }
    tree_place(&part, columns, &arrows);
    return arrows.rows;
}

/* Adds a group as a whole; a group that no page could hold is begun at the selection. */
static bool add_group(const struct tree_links *links, const struct groups *groups, uint32_t to,
                      uint32_t selected, int most, int rows, struct tree_columns *columns)
{
    struct tree_columns wider = *columns;
    bool fits = add_column(&wider, to, most);
    for (uint32_t i = groups->first[to]; fits && i != TRACE_NONE; i = groups->next[i])
        fits = add_column(&wider, links->links[i].from, most);
    if (fits && arrow_rows(links, groups, &wider) <= rows) {
        *columns = wider;
        return true;
    }
    if (columns->count > 0) return false;
    add_column(columns, to, most);
    bool chosen = false;
    for (uint32_t i = groups->first[to]; i != TRACE_NONE; i = groups->next[i])
        chosen |= links->links[i].from == selected;
    for (uint32_t i = groups->first[to]; i != TRACE_NONE; i = groups->next[i]) {
        if (chosen && links->links[i].from < selected) continue;
        struct tree_columns more = *columns;
        if (!add_column(&more, links->links[i].from, most)) break;
        if (columns->count > 1 && arrow_rows(links, groups, &more) > rows) break;
        *columns = more;
    }
    return true;
}

static bool in_group(const struct tree_links *links, const struct groups *groups, uint32_t to,
                     uint32_t slot)
{
    if (to == slot) return true;
    for (uint32_t i = groups->first[to]; i != TRACE_NONE; i = groups->next[i])
        if (links->links[i].from == slot) return true;
    return false;
}

/* The page of groups that holds the selection: as target, else as source, else by its place. */
static void choose_groups(const struct tree_links *links, const struct groups *groups,
                          uint32_t selected, int most, int rows, struct tree_columns *columns)
{
    struct tree_columns page = {.count = 0};
    bool as_target = selected < links->slots && groups->first[selected] != TRACE_NONE;
    bool here = false, by_place = false, found = false;
    for (uint32_t to = 0; to < links->slots; to++) {
        if (groups->first[to] == TRACE_NONE) continue;
        if (!add_group(links, groups, to, selected, most, rows, &page)) {
            if (here) break;
            if (by_place && !found) *columns = page;
            page.count = 0;
            add_group(links, groups, to, selected, most, rows, &page);
            by_place = false;
        }
        here |= as_target ? to == selected : in_group(links, groups, to, selected);
        by_place |= to <= selected || columns->count == 0;
    }
    if (here || columns->count == 0 || by_place) *columns = page;
}

/* Slots in use, a page of them around the selection. */
static void choose_used(const struct tree_links *links, const bool *used, uint32_t selected,
                        int most, struct tree_columns *columns)
{
    uint32_t before = 0, total = 0;
    bool any = false;
    for (uint32_t s = 0; s < links->slots; s++)
        any |= used[s];
    for (uint32_t s = 0; s < links->slots; s++) {
        if (any && !used[s]) continue;
        before += s < selected;
        total++;
    }
    uint32_t page = most > 0 ? before / (uint32_t)most * (uint32_t)most : 0, at = 0;
    if (page >= total && total) page = (total - 1) / (uint32_t)most * (uint32_t)most;
    for (uint32_t s = 0; s < links->slots && columns->count < most; s++) {
        if (any && !used[s]) continue;
        if (at++ >= page) add_column(columns, s, most);
    }
}

void tree_choose(const struct tree_links *links, const bool *used, uint32_t selected, int most,
                 int rows, struct tree_columns *columns)
{
    columns->count = 0;
    if (most < 1) most = 1;
    if (most > TREE_MAX_COLUMNS) most = TREE_MAX_COLUMNS;
    if (!links->slots) return;
    if (links->count && most > 1) {
        struct groups groups = group_links(links);
        choose_groups(links, &groups, selected, most, rows, columns);
        free(groups.first);
        free(groups.next);
    } else {
        choose_used(links, used, selected, most, columns);
    }
    if (selected >= links->slots || tree_column_of(columns, selected) >= 0) return;
    if (columns->count == most) { /* room for the selection, at the end that is further away */
        bool first = columns->slots[0] > selected;
        if (!first)
            memmove(columns->slots, columns->slots + 1,
                    (size_t)(columns->count - 1) * sizeof *columns->slots);
        columns->count--;
    }
    add_column(columns, selected, most);
}

/* ---- Over several steps --------------------------------------------------------------------- */

void tree_choose_steps(const struct tree_links *steps, int step_count, uint32_t selected, int most,
                       struct tree_columns *columns)
{
    columns->count = 0;
    if (!step_count || !steps[0].slots) return;
    uint32_t start = selected;
    const struct tree_links *last = &steps[step_count - 1];
    bool found = false;
    for (int s = 0; s < step_count && !found; s++)
        for (uint32_t i = 0; i < steps[s].count && !found; i++)
            found = steps[s].links[i].to == selected || steps[s].links[i].from == selected;
    if (!found && last->count) start = last->links[0].to;
    add_column(columns, start, most);
    for (int s = 0; s < step_count; s++) /* what flows straight into it comes first */
        for (uint32_t i = 0; i < steps[s].count; i++)
            if (steps[s].links[i].to == start) add_column(columns, steps[s].links[i].from, most);
    for (int s = step_count - 1; s >= 0; s--) {
        struct tree_columns before = *columns; /* a step does not feed itself */
        for (uint32_t i = 0; i < steps[s].count; i++)
            if (tree_column_of(&before, steps[s].links[i].to) >= 0)
                add_column(columns, steps[s].links[i].from, most);
    }
    for (int s = step_count - 1; s >= 0; s--) /* room left: more arrows of the last step */
        for (uint32_t i = 0; i < steps[s].count && columns->count + 1 < most; i++) {
            add_column(columns, steps[s].links[i].to, most);
            add_column(columns, steps[s].links[i].from, most);
        }
    if (tree_column_of(columns, selected) < 0) add_column(columns, selected, most);
}

/* ---- Reads that no write follows ------------------------------------------------------------- */

/* Links from every slot that a thread reads to the first one it reads: not to be drawn, but slots
 * that one thread compares should stand together. */
struct tree_links tree_pairs(const struct tree *tree)
{
    const struct trace_launch *launch = tree->launch;
    const struct trace_round *range = trace_block_round(launch, tree->block, tree->index);
    struct tree_links result = {.slots = tree_slot_count(tree, tree->array)};
    const struct trace_array *array = &launch->arrays[tree->array];
    uint32_t bytes = array->count ? array->bytes / array->count : 0, capacity = 0;
    uint32_t threads = trace_warps(launch) * (uint32_t)TRACE_LANES;
    uint32_t *first = mem_array(threads + 1, sizeof *first);
    memset(first, 0xff, threads * sizeof *first);
    for (uint32_t i = range->first; bytes && i < range->first + range->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind != TRACE_LOAD || request->space != TRACE_SHARED) continue;
        if (request->object != tree->array || result.count > MOST_PAIRS) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            uint32_t thread = request->warp * (uint32_t)TRACE_LANES + lane;
            int64_t offset = round_lane_offset(launch, request, lane);
            if (offset < 0 || offset >= array->bytes) continue;
            uint32_t slot = (uint32_t)offset / bytes;
            if (first[thread] == TRACE_NONE) first[thread] = slot;
            if (first[thread] == slot) continue;
            MEM_GROW(result.links, result.count, capacity);
            result.links[result.count++] =
                (struct tree_link){slot, first[thread], thread, false, TRACE_NONE};
        }
    }
    free(first);
    return result;
}
