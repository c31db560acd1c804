/* A round in which threads read what others write: equations and contents follow what was read at
 * that moment, or are not claimed. */
#include "analysis/holds.h"
#include "analysis/moment.h"
#include "analysis/words.h"
#include "support/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { THREADS = 64 };

/* s[t] = 1; barrier; if (t > 0) s[t] += s[t - 1], thread after thread, but the second warp's first
 * one was early. `values`: they were kept. */
static struct trace *prefix_sum(bool values)
{
    static const int one = 1;
    struct trace_launch launch = {
        .kernel = "k", .grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .error = "", .complete = true};
    struct machine m;
    machine_init(&m, &launch);
    if (!values) m.value_blocks = 0;
    builder_trace(m.builder)->program = "k.cu";
    struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(m.builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    builder_type(m.builder, &type);
    struct trace_array array = {.name = "s",
                                .function = "k",
                                .dims = {THREADS},
                                .dim_count = 1,
                                .count = THREADS,
                                .bytes = 4 * THREADS};
    machine_array(&m, &array);
    machine_block(&m, 0);
    size_t fill = machine_step(&m, machine_site(&m, 1, 1, "k"), TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < THREADS; t++)
        machine_access(&m, fill, t, t, &one);
    machine_all(&m, machine_site(&m, 2, 1, "k"), TRACE_BARRIER);
    machine_round_end(&m);
    uint32_t from = machine_site(&m, 3, 20, "k"), to = machine_site(&m, 3, 1, "k");
    size_t own = machine_step(&m, to, TRACE_LOAD, TRACE_SHARED, 0);
    size_t other = machine_step(&m, from, TRACE_LOAD, TRACE_SHARED, 0);
    size_t store = machine_step(&m, to, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 1; t < THREADS; t++) {
        int *slots = (int *)(void *)m.memory[0];
        int read = t == 32 ? 1 : slots[t - 1], sum = slots[t] + read;
        machine_access(&m, own, t, t, &slots[t]);
        machine_access(&m, other, t, t - 1, &read);
        machine_access(&m, store, t, t, &sum);
    }
    machine_all(&m, machine_site(&m, 4, 1, "k"), TRACE_EXIT);
    machine_round_end(&m);
    machine_snapshots(&m);
    builder_launch_end(m.builder);
    struct trace *trace = NULL;
    struct error err;
    assert_int_equal(builder_finish(m.builder, &trace, &err), 0);
    machine_fini(&m);
    return trace;
}

static int whole(const uint8_t *bytes)
{
    int value;
    assert_non_null(bytes);
    memcpy(&value, bytes, sizeof value);
    return value;
}

static void sums_are_true(void **state)
{
    (void)state;
    struct trace *trace = prefix_sum(true);
    struct analysis *analysis = analysis_create(trace);
    const struct round *round = round_get(analysis, 0, 0, 1);
    assert_int_equal(round->edge_count, THREADS - 1);
    for (uint32_t i = 0; i < round->edge_count; i++) {
        struct moment moment = moment_of_edge(round, &round->edges[i]);
        assert_int_equal(whole(moment.after), whole(moment.before) + whole(moment.source));
        uint32_t thread = round->edges[i].thread; /* the second warp began anew */
        assert_int_equal(whole(moment.source),
                         thread <= 32 ? thread % 32 + (thread == 32) : thread - 31);
    }
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* From the barriers alone nothing can be said of a slot that others wrote. */
static void unknown_without_values(void **state)
{
    (void)state;
    struct trace *trace = prefix_sum(false);
    struct analysis *analysis = analysis_create(trace);
    const struct round *round = round_get(analysis, 0, 0, 1);
    for (uint32_t i = 0; i < round->edge_count; i++) {
        struct moment moment = moment_of_edge(round, &round->edges[i]);
        assert_int_equal(moment.source != NULL, round->edges[i].from == 0);
        assert_non_null(moment.before); /* its own slot, which nobody else writes */
        assert_non_null(moment.after);
    }
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void assert_holds(struct analysis *analysis, uint32_t slot, const char *wanted)
{
    char text[64];
    struct holds holds = holds_of(analysis, 0, 0, 1, slot);
    holds_text(round_get(analysis, 0, 0, 1), &holds, 0, 20, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void contents_of_a_race(void **state)
{
    (void)state;
    struct trace *trace = prefix_sum(true);
    struct analysis *analysis = analysis_create(trace);
    assert_holds(analysis, 0, "0");
    assert_holds(analysis, 1, "0-1");    /* nobody writes slot 0 */
    assert_holds(analysis, 2, "race");   /* what slot 1 held by then depends on luck */
    assert_holds(analysis, 32, "31-32"); /* read 1: before thread 31 wrote 32 there */
    assert_holds(analysis, 33, "race");
    analysis_destroy(analysis);
    trace_destroy(trace);
    trace = prefix_sum(false);
    analysis = analysis_create(trace);
    assert_holds(analysis, 1, "0-1");
    assert_holds(analysis, 32, "race");
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static uint32_t statement_line(const char *text, uint32_t line)
{
    struct trace_source source = {.name = "a.cu", .text = text, .own = true};
    struct trace trace = {.sources = &source, .source_count = 1};
    return words_statement_line(&trace, 0, line);
}

static void statements_go_on(void **state)
{
    (void)state;
    static const char sums[] = "int i = 0;\n"
                               "o[i] = (k[i] + k[i + 1] // left; and right\n"
                               "\n"
                               "        + k[i + 2]) / 3;\n"
                               "s[i] = 1;\n"
                               "if (i > 0 &&\n"
                               "    k[i])\n"
                               "    s[i] =\n"
                               "        k[i];\n"
                               "else\n"
                               "    s[i] = 2;\n"
                               "#pragma unroll\n"
                               "for (;;) {\n"
                               "    s[i]++;\n"
                               "}\n";
    static const uint32_t starts[] = {1, 2, 3, 2, 5, 6, 6, 8, 8, 10, 11, 12, 13, 14, 15};
    for (uint32_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (i != 2) assert_int_equal(statement_line(sums, i + 1), starts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_true),
        cmocka_unit_test(unknown_without_values),
        cmocka_unit_test(contents_of_a_race),
        cmocka_unit_test(statements_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
