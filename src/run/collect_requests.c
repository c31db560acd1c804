#include "run/collect_impl.h"

#include "base/mem.h"
#include "trace/check.h"

#include <string.h>

/* ---- Unpacking --------------------------------------------------------------------------- */

static bool plain_width(uint8_t width)
{
    return width == 1 || width == 2 || width == 4 || width == 8 || width == 16;
}

static bool sensible(const struct spool_request *head)
{
    if (!head->mask || head->kind >= TRACE_KIND_COUNT || head->space > TRACE_NO_SPACE) return false;
    if (head->kind > TRACE_ATOMIC) return !head->width || plain_width(head->width);
    return plain_width(head->width) && head->space != TRACE_NO_SPACE;
}

static void unpack(struct spooled *r, const uint8_t *body)
{
    for (uint32_t i = 0; i < r->lanes; i++) {
        int64_t delta;
        int32_t narrow;
        if (r->head->flags & SPOOL_WIDE) {
            memcpy(&delta, body + (size_t)i * 8, 8);
        } else {
            memcpy(&narrow, body + (size_t)i * 4, 4);
            delta = narrow;
        }
        r->address[i] = r->head->address + (uint64_t)delta;
    }
}

/* __builtin_popcount is a function call where the processor is not known to have the instruction.
 */
static uint32_t lane_count(uint32_t mask)
{
    if (mask == UINT32_MAX) return TRACE_LANES;
    return mask & (mask - 1) ? (uint32_t)__builtin_popcount(mask) : 1;
}

bool spooled_next(const uint8_t **at, const uint8_t *end, struct spooled *r)
{
    for (;;) {
        const struct spool_request *head = (const void *)*at;
        if ((size_t)(end - *at) < sizeof *head) return false;
        size_t body = (size_t)head->inlined * 8;
        if (body > (size_t)(end - *at) - sizeof *head) return false;
        *at += sizeof *head + body;
        if (!sensible(head)) continue;
        uint32_t lanes = lane_count(head->mask);
        size_t deltas = head->flags & SPOOL_AFFINE ? 0
                        : head->flags & SPOOL_WIDE ? (size_t)lanes * 8
                                                   : ((size_t)lanes * 4 + 7) / 8 * 8;
        size_t values = head->flags & SPOOL_VALUES ? (size_t)lanes * head->width : 0;
        if (deltas + values > body) continue;
        r->head = head;
        r->lanes = lanes;
        r->affine = head->flags & SPOOL_AFFINE;
        if (!r->affine) unpack(r, (const uint8_t *)(head + 1));
        r->values = values ? (const uint8_t *)(head + 1) + deltas : NULL;
        return true;
    }
}

void spooled_addresses(struct spooled *r)
{
    int first = __builtin_ctz(r->head->mask);
    uint32_t i = 0;
    if (!r->affine) return;
    for (uint32_t rest = r->head->mask; rest; rest &= rest - 1)
        r->address[i++] =
            r->head->address + (uint64_t)((int64_t)r->head->stride * (__builtin_ctz(rest) - first));
    r->affine = false;
}

/* ---- Objects ----------------------------------------------------------------------------- */

struct emitter {
    struct collect *c;
    uint32_t block, round;
    /* The array or allocation of the last request: the next one is usually in it too. */
    struct shared_array *array;
    struct memory_block *memory;
};

struct object { /* what a lane touched; both NULL: nothing known */
    struct shared_array *array;
    struct memory_block *memory;
    bool inside;
};

static struct object object_of(struct emitter *e, uint8_t space, uint64_t address)
{
    struct object o = {0};
    if (space == TRACE_SHARED) {
        if (!e->array || address - e->array->region >= e->array->bytes) {
            struct shared_array *found = shared_find(e->c, address);
            if (!found) return o;
            e->array = found;
        }
        o.array = e->array;
    } else {
        if (!e->memory || address - e->memory->address >= e->memory->bytes) {
            struct memory_block *found = memory_find(e->c, address);
            if (!found) return o;
            e->memory = found;
        }
        o.memory = e->memory;
    }
    o.inside = true;
    return o;
}

