/* Tables of the whole trace: types, sources, sites, allocations, diagnostics, results. */
#include "trace/builder_impl.h"

#include <string.h>

static void *copy(struct trace_builder *b, const void *from, size_t count, size_t size)
{
    if (!count) return NULL;
    void *to = arena_alloc(&b->owner->arena, count * size);
    memcpy(to, from, count * size);
    return to;
}

uint32_t builder_type(struct trace_builder *b, const struct trace_type *type)
{
    struct trace_type t = *type;
    t.name = builder_name(b, type->name);
    struct trace_field *fields = copy(b, type->fields, type->field_count, sizeof *fields);
    for (uint32_t i = 0; i < type->field_count; i++)
        fields[i].name = builder_name(b, fields[i].name);
    t.fields = fields;
    VECTOR_PUSH(b->types, t);
    return (uint32_t)b->types.count - 1;
}

uint32_t builder_source(struct trace_builder *b, const struct trace_source *source)
{
    struct trace_source s = *source;
    s.name = builder_name(b, source->name);
    s.text = builder_text(b, source->text);
    VECTOR_PUSH(b->sources, s);
    return (uint32_t)b->sources.count - 1;
}

uint32_t builder_site(struct trace_builder *b, const struct trace_site *site)
{
    struct trace_site s = *site;
    s.function = builder_name(b, site->function);
    struct trace_frame *frames = copy(b, site->frames, site->frame_count, sizeof *frames);
    for (uint32_t i = 0; i < site->frame_count; i++)
        frames[i].function = builder_name(b, frames[i].function);
    s.frames = frames;
    VECTOR_PUSH(b->sites, s);
    return (uint32_t)b->sites.count - 1;
}

uint32_t builder_allocation(struct trace_builder *b, const struct trace_allocation *allocation)
{
    struct trace_allocation a = *allocation;
    a.name = builder_name(b, allocation->name);
    VECTOR_PUSH(b->allocations, a);
    return (uint32_t)b->allocations.count - 1;
}

const struct trace_site *builder_site_at(const struct trace_builder *b, uint32_t index)
{
    return &b->sites.at[index];
}

const struct trace_source *builder_source_at(const struct trace_builder *b, uint32_t index)
{
    return &b->sources.at[index];
}

const struct trace_type *builder_type_at(const struct trace_builder *b, uint32_t index)
{
    return &b->types.at[index];
}

struct trace_allocation *builder_allocation_at(struct trace_builder *b, uint32_t index)
{
    return &b->allocations.at[index];
}

struct trace_diagnostic builder_blank_diagnostic(enum trace_fault fault,
                                                 enum trace_severity severity)
{
    return (struct trace_diagnostic){.fault = fault,
                                     .severity = severity,
                                     .launch = TRACE_NONE,
                                     .next_launch = TRACE_NONE,
                                     .block = TRACE_NONE,
                                     .round = TRACE_NONE,
                                     .thread = TRACE_NONE,
                                     .site = TRACE_NONE,
                                     .source = TRACE_NONE,
                                     .other_source = TRACE_NONE,
                                     .array = "",
                                     .count = 1,
                                     .message = ""};
}

void builder_diagnostic(struct trace_builder *b, const struct trace_diagnostic *diagnostic)
{
    struct trace_diagnostic d = *diagnostic;
    d.array = builder_name(b, diagnostic->array);
    d.message = builder_name(b, diagnostic->message);
    VECTOR_PUSH(b->diagnostics, d);
}

void builder_reading(struct trace_builder *b, const struct trace_reading *reading)
{
    size_t bytes = (size_t)reading->count * reading->width;
    struct trace_reading own = *reading;
    uint8_t *values = arena_alloc(&b->owner->arena, bytes);
    memcpy(values, reading->values, bytes);
    own.values = values;
    VECTOR_PUSH(b->readings, own);
}

void builder_result(struct trace_builder *b, const struct trace_result *result)
{
    VECTOR_PUSH(b->results, *result);
}

bool builder_reported(const struct trace_builder *b, enum trace_fault fault)
{
    for (size_t i = 0; i < b->diagnostics.count; i++)
        if (b->diagnostics.at[i].fault == fault) return true;
    return false;
}
