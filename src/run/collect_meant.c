/* Which array or allocation a finding is about. */
#include "run/collect_diagnostics.h"

#include "base/ctext.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The array of the program that a region offset lies in, or ends before it. */
static const struct program_array *program_array_at(const struct collect *c, uint64_t region)
{
    const struct program_array *best = NULL;
    for (uint32_t i = 0; i < c->resolver->array_count; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (a->dynamic != (region >= SPOOL_DYNAMIC)) continue;
        if (a->dynamic) return a;
        if (region - a->region < a->bytes) return a;
        if (a->region <= region && (!best || a->region > best->region)) best = a;
    }
    return best;
}

void meant_shared(struct collect *c, const struct spool_diagnostic *d, struct meant *meant)
{
    const struct program_array *a = program_array_at(c, d->address);
    const struct launch_info *launch = collect_launch_of(c, d->launch);
    if (launch && launch->kernel && d->address >= SPOOL_DYNAMIC)
        for (uint32_t i = 0; i < c->resolver->array_count; i++)
            if (c->resolver->arrays[i].dynamic &&
                c->resolver->arrays[i].kernel == launch->kernel->identity)
                a = &c->resolver->arrays[i];
    if (!a) return;
    meant->name = a->name;
    meant->element = builder_type_at(c->builder, a->type)->bytes;
    meant->count = a->count;
    meant->offset = (int64_t)(d->address - (a->dynamic ? SPOOL_DYNAMIC : a->region));
    if (a->dynamic && launch) meant->count = launch->record->dynamic_bytes / meant->element;
}

void meant_memory(struct collect *c, const struct spool_diagnostic *d, struct meant *meant)
{
    struct memory_block *b = memory_of_id(c, d->allocation);
    if (!b && d->address)
        for (size_t i = c->memory.count; i-- > 0 && !b;)
            if (d->address - c->memory.blocks[i].address < c->memory.blocks[i].bytes)
                b = &c->memory.blocks[i];
    if (!b) return;
    meant->name = b->parameter ? b->parameter
                  : b->symbol  ? b->symbol->name
                               : spool_text(&b->record->record, sizeof *b->record);
    meant->type = b->type;
    meant->element = b->type == TRACE_NONE ? 0 : builder_type_at(c->builder, b->type)->bytes;
    meant->count = meant->element ? b->bytes / meant->element : 0;
    meant->offset = (int64_t)(d->address - b->address);
}

/* Whether a line of source text indexes a variable: its name, then a bracket. */
static bool indexed_in(const char *line, const char *end, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; length && at + length < end; at++) {
        if (strncmp(at, name, length) != 0 || (at > line && ctext_is_name(at[-1]))) continue;
        const char *next = at + length;
        while (next < end && *next == ' ')
            next++;
        if (next < end && *next == '[') return true;
    }
    return false;
}

/* The only name that a line puts in front of a bracket, as often as it may; "" when there are
 * others. The declaration of an array counts too: that line says nothing of its use. */
static const char *only_indexed(struct collect *c, const char *line, const char *end)
{
    const char *found = "";
    for (const char *at = line; at < end; at++) {
        if (*at != '[') continue;
        const char *last = at;
        while (last > line && last[-1] == ' ')
            last--;
        const char *first = last;
        while (first > line && ctext_is_name(first[-1]))
            first--;
        const char *before = first;
        while (before > line && before[-1] == ' ')
            before--;
        if (first == last || (before > line && before[-1] == '*'))
            return ""; /* p[i][j], (p + 1)[i]; *p[i] may be what it points to */
        char *name = arena_strndup(builder_arena(c->builder), first, (size_t)(last - first));
        if (*found && strcmp(found, name) != 0) return "";
        found = name;
    }
    return found;
}

static const char *line_of(struct collect *c, const struct trace_diagnostic *d, const char **end)
{
    size_t length;
    const char *at = collect_line(c, d, &length);
    *end = at + length;
    return at;
}

/* The size that the sanitizer's sentence names, "... of type 'float [16][17]'": 16. */
static uint64_t size_in(const char *text, const char **dims)
{
    const char *quote = strchr(text, '\'');
    *dims = quote ? strchr(quote, '[') : NULL;
    return *dims ? strtoull(*dims + 1, NULL, 10) : 0;
}

/* Does an array, or a row of it, have these dimensions? */
static bool has_dims(const uint32_t *dims, uint32_t count, const char *text, struct meant *meant)
{
    for (uint32_t first = 0; first < count; first++) {
        char own[64] = "";
        for (uint32_t i = first, at = 0; i < count && at < sizeof own - 16; i++)
            at += (uint32_t)snprintf(own + at, sizeof own - at, "[%u]", dims[i]);
        size_t length = strlen(own);
        if (!strncmp(own, text, length) && text[length] == '\'') {
            meant->row = count > 1;
            meant->dimension = count > 1 ? first + 1 : 0;
            return true;
        }
    }
    return false;
}

