/* A trace out of the bytes of a .npz: what meta.json says, launch by launch. */
#include "base/mem.h"
#include "trace/check.h"
#include "trace/meta.h"
#include "trace/npz.h"
#include "trace/npz_member.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Launches ---------------------------------------------------------------------------- */

static int read_dims(const json_t *dims, struct trace_array *a)
{
    uint64_t count = 1;
    a->dim_count = (uint32_t)json_array_size(dims);
    if (!json_is_array(dims) || json_array_size(dims) > TRACE_MAX_DIMS) return -1;
    for (uint32_t i = 0; i < a->dim_count; i++) {
        json_int_t dim = json_integer_value(json_array_get(dims, i));
        if (dim < 1 || dim > TRACE_MAX_SHARED) return -1;
        a->dims[i] = (uint32_t)dim;
        count *= (uint64_t)dim;
        if (count > TRACE_MAX_SHARED) return -1;
    }
    a->count = (uint32_t)count;
    return 0;
}

static int read_launch_arrays(struct npz_reader *r, const json_t *arrays, const json_t *types,
                              struct trace_array *infos)
{
    struct meta_reader meta = {.builder = r->builder, .err = r->err};
    for (uint32_t i = 0; i < json_array_size(arrays); i++) {
        const json_t *item = json_array_get(arrays, i);
        struct trace_array *a = &infos[i];
        *a = (struct trace_array){.name = "", .function = "", .source = TRACE_NONE};
        meta_get(&meta, item, meta_array, a, "arrays");
        if (meta.failed) return -1;
        json_int_t bytes =
            json_integer_value(json_object_get(json_array_get(types, a->type), "bytes"));
        if (read_dims(json_object_get(item, "dims"), a) || bytes < 1 || bytes > TRACE_MAX_ELEMENT ||
            a->count * (uint64_t)bytes > TRACE_MAX_SHARED)
            return npz_invalid(r, "meta.json", "an array's type or dimensions");
        a->bytes = a->count * (uint32_t)bytes;
        builder_array(r->builder, a);
    }
    return 0;
}

/* What the host wrote to device memory. */
static void read_host_writes(struct npz_reader *r, struct meta_reader *meta, const json_t *item)
{
    const json_t *writes = meta_list(meta, item, "host_writes");
    for (size_t i = 0; i < json_array_size(writes) && !meta->failed; i++) {
        struct trace_host_write w = {0};
        meta_get(meta, json_array_get(writes, i), meta_host_write, &w, "host_writes");
        builder_host_write(r->builder, &w);
    }
}

static int read_lists(struct npz_reader *r, const json_t *item)
{
    struct meta_reader meta = {.builder = r->builder, .err = r->err};
    const json_t *parameters = meta_list(&meta, item, "parameters");
    const json_t *dropped = meta_list(&meta, item, "dropped");
    for (size_t i = 0; i < json_array_size(parameters) && !meta.failed; i++) {
        struct trace_parameter p = {.name = "", .allocation = TRACE_NONE, .type = TRACE_NONE};
        meta_get(&meta, json_array_get(parameters, i), meta_parameter, &p, "parameters");
        builder_parameter(r->builder, &p);
    }
    for (size_t i = 0; i < json_array_size(dropped) && !meta.failed; i++) {
        struct trace_dropped d = {0};
        meta_get(&meta, json_array_get(dropped, i), meta_dropped, &d, "dropped");
        builder_dropped(r->builder, d.site, d.accesses);
    }
    read_host_writes(r, &meta, item);
    return meta.failed ? -1 : 0;
}

static int read_launch(struct npz_reader *r, const json_t *root, const json_t *item, size_t index)
{
    struct meta_reader meta = {.builder = r->builder, .err = r->err};
    struct trace_launch launch = {.kernel = "", .error = "", .source = TRACE_NONE};
    const json_t *arrays = meta_list(&meta, item, "arrays");
    snprintf(r->prefix, sizeof r->prefix, "launch%zu", index);
    meta_get(&meta, item, meta_launch, &launch, r->prefix);
    if (meta.failed) return -1;
    builder_launch_begin(r->builder, &launch);
    struct trace_array *infos = mem_array(json_array_size(arrays), sizeof *infos);
    int status = read_launch_arrays(r, arrays, json_object_get(root, "types"), infos);
    if (!status) status = read_lists(r, item);
    if (!status) status = npz_read_rows(r, arrays, infos);
    free(infos);
    if (!status) builder_launch_end(r->builder);
    return status;
}

