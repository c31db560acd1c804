/* Every byte of a trace may be hostile: sizes are checked against what is declared elsewhere and
 * against the memory that reading may take before anything is allocated; indices are checked by
 * columns_build and builder_finish. */
#include "base/mem.h"
#include "trace/check.h"
#include "trace/columns.h"
#include "trace/meta.h"
#include "trace/npy.h"
#include "trace/npz.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

struct reader {
    zip_t *zip;
    struct trace_builder *builder;
    uint64_t memory; /* that may still be taken */
    struct error *err;
    char prefix[32];
};

static int invalid(struct reader *r, const char *name, const char *why)
{
    return error_set(r->err, "not a valid trace: %s: %s", name, why);
}

static int take_memory(struct reader *r, uint64_t bytes, const char *name)
{
    if (bytes > r->memory) return invalid(r, name, "too large");
    r->memory -= bytes;
    return 0;
}

/* A member of the archive, whole; its CRC is checked. free() it. NULL and err, or NULL without err
 * when it is not there and `optional`. */
static uint8_t *read_member(struct reader *r, const char *name, uint64_t most, bool optional,
                            size_t *length)
{
    zip_stat_t info;
    zip_int64_t index = zip_name_locate(r->zip, name, 0);
    if (index < 0) {
        if (!optional) invalid(r, name, "missing");
        return NULL;
    }
    if (zip_stat_index(r->zip, (zip_uint64_t)index, 0, &info) || !(info.valid & ZIP_STAT_SIZE) ||
        (info.comp_method != ZIP_CM_DEFLATE && info.comp_method != ZIP_CM_STORE) ||
        (info.valid & ZIP_STAT_ENCRYPTION_METHOD && info.encryption_method != ZIP_EM_NONE)) {
        invalid(r, name, "not packed in a known way");
        return NULL;
    }
    if (info.size > most) {
        invalid(r, name, "too large");
        return NULL;
    }
    if (take_memory(r, info.size, name)) return NULL;
    zip_file_t *file = zip_fopen_index(r->zip, (zip_uint64_t)index, 0);
    uint8_t *bytes = mem_alloc(info.size + 1), more;
    /* The read behind the end makes libzip compare the CRC. */
    bool good = file && zip_fread(file, bytes, info.size) == (zip_int64_t)info.size &&
                zip_fread(file, &more, 1) == 0;
    if (file) zip_fclose(file);
    if (!good) {
        free(bytes);
        invalid(r, name, "damaged");
        return NULL;
    }
    *length = info.size;
    return bytes;
}

/* An array of the launch being read. */
struct member {
    uint8_t *bytes; /* of the file; free() it */
    const uint8_t *data;
    struct npy_shape shape;
    uint64_t count;
    size_t length; /* of data */
    struct str descr;
};

static void member_fini(struct member *m)
{
    free(m->bytes);
    str_fini(&m->descr);
}

static int read_array(struct reader *r, const char *name, struct member *m)
{
    char path[1200];
    size_t length;
    memset(m, 0, sizeof *m);
    str_init(&m->descr);
    snprintf(path, sizeof path, "%s.%s.npy", r->prefix, name);
    m->bytes = read_member(r, path, r->memory, false, &length);
    size_t header = m->bytes ? npy_parse(m->bytes, length, &m->descr, &m->shape) : 0;
    if (m->bytes && header) {
        m->data = m->bytes + header;
        m->length = length - header;
        m->count = npy_count(&m->shape);
        return 0;
    }
    if (m->bytes) invalid(r, path, "not an array");
    member_fini(m);
    return -1;
}

/* A one-dimensional array of the given type. */
static int read_vector(struct reader *r, const char *name, const char *descr, size_t size,
                       struct member *m)
{
    if (read_array(r, name, m)) return -1;
    if (m->shape.dim_count == 1 && !strcmp(m->descr.text, descr) && m->length / size == m->count &&
        m->length % size == 0)
        return 0;
    member_fini(m);
    return invalid(r, name, "not an array of the expected kind");
}

/* An integer of the member's type at position i. */
static int64_t element(const struct member *m, int size, bool negative, uint64_t i)
{
    uint64_t value = 0;
    memcpy(&value, m->data + (i << size), (size_t)1 << size);
    int unused = 64 - 8 * (1 << size);
    return negative ? (int64_t)(value << unused) >> unused : (int64_t)value;
}

/* Integers of any size: `kinds` is "u", or "i" for signed ones. -1, or log2 of the size. */
static int integer_size(const struct member *m, char kind)
{
    const char *d = m->descr.text;
    if (strlen(d) != 5 || (d[1] != '<' && d[1] != '|') || d[2] != kind) return -1;
    return d[3] == '1' ? 0 : d[3] == '2' ? 1 : d[3] == '4' ? 2 : d[3] == '8' ? 3 : -1;
}

