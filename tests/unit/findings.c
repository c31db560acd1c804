/* Findings: words, order, grouping, and the slots that nobody wrote or reads. */
#include "analysis/bandwidth.h"
#include "analysis/divergence.h"
#include "analysis/findings.h"
#include "analysis/lines.h"
#include "analysis/warp_requests.h"
#include "analysis/slots.h"
#include "analysis/told.h"
#include "base/str.h"
#include "support/synthetic.h"
#include "trace/builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void missing_barrier(void **state)
{
    (void)state;
    struct trace *trace = synthetic_missing_barrier(1 << 16, 32, 256, false);
    struct analysis *analysis = analysis_create(trace);
    const struct finding_list *list = findings_get(analysis);
    assert_int_equal(list->errors, 1);
    assert_int_equal(list->warnings, 1);
    assert_int_equal(list->count, 2);
    const struct finding *f = &list->findings[0];
    assert_string_equal(f->headline,
                        "race on shared[64]: thread 0 reads it (line 41, 2nd time) while thread 64 "
                        "writes it (line 41, 1st time) in round 1, block 0; a __syncthreads() "
                        "between them is missing");
    assert_string_equal(f->also,
                        "Also on shared[32] to shared[127]: 96 slots in each of 32 blocks.");
    assert_string_equal(f->advice,
                        "a __syncthreads() after line 41, inside the loop and outside the if, so "
                        "that all 256 threads reach it.");
    assert_string_equal(f->array, "shared");
    assert_int_equal(f->line, 41);
    assert_int_equal(f->marks[0].column, 25); /* the write */
    assert_int_equal(f->marks[1].column, 46);
    f = &list->findings[1];
    assert_string_equal(f->headline,
                        "race within warp 0 on shared[16]: thread 0 reads it (line 41, 4th time) "
                        "while thread 16 writes it (line 41, 1st time) in round 1, block 0; a "
                        "__syncthreads() or __syncwarp() between them is missing");
    assert_string_equal(f->advice, "what mends the race above mends this one too.");
    char text[64];
    findings_summary(list, text, sizeof text);
    assert_string_equal(text, "1 error, 1 warning");
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void correct_programs(void **state)
{
    (void)state;
    struct trace *traces[] = {synthetic_tree(1 << 14, 4, 256, false),
                              synthetic_tree(1 << 14, 4, 128, true), synthetic_matmul(32)};
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        struct analysis *analysis = analysis_create(traces[i]);
        assert_int_equal(findings_get(analysis)->count, 0);
        analysis_destroy(analysis);
        trace_destroy(traces[i]);
    }
}

