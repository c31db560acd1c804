/* The rows of a launch: requests by columns, blocks, snapshots, times. */
#include "base/mem.h"
#include "trace/columns.h"
#include "trace/npz.h"
#include "trace/npz_member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Requests ---------------------------------------------------------------------------- */

static int read_shapes(struct npz_reader *r, struct columns *c)
{
    struct npz_member m;
    if (npz_read_vector(r, "shapes", COLUMN_SHAPE_DESCR, sizeof *c->shapes, &m)) return -1;
    int status = m.count > UINT32_MAX ? npz_invalid(r, "shapes", "too many")
                                      : npz_take_memory(r, m.length * 4, "shapes");
    if (!status) {
        c->shapes = mem_array(m.count, sizeof *c->shapes);
        c->shape_count = (uint32_t)m.count;
        if (m.length) memcpy(c->shapes, m.data, m.length);
    }
    npz_member_fini(&m);
    return status;
}

/* Columns that follow from the number of requests may not be larger than that allows: at most 31
 * further offsets of 8 bytes and 32 values of 16 bytes for each. */
static int read_lanes(struct npz_reader *r, struct columns *c)
{
    struct npz_member values;
    uint64_t memory = r->memory, most = (c->request_count + 1) * 4096 + NPY_MAX_HEADER;
    if (most < memory) r->memory = most;
    uint64_t start = r->memory;
    if (npz_read_signed(r, "requests.scattered", &c->scattered, &c->scattered_count) ||
        npz_read_vector(r, "requests.values", "'|u1'", 1, &values))
        return -1;
    r->memory = memory - (start - r->memory);
    c->values = mem_alloc(values.length);
    c->value_bytes = values.length;
    if (values.length) memcpy(c->values, values.data, values.length);
    npz_member_fini(&values);
    return 0;
}

static int read_columns(struct npz_reader *r, struct columns *c)
{
    uint64_t rounds = 0, shapes = 0, warps = 0, valued = 0;
    if (read_shapes(r, c) || npz_read_unsigned(r, "requests.count", &c->counts, &rounds) ||
        npz_read_unsigned(r, "requests.shape", &c->shape, &shapes) ||
        npz_read_unsigned(r, "requests.warp", &c->warp, &warps) ||
        npz_read_unsigned(r, "requests.valued", &c->valued, &valued) ||
        npz_read_signed(r, "requests.offset", &c->offset, &c->request_count) || read_lanes(r, c))
        return -1;
    if (shapes != c->request_count || warps != shapes || valued != shapes || shapes >= UINT32_MAX ||
        rounds >= UINT32_MAX)
        return npz_invalid(r, "requests", "columns of different length");
    c->round_count = (uint32_t)rounds;
    return npz_take_memory(r,
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

static int read_blocks(struct npz_reader *r, struct blocks *b)
{
    uint64_t count = 0, rounds = 0;
    struct npz_member finished;
    if (npz_read_unsigned(r, "blocks", &b->index, &count) ||
        npz_read_unsigned(r, "rounds", &b->rounds, &rounds) ||
        npz_read_vector(r, "finished", "'|b1'", 1, &finished))
        return -1;
    int status = 0;
    if (count != rounds || count != finished.length || count >= UINT32_MAX)
        status = npz_invalid(r, "blocks", "columns of different length");
    else
        status = npz_take_memory(r, count * 2 * sizeof(struct trace_block), "blocks");
    if (!status) {
        b->count = (uint32_t)count;
        b->finished = mem_array(count, sizeof *b->finished);
        for (uint64_t i = 0; i < count; i++)
            b->finished[i] = finished.data[i] != 0;
    }
    npz_member_fini(&finished);
    return status;
}

static int copy_member(struct npz_reader *r, const char *kind, const char *key, uint8_t *to,
                       uint64_t bytes, bool flags)
{
    struct npz_member m;
    char name[1100];
    snprintf(name, sizeof name, "%s.%s", kind, key);
    if (npz_read_array(r, name, &m)) return -1;
    int status = m.length == bytes ? 0 : npz_invalid(r, name, "not the expected size");
    for (uint64_t i = 0; !status && flags && i < bytes; i++)
        to[i] = m.data[i] != 0;
    if (!status && !flags && bytes) memcpy(to, m.data, bytes);
    npz_member_fini(&m);
    return status;
}

static int read_snapshots(struct npz_reader *r, const json_t *arrays, const struct blocks *blocks,
                          const struct trace_array *infos)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < blocks->count; i++)
        if (blocks->rounds[i] > most) most = blocks->rounds[i];
    for (uint32_t i = 0; i < json_array_size(arrays); i++) {
        const json_t *item = json_array_get(arrays, i);
        const char *key = json_string_value(json_object_get(item, "key"));
        if (!json_is_true(json_object_get(item, "snapshots"))) continue;
        if (!key || strlen(key) > 1000) return npz_invalid(r, "snapshots", "no key");
        uint64_t rows = blocks->count * most, bytes, slots;
        if (__builtin_mul_overflow(rows, infos[i].bytes, &bytes) ||
            __builtin_mul_overflow(rows, infos[i].count, &slots) ||
            npz_take_memory(r, bytes, key) || npz_take_memory(r, slots, key))
            return npz_invalid(r, key, "too large");
        uint8_t *data, *written;
        builder_snapshots(r->builder, i, &data, &written);
        if (copy_member(r, "snapshot", key, data, bytes, false) ||
            copy_member(r, "written", key, written, slots, true))
            return -1;
    }
    return 0;
}

static int read_timings(struct npz_reader *r)
{
    struct npz_member m;
    struct trace_timing timing;
    if (npz_read_vector(r, "timings", NPZ_TIMING_DESCR, sizeof timing, &m)) return -1;
    int status = m.count >= UINT32_MAX ? npz_invalid(r, "timings", "too many")
                                       : npz_take_memory(r, m.length * 2, "timings");
    for (uint64_t i = 0; !status && i < m.count; i++) {
        memcpy(&timing, m.data + i * sizeof timing, sizeof timing);
        builder_timing(r->builder, &timing);
    }
    npz_member_fini(&m);
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------- */

int npz_read_rows(struct npz_reader *r, const json_t *arrays, const struct trace_array *infos)
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