static int read_integers(struct reader *r, const char *name, char kind, struct member *m)
{
    if (read_array(r, name, m)) return -1;
    int size = integer_size(m, kind);
    if (size >= 0 && m->shape.dim_count == 1 && m->length >> size == m->count &&
        m->length == m->count << size)
        return size;
    member_fini(m);
    return invalid(r, name, "not integers");
}

static int read_signed(struct reader *r, const char *name, int64_t **to, uint64_t *count)
{
    struct member m;
    int size = read_integers(r, name, 'i', &m);
    if (size < 0) return -1;
    int status = take_memory(r, m.length * 8, name);
    if (!status) {
        *to = mem_array(m.count, sizeof **to);
        *count = m.count;
        for (uint64_t i = 0; i < m.count; i++)
            (*to)[i] = element(&m, size, true, i);
    }
    member_fini(&m);
    return status;
}

static int read_unsigned(struct reader *r, const char *name, uint32_t **to, uint64_t *count)
{
    struct member m;
    int size = read_integers(r, name, 'u', &m);
    if (size < 0) return -1;
    int status = take_memory(r, m.length * 4, name);
    if (!status) {
        *to = mem_array(m.count, sizeof **to);
        *count = m.count;
        for (uint64_t i = 0; i < m.count; i++)
            (*to)[i] = (uint32_t)element(&m, size, false, i);
    }
    member_fini(&m);
    return status;
}

/* ---- Requests ---------------------------------------------------------------------------- */

static int read_shapes(struct reader *r, struct columns *c)
{
    struct member m;
    if (read_vector(r, "shapes", COLUMN_SHAPE_DESCR, sizeof *c->shapes, &m)) return -1;
    int status = m.count > UINT32_MAX ? invalid(r, "shapes", "too many")
                                      : take_memory(r, m.length * 4, "shapes");
    if (!status) {
        c->shapes = mem_array(m.count, sizeof *c->shapes);
        c->shape_count = (uint32_t)m.count;
        if (m.length) memcpy(c->shapes, m.data, m.length);
    }
    member_fini(&m);
    return status;
}

/* Columns that follow from the number of requests may not be larger than that allows: at most 31
 * further offsets of 8 bytes and 32 values of 16 bytes for each. */
static int read_lanes(struct reader *r, struct columns *c)
{
    struct member values;
    uint64_t memory = r->memory, most = (c->request_count + 1) * 4096 + NPY_MAX_HEADER;
    if (most < memory) r->memory = most;
    uint64_t start = r->memory;
    if (read_signed(r, "requests.scattered", &c->scattered, &c->scattered_count) ||
        read_vector(r, "requests.values", "'|u1'", 1, &values))
        return -1;
    r->memory = memory - (start - r->memory);
    c->values = mem_alloc(values.length);
    c->value_bytes = values.length;
    if (values.length) memcpy(c->values, values.data, values.length);
    member_fini(&values);
    return 0;
}

static int read_columns(struct reader *r, struct columns *c)
{
    uint64_t rounds = 0, shapes = 0, warps = 0, valued = 0;
    if (read_shapes(r, c) || read_unsigned(r, "requests.count", &c->counts, &rounds) ||
        read_unsigned(r, "requests.shape", &c->shape, &shapes) ||
        read_unsigned(r, "requests.warp", &c->warp, &warps) ||
        read_unsigned(r, "requests.valued", &c->valued, &valued) ||
        read_signed(r, "requests.offset", &c->offset, &c->request_count) || read_lanes(r, c))
        return -1;
    if (shapes != c->request_count || warps != shapes || valued != shapes || shapes >= UINT32_MAX ||
        rounds >= UINT32_MAX)
        return invalid(r, "requests", "columns of different length");
    c->round_count = (uint32_t)rounds;
    return take_memory(r,
                       c->request_count * sizeof(struct trace_request) + 2 * c->value_bytes +
                           16 * c->scattered_count + rounds * 2 * sizeof(struct trace_round),
                       "requests");
}

/* ---- Blocks, snapshots, times -------------------------------------------------------------- */

struct blocks {
    uint32_t *index, *rounds, *finished;
    uint32_t count;
};

static void blocks_fini(struct blocks *b)
{
    free(b->index);
    free(b->rounds);
    free(b->finished);
}

static int read_blocks(struct reader *r, struct blocks *b)
{
    uint64_t count = 0, rounds = 0;
    struct member finished;
    if (read_unsigned(r, "blocks", &b->index, &count) ||
        read_unsigned(r, "rounds", &b->rounds, &rounds) ||
        read_vector(r, "finished", "'|b1'", 1, &finished))
        return -1;
    int status = 0;
    if (count != rounds || count != finished.length || count >= UINT32_MAX)
        status = invalid(r, "blocks", "columns of different length");
    else
        status = take_memory(r, count * 2 * sizeof(struct trace_block), "blocks");
    if (!status) {
        b->count = (uint32_t)count;
        b->finished = mem_array(count, sizeof *b->finished);
        for (uint64_t i = 0; i < count; i++)
            b->finished[i] = finished.data[i] != 0;
    }
    member_fini(&finished);
    return status;
}

