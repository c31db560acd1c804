/* Options: every kind of row, and what wrong usage says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cmd/cmd.h"

#include <string.h>

static const struct command example = {.name = "example",
                                       .usage = "PROG.cu",
                                       .groups = OPTIONS_BUILD | OPTIONS_RECORD | OPTIONS_SCREEN};

static int parse(struct options *options, struct error *err, int argc, char **argv)
{
    return options_parse(options, &example, argc, argv, err);
}
#define PARSE(options, err, ...)                                                                   \
    parse(options, err, (int)(sizeof((char *[]){"example", __VA_ARGS__}) / sizeof(char *)),        \
          (char *[]){"example", __VA_ARGS__, NULL})

static void test_values(void **state)
{
    struct options options;
    struct error err;
    (void)state;
    assert_int_equal(PARSE(&options, &err, "-D", "N=3", "x.cu", "-DM", "--as=compiled", "--blocks",
                           "2-5", "--schedule", "random:7", "--size", "120x40", "--timeout=0", "--",
                           "-D", "--help"),
                     0);
    assert_int_equal(options.defines.count, 2);
    assert_string_equal(options.defines.words[1], "M");
    assert_int_equal(options.as, BUILD_COMPILED);
    assert_int_equal(options.blocks.first, 2);
    assert_int_equal(options.blocks.last, 5);
    assert_false(options.launches.given);
    assert_int_equal(options.schedule, SCHEDULE_RANDOM);
    assert_int_equal(options.seed, 7);
    assert_int_equal(options.columns, 120);
    assert_int_equal(options.rows, 40);
    assert_int_equal(options.timeout, 0);
    assert_int_equal(options.words.count, 1);
    assert_int_equal(options.arguments.count, 2);
    assert_string_equal(options.arguments.words[1], "--help");
    options_fini(&options);
}

static void refused(char *first, char *second, const char *expected)
{
    struct options options;
    struct error err;
    assert_int_equal(PARSE(&options, &err, first, second), -1);
    assert_non_null(strstr(err.text, expected));
    options_fini(&options);
}

static void test_refusals(void **state)
{
    (void)state;
    refused("x.cu", "--nonsense", "no such option: --nonsense");
    refused("--backend", "tpu", "auto|emulator|gpu");
    refused("--size", "80", "COLSxROWS");
    refused("--size", "0x10", "COLSxROWS");
    refused("--blocks", "5-2", "RANGE|all");
    refused("--blocks", "-1", "RANGE|all");
    refused("--timeout", "soon", "SECONDS");
    refused("--schedule", "random:x", "random:SEED");
    refused("x.cu", "-D", "needs a value");
    refused("--values", "some", "only 'all'");
}

static void test_one_word(void **state)
{
    struct options options;
    struct error err;
    const char *word;
    (void)state;
    assert_int_equal(PARSE(&options, &err, "a.cu", "b.cu"), 0);
    assert_int_equal(options_one_word(&options, "program", &word, &err), -1);
    assert_non_null(strstr(err.text, "b.cu"));
    options_fini(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_one_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
