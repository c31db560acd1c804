/* From a spool to a trace: a spool made by hand, whole, cut short and damaged. */
#include "run/collect.h"
#include "support/spool_maker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct trace *collected_as(const struct spool_maker *m, uint64_t snapshot_bytes, bool gpu)
{
    struct trace_builder *b = builder_create();
    struct site_resolver *r = sample_resolver(b);
    r->told = gpu;
    struct collect_request request = {.spool = m->bytes,
                                      .size = m->size,
                                      .builder = b,
                                      .resolver = r,
                                      .snapshot_bytes = snapshot_bytes};
    struct trace *t = NULL;
    struct error err = {""};
    collect(&request);
    r->destroy(r);
    if (builder_finish(b, &t, &err)) fail_msg("%s", err.text);
    return t;
}

static struct trace *collected(const struct spool_maker *m, uint64_t snapshot_bytes)
{
    return collected_as(m, snapshot_bytes, false);
}

static struct trace *sample_trace(void)
{
    struct spool_maker m;
    spool_maker_init(&m, 1 << 16);
    spool_maker_sample(&m);
    struct trace *t = collected(&m, 0);
    spool_maker_fini(&m);
    return t;
}

static void test_launches(void **state)
{
    (void)state;
    struct trace *t = sample_trace();
    assert_int_equal(t->launch_count, 2);
    assert_int_equal(t->launches_seen, 2);
    const struct trace_launch *l = &t->launches[0];
    assert_string_equal(l->kernel, "k");
    assert_int_equal(l->line, 50);
    assert_int_equal(l->block_count, 2);
    assert_int_equal(l->blocks[0].index, 0);
    assert_int_equal(l->blocks[1].rounds, 2);
    assert_true(l->blocks[1].finished);
    assert_false(l->complete); /* accesses were dropped */
    assert_int_equal(l->dropped[0].accesses, 9);
    assert_int_equal(t->sites[l->dropped[0].site].line, 11);
    assert_int_equal(l->accesses, 2 * (8 + 32 + 32 + 32 + 1 + 2));
    assert_int_equal(l->timings[0].sm, 3);
    assert_string_equal(t->launches[1].error, "cudaErrorInvalidConfiguration");
    assert_int_equal(t->launches[1].block_count, 0);
    trace_destroy(t);
}

/* s and t in the order of their declaration, then d on 16 bytes; t was only touched. */
static void test_arrays(void **state)
{
    (void)state;
    struct trace *t = sample_trace();
    const struct trace_launch *l = &t->launches[0];
    assert_int_equal(l->array_count, 3);
    assert_string_equal(l->arrays[0].name, "s");
    assert_int_equal(l->arrays[0].offset, 0);
    assert_string_equal(l->arrays[1].name, "t");
    assert_int_equal(l->arrays[1].offset, 160);
    assert_string_equal(l->arrays[2].name, "d");
    assert_true(l->arrays[2].dynamic);
    assert_int_equal(l->arrays[2].count, 16);
    assert_int_equal(l->arrays[2].offset, 192);
    trace_destroy(t);
}

static void test_snapshots(void **state)
{
    (void)state;
    struct trace *t = sample_trace();
    const struct trace_launch *l = &t->launches[0];
    for (int block = 0; block < 2; block++) {
        const int *s = (const void *)trace_snapshot(l, 0, (uint32_t)block, 1);
        assert_int_equal(s[39], 39 + block); /* kept from the round before */
        const int *two = (const void *)trace_snapshot(l, 1, (uint32_t)block, 1);
        assert_int_equal(two[1], 7);
        const float *d = (const void *)trace_snapshot(l, 2, (uint32_t)block, 1);
        assert_true(d[2] == 1.0F);
    }
    const uint8_t *written = trace_written(l, 0, 0, 0);
    for (int i = 0; i < 40; i++)
        assert_int_equal(written[i], 1);
    assert_int_equal(trace_written(l, 1, 0, 0)[1], 0);
    const uint8_t *two = trace_written(l, 1, 0, 1); /* odd lanes: slots 1 3 5 7 */
    for (int i = 0; i < 8; i++)
        assert_int_equal(two[i], i % 2);
    assert_int_equal(trace_written(l, 2, 0, 1)[2], 1);
    assert_int_equal(trace_written(l, 2, 0, 1)[3], 0);
    trace_destroy(t);
}

