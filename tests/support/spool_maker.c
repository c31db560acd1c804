#include "support/spool_maker.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_SEGMENT = 4096 };

void spool_maker_init(struct spool_maker *m, size_t size)
{
    m->bytes = mem_alloc(size);
    m->size = size;
    struct spool_header *h = (void *)m->bytes;
    *h = (struct spool_header){.magic = SPOOL_MAGIC,
                               .version = SPOOL_VERSION,
                               .header_bytes = sizeof *h,
                               .max_accesses = 32000000,
                               .capacity = size,
                               .used = SPOOL_FIRST,
                               .image_base = 0x10000};
    spool_maker_segment(m);
}

void spool_maker_fini(struct spool_maker *m)
{
    free(m->bytes);
}

void spool_maker_segment(struct spool_maker *m)
{
    struct spool_header *h = (void *)m->bytes;
    m->segment = h->used;
    assert(h->used + SMALL_SEGMENT <= m->size);
    h->used += SMALL_SEGMENT;
    struct spool_segment *s = (void *)(m->bytes + m->segment);
    s->size = SMALL_SEGMENT;
    s->filled = 0;
}

void spool_maker_add(struct spool_maker *m, uint32_t type, void *record, size_t bytes,
                     const void *tail, size_t tail_bytes)
{
    struct spool_record *r = record;
    struct spool_segment *s = (void *)(m->bytes + m->segment);
    size_t whole = (bytes + tail_bytes + 7) / 8 * 8;
    if (s->filled + whole > s->size - sizeof *s) {
        spool_maker_segment(m);
        s = (void *)(m->bytes + m->segment);
    }
    r->type = type;
    r->bytes = (uint32_t)whole;
    uint8_t *to = (uint8_t *)(s + 1) + s->filled;
    memcpy(to, record, bytes);
    if (tail_bytes) memcpy(to + bytes, tail, tail_bytes);
    s->filled += whole;
}

static size_t put_row(uint8_t *to, const struct spool_row *row)
{
    struct spool_request head = row->head;
    size_t lanes = (size_t)__builtin_popcount(head.mask), at = sizeof head;
    if (row->deltas) {
        head.flags |= SPOOL_WIDE;
        memcpy(to + at, row->deltas, lanes * 8);
        at += lanes * 8;
    } else {
        head.flags |= SPOOL_AFFINE;
    }
    if (row->values) {
        head.flags |= SPOOL_VALUES;
        memcpy(to + at, row->values, lanes * head.width);
        at = (at + lanes * head.width + 7) / 8 * 8;
    }
    head.inlined = (uint16_t)((at - sizeof head) / 8);
    memcpy(to, &head, sizeof head);
    return at;
}

void spool_maker_round(struct spool_maker *m, uint32_t launch, uint32_t block, uint32_t round,
                       const struct spool_row *rows, size_t count)
{
    struct spool_requests record = {
        .launch = launch, .block = block, .round = round, .count = (uint32_t)count};
    uint8_t *bytes = mem_alloc(count * 1024);
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += put_row(bytes + length, &rows[i]);
    spool_maker_add(m, SPOOL_REQUESTS, &record, sizeof record, bytes, length);
    free(bytes);
}

void spool_maker_snapshot(struct spool_maker *m, uint32_t launch, uint32_t block, uint32_t round,
                          uint32_t offset, const void *bytes, uint32_t size)
{
    struct spool_snapshot record = {
        .launch = launch, .block = block, .round = round, .offset = offset, .size = size};
    spool_maker_add(m, SPOOL_SNAPSHOT, &record, sizeof record, bytes, size);
}

void spool_maker_block_end(struct spool_maker *m, uint32_t launch, uint32_t block, uint32_t rounds)
{
    struct spool_block record = {.launch = launch, .block = block, .rounds = rounds};
    spool_maker_add(m, SPOOL_BLOCK_END, &record, sizeof record, NULL, 0);
}

/* ---- The sample -------------------------------------------------------------------------- */

static struct spool_request head(uint32_t site, uint32_t mask, uint16_t warp, enum trace_kind kind,
                                 enum trace_space space, uint64_t address, int32_t stride)
{
    struct spool_request r = {.site = site,
                              .mask = mask,
                              .address = address,
                              .stride = stride,
                              .warp = warp,
                              .kind = (uint8_t)kind,
                              .space = (uint8_t)space,
                              .width = kind <= TRACE_ATOMIC ? 4 : 0};
    return r;
}

