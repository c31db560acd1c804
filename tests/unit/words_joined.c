/* Blanks where sentences and words are joined. */
#include "view/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void blanks(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {" ", " "},
        {"One. Two.", "One. Two."},
        {"第 35 行。 全部到达", "第 35 行。全部到达"},
        {"把 128 个立方 加到槽 0（第 3 行）", "把 128 个立方加到槽 0（第 3 行）"},
        {"写它 （第 26 行）", "写它（第 26 行）"},
        {"线程 0： [0]", "线程 0：[0]"},
        {"线程 0把槽", "线程 0 把槽"},
        {"全部256 个，x轴", "全部 256 个，x 轴"},
        {"先 （a）在 b", "先（a）在 b"},
        {"sum （先）", "sum（先）"},
        {"两个   分开", "两个   分开"},
        {"末尾。 ", "末尾。 "},
        {"Notes on stage 2: What is wrong here?.", "Notes on stage 2: What is wrong here?"},
        {"Look!. Sums.. Then", "Look! Sums. Then"},
        {"第 2 步骤：哪里错了？。然后", "第 2 步骤：哪里错了？然后"},
        {"press ?. Or !.", "press ?. Or !."},
        {"a[t, t+8, .. t+64] and 1..5 ...", "a[t, t+8, .. t+64] and 1..5 ..."},
        {"more ...", "more ..."},
        {"wait... then", "wait... then"},
        {"r\xc3\xa9sum\xc3\xa9 a", "r\xc3\xa9sum\xc3\xa9 a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128], tight[40];
        snprintf(text, sizeof text, "%s", cases[i][0]);
        text_close_up(text, sizeof text);
        assert_string_equal(text, cases[i][1]);
        snprintf(tight, sizeof tight, "%s", cases[i][0]); /* no byte behind its own */
        text_close_up(tight, strlen(tight) + 1);
        if (strlen(cases[i][1]) > strlen(cases[i][0])) assert_string_equal(tight, cases[i][0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(blanks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
