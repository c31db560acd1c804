/* Sums per line of job J and of its sequential twin, against figures counted by hand and against a
 * recount request by request. */
#include "analysis/lines.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void job_lines(void **state)
{
    (void)state;
    struct trace *trace = synthetic_job();
    struct analysis *analysis = analysis_create(trace);
    const struct line_table *table = lines_of_launch(analysis, 0);
    const struct line_total *load = lines_find(table, 0, 30), *join = lines_find(table, 0, 41);
    assert_non_null(load);
    assert_non_null(join);
    /* 1,048,576 numbers, each read three times, side by side: 4 sectors a request. */
    assert_int_equal(load->classes[LINE_GLOBAL_LOAD].requests, 3 * 32768);
    assert_int_equal(load->classes[LINE_GLOBAL_LOAD].sectors, 3 * 131072);
    assert_int_equal(load->classes[LINE_SHARED_STORE].passes, 32768);
    /* 47 warps a block, three requests each, no bank conflicts. */
    assert_int_equal(line_requests(join), 4512);
    assert_int_equal(line_passes(join), 4512);
    assert_int_equal(line_accesses(join), 3 * 255 * 32);
    assert_int_equal(line_accesses(&table->total), trace->launches[0].accesses);
    const struct line_total *barrier = lines_find(table, 0, 44);
    assert_int_equal(barrier->barrier_least, 256);
    assert_int_equal(barrier->barrier_most, 256);
    assert_int_equal(barrier->barrier_round, 1);
    assert_int_equal(barrier->barrier_rounds, 8);
    assert_null(lines_find(table, 0, 1));
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* The same sums without memo, table or sorting. */
static void recount(void **state)
{
    (void)state;
    struct trace *trace = synthetic_matmul(32);
    const struct trace_launch *launch = &trace->launches[0];
    struct analysis *analysis = analysis_create(trace);
    const struct line_table *table = lines_of_launch(analysis, 0);
    for (uint32_t n = 0; n < table->count; n++) {
        const struct line_total *total = &table->lines[n];
        struct line_tally classes[LINE_CLASS_COUNT];
        memset(classes, 0, sizeof classes);
        for (uint32_t i = 0; i < launch->request_count; i++) {
            const struct trace_request *request = &launch->requests[i];
            const struct trace_site *site = &trace->sites[request->site];
            if (site->source != total->source || site->line != total->line) continue;
            enum line_class class = line_class_of(request);
            if (class == LINE_CLASS_COUNT) continue;
            struct request_cost cost;
            request_cost(trace, launch, request, NULL, &cost);
            line_tally_add(&classes[class], &cost);
        }
        assert_memory_equal(classes, total->classes, sizeof classes);
    }
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void rounds_of_a_site(void **state)
{
    (void)state;
    struct trace *trace = synthetic_tree(8192, 2, 256, false);
    const struct trace_launch *launch = &trace->launches[0];
    uint32_t site = TRACE_NONE, warps = 0;
    for (uint32_t i = 0; i < launch->request_count && site == TRACE_NONE; i++)
        if (launch->requests[i].kind == TRACE_STORE &&
            trace->sites[launch->requests[i].site].line == 41)
            site = launch->requests[i].site;
    struct line_round rounds[16];
    assert_true(launch->blocks[1].rounds <= 16);
    lines_site_rounds(trace, 0, 1, site, TRACE_STORE, rounds);
    const uint32_t expected[] = {0, 8, 8, 8, 8, 8, 4, 2, 1, 0};
    for (uint32_t r = 0; r < launch->blocks[1].rounds; r++) {
        assert_int_equal(rounds[r].warps, expected[r]);
        warps += rounds[r].warps;
    }
    assert_int_equal(warps, 47);
    assert_true(rounds[1].affine);
    assert_int_equal(rounds[1].stride, 4); /* lane to lane of the block; lanes 0, 2, 4, … work */
    analysis_destroy(NULL);
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(job_lines),
        cmocka_unit_test(recount),
        cmocka_unit_test(rounds_of_a_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