/* Lanes outside everything belong to what the other lanes touch, or to what lies next to them. */
static void adopt(struct emitter *e, const struct spooled *r, struct object *objects)
{
    const struct object *model = NULL;
    for (uint32_t i = 0; i < r->lanes && !model; i++)
        if (objects[i].inside) model = &objects[i];
    for (uint32_t i = 0; i < r->lanes; i++) {
        if (objects[i].inside) continue;
        if (model) {
            objects[i].array = model->array;
            objects[i].memory = model->memory;
        } else if (objects[i].array) {
            continue;
        } else if (r->head->space == TRACE_SHARED) {
            objects[i].array = shared_near(e->c, r->address[i]);
        } else {
            objects[i].memory = memory_near(e->c, r->address[i]);
        }
    }
}

/* Lanes side by side that run over the end of an array into the next one are all meant for the
 * array that most of them are in. */
static void keep_together(const struct spooled *r, struct object *objects)
{
    const struct object *most = NULL;
    uint32_t best = 0;
    for (uint32_t i = 0; i < r->lanes; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < r->lanes; k++)
            same += objects[i].inside && objects[k].array == objects[i].array;
        if (same > best) {
            best = same;
            most = &objects[i];
        }
    }
    for (uint32_t i = 0; i < r->lanes && most; i++)
        if (objects[i].array != most->array) {
            objects[i].array = most->array;
            objects[i].inside = false;
        }
}

#define IMAGE_BYTES (UINT64_C(1) << 32)

/* What offsets count from: for the program's own constants (string literals, tables) the image's
 * base, so that they are the same in every run; else nothing is known and they are addresses. */
static uint64_t base_of(const struct emitter *e, const struct object *o, uint64_t address)
{
    if (o->array) return o->array->region;
    if (o->memory) return o->memory->address;
    return address - e->c->image_base < IMAGE_BYTES ? e->c->image_base : 0;
}

/* Kept within what a trace may hold: a wild address is wild enough at 2^62. */
static int64_t offset_within(uint64_t address, uint64_t base)
{
    int64_t offset = (int64_t)(address - base);
    if (offset > TRACE_MAX_OFFSET) return TRACE_MAX_OFFSET;
    return offset < -TRACE_MAX_OFFSET ? -TRACE_MAX_OFFSET : offset;
}

static bool same_object(const struct object *a, const struct object *b)
{
    return a->array == b->array && a->memory == b->memory;
}

static uint32_t object_index(struct emitter *e, const struct object *o)
{
    if (o->array) return o->array->index;
    return o->memory ? memory_index(e->c, o->memory) : TRACE_NONE;
}

/* ---- Emitting ---------------------------------------------------------------------------- */

static struct trace_request row_of(struct emitter *e, const struct spool_request *head)
{
    struct collect *c = e->c;
    struct trace_request row = {.site = c->resolver->site(c->resolver, head->site),
                                .mask = head->mask,
                                .object = TRACE_NONE,
                                .sync_mask = head->sync_mask,
                                .warp = head->warp,
                                .kind = head->kind,
                                .space = head->space,
                                .width = head->width,
                                .flags = head->flags & SPOOL_VOLATILE ? TRACE_VOLATILE : 0};
    if (head->flags & SPOOL_COMPARES) row.flags |= TRACE_COMPARES;
    bool mere = head->kind == TRACE_ATOMIC && c->resolver->overwrites &&
                c->resolver->overwrites(c->resolver, head->site);
    if (mere || head->flags & SPOOL_OVERWRITES) row.flags |= TRACE_OVERWRITES;
    bool narrow = head->kind == TRACE_ATOMIC && c->resolver->block_scope &&
                  c->resolver->block_scope(c->resolver, head->site);
    if (narrow || head->flags & SPOOL_BLOCK_SCOPE) row.flags |= TRACE_BLOCK_SCOPE;
    if (head->flags & SPOOL_CONTINUED) row.flags |= TRACE_CONTINUED;
    return row;
}

static bool writes(const struct spool_request *head)
{
    return head->kind == TRACE_STORE || head->kind == TRACE_ATOMIC;
}