static void test_requests(void **state)
{
    (void)state;
    struct trace *t = sample_trace();
    const struct trace_launch *l = &t->launches[0];
    const struct trace_round *r = trace_block_round(l, 1, 0);
    assert_int_equal(r->count, 5);
    const struct trace_request *q = l->requests + r->first;
    assert_int_equal(q[0].warp, 0); /* by warp, then in order */
    assert_int_equal(q[1].kind, TRACE_LOAD);
    assert_int_equal(q[1].offset, 128);
    assert_int_equal(q[1].stride, 4);
    assert_int_equal(q[3].warp, 1);
    assert_int_equal(q[3].offset, 128);
    int values[32];
    assert_true(trace_request_values(l, &q[0], (uint8_t *)values));
    assert_int_equal(values[5], 105);
    /* One instruction, two arrays: two rows, the second goes on. */
    r = trace_block_round(l, 1, 1);
    q = l->requests + r->first;
    assert_int_equal(q[0].mask, 0x55555555);
    assert_int_equal(q[0].object, 0);
    assert_false(q[0].flags & TRACE_CONTINUED);
    assert_int_equal(q[1].mask, 0xaaaaaaaa);
    assert_int_equal(q[1].object, 1);
    assert_true(q[1].flags & TRACE_CONTINUED);
    assert_int_equal(q[2].object, 2);
    assert_int_equal(q[2].offset, 8);
    assert_int_equal(q[3].space, TRACE_CONSTANT);
    assert_string_equal(t->allocations[q[3].object].name, "c");
    trace_destroy(t);
}

static void test_names(void **state)
{
    (void)state;
    struct trace *t = sample_trace();
    const struct trace_launch *l = &t->launches[0];
    const struct trace_request *q = &l->requests[l->rounds[0].first + 1];
    assert_string_equal(t->allocations[q->object].name, "d_in");
    assert_string_equal(trace_allocation_name(t, l, q->object), "in");
    assert_string_equal(t->types[trace_allocation_type(t, l, q->object)].name, "int");
    assert_int_equal(t->allocations[q->object].line, 40);
    trace_destroy(t);
}

static void test_findings(void **state)
{
    (void)state;
    struct trace *t = sample_trace();
    assert_int_equal(t->diagnostic_count, 2);
    const struct trace_diagnostic *d = &t->diagnostics[0];
    assert_int_equal(d->fault, TRACE_OUT_OF_BOUNDS);
    assert_string_equal(d->array, "s");
    assert_true(d->has_index && d->index == 40);
    assert_int_equal(d->block, 0); /* the first in program order, counted with the other */
    assert_int_equal(d->count, 10);
    assert_non_null(
        strstr(d->message, "uses s[40], which does not exist: s has 40 elements, 0 to 39"));
    d = &t->diagnostics[1];
    assert_int_equal(d->fault, TRACE_LAUNCH_ERROR);
    assert_int_equal(d->line, 51);
    assert_int_equal(d->severity, TRACE_ERROR);
    trace_destroy(t);
}

/* An access outside every array is found by the collector itself. */
static void test_outside(void **state)
{
    (void)state;
    struct spool_maker m;
    struct spool_launch launch = {
        .grid = {1, 1, 1}, .block = {32, 1, 1}, .kernel = 1, .recorded = 1};
    struct spool_request head = {.site = 5,
                                 .mask = UINT32_MAX,
                                 .address = 1000 - 8,
                                 .stride = 4,
                                 .kind = TRACE_STORE,
                                 .space = TRACE_SHARED,
                                 .width = 4};
    struct spool_row row = {.head = head};
    spool_maker_init(&m, 1 << 16);
    spool_maker_add(&m, SPOOL_LAUNCH, &launch, sizeof launch, "k", 2);
    spool_maker_round(&m, 0, 0, 0, &row, 1);
    struct trace *t = collected(&m, 0);
    const struct trace_launch *l = &t->launches[0];
    assert_int_equal(l->requests[0].object, 0);
    assert_int_equal(l->requests[0].offset, -8); /* of s, and affine still */
    assert_int_equal(t->diagnostics[0].index, -2);
    assert_int_equal(t->diagnostics[0].thread, 0);
    assert_false(l->complete);
    assert_false(l->blocks[0].finished);
    trace_destroy(t);
    spool_maker_fini(&m);
}