static void trees(void **state)
{
    (void)state;
    for (int sequential = 0; sequential < 2; sequential++) {
        struct trace *trace = synthetic_tree(1 << 14, 2, 256, sequential);
        struct analysis *analysis = analysis_create(trace);
        struct divergence sum;
        divergence_rounds(analysis, 0, 0, 1, 8, &sum);
        assert_int_equal(sum.warps, sequential ? 12 : 47);
        assert_int_equal(sum.least, 12);
        assert_int_equal(sum.threads, 255);
        divergence_rounds(analysis, 0, 1, 1, 6, &sum);
        if (!sequential) assert_int_equal(sum.warps, 44);
        assert_int_equal(sum.least, 10);
        assert_int_equal(sum.threads, 252);
        const struct bandwidth *b = bandwidth_of_launch(analysis, 0);
        assert_int_equal(b->read, (1 << 14) * 4);
        assert_int_equal(b->written, 2 * 4);
        assert_true(b->complete);
        assert_false(b->timed);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* Of a launch that is there in part the bytes are an estimate, or what the GPU has counted. */
static void counted_bytes(void **state)
{
    (void)state;
    struct trace *trace = synthetic_tree(1 << 14, 2, 256, false);
    struct trace_launch *launch = (struct trace_launch *)trace->launches;
    launch->complete = false;
    launch->accesses *= 4;
    launch->plain = (struct trace_time){.median = 1000, .count = 1};
    struct analysis *analysis = analysis_create(trace);
    const struct bandwidth *b = bandwidth_of_launch(analysis, 0);
    assert_false(b->complete || b->counted);
    assert_true(b->bytes_per_second > 0);
    analysis_destroy(analysis);
    launch->touched_read = 3 << 20;
    launch->touched_written = 512;
    analysis = analysis_create(trace);
    b = bandwidth_of_launch(analysis, 0);
    assert_true(b->counted);
    assert_int_equal(b->bytes_per_second / 1e6, ((3 << 20) + 512));
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* ---- Small traces by hand ---------------------------------------------------------------------
 */

/* `element`: the type of the shared array of 32 bytes; NULL: int. */
static struct trace_builder *begin_with(uint32_t threads, const struct trace_type *element)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder);
    trace->program = "small.cu";
    trace->output = "same\n";
    struct trace_source source = {.name = "small.cu", .text = "", .own = true};
    builder_source(builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    builder_type(builder, &type);
    if (element) builder_type(builder, element);
    for (uint32_t i = 0; i < 10; i++) {
        struct trace_site site = {.line = 10 + i, .function = "k"};
        builder_site(builder, &site);
    }
    struct trace_allocation out = {.name = "out", .address = 4096, .bytes = 1024};
    builder_allocation(builder, &out);
    struct trace_launch launch = {
        .kernel = "k", .error = "", .complete = true, .grid = {1, 1, 1}, .block = {threads, 1, 1}};
    launch.source = TRACE_NONE;
    builder_launch_begin(builder, &launch);
    struct trace_array array = {
        .name = "s", .function = "k", .count = 8, .dims = {8}, .dim_count = 1, .bytes = 32};
    array.source = TRACE_NONE;
    if (element) array.type = 1;
    if (element) array.count = array.dims[0] = array.bytes / element->bytes;
    builder_array(builder, &array);
    builder_block(builder, 0, true);
    builder_round(builder);
    return builder;
}

static struct trace_builder *begin(uint32_t threads)
{
    return begin_with(threads, NULL);
}

static void access_by(struct trace_builder *builder, uint32_t line, enum trace_kind kind,
                      enum trace_space space, uint32_t mask, int64_t first)
{
    struct trace_request request = {.site = line - 10,
                                    .mask = mask,
                                    .kind = (uint8_t)kind,
                                    .space = (uint8_t)space,
                                    .width = 4,
                                    .stride = 4};
    request.offset = first * 4;
    builder_request(builder, &request, NULL, NULL);
}

static struct trace *end(struct trace_builder *builder)
{
    struct trace *trace = NULL;
    struct error err;
    builder_launch_end(builder);
    if (builder_finish(builder, &trace, &err)) abort();
    return trace;
}

/* Reads slot 7 that nobody has written. Two copies from the device bring back results with these
 * checksums; 0: none. */
static struct trace *unset_with_results(const char *output, uint64_t first, uint64_t second)
{
    struct trace_builder *builder = begin(8);
    builder_trace(builder)->output = output;
    if (first) builder_result(builder, &(struct trace_result){.hash = first, .site = 2});
    if (second) builder_result(builder, &(struct trace_result){.hash = second, .site = 3});
    access_by(builder, 11, TRACE_STORE, TRACE_SHARED, 0x7f, 0);
    builder_round(builder);
    access_by(builder, 12, TRACE_LOAD, TRACE_SHARED, 0xff, 0);
    access_by(builder, 13, TRACE_STORE, TRACE_GLOBAL, 0xff, 0);
    return end(builder);
}

static struct trace *unset(const char *output)
{
    return unset_with_results(output, 0, 0);
}

static void unset_slot(void **state)
{
    (void)state;
    struct trace *trace = unset("same\n"), *same = unset("same\n"), *other = unset("other\n");
    struct analysis *analysis = analysis_create(trace);
    assert_true(findings_want_second_run(analysis));
    const struct finding_list *list = findings_get(analysis);
    assert_int_equal(list->count, 1);
    assert_int_equal(list->findings[0].fault, TRACE_UNINITIALISED_READ);
    assert_int_equal(list->findings[0].severity, TRACE_WARNING);
    assert_int_equal(list->findings[0].index, 7);
    assert_int_equal(list->findings[0].line, 12);
    assert_int_equal(list->findings[0].thread, 7);
    findings_second_run(analysis, same, NULL, NULL);
    assert_int_equal(findings_get(analysis)->findings[0].severity, TRACE_NOTE);
    findings_second_run(analysis, other, NULL, NULL);
    assert_int_equal(findings_get(analysis)->findings[0].severity, TRACE_WARNING);
    findings_second_run(analysis, other, NULL, same); /* another fill alone changes the output */
    assert_int_equal(findings_get(analysis)->findings[0].severity, TRACE_WARNING);
    findings_second_run(analysis, other, NULL, other); /* every run prints something else */
    assert_int_equal(findings_get(analysis)->findings[0].severity, TRACE_NOTE);
    assert_non_null(strstr(findings_get(analysis)->findings[0].because, "cannot be told"));
    analysis_destroy(analysis);
    trace_destroy(trace);
    trace_destroy(same);
    trace_destroy(other);
}

static enum trace_severity severity_with(struct trace *other, struct trace *same, const char *words)
{
    struct trace *trace = unset_with_results("same\n", 1, 2);
    struct analysis *analysis = analysis_create(trace);
    findings_second_run(analysis, other, NULL, same);
    const struct finding *finding = &findings_get(analysis)->findings[0];
    enum trace_severity severity = finding->severity;
    assert_non_null(strstr(finding->because, words));
    analysis_destroy(analysis);
    trace_destroy(trace);
    trace_destroy(other);
    trace_destroy(same);
    return severity;
}

/* What is printed is the same; what came from the device tells. */
static void unset_slot_in_results(void **state)
{
    (void)state;
    assert_int_equal(severity_with(unset_with_results("same\n", 1, 2), NULL, "no result"),
                     TRACE_NOTE);
    assert_int_equal(severity_with(unset_with_results("same\n", 1, 3),
                                   unset_with_results("same\n", 1, 2), "in line 13"),
                     TRACE_WARNING);
    /* the first result is another one in every run, */
    assert_int_equal(severity_with(unset_with_results("same\n", 7, 2),
                                   unset_with_results("same\n", 8, 2), "cannot be told"),
                     TRACE_NOTE);
    /* the second one is not */
    assert_int_equal(severity_with(unset_with_results("same\n", 7, 3),
                                   unset_with_results("same\n", 8, 2), "in line 13"),
                     TRACE_WARNING);
    /* fewer copies */
    assert_int_equal(severity_with(unset_with_results("same\n", 1, 0),
                                   unset_with_results("same\n", 1, 2), "in line 13"),
                     TRACE_WARNING);
    assert_int_equal(severity_with(unset_with_results("same\n", 1, 0),
                                   unset_with_results("same\n", 1, 0), "cannot be told"),
                     TRACE_NOTE);
    /* a time is printed, and a result proves it */
    assert_int_equal(severity_with(unset_with_results("9 ms\n", 1, 3),
                                   unset_with_results("8 ms\n", 1, 2), "in line 13"),
                     TRACE_WARNING);
}

/* A run that reads a byte which only looks like the filling; `fault`: and something else happens.
 */
static struct trace *looks_unset(bool read, bool late, const char *error, bool fault)
{
    struct trace_builder *builder = begin(8);
    struct trace_diagnostic d = {.fault = TRACE_UNINITIALISED_READ,
                                 .severity = TRACE_WARNING,
                                 .launch = 0,
                                 .line = 12,
                                 .array = "n",
                                 .message = "read before it was written."};
    struct trace_diagnostic out = {.fault = TRACE_OUT_OF_BOUNDS,
                                   .severity = TRACE_ERROR,
                                   .launch = 0,
                                   .line = 13,
                                   .array = "out",
                                   .message = "outside."};
    builder_trace(builder)->output = "same\n";
    builder_trace(builder)->timed_out = late;
    if (read) builder_diagnostic(builder, &d);
    if (fault) builder_diagnostic(builder, &out);
    access_by(builder, 11, TRACE_STORE, TRACE_GLOBAL, 0xff, 0);
    struct trace *trace = end(builder);
    if (error) ((struct trace_launch *)trace->launches)[0].error = error;
    return trace;
}

static enum trace_severity unset_after_both(struct trace *other, struct trace *same)
{
    struct trace *trace = looks_unset(true, false, NULL, false);
    struct analysis *analysis = analysis_create(trace);
    findings_second_run(analysis, other, NULL, same);
    const struct finding_list *list = findings_get(analysis);
    enum trace_severity severity = list->count ? list->findings[0].severity : TRACE_NOTE + 1;
    analysis_destroy(analysis);
    trace_destroy(trace);
    trace_destroy(other);
    trace_destroy(same);
    return severity;
}

static enum trace_severity unset_after(struct trace *other)
{
    return unset_after_both(other, NULL);
}

/* What the other run does not say is no fault only where that run went the same way to its end. */
static void second_run_goes_another_way(void **state)
{
    (void)state;
    assert_int_equal(unset_after(looks_unset(false, false, NULL, false)), TRACE_NOTE + 1);
    assert_int_equal(unset_after(looks_unset(true, false, NULL, false)), TRACE_NOTE);
    assert_int_equal(unset_after(looks_unset(false, true, NULL, false)), TRACE_WARNING);
    assert_int_equal(unset_after(looks_unset(true, false, NULL, true)), TRACE_WARNING);
    assert_int_equal(unset_after(looks_unset(true, false, "cudaErrorIllegalAddress", false)),
                     TRACE_WARNING);
    /* not where a run with the same filling goes another way as well */
    assert_int_equal(unset_after_both(looks_unset(true, false, NULL, true),
                                      looks_unset(true, false, NULL, false)),
                     TRACE_WARNING);
    assert_int_equal(unset_after_both(looks_unset(true, false, NULL, true),
                                      looks_unset(true, false, NULL, true)),
                     TRACE_NOTE);
}

/* The host launched once more, though it was handed the same: it went by something else. */
static void host_launches_more_often(void **state)
{
    (void)state;
    struct trace *often = looks_unset(true, false, NULL, false);
    struct trace_launch twice[2] = {often->launches[0], often->launches[0]};
    const struct trace_launch *once = often->launches;
    struct trace *trace = looks_unset(true, false, NULL, false);
    struct analysis *analysis = analysis_create(trace);
    often->launches = twice;
    often->launch_count = 2;
    findings_second_run(analysis, often, NULL, NULL);
    assert_int_equal(findings_get(analysis)->findings[0].severity, TRACE_NOTE);
    twice[1].parent = 1; /* a kernel did: that may be the value's effect */
    findings_second_run(analysis, often, NULL, NULL);
    assert_int_equal(findings_get(analysis)->findings[0].severity, TRACE_WARNING);
    often->launches = once;
    often->launch_count = 1;
    analysis_destroy(analysis);
    trace_destroy(trace);
    trace_destroy(often);
}

/* Own slot read before it is written, in one round: unset; another's: a race instead. */
static void unset_in_the_same_round(void **state)
{
    (void)state;
    for (int own = 0; own < 2; own++) {
        struct trace_builder *builder = begin(8);
        access_by(builder, 11, TRACE_LOAD, TRACE_SHARED, 1, own ? 0 : 1);
        access_by(builder, 12, TRACE_STORE, TRACE_SHARED, 3, 0);
        builder_round(builder);
        access_by(builder, 13, TRACE_LOAD, TRACE_SHARED, 3, 0);
        struct trace *trace = end(builder);
        struct analysis *analysis = analysis_create(trace);
        const struct finding_list *list = findings_get(analysis);
        assert_int_equal(list->count, 1);
        assert_int_equal(list->findings[0].fault, own ? TRACE_UNINITIALISED_READ : TRACE_RACE);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* Several threads update slot 0 by atomics in one round; `set`: a store has set it before. */
static void atomics_on_unset(void **state)
{
    (void)state;
    for (int set = 0; set < 2; set++) {
        struct trace_builder *builder = begin(8);
        if (set) access_by(builder, 11, TRACE_STORE, TRACE_SHARED, 1, 0);
        if (set) builder_round(builder);
        for (uint32_t lane = 0; lane < 8; lane++)
            access_by(builder, 12, TRACE_ATOMIC, TRACE_SHARED, 1u << lane, 0);
        builder_round(builder);
        access_by(builder, 13, TRACE_LOAD, TRACE_SHARED, 1, 0);
        access_by(builder, 14, TRACE_STORE, TRACE_GLOBAL, 1, 0);
        struct trace *trace = end(builder);
        struct analysis *analysis = analysis_create(trace);
        const struct finding_list *list = findings_get(analysis);
        assert_int_equal(list->count, !set);
        if (!set) assert_int_equal(list->findings[0].fault, TRACE_UNINITIALISED_READ);
        if (!set) assert_int_equal(list->findings[0].line, 12);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* Slot 0 of an array of {int x, y}: x is stored, a barrier, both are read. `unseen`: y holds what
 * no request has written, as after a function that returns a struct. */
static void unset_member(void **state)
{
    (void)state;
    static const struct trace_field fields[] = {{.name = "x", .offset = 0, .type = 0, .count = 1},
                                                {.name = "y", .offset = 4, .type = 0, .count = 1}};
    for (int unseen = 0; unseen < 2; unseen++) {
        struct trace_builder *builder = begin_with(
            8,
            &(struct trace_type){
                .name = "P", .kind = TRACE_STRUCT, .bytes = 8, .fields = fields, .field_count = 2});
        access_by(builder, 11, TRACE_STORE, TRACE_SHARED, 1, 0);
        builder_round(builder);
        access_by(builder, 12, TRACE_LOAD, TRACE_SHARED, 1, 0);
        access_by(builder, 13, TRACE_LOAD, TRACE_SHARED, 1, 1);
        access_by(builder, 14, TRACE_STORE, TRACE_GLOBAL, 1, 0);
        uint8_t *data, *written;
        builder_snapshots(builder, 0, &data, &written);
        written[0] = written[4] = 1;
        data[0] = data[32] = 7;
        data[4] = data[36] = (uint8_t)unseen;
        struct trace *trace = end(builder);
        struct analysis *analysis = analysis_create(trace);
        const struct finding_list *list = findings_get(analysis);
        assert_int_equal(list->count, !unseen);
        if (!unseen) assert_int_equal(list->findings[0].fault, TRACE_UNINITIALISED_READ);
        if (!unseen) assert_int_equal(list->findings[0].line, 13);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* A halving tree over n slots in shared memory; returns how many slots the finding names. */
static uint64_t forgotten(uint32_t threads)
{
    struct trace_builder *builder = begin(threads);
    access_by(builder, 11, TRACE_STORE, TRACE_SHARED, (1u << threads) - 1, 0);
    for (uint32_t i = threads / 2; i; i /= 2) {
        builder_round(builder);
        access_by(builder, 12, TRACE_LOAD, TRACE_SHARED, (1u << i) - 1, i);
        access_by(builder, 12, TRACE_LOAD, TRACE_SHARED, (1u << i) - 1, 0);
        access_by(builder, 12, TRACE_STORE, TRACE_SHARED, (1u << i) - 1, 0);
    }
    builder_round(builder);
    access_by(builder, 14, TRACE_LOAD, TRACE_SHARED, 1, 0);
    access_by(builder, 14, TRACE_STORE, TRACE_GLOBAL, 1, 0);
    struct trace *trace = end(builder);
    struct slot_faults faults;
    slots_examine(trace, NULL, 0, &faults);
    uint64_t count = 0;
    for (uint32_t i = 0; i < faults.count; i++) {
        assert_int_equal(faults.faults[i].fault, TRACE_UNREAD_SLOT);
        count += faults.faults[i].count;
    }
    free(faults.faults);
    trace_destroy(trace);
    return count;
}

static void odd_block_sizes(void **state)
{
    (void)state;
    assert_int_equal(forgotten(8), 0);
    assert_int_equal(forgotten(4), 0);
    assert_int_equal(forgotten(7), 2); /* 7 -> 3 -> 1: slots 6 and 2 */
    assert_int_equal(forgotten(6), 1); /* 6 -> 3 -> 1: slot 2 */
}

/* An unrolled last warp: all lanes go on adding, but only slot 0 counts. */
static void unrolled_warp(void **state)
{
    (void)state;
    struct trace_builder *builder = begin(8);
    access_by(builder, 11, TRACE_STORE, TRACE_SHARED, 0xff, 0);
    for (uint32_t i = 4; i; i /= 2) {
        struct trace_request sync = {.kind = TRACE_WARP_SYNC,
                                     .space = TRACE_NO_SPACE,
                                     .mask = 0xff,
                                     .sync_mask = 0xff,
                                     .object = TRACE_NONE};
        builder_request(builder, &sync, NULL, NULL);
        access_by(builder, 12, TRACE_LOAD, TRACE_SHARED, 0xf, i);
        access_by(builder, 12, TRACE_LOAD, TRACE_SHARED, 0xf, 0);
        builder_request(builder, &sync, NULL, NULL);
        access_by(builder, 12, TRACE_STORE, TRACE_SHARED, 0xf, 0);
    }
    access_by(builder, 14, TRACE_LOAD, TRACE_SHARED, 1, 0);
    access_by(builder, 14, TRACE_STORE, TRACE_GLOBAL, 1, 0);
    struct trace *trace = end(builder);
    struct analysis *analysis = analysis_create(trace);
    assert_int_equal(findings_get(analysis)->count, 0);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void outside(void **state)
{
    (void)state;
    const int64_t starts[] = {1, -1};
    for (int i = 0; i < 2; i++) {
        struct trace_builder *builder = begin(8);
        access_by(builder, 11, TRACE_STORE, TRACE_SHARED, 0xff, starts[i]);
        struct trace *trace = end(builder);
        struct slot_faults faults;
        slots_examine(trace, NULL, 0, &faults);
        assert_true(faults.count >= 1);
        assert_int_equal(faults.faults[0].fault, TRACE_OUT_OF_BOUNDS);
        assert_int_equal(faults.faults[0].slot, i ? -1 : 8);
        free(faults.faults);
        trace_destroy(trace);
    }
}

/* Half of the threads return before the barrier. */
static void early_return(void **state)
{
    (void)state;
    struct trace_builder *builder = begin(8);
    struct trace_request leave = {
        .kind = TRACE_EXIT, .space = TRACE_NO_SPACE, .mask = 0xf0, .object = TRACE_NONE};
    struct trace_request wait = {.kind = TRACE_BARRIER,
                                 .space = TRACE_NO_SPACE,
                                 .mask = 0x0f,
                                 .object = TRACE_NONE,
                                 .site = 3};
    builder_request(builder, &leave, NULL, NULL);
    builder_request(builder, &wait, NULL, NULL);
    builder_round(builder);
    struct trace *trace = end(builder);
    struct analysis *analysis = analysis_create(trace);
    const struct finding_list *list = findings_get(analysis);
    assert_int_equal(list->count, 1);
    assert_int_equal(list->findings[0].fault, TRACE_DIVERGENT_BARRIER);
    assert_int_equal(list->findings[0].severity, TRACE_WARNING);
    assert_int_equal(list->findings[0].line, 13);
    assert_int_equal(list->findings[0].thread, 4);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* Whatever a trace says, as long as it could be built: no access outside, no overflow. */
static void absurd_traces(void **state)
{
    (void)state;
    static const int64_t offsets[] = {0,
                                      4,
                                      -4,
                                      28,
                                      32,
                                      1 << 20,
                                      INT32_MAX,
                                      INT64_C(1) << 40,
                                      -(INT64_C(1) << 40),
                                      INT64_C(1) << 33,
                                      -1};
    static const int32_t strides[] = {0, 1, 4, -4, 128, INT32_MAX, INT32_MIN};
    for (unsigned round = 0; round < 60; round++) {
        struct trace_builder *builder = begin(64);
        srand(round);
        for (int i = 0; i < 200; i++) {
            struct trace_request r = {.site = (uint32_t)rand() % 10};
            r.mask = (uint32_t)rand() | 1u;
            r.warp = (uint16_t)(i / 100);
            r.kind = (uint8_t)(rand() % TRACE_KIND_COUNT);
            r.space = (uint8_t)(r.kind > TRACE_ATOMIC ? TRACE_NO_SPACE : rand() % 3);
            r.width = (uint8_t)(r.kind > TRACE_ATOMIC ? 0 : 1 << rand() % 5);
            r.object = r.kind > TRACE_ATOMIC || rand() % 8 == 0 ? TRACE_NONE : 0;
            r.offset = offsets[rand() % 11];
            r.stride = strides[rand() % 7];
            if (r.kind == TRACE_SHUFFLE) r.offset = r.stride = 0;
            r.sync_mask = (uint32_t)rand();
            r.flags = rand() % 4 == 0 ? TRACE_VOLATILE : 0;
            builder_request(builder, &r, NULL, NULL);
        }
        struct trace *trace = NULL;
        struct error err;
        builder_launch_end(builder);
        assert_int_equal(builder_finish(builder, &trace, &err), 0);
        struct analysis *analysis = analysis_create(trace);
        findings_get(analysis);
        races_of_round(analysis, 0, 0, 0);
        bandwidth_of_launch(analysis, 0);
        assert_true(line_requests(&lines_of_launch(analysis, 0)->total) > 0);
        warp_requests_get(analysis, 0, 0, 0, 0, false);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* A trace may claim any size; what is kept is only of what is touched. */
static void bandwidth_of_a_huge_allocation(void **state)
{
    (void)state;
    struct trace_builder *builder = begin(32);
    struct trace_allocation huge = {.name = "huge", .address = 1 << 20, .bytes = UINT64_C(1) << 36};
    uint32_t object = builder_allocation(builder, &huge);
    for (uint32_t i = 0; i < 4; i++) {
        struct trace_request request = {.mask = 1,
                                        .kind = TRACE_LOAD,
                                        .space = TRACE_GLOBAL,
                                        .object = object,
                                        .width = 4,
                                        .offset = i * ((INT64_C(1) << 34) - 1)};
        builder_request(builder, &request, NULL, NULL);
    }
    struct trace *trace = end(builder);
    struct analysis *analysis = analysis_create(trace);
    const struct bandwidth *b = bandwidth_of_launch(analysis, 0);
    assert_int_equal(b->read, 16);
    assert_true(b->complete);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* A message of a trace may hold anything: what no back end writes costs no time. */
static void absurd_messages(void **state)
{
    (void)state;
    static const char failed[] = "a failed: ", braces[] = "() ", blanks[] = " a";
    enum { REPEATS = 20000, HOLES = 300, WORDS = 1000 };
    struct str text;
    struct arena arena;
    arena_init(&arena);
    str_init(&text);
    str_adds(&text, "read failed: writes");
    assert_string_equal(told_here(&arena, text.text), text.text);
    str_clear(&text);
    for (int i = 0; i < HOLES; i++)
        str_adds(&text, braces);
    str_adds(&text, " 1 bytes");
    for (int i = 0; i < WORDS; i++)
        str_adds(&text, blanks);
    assert_string_equal(told_here(&arena, text.text), text.text);
    str_clear(&text);
    for (int i = 0; i < REPEATS; i++)
        str_adds(&text, failed);
    assert_ptr_equal(told_here(&arena, text.text), text.text);
    str_fini(&text);
    arena_fini(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bandwidth_of_a_huge_allocation),
        cmocka_unit_test(missing_barrier),
        cmocka_unit_test(correct_programs),
        cmocka_unit_test(trees),
        cmocka_unit_test(unset_slot),
        cmocka_unit_test(unset_slot_in_results),
        cmocka_unit_test(second_run_goes_another_way),
        cmocka_unit_test(host_launches_more_often),
        cmocka_unit_test(unset_in_the_same_round),
        cmocka_unit_test(atomics_on_unset),
        cmocka_unit_test(unset_member),
        cmocka_unit_test(odd_block_sizes),
        cmocka_unit_test(unrolled_warp),
        cmocka_unit_test(outside),
        cmocka_unit_test(early_return),
        cmocka_unit_test(counted_bytes),
        cmocka_unit_test(absurd_traces),
        cmocka_unit_test(absurd_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
