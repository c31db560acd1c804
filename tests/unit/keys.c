#include "app/keys.h"

#include "base/mem.h"
#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void no_duplicates_and_nothing_unbound(void **state)
{
    (void)state;
    struct error err = {""};
    if (keys_check(&err) != 0) fail_msg("%s", err.text);
    for (int i = 0; i < keys_count; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(keys_table[i].name, keys_table[j].name);
}

static void names_of_keys_parse_back(void **state)
{
    (void)state;
    for (int i = 0; i < keys_count; i++)
        for (int k = 0; k < KEYS_PER_ROW && keys_table[i].keys[k]; k++) {
            char name[16];
            keys_name(keys_table[i].keys[k], name);
            assert_int_equal(keys_parse(name), keys_table[i].keys[k]);
        }
    assert_int_equal(keys_parse("Right"), INPUT_RIGHT);
    assert_int_equal(keys_parse("ctrl-l"), 12);
    assert_int_equal(keys_parse("^L"), 12);
    assert_int_equal(keys_parse("é"), 0xE9);
    assert_int_equal(keys_parse("nonsense"), 0);
    assert_int_equal(keys_parse(""), 0);
    assert_int_equal(keys_parse("\xFF"), 0);
}

static void special_contexts_win(void **state)
{
    (void)state;
    uint32_t argument;
    const struct key_row *row = keys_find('5', 1u << KEYS_ANY, &argument);
    assert_int_equal(row->action, ACTION_VIEW);
    assert_int_equal(argument, 4);
    row = keys_find('5', 1u << KEYS_ANY | 1u << KEYS_PREDICT, &argument);
    assert_int_equal(row->action, ACTION_DIGIT);
    assert_int_equal(argument, 5);
    row = keys_find(INPUT_PAGE_DOWN, 1u << KEYS_ANY | 1u << KEYS_LIST, &argument);
    assert_int_equal(row->action, ACTION_PAGE_DOWN);
    row = keys_find(INPUT_PAGE_DOWN, 1u << KEYS_ANY | 1u << KEYS_PICTURE, &argument);
    assert_int_equal(row->action, ACTION_NEXT_BARRIER);
    assert_null(keys_find('a', 1u << KEYS_PROMPT, &argument));
    assert_null(keys_find(0x2603, 1u << KEYS_ANY, &argument));
}

static void rebinding(void **state)
{
    (void)state;
    struct error err;
    uint32_t argument;
    char text[64];
    assert_int_equal(keys_bind("forward", "d Right", &err), 0);
    assert_int_equal(keys_find('d', 1u << KEYS_ANY, &argument)->action, ACTION_FORWARD);
    assert_null(keys_find('l', 1u << KEYS_ANY, &argument));
    keys_text(keys_row(ACTION_FORWARD), " ", text, sizeof text);
    assert_string_equal(text, "d →");
    assert_int_equal(keys_bind("back", "d", &err), 0);
    assert_int_equal(keys_check_bound("back", &err), -1); /* taken */
    assert_string_equal(err.text, "the key d is bound to back and to forward");
    assert_int_equal(keys_bind("back", "Left l", &err), 0); /* which forward had */
    assert_int_equal(keys_check_bound("back", &err), 0);
    assert_int_equal(keys_check_bound("forward", &err), 0);
    assert_int_equal(keys_find('l', 1u << KEYS_ANY, &argument)->action, ACTION_BACK);
    static const char *const hidden[][2] = {/* the one would hide the other in pictures */
                                            {"forward", "v"},
                                            {"help", "="},
                                            {"search", "Space"},
                                            {"back", "PageDown"},
                                            {"content", "q"}};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        assert_int_equal(keys_bind(hidden[i][0], hidden[i][1], &err), 0);
        assert_int_equal(keys_check_bound(hidden[i][0], &err), -1);
        keys_reset();
        assert_int_equal(keys_check(&err), 0);
    }
    assert_int_equal(keys_bind("quit", "", &err), 0);
    assert_int_equal(keys_check_bound("quit", &err), -1); /* left without a key */
    assert_int_equal(keys_bind("quit", "x x", &err), 0);
    assert_int_equal(keys_check_bound("quit", &err), -1);
    assert_int_equal(keys_bind("quit", "q", &err), 0);
    assert_int_equal(keys_bind("quit", "Hyper-Q", &err), -1);
    assert_int_equal(keys_bind("no such action", "x", &err), -1);
    assert_int_equal(keys_bind("view", "x", &err), -1); /* a family */
    assert_int_equal(keys_check(&err), 0);
    keys_reset();
    assert_int_equal(keys_find('l', 1u << KEYS_ANY, &argument)->action, ACTION_FORWARD);
}

/* README and man page carry the table; `make docs` writes it. */
static void expect_in_file(const char *name, void (*write)(FILE *))
{
    char path[512], *made = NULL;
    size_t length = 0;
    struct str file;
    FILE *out = open_memstream(&made, &length);
    write(out);
    fclose(out);
    snprintf(path, sizeof path, "%s/%s", SYNCSTEP_SOURCE_ROOT, name);
    str_init(&file);
    if (str_read_file(&file, path) != 0 || !strstr(file.text, made))
        fail_msg("the table of keys in %s is not up to date: make docs", name);
    str_fini(&file);
    free(made);
}

static void documents_are_up_to_date(void **state)
{
    (void)state;
    expect_in_file("README.md", keys_markdown);
    expect_in_file("assets/man/syncstep.1", keys_man);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_duplicates_and_nothing_unbound),
        cmocka_unit_test(names_of_keys_parse_back),
        cmocka_unit_test(special_contexts_win),
        cmocka_unit_test(rebinding),
        cmocka_unit_test(documents_are_up_to_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
