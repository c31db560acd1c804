/* Job control: the viewer in a pseudo-terminal, stopped and continued in every way that shells and
 * persons have, in the foreground and in the background. */
#include "support/tty.h"
#include "support/viewed.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void start(struct tty *tty, const char *const *environment, int columns, int rows)
{
    viewed_start(tty, environment, columns, rows);
    assert_true(tty_settle(tty));
}

static bool same_settings(const struct termios *a, const struct termios *b)
{
    return a->c_lflag == b->c_lflag && a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
           memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

static void assert_settings(const struct tty *tty, const struct termios *wanted)
{
    struct termios now;
    assert_int_equal(tcgetattr(tty->slave, &now), 0);
    assert_true(same_settings(&now, wanted));
}

/* Until it stops, without reading what it writes. */
static int change_unread(struct tty *tty)
{
    int change = 0;
    struct pollfd told = {.fd = tty->status, .events = POLLIN};
    assert_int_equal(poll(&told, 1, TTY_PATIENCE * 1000), 1);
    assert_int_equal(read(tty->status, &change, sizeof change), sizeof change);
    return change;
}

enum way { WAY_KILL, WAY_TYPED, WAY_COMMAND };

static void stop_it(struct tty *tty, enum way way, int number)
{
    if (way == WAY_KILL) kill(tty->pid, number);
    if (way != WAY_KILL) {
        tty_send(tty, way == WAY_TYPED ? "\x1a" : ":suspend\r");
        tty->keys_sent -= way == WAY_TYPED; /* the terminal makes a signal of it */
    }
    int change = tty_change(tty);
    assert_true(WIFSTOPPED(change));
    assert_int_equal(WSTOPSIG(change), number);
    tty_pump(tty);
    if (number != SIGTSTP) return;
    assert_true(tty_restored(tty)); /* it had the time to leave */
    assert_true(tty_saw(tty, "\033[?2004l"));
}

/* What a shell does: takes the terminal, sets it as it likes, writes. `odd`: another program has
 * left settings that are neither's. */
static void be_a_shell(struct tty *tty, bool odd)
{
    struct termios settings = tty->before;
    if (odd) {
        settings.c_lflag &= ~(tcflag_t)(ISIG | ECHO);
        settings.c_iflag |= IGNCR;
        settings.c_cc[VMIN] = 7;
    }
    tty_foreground(tty, false);
    tcsetattr(tty->slave, TCSANOW, &settings);
    vterm_input_write(tty->vterm, "\033[2Jjunk", 8);
    tty->seen_count = 0;
}

static void continue_it(struct tty *tty)
{
    tty_catch_up(tty); /* a frame from before the stop is not the one that is waited for */
    tty_foreground(tty, true);
    kill(tty->pid, SIGCONT);
    assert_true(tty_frame(tty));
}

/* STOP, TTIN and TTOU give no time to leave; the shell sets the terminal as it needs it. Continued,
 * the viewer has it as it had it, the first time and each other time, whatever came between, and
 * gives back what it found at the start. */
static void continued_in_the_foreground(void **state)
{
    static const struct {
        enum way way;
        int number;
    } ways[] = {{WAY_KILL, SIGSTOP},   {WAY_KILL, SIGTTIN}, {WAY_TYPED, SIGTSTP},
                {WAY_KILL, SIGTTOU},   {WAY_KILL, SIGTSTP}, {WAY_KILL, SIGSTOP},
                {WAY_COMMAND, SIGTSTP}};
    struct tty tty;
    struct termios own;
    char text[32];
    (void)state;
    start(&tty, NULL, 80, 24);
    tty_send(&tty, "m");
    assert_true(tty_settle(&tty));
    assert_int_equal(tcgetattr(tty.slave, &own), 0);
    assert_false(same_settings(&own, &tty.before));
    int count = sizeof ways / sizeof *ways;
    for (int i = 0; i < count; i++) {
        stop_it(&tty, ways[i].way, ways[i].number);
        be_a_shell(&tty, i % 2 == 1);
        continue_it(&tty);
        assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
        assert_true(tty_settle(&tty));
        assert_settings(&tty, &own);
        assert_true(tty.alternate);
        assert_true(tty_saw(&tty, "\033[?2004h"));
        assert_true(tty_saw(&tty, "\033[?1000h") || tty_saw(&tty, "\033[?1006;1000h"));
        assert_false(tty_shows(&tty, "junk"));
        assert_true(tty_shows(&tty, "cubes_tree.cu"));
        tty_send(&tty, "l");
        assert_true(tty_settle(&tty));
        snprintf(text, sizeof text, "round %d, of 0 to 9", i + 1);
        assert_true(tty_shows(&tty, text));
    }
    assert_true(viewed_quit(&tty));
}

/* Only who has the terminal is told of its size. */
static void resized_while_stopped(void **state)
{
    static const int sizes[][2] = {{100, 30}, {50, 12}, {80, 24}, {1, 1}, {120, 40}};
    struct tty tty;
    char row[2048];
    (void)state;
    start(&tty, NULL, 80, 24);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        stop_it(&tty, WAY_KILL, i % 2 ? SIGTSTP : SIGSTOP);
        be_a_shell(&tty, false);
        tty_resize(&tty, sizes[i][0], sizes[i][1]);
        continue_it(&tty);
        tty_send(&tty, "g");
        assert_true(tty_settle(&tty));
        tty_row(&tty, sizes[i][1] - 1, row, sizeof row);
        if (sizes[i][0] >= 20 && !strstr(row, "? ") && !strstr(row, "next barrier"))
            fail_msg("%d columns: %s", sizes[i][0], row);
        assert_true(strlen(row) > 0);
        assert_false(tty_shows(&tty, "junk"));
    }
    assert_true(viewed_quit(&tty));
}

