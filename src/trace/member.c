#include "trace/member.h"

#include <stdio.h>

enum { MOST_LEVELS = 8 };

static const struct trace_field *field_of(const struct trace_type *types, uint32_t count,
                                          const struct trace_type *type, uint64_t from, uint64_t to)
{
    for (uint32_t i = 0; type->kind == TRACE_STRUCT && i < type->field_count; i++) {
        const struct trace_field *f = &type->fields[i];
        uint64_t bytes = f->type < count ? types[f->type].bytes : 0;
        if (from >= f->offset && to - f->offset <= bytes * f->count) return f;
    }
    return NULL;
}

void trace_member_path(const struct trace_type *types, uint32_t count, uint32_t type, uint64_t from,
                       uint64_t to, char *out, size_t size)
{
    size_t used = 0;
    *out = 0;
    for (int level = 0; level < MOST_LEVELS && type < count && from < to && used < size; level++) {
        const struct trace_field *f = field_of(types, count, &types[type], from, to);
        if (!f) return;
        uint64_t bytes = types[f->type].bytes, index = (from - f->offset) / bytes;
        used += (size_t)snprintf(out + used, size - used, ".%s", f->name);
        if (f->count > 1 && index != (to - 1 - f->offset) / bytes) return;
        if (f->count > 1 && used < size)
            used += (size_t)snprintf(out + used, size - used, "[%llu]", (unsigned long long)index);
        from -= f->offset + index * bytes;
        to -= f->offset + index * bytes;
        type = f->type;
    }
}
