#include "trace/meta.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ----------------------------------------------------------------------------- */

static json_t *field_json(const struct meta_field *field, const char *from)
{
    const uint32_t *words = (const void *)from;
    json_t *object;
    switch (field->kind) {
    case META_NAME:
    case META_TEXT:
        return json_string(*(const char *const *)(const void *)from);
    case META_U32:
        return json_integer(*words);
    case META_INDEX:
        return *words == TRACE_NONE ? json_null() : json_integer(*words);
    case META_U64:
    case META_I64:
        return json_integer((json_int_t) * (const uint64_t *)(const void *)from);
    case META_INT:
        return json_integer(*(const int *)(const void *)from);
    case META_BOOL:
        return json_boolean(*(const bool *)from);
    case META_DOUBLE:
        return json_real(*(const double *)(const void *)from);
    case META_TRIPLE:
        return json_pack("[I,I,I]", (json_int_t)words[0], (json_int_t)words[1],
                         (json_int_t)words[2]);
    case META_ENUM:
        return json_string(field->names[*words]);
    case META_OBJECT:
        object = json_object();
        meta_put(object, field->fields, from);
        return object;
    }
    return NULL;
}

void meta_put(json_t *object, const struct meta_field *fields, const void *from)
{
    for (const struct meta_field *f = fields; f->key; f++)
        json_object_set_new(object, f->key, field_json(f, (const char *)from + f->at));
}

/* A list of objects of `count` structs of `size` bytes each. */
static json_t *put_list(json_t *object, const char *key, const struct meta_field *fields,
                        const void *from, uint32_t count, size_t size)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_t *item = json_object();
        meta_put(item, fields, (const char *)from + i * size);
        json_array_append_new(list, item);
    }
    json_object_set_new(object, key, list);
    return list;
}

static void put_arrays(json_t *object, const struct trace *trace, const struct trace_launch *l)
{
    json_t *list =
        put_list(object, "arrays", meta_array, l->arrays, l->array_count, sizeof *l->arrays);
    for (uint32_t i = 0; i < l->array_count; i++) {
        const struct trace_array *a = &l->arrays[i];
        json_t *item = json_array_get(list, i), *dims = json_array();
        for (uint32_t k = 0; k < a->dim_count; k++)
            json_array_append_new(dims, json_integer(a->dims[k]));
        json_object_set_new(item, "dims", dims);
        char key[1024];
        trace_array_key(trace, l, i, key, sizeof key);
        /* A key cut in the middle of a character would not be JSON. */
        json_t *name = json_string(key);
        if (!name) name = json_sprintf("array%u", i);
        json_object_set_new(item, "key", name);
        json_object_set_new(item, "snapshots", json_boolean(l->snapshots[i].data != NULL));
    }
}