/* A GPU ends a kernel for a wild address: the line that used it is named, and is the cause. The
 * launch's distinct bytes come from the device. */
static void test_illegal_address(void **state)
{
    (void)state;
    struct spool_maker m;
    struct spool_launch launch = {
        .grid = {1, 1, 1}, .block = {64, 1, 1}, .kernel = 1, .recorded = 1};
    struct spool_launch_end end = {.error = 700, .blocks_run = 1};
    struct spool_touched touched = {.read = 1024, .written = 12};
    const struct spool_row row = {.head = {.site = 21,
                                           .mask = 1u << 8,
                                           .address = 0x7f0000000000,
                                           .warp = 1,
                                           .kind = TRACE_STORE,
                                           .space = TRACE_GLOBAL,
                                           .flags = SPOOL_AFFINE,
                                           .width = 4}};
    spool_maker_init(&m, 1 << 16);
    spool_maker_add(&m, SPOOL_LAUNCH, &launch, sizeof launch, "k", 2);
    spool_maker_round(&m, 0, 0, 0, &row, 1);
    spool_maker_add(&m, SPOOL_TOUCHED, &touched, sizeof touched, NULL, 0);
    spool_maker_add(&m, SPOOL_LAUNCH_END, &end, sizeof end, NULL, 0);
    struct trace *t = collected_as(&m, 0, true);
    assert_int_equal(t->launches[0].touched_read, 1024);
    assert_int_equal(t->launches[0].touched_written, 12);
    assert_int_equal(t->diagnostic_count, 1); /* not a failed launch besides */
    assert_int_equal(t->diagnostics[0].fault, TRACE_OUT_OF_BOUNDS);
    assert_int_equal(t->diagnostics[0].thread, 40);
    assert_int_equal(t->diagnostics[0].line, 21);
    trace_destroy(t);
    spool_maker_fini(&m);
}

/* What the spool does not name is named as in the line that allocated it. */
static void test_name_in_line(void **state)
{
    (void)state;
    struct spool_maker m;
    struct spool_allocation a = {.id = 1, .address = 0x700000, .bytes = 4096, .site = 3};
    struct spool_launch launch = {
        .grid = {1, 1, 1}, .block = {32, 1, 1}, .kernel = 1, .recorded = 1};
    const struct spool_row row = {.head = {.site = 5,
                                           .mask = 1,
                                           .address = 0x700000,
                                           .kind = TRACE_LOAD,
                                           .space = TRACE_GLOBAL,
                                           .flags = SPOOL_AFFINE,
                                           .width = 4}};
    spool_maker_init(&m, 1 << 16);
    spool_maker_add(&m, SPOOL_ALLOCATION, &a, sizeof a, "", 1);
    spool_maker_add(&m, SPOOL_LAUNCH, &launch, sizeof launch, "k", 2);
    spool_maker_round(&m, 0, 0, 0, &row, 1);
    struct trace *t = collected(&m, 0);
    assert_int_equal(t->allocation_count, 1);
    assert_string_equal(t->allocations[0].name, "d_pool[i]");
    trace_destroy(t);
    spool_maker_fini(&m);
}

/* Where snapshots do not fit, fewer blocks are kept, and the launch is not complete. */
static void test_limit(void **state)
{
    (void)state;
    struct spool_maker m;
    spool_maker_init(&m, 1 << 16);
    spool_maker_sample(&m);
    struct trace *t = collected(&m, 1500);
    assert_int_equal(t->launches[0].block_count, 1);
    assert_non_null(trace_snapshot(&t->launches[0], 0, 0, 1));
    trace_destroy(t);
    t = collected(&m, 10);
    assert_int_equal(t->launches[0].block_count, 1);
    assert_null(trace_snapshot(&t->launches[0], 0, 0, 1));
    trace_destroy(t);
    spool_maker_fini(&m);
}

