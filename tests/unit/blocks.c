/* Lanes, waves and the span of a launch's blocks from their times. */
#include "analysis/blocks.h"
#include "trace/builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct trace *make(const struct trace_timing *timings, uint32_t count)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = NULL;
    struct error err;
    const struct trace_launch launch = {.kernel = "k",
                                        .grid = {count ? count : 1, 1, 1},
                                        .block = {32, 1, 1},
                                        .source = TRACE_NONE,
                                        .error = ""};
    const struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(builder, &source);
    builder_launch_begin(builder, &launch);
    for (uint32_t i = 0; i < count; i++)
        builder_timing(builder, &timings[i]);
    builder_launch_end(builder);
    if (builder_finish(builder, &trace, &err)) fail_msg("%s", err.text);
    return trace;
}

static void test_lanes_and_waves(void **state)
{
    (void)state;
    const struct trace_timing timings[] = {
        {.block = 0, .sm = 3, .start = 1000, .end = 1100, .clocks = 10},
        {.block = 1, .sm = 3, .start = 1050, .end = 1250, .clocks = 20}, /* beside 0 */
        {.block = 2, .sm = 3, .start = 1100, .end = 1200, .clocks = 30}, /* behind 0 */
        {.block = 3, .sm = 1, .start = 1010, .end = 1300, .clocks = 40},
    };
    struct trace *trace = make(timings, 4);
    struct analysis *analysis = analysis_create(trace);
    const struct blocks *b = blocks_of_launch(analysis, 0);
    assert_int_equal(b->count, 4);
    assert_int_equal(b->multiprocessors, 2);
    assert_int_equal(b->together, 2);
    assert_int_equal(b->waves, 2);
    assert_int_equal(b->span, 300);
    assert_true(b->clocks == 25);
    assert_int_equal(b->bars[0].block, 3);
    const struct block_bar *second = &b->bars[blocks_find(b, 2)];
    assert_int_equal(second->lane, 0);
    assert_int_equal(second->wave, 1);
    assert_int_equal(second->start, 100);
    assert_int_equal(b->bars[blocks_find(b, 1)].lane, 1);
    assert_int_equal(blocks_find(b, 9), TRACE_NONE);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void test_no_times(void **state)
{
    (void)state;
    struct trace *trace = make(NULL, 0);
    struct analysis *analysis = analysis_create(trace);
    assert_int_equal(blocks_of_launch(analysis, 0)->count, 0);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes_and_waves),
        cmocka_unit_test(test_no_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