static int read_reading(struct npz_reader *r, const json_t *item, size_t index)
{
    struct meta_reader meta = {.builder = r->builder, .err = r->err};
    struct trace_reading reading = {.copy_site = TRACE_NONE};
    struct npz_member m;
    snprintf(r->prefix, sizeof r->prefix, "reading%zu", index);
    meta_get(&meta, item, meta_reading, &reading, r->prefix);
    if (meta.failed || npz_read_vector(r, "values", "'|u1'", 1, &m)) return -1;
    int status = npz_take_memory(r, m.length * 2, "values");
    if (!status && (uint64_t)reading.count * reading.width != m.length)
        status = npz_invalid(r, "values", "not the expected size");
    reading.values = m.data;
    if (!status) builder_reading(r->builder, &reading);
    npz_member_fini(&m);
    return status;
}

static int read_all(struct npz_reader *r)
{
    json_t *root = NULL;
    size_t length;
    uint8_t *meta = npz_read_member(r, "meta.json", NPZ_MAX_META, true, &length);
    if (!meta) {
        if (!*r->err->text) error_set(r->err, "not a syncstep trace: it has no meta.json");
        return -1;
    }
    int status = meta_read(r->builder, (const char *)meta, length, &root, r->err);
    free(meta);
    if (status) return -1;
    struct meta_reader lists = {.builder = r->builder, .err = r->err};
    const json_t *launches = meta_list(&lists, root, "launches");
    if (lists.failed) status = -1;
    for (size_t i = 0; i < json_array_size(launches) && !status; i++)
        status = read_launch(r, root, json_array_get(launches, i), i);
    const json_t *readings = meta_list(&lists, root, "readings");
    if (lists.failed) status = -1;
    for (size_t i = 0; i < json_array_size(readings) && !status; i++)
        status = read_reading(r, json_array_get(readings, i), i);
    json_decref(root);
    return status;
}

static int decode(zip_t *zip, uint64_t memory, struct trace **trace, struct error *err)
{
    struct error own = {""};
    struct npz_reader r = {.zip = zip, .builder = builder_create(), .memory = memory, .err = &own};
    int status = read_all(&r);
    if (!status) status = builder_finish(r.builder, trace, &own);
    if (status) {
        builder_destroy(r.builder);
        error_set(err, "%s", own.text);
    }
    return status;
}

int npz_decode(const void *bytes, size_t length, uint64_t memory, struct trace **trace,
               struct error *err)
{
    zip_error_t problem;
    zip_error_init(&problem);
    *trace = NULL;
    zip_source_t *source = zip_source_buffer_create(bytes, length, 0, &problem);
    zip_t *zip = source ? zip_open_from_source(source, ZIP_RDONLY, &problem) : NULL;
    if (!zip) {
        if (source) zip_source_free(source);
        return error_set(err, "not a trace: %s",
                         length ? "it is not a .npz archive, or it is cut short" : "it is empty");
    }
    int status = decode(zip, memory, trace, err);
    zip_discard(zip);
    return status;
}

int trace_read(const char *path, struct trace **trace, struct error *err)
{
    struct str bytes;
    struct error why;
    *trace = NULL;
    str_init(&bytes);
    if (str_read_file(&bytes, path)) {
        error_set(err, "%s: %s", path, strerror(errno));
        str_fini(&bytes);
        return -1;
    }
    int status = npz_decode(bytes.text, bytes.length, NPZ_MEMORY, trace, &why);
    if (status) error_set(err, "%s: %s", path, why.text);
    str_fini(&bytes);
    return status;
}
