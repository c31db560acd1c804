#include "trace/builder_impl.h"

#include "base/affine.h"
#include "trace/check.h"
#include "trace/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Owner ------------------------------------------------------------------------------- */

struct trace_owner *trace_owner_create(void)
{
    struct trace_owner *owner = mem_alloc(sizeof *owner);
    arena_init(&owner->arena);
    return owner;
}

void trace_owner_destroy(struct trace_owner *owner)
{
    if (!owner) return;
    for (size_t i = 0; i < owner->block_count; i++)
        free(owner->blocks[i]);
    free(owner->blocks);
    arena_fini(&owner->arena);
    free(owner);
}

void *trace_owner_adopt(struct trace_owner *owner, void *block)
{
    if (!block) return NULL;
    MEM_GROW(owner->blocks, owner->block_count, owner->block_capacity);
    owner->blocks[owner->block_count++] = block;
    return block;
}

/* ---- Creation ---------------------------------------------------------------------------- */

struct trace_builder *builder_create(void)
{
    struct trace_builder *b = mem_alloc(sizeof *b);
    b->owner = trace_owner_create();
    struct trace *t = &b->trace;
    t->program = t->arguments = t->defines = t->compiler = t->schedule = t->recorded = "";
    t->output = t->errors = t->device.name = t->device.driver = t->device.runtime = "";
    t->as = "written";
    return b;
}

static void free_launch(struct trace_builder *b)
{
    free(b->arrays.at);
    free(b->snapshots.at);
    free(b->parameters.at);
    free(b->blocks.at);
    free(b->rounds.at);
    free(b->requests.at);
    free(b->scattered.at);
    free(b->values.at);
    free(b->timings.at);
    free(b->dropped.at);
    free(b->host_writes.at);
}

void builder_destroy(struct trace_builder *b)
{
    if (!b) return;
    free_launch(b);
    free(b->types.at);
    free(b->sources.at);
    free(b->sites.at);
    free(b->allocations.at);
    free(b->launches.at);
    free(b->diagnostics.at);
    free(b->readings.at);
    free(b->results.at);
    trace_owner_destroy(b->owner);
    free(b);
}

struct trace *builder_trace(struct trace_builder *b)
{
    return &b->trace;
}

struct arena *builder_arena(struct trace_builder *b)
{
    return &b->owner->arena;
}

const char *builder_text_n(struct trace_builder *b, const char *text, size_t length)
{
    return length ? text_printable(&b->owner->arena, text, length, true) : "";
}

const char *builder_text(struct trace_builder *b, const char *text)
{
    return text ? builder_text_n(b, text, strlen(text)) : "";
}

const char *builder_name(struct trace_builder *b, const char *name)
{
    return name && *name ? text_printable(&b->owner->arena, name, strlen(name), false) : "";
}

/* ---- Launches ---------------------------------------------------------------------------- */

struct trace_launch *builder_launch_begin(struct trace_builder *b,
                                          const struct trace_launch *launch)
{
    b->launch = *launch;
    struct trace_launch *l = &b->launch;
    l->kernel = builder_name(b, launch->kernel);
    l->error = builder_name(b, launch->error);
    l->arrays = NULL;
    l->snapshots = NULL;
    l->parameters = NULL;
    l->blocks = NULL;
    l->rounds = NULL;
    l->requests = NULL;
    l->scattered = NULL;
    l->values = NULL;
    l->timings = NULL;
    l->dropped = NULL;
    l->host_writes = NULL;
    return l;
}

uint32_t builder_array(struct trace_builder *b, const struct trace_array *array)
{
    struct trace_array a = *array;
    a.name = builder_name(b, array->name);
    a.function = builder_name(b, array->function);
    VECTOR_PUSH(b->arrays, a);
    struct trace_snapshots none = {0};
    VECTOR_PUSH(b->snapshots, none);
    return (uint32_t)b->arrays.count - 1;
}

