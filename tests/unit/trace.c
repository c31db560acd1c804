/* The trace in memory: builder, checks, helpers, and the synthetic traces that other tests use. */
#include "support/synthetic.h"
#include "trace/builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const int *slots(const struct trace_launch *l, uint32_t block, uint32_t round)
{
    return (const int *)(const void *)trace_snapshot(l, 0, block, round);
}

/* Figures of the issue: glibc's rand(), slots of block 0 after rounds 0 and 8. */
static void test_job(void **state)
{
    (void)state;
    struct trace *t = synthetic_job();
    const struct trace_launch *l = &t->launches[0];
    assert_int_equal(l->accesses, 5275616);
    assert_int_equal(l->block_count, 32);
    assert_int_equal(l->blocks[0].rounds, 10);
    const int *s = slots(l, 0, 0);
    assert_int_equal(s[0], 31774);
    assert_int_equal(s[1], 24188);
    assert_int_equal(s[2], 25346);
    assert_int_equal(s[3], 20343);
    assert_int_equal(slots(l, 0, 6)[0], 1651657);
    assert_int_equal(slots(l, 0, 8)[0], 6699139);
    assert_string_equal(t->output, "GPU sum: 212561232  CPU sum: 212561232\n");
    int64_t total = 0;
    for (uint32_t b = 0; b < 32; b++)
        total += slots(l, b, 9)[0];
    assert_int_equal(total, 212561232);
    trace_destroy(t);
}

static void test_sequential(void **state)
{
    (void)state;
    struct trace *t = synthetic_tree(1048576, 32, 256, true);
    const struct trace_launch *l = &t->launches[0];
    assert_int_equal(slots(l, 0, 2)[0], 109954);
    assert_int_equal(slots(l, 0, 3)[0], 217725);
    assert_int_equal(slots(l, 0, 8)[0], 6699139);
    /* Round 3: 32 threads, one full warp, three requests. */
    const struct trace_round *r = trace_block_round(l, 0, 3);
    uint32_t accesses = 0;
    for (uint32_t i = 0; i < r->count; i++)
        if (l->requests[r->first + i].kind <= TRACE_ATOMIC) {
            assert_int_equal(l->requests[r->first + i].mask, UINT32_MAX);
            accesses++;
        }
    assert_int_equal(accesses, 3);
    trace_destroy(t);
}

static void test_missing_barrier(void **state)
{
    (void)state;
    struct trace *t = synthetic_missing_barrier(1048576, 32, 256, false);
    assert_int_equal(t->launches[0].blocks[0].rounds, 2);
    assert_int_equal(slots(&t->launches[0], 0, 1)[0], 241755);
    trace_destroy(t);
    t = synthetic_missing_barrier(1048576, 32, 256, true);
    assert_int_equal(slots(&t->launches[0], 0, 1)[0], 6699139);
    trace_destroy(t);
}

static void test_matmul(void **state)
{
    (void)state;
    struct trace *t = synthetic_matmul(64);
    const struct trace_launch *l = &t->launches[0];
    assert_int_equal(l->blocks[0].rounds, 9);
    assert_int_equal(l->array_count, 2);
    const float *as = (const float *)(const void *)trace_snapshot(l, 0, 0, 1);
    const float *bs = (const float *)(const void *)trace_snapshot(l, 1, 0, 1);
    assert_true(as[3 * 16 + 6] == 9.0F && bs[6 * 16 + 5] == 6.0F);
    trace_destroy(t);
}

static uint32_t find_request(const struct trace_launch *l, uint32_t block, uint32_t round,
                             enum trace_kind kind, uint32_t line, const struct trace *t)
{
    const struct trace_round *r = trace_block_round(l, block, round);
    for (uint32_t i = r->first; i < r->first + r->count; i++)
        if (l->requests[i].kind == kind && t->sites[l->requests[i].site].line == line) return i;
    fail();
    return 0;
}