static json_t *launches_json(const struct trace *t)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->launch_count; i++) {
        const struct trace_launch *l = &t->launches[i];
        json_t *item = json_object();
        meta_put(item, meta_launch, l);
        put_arrays(item, t, l);
        put_list(item, "parameters", meta_parameter, l->parameters, l->parameter_count,
                 sizeof *l->parameters);
        put_list(item, "dropped", meta_dropped, l->dropped, l->dropped_count, sizeof *l->dropped);
        if (l->host_write_count)
            put_list(item, "host_writes", meta_host_write, l->host_writes, l->host_write_count,
                     sizeof *l->host_writes);
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *trace_json(const struct trace *t)
{
    json_t *root = json_object();
    json_object_set_new(root, "format", json_integer(TRACE_FORMAT_VERSION));
    json_object_set_new(root, "writer", json_string("syncstep " SYNCSTEP_VERSION));
    meta_put(root, meta_header, t);
    put_list(root, "sources", meta_source, t->sources, t->source_count, sizeof *t->sources);
    json_t *list = put_list(root, "types", meta_type, t->types, t->type_count, sizeof *t->types);
    for (uint32_t i = 0; i < t->type_count; i++)
        put_list(json_array_get(list, i), "fields", meta_type_field, t->types[i].fields,
                 t->types[i].field_count, sizeof(struct trace_field));
    list = put_list(root, "sites", meta_site, t->sites, t->site_count, sizeof *t->sites);
    for (uint32_t i = 0; i < t->site_count; i++)
        put_list(json_array_get(list, i), "frames", meta_frame, t->sites[i].frames,
                 t->sites[i].frame_count, sizeof(struct trace_frame));
    put_list(root, "allocations", meta_allocation, t->allocations, t->allocation_count,
             sizeof *t->allocations);
    put_list(root, "diagnostics", meta_diagnostic, t->diagnostics, t->diagnostic_count,
             sizeof *t->diagnostics);
    if (t->reading_count)
        put_list(root, "readings", meta_reading, t->readings, t->reading_count,
                 sizeof *t->readings);
    json_object_set_new(root, "launches", launches_json(t));
    return root;
}

char *meta_write(const struct trace *trace, size_t *length)
{
    json_t *root = trace_json(trace);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    *length = text ? strlen(text) : 0;
    return text;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void wrong(struct meta_reader *r, const char *path, const char *key)
{
    if (!r->failed)
        error_set(r->err, "not a valid trace: meta.json: %s%s%s", path, *path ? "." : "", key);
    r->failed = true;
}

static bool get_u32(const json_t *value, uint32_t *to)
{
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > UINT32_MAX) return false;
    *to = (uint32_t)number;
    return true;
}

static bool get_enum(const json_t *value, const char *const *names, uint32_t *to)
{
    const char *name = json_string_value(value);
    for (uint32_t i = 0; name && names[i]; i++)
        if (!strcmp(names[i], name)) {
            *to = i;
            return true;
        }
    return false;
}

static bool get_triple(const json_t *value, uint32_t *to)
{
    return json_array_size(value) == 3 && get_u32(json_array_get(value, 0), to) &&
           get_u32(json_array_get(value, 1), to + 1) && get_u32(json_array_get(value, 2), to + 2);
}

static bool get_string(struct meta_reader *r, const json_t *value, bool lines, char *at)
{
    const char *text = json_string_value(value);
    if (!text) return false;
    *(const char **)(void *)at =
        lines ? builder_text(r->builder, text) : builder_name(r->builder, text);
    return true;
}

static bool get_field(struct meta_reader *r, const json_t *value, const struct meta_field *field,
                      char *at)
{
    void *to = at;
    json_int_t number = json_integer_value(value);
    double real = json_number_value(value);
    switch (field->kind) {
    case META_NAME:
        return get_string(r, value, false, at);
    case META_TEXT:
        return get_string(r, value, true, at);
    case META_INDEX:
        if (json_is_null(value)) return *(uint32_t *)to = TRACE_NONE, true;
        return get_u32(value, to);
    case META_U32:
        return get_u32(value, to);
    case META_U64:
    case META_I64:
        *(uint64_t *)to = (uint64_t)number;
        return json_is_integer(value);
    case META_INT:
        *(int *)to = (int)number;
        return json_is_integer(value) && number >= INT32_MIN && number <= INT32_MAX;
    case META_BOOL:
        *(bool *)to = json_is_true(value);
        return json_is_boolean(value);
    case META_DOUBLE:
        *(double *)to = real;
        return json_is_number(value) && isfinite(real);
    case META_TRIPLE:
        return get_triple(value, to);
    case META_ENUM:
        return get_enum(value, field->names, to);
    case META_OBJECT:
        meta_get(r, value, field->fields, to, field->key);
        return true;
    }
    return false;
}

void meta_get(struct meta_reader *r, const json_t *object, const struct meta_field *fields,
              void *to, const char *path)
{
    if (r->failed) return;
    if (!json_is_object(object)) {
        wrong(r, path, "not an object");
        return;
    }
    for (const struct meta_field *f = fields; f->key && !r->failed; f++) {
        const json_t *value = json_object_get(object, f->key);
        if (value && !get_field(r, value, f, (char *)to + f->at)) wrong(r, path, f->key);
    }
}

const json_t *meta_list(struct meta_reader *r, const json_t *object, const char *key)
{
    const json_t *list = json_object_get(object, key);
    if (r->failed || !list) return NULL;
    if (!json_is_array(list) || json_array_size(list) > META_MAX_LIST) {
        wrong(r, "", key);
        return NULL;
    }
    return list;
}

static void get_sources(struct meta_reader *r, const json_t *root)
{
    const json_t *list = meta_list(r, root, "sources");
    for (size_t i = 0; i < json_array_size(list); i++) {
        struct trace_source source = {.name = "", .text = ""};
        meta_get(r, json_array_get(list, i), meta_source, &source, "sources");
        builder_source(r->builder, &source);
    }
}

static void get_types(struct meta_reader *r, const json_t *root)
{
    const json_t *list = meta_list(r, root, "types");
    for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
        const json_t *item = json_array_get(list, i), *inner = meta_list(r, item, "fields");
        struct trace_type type = {.name = "", .field_count = (uint32_t)json_array_size(inner)};
        struct trace_field *fields = mem_array(type.field_count, sizeof *fields);
        meta_get(r, item, meta_type, &type, "types");
        for (uint32_t k = 0; k < type.field_count; k++) {
            fields[k] = (struct trace_field){.name = "", .count = 1};
            meta_get(r, json_array_get(inner, k), meta_type_field, &fields[k], "fields");
        }
        type.fields = fields;
        builder_type(r->builder, &type);
        free(fields);
    }
}