/* The bracket that the one at `at` closes; NULL where it is on another line. */
static const char *opening(const char *line, const char *at)
{
    int depth = 0;
    for (; at >= line; at--) {
        if (*at == ']') depth++;
        if (*at == '[' && --depth == 0) return at;
    }
    return NULL;
}

/* The name that the index is for whose bracket closes at the column: a of a[i] and a[i][j], b of
 * s.b[i]. `row`: it has more than one index. "" where no such thing stands there. */
static const char *indexed_at(struct collect *c, const char *line, const char *end, uint32_t column,
                              bool *row)
{
    if (!column || column > (size_t)(end - line) || line[column - 1] != ']') return "";
    const char *last = line + column - 1;
    unsigned indices = 0;
    for (; last >= line && *last == ']'; indices++) {
        last = opening(line, last);
        if (!last) return "";
        do
            last--;
        while (last >= line && *last == ' ');
    }
    const char *first = last + 1;
    while (first > line && ctext_is_name(first[-1]))
        first--;
    if (first > last || isdigit((unsigned char)*first)) return "";
    *row = indices > 1 || line[column] == '[';
    return arena_strndup(builder_arena(c->builder), first, (size_t)(last + 1 - first));
}

/* "s[8][16]" */
static const char *shape_of(struct collect *c, const struct program_array *a)
{
    char text[DIAGNOSTIC_MESSAGE / 4];
    int at = snprintf(text, sizeof text, "%.64s", a->name);
    for (uint32_t i = 0; i < a->dim_count && at < (int)sizeof text - 16; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "[%u]", a->dims[i]);
    return arena_strndup(builder_arena(c->builder), text, strlen(text));
}

/* For a bad index the sanitizer knows the index, the line, and the array's type. The array is one
 * of that size that the line indexes. */
void meant_by_line(struct collect *c, const struct trace_diagnostic *d, const char *text,
                   struct meant *meant)
{
    const char *end = NULL, *dims, *line = line_of(c, d, &end);
    uint64_t size = size_in(text, &dims);
    if (!size) return;
    for (uint32_t i = 0; i < c->resolver->array_count && !*meant->name; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (a->dynamic || !indexed_in(line, end, a->name) ||
            !has_dims(a->dims, a->dim_count, dims, meant))
            continue;
        meant->name = a->name;
        meant->shape = shape_of(c, a);
    }
    for (uint32_t i = 0; i < c->resolver->symbol_count && !*meant->name; i++) {
        const struct program_symbol *symbol = &c->resolver->symbols[i];
        uint32_t count =
            (uint32_t)(symbol->bytes / builder_type_at(c->builder, symbol->type)->bytes);
        if (!indexed_in(line, end, symbol->name) || !has_dims(&count, 1, dims, meant)) continue;
        meant->name = symbol->name;
    }
    /* Neither shared nor a variable of the device in the tables: local, or a row of one. */
    if (!*meant->name && d->site != TRACE_NONE) {
        meant->name =
            indexed_at(c, line, end, builder_site_at(c->builder, d->site)->column, &meant->row);
        meant->row |= strstr(dims, "][") != NULL;
    }
    if (*meant->name) meant->count = size;
}

/* An index that 32 bits hold, with or without sign; what is further away was no index but another
 * pointer. */
static bool may_be_index(const struct meant *meant)
{
    const int64_t most = INT64_C(1) << 32;
    int64_t index = meant->element ? meant->offset / (int64_t)meant->element : 0;
    return index > -most && index < most;
}

static bool far_shared(struct collect *c, const struct spool_diagnostic *d, const char *name,
                       struct meant *meant)
{
    const struct launch_info *launch = collect_launch_of(c, d->launch);
    for (uint32_t i = 0; i < c->resolver->array_count; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        uint32_t element = builder_type_at(c->builder, a->type)->bytes;
        if (strcmp(a->name, name) != 0 || !element) continue;
        uint64_t base = a->dynamic ? d->allocation : a->region;
        int64_t offset = (int64_t)((uint64_t)d->index - base);
        *meant = (struct meant){
            .name = a->name, .element = element, .count = a->count, .offset = offset};
        if (a->dynamic) meant->count = launch ? launch->record->dynamic_bytes / element : 0;
        if (!may_be_index(meant)) break;
        return true;
    }
    *meant = (struct meant){.name = "", .type = TRACE_NONE};
    return false;
}

/* The pointer that the launch passed at a position; of null pointers there is no record. */
static uint64_t passed(const struct collect *c, const struct launch_info *launch, uint32_t position)
{
    for (size_t i = launch->begin; i < c->index.host_count && i <= launch->finish; i++) {
        const struct spool_parameter *p = (const void *)c->index.host[i];
        if (p->record.type == SPOOL_PARAMETER && p->launch == launch->record->ordinal &&
            p->position == position)
            return p->value;
    }
    return 0;
}