/* Without a second screen the shell's words come to the last row. */
static void last_row_is_left_to_the_shell(void **state)
{
    static const char *const terminals[] = {"TERM=linux", "TERM=vt100", "TERM=ansi"};
    (void)state;
    for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++) {
        const char *environment[] = {terminals[i], NULL};
        struct tty tty;
        char row[256];
        start(&tty, environment, 80, 24);
        for (int typed = 0; typed < 2; typed++) {
            kill(tty.pid, typed ? 0 : SIGTSTP);
            if (typed) tty_send(&tty, "\x1a");
            tty.keys_sent -= (unsigned long)typed;
            assert_true(WIFSTOPPED(tty_change(&tty)));
            tty_row(&tty, 23, row, sizeof row);
            assert_int_equal(strspn(row, " "), strlen(row));
            assert_true(tty_shows(&tty, "cubes_tree.cu"));
            be_a_shell(&tty, false);
            continue_it(&tty);
            assert_true(tty_shows(&tty, "? "));
        }
        assert_true(viewed_quit(&tty));
    }
}

/* Continued with `bg`: the terminal is the shell's. The system stops a program that needs it then,
 * and so the viewer is; nothing is written, nothing set. */
static void continued_in_the_background(void **state)
{
    static const int numbers[] = {SIGSTOP, SIGTSTP, SIGTTIN};
    struct tty tty;
    struct termios own;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_int_equal(tcgetattr(tty.slave, &own), 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        stop_it(&tty, WAY_KILL, numbers[i]);
        be_a_shell(&tty, false);
        unsigned long bytes = tty.bytes;
        for (int again = 0; again < 2; again++) {
            kill(tty.pid, SIGCONT);
            int change = tty_change(&tty);
            assert_true(WIFSTOPPED(change));
            assert_int_equal(WSTOPSIG(change), SIGTTOU);
            assert_int_equal(tty.bytes, bytes);
            assert_settings(&tty, &tty.before);
        }
        continue_it(&tty);
        assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
        assert_settings(&tty, &own);
        assert_true(tty.alternate);
    }
    assert_true(viewed_quit(&tty));
}

/* ^Z goes to all of a pipeline or script: its first process may have stopped, and the shell have
 * taken the terminal, before the viewer has left. It leaves all the same, in one go, and keeps its
 * hands off the settings. */
