/* Values that stay in a register over a barrier: where they were read. */
#include "analysis/carry.h"
#include "analysis/round.h"
#include "base/str.h"
#include "support/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* A block of 64 threads with the shared array s[64] of int. */
static void begin(struct machine *machine, const char *text)
{
    struct trace_launch launch = {
        .kernel = "k", .grid = {1, 1, 1}, .block = {64, 1, 1}, .error = "", .complete = true};
    machine_init(machine, &launch);
    builder_trace(machine->builder)->program = "k.cu";
    struct trace_source source = {.name = "k.cu", .text = text, .own = true};
    builder_source(machine->builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    struct trace_array array = {.name = "s",
                                .function = "k",
                                .type = builder_type(machine->builder, &type),
                                .dims = {64},
                                .dim_count = 1,
                                .count = 64,
                                .bytes = 256};
    machine_array(machine, &array);
    machine_block(machine, 0);
}

static struct trace *end(struct machine *machine)
{
    struct trace *trace;
    struct error err;
    machine_snapshots(machine);
    builder_launch_end(machine->builder);
    assert_int_equal(builder_finish(machine->builder, &trace, &err), 0);
    machine_fini(machine);
    return trace;
}

static void step(struct machine *machine, uint32_t site, enum trace_kind kind, int threads,
                 bool mirrored)
{
    size_t step = machine_step(machine, site, kind, TRACE_SHARED, 0);
    for (int t = 0; t < threads; t++)
        machine_access(machine, step, t, mirrored ? 63 - t : t, &t);
}

static void barrier(struct machine *machine, uint32_t site)
{
    machine_all(machine, site, TRACE_BARRIER);
    machine_round_end(machine);
}

/* However many rounds came before, no further back than where all that is asked for was read: also
 * where some threads never read there. */
static void looks_no_further_back(void **state)
{
    enum { TURNS = 40 };
    (void)state;
    for (int readers = 64; readers > 0; readers -= 24) {
        struct machine machine;
        begin(&machine, "__global__ void k() {\nif (t < n) v = s[63 - t];\n__syncthreads();\n"
                        "s[t] = v;\n__syncthreads();\n}\n");
        uint32_t sites[6];
        for (uint32_t line = 2; line < 6; line++)
            sites[line] = machine_site(&machine, line, 9, "k");
        step(&machine, sites[4], TRACE_STORE, 64, false);
        barrier(&machine, sites[5]);
        for (int turn = 0; turn < TURNS; turn++) {
            step(&machine, sites[2], TRACE_LOAD, readers, true);
            barrier(&machine, sites[3]);
            step(&machine, sites[4], TRACE_STORE, 64, false);
            barrier(&machine, sites[5]);
        }
        struct trace *trace = end(&machine);
        struct analysis *analysis = analysis_create(trace);
        for (uint32_t index = 2; index <= 2 * TURNS; index += 2) {
            const struct round *round = round_get(analysis, 0, 0, index);
            assert_in_range(round->walked, 1,
                            trace_block_round(&trace->launches[0], 0, index - 1)->count);
        }
        assert_int_equal(round_get(analysis, 0, 0, 0)->walked, 0);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* Each of many lines stores the variable that one of many others has loaded. */
static void each_line_has_its_own(void **state)
{
    enum { LINES = 200 };
    (void)state;
    struct machine machine;
    struct str text;
    str_init(&text);
    str_adds(&text, "__global__ void k() {\n__shared__ int s[64];\n");
    for (int i = 0; i < LINES; i++)
        str_addf(&text, "int v%d = s[t + %d];\n", i, i);
    for (int i = 0; i < LINES; i++)
        str_addf(&text,
                 i % 3 == 0   ? "s[t] = v%d;\n"
                 : i % 3 == 1 ? "s[t] = 2 * v%d;\n"
                              : "w = v%d; s[t] = w;\n",
                 i);
    str_adds(&text, "v3 += 1;\n}\n");
    begin(&machine, text.text);
    for (uint32_t i = 0; i < LINES; i++)
        step(&machine, machine_site(&machine, 3 + i, 9, "k"), TRACE_LOAD, 1, false);
    barrier(&machine, machine_site(&machine, 1, 1, "k"));
    struct trace *trace = end(&machine);
    struct carry *carry = carry_create(trace);
    for (uint32_t i = 0; i < LINES; i++) {
        const struct carry_links *links = carry_links_of(carry, 0, 3 + LINES + i);
        assert_true(links->known);
        assert_ptr_equal(links, carry_links_of(carry, 0, 3 + LINES + i));
        assert_int_equal(links->copies, i % 3 == 0 && i != 3);
        if (i % 3 != 2) assert_int_equal(links->count, 1);
        for (uint32_t k = 0; k < links->count; k++) {
            uint32_t from = links->links[k].line - 3;
            assert_int_equal(i % 3 == 2 ? from % 3 : from, i % 3 == 2 ? 2 : i);
        }
        if (i % 3 != 2) assert_true(links->links[0].sure);
    }
    assert_false(carry_links_of(carry, 0, 2 * LINES + 100)->known);
    carry_destroy(carry);
    trace_destroy(trace);
    str_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(looks_no_further_back),
                                       cmocka_unit_test(each_line_has_its_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