/* The lanes of a request that touched the same object as lane `first` (a position). */
static void emit_lanes(struct emitter *e, const struct spooled *r, struct object *objects,
                       bool *done, uint32_t first)
{
    struct trace_request row = row_of(e, r->head);
    int64_t offsets[TRACE_LANES];
    uint8_t values[TRACE_LANES * 16];
    const struct object *o = &objects[first];
    uint32_t count = 0, at = 0, width = r->head->width;
    row.mask = 0;
    row.object = object_index(e, o);
    if (o->memory && o->memory->kind == TRACE_CONSTANT_SYMBOL) row.space = TRACE_CONSTANT;
    if (first) row.flags |= TRACE_CONTINUED;
    for (uint32_t rest = r->head->mask; rest; rest &= rest - 1, at++) {
        if (done[at] || !same_object(o, &objects[at])) continue;
        done[at] = true;
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        row.mask |= 1u << lane;
        offsets[count] = offset_within(r->address[at], base_of(e, o, r->address[at]));
        if (r->values)
            memcpy(values + (size_t)count * width, r->values + (size_t)at * width, width);
        if (o->array && writes(r->head)) shared_written(o->array, offsets[count], width);
        if (o->array && !objects[at].inside)
            diagnostic_outside(e->c, r->head, row.site, lane, o->array, offsets[count], e->block,
                               e->round);
        count++;
    }
    builder_request(e->c->builder, &row, offsets, r->values ? values : NULL);
}

/* An access to a guard variable of the compiler's. */
static bool is_hidden(const struct collect *c, const struct spool_request *head)
{
    if (head->space != TRACE_SHARED) return false;
    for (uint32_t i = 0; i < c->resolver->hidden_count; i++)
        if (head->address - c->resolver->hidden[i].region < c->resolver->hidden[i].bytes)
            return true;
    return false;
}

static void emit_scattered(struct emitter *e, struct spooled *r)
{
    struct object objects[TRACE_LANES];
    bool done[TRACE_LANES] = {false}, was_affine = r->affine;
    if (is_hidden(e->c, r->head)) {
        e->c->hidden += r->lanes;
        e->c->accesses -= r->lanes;
        return;
    }
    spooled_addresses(r);
    for (uint32_t i = 0; i < r->lanes; i++)
        objects[i] = object_of(e, r->head->space, r->address[i]);
    for (uint32_t rest = r->head->mask, i = 0; rest; rest &= rest - 1, i++)
        if (!objects[i].inside) {
            const uint32_t lane = (uint32_t)__builtin_ctz(rest);
            diagnostic_host(e->c, r->head, lane, r->address[i], e->block, e->round);
            diagnostic_wild(e->c, r->head, lane, e->block, e->round);
        }
    if (was_affine && r->head->space == TRACE_SHARED) keep_together(r, objects);
    adopt(e, r, objects);
    for (uint32_t i = 0; i < r->lanes; i++)
        if (!done[i]) emit_lanes(e, r, objects, done, i);
}

/* Usually lanes lie side by side, and all of it was written before. */
static void mark_affine(struct shared_array *array, const struct trace_request *row)
{
    int first = __builtin_ctz(row->mask), last = 31 - __builtin_clz(row->mask);
    if (!array->unwritten) return;
    if (row->stride == row->width &&
        !memchr(array->written + row->offset, 0, (size_t)(last - first + 1) * row->width))
        return;
    for (uint32_t rest = row->mask; rest; rest &= rest - 1)
        shared_written(array, row->offset + (int64_t)row->stride * (__builtin_ctz(rest) - first),
                       row->width);
}