static void stopped_after_the_others(void **state)
{
    struct tty tty;
    struct termios own, shell;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_int_equal(tcgetattr(tty.slave, &own), 0);
    for (int i = 0; i < 3; i++) {
        be_a_shell(&tty, true);
        tcgetattr(tty.slave, &shell);
        kill(tty.pid, SIGTSTP);
        int change = tty_change(&tty);
        assert_true(WIFSTOPPED(change));
        assert_int_equal(WSTOPSIG(change), SIGTSTP);
        tty_pump(&tty);
        assert_settings(&tty, &shell);
        assert_false(tty.alternate);
        assert_true(tty_saw(&tty, "\033[?2004l"));
        continue_it(&tty);
        assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
        assert_settings(&tty, &own);
        assert_true(tty.alternate);
    }
    assert_true(viewed_quit(&tty));
}

/* The shell waits for the script, not for the viewer in it. */
static void suspended_in_a_script(void **state)
{
    char command[4600];
    const char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct tty tty;
    (void)state;
    snprintf(command, sizeof command, "'%s' view %s; echo after", tty_viewer(), viewed_tree);
    tty_start(&tty, argv, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    for (int typed = 0; typed < 3; typed++) {
        tty_send(&tty, typed ? "\x1a" : ":suspend\r");
        tty.keys_sent -= typed > 0;
        assert_true(WIFSTOPPED(tty_change(&tty)));
        tty_foreground(&tty, false);
        tty_until_left(&tty); /* it may still be on its way */
        tty_foreground(&tty, true);
        kill(-tty.pid, SIGCONT);
        assert_true(tty_frame(&tty));
        assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
    }
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    assert_true(tty_restored(&tty));
    assert_true(tty_shows(&tty, "after"));
    tty_stop(&tty);
}

/* `syncstep view t.npz &`, later `fg`: what it restores is what was there then. */
static void started_in_the_background(void **state)
{
    const char *argv[] = {tty_viewer(), "view", viewed_tree, NULL};
    struct termios editing;
    struct tty tty;
    (void)state;
    tty_start_in_background(&tty, argv, NULL, 80, 24);
    int change = tty_change(&tty);
    assert_true(WIFSTOPPED(change));
    assert_int_equal(WSTOPSIG(change), SIGTTOU);
    assert_int_equal(tty.bytes, 0);
    editing = tty.before; /* a shell that reads a line has settings of its own */
    editing.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(tty.slave, TCSANOW, &editing);
    kill(tty.pid, SIGCONT);
    assert_true(WIFSTOPPED(tty_change(&tty)));
    assert_int_equal(tty.bytes, 0);
    assert_settings(&tty, &editing);
    tcsetattr(tty.slave, TCSANOW, &tty.before);
    continue_it(&tty);
    assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
    assert_true(viewed_quit(&tty));
}

/* `kill %1` sends the signal and continues: the job ends, without stopping for a terminal that is
 * not its own. One that had no time to leave gives the screen back, the settings are the shell's.
 */
static void ended_while_stopped(void **state)
{
    static const int stops[] = {SIGTSTP, SIGSTOP}, ends[] = {SIGTERM, SIGHUP, SIGSEGV};
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        struct tty tty;
        int number = ends[i % 3];
        start(&tty, NULL, 80, 24);
        stop_it(&tty, WAY_KILL, stops[i / 3]);
        be_a_shell(&tty, true);
        struct termios shell;
        unsigned long bytes = tty.bytes;
        tcgetattr(tty.slave, &shell);
        kill(tty.pid, number);
        kill(tty.pid, SIGCONT);
        int change = tty_change(&tty);
        if (!WIFSIGNALED(change) || WTERMSIG(change) != number)
            fail_msg("stop %d, end %d: status %x", stops[i / 3], number, (unsigned)change);
        assert_settings(&tty, &shell);
        assert_false(tty.alternate);
        if (stops[i / 3] == SIGTSTP) assert_int_equal(tty.bytes, bytes);
        tty_stop(&tty);
    }
}

