#include "state/target.h"

#include "analysis/round.h"
#include "state/cursor.h"

uint64_t target_pack(enum target_kind kind, uint32_t of, uint32_t number)
{
    return (uint64_t)kind << 48 | (uint64_t)(of & 0xFFFF) << 32 | number;
}

uint64_t target_pack_row(enum target_kind kind, uint32_t of, uint32_t number, uint32_t first)
{
    uint32_t below = number > first ? number - first : 0;
    return (uint64_t)(below < 0xFF ? below : 0xFF) << 56 | target_pack(kind, of, number);
}

struct target target_unpack(uint64_t packed)
{
    uint32_t kind = packed >> 48 & 0xFF;
    if (kind >= TARGET_KIND_COUNT) kind = TARGET_NONE;
    return (struct target){.kind = (enum target_kind)kind,
                           .of = packed >> 32 & 0xFFFF,
                           .number = (uint32_t)packed,
                           .below = (uint32_t)(packed >> 56)};
}

/* ---- Slots and threads ----------------------------------------------------------------------- */

/* Rows and columns of an array of two dimensions or more, of a slice where it has slices. */
static bool plane_of(const struct trace_array *array, uint32_t *rows, uint32_t *columns)
{
    if (array->dim_count < 2) return false;
    *rows = array->dims[array->dim_count - 2];
    *columns = array->dims[array->dim_count - 1];
    return *rows && *columns;
}

/* A cell of a tile goes with the thread at the same place of the block. */
static void select_slot(struct pane *pane, uint32_t number, uint32_t slot)
{
    const struct trace_launch *launch = cursor_launch(pane);
    struct cursor *c = &pane->cursor;
    uint32_t rows, columns, at[3];
    if (!launch || number >= launch->array_count || slot >= launch->arrays[number].count) return;
    c->array = number;
    if (!plane_of(&launch->arrays[number], &rows, &columns)) {
        cursor_set_slot(pane, c, slot);
        return;
    }
    c->slot = slot;
    uint32_t x = slot % columns, y = slot / columns % rows;
    round_thread_xyz(launch, c->thread, at);
    if (x >= launch->block[0] || y >= launch->block[1]) return;
    c->thread = x + launch->block[0] * (y + launch->block[1] * at[2]);
    c->lane = c->thread % TRACE_LANES;
}

static void select_thread(struct pane *pane, uint32_t thread)
{
    const struct trace_launch *launch = cursor_launch(pane);
    struct cursor *c = &pane->cursor;
    uint32_t rows, columns, at[3];
    if (!launch || thread >= trace_threads(launch)) return;
    if (!cursor_array(pane) || !plane_of(cursor_array(pane), &rows, &columns)) {
        cursor_set_thread(pane, c, thread);
        return;
    }
    c->thread = thread;
    c->lane = thread % TRACE_LANES;
    round_thread_xyz(launch, thread, at);
    if (at[0] < columns && at[1] < rows)
        c->slot = c->slot / (rows * columns) * (rows * columns) + at[1] * columns + at[0];
}

bool target_select(struct pane *pane, struct target target)
{
    struct cursor *c = &pane->cursor;
    switch (target.kind) {
    case TARGET_SLOT:
        select_slot(pane, target.of, target.number);
        break;
    case TARGET_THREAD:
        select_thread(pane, target.number);
        break;
    case TARGET_LINE:
        c->source = target.of;
        c->line = target.number;
        c->top = target.number > target.below ? target.number - target.below : 1;
        break;
    case TARGET_BLOCK:
        c->block = target.number;
        c->after = false;
        break;
    case TARGET_ROW:
        c->scroll = (int)target.number;
        c->top = target.number >= target.below ? target.number - target.below + 1 : 1;
        break;
    case TARGET_VALUE:
        c->value = target.number;
        break;
    default:
        return false;
    }
    cursor_clamp(pane->trace, c);
    return true;
}
