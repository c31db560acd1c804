/* slots_members.c - structs in shared memory: which of their bytes have to be written, and those
 * that are written without a request (a struct that a function returns right into its slot). */
#include "analysis/race.h"
#include "analysis/slots_window.h"

#include <string.h>

static const struct trace_type *struct_type(const struct trace *trace, uint32_t type)
{
    if (type >= trace->type_count) return NULL;
    const struct trace_type *t = &trace->types[type];
    return t->kind == TRACE_STRUCT && t->field_count ? t : NULL;
}

static uint64_t field_bytes(const struct trace *trace, const struct trace_field *f)
{
    return f->type < trace->type_count ? trace->types[f->type].bytes : 0;
}

static bool in_member(const struct trace *trace, uint32_t type, uint64_t at)
{
    const struct trace_type *t = struct_type(trace, type);
    if (!t) return true;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct trace_field *f = &t->fields[i];
        uint64_t bytes = field_bytes(trace, f);
        if (!bytes) return true;
        if (at >= f->offset && at - f->offset < bytes * f->count &&
            in_member(trace, f->type, (at - f->offset) % bytes))
            return true;
    }
    return false;
}

/* Members that share bytes, at any depth: one of them is written, all of them are copied. */
static bool has_union(const struct trace *trace, uint32_t type)
{
    const struct trace_type *t = struct_type(trace, type);
    uint64_t end = 0;
    for (uint32_t i = 0; t && i < t->field_count; i++) {
        const struct trace_field *f = &t->fields[i];
        if ((i && f->offset < end) || has_union(trace, f->type)) return true;
        uint64_t last = f->offset + field_bytes(trace, f) * f->count;
        if (last > end) end = last;
    }
    return false;
}

static uint32_t element_of(const struct slot_window *w, uint32_t array)
{
    return race_element_bytes(w->trace, w->launch, TRACE_SHARED, array);
}

bool slot_window_padding(const struct slot_window *w, uint64_t byte)
{
    uint32_t array = slot_window_array(w->launch, byte);
    if (array == TRACE_NONE) return false;
    return !in_member(w->trace, w->launch->arrays[array].type,
                      (byte - w->launch->arrays[array].offset) % element_of(w, array));
}

/* Whether a slot of a plain type had been written by the end of the round before. */
static bool plain_written(const struct slot_window *w, uint32_t array, uint64_t slot)
{
    if (!w->round) return false;
    const uint8_t *written = trace_written(w->launch, array, w->block, w->round - 1);
    return written && slot < w->launch->arrays[array].count && written[slot];
}

bool slot_window_excused(const struct slot_window *w, uint64_t byte)
{
    uint32_t array = slot_window_array(w->launch, byte);
    if (array == TRACE_NONE) return false;
    const struct trace_array *a = &w->launch->arrays[array];
    uint32_t element = element_of(w, array);
    uint64_t slot = (byte - a->offset) / element;
    if (!struct_type(w->trace, a->type)) return plain_written(w, array, slot);
    if (!has_union(w->trace, a->type)) return false; /* each byte is asked for by itself */
    uint64_t start = a->offset + slot * element;
    for (uint64_t b = start; b < start + element && b < w->bytes; b++)
        if (w->state[b] != BYTE_UNSET) return true;
    return false;
}

/* A slot that holds something where no request wrote: all of it was written. Unset memory is 0 in a
 * recording of the emulator's. */
static void find_unseen(struct slot_window *w, const uint8_t *data, uint64_t start,
                        uint32_t element)
{
    uint8_t *state = w->state + start;
    bool seen = true;
    for (uint32_t i = 0; i < element && seen; i++)
        seen = state[i] != BYTE_UNSET || !data[i];
    for (uint32_t i = 0; i < element && !seen; i++)
        if (state[i] == BYTE_UNSET) state[i] = BYTE_OLD;
}

/* What a run with another filling left in the array at the end of the round, or NULL. */
static const uint8_t *other_snapshot(const struct slot_window *w, uint32_t array)
{
    if (!w->other) return NULL;
    uint32_t block = trace_find_block(w->other, w->launch->blocks[w->block].index);
    if (block == TRACE_NONE || w->round >= w->other->blocks[block].rounds) return NULL;
    return trace_snapshot(w->other, array, block, w->round);
}

/* Zeros were written where the other filling is gone, too. */
static void find_equal(struct slot_window *w, uint32_t array, const uint8_t *data)
{
    const struct trace_array *a = &w->launch->arrays[array];
    const uint8_t *other = other_snapshot(w, array);
    for (uint32_t i = 0; data && other && i < a->bytes; i++)
        if (w->state[a->offset + i] == BYTE_UNSET && data[i] == other[i])
            w->state[a->offset + i] = BYTE_OLD;
}

void slot_window_unseen(struct slot_window *w)
{
    if (w->trace->backend != TRACE_EMULATOR) return;
    for (uint32_t i = 0; i < w->launch->array_count; i++) {
        const struct trace_array *a = &w->launch->arrays[i];
        uint32_t element = element_of(w, i);
        if (!struct_type(w->trace, a->type) || a->offset + (uint64_t)a->bytes > w->bytes) continue;
        if (!memchr(w->state + a->offset, BYTE_UNSET, a->bytes)) continue;
        const uint8_t *data = trace_snapshot(w->launch, i, w->block, w->round);
        for (uint64_t at = 0; data && at + element <= a->bytes; at += element)
            find_unseen(w, data + at, a->offset + at, element);
        find_equal(w, i, data);
    }
}