void builder_parameter(struct trace_builder *b, const struct trace_parameter *parameter)
{
    struct trace_parameter p = *parameter;
    p.name = builder_name(b, parameter->name);
    VECTOR_PUSH(b->parameters, p);
}

void builder_block(struct trace_builder *b, uint32_t index, bool finished)
{
    struct trace_block block = {
        .index = index, .first_round = (uint32_t)b->rounds.count, .finished = finished};
    VECTOR_PUSH(b->blocks, block);
}

void builder_round(struct trace_builder *b)
{
    struct trace_round round = {.first = (uint32_t)b->requests.count};
    VECTOR_PUSH(b->rounds, round);
    b->blocks.at[b->blocks.count - 1].rounds++;
}

void builder_reserve(struct trace_builder *b, uint64_t requests)
{
    size_t capacity = b->requests.count + requests;
    if (capacity <= b->requests.capacity) return;
    b->requests.at = mem_resize(b->requests.at, capacity, sizeof *b->requests.at);
    b->requests.capacity = capacity;
}

/* Whether offsets lie on offset + stride * (lane - first lane); fills both in if so. */
static bool affine(struct trace_request *request, const int64_t *offsets)
{
    const int64_t far = INT64_C(1) << 62; /* beyond, sums of offsets and strides might wrap */
    request->offset = offsets[0];
    request->stride = 0;
    return offsets[0] < far && offsets[0] > -far &&
           affine_stride((const uint64_t *)offsets, request->mask, true, &request->stride);
}

static void add_scattered(struct trace_builder *b, const int64_t *offsets, int count)
{
    for (int i = 0; i < count; i++)
        VECTOR_PUSH(b->scattered, offsets[i]);
}

void builder_request(struct trace_builder *b, const struct trace_request *request,
                     const int64_t *offsets, const void *values)
{
    struct trace_request r = *request;
    bool full = r.mask == UINT32_MAX, one = !(r.mask & (r.mask - 1));
    int lanes = full ? TRACE_LANES : one ? r.mask != 0 : __builtin_popcount(r.mask);
    r.flags &= (uint8_t) ~(TRACE_SCATTERED | TRACE_VALUES);
    r.scattered = r.values = 0;
    r.reserved = 0;
    if (offsets && r.mask && !affine(&r, offsets)) {
        r.flags |= TRACE_SCATTERED;
        r.scattered = (uint32_t)b->scattered.count;
        add_scattered(b, offsets, lanes);
    }
    size_t bytes = (size_t)lanes * r.width;
    if (values && bytes) {
        r.flags |= TRACE_VALUES;
        r.values = (uint32_t)b->values.count;
        while (b->values.capacity - b->values.count < bytes) {
            b->values.capacity = b->values.capacity ? b->values.capacity * 2 : 4096;
            b->values.at = mem_resize(b->values.at, b->values.capacity, 1);
        }
        memcpy(b->values.at + b->values.count, values, bytes);
        b->values.count += bytes;
    }
    VECTOR_PUSH(b->requests, r);
    b->rounds.at[b->rounds.count - 1].count++;
}

void builder_timing(struct trace_builder *b, const struct trace_timing *timing)
{
    VECTOR_PUSH(b->timings, *timing);
}

void builder_dropped(struct trace_builder *b, uint32_t site, uint64_t accesses)
{
    struct trace_dropped dropped = {.site = site, .accesses = accesses};
    VECTOR_PUSH(b->dropped, dropped);
}

void builder_host_write(struct trace_builder *b, const struct trace_host_write *write)
{
    VECTOR_PUSH(b->host_writes, *write);
}

void builder_snapshots(struct trace_builder *b, uint32_t array, uint8_t **data, uint8_t **written)
{
    struct trace_snapshots *s = &b->snapshots.at[array];
    const struct trace_array *a = &b->arrays.at[array];
    for (size_t i = 0; i < b->blocks.count; i++)
        if (b->blocks.at[i].rounds > s->rounds) s->rounds = b->blocks.at[i].rounds;
    size_t rows = b->blocks.count * s->rounds;
    *data = arena_alloc(&b->owner->arena, rows * a->bytes);
    *written = arena_alloc(&b->owner->arena, rows * a->count);
    s->data = *data;
    s->written = *written;
}