static bool in_memory(const struct collect *c, uint64_t address)
{
    for (size_t i = 0; i < c->memory.count; i++)
        if (address - c->memory.blocks[i].address < c->memory.blocks[i].bytes) return true;
    return false;
}

/* The one parameter that the line indexes and that points to no device memory at all. */
static bool far_parameter(struct collect *c, const struct launch_info *launch,
                          const struct spool_diagnostic *d, const char *line, const char *end,
                          struct meant *meant)
{
    const struct program_kernel *kernel = launch->kernel;
    uint32_t found = 0;
    for (uint32_t i = 0; kernel && i < kernel->parameter_count; i++) {
        const struct program_parameter *p = &kernel->parameters[i];
        if (!p->pointer || p->type == TRACE_NONE || !indexed_in(line, end, p->name)) continue;
        uint64_t value = passed(c, launch, i);
        if (in_memory(c, value)) continue;
        struct meant here = {.name = p->name,
                             .element = builder_type_at(c->builder, p->type)->bytes,
                             .offset = (int64_t)(d->address - value),
                             .pointer = value ? MEANT_ELSEWHERE : MEANT_NULL};
        if (!may_be_index(&here)) continue;
        *meant = here;
        found++;
    }
    if (found == 1 && meant->element) return true;
    *meant = (struct meant){.name = ""};
    return false;
}

/* An index below 0 that has no sign ends 2^32 elements behind the one that was meant. */
static bool is_wrapped(const struct meant *meant, int64_t *below)
{
    enum { NEAR = 1 << 16 }; /* elements */
    if (!meant->element) return false;
    *below = (INT64_C(1) << 32) - diagnostics_divide(meant->offset, meant->element);
    return *below > 0 && *below <= NEAR;
}

static const struct memory_block *block_at(const struct collect *c,
                                           const struct launch_info *launch, uint64_t address)
{
    for (size_t i = c->memory.count; i-- > 0;) {
        const struct memory_block *b = &c->memory.blocks[i];
        if (b->born <= launch->finish && b->died >= launch->begin &&
            address - b->address < b->bytes)
            return b;
    }
    return NULL;
}

/* Of the kernel's parameters that the line indexes, the one that such an index is nearest to. */
static bool far_below(struct collect *c, const struct launch_info *launch,
                      const struct spool_diagnostic *d, const char *line, const char *end,
                      struct meant *meant)
{
    const struct program_kernel *kernel = launch->kernel;
    int64_t best = INT64_MAX, below;
    for (uint32_t i = 0; kernel && i < kernel->parameter_count; i++) {
        const struct program_parameter *p = &kernel->parameters[i];
        if (!p->pointer || p->type == TRACE_NONE || !indexed_in(line, end, p->name)) continue;
        uint64_t value = passed(c, launch, i);
        const struct memory_block *b = block_at(c, launch, value);
        struct meant here = {.name = p->name,
                             .element = builder_type_at(c->builder, p->type)->bytes,
                             .offset = (int64_t)(d->address - value)};
        if (!b || !is_wrapped(&here, &below) || below >= best) continue;
        best = below;
        here.count = (b->bytes - (value - b->address)) / here.element;
        *meant = here;
    }
    return best != INT64_MAX;
}

/* An address in no memory that the block may use. Where its line indexes one thing only, and that
 * is a shared array or what a parameter of the kernel points to, it is that one's. */
void meant_far(struct collect *c, const struct spool_diagnostic *d,
               const struct trace_diagnostic *t, struct meant *meant)
{
    const struct launch_info *launch = collect_launch_of(c, d->launch);
    const char *end = NULL, *line = line_of(c, t, &end), *name;
    if (!launch || far_parameter(c, launch, d, line, end, meant)) return;
    if (far_below(c, launch, d, line, end, meant)) return;
    name = only_indexed(c, line, end);
    if (!*name) return;
    for (size_t i = c->memory.count; i-- > 0;) {
        const struct memory_block *b = &c->memory.blocks[i];
        if (b->born > launch->finish || b->died < launch->begin || b->type == TRACE_NONE ||
            !b->parameter || strcmp(b->parameter, name) != 0)
            continue;
        uint32_t element = builder_type_at(c->builder, b->type)->bytes;
        *meant = (struct meant){.name = b->parameter,
                                .element = element,
                                .count = element ? b->bytes / element : 0,
                                .offset = (int64_t)(d->address - b->address)};
        if (!may_be_index(meant)) *meant = (struct meant){.name = "", .type = TRACE_NONE};
        return;
    }
    if (d->allocation) far_shared(c, d, name, meant);
}
