#include "trace/columns.h"

#include "base/mem.h"
#include "trace/builder.h"

#include <stdlib.h>
#include <string.h>

/* ---- Encoding ---------------------------------------------------------------------------- */

/* Open addressing; entries are shape + 1, 0 = free. Twice as large as the table of shapes. */
struct shape_index {
    uint32_t *slots;
    uint32_t size, capacity; /* capacity: of columns.shapes */
};

static uint32_t hash(const struct column_shape *shape)
{
    uint32_t words[sizeof *shape / 4], h = 2166136261u;
    memcpy(words, shape, sizeof *shape);
    for (size_t i = 0; i < sizeof words / 4; i++)
        h = (h ^ words[i]) * 2654435761u;
    return h ^ h >> 15;
}

static void rehash(struct shape_index *index, const struct columns *c)
{
    free(index->slots);
    index->size = index->size ? index->size * 2 : 1024;
    index->slots = mem_array(index->size, sizeof *index->slots);
    for (uint32_t i = 0; i < c->shape_count; i++) {
        uint32_t at = hash(&c->shapes[i]);
        while (index->slots[at & (index->size - 1)])
            at++;
        index->slots[at & (index->size - 1)] = i + 1;
    }
}

static uint32_t find_shape(struct shape_index *index, struct columns *c,
                           const struct column_shape *shape)
{
    if (c->shape_count * 2 >= index->size) rehash(index, c);
    for (uint32_t at = hash(shape);; at++) {
        uint32_t *slot = &index->slots[at & (index->size - 1)];
        if (!*slot) {
            MEM_GROW(c->shapes, c->shape_count, index->capacity);
            c->shapes[c->shape_count] = *shape;
            return (*slot = ++c->shape_count) - 1;
        }
        if (!memcmp(&c->shapes[*slot - 1], shape, sizeof *shape)) return *slot - 1;
    }
}

static struct column_shape shape_of(const struct trace_request *r)
{
    struct column_shape shape = {.site = r->site,
                                 .mask = r->mask,
                                 .stride = r->stride,
                                 .object = r->object,
                                 .sync_mask = r->sync_mask,
                                 .kind = r->kind,
                                 .space = r->space,
                                 .width = r->width,
                                 .flags = r->flags & (uint8_t)~TRACE_VALUES};
    if (r->flags & TRACE_SCATTERED) shape.stride = 0;
    return shape;
}

