/* Rounds in which not all threads do the same: the sentence says how many do what. */
#include "analysis/holds.h"
#include "analysis/sentence.h"
#include "analysis/why.h"
#include "analysis/words.h"
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

static const int *slots_of(const struct subject *s, uint32_t array)
{
    return (const int *)(const void *)s->machine.memory[array];
}

/* Sixteen of 64 threads load, on a line of their own; all store. */
static void some_read(void **state)
{
    (void)state;
    struct subject s;
    begin(&s, "");
    size_t load = step_on(&s, 2, TRACE_LOAD, TRACE_GLOBAL, s.in);
    for (int t = 0; t < 16; t++)
        machine_access(&s.machine, load, t, t, &(int){t + 100});
    size_t store = step_on(&s, 3, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &(int){t < 16 ? t + 100 : 0});
    barrier(&s, 4);
    end(&s);
    assert_says(&s, 0,
                "Round 0: each of 64 threads writes s[t] (line 3); 16 of them read in[t] (line 2). "
                "Then the kernel ends.");
    close_subject(&s);
}

/* All read a slot, and one of them hands it on. */
static void one_writes_what_all_read(void **state)
{
    (void)state;
    struct subject s;
    begin(&s, "");
    size_t store = step_on(&s, 2, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &t);
    barrier(&s, 3);
    size_t load = step_on(&s, 4, TRACE_LOAD, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, load, t, 0, &(int){0});
    store = step_on(&s, 5, TRACE_STORE, TRACE_GLOBAL, s.out);
    machine_access(&s.machine, store, 0, 0, &(int){7});
    machine_round_end(&s.machine);
    end(&s);
    assert_says(&s, 1,
                "Round 1, the last: each of 64 threads reads s[0] (line 4); thread 0 writes out[0] "
                "(line 5). Then the kernel ends.");
    close_subject(&s);
}

static void assert_holds(struct subject *s, uint32_t round, uint32_t slot, const char *wanted)
{
    char text[64];
    struct holds holds = holds_of(s->analysis, 0, 0, round, slot);
    holds_text(round_get(s->analysis, 0, 0, round), &holds, 0, 40, text, sizeof text);
    assert_string_equal(text, wanted);
}

/* u[0] is tested by an if: what is stored then holds nothing of it. As a factor it does. */
static void a_test_is_no_source(void **state)
{
    (void)state;
    struct subject s;
    begin(&s, "u[0] = 3;\n"
              "s[t] = in[t];\n"
              "__syncthreads();\n"
              "if (u[0] == 3) { // and no s\n"
              "    s[t] = t + 1;\n"
              "}\n"
              "s[t] = s[t] * u[0];\n");
    const int *values = slots_of(&s, 0);
    size_t store = step_on(&s, 1, TRACE_STORE, TRACE_SHARED, 1);
    machine_access(&s.machine, store, 0, 0, &(int){3});
    store = step_on(&s, 2, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &t);
    barrier(&s, 3);
    size_t load = step_on(&s, 4, TRACE_LOAD, TRACE_SHARED, 1);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, load, t, 0, &(int){3});
    store = step_on(&s, 5, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &(int){t + 1});
    barrier(&s, 6);
    load = step_on(&s, 7, TRACE_LOAD, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, load, t, t, values + t);
    load = step_on(&s, 7, TRACE_LOAD, TRACE_SHARED, 1);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, load, t, 0, &(int){3});
    store = step_on(&s, 7, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &(int){3 * (t + 1)});
    machine_round_end(&s.machine);
    end(&s);
    assert_int_equal(round_get(s.analysis, 0, 0, 1)->edge_count, 0);
    assert_holds(&s, 1, 5, "5");
    assert_int_equal(round_get(s.analysis, 0, 0, 2)->edge_count, 64);
    assert_holds(&s, 2, 5, "2 slots");
    close_subject(&s);
}

/* Five slots of an array by each thread, as a stencil reads them, where no one index says which. */
static void slots_of_a_stencil(void **state)
{
    (void)state;
    struct subject s;
    begin(&s, "");
    size_t store = step_on(&s, 2, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s.machine, store, t, t, &t);
    barrier(&s, 3);
    for (int i = 0; i < 5; i++) {
        uint32_t site = machine_site(&s.machine, 4, 10 + (uint32_t)i, "k");
        size_t load = machine_step(&s.machine, site, TRACE_LOAD, TRACE_SHARED, 0);
        for (int t = 0; t < 64; t++)
            machine_access(&s.machine, load, t, (t + 13 * i) % 64, &(int){(t + 13 * i) % 64});
    }
    barrier(&s, 5);
    end(&s);
    assert_says(
        &s, 1,
        "Round 1, the last: each of 64 threads reads 5 slots of s (line 4). Then the kernel "
        "ends.");
    close_subject(&s);
}

