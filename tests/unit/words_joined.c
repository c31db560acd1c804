/* Blanks where sentences and words are joined. */
#include "base/mem.h"
#include "view/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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
        {"两个   分开", "两个   分开"},
        {"末尾。 ", "末尾。 "},
        {"r\xc3\xa9sum\xc3\xa9 a", "r\xc3\xa9sum\xc3\xa9 a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = mem_strdup(cases[i][0]);
        text_close_up(text);
        assert_string_equal(text, cases[i][1]);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(blanks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