static void test_offsets_and_values(void **state)
{
    (void)state;
    struct trace *t = synthetic_tree(65536, 4, 256, false);
    const struct trace_launch *l = &t->launches[0];
    const struct trace_request *r = &l->requests[find_request(l, 1, 3, TRACE_STORE, 41, t)];
    int64_t offsets[TRACE_LANES];
    int values[TRACE_LANES];
    assert_int_equal(r->mask, 0x01010101); /* every eighth lane, a stride of one word each */
    assert_int_equal(r->stride, 4);
    assert_false(r->flags & TRACE_SCATTERED);
    trace_request_offsets(l, r, offsets);
    assert_true(trace_request_values(l, r, (uint8_t *)values));
    for (int lane = 0; lane < 32; lane += 8) {
        assert_int_equal(offsets[lane], lane * 4);
        assert_int_equal(values[lane], slots(l, 1, 3)[lane]);
    }
    trace_destroy(t);
}

static struct trace_builder *small(void)
{
    struct trace_builder *b = builder_create();
    struct trace_source source = {.name = "x.cu", .text = "int x;\n", .own = true};
    struct trace_site site = {.line = 1, .function = "k"};
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    struct trace_allocation a = {
        .name = "d", .address = 4096, .bytes = 1024, .type = 0, .source = TRACE_NONE};
    struct trace_launch l = {.kernel = "k", .grid = {1, 1, 1}, .block = {40, 1, 1}, .error = ""};
    builder_source(b, &source);
    builder_site(b, &site);
    builder_type(b, &type);
    builder_allocation(b, &a);
    builder_launch_begin(b, &l);
    builder_block(b, 0, true);
    builder_round(b);
    return b;
}

static void test_scattered(void **state)
{
    (void)state;
    struct trace_builder *b = small();
    struct trace_request r = {
        .mask = 0x30000001, .width = 4, .kind = TRACE_LOAD, .space = TRACE_GLOBAL};
    int64_t given[3] = {40, -8, INT64_C(1) << 40}, got[TRACE_LANES];
    builder_request(b, &r, given, NULL);
    int64_t none[3] = {8, 8, 8};
    builder_request(b, &r, none, NULL);
    builder_launch_end(b);
    struct trace *t;
    struct error err;
    assert_int_equal(builder_finish(b, &t, &err), 0);
    const struct trace_launch *l = &t->launches[0];
    assert_true(l->requests[0].flags & TRACE_SCATTERED);
    trace_request_offsets(l, &l->requests[0], got);
    assert_true(got[0] == 40 && got[28] == -8 && got[29] == INT64_C(1) << 40);
    assert_false(l->requests[1].flags & TRACE_SCATTERED);
    assert_int_equal(l->requests[1].stride, 0);
    assert_string_equal(trace_allocation_name(t, l, 0), "d");
    assert_int_equal(trace_find_block(l, 0), 0);
    assert_int_equal(trace_find_block(l, 1), TRACE_NONE);
    trace_destroy(t);
}

/* Everything wrong that a request can be is refused with one line. */
static void test_refused(void **state)
{
    (void)state;
    const struct trace_request good = {
        .mask = 1, .width = 4, .kind = TRACE_LOAD, .space = TRACE_GLOBAL};
    struct trace_request bad[9];
    for (int i = 0; i < 9; i++)
        bad[i] = good;
    bad[0].mask = 0;
    bad[1].site = 1;
    bad[2].object = 1;
    bad[3].space = TRACE_SHARED; /* no array */
    bad[4].width = 3;
    bad[5].kind = TRACE_KIND_COUNT;
    bad[6].warp = 2;
    bad[7].warp = 1, bad[7].mask = 0x100; /* thread 40 of 0 to 39 */
    bad[8].offset = INT64_MAX;
    for (int i = 0; i < 9; i++) {
        struct trace_builder *b = small();
        struct trace *t;
        struct error err = {""};
        builder_request(b, &bad[i], NULL, NULL);
        builder_launch_end(b);
        assert_int_equal(builder_finish(b, &t, &err), -1);
        assert_non_null(strstr(err.text, "not a valid trace: launch 0"));
        builder_destroy(b);
    }
}