static bool told(const struct trace *t, const char *words)
{
    bool any = false;
    for (uint32_t i = 0; i < t->diagnostic_count; i++)
        any |= t->diagnostics[i].fault == TRACE_LIMIT && strstr(t->diagnostics[i].message, words);
    return any;
}

/* The block that is left out had more rounds than the one that is kept, and is told. */
static void test_limit_rounds(void **state)
{
    enum { ROUNDS = 200, BYTES = 160 };
    (void)state;
    struct spool_maker m;
    int s[BYTES / 4] = {0};
    spool_maker_init(&m, 1 << 18);
    spool_maker_sample(&m);
    for (uint32_t round = 2; round < ROUNDS; round++) {
        s[0] = (int)round;
        spool_maker_snapshot(&m, 0, 1, round, 1000, s, BYTES);
    }
    struct trace *t = collected(&m, 1500 / 2 * ROUNDS);
    assert_int_equal(t->launches[0].block_count, 1);
    assert_int_equal(t->launches[0].blocks[0].rounds, 2);
    assert_int_equal(t->launches[0].snapshots[0].rounds, 2);
    assert_true(told(t, "of launch 0 only 1 of 2 blocks were looked at"));
    trace_destroy(t);
    t = collected(&m, 0);
    assert_int_equal(t->launches[0].block_count, 2);
    assert_int_equal(t->launches[0].snapshots[0].rounds, ROUNDS);
    assert_false(told(t, "blocks were looked at"));
    trace_destroy(t);
    spool_maker_fini(&m);
}

/* What was reached is told also of a launch that was stopped, and where not all blocks are kept. */
static void test_limit_accesses(void **state)
{
    (void)state;
    struct spool_launch l = {.grid = {2, 1, 1}, .block = {40, 1, 1}, .recorded = 1, .kernel = 1};
    for (int kept = 1; kept <= 2; kept++) {
        struct spool_maker m;
        spool_maker_init(&m, 1 << 16);
        spool_maker_add(&m, SPOOL_LAUNCH, &l, sizeof l, "k", 2);
        for (uint32_t block = 0; block < 2; block++)
            spool_maker_sample_block(&m, block);
        struct spool_header *h = (void *)m.bytes;
        h->accesses = h->max_accesses = 2 * (8 + 32 + 32 + 32 + 1 + 2);
        struct trace *t = collected(&m, kept == 1 ? 1500 : 0);
        assert_int_equal(t->launches[0].block_count, kept);
        assert_true(told(t, kept == 1
                                ? "--max-accesses 214 was reached: of launch 0 only 107 acc"
                                : "--max-accesses 214 was reached: of launch 0 only 214 acc"));
        trace_destroy(t);
        spool_maker_fini(&m);
    }
}

/* A program that went astray: any byte may be anything. What comes out is still a valid trace. */
static void test_damaged(void **state)
{
    (void)state;
    struct spool_maker m;
    unsigned random = 1;
    spool_maker_init(&m, 1 << 16);
    spool_maker_sample(&m);
    size_t used = ((struct spool_header *)m.bytes)->used;
    for (size_t at = SPOOL_FIRST; at < used; at += 3) {
        uint8_t old = m.bytes[at];
        random = random * 1103515245u + 12345u;
        m.bytes[at] = (uint8_t)(random >> 16);
        trace_destroy(collected(&m, 1 << 20));
        m.bytes[at] = old;
    }
    for (size_t size = 0; size < used; size += 97) { /* cut short */
        struct spool_maker cut = {.bytes = malloc(size + 1), .size = size};
        memcpy(cut.bytes, m.bytes, size);
        trace_destroy(collected(&cut, 0));
        free(cut.bytes);
    }
    spool_maker_fini(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches),        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_snapshots),       cmocka_unit_test(test_requests),
        cmocka_unit_test(test_names),           cmocka_unit_test(test_findings),
        cmocka_unit_test(test_outside),         cmocka_unit_test(test_name_in_line),
        cmocka_unit_test(test_illegal_address), cmocka_unit_test(test_limit),
        cmocka_unit_test(test_limit_rounds),    cmocka_unit_test(test_limit_accesses),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