/* Tables without elements are not NULL, so that everybody may add 0 to them. */
static const void *empty_table(void *unused)
{
    static const uint64_t nothing[2];
    free(unused);
    return nothing;
}

/* Hands the vector to the trace and starts a new one. */
#define TAKE(b, vector, pointer, number)                                                           \
    do {                                                                                           \
        (pointer) = (b)->vector.count ? trace_owner_adopt((b)->owner, (b)->vector.at)              \
                                      : empty_table((b)->vector.at);                               \
        (number) = (__typeof__(number))(b)->vector.count;                                          \
        memset(&(b)->vector, 0, sizeof(b)->vector);                                                \
    } while (0)

void builder_launch_end(struct trace_builder *b)
{
    struct trace_launch *l = &b->launch;
    uint32_t snapshots;
    TAKE(b, arrays, l->arrays, l->array_count);
    TAKE(b, snapshots, l->snapshots, snapshots);
    (void)snapshots; /* one per array */
    TAKE(b, parameters, l->parameters, l->parameter_count);
    TAKE(b, blocks, l->blocks, l->block_count);
    TAKE(b, rounds, l->rounds, l->round_count);
    TAKE(b, requests, l->requests, l->request_count);
    TAKE(b, scattered, l->scattered, l->scattered_count);
    TAKE(b, values, l->values, l->value_bytes);
    TAKE(b, timings, l->timings, l->timing_count);
    TAKE(b, dropped, l->dropped, l->dropped_count);
    TAKE(b, host_writes, l->host_writes, l->host_write_count);
    VECTOR_PUSH(b->launches, *l);
}

#define table_of(vector) ((vector).count ? (vector).at : empty_table(NULL))

/* The header's strings may have been set without builder_name. */
static void clean_header(struct trace_builder *b, struct trace *t)
{
    const char **names[] = {
        &t->program,  &t->arguments, &t->defines,     &t->compiler,      &t->as,
        &t->schedule, &t->recorded,  &t->device.name, &t->device.driver, &t->device.runtime};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *names[i] = builder_name(b, *names[i]);
    t->output = builder_text(b, t->output);
    t->errors = builder_text(b, t->errors);
}

int builder_finish(struct trace_builder *b, struct trace **trace, struct error *err)
{
    struct trace t = b->trace;
    clean_header(b, &t);
    t.types = table_of(b->types);
    t.type_count = (uint32_t)b->types.count;
    t.sources = table_of(b->sources);
    t.source_count = (uint32_t)b->sources.count;
    t.sites = table_of(b->sites);
    t.site_count = (uint32_t)b->sites.count;
    t.allocations = table_of(b->allocations);
    t.allocation_count = (uint32_t)b->allocations.count;
    t.launches = table_of(b->launches);
    t.launch_count = (uint32_t)b->launches.count;
    t.diagnostics = table_of(b->diagnostics);
    t.diagnostic_count = (uint32_t)b->diagnostics.count;
    t.readings = table_of(b->readings);
    t.reading_count = (uint32_t)b->readings.count;
    t.results = table_of(b->results);
    t.result_count = (uint32_t)b->results.count;
    if (trace_check(&t, err)) return -1;

    void *tables[] = {b->types.at,    b->sources.at,     b->sites.at,    b->allocations.at,
                      b->launches.at, b->diagnostics.at, b->readings.at, b->results.at};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        trace_owner_adopt(b->owner, tables[i]);
    t.owner = b->owner;
    *trace = arena_alloc(&b->owner->arena, sizeof **trace);
    **trace = t;
    free_launch(b);
    free(b);
    return 0;
}

void trace_destroy(struct trace *trace)
{
    if (trace) trace_owner_destroy(trace->owner);
}