/* Nor does a job that has never had the terminal. */
static void ended_before_it_began(void **state)
{
    static const int ends[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    const char *argv[] = {tty_viewer(), "view", viewed_tree, NULL};
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct tty tty;
        tty_start_in_background(&tty, argv, NULL, 80, 24);
        assert_true(WIFSTOPPED(tty_change(&tty)));
        kill(tty.pid, ends[i]);
        kill(tty.pid, SIGCONT);
        int change = tty_change(&tty);
        if (!WIFSIGNALED(change) || WTERMSIG(change) != ends[i])
            fail_msg("end %d: status %x", ends[i], (unsigned)change);
        assert_int_equal(tty.bytes, 0);
        assert_settings(&tty, &tty.before);
        tty_stop(&tty);
    }
}

static void terminal_gone_while_stopped(void **state)
{
    static const int numbers[] = {SIGTSTP, SIGSTOP};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct tty tty;
        start(&tty, NULL, 80, 24);
        stop_it(&tty, WAY_KILL, numbers[i]);
        close(tty.slave);
        close(tty.master);
        struct pollfd gone = {.fd = tty.mark, .events = 0}; /* closes when the process is gone */
        assert_int_equal(poll(&gone, 1, TTY_PATIENCE * 1000), 1);
        tty.pid = 0;
        tty.master = tty.slave = -1;
        tty_stop(&tty);
    }
}

static void continued_without_a_stop(void **state)
{
    struct tty tty;
    struct termios own;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_int_equal(tcgetattr(tty.slave, &own), 0);
    for (int i = 0; i < 3; i++) {
        kill(tty.pid, SIGCONT);
        assert_true(tty_frame(&tty));
        assert_settings(&tty, &own);
        assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
        assert_true(tty.alternate);
    }
    assert_true(viewed_quit(&tty));
}

/* A terminal that takes nothing: ^Z stops all the same, and later everything is there again. */
static void stopped_while_blocked(void **state)
{
    static const int numbers[] = {SIGTSTP, SIGSTOP};
    struct tty tty;
    struct termios own;
    (void)state;
    start(&tty, NULL, 200, 60);
    assert_int_equal(tcgetattr(tty.slave, &own), 0);
    for (int n = 0; n < 2; n++) {
        for (int i = 0; i < 200; i++) { /* nobody reads: ^L redraws all until no more fits */
            if (write(tty.master, "\014", 1) < 0) break;
            tty.keys_sent++;
            struct pollfd wait = {.fd = tty.mark, .events = POLLIN};
            poll(&wait, 1, 1);
        }
        kill(tty.pid, numbers[n]);
        assert_true(WIFSTOPPED(change_unread(&tty)));
        if (n == 0) assert_settings(&tty, &tty.before);
        tty_pump(&tty);
        be_a_shell(&tty, false);
        continue_it(&tty);
        assert_true(tty_until_shows(&tty, "cubes_tree.cu"));
        assert_true(tty_settle(&tty));
        tty_send(&tty, "l");
        assert_true(tty_settle(&tty));
        assert_settings(&tty, &own);
        assert_true(tty.alternate);
        assert_false(tty_shows(&tty, "junk"));
        assert_true(tty_shows(&tty, n ? "round 2, of 0 to 9" : "round 1, of 0 to 9"));
    }
    assert_true(viewed_quit(&tty));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(continued_in_the_foreground),
        cmocka_unit_test(resized_while_stopped),
        cmocka_unit_test(last_row_is_left_to_the_shell),
        cmocka_unit_test(continued_in_the_background),
        cmocka_unit_test(stopped_after_the_others),
        cmocka_unit_test(suspended_in_a_script),
        cmocka_unit_test(started_in_the_background),
        cmocka_unit_test(ended_while_stopped),
        cmocka_unit_test(ended_before_it_began),
        cmocka_unit_test(terminal_gone_while_stopped),
        cmocka_unit_test(continued_without_a_stop),
        cmocka_unit_test(stopped_while_blocked),
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
