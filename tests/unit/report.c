/* report --json and check's text, on a trace with a known fault. */
#include "analysis/findings.h"
#include "export/check_text.h"
#include "export/json_report.h"
#include "export/report_text.h"
#include "export/wrap.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static struct trace *trace;
static struct analysis *analysis;

static int setup(void **state)
{
    (void)state;
    trace = synthetic_missing_barrier(1 << 16, 32, 256, false);
    analysis = analysis_create(trace);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    analysis_destroy(analysis);
    trace_destroy(trace);
    return 0;
}

static json_t *report(bool findings_only)
{
    char *text = NULL;
    size_t size = 0;
    struct error err;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(json_report_write(analysis, findings_only, out, &err), 0);
    fclose(out);
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    free(text);
    return object;
}

static json_int_t number(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void schema(void **state)
{
    (void)state;
    static const char *const keys[] = {"schema",      "program", "backend",  "as",
                                       "exit_status", "stdout",  "launches", "diagnostics"};
    static const char *const launch_keys[] = {"kernel", "grid",   "block", "rounds", "complete",
                                              "shared", "totals", "lines", "races",  "times"};
    static const char *const line_keys[] = {"file",
                                            "line",
                                            "global_load_requests",
                                            "global_load_sectors",
                                            "global_store_requests",
                                            "global_store_sectors",
                                            "global_atomic_requests",
                                            "shared_load_requests",
                                            "shared_load_wavefronts",
                                            "shared_store_requests",
                                            "shared_store_wavefronts",
                                            "shared_atomic_requests",
                                            "global_load_accesses",
                                            "shared_atomic_accesses"};
    json_t *object = report(false);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_non_null(json_object_get(object, keys[i]));
    assert_int_equal(number(object, "schema"), 1);
    json_t *launch = json_array_get(json_object_get(object, "launches"), 0);
    for (size_t i = 0; i < sizeof launch_keys / sizeof *launch_keys; i++)
        assert_non_null(json_object_get(launch, launch_keys[i]));
    assert_true(json_is_null(json_object_get(launch, "times")));
    json_t *line = json_array_get(json_object_get(launch, "lines"), 0);
    for (size_t i = 0; i < sizeof line_keys / sizeof *line_keys; i++)
        assert_non_null(json_object_get(line, line_keys[i]));
    json_t *totals = json_object_get(launch, "totals");
    assert_int_equal(number(totals, "global_load_sectors"), 3 * (1 << 16) / 8);
    assert_int_equal(number(launch, "rounds"), 2);
    json_decref(object);
}

static void races(void **state)
{
    (void)state;
    json_t *object = report(true);
    assert_null(json_object_get(object, "stdout"));
    json_t *launch = json_array_get(json_object_get(object, "launches"), 0);
    assert_null(json_object_get(launch, "lines"));
    json_t *race = json_array_get(json_object_get(launch, "races"), 0);
    assert_string_equal(json_string_value(json_object_get(race, "kind")), "read-write");
    assert_string_equal(json_string_value(json_object_get(race, "severity")), "error");
    assert_string_equal(json_string_value(json_object_get(race, "space")), "shared");
    assert_string_equal(json_string_value(json_object_get(race, "array")), "shared");
    assert_int_equal(number(race, "slot"), 64);
    assert_int_equal(number(race, "round"), 1);
    assert_int_equal(number(race, "block"), 0);
    assert_int_equal(number(race, "count"), 96 * 32);
    json_t *threads = json_object_get(race, "threads");
    assert_int_equal(json_integer_value(json_array_get(threads, 0)), 0);
    assert_int_equal(json_integer_value(json_array_get(threads, 1)), 64);
    json_t *diagnostics = json_object_get(object, "diagnostics");
    assert_int_equal(json_array_size(diagnostics), 2);
    json_t *first = json_array_get(diagnostics, 0);
    assert_string_equal(json_string_value(json_object_get(first, "kind")), "race");
    assert_int_equal(number(first, "line"), 41);
    json_decref(object);
}

static char *text_of(int columns)
{
    char *text = NULL;
    size_t size = 0;
    struct check_look look = {.columns = columns, .from_program = true};
    FILE *out = open_memstream(&text, &size);
    check_text_write(analysis, &look, out);
    fclose(out);
    return text;
}

static void text_fits_the_terminal(void **state)
{
    (void)state;
    char *wrapped = text_of(80), *piped = text_of(0);
    for (char *line = strtok(wrapped, "\n"); line; line = strtok(NULL, "\n")) {
        size_t cells = 0;
        for (const char *c = line; *c; c++)
            cells += ((unsigned char)*c & 0xc0) != 0x80;
        assert_true(cells <= 80);
    }
    assert_memory_equal(piped, "missing_barrier.cu:41: error: race on shared[64]: ", 50);
    assert_non_null(strstr(piped, "a __syncthreads() between them is missing\n"));
    assert_non_null(strstr(piped, "\n1 error, 1 warning (exit status 1)."));
    free(wrapped);
    free(piped);
}

static void nothing_to_say(void **state)
{
    (void)state;
    struct trace *good = synthetic_tree(4096, 2, 64, false);
    struct analysis *clean = analysis_create(good);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct check_look look = {.columns = 80};
    check_text_write(clean, &look, out);
    fclose(out);
    assert_int_equal(size, 0);
    free(text);
    analysis_destroy(clean);
    trace_destroy(good);
}

static void wrapping(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    wrap_write(out, 10, 0, 2, "aaa bbb ccc dddddddddddd e");
    wrap_write(out, 0, 4, 4, "aaa bbb ccc dddddddddddd e");
    fclose(out);
    assert_string_equal(text, "aaa bbb\n  ccc\n  dddddddddddd\n  e\n"
                              "    aaa bbb ccc dddddddddddd e\n");
    free(text);
}

static void figures(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    report_text_write(analysis, out);
    fclose(out);
    assert_non_null(strstr(text, "sumCubes<<<32, 256>>>  2 rounds"));
    assert_non_null(strstr(text, "262144 bytes read, 128 written"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schema),         cmocka_unit_test(races),
        cmocka_unit_test(wrapping),       cmocka_unit_test(text_fits_the_terminal),
        cmocka_unit_test(nothing_to_say), cmocka_unit_test(figures),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
