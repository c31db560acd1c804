/* What is said of rounds, what slots hold, what rounds cost: words made from data. */
#include "analysis/history.h"
#include "analysis/holds.h"
#include "analysis/sentence.h"
#include "analysis/why.h"
#include "analysis/words.h"
#include "base/i18n.h"
#include "support/machine.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

struct subject {
    struct trace *trace;
    struct analysis *analysis;
};

static struct subject open_subject(struct trace *trace)
{
    return (struct subject){trace, analysis_create(trace)};
}

static void close_subject(struct subject *subject)
{
    analysis_destroy(subject->analysis);
    trace_destroy(subject->trace);
}

static void assert_says(struct subject *subject, uint32_t round, const char *wanted)
{
    char text[SENTENCE_TEXT];
    sentence_round(subject->analysis, 0, 0, round, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void rounds_of_the_job(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_job());
    assert_says(&s, 0,
                "Round 0: each of 256 threads adds 128 cubes into its own slot shared[t] (line "
                "30); more on line 25. All arrive at line 35.");
    assert_says(&s, 3,
                "Round 3: 32 of 256 threads add shared[t+4] to shared[t] (line 41), 4 lanes in "
                "each of 8 warps. 8 warps are issued where one would do.");
    assert_says(&s, 6,
                "Round 6: 4 of 256 threads add shared[t+32] to shared[t] (line 41), one in each "
                "of warps 0, 2, 4, 6. For the first time warps stay idle: 1, 3, 5, 7 only wait.");
    assert_says(&s, 9,
                "Round 9, the last: thread 0 copies shared[0] to result[0] (line 47). Then the "
                "kernel ends.");
    close_subject(&s);
}

/* A GPU's trace keeps no values: the snapshots prove the same. */
static void without_values(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_job());
    struct trace_launch *launch = (struct trace_launch *)&s.trace->launches[0];
    struct trace_request *requests = (struct trace_request *)launch->requests;
    for (uint32_t i = 0; i < launch->request_count; i++)
        requests[i].flags &= (uint8_t)~TRACE_VALUES;
    assert_says(&s, 0,
                "Round 0: each of 256 threads adds 128 cubes into its own slot shared[t] (line "
                "30); more on line 25. All arrive at line 35.");
    assert_says(&s, 6,
                "Round 6: 4 of 256 threads add shared[t+32] to shared[t] (line 41), one in each "
                "of warps 0, 2, 4, 6. For the first time warps stay idle: 1, 3, 5, 7 only wait.");
    const struct round *round = round_get(s.analysis, 0, 0, 6);
    assert_true(round_main_statement(round)->operations & OPERATION_ADD);
    close_subject(&s);
}

static void other_programs(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_tree(65536, 2, 256, true));
    assert_says(&s, 1,
                "Round 1: 128 of 256 threads add shared[t+128] to shared[t] (line 41), in 4 full "
                "warps. For the first time warps stay idle: 4-7 only wait.");
    close_subject(&s);
    s = open_subject(synthetic_matmul(64));
    assert_says(&s, 0,
                "Round 0: each of 256 threads copies A[64ty+tx] to As[ty][tx] (line 14), "
                "B[64ty+tx] to Bs[ty][tx] (line 15). All arrive at line 16.");
    assert_says(&s, 1,
                "Round 1: each of 256 threads reads As[ty][*] and Bs[*][tx], 16 times (line 19).");
    close_subject(&s);
    s = open_subject(synthetic_missing_barrier(65536, 2, 256, false));
    assert_says(&s, 1,
                "Round 1, the last: 128 of 256 threads add shared[t+128] to shared[t] (line 41), "
                "in 4 full warps; more on line 47. Up to 8 turns of this line, and no barrier "
                "between them.");
    close_subject(&s);
}