static int copy_member(struct reader *r, const char *kind, const char *key, uint8_t *to,
                       uint64_t bytes, bool flags)
{
    struct member m;
    char name[1100];
    snprintf(name, sizeof name, "%s.%s", kind, key);
    if (read_array(r, name, &m)) return -1;
    int status = m.length == bytes ? 0 : invalid(r, name, "not the expected size");
    for (uint64_t i = 0; !status && flags && i < bytes; i++)
        to[i] = m.data[i] != 0;
    if (!status && !flags && bytes) memcpy(to, m.data, bytes);
    member_fini(&m);
    return status;
}

static int read_snapshots(struct reader *r, const json_t *arrays, const struct blocks *blocks,
                          const struct trace_array *infos)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < blocks->count; i++)
        if (blocks->rounds[i] > most) most = blocks->rounds[i];
    for (uint32_t i = 0; i < json_array_size(arrays); i++) {
        const json_t *item = json_array_get(arrays, i);
        const char *key = json_string_value(json_object_get(item, "key"));
        if (!json_is_true(json_object_get(item, "snapshots"))) continue;
        if (!key || strlen(key) > 1000) return invalid(r, "snapshots", "no key");
        uint64_t rows = blocks->count * most, bytes, slots;
        if (__builtin_mul_overflow(rows, infos[i].bytes, &bytes) ||
            __builtin_mul_overflow(rows, infos[i].count, &slots) || take_memory(r, bytes, key) ||
            take_memory(r, slots, key))
            return invalid(r, key, "too large");
        uint8_t *data, *written;
        builder_snapshots(r->builder, i, &data, &written);
        if (copy_member(r, "snapshot", key, data, bytes, false) ||
            copy_member(r, "written", key, written, slots, true))
            return -1;
    }
    return 0;
}

static int read_timings(struct reader *r)
{
    struct member m;
    struct trace_timing timing;
    if (read_vector(r, "timings", NPZ_TIMING_DESCR, sizeof timing, &m)) return -1;
    int status = m.count >= UINT32_MAX ? invalid(r, "timings", "too many")
                                       : take_memory(r, m.length * 2, "timings");
    for (uint64_t i = 0; !status && i < m.count; i++) {
        memcpy(&timing, m.data + i * sizeof timing, sizeof timing);
        builder_timing(r->builder, &timing);
    }
    member_fini(&m);
    return status;
}

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

static int read_launch_arrays(struct reader *r, const json_t *arrays, const json_t *types,
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
            return invalid(r, "meta.json", "an array's type or dimensions");
        a->bytes = a->count * (uint32_t)bytes;
        builder_array(r->builder, a);
    }
    return 0;
}

static int read_lists(struct reader *r, const json_t *item)
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
    return meta.failed ? -1 : 0;
}

static int read_rows(struct reader *r, const json_t *arrays, const struct trace_array *infos)
{
    struct blocks b = {0};
    struct columns c = {0};
    int status = read_blocks(r, &b);
    if (!status) status = read_columns(r, &c);
    if (!status) {
        struct columns_blocks blocks = {b.index, b.rounds, b.finished, b.count};
        status = columns_build(&c, &blocks, r->builder, r->err);
    }
    columns_fini(&c);
    if (!status) status = read_snapshots(r, arrays, &b, infos);
    if (!status) status = read_timings(r);
    blocks_fini(&b);
    return status;
}

static int read_launch(struct reader *r, const json_t *root, const json_t *item, size_t index)
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
    if (!status) status = read_rows(r, arrays, infos);
    free(infos);
    if (!status) builder_launch_end(r->builder);
    return status;
}

static int read_reading(struct reader *r, const json_t *item, size_t index)
{
    struct meta_reader meta = {.builder = r->builder, .err = r->err};
    struct trace_reading reading = {.copy_site = TRACE_NONE};
    struct member m;
    snprintf(r->prefix, sizeof r->prefix, "reading%zu", index);
    meta_get(&meta, item, meta_reading, &reading, r->prefix);
    if (meta.failed || read_vector(r, "values", "'|u1'", 1, &m)) return -1;
    int status = take_memory(r, m.length * 2, "values");
    if (!status && (uint64_t)reading.count * reading.width != m.length)
        status = invalid(r, "values", "not the expected size");
    reading.values = m.data;
    if (!status) builder_reading(r->builder, &reading);
    member_fini(&m);
    return status;
}

static int read_all(struct reader *r)
{
    json_t *root = NULL;
    size_t length;
    uint8_t *meta = read_member(r, "meta.json", NPZ_MAX_META, true, &length);
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
    struct reader r = {.zip = zip, .builder = builder_create(), .memory = memory, .err = &own};
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
        error_set(err, "cannot read %s: %s", path, strerror(errno));
        str_fini(&bytes);
        return -1;
    }
    int status = npz_decode(bytes.text, bytes.length, NPZ_MEMORY, trace, &why);
    if (status) error_set(err, "%s: %s", path, why.text);
    str_fini(&bytes);
    return status;
}