static void test_text(void **state)
{
    (void)state;
    struct trace_builder *b = builder_create();
    assert_string_equal(builder_text(b, "a\x1b[2Jb\r\n\tc\x7f"),
                        "a\xef\xbf\xbd[2Jb\n\tc\xef\xbf\xbd");
    assert_string_equal(builder_text(b, "\xe6\xb1\x82\xe5\x92\x8c"), "\xe6\xb1\x82\xe5\x92\x8c");
    assert_string_equal(builder_text(b, "\xe6\xb1x\xc2\x9b"), /* cut short; C1 CSI */
                        "\xef\xbf\xbd\xef\xbf\xbdx\xef\xbf\xbd");
    assert_string_equal(builder_text(b, "\xe2\x80\xae"), "\xef\xbf\xbd"); /* right to left */
    assert_string_equal(builder_text(b, "\xc0\xaf"), "\xef\xbf\xbd\xef\xbf\xbd");
    assert_string_equal(builder_name(b, "one\ntwo\t"), "one two ");
    assert_string_equal(builder_name(b, NULL), "");
    builder_destroy(b);
}

static void assert_value(const struct trace *t, uint32_t type, const void *value,
                         const char *expected)
{
    char text[64];
    trace_format_value(t, type, value, text, sizeof text);
    assert_string_equal(text, expected);
}

static void test_format(void **state)
{
    (void)state;
    struct trace_builder *b = builder_create();
    struct trace_source source = {.name = "x.cu", .text = ""};
    builder_source(b, &source);
    const struct trace_type types[] = {
        {.name = "int", .kind = TRACE_SIGNED, .bytes = 4},
        {.name = "float", .kind = TRACE_FLOAT, .bytes = 4},
        {.name = "double", .kind = TRACE_FLOAT, .bytes = 8},
        {.name = "half", .kind = TRACE_FLOAT, .bytes = 2},
        {.name = "char", .kind = TRACE_SIGNED, .bytes = 1},
        {.name = "unsigned long", .kind = TRACE_UNSIGNED, .bytes = 8},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        builder_type(b, &types[i]);
    struct trace_field fields[] = {{"x", 0, 0, 1}, {"y", 4, 1, 2}};
    struct trace_type pair = {"pair", TRACE_STRUCT, 12, fields, 2};
    uint32_t s = builder_type(b, &pair);
    struct trace *t;
    assert_int_equal(builder_finish(b, &t, NULL), 0);
    assert_value(t, 0, &(int){-31774}, "-31774");
    assert_value(t, 1, &(float){0.1F}, "0.1");
    assert_value(t, 1, &(float){16777216.0F}, "16777216");
    assert_value(t, 1, &(float){1.0F / 3}, "0.33333334");
    assert_value(t, 1, &(float){3e38F}, "3e+38");
    assert_value(t, 2, &(double){0.1}, "0.1");
    assert_value(t, 3, &(uint16_t){0x3800}, "0.5");
    assert_value(t, 3, &(uint16_t){0xc500}, "-5");
    assert_value(t, 4, "A", "'A'");
    assert_value(t, 4, "\n", "10");
    assert_value(t, 5, &(uint64_t){UINT64_MAX}, "18446744073709551615");
    struct {
        int x;
        float y[2];
    } value = {1, {2.5F, -3}};
    assert_value(t, s, &value, "{1, {2.5, -3}}");
    trace_destroy(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_job),       cmocka_unit_test(test_sequential),
        cmocka_unit_test(test_matmul),    cmocka_unit_test(test_missing_barrier),
        cmocka_unit_test(test_scattered), cmocka_unit_test(test_offsets_and_values),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_text),
        cmocka_unit_test(test_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
