/* The why box, the history and the sentence of rounds in which not all do the same: nothing is said
 * of a barrier where none is, and nothing of a loop that nobody saw. */
#include "analysis/history.h"
#include "analysis/sentence.h"
#include "analysis/why.h"
#include "support/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { THREADS = 128, WARP = TRACE_LANES };

static const int one = 1;

struct subject {
    struct machine m;
    uint32_t sites[16]; /* 1 + the site of a line */
    struct trace *trace;
    struct analysis *analysis;
};

static uint32_t site_of(struct subject *s, uint32_t line)
{
    if (!s->sites[line]) s->sites[line] = machine_site(&s->m, line, 1, "k") + 1;
    return s->sites[line] - 1;
}

static void begin(struct subject *s)
{
    memset(s->sites, 0, sizeof s->sites);
    struct trace_launch launch = {
        .kernel = "k", .grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .error = "", .complete = true};
    machine_init(&s->m, &launch);
    builder_trace(s->m.builder)->program = "k.cu";
    struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(s->m.builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    uint32_t whole = builder_type(s->m.builder, &type);
    struct trace_array array = {.name = "s",
                                .function = "k",
                                .type = whole,
                                .dims = {THREADS},
                                .dim_count = 1,
                                .count = THREADS,
                                .bytes = THREADS * 4,
                                .source = 0,
                                .line = 1};
    machine_array(&s->m, &array);
    machine_block(&s->m, 0);
}

static void end(struct subject *s)
{
    struct error err;
    machine_snapshots(&s->m);
    builder_launch_end(s->m.builder);
    assert_int_equal(builder_finish(s->m.builder, &s->trace, &err), 0);
    machine_fini(&s->m);
    s->analysis = analysis_create(s->trace);
}

static void close_subject(struct subject *s)
{
    analysis_destroy(s->analysis);
    trace_destroy(s->trace);
}

/* Threads first, first + step, ... below `last` each store to their own slot. */
static void store(struct subject *s, uint32_t line, int first, int last, int step)
{
    size_t at = machine_step(&s->m, site_of(s, line), TRACE_STORE, TRACE_SHARED, 0);
    for (int t = first; t < last; t += step)
        machine_access(&s->m, at, t, t, &one);
}

static void some(struct subject *s, uint32_t line, enum trace_kind kind, int first, int last)
{
    size_t at = machine_step(&s->m, site_of(s, line), kind, TRACE_NO_SPACE, TRACE_NONE);
    memset(s->m.steps[at].offset, 0, sizeof s->m.steps[at].offset);
    for (int t = first; t < last; t++)
        s->m.steps[at].active[t] = true;
}

static struct why why_of(struct subject *s, uint32_t round)
{
    struct why why;
    assert_true(why_of_round(s->analysis, 0, 0, round, WHY_LANES, &why));
    return why;
}

static void assert_no_barrier(const struct why *why)
{
    assert_null(strstr(why->explanation, "barrier"));
    assert_null(strstr(why->here, "barrier"));
    assert_null(strstr(why->here, "wait"));
}

/* All lanes go round the loop four times (line 5); an if in it lets the odd ones pass twice. */
static void an_if_in_a_loop_is_no_shorter_loop(void **state)
{
    (void)state;
    struct subject s;
    begin(&s);
    for (int turn = 0; turn < 4; turn++) {
        store(&s, 5, 0, THREADS, 1);
        store(&s, 6, 0, THREADS, turn < 2 ? 1 : 2);
        store(&s, 6, 0, THREADS, turn < 2 ? 1 : 2);
    }
    machine_all(&s.m, site_of(&s, 9), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    struct why why = why_of(&s, 0);
    assert_int_equal(why.kind, WHY_UNEQUAL);
    assert_null(strstr(why.explanation, "go round"));
    assert_string_equal(why.here, "of one warp, a lane comes to line 6 8 times, another 4 times");
    close_subject(&s);
}

/* Whole warps that are done sooner are no lanes that come along. */
static void warps_may_differ(void **state)
{
    (void)state;
    struct subject s;
    begin(&s);
    store(&s, 5, 0, THREADS, 1);
    store(&s, 5, 0, WARP, 1);
    store(&s, 5, 0, WARP, 1);
    machine_all(&s.m, site_of(&s, 9), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    assert_int_equal(why_of(&s, 0).kind, WHY_NOTHING);
    close_subject(&s);
}

/* if (t % 2) line 5 else line 6: all lanes work, and half of them in each request. */
static void both_ways_of_an_if_are_paid(void **state)
{
    (void)state;
    struct subject s;
    begin(&s);
    store(&s, 5, 0, THREADS, 2);
    store(&s, 6, 1, THREADS, 2);
    machine_all(&s.m, site_of(&s, 9), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    struct why why = why_of(&s, 0);
    assert_int_equal(why.kind, WHY_PARTS);
    assert_string_equal(why.here, "8 of 8 requests have only some of the warp's lanes at work");
    close_subject(&s);
}

/* Round 0: warps 0 to 2 store, warp 3 leaves at once. Round 1: warp 0 stores, the others that are
 * left wait. Round 2, the last: warp 0 stores, all leave. */
static void early_leavers(struct subject *s)
{
    begin(s);
    store(s, 5, 0, 3 * WARP, 1);
    some(s, 4, TRACE_EXIT, 3 * WARP, THREADS);
    some(s, 6, TRACE_BARRIER, 0, 3 * WARP);
    machine_round_end(&s->m);
    store(s, 7, 0, WARP, 1);
    some(s, 8, TRACE_BARRIER, 0, 3 * WARP);
    machine_round_end(&s->m);
    store(s, 9, 0, WARP, 1);
    some(s, 10, TRACE_EXIT, 0, 3 * WARP);
    machine_round_end(&s->m);
    end(s);
}

static void who_has_left_does_not_wait(void **state)
{
    (void)state;
    struct subject s;
    char text[SENTENCE_TEXT];
    early_leavers(&s);
    struct why why = why_of(&s, 0);
    assert_int_equal(why.kind, WHY_IDLE);
    assert_string_equal(why.here, "3 of 4 warps at work; 1 leaves the kernel");
    assert_no_barrier(&why);
    why = why_of(&s, 1);
    assert_string_equal(why.here, "1 of 4 warps at work; 2 wait, 1 has left the kernel");
    why = why_of(&s, 2);
    assert_string_equal(why.here, "1 of 4 warps at work; 0 wait, 3 have left the kernel");
    sentence_round(s.analysis, 0, 0, 1, text, sizeof text);
    assert_non_null(strstr(text, "Of the others, 2 warps only wait, 1 has left the kernel."));

    const struct round *round = round_get(s.analysis, 0, 0, 1);
    assert_int_equal(round_rest(round, 1), ROUND_WAITS);
    assert_int_equal(round_rest(round, 3), ROUND_GONE);
    assert_int_equal(round_rest(round_get(s.analysis, 0, 0, 0), 3), ROUND_LEAVES);
    assert_int_equal(round_rest(round_get(s.analysis, 0, 0, 2), 1), ROUND_LEAVES);
    history_of_thread(s.analysis, 0, 0, 0, 100, text, sizeof text);
    assert_string_equal(text, "exits");
    history_of_thread(s.analysis, 0, 0, 1, 100, text, sizeof text);
    assert_string_equal(text, "gone");
    history_of_thread(s.analysis, 0, 0, 1, 40, text, sizeof text);
    assert_string_equal(text, "only waits");
    close_subject(&s);
}

/* Thread 0 adds slots 1, 3 and 3 again to slot 0: two slots, and not the one between them. */
static void a_slot_read_twice_is_one(void **state)
{
    (void)state;
    static const int from[] = {1, 3, 3};
    struct subject s;
    begin(&s);
    store(&s, 5, 0, THREADS, 1);
    machine_all(&s.m, site_of(&s, 6), TRACE_BARRIER);
    machine_round_end(&s.m);
    for (int i = 0; i < 3; i++) {
        size_t at = machine_step(&s.m, site_of(&s, 7), TRACE_LOAD, TRACE_SHARED, 0);
        machine_access(&s.m, at, 0, from[i], &one);
        at = machine_step(&s.m, site_of(&s, 7), TRACE_LOAD, TRACE_SHARED, 0);
        machine_access(&s.m, at, 0, 0, &one);
        store(&s, 7, 0, 1, 1);
    }
    machine_all(&s.m, site_of(&s, 9), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    char text[HISTORY_TEXT];
    history_of_thread(s.analysis, 0, 0, 1, 0, text, sizeof text);
    assert_null(strstr(text, ".."));
    assert_non_null(strstr(text, "s[1] and 1 more (7)"));
    close_subject(&s);
}

/* Thread 0 alone, several turns: before a barrier the others wait, before the end they are gone. */
static void one_thread_at_the_end_keeps_nobody_waiting(void **state)
{
    (void)state;
    struct subject s;
    begin(&s);
    for (int turn = 0; turn < 5; turn++)
        store(&s, 5, 0, 1, 1);
    machine_all(&s.m, site_of(&s, 6), TRACE_BARRIER);
    machine_round_end(&s.m);
    for (int turn = 0; turn < 5; turn++)
        store(&s, 7, 0, 1, 1);
    machine_all(&s.m, site_of(&s, 8), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    struct why why = why_of(&s, 0);
    assert_int_equal(why.kind, WHY_SERIAL);
    assert_string_equal(
        why.here, "1 thread takes 5 turns, one after another; 127 wait for it at the barrier");
    why = why_of(&s, 1);
    assert_int_equal(why.kind, WHY_SERIAL);
    assert_null(strstr(why.explanation, "barrier"));
    assert_string_equal(why.here, "1 thread takes 5 turns, one after another; nobody waits for it");
    close_subject(&s);
}

/* As the grid draws it: a lane whose warp is issued for others comes along, it does not only wait.
 */
static void who_comes_along_does_not_only_wait(void **state)
{
    (void)state;
    struct subject s;
    char text[HISTORY_TEXT];
    begin(&s);
    store(&s, 5, 0, 1, 1);
    machine_all(&s.m, site_of(&s, 6), TRACE_BARRIER);
    machine_round_end(&s.m);
    machine_all(&s.m, site_of(&s, 8), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    history_of_thread(s.analysis, 0, 0, 0, 5, text, sizeof text);
    assert_string_equal(text, "comes along");
    history_of_thread(s.analysis, 0, 0, 0, 40, text, sizeof text);
    assert_string_equal(text, "only waits");
    close_subject(&s);
}

/* Thread 0 comes four times, the rest of warps 0 and 1 once, warps 2 and 3 not at all. */
static void who_waited_for_whom_adds_up(void **state)
{
    (void)state;
    struct subject s;
    begin(&s);
    store(&s, 5, 0, 2 * WARP, 1);
    for (int turn = 0; turn < 3; turn++)
        store(&s, 5, 0, 1, 1);
    machine_all(&s.m, site_of(&s, 6), TRACE_BARRIER);
    machine_round_end(&s.m);
    store(&s, 7, 0, 1, 1);
    machine_all(&s.m, site_of(&s, 8), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    struct history_wait wait = history_of_barrier(s.analysis, 0, 0, 0);
    assert_true(wait.barrier);
    assert_int_equal(wait.most, 4);
    assert_int_equal(wait.most_threads, 1);
    assert_int_equal(wait.fewer, 63);
    assert_int_equal(wait.straight, 64);
    assert_int_equal(wait.most_threads + wait.fewer + wait.straight + wait.absent, THREADS);
    assert_false(history_of_barrier(s.analysis, 0, 0, 1).barrier);
    close_subject(&s);
    early_leavers(&s);
    wait = history_of_barrier(s.analysis, 0, 0, 1);
    assert_int_equal(wait.absent, 32);
    assert_int_equal(wait.straight, 64);
    close_subject(&s);
}

/* Words in shared memory belong to one block: no other joins the queue. */
static void shared_atomics_meet_no_other_block(void **state)
{
    (void)state;
    struct subject s;
    begin(&s);
    size_t at = machine_step(&s.m, site_of(&s, 5), TRACE_ATOMIC, TRACE_SHARED, 0);
    for (int t = 0; t < THREADS; t++)
        machine_access(&s.m, at, t, 0, &one);
    machine_all(&s.m, site_of(&s, 8), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    struct why why = why_of(&s, 0);
    assert_int_equal(why.kind, WHY_ATOMICS);
    assert_null(strstr(why.explanation, "join the queue"));
    assert_null(strstr(why.beliefs, "different blocks"));
    close_subject(&s);
}

static void touch(struct subject *s, enum trace_kind kind, int thread, int slot)
{
    size_t at = machine_step(&s->m, site_of(s, 5), kind, TRACE_SHARED, 0);
    machine_access(&s->m, at, thread, slot, &one);
}

/* Who writes a slot reads what it held before, also where several do; every other reader, and who
 * comes in a later round, reads what was written. */
static void who_updates_a_slot_has_not_read_it(void **state)
{
    (void)state;
    enum { SUM, UPDATED, PASSED, LATE, NEVER, ROUNDS = 40 };
    struct subject s;
    begin(&s);
    touch(&s, TRACE_LOAD, 9, NEVER);
    for (int t = 0; t < THREADS; t++)
        touch(&s, TRACE_ATOMIC, t, SUM);
    for (int t = 1; t < 4; t++) {
        for (int slot = UPDATED; slot <= PASSED; slot++) {
            touch(&s, TRACE_LOAD, t, slot);
            touch(&s, TRACE_STORE, t, slot);
        }
    }
    touch(&s, TRACE_LOAD, 4, PASSED);
    touch(&s, TRACE_STORE, 7, LATE);
    for (int r = 1; r < ROUNDS; r++) {
        machine_all(&s.m, site_of(&s, 6), TRACE_BARRIER);
        machine_round_end(&s.m);
        if (r == 20) touch(&s, TRACE_STORE, 8, LATE);
    }
    touch(&s, TRACE_LOAD, 7, LATE);
    machine_all(&s.m, site_of(&s, 8), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    for (uint32_t r = 0; r < ROUNDS; r++) {
        assert_false(history_is_read(s.analysis, 0, 0, SUM, r));
        assert_false(history_is_read(s.analysis, 0, 0, UPDATED, r));
        assert_true(history_is_read(s.analysis, 0, 0, PASSED, r));
        assert_int_equal(history_is_read(s.analysis, 0, 0, LATE, r), r == ROUNDS - 1);
        assert_true(history_is_read(s.analysis, 0, 0, NEVER, r));
    }
    assert_int_equal(history_last_write(s.analysis, 0, 0, LATE, 19)->round, 0);
    assert_int_equal(history_last_write(s.analysis, 0, 0, LATE, 20)->thread, 8);
    close_subject(&s);
}

/* Asked in any order of rounds and slots: once with what was stored that is no sum, and never
 * after. */
static void sums_are_told_of_any_round(void **state)
{
    (void)state;
    enum { ADDED, STORED, ROUNDS = 20, AT = 15 };
    struct subject s;
    begin(&s);
    touch(&s, TRACE_STORE, 0, ADDED);
    touch(&s, TRACE_STORE, 1, STORED);
    for (int r = 1; r < ROUNDS; r++) {
        machine_all(&s.m, site_of(&s, 6), TRACE_BARRIER);
        machine_round_end(&s.m);
        if (r == AT) touch(&s, TRACE_STORE, 1, STORED);
    }
    machine_all(&s.m, site_of(&s, 8), TRACE_EXIT);
    machine_round_end(&s.m);
    end(&s);
    for (uint32_t i = 0; i < 3 * ROUNDS; i++) {
        const uint32_t round = i * 7 % ROUNDS;
        assert_true(history_only_sums(s.analysis, 0, 0, ADDED, round));
        assert_int_equal(history_only_sums(s.analysis, 0, 0, STORED, round), round < AT);
        assert_int_equal(history_only_sums(s.analysis, 0, 0, STORED, ROUNDS - 1 - round),
                         ROUNDS - 1 - round < AT);
    }
    close_subject(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_if_in_a_loop_is_no_shorter_loop),
        cmocka_unit_test(warps_may_differ),
        cmocka_unit_test(both_ways_of_an_if_are_paid),
        cmocka_unit_test(who_has_left_does_not_wait),
        cmocka_unit_test(a_slot_read_twice_is_one),
        cmocka_unit_test(one_thread_at_the_end_keeps_nobody_waiting),
        cmocka_unit_test(who_waited_for_whom_adds_up),
        cmocka_unit_test(who_comes_along_does_not_only_wait),
        cmocka_unit_test(shared_atomics_meet_no_other_block),
        cmocka_unit_test(who_updates_a_slot_has_not_read_it),
        cmocka_unit_test(sums_are_told_of_any_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