static void two_trees_side_by_side(void **state)
{
    (void)state;
    struct subject left = open_subject(synthetic_tree(65536, 2, 256, false));
    struct subject right = open_subject(synthetic_tree(65536, 2, 256, true));
    char text[SENTENCE_TEXT];
    sentence_compare(round_get(left.analysis, 0, 0, 3), round_get(right.analysis, 0, 0, 3), text,
                     sizeof text);
    assert_string_equal(text, "Round 3: 32 additions on both sides. A warp is issued as a whole: "
                              "the left side pays for 8 warps and uses 1 lane in 8, the right "
                              "side pays for one, full.");
    sentence_compare(round_get(left.analysis, 0, 0, 9), round_get(right.analysis, 0, 0, 9), text,
                     sizeof text);
    assert_string_equal(text, "Round 9: 1 thread works on both sides. Both sides pay for 1 warp.");
    close_subject(&left);
    close_subject(&right);
}

static void assert_holds(struct subject *subject, uint32_t round, uint32_t slot, int columns,
                         const char *wanted)
{
    char text[64];
    struct holds holds = holds_of(subject->analysis, 0, 0, round, slot);
    holds_text(round_get(subject->analysis, 0, 0, round), &holds, 0, columns, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void slots_hold_what_flowed_into_them(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_tree(65536, 2, 256, false));
    assert_holds(&s, 0, 7, 8, "7");
    assert_holds(&s, 6, 64, 8, "64-127");
    assert_holds(&s, 6, 96, 8, "96-127");
    assert_holds(&s, 8, 0, 8, "0-255");
    assert_holds(&s, 2, 0, 8, "0-3"); /* and back */
    close_subject(&s);
    s = open_subject(synthetic_tree(65536, 2, 256, true));
    assert_holds(&s, 1, 0, 8, "0,128");
    assert_holds(&s, 2, 1, 20, "1,65,129,193");
    assert_holds(&s, 2, 1, 9, "1,65..193");
    assert_holds(&s, 2, 1, 8, "4 slots");
    assert_holds(&s, 5, 3, 8, "32 slots");
    assert_holds(&s, 5, 3, 7, "32 sl.");
    close_subject(&s);
}

static void costs(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_job());
    struct why why;
    assert_true(why_of_round(s.analysis, 0, 0, 6, WHY_LANES, &why));
    assert_int_equal(why.kind, WHY_DIVERGENCE);
    assert_int_equal(why.line, 41);
    assert_string_equal(why.here, "4 warps issue 3 shared requests each: 12, for 4 additions");
    assert_string_equal(why.best, "1 warp, 3 requests, if the 4 threads were neighbours");
    assert_string_equal(why.so_far, "44 warps for 252 additions; full warps would need 10");
    assert_true(why_of_round(s.analysis, 0, 0, 9, WHY_LANES, &why));
    assert_string_equal(why.best, "1 warp for 1 thread: this is the least");
    assert_string_equal(why.so_far, "47 warps for 255 additions; full warps would need 12");
    assert_true(why_of_round(s.analysis, 0, 0, 0, WHY_GLOBAL, &why));
    assert_int_equal(why.kind, WHY_SECTORS);
    close_subject(&s);
}

