/* Without UTF-8: every sign is drawn, run or not, and keys have names of their own. */
#include "support/tty.h"
#include "support/viewed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const ascii[] = {"LC_ALL=C", NULL};

static void keep(struct tty *tty, char rows[][1024])
{
    for (int y = 0; y < tty->rows; y++)
        tty_row(tty, y, rows[y], 1024);
}

/* libvterm before 0.3.2 does not know `CSI n b`, with which curses shortens runs. Whatever the one
 * here knows, none is written; and what the screen shows is what it shows when all is drawn anew.
 */
static void runs_are_drawn(void **state)
{
    static char before[24][1024], after[24][1024];
    struct tty tty;
    (void)state;
    viewed_start(&tty, ascii, 80, 24);
    assert_true(tty_settle(&tty));
    for (const char *key = "l35?qwq12c6"; *key; key++) {
        char one[2] = {*key, 0};
        tty_send(&tty, one);
        assert_true(tty_settle(&tty));
        for (size_t i = 0; i + 3 < tty.seen_count; i++) {
            if (tty.seen[i] != 27 || tty.seen[i + 1] != '[') continue;
            size_t digits = i + 2;
            while (digits < tty.seen_count && tty.seen[digits] >= '0' && tty.seen[digits] <= '9')
                digits++;
            assert_true(digits == tty.seen_count || tty.seen[digits] != 'b');
        }
        keep(&tty, before);
        tty_send(&tty, "\014");
        assert_true(tty_settle(&tty));
        keep(&tty, after);
        for (int y = 0; y < 24; y++)
            assert_string_equal(before[y], after[y]);
    }
    assert_true(viewed_quit(&tty));
}

static void arrows_are_words(void **state)
{
    struct tty tty;
    (void)state;
    viewed_start(&tty, ascii, 80, 24);
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, " Right next barrier  "));
    assert_true(tty_shows(&tty, "Up Down slot"));
    tty_send_key(&tty, "\033OC");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, " Right again, Left back "));
    tty_send(&tty, "?");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "Left Right is time, Up Down is what is selected"));
    tty_send(&tty, "q");
    assert_true(viewed_quit(&tty));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_drawn),
        cmocka_unit_test(arrows_are_words),
    };
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
