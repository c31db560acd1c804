/* Clicks as a terminal sends them, in English and in Chinese. */
#include "support/tty.h"
#include "support/viewed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void start(struct tty *tty, const char *const *environment, const char *view)
{
    const char *argv[] = {tty_viewer(), "view",    viewed_tree, "--mouse", "--view",
                          view,         "--round", "4",         NULL};
    tty_start(tty, argv, environment, 80, 24);
    assert_true(tty_settle(tty));
}

/* Pressed and let go, columns and rows from 0. */
static void click(struct tty *tty, int x, int y)
{
    char sequence[64];
    snprintf(sequence, sizeof sequence, "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, y + 1, x + 1, y + 1);
    tty_send_key(tty, sequence);
    assert_true(tty_settle(tty));
}

static VTermPos cursor_of(const struct tty *tty)
{
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(tty->vterm), &at);
    return at;
}

/* The number of the line in this row of the source view, 0 where there is none. */
static int line_at(struct tty *tty, int row)
{
    char text[1024];
    tty_row(tty, row, text, sizeof text);
    return atoi(text + strspn(text, " !→"));
}

static void source_lines(const char *const *environment)
{
    static const int rows[] = {17, 4, 12, 16, 6, 17};
    struct tty tty;
    start(&tty, environment, "source");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int line = line_at(&tty, rows[i]);
        assert_true(line > 0);
        click(&tty, 30, rows[i]);
        assert_int_equal(line_at(&tty, cursor_of(&tty).row), line);
        /* a long line takes a row more while it is selected */
        assert_true(abs(cursor_of(&tty).row - rows[i]) <= 1);
    }
    VTermPos before = cursor_of(&tty);
    click(&tty, 30, 18); /* all lines */
    click(&tty, 30, 21); /* the sentence */
    click(&tty, 79, 10);
    assert_int_equal(cursor_of(&tty).row, before.row);
    tty_stop(&tty);
}

static void lines_of_a_source_that_scrolls(void **state)
{
    static const char *const chinese[] = {"LC_ALL=zh_CN.UTF-8", "LANGUAGE=zh_CN", NULL};
    (void)state;
    source_lines(NULL);
    source_lines(chinese);
}

static void names_of_views_in_chinese(void **state)
{
    static const char *const chinese[] = {"LC_ALL=zh_CN.UTF-8", "LANGUAGE=zh_CN", NULL};
    struct tty tty;
    (void)state;
    start(&tty, chinese, "tree");
    for (int digit = 9; digit > 0; digit--) {
        char row[1024], name[16], open[16];
        snprintf(name, sizeof name, "%d ", digit);
        snprintf(open, sizeof open, "[%d", digit);
        VTermScreenCell cell;
        int x = 0;
        do {
            VTermPos at = {2, x++};
            assert_true(vterm_screen_get_cell(tty.screen, at, &cell));
        } while (cell.chars[0] != (uint32_t)name[0] && x < 80);
        click(&tty, x + 1, 2); /* in the first character behind the digit */
        tty_row(&tty, 2, row, sizeof row);
        assert_non_null(strstr(row, open));
    }
    tty_stop(&tty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_a_source_that_scrolls),
        cmocka_unit_test(names_of_views_in_chinese),
    };
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