/* A block of 64 threads with the arrays s and u. */
static void begin_two_arrays(struct machine *m)
{
    struct trace_launch launch = {
        .kernel = "k", .grid = {1, 1, 1}, .block = {64, 1, 1}, .error = "", .complete = true};
    machine_init(m, &launch);
    builder_trace(m->builder)->program = "k.cu";
    struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(m->builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    builder_type(m->builder, &type);
    struct trace_array array = {
        .function = "k", .dims = {64}, .dim_count = 1, .count = 64, .bytes = 256};
    static const char *const names[] = {"s", "u"};
    for (uint32_t a = 0; a < 2; a++) {
        array.name = names[a];
        array.offset = a * 256;
        machine_array(m, &array);
    }
    machine_block(m, 0);
}

static struct trace *end_two_arrays(struct machine *m)
{
    struct trace *trace = NULL;
    struct error err;
    machine_snapshots(m);
    builder_launch_end(m->builder);
    assert_int_equal(builder_finish(m->builder, &trace, &err), 0);
    machine_fini(m);
    return trace;
}

/* s[t] = t and u[t] = t; then two rounds in which some threads add a slot to each of them. */
static struct trace *two_sums(void)
{
    struct machine m;
    begin_two_arrays(&m);
    for (int half = 64; half > 8; half /= 2) {
        for (uint32_t a = 0; a < 2; a++) {
            uint32_t line = 2 + a + (half < 64 ? 2 : 0);
            uint32_t from = machine_site(&m, line, 20, "k"), to = machine_site(&m, line, 1, "k");
            bool first = half == 64;
            size_t other = first ? 0 : machine_step(&m, from, TRACE_LOAD, TRACE_SHARED, a);
            for (int t = 0; t < half && !first; t++)
                machine_access(&m, other, t, t + half, (int *)(void *)m.memory[a] + t + half);
            size_t own = first ? 0 : machine_step(&m, to, TRACE_LOAD, TRACE_SHARED, a);
            for (int t = 0; t < half && !first; t++)
                machine_access(&m, own, t, t, (int *)(void *)m.memory[a] + t);
            size_t store = machine_step(&m, to, TRACE_STORE, TRACE_SHARED, a);
            const int *slots = (const int *)(void *)m.memory[a];
            for (int t = 0; t < half; t++) {
                int value = first ? t + 1 : slots[t] + slots[t + half];
                machine_access(&m, store, t, t, &value);
            }
        }
        machine_all(&m, machine_site(&m, 9, 1, "k"), TRACE_BARRIER);
        machine_round_end(&m);
    }
    return end_two_arrays(&m);
}

/* s[t] = t; then, in one round, u[t] = s[2t] + s[2t + 1] and s[t] = u[t], by half of the threads in
 * each turn. */
static struct trace *sums_of_pairs(void)
{
    struct machine m;
    begin_two_arrays(&m);
    const int *s = (const int *)(void *)m.memory[0], *u = (const int *)(void *)m.memory[1];
    uint32_t set = machine_site(&m, 1, 1, "k"), left = machine_site(&m, 2, 8, "k");
    uint32_t right = machine_site(&m, 2, 18, "k"), sum = machine_site(&m, 2, 1, "k");
    uint32_t from = machine_site(&m, 3, 8, "k"), to = machine_site(&m, 3, 1, "k");
    size_t step = machine_step(&m, set, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < 64; t++)
        machine_access(&m, step, t, t, &t);
    machine_all(&m, machine_site(&m, 9, 1, "k"), TRACE_BARRIER);
    machine_round_end(&m);
    for (int half = 32; half > 8; half /= 2) {
        size_t a = machine_step(&m, left, TRACE_LOAD, TRACE_SHARED, 0);
        size_t b = machine_step(&m, right, TRACE_LOAD, TRACE_SHARED, 0);
        size_t c = machine_step(&m, sum, TRACE_STORE, TRACE_SHARED, 1);
        for (int t = 0; t < half; t++) {
            int value = s[2 * t] + s[2 * t + 1];
            machine_access(&m, a, t, 2 * t, s + 2 * t);
            machine_access(&m, b, t, 2 * t + 1, s + 2 * t + 1);
            machine_access(&m, c, t, t, &value);
        }
        a = machine_step(&m, from, TRACE_LOAD, TRACE_SHARED, 1);
        b = machine_step(&m, to, TRACE_STORE, TRACE_SHARED, 0);
        for (int t = 0; t < half; t++) {
            int value = u[t];
            machine_access(&m, a, t, t, &value);
            machine_access(&m, b, t, t, &value);
        }
    }
    machine_round_end(&m);
    return end_two_arrays(&m);
}

static void additions_are_counted_not_threads(void **state)
{
    (void)state;
    struct subject s = open_subject(two_sums());
    struct why why;
    assert_true(why_of_round(s.analysis, 0, 0, 2, WHY_LANES, &why));
    assert_string_equal(why.so_far, "4 warps for 96 additions; full warps would need 4");
    close_subject(&s);
}

/* A sum of two slots is one addition, and a copy is none. */
static void pairs_are_one_addition(void **state)
{
    (void)state;
    struct subject s = open_subject(sums_of_pairs());
    struct why why;
    assert_true(why_of_round(s.analysis, 0, 0, 1, WHY_LANES, &why));
    assert_string_equal(why.so_far, "2 warps for 48 additions; full warps would need 2");
    close_subject(&s);
}

/* 40 threads add atomically to one word, or to two. */
static struct trace *atomics(int words)
{
    static const int one = 1;
    struct trace_launch launch = {
        .kernel = "k", .grid = {2, 1, 1}, .block = {40, 1, 1}, .error = "", .complete = true};
    struct machine m;
    machine_init(&m, &launch);
    builder_trace(m.builder)->program = "k.cu";
    struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(m.builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    uint32_t whole = builder_type(m.builder, &type);
    uint32_t total = machine_allocation(&m, "total", 4096, 160, whole, 1);
    for (uint32_t block = 0; block < 2; block++) {
        machine_block(&m, block);
        size_t step =
            machine_step(&m, machine_site(&m, 2, 1, "k"), TRACE_ATOMIC, TRACE_GLOBAL, total);
        for (int t = 0; t < 40; t++)
            machine_access(&m, step, t, t % words, &one);
        machine_all(&m, machine_site(&m, 3, 1, "k"), TRACE_EXIT);
        machine_round_end(&m);
    }
    machine_snapshots(&m);
    builder_launch_end(m.builder);
    struct trace *trace = NULL;
    struct error err;
    assert_int_equal(builder_finish(m.builder, &trace, &err), 0);
    machine_fini(&m);
    return trace;
}

static void atomics_queue_up(void **state)
{
    (void)state;
    struct why why;
    struct subject s = open_subject(atomics(1));
    assert_true(why_of_round(s.analysis, 0, 1, 0, WHY_LANES, &why));
    assert_int_equal(why.kind, WHY_ATOMICS);
    assert_int_equal(why.line, 2);
    assert_string_equal(why.here, "40 atomic updates of 1 word, one after another: a queue of 40");
    close_subject(&s);
    s = open_subject(atomics(2));
    assert_true(why_of_round(s.analysis, 0, 1, 0, WHY_LANES, &why));
    assert_string_equal(why.here,
                        "40 atomic updates of 2 words; the longest queue at one of them: 20");
    close_subject(&s);
    s = open_subject(atomics(40)); /* nobody waits; the last warp is not full, and it is not said */
    assert_true(why_of_round(s.analysis, 0, 1, 0, WHY_LANES, &why));
    assert_int_equal(why.kind, WHY_NOTHING);
    assert_null(strstr(why.explanation, "all its lanes"));
    close_subject(&s);
}

/* Eight turns in one round: 128, 64, 32 ... threads add, in 4, 2, 1 ... warps. */
static void warps_of_turns(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_missing_barrier(1 << 14, 4, 256, false));
    struct why why;
    assert_true(why_of_round(s.analysis, 0, 0, 1, WHY_LANES, &why));
    assert_string_equal(why.so_far, "12 warps for 255 additions; full warps would need 12");
    close_subject(&s);
}

static void figures_and_their_nouns(void **state)
{
    char text[128];
    (void)state;
    const char *format = "%u shared {request takes|requests take} %u {pass|passes} of %u";
    assert_int_equal(i18n_counted(text, sizeof text, format, 1u, 1u, 5u), 34);
    assert_string_equal(text, "1 shared request takes 1 pass of 5");
    i18n_counted(text, sizeof text, format, 11u, 21u, 1u);
    assert_string_equal(text, "11 shared requests take 21 passes of 1");
    i18n_counted(text, sizeof text, "%s %.1f {lane|lanes}, t1 {a|b} %d {c|d} {no bar}", "x", 0.1,
                 1);
    assert_string_equal(text, "x 0.1 lanes, t1 b 1 c {no bar}");
    /* braces of a name are not ours */
    i18n_counted(text, sizeof text, "%s gives %u {word|words}", "{lambda#1}", 2u);
    assert_string_equal(text, "{lambda#1} gives 2 words");
    i18n_counted(text, 4, "%u {request|requests}", 1u);
    assert_string_equal(text, "1 {");
}

static void lives(void **state)
{
    (void)state;
    struct subject s = open_subject(synthetic_job());
    char text[HISTORY_TEXT];
    history_of_thread(s.analysis, 0, 0, 0, 64, text, sizeof text);
    assert_string_equal(text, "adds 128 cubes (30)");
    history_of_thread(s.analysis, 0, 0, 3, 64, text, sizeof text);
    assert_string_equal(text, "adds shared[68] (41)");
    history_of_thread(s.analysis, 0, 0, 7, 64, text, sizeof text);
    assert_string_equal(text, "only waits");
    struct history_slot slot = history_of_slot(s.analysis, 0, 0, 6, 96);
    assert_int_equal(slot.writer_count, 0);
    assert_int_equal(slot.reader_count, 1);
    assert_int_equal(slot.readers[0], 64);
    struct history_wait wait = history_of_barrier(s.analysis, 0, 0, 6);
    assert_int_equal(wait.most_threads, 4);
    assert_int_equal(wait.straight, 252);
    assert_int_equal(history_of_barrier(s.analysis, 0, 0, 0).most, 128);
    const struct history_write *write = history_last_write(s.analysis, 0, 0, 32, 9);
    assert_int_equal(write->round, 5);
    assert_int_equal(write->thread, 32);
    close_subject(&s);
}

static struct words words_of(const char *text)
{
    struct trace_source source = {.name = "a.cu", .text = text, .own = true};
    struct trace trace = {.sources = &source, .source_count = 1};
    return words_of_line(&trace, 0, 1);
}

static unsigned operation_on(const char *text)
{
    struct trace_source source = {.name = "a.cu", .text = text, .own = true};
    struct trace trace = {.sources = &source, .source_count = 1};
    return words_operation(&trace, 0, 1);
}

static void operators(void **state)
{
    (void)state;
    assert_int_equal(operation_on("s[t] += s[t + 4 * k];\n"), OPERATION_ADD);
    assert_int_equal(operation_on("if (t - 4) s[t] = s[t] * (float)k;\n"), OPERATION_MULTIPLY);
    assert_int_equal(operation_on("s[t] = s[t] * s[t - 1];\n"), OPERATION_MULTIPLY);
    assert_int_equal(operation_on("s[t] = max(s[t], max(a, b));\n"), OPERATION_MAX);
    assert_int_equal(operation_on("s[t] = fminf(s[t], maxes[t]);\n"), OPERATION_MIN);
    assert_int_equal(operation_on("s[t] = max(s[t], min(a, b));\n"), 0);
    assert_int_equal(operation_on("s[t] -= s[t + 1];\n"), OPERATION_SUBTRACT);
    assert_int_equal(operation_on("s[t] = s[t] - s[t + 1];\n"), OPERATION_SUBTRACT);
    assert_int_equal(operation_on("s[t] = -s[t + 1];\n"), 0);
    assert_int_equal(operation_on("s[t] = s[t] + a - b;\n"), 0);
    assert_int_equal(operation_on("s[t] = s[t] | s[t + 1];\n"), 0);
    assert_int_equal(operation_on("sum += a[t] * b[t];\n"), OPERATION_ADD_PRODUCT);
    assert_int_equal(operation_on("s[t] = *p + p->x;\n"), OPERATION_ADD);
    assert_int_equal(operation_on("s[t] = f(s[t], 1);\n"), 0);
    assert_int_equal(operation_on("s[t] = in[t];\n"), OPERATION_COPY);
    assert_int_equal(operation_on("f(s[t]);\n"), 0);
}

static bool constant_on(const char *text)
{
    struct trace_source source = {.name = "a.cu", .text = text, .own = true};
    struct trace trace = {.sources = &source, .source_count = 1};
    return words_constant(&trace, 0, 1);
}

static void constants(void **state)
{
    (void)state;
    assert_true(constant_on("if (t == 0) { s[n - 1] = 0; }\n"));
    assert_true(constant_on("s[t] = -1.5e3f;\n"));
    assert_false(constant_on("s[t] += 0;\n"));
    assert_false(constant_on("s[t] = 0 + s[t];\n"));
    assert_false(constant_on("s[t] = s[t + 1];\n"));
    assert_false(constant_on("s[t] = k;\n"));
    assert_false(constant_on("if (s[t] == 0) f();\n"));
}

static void words(void **state)
{
    (void)state;
    struct words w = words_of("    s[t] += num[i] * num[i] * num[i]; // cubes\n");
    assert_int_equal(w.form, WORDS_ACCUMULATE);
    assert_int_equal(w.factors, 3);
    assert_true(w.same);
    w = words_of("if (t < n && !(t & 1)) c += a[i] * b[i + 1];\n");
    assert_int_equal(w.factors, 2);
    assert_false(w.same);
    assert_int_equal(words_of("sum += a[i] + b[i];\n").factors, 1);
    assert_int_equal(words_of("s[t] = in[blockIdx.x * 4 + t];\n").form, WORDS_COPY);
    assert_int_equal(words_of("s[t] =\n    in[t];\n").form, WORDS_COPY);
    assert_int_equal(words_of("s[t] = i < n ? in[i] : 0;\n").form, WORDS_OTHER);
    assert_int_equal(words_of("s[t] = in[i]; s[u] = in[j];\n").form, WORDS_OTHER);
    assert_int_equal(words_of("s[t] = s[u] = in[j];\n").form, WORDS_OTHER);
    assert_int_equal(words_of("if (a[t] == b[t]) f(x);\n").form, WORDS_OTHER);
    assert_int_equal(words_of("s[t] = in[i\n").form, WORDS_OTHER);
    assert_int_equal(words_of("=\n;").form, WORDS_OTHER);
}

/* Sentences are kept for the frames that ask again; each is of the round asked for. */
static void kept_sentences(void **state)
{
    struct trace *trace = synthetic_tree(4096, 4, 256, false);
    struct analysis *kept = analysis_create(trace);
    (void)state;
    for (uint32_t i = 0; i < 200; i++) {
        struct analysis *fresh = analysis_create(trace);
        const uint32_t block = i % 3, round = i * 7 / 2 % 10;
        char one[SENTENCE_TEXT], other[SENTENCE_TEXT];
        sentence_round(kept, 0, block, round, one, sizeof one);
        sentence_round(fresh, 0, block, round, other, sizeof other);
        assert_string_equal(one, other);
        analysis_destroy(fresh);
    }
    analysis_destroy(kept);
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_of_the_job),
        cmocka_unit_test(without_values),
        cmocka_unit_test(other_programs),
        cmocka_unit_test(two_trees_side_by_side),
        cmocka_unit_test(slots_hold_what_flowed_into_them),
        cmocka_unit_test(costs),
        cmocka_unit_test(additions_are_counted_not_threads),
        cmocka_unit_test(pairs_are_one_addition),
        cmocka_unit_test(atomics_queue_up),
        cmocka_unit_test(warps_of_turns),
        cmocka_unit_test(figures_and_their_nouns),
        cmocka_unit_test(lives),
        cmocka_unit_test(operators),
        cmocka_unit_test(constants),
        cmocka_unit_test(words),
        cmocka_unit_test(kept_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
