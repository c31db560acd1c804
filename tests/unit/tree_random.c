/* Any trace that passes the checks can be analysed and drawn: random ones, valid but senseless. */
#include "analysis/history.h"
#include "analysis/sentence.h"
#include "analysis/why.h"
#include "base/error.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "trace/builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return limit ? (uint32_t)(seed >> 33) % limit : 0;
}

struct maker {
    struct trace_builder *builder;
    uint32_t types[4], sites[12], allocation, arrays, array_bytes[4], threads;
};

static void make_tables(struct maker *m)
{
    static const struct trace_type types[] = {{.name = "int", .kind = TRACE_SIGNED, .bytes = 4},
                                              {.name = "float", .kind = TRACE_FLOAT, .bytes = 4},
                                              {.name = "double", .kind = TRACE_FLOAT, .bytes = 8},
                                              {.name = "char", .kind = TRACE_SIGNED, .bytes = 1}};
    struct trace_source source = {
        .name = "a.cu", .text = "a[t] += b[t];\nif (x) a[t] = b;\n\n*p = q\n", .own = true};
    builder_source(m->builder, &source);
    for (uint32_t i = 0; i < 4; i++)
        m->types[i] = builder_type(m->builder, &types[i]);
    for (uint32_t i = 0; i < 12; i++) {
        struct trace_site site = {.line = 1 + i % 6, .column = i, .function = "k"};
        m->sites[i] = builder_site(m->builder, &site);
    }
    struct trace_allocation a = {
        .name = "d", .address = 4096, .bytes = 1000, .type = m->types[0], .source = TRACE_NONE};
    m->allocation = builder_allocation(m->builder, &a);
}

static void make_arrays(struct maker *m)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    m->arrays = random_below(4);
    for (uint32_t i = 0; i < m->arrays; i++) {
        struct trace_array array = {.name = names[i], .function = "k", .source = TRACE_NONE};
        uint32_t type = random_below(4);
        array.type = m->types[type];
        array.dim_count = random_below(4);
        array.count = 1;
        for (uint32_t d = 0; d < array.dim_count; d++) {
            array.dims[d] = 1 + random_below(array.dim_count == 1 ? 300 : 20);
            array.count *= array.dims[d];
        }
        array.bytes = array.count * (type == 2 ? 8 : type == 3 ? 1 : 4);
        m->array_bytes[i] = array.bytes;
        builder_array(m->builder, &array);
    }
}

static void make_request(struct maker *m, uint32_t warp)
{
    static const uint8_t widths[] = {1, 4, 4, 4, 8, 16};
    struct trace_request r = {.site = m->sites[random_below(12)], .warp = (uint16_t)warp};
    uint32_t lanes = m->threads - warp * 32 < 32 ? m->threads - warp * 32 : 32;
    uint32_t all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
    r.mask = random_below(3) ? all : (random_below(UINT32_MAX) | 1) & all;
    r.kind = (uint8_t)random_below(TRACE_FENCE); /* fences: tests of races */
    r.sync_mask = all;
    if (r.kind > TRACE_ATOMIC) {
        r.object = TRACE_NONE;
        r.space = TRACE_NO_SPACE;
        r.width = r.kind == TRACE_SHUFFLE ? 4 : 0;
        r.offset = 0;
    } else {
        r.space = m->arrays && random_below(4) ? TRACE_SHARED : TRACE_GLOBAL;
        r.object = random_below(9) == 0      ? TRACE_NONE
                   : r.space == TRACE_SHARED ? random_below(m->arrays)
                                             : m->allocation;
        r.width = widths[random_below(6)];
        r.offset = (int64_t)random_below(400) - 40;
        r.stride = (int32_t)random_below(40) - 12;
    }
    int64_t offsets[32];
    uint8_t values[32 * 16];
    bool scattered = random_below(4) == 0;
    for (uint32_t i = 0; i < 32; i++)
        offsets[i] = r.kind == TRACE_SHUFFLE ? random_below(32) : (int64_t)random_below(900) - 50;
    for (size_t i = 0; i < sizeof values; i++)
        values[i] = (uint8_t)random_below(i % 4 ? 2 : 256);
    builder_request(m->builder, &r, scattered || r.kind == TRACE_SHUFFLE ? offsets : NULL,
                    r.width && random_below(2) ? values : NULL);
}

static void make_snapshots(struct maker *m, uint32_t blocks, uint32_t rounds)
{
    for (uint32_t a = 0; a < m->arrays; a++) {
        uint8_t *data, *written;
        if (random_below(5) == 0) continue;
        builder_snapshots(m->builder, a, &data, &written);
        for (uint32_t i = 0; i < blocks * rounds * m->array_bytes[a]; i++)
            data[i] = (uint8_t)random_below(i % 4 ? 2 : 256);
        /* at least as many marks as the smallest count allows: one per 8 bytes */
        for (uint32_t i = 0; i < blocks * rounds * (m->array_bytes[a] / 8); i++)
            written[i] = random_below(3) > 0;
    }
}

static struct trace *make_trace(void)
{
    struct maker m = {.builder = builder_create()};
    struct trace *t = builder_trace(m.builder);
    struct error err;
    t->program = "a.cu";
    t->schedule = random_below(2) ? "forward" : "reverse";
    make_tables(&m);
    struct trace_launch launch = {
        .kernel = "k", .grid = {4, 1, 1}, .source = TRACE_NONE, .error = ""};
    launch.block[0] = 1 + random_below(45);
    launch.block[1] = random_below(3) ? 1 : 2;
    launch.block[2] = random_below(9) ? 1 : 2;
    m.threads = launch.block[0] * launch.block[1] * launch.block[2];
    builder_launch_begin(m.builder, &launch);
    make_arrays(&m);
    uint32_t rounds = 1 + random_below(5);
    for (uint32_t b = 0; b < 2; b++) {
        builder_block(m.builder, b, random_below(2));
        for (uint32_t r = 0; r < rounds; r++) {
            builder_round(m.builder);
            for (uint32_t w = 0; w < (m.threads + 31) / 32; w++)
                for (uint32_t i = random_below(12); i > 0; i--)
                    make_request(&m, w);
        }
    }
    make_snapshots(&m, 2, rounds);
    builder_launch_end(m.builder);
    if (builder_finish(m.builder, &t, &err)) fail_msg("%s", err.text);
    return t;
}

static void any_valid_trace_is_drawn(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 24; number++) {
        struct screen screen;
        const char *title = "random";
        seed = number + 1;
        struct trace *trace = make_trace();
        screen_open(&screen, 80, 24, &trace, &title, 1);
        screen_draw(&screen);
        screen_keys(&screen, "1");
        for (int i = 0; i < 30; i++) {
            static const char keys[] = "lhjkHJKL+-0v.,w\n)(GgPq ";
            screen_key(&screen, (uint32_t)(unsigned char)keys[random_below(sizeof keys - 2)]);
            if (i % 10 == 0)
                screen_resize(&screen, 1 + (int)random_below(130), 1 + (int)random_below(50));
            screen_draw(&screen);
            assert_true(screen_whole(screen.canvas));
        }
        screen_close(&screen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_valid_trace_is_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
