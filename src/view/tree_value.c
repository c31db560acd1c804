/* What a slot's cell says: a value, unset, what the value holds, who wrote it. */
#include "view/tree.h"

#include "analysis/holds.h"
#include "analysis/history.h"
#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

uint32_t tree_slot_count(const struct tree *tree, uint32_t array)
{
    return array < tree->launch->array_count ? tree->launch->arrays[array].count : 0;
}

enum tree_cell tree_cell(const struct tree *tree, uint32_t array, uint32_t slot, uint32_t round)
{
    if (slot >= tree_slot_count(tree, array)) return TREE_UNSET;
    const uint8_t *written = trace_written(tree->launch, array, tree->block, round);
    if (!written || !written[slot]) return TREE_UNSET;
    if (round != tree->index || array >= ROUND_ARRAYS) return TREE_VALUE;
    uint32_t number = round_slot_number(tree->round, array, slot);
    return tree->round->slots[number].writes ? TREE_VALUE : TREE_STALE;
}

void tree_value(const struct tree *tree, uint32_t array, uint32_t slot, uint32_t round, char *out,
                size_t size)
{
    const uint8_t *data = trace_snapshot(tree->launch, array, tree->block, round);
    if (!data || tree_cell(tree, array, slot, round) == TREE_UNSET) {
        snprintf(out, size, "%s", _("unset"));
        return;
    }
    const struct trace_array *a = &tree->launch->arrays[array];
    size_t bytes = a->count ? a->bytes / a->count : 0;
    trace_format_value(tree->trace, a->type, data + slot * bytes, out, size);
}

void tree_content(const struct tree *tree, enum cell_content content, uint32_t array, uint32_t slot,
                  uint32_t round, int columns, char *out, size_t size)
{
    bool set = tree_cell(tree, array, slot, round) != TREE_UNSET;
    if (content == CELL_VALUE || !set || array >= ROUND_ARRAYS) {
        tree_value(tree, array, slot, round, out, size);
        return;
    }
    uint32_t number = round_slot_number(tree->round, array, slot);
    if (content == CELL_HOLDS) {
        struct holds holds =
            holds_of(tree->analysis, tree->launch_index, tree->block, round, number);
        holds_text(tree->round, &holds, array, columns, out, size);
        return;
    }
    const struct history_write *write =
        history_last_write(tree->analysis, tree->launch_index, tree->block, number, round);
    if (!write) {
        snprintf(out, size, "?");
        return;
    }
    snprintf(out, size, write->many ? _("several") : _("thr %u"), write->thread);
    if (canvas_width(out) > columns) snprintf(out, size, write->many ? "*" : "%u", write->thread);
}

/* ---- The other pane ------------------------------------------------------------------------- */

static const struct pane *other_pane(const struct tree *tree)
{
    if (tree->state->pane_count < 2) return NULL;
    const struct pane *other = &tree->state->panes[tree->pane == &tree->state->panes[0]];
    bool same = other->trace && strcmp(other->trace->program, tree->trace->program) == 0;
    return same ? other : NULL;
}

bool tree_differs(const struct tree *tree, uint32_t array, uint32_t slot, uint32_t round)
{
    const struct pane *other = other_pane(tree);
    if (!other || other->cursor.launch >= other->trace->launch_count) return false;
    const struct trace_launch *launch = &other->trace->launches[other->cursor.launch];
    const struct trace_array *a = &tree->launch->arrays[array];
    uint32_t block = trace_find_block(launch, tree->launch->blocks[tree->block].index);
    if (block == TRACE_NONE || round >= launch->blocks[block].rounds) return false;
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const struct trace_array *b = &launch->arrays[i];
        if (strcmp(a->name, b->name) != 0 || a->count != b->count || a->bytes != b->bytes) continue;
        const uint8_t *left = trace_snapshot(tree->launch, array, tree->block, round);
        const uint8_t *right = trace_snapshot(launch, i, block, round);
        if (!left || !right || slot >= a->count) return false;
        size_t bytes = a->bytes / a->count;
        return memcmp(left + slot * bytes, right + slot * bytes, bytes) != 0;
    }
    return false;
}

/* ---- Names and widths ----------------------------------------------------------------------- */

void tree_slot_name(const struct tree *tree, uint32_t array, uint32_t slot, char *out, size_t size)
{
    if (array >= tree->launch->array_count) {
        snprintf(out, size, "[%u]", slot);
        return;
    }
    trace_slot_name(&tree->launch->arrays[array], slot, out, size);
}

int tree_column_width(const struct tree *tree, uint32_t array, const uint32_t *slots, int count)
{
    int widest = 0;
    for (int i = 0; i < count; i++) {
        for (uint32_t back = 0; back < 2 && back <= tree->index; back++) {
            char text[TREE_TEXT];
            tree_value(tree, array, slots[i], tree->index - back, text, sizeof text);
            int width = canvas_width(text) + 1;
            if (!back && tree_cell(tree, array, slots[i], tree->index) == TREE_STALE) width++;
            if (width > widest) widest = width;
        }
    }
    return widest;
}

void tree_ordinal(uint32_t number, char *out, size_t size)
{
    bool teen = number % 100 >= 11 && number % 100 <= 13;
    uint32_t digit = teen ? 0 : number % 10;
    snprintf(out, size,
             digit == 1   ? _("%ust")
             : digit == 2 ? _("%und")
             : digit == 3 ? _("%urd")
                          : _("%uth"),
             number);
}