static void get_sites(struct meta_reader *r, const json_t *root)
{
    const json_t *list = meta_list(r, root, "sites");
    for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
        const json_t *item = json_array_get(list, i), *inner = meta_list(r, item, "frames");
        struct trace_site site = {.function = "", .frame_count = (uint32_t)json_array_size(inner)};
        struct trace_frame *frames = mem_array(site.frame_count, sizeof *frames);
        meta_get(r, item, meta_site, &site, "sites");
        for (uint32_t k = 0; k < site.frame_count; k++) {
            frames[k] = (struct trace_frame){.function = ""};
            meta_get(r, json_array_get(inner, k), meta_frame, &frames[k], "frames");
        }
        site.frames = frames;
        builder_site(r->builder, &site);
        free(frames);
    }
}

static void get_allocations(struct meta_reader *r, const json_t *root)
{
    const json_t *list = meta_list(r, root, "allocations");
    for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
        struct trace_allocation a = {.name = "", .type = TRACE_NONE, .source = TRACE_NONE};
        meta_get(r, json_array_get(list, i), meta_allocation, &a, "allocations");
        builder_allocation(r->builder, &a);
    }
}

static void get_diagnostics(struct meta_reader *r, const json_t *root)
{
    const json_t *list = meta_list(r, root, "diagnostics");
    for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
        struct trace_diagnostic d = builder_blank_diagnostic(0, 0);
        meta_get(r, json_array_get(list, i), meta_diagnostic, &d, "diagnostics");
        builder_diagnostic(r->builder, &d);
    }
}

static int check_version(const json_t *root, struct error *err)
{
    const json_t *format = json_object_get(root, "format");
    json_int_t version = json_integer_value(format);
    const char *writer = json_string_value(json_object_get(root, "writer"));
    if (!json_is_integer(format) || version < 1)
        return error_set(err, "not a syncstep trace: meta.json gives no format version");
    if (version == TRACE_FORMAT_VERSION) return 0;
    bool plain = writer && strlen(writer) < 64;
    for (const char *c = writer; plain && *c; c++)
        plain = *c >= ' ' && *c <= '~';
    return error_set(err,
                     "written by %s in trace format %lld; this is syncstep %s, which reads format "
                     "%d: a newer syncstep is needed",
                     plain ? writer : "another syncstep", (long long)version, SYNCSTEP_VERSION,
                     TRACE_FORMAT_VERSION);
}

int meta_read(struct trace_builder *builder, const char *text, size_t length, json_t **json,
              struct error *err)
{
    struct meta_reader r = {.builder = builder, .err = err};
    json_error_t problem;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &problem);
    *json = NULL;
    if (!root)
        return error_set(err, "not a valid trace: meta.json is damaged (line %d, column %d)",
                         problem.line, problem.column);
    if (check_version(root, err)) {
        json_decref(root);
        return -1;
    }
    meta_get(&r, root, meta_header, builder_trace(builder), "");
    get_sources(&r, root);
    get_types(&r, root);
    get_sites(&r, root);
    get_allocations(&r, root);
    get_diagnostics(&r, root);
    if (r.failed) {
        json_decref(root);
        return -1;
    }
    *json = root;
    return 0;
}
