/* The reader of C++ text: what it passes over, and what it takes for an assignment. */
#include "base/ctext.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void lines(void **state)
{
    (void)state;
    size_t length;
    const char *text = "one\n\nthree";
    assert_ptr_equal(ctext_line(text, 1, &length), text);
    assert_int_equal(length, 3);
    ctext_line(text, 2, &length);
    assert_int_equal(length, 0);
    assert_string_equal(ctext_line(text, 3, &length), "three");
    assert_int_equal(length, 5);
    assert_string_equal(ctext_line(text, 4, &length), "");
    assert_int_equal(length, 0);
}

/* What is left of a text without comments, directives and blanks. */
static const char *bare(const char *text, size_t size)
{
    static char out[64];
    const char *end = text + size, *next;
    size_t used = 0;
    bool line_start = true;
    for (; (next = ctext_next(text, end, &line_start)) < end; text = next + 1)
        out[used++] = *next;
    out[used] = '\0';
    return out;
}

static void passes_over(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"a /* b */ = // c\n d", "a=d"},
        {"#define X \\\n 1\nx", "x"},
        {"  # if 0\n/**/#endif\n y", "y"},
        {"a # b", "a#b"},
        {"a /* never closed", "a"},
        {"/* // */ z // /*\n w", "zw"},
        {"// a \\\n", ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(bare(texts[i][0], strlen(texts[i][0])), texts[i][1]);
    assert_string_equal(bare("a /* b */ c", 5), "a"); /* the end lies in the comment */
}

static void assignments(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int at; /* -1: none */
    } texts[] = {
        {"a=b", 1},         {"a==b", -1},
        {"a!=b", -1},       {"a<=b", -1},
        {"a<<=b", 3},       {"s[i=1]+=2", 7},
        {"f(a=b)", -1},     {"a[]={.x=1}", 3},
        {"int v{w=1}", -1}, {"void f(int*a){*a+=b;}", 17},
        {"do{a=b", 4},      {"a>=b?c:d", -1},
        {"{a=b;}", 2},      {"=b", -1},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *equals = ctext_equals(texts[i].text);
        assert_int_equal(equals ? equals - texts[i].text : -1, texts[i].at);
    }
}

static void names_and_elements(void **state)
{
    (void)state;
    const char *text = "at+a*b[a]";
    const char *a = ctext_find_name(text, text, "a");
    assert_int_equal(a - text, 3);
    assert_int_equal(ctext_find_name(text, a + 1, "a") - text, 7);
    assert_null(ctext_find_name(text, text, "t"));
    assert_null(ctext_find_name(text, text, ""));
    assert_true(ctext_is_element("p[f(1)].a"));
    assert_true(ctext_is_element("v"));
    assert_false(ctext_is_element("1.5"));
    assert_false(ctext_is_element("a+b"));
    assert_false(ctext_is_element(""));
    assert_int_equal(ctext_quoted("\"a\\\"b\" c"), 6);
    assert_int_equal(ctext_quoted("'a\n'"), 2);
    assert_string_equal(ctext_behind("(a[1]{}) b"), " b");
    assert_string_equal(ctext_behind("(a"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(passes_over),
        cmocka_unit_test(assignments),
        cmocka_unit_test(names_and_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
