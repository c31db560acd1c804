/* What a round was: widths, edges, operations and turns of programs whose answer is known. */
#include "analysis/round.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const struct round_statement *main_statement(struct analysis *analysis, uint32_t round,
                                                    char target[64], char source[64])
{
    const struct round *r = round_get(analysis, 0, 0, round);
    assert_non_null(r);
    const struct round_statement *s = round_main_statement(r);
    assert_non_null(s);
    assert_true(fit_text(&s->target.fits[0], true, target, 64));
    assert_true(fit_text(&s->sources[0].fits[0], true, source, 64));
    return s;
}

static void trees_cost_47_and_12_warps(void **state)
{
    (void)state;
    static const uint32_t warps[2][10] = {{8, 8, 8, 8, 8, 8, 4, 2, 1, 1},
                                          {8, 4, 2, 1, 1, 1, 1, 1, 1, 1}};
    for (int sequential = 0; sequential < 2; sequential++) {
        struct trace *trace = synthetic_tree(16384, 2, 256, sequential);
        struct analysis *analysis = analysis_create(trace);
        for (uint32_t b = 0; b < 2; b++) {
            const struct round_counts *counts = round_counts(analysis, 0, b);
            for (uint32_t r = 0; r < 10; r++) {
                assert_int_equal(counts[r].warps, warps[sequential][r]);
                assert_int_equal(counts[r].threads, r == 9 ? 1 : 256 >> r);
                assert_int_equal(counts[r].least, warps[1][r]);
            }
        }
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

static void edges_are_additions(void **state)
{
    (void)state;
    struct trace *trace = synthetic_tree(16384, 2, 256, false);
    struct analysis *analysis = analysis_create(trace);
    char target[64], source[64];
    const struct round_statement *s = main_statement(analysis, 6, target, source);
    assert_string_equal(target, "t");
    assert_string_equal(source, "t+32");
    assert_true(s->operations & OPERATION_ADD);
    assert_false(s->operations & OPERATION_COPY);
    assert_true(s->own);
    const struct round *round = round_get(analysis, 0, 0, 6);
    assert_int_equal(round->edge_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(round->edges[i].to, 64 * i);
        assert_int_equal(round->edges[i].from, 64 * i + 32);
        assert_int_equal(round->edges[i].thread, 64 * i);
    }
    assert_false(round->several_turns);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void first_round_adds_cubes(void **state)
{
    (void)state;
    struct trace *trace = synthetic_tree(16384, 2, 256, false);
    struct analysis *analysis = analysis_create(trace);
    char target[64], source[64];
    const struct round_statement *s = main_statement(analysis, 0, target, source);
    assert_int_equal(s->turns, 32);
    assert_int_equal(s->turns_low, 32);
    assert_int_equal(s->threads, 256);
    assert_true(s->operations & OPERATION_ADD_PRODUCT);
    assert_true(s->own);
    assert_int_equal(round_get(analysis, 0, 0, 0)->edge_count, 0);
    assert_int_equal(round_get(analysis, 0, 0, 0)->arrived, 256);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void turns_of_a_loop_without_barrier(void **state)
{
    (void)state;
    struct trace *trace = synthetic_missing_barrier(16384, 2, 256, false);
    struct analysis *analysis = analysis_create(trace);
    const struct round *round = round_get(analysis, 0, 0, 1);
    assert_int_equal(round->step_count, 8);
    assert_true(round->several_turns);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(round->steps[i].turn, i);
        assert_int_equal(round->steps[i].count, 128 >> i);
        assert_false(round->steps[i].ordered);
    }
    assert_int_equal(round->edges[round->steps[1].first].from, 64);
    assert_int_equal(round->edges[round->steps[1].first].to, 0);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void tiles_are_read_by_row_and_column(void **state)
{
    (void)state;
    struct trace *trace = synthetic_matmul(32);
    struct analysis *analysis = analysis_create(trace);
    const struct round *round = round_get(analysis, 0, 0, 1);
    const struct round_statement *s = round_main_statement(round);
    char text[64];
    assert_int_equal(s->kind, TRACE_LOAD);
    assert_int_equal(s->source_count, 2);
    assert_true(fit_text(&s->sources[0].fits[0], false, text, sizeof text));
    assert_string_equal(text, "ty");
    assert_false(fit_text(&s->sources[0].fits[1], false, text, sizeof text));
    assert_true(fit_text(&s->sources[1].fits[1], false, text, sizeof text));
    assert_string_equal(text, "tx");
    assert_int_equal(s->turns, 16);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void fits(void **state)
{
    (void)state;
    struct fit fit = {0};
    char text[64];
    for (uint32_t t = 3; t < 40; t += 2) {
        uint32_t xyz[3] = {t, 0, 0};
        fit_add(&fit, xyz, 2 * (int64_t)t - 7);
    }
    assert_true(fit_text(&fit, true, text, sizeof text));
    assert_string_equal(text, "2t-7");
    assert_int_equal(fit_constant(&fit), -7);
    fit_add(&fit, (uint32_t[3]){50, 0, 0}, 0);
    assert_false(fit_text(&fit, true, text, sizeof text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_cost_47_and_12_warps),
        cmocka_unit_test(edges_are_additions),
        cmocka_unit_test(first_round_adds_cubes),
        cmocka_unit_test(turns_of_a_loop_without_barrier),
        cmocka_unit_test(tiles_are_read_by_row_and_column),
        cmocka_unit_test(fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