/* s[t] and a slot that each thread chooses; u[t] is made of both. `second` -1: it reads none. */
static void two_reads(struct subject *s, int (*second)(int t))
{
    begin(s, "");
    size_t store = step_on(s, 2, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&s->machine, store, t, t, &(int){t + 1});
    barrier(s, 3);
    for (int i = 0; i < 2; i++) {
        uint32_t site = machine_site(&s->machine, 4, 10 + (uint32_t)i, "k");
        size_t load = machine_step(&s->machine, site, TRACE_LOAD, TRACE_SHARED, 0);
        for (int t = 0; t < 64; t++)
            if (!i || second(t) >= 0)
                machine_access(&s->machine, load, t, i ? second(t) : t,
                               &(int){(i ? second(t) : t) + 1});
    }
    store = step_on(s, 4, TRACE_STORE, TRACE_SHARED, 1);
    for (int t = 0; t < 64; t++)
        machine_access(&s->machine, store, t, t, &(int){1000 + t * t});
    barrier(s, 5);
    end(s);
}

static int fifth(int t)
{
    (void)t;
    return 5;
}

static int fifth_of_some(int t)
{
    return t < 10 ? 5 : -1;
}

static int neighbour(int t)
{
    return t ? t - 1 : 0;
}

/* Thread 5 reads its slot twice: it has read s[5] like all others. */
static void one_slot_twice(void **state)
{
    (void)state;
    static const struct {
        int (*second)(int t);
        const char *wanted;
    } cases[] = {
        {fifth, "Round 1, the last: each of 64 threads reads s[t] and s[5] and writes u[t] "
                "(line 4). Then the kernel ends."},
        {fifth_of_some, "Round 1, the last: each of 64 threads reads s[t] and writes u[t] "
                        "(line 4); 10 of them also read s[5]. Then the kernel ends."},
        {neighbour, "Round 1, the last: each of 64 threads reads s[t] and writes u[t] (line 4); "
                    "63 of them also read s[t-1]. Then the kernel ends."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct subject s;
        two_reads(&s, cases[i].second);
        assert_says(&s, 1, cases[i].wanted);
        close_subject(&s);
    }
}

static void names_that_only_decide(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name;
        bool decides;
    } cases[] = {
        {"if (last) {", "last", true},
        {"} else if (t < n && a[t] > 3) b[t] = 1;", "a", true},
        {"if ((v = a[t]) > 3)", "a", false},
        {"if (insert(a[t]))", "a", false},
        {"if (a[t] > 3) b[t] = a[t];", "a", false},
        {"b[t] = a[t] ? c[t] : 0;", "a", true},
        {"b[t] = a[t] ? c[t] : 0;", "c", false},
        {"b[i[t]] = a[t];", "i", true},
        {"b[i[t]] = a[t];", "a", false},
        {"int v = a[t];", "a", false},
        {"while (!done[0])", "done", true},
        {"s[t] = t < n ? a[t] : 0;", "a", false},
        {"if (PART(a))", "b", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trace_source source = {.text = cases[i].line};
        struct trace trace = {.sources = &source, .source_count = 1};
        assert_int_equal(words_no_value(&trace, 0, 1, cases[i].name), cases[i].decides);
    }
}

static void stores_behind_a_loop(void **state)
{
    (void)state;
    static const struct {
        const char *line, *store;
        bool behind;
    } cases[] = {
        {"for (i = 0; i < n; i++) s += a[i]; b[t] = s;", "= s;", true},
        {"for (i = 0; i < n; i++) { s += a[i]; } b[t] = s;", "= s;", true},
        {"while (i--) if (a[i]) { s += a[i]; } else s = 1; b[t] = s;", "= s;", true},
        {"for (i = 0; i < n; i++) if (a[i]) s = 1; else b[t] = s;", "= s;", false},
        {"for (i = 0; i < n; i++) { s += a[i]; b[t] = s; }", "= s;", false},
        {"for (i = 0; i < n; i++) for (;;) b[t] = s;", "= s;", false},
        {"before(i); s += a[i]; b[t] = s;", "= s;", false},
        {"b[t] = s; for (i = 0; i < n; i++) s += a[i];", "= s;", false},
        {"for (;;) for (;;) { while (x) y(); s += 1; } b[t] = s;", "= s;", true},
        {"for (;;) { for (;;) x(); b[t] = s; }", "= s;", true},
        {"} for (;;) { x(); } b[t] = s;", "= s;", true},
        {"for (i = 0; i < n; i++) {", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trace_source source = {.text = cases[i].line};
        struct trace trace = {.sources = &source, .source_count = 1};
        const char *store = strstr(cases[i].line, cases[i].store);
        uint32_t column = *cases[i].store ? (uint32_t)(store - cases[i].line) + 1 : 0;
        assert_int_equal(words_behind_loop(&trace, 0, 1, column), cases[i].behind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_barriers),
        cmocka_unit_test(reading_is_no_exchange),
        cmocka_unit_test(some_read),
        cmocka_unit_test(one_writes_what_all_read),
        cmocka_unit_test(a_test_is_no_source),
        cmocka_unit_test(slots_of_a_stencil),
        cmocka_unit_test(one_slot_twice),
        cmocka_unit_test(stores_behind_a_loop),
        cmocka_unit_test(names_that_only_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