/* Warp 1 first: as when its lanes were merged first. */
void spool_maker_sample_block(struct spool_maker *m, uint32_t block)
{
    int values[32], t[8] = {0}, s[40];
    int64_t both[32]; /* even lanes in s, odd ones in t */
    for (int i = 0; i < 32; i++) {
        values[i] = 100 + i;
        both[i] = i % 2 ? 1000 + i % 8 * 4 : i * 4;
    }
    for (int i = 0; i < 40; i++)
        s[i] = i + (int)block;
    const struct spool_row first[] = {
        {.head = head(10, 0xff, 1, TRACE_STORE, TRACE_SHARED, 1000 + 32 * 4, 4)},
        {.head = head(10, UINT32_MAX, 0, TRACE_STORE, TRACE_SHARED, 1000, 4), .values = values},
        {.head = head(11, UINT32_MAX, 0, TRACE_LOAD, TRACE_GLOBAL, 0x700000 + block * 128, 4)},
        {.head = head(12, UINT32_MAX, 0, TRACE_BARRIER, TRACE_NO_SPACE, 0, 0)},
        {.head = head(12, 0xff, 1, TRACE_BARRIER, TRACE_NO_SPACE, 0, 0)},
    };
    const struct spool_row second[] = {
        {.head = head(20, UINT32_MAX, 0, TRACE_STORE, TRACE_SHARED, 1000, 0), .deltas = both},
        {.head = head(21, 1, 0, TRACE_STORE, TRACE_SHARED, SPOOL_DYNAMIC + 8, 0)},
        {.head = head(22, 3, 0, TRACE_LOAD, TRACE_GLOBAL, 0x10040, 0)}, /* constant */
        {.head = head(23, UINT32_MAX, 0, TRACE_EXIT, TRACE_NO_SPACE, 0, 0)},
    };
    spool_maker_round(m, 0, block, 0, first, 5);
    spool_maker_snapshot(m, 0, block, 0, 1000, s, sizeof s);
    spool_maker_segment(m);
    spool_maker_round(m, 0, block, 1, second, 4);
    t[1] = 7;
    spool_maker_snapshot(m, 0, block, 1, 2000, t, sizeof t);
    spool_maker_snapshot(m, 0, block, 1, SPOOL_DYNAMIC + 8, "\0\0\x80\x3f", 4);
    spool_maker_block_end(m, 0, block, 2);
}

static void add_launch(struct spool_maker *m, uint32_t ordinal, uint32_t threads, int32_t error)
{
    struct spool_launch l = {.ordinal = ordinal,
                             .grid = {2, 1, 1},
                             .block = {threads, 1, 1},
                             .dynamic_bytes = 64,
                             .kernel = 1,
                             .site = 50 + ordinal,
                             .recorded = 1};
    struct spool_parameter p = {.launch = ordinal, .value = 0x700000};
    struct spool_launch_end e = {.ordinal = ordinal, .error = error, .blocks_run = 2};
    spool_maker_add(m, SPOOL_LAUNCH, &l, sizeof l, "k", 2);
    spool_maker_add(m, SPOOL_PARAMETER, &p, sizeof p, NULL, 0);
    if (!error) {
        spool_maker_sample_block(m, 1);
        spool_maker_sample_block(m, 0);
    }
    spool_maker_add(m, SPOOL_LAUNCH_END, &e, sizeof e, NULL, 0);
}