/* All lanes in one object on a line: the usual case. */
static bool emit_affine(struct emitter *e, const struct spooled *r)
{
    const struct spool_request *head = r->head;
    int span = 31 - __builtin_clz(head->mask) - __builtin_ctz(head->mask);
    uint64_t far = head->address + (uint64_t)((int64_t)head->stride * span);
    struct object o = object_of(e, head->space, head->address), end;
    if (!o.inside) return false;
    end = object_of(e, head->space, far + head->width - 1);
    if (!end.inside || !same_object(&o, &end)) return false;
    /* The lowest address is at one end; so is the highest, but for its width. */
    if (head->stride < 0 && head->address - base_of(e, &o, head->address) + head->width >
                                (o.array ? o.array->bytes : o.memory->bytes))
        return false;
    struct trace_request row = row_of(e, head);
    row.object = object_index(e, &o);
    row.offset = (int64_t)(head->address - base_of(e, &o, head->address));
    row.stride = span ? head->stride : 0;
    if (o.memory && o.memory->kind == TRACE_CONSTANT_SYMBOL) row.space = TRACE_CONSTANT;
    if (o.array && writes(head)) mark_affine(o.array, &row);
    builder_request(e->c->builder, &row, NULL, r->values);
    return true;
}

/* Lanes that touch one object here and there. */
static bool emit_one_object(struct emitter *e, const struct spooled *r)
{
    const struct spool_request *head = r->head;
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t i = 0; i < r->lanes; i++) {
        if (r->address[i] < low) low = r->address[i];
        if (r->address[i] > high) high = r->address[i];
    }
    struct object o = object_of(e, head->space, low);
    struct object end = object_of(e, head->space, high + head->width - 1);
    if (!o.inside || !end.inside || !same_object(&o, &end)) return false;
    struct trace_request row = row_of(e, head);
    int64_t offsets[TRACE_LANES];
    row.object = object_index(e, &o);
    if (o.memory && o.memory->kind == TRACE_CONSTANT_SYMBOL) row.space = TRACE_CONSTANT;
    uint64_t base = base_of(e, &o, low);
    for (uint32_t i = 0; i < r->lanes; i++)
        offsets[i] = (int64_t)(r->address[i] - base);
    if (o.array && writes(head))
        for (uint32_t i = 0; i < r->lanes; i++)
            shared_written(o.array, offsets[i], head->width);
    builder_request(e->c->builder, &row, offsets, r->values);
    return true;
}

static void emit_synchronisation(struct emitter *e, struct spooled *r)
{
    struct trace_request row = row_of(e, r->head);
    int64_t lanes[TRACE_LANES];
    row.space = TRACE_NO_SPACE;
    if (row.kind != TRACE_SHUFFLE) {
        builder_request(e->c->builder, &row, NULL, r->values);
        return;
    }
    spooled_addresses(r);
    for (uint32_t i = 0; i < r->lanes; i++)
        lanes[i] = r->address[i] % TRACE_LANES;
    builder_request(e->c->builder, &row, lanes, r->values);
}

static void emit(struct emitter *e, struct spooled *r)
{
    if (r->head->kind > TRACE_ATOMIC) {
        emit_synchronisation(e, r);
        return;
    }
    e->c->accesses += r->lanes;
    if (r->affine ? !emit_affine(e, r) : !emit_one_object(e, r)) emit_scattered(e, r);
}

/* ---- A round ----------------------------------------------------------------------------- */

static void emit_entries(struct emitter *e, const struct spool_entry *entries, size_t count)
{
    struct collect *c = e->c;
    size_t rows = rows_gather(c, entries, count);
    for (size_t i = 0; i < rows; i++) {
        struct spooled r, other;
        if (!row_unpack(c->rows[i].head, &r)) continue;
        if (!c->rows[i].values)
            r.values = NULL;
        else if (c->rows[i].values != c->rows[i].head)
            r.values = row_unpack(c->rows[i].values, &other) ? other.values : NULL;
        emit(e, &r);
    }
}

void requests_round(struct collect *c, const struct spool_entry *entries, size_t count)
{
    struct emitter e = {.c = c, .block = entries[0].block, .round = entries[0].round};
    const uint32_t *block = c->launch->record->block;
    bool one_warp = (uint64_t)block[0] * block[1] * block[2] <= TRACE_LANES;
    /* One warp has nothing to sort, and may do millions of things in a round. */
    size_t step = one_warp ? 1 : count;
    for (size_t i = 0; i < count; i += step)
        emit_entries(&e, entries + i, step);
}
