/* The viewer in a terminal that takes nothing for a while: a slow line, a stopped window. */
#include "support/tty.h"
#include "support/viewed.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* A viewer whose output nobody reads: ^L redraws all until no more fits. */
static void start_blocked(struct tty *tty)
{
    viewed_start(tty, NULL, 200, 60);
    assert_true(tty_settle(tty));
    for (int i = 0; i < 200; i++) {
        ssize_t written = write(tty->master, "\014", 1);
        if (written < 0) break;
        struct pollfd wait = {.fd = tty->mark, .events = POLLIN};
        poll(&wait, 1, 1);
    }
}

/* Its wait status, when it ends although nothing is read. */
static int ends_blocked(struct tty *tty)
{
    int status = 0;
    struct pollfd told = {.fd = tty->status, .events = POLLIN};
    assert_int_equal(poll(&told, 1, TTY_PATIENCE * 1000), 1);
    assert_int_equal(read(tty->status, &status, sizeof status), sizeof status);
    tty->pid = 0;
    return status;
}

static void blocked_output(void **state)
{
    struct tty tty;
    (void)state;
    start_blocked(&tty);
    kill(tty.pid, SIGTERM);
    int status = ends_blocked(&tty);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTERM);
    tty_stop(&tty);
}

/* Keys are read all the same. */
static void quit_while_blocked(void **state)
{
    struct tty tty;
    (void)state;
    start_blocked(&tty);
    assert_int_equal(write(tty.master, "l?qq", 4), 4);
    assert_int_equal(ends_blocked(&tty), 0);
    tty_until_left(&tty);
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

/* A change of size is no reason to write at once. */
static void resized_while_blocked(void **state)
{
    struct tty tty;
    (void)state;
    start_blocked(&tty);
    tty_resize(&tty, 150, 40);
    struct pollfd wait = {.fd = tty.mark, .events = POLLIN};
    poll(&wait, 1, 500);
    assert_int_equal(write(tty.master, "lhqq", 4), 4);
    assert_int_equal(ends_blocked(&tty), 0);
    tty_until_left(&tty);
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

/* Ctrl-S, and then the end by a key or by a signal: the shell's screen comes back all the same. */
static void stopped_by_hand(void **state)
{
    (void)state;
    for (int by_signal = 0; by_signal < 2; by_signal++) {
        struct tty tty;
        viewed_start(&tty, NULL, 80, 24);
        assert_true(tty_settle(&tty));
        assert_int_equal(write(tty.master, "\023", 1), 1);
        if (by_signal)
            kill(tty.pid, SIGTERM);
        else
            assert_int_equal(write(tty.master, "q", 1), 1);
        int status = ends_blocked(&tty);
        if (by_signal)
            assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
        else
            assert_int_equal(status, 0);
        tty_until_left(&tty);
        assert_true(tty_restored(&tty));
        tty_stop(&tty);
    }
}

/* What did not fit comes later, and then what has been typed meanwhile. */
static void blocked_for_a_while(void **state)
{
    struct tty tty;
    (void)state;
    start_blocked(&tty);
    assert_int_equal(write(tty.master, "ll2:round 5\r1", 13), 13);
    while (!tty_shows(&tty, "round 5, of 0 to 9") || !tty_shows(&tty, "[1 tree]"))
        assert_true(tty_frame(&tty));
    assert_true(viewed_quit(&tty));
}

/* `ulimit -f`: frames are gathered in no file then, a screenshot cannot be written, and that is
 * all.
 */
static void files_may_not_grow(void **state)
{
    static const int blocks[] = {0, 1, 8};
    char command[4600];
    const char *argv[] = {"/bin/sh", "-c", command, NULL};
    (void)state;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        struct tty tty;
        snprintf(command, sizeof command, "cd '%s' && ulimit -f %d && exec '%s' view %s",
                 viewed_folder, blocks[i], tty_viewer(), viewed_tree);
        tty_start(&tty, argv, NULL, 80, 24);
        assert_true(tty_settle(&tty));
        tty_send(&tty, "l");
        assert_true(tty_settle(&tty));
        assert_true(tty_until_shows(&tty, "round 1, of 0 to 9"));
        tty_send(&tty, "2l\014:shot limit.svg\r");
        assert_true(tty_settle(&tty));
        assert_true(tty_until_shows(&tty, "limit.svg: "));
        tty_resize(&tty, 200, 60);
        tty_send(&tty, "1");
        assert_true(tty_settle(&tty));
        assert_true(tty_until_shows(&tty, "[1 tree]")); /* here a frame is more than one write */
        assert_true(viewed_quit(&tty));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocked_output),        cmocka_unit_test(quit_while_blocked),
        cmocka_unit_test(resized_while_blocked), cmocka_unit_test(stopped_by_hand),
        cmocka_unit_test(blocked_for_a_while),   cmocka_unit_test(files_may_not_grow),
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