void spool_maker_sample(struct spool_maker *m)
{
    struct spool_allocation a = {.id = 1, .address = 0x700000, .bytes = 4096, .site = 40};
    struct spool_free f = {.id = 1};
    struct spool_timing t = {.launch = 0, .block = 1, .sm = 3, .start = 5, .end = 9, .clocks = 4};
    struct spool_diagnostic d = {.fault = TRACE_OUT_OF_BOUNDS,
                                 .launch = 0,
                                 .block = 1,
                                 .round = 0,
                                 .thread = 3,
                                 .site = 10,
                                 .address = 1000 + 40 * 4,
                                 .space = TRACE_SHARED,
                                 .count = 5};
    struct spool_dropped dropped = {.launch = 0, .site = 11, .accesses = 9};
    spool_maker_add(m, SPOOL_ALLOCATION, &a, sizeof a, "d_in", 5);
    add_launch(m, 0, 40, 0);
    spool_maker_add(m, SPOOL_TIMING, &t, sizeof t, NULL, 0);
    spool_maker_add(m, SPOOL_DIAGNOSTIC, &d, sizeof d, NULL, 0);
    d.block = 0;
    spool_maker_add(m, SPOOL_DIAGNOSTIC, &d, sizeof d, NULL, 0);
    spool_maker_add(m, SPOOL_DROPPED, &dropped, sizeof dropped, NULL, 0);
    add_launch(m, 1, 2000, 9);
    spool_maker_add(m, SPOOL_FREE, &f, sizeof f, NULL, 0);
}

/* ---- A program that never was -------------------------------------------------------------- */

enum { SITES = 4096 };

struct sample {
    struct site_resolver base;
    struct trace_builder *builder;
    uint32_t sites[SITES]; /* index + 1 */
    struct program_array arrays[3];
    struct program_symbol symbol;
    struct program_parameter parameter;
    struct program_kernel kernel;
};

static uint32_t sample_site(struct site_resolver *self, uint64_t number)
{
    struct sample *s = (struct sample *)self;
    uint32_t n = number < SITES ? (uint32_t)number : 0;
    struct trace_site site = {.line = n, .function = "k"};
    if (!s->sites[n]) s->sites[n] = builder_site(s->builder, &site) + 1;
    return s->sites[n] - 1;
}

static const struct program_kernel *sample_kernel(struct site_resolver *self, uint64_t address,
                                                  const char *name)
{
    (void)name;
    return address == 1 ? &((struct sample *)self)->kernel : NULL;
}

static uint32_t sample_function(struct site_resolver *self, uint64_t number)
{
    (void)self;
    return number ? 7 : 0;
}

static void sample_destroy(struct site_resolver *self)
{
    free(self);
}

struct site_resolver *sample_resolver(struct trace_builder *builder)
{
    struct sample *s = mem_alloc(sizeof *s);
    struct trace_source source = {.name = "sample.cu",
                                  .text =
                                      "\n\n  CHECK(cudaMallocAsync((void **)&d_pool[i], 4, s));\n",
                                  .own = true};
    struct trace_type types[] = {{.name = "int", .kind = TRACE_SIGNED, .bytes = 4},
                                 {.name = "float", .kind = TRACE_FLOAT, .bytes = 4}};
    s->builder = builder;
    builder_source(builder, &source);
    uint32_t integer = builder_type(builder, &types[0]), real = builder_type(builder, &types[1]);
    s->arrays[0] = (struct program_array){.name = "s",
                                          .function = "k",
                                          .type = integer,
                                          .dims = {40},
                                          .dim_count = 1,
                                          .count = 40,
                                          .bytes = 160,
                                          .region = 1000,
                                          .kernel = 7};
    s->arrays[1] = (struct program_array){.name = "t",
                                          .function = "f",
                                          .type = integer,
                                          .dims = {2, 4},
                                          .dim_count = 2,
                                          .count = 8,
                                          .bytes = 32,
                                          .region = 2000,
                                          .kernel = 8};
    s->arrays[2] = (struct program_array){
        .name = "d", .function = "k", .type = real, .dim_count = 1, .dynamic = true, .kernel = 7};
    s->symbol = (struct program_symbol){.name = "c",
                                        .kind = TRACE_CONSTANT_SYMBOL,
                                        .address = 64,
                                        .bytes = 16,
                                        .type = integer,
                                        .source = TRACE_NONE};
    s->parameter = (struct program_parameter){.name = "in", .pointer = true, .type = integer};
    s->kernel = (struct program_kernel){
        .identity = 7, .name = "k", .parameters = &s->parameter, .parameter_count = 1};
    s->base = (struct site_resolver){.site = sample_site,
                                     .kernel = sample_kernel,
                                     .function = sample_function,
                                     .destroy = sample_destroy,
                                     .arrays = s->arrays,
                                     .array_count = 3,
                                     .symbols = &s->symbol,
                                     .symbol_count = 1};
    return &s->base;
}