static int64_t difference(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static int64_t sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void encode_lanes(struct columns *c, const struct trace_launch *l,
                         const struct trace_request *r)
{
    uint32_t lanes = (uint32_t)__builtin_popcount(r->mask);
    if (r->flags & TRACE_SCATTERED)
        for (uint32_t i = 1; i < lanes; i++)
            c->scattered[c->scattered_count++] =
                difference(l->scattered[r->scattered + i], l->scattered[r->scattered + i - 1]);
    if (r->flags & TRACE_VALUES) {
        uint64_t bytes = (uint64_t)lanes * r->width;
        memcpy(c->values + c->value_bytes, l->values + r->values, bytes);
        c->value_bytes += bytes;
    }
}

void columns_init(struct columns *c, const struct trace_launch *l)
{
    struct shape_index index = {0};
    memset(c, 0, sizeof *c);
    c->round_count = l->round_count;
    c->request_count = l->request_count;
    c->counts = mem_array(l->round_count, sizeof *c->counts);
    c->shape = mem_array(l->request_count, sizeof *c->shape);
    c->warp = mem_array(l->request_count, sizeof *c->warp);
    c->offset = mem_array(l->request_count, sizeof *c->offset);
    c->valued = mem_array(l->request_count, sizeof *c->valued);
    c->scattered = mem_array(l->scattered_count, sizeof *c->scattered);
    c->values = mem_alloc(l->value_bytes);
    for (uint32_t i = 0; i < l->round_count; i++)
        c->counts[i] = l->rounds[i].count;
    for (uint32_t i = 0; i < l->request_count; i++) {
        const struct trace_request *r = &l->requests[i];
        struct column_shape shape = shape_of(r);
        c->shape[i] = find_shape(&index, c, &shape);
        c->warp[i] = r->warp;
        c->valued[i] = (r->flags & TRACE_VALUES) != 0;
        encode_lanes(c, l, r);
    }
    int64_t *last = mem_array(c->shape_count, sizeof *last);
    for (uint32_t i = 0; i < l->request_count; i++) {
        const struct trace_request *r = &l->requests[i];
        int64_t offset = r->flags & TRACE_SCATTERED ? l->scattered[r->scattered] : r->offset;
        c->offset[i] = difference(offset, last[c->shape[i]]);
        last[c->shape[i]] = offset;
    }
    free(last);
    free(index.slots);
}

void columns_fini(struct columns *c)
{
    free(c->shapes);
    free(c->counts);
    free(c->shape);
    free(c->warp);
    free(c->offset);
    free(c->valued);
    free(c->scattered);
    free(c->values);
    memset(c, 0, sizeof *c);
}

/* ---- Decoding ---------------------------------------------------------------------------- */

struct decoder {
    const struct columns *c;
    struct trace_builder *builder;
    int64_t *last; /* by shape */
    struct trace_request *templates;
    uint64_t request, scattered, value;
};

static int decode_request(struct decoder *d)
{
    const struct columns *c = d->c;
    uint64_t i = d->request++;
    uint32_t shape = c->shape[i];
    if (shape >= c->shape_count || c->warp[i] > UINT16_MAX) return -1;
    struct trace_request *r = &d->templates[shape];
    uint32_t lanes = (uint32_t)__builtin_popcount(r->mask);
    int64_t offsets[TRACE_LANES];
    const void *values = NULL;
    r->warp = (uint16_t)c->warp[i];
    r->offset = d->last[shape] = sum(d->last[shape], c->offset[i]);
    bool scattered = c->shapes[shape].flags & TRACE_SCATTERED;
    if (scattered && lanes) {
        if (lanes - 1 > c->scattered_count - d->scattered) return -1;
        offsets[0] = r->offset;
        for (uint32_t k = 1; k < lanes; k++)
            offsets[k] = sum(offsets[k - 1], c->scattered[d->scattered++]);
    }
    if (c->valued[i]) {
        uint64_t bytes = (uint64_t)lanes * r->width;
        if (bytes > c->value_bytes - d->value) return -1;
        values = c->values + d->value;
        d->value += bytes;
    }
    builder_request(d->builder, r, scattered ? offsets : NULL, values);
    return 0;
}

static int decode_block(struct decoder *d, const uint32_t *counts, uint32_t rounds)
{
    for (uint32_t k = 0; k < rounds; k++) {
        builder_round(d->builder);
        if (counts[k] > d->c->request_count - d->request) return -1;
        for (uint32_t n = 0; n < counts[k]; n++)
            if (decode_request(d)) return -1;
    }
    return 0;
}

static struct trace_request *make_templates(const struct columns *c)
{
    struct trace_request *templates = mem_array(c->shape_count, sizeof *templates);
    for (uint32_t i = 0; i < c->shape_count; i++) {
        const struct column_shape *s = &c->shapes[i];
        templates[i] = (struct trace_request){
            .site = s->site,
            .mask = s->mask,
            .stride = s->stride,
            .object = s->object,
            .sync_mask = s->sync_mask,
            .kind = s->kind,
            .space = s->space,
            .width = s->width,
            .flags = s->flags & (TRACE_VOLATILE | TRACE_CONTINUED | TRACE_COMPARES |
                                 TRACE_OVERWRITES | TRACE_BLOCK_SCOPE)};
    }
    return templates;
}

int columns_build(const struct columns *c, const struct columns_blocks *blocks,
                  struct trace_builder *builder, struct error *err)
{
    struct decoder d = {.c = c, .builder = builder};
    int status = 0;
    uint32_t round = 0;
    d.last = mem_array(c->shape_count, sizeof *d.last);
    d.templates = make_templates(c);
    builder_reserve(builder, c->request_count);
    for (uint32_t i = 0; i < blocks->count && !status; i++) {
        builder_block(builder, blocks->index[i], blocks->finished[i]);
        if (blocks->rounds[i] > c->round_count - round)
            status = -1;
        else
            status = decode_block(&d, c->counts + round, blocks->rounds[i]);
        round += blocks->rounds[i];
    }
    if (!status && (d.request != c->request_count || round != c->round_count)) status = -1;
    free(d.last);
    free(d.templates);
    if (status)
        error_set(err, "not a valid trace: the columns of the requests do not fit together");
    return status;
}
