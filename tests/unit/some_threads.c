/* Rounds in which not all threads do the same: the sentence says how many do what. */
#include "analysis/holds.h"
#include "analysis/sentence.h"
#include "analysis/why.h"
#include "support/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

struct subject {
    struct machine machine;
    struct trace *trace;
    struct analysis *analysis;
    uint32_t in, out; /* global memory of 64 ints */
};

/* A block of 64 threads with the shared arrays s[64] and u[64] of int. */
static void begin(struct subject *s, const char *text)
{
    struct trace_launch launch = {
        .kernel = "k", .grid = {1, 1, 1}, .block = {64, 1, 1}, .error = "", .complete = true};
    machine_init(&s->machine, &launch);
    struct trace_builder *b = s->machine.builder;
    builder_trace(b)->program = "k.cu";
    struct trace_source source = {.name = "k.cu", .text = text, .own = true};
    builder_source(b, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    uint32_t whole = builder_type(b, &type);
    s->in = machine_allocation(&s->machine, "in", 4096, 256, whole, 1);
    s->out = machine_allocation(&s->machine, "out", 8192, 256, whole, 1);
    struct trace_array array = {
        .function = "k", .type = whole, .dims = {64}, .dim_count = 1, .count = 64, .bytes = 256};
    static const char *const names[] = {"s", "u"};
    for (uint32_t a = 0; a < 2; a++) {
        array.name = names[a];
        array.offset = a * 256;
        machine_array(&s->machine, &array);
    }
    machine_block(&s->machine, 0);
}

static void end(struct subject *s)
{
    struct error err;
    machine_snapshots(&s->machine);
    builder_launch_end(s->machine.builder);
    assert_int_equal(builder_finish(s->machine.builder, &s->trace, &err), 0);
    machine_fini(&s->machine);
    s->analysis = analysis_create(s->trace);
}

static void close_subject(struct subject *s)
{
    analysis_destroy(s->analysis);
    trace_destroy(s->trace);
}

static size_t step_on(struct subject *s, uint32_t line, enum trace_kind kind,
                      enum trace_space space, uint32_t object)
{
    return machine_step(&s->machine, machine_site(&s->machine, line, kind * 8 + 1, "k"), kind,
                        space, object);
}

static void barrier(struct subject *s, uint32_t line)
{
    machine_all(&s->machine, machine_site(&s->machine, line, 1, "k"), TRACE_BARRIER);
    machine_round_end(&s->machine);
}

static void assert_says(struct subject *s, uint32_t round, const char *wanted)
{
    char text[SENTENCE_TEXT];
    sentence_round(s->analysis, 0, 0, round, text, sizeof text);
    assert_string_equal(text, wanted);
}

/* Half of the threads wait at another barrier than the others, then some at each of both; where
 * threads leave the kernel is no line of the round. */
static void several_barriers(void **state)
{
    (void)state;
    struct subject s;
    begin(&s, "");
    for (int left = 64; left > 1; left /= 4) {
        size_t store = step_on(&s, 2, TRACE_STORE, TRACE_SHARED, 0);
        for (int t = 0; t < left; t++)
            machine_access(&s.machine, store, t, t, &t);
        for (uint32_t line = 3; line < 5; line++) {
            uint32_t site = machine_site(&s.machine, line, 1, "k");
            size_t step = machine_step(&s.machine, site, TRACE_BARRIER, TRACE_NO_SPACE, TRACE_NONE);
            for (int t = 0; t < left / 2; t++)
                s.machine.steps[step].active[line == 3 ? t : left / 2 + t] = true;
        }
        machine_round_end(&s.machine);
    }
    machine_all(&s.machine, machine_site(&s.machine, 5, 1, "k"), TRACE_EXIT);
    machine_round_end(&s.machine);
    end(&s);
    assert_says(&s, 0,
                "Round 0: each of 64 threads writes s[t] (line 2). The threads come to different "
                "barriers: 32 to line 3, 32 to line 4.");
    assert_says(
        &s, 1,
        "Round 1: 16 of 64 threads write s[t] (line 2), 16 lanes of one warp. Only 16 of 64 "
        "threads come to a barrier: 8 to line 3, 8 to line 4.");
    assert_int_equal(round_get(s.analysis, 0, 0, 3)->line_count, 0);
    close_subject(&s);
}

/* Slots that others wrote are read, and none is written from them. */
static void reading_is_no_exchange(void **state)
{
    (void)state;
    struct subject s;
    struct why why;
    begin(&s, "");
    size_t store = step_on(&s, 2, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &t);
    barrier(&s, 3);
    size_t load = step_on(&s, 4, TRACE_LOAD, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, load, t, 63 - t, &(int){63 - t});
    barrier(&s, 5);
    end(&s);
    assert_true(why_of_round(s.analysis, 0, 0, 1, WHY_LANES, &why));
    assert_string_equal(why.so_far, "no slot has been written from other slots yet");
    close_subject(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_barriers),
        cmocka_unit_test(reading_is_no_exchange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
