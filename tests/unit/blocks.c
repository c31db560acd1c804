/* Lanes, waves and the span of a launch's blocks from their times. */
#include "analysis/blocks.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "support/synthetic.h"
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

static void test_shares(void **state)
{
    (void)state;
    struct trace *trace = synthetic_tree(8192, 4, 256, false);
    struct analysis *analysis = analysis_create(trace);
    const uint32_t rounds = trace->launches[0].blocks[1].rounds;
    double before = 0;
    for (uint32_t r = 0; r < rounds; r++) {
        const double share = blocks_share(analysis, 0, 1, r);
        assert_true(share > before);
        before = share;
    }
    assert_true(before == 1);
    assert_true(blocks_share(analysis, 0, 1, 0) > 0.5); /* the loads take longest */
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* The axis opens where the round is, and goes with it until somebody goes along the axis. */
static void test_axis_goes_with_the_round(void **state)
{
    static const char *const titles[] = {"Tree sum"};
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false)};
    struct screen screen;
    (void)state;
    screen_open(&screen, 80, 24, traces, titles, 1);
    screen_keys(&screen, "ll4");
    assert_true(screen_shows(&screen, "round 2 ends at about"));
    screen_keys(&screen, "l"); /* a step, no message about an end */
    assert_false(screen_shows(&screen, "end of the time axis"));
    assert_true(screen_shows(&screen, " of 1000"));
    assert_false(screen_shows(&screen, "ends at about"));
    screen_keys(&screen, "1l4");
    assert_true(screen_shows(&screen, "round 3 ends at about"));
    screen_keys(&screen, "G");
    assert_true(screen_shows(&screen, "block 0 on SM 0: 0 to 1000"));
    screen_keys(&screen, "h");
    assert_true(screen_shows(&screen, "at 975 of 1000"));
    screen_keys(&screen, "g");
    assert_true(screen_shows(&screen, "at 0 of 1000"));
    assert_int_equal(cursor_round(&screen.state), 0);
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_axis_goes_with_the_round),
        cmocka_unit_test(test_lanes_and_waves),
        cmocka_unit_test(test_no_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
