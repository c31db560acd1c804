/* The real viewer in a pseudo-terminal: the table of terminal conventions, row by row. */
#include "support/tty.h"
#include "support/viewed.h"

#include <fcntl.h>
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
    const char *argv[] = {tty_viewer(), "view", viewed_tree, viewed_race, NULL};
    tty_start(tty, argv, environment, columns, rows);
}

static void keys_and_quit(void **state)
{
    struct tty tty;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    assert_true(tty.alternate);
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    assert_true(tty_shows(&tty, "→ next barrier"));
    tty_send_key(&tty, "\033OC"); /* right */
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 2, of 0 to 9"));
    tty_send(&tty, "h");
    tty_send_key(&tty, "\033[6~"); /* page down */
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 3, of 0 to 9"));
    tty_send(&tty, "?");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "┌─ help"));
    tty_send_key(&tty, "\033"); /* Esc closes, and soon */
    assert_true(tty_settle(&tty));
    assert_false(tty_shows(&tty, "┌─ help"));
    tty_send(&tty, ":stage 2\r");
    assert_true(tty_settle(&tty));
    while (!tty_shows(&tty, "missing_barrier.cu")) /* it is read in the background */
        assert_true(tty_frame(&tty));
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

static void every_signal_restores(void **state)
{
    const int signals[] = {SIGHUP, SIGINT, SIGQUIT,  SIGTERM, SIGSEGV, SIGABRT,
                           SIGBUS, SIGFPE, SIGILL,   SIGUSR1, SIGALRM, SIGSTKFLT,
                           SIGIO,  SIGPWR, SIGRTMIN, SIGRTMAX};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct tty tty;
        start(&tty, NULL, 80, 24);
        assert_true(tty_settle(&tty));
        assert_true(tty.alternate);
        kill(tty.pid, signals[i]);
        int status = tty_wait(&tty);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != signals[i])
            fail_msg("signal %d: status %x", signals[i], status);
        assert_true(tty_restored(&tty));
        tty_stop(&tty);
    }
}

static void control_c_and_suspend(void **state)
{
    struct tty tty;
    int status;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    for (int i = 0; i < 2; i++) {
        tty_send(&tty, "\x1a");
        tty.keys_sent--; /* the terminal makes a signal of it */
        status = tty_change(&tty);
        assert_true(WIFSTOPPED(status));
        assert_true(tty_restored(&tty));
        vterm_input_write(tty.vterm, "\033[2Jjunk", 8); /* what a shell may leave */
        unsigned long bytes = tty.bytes;
        kill(tty.pid, SIGCONT);
        assert_true(tty_frame(&tty));
        assert_true(tty.alternate);
        assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
        assert_true(tty_shows(&tty, "cubes_tree.cu"));
        assert_true(tty.bytes - bytes > 500); /* all of it */
    }
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 1, of 0 to 9"));
    tty_send(&tty, "\x03");
    tty.keys_sent--;
    status = tty_wait(&tty);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

static void resize_storm(void **state)
{
    struct tty tty;
    unsigned seed = 3;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    for (int i = 0; i < 300; i++) {
        seed = seed * 1664525 + 1013904223;
        tty_resize(&tty, (int)(seed >> 8) % 200 + 1, (int)(seed >> 16) % 70 + 1);
        if (i % 7 == 0) tty_send(&tty, i % 2 ? "l" : "3");
        if (i % 50 == 0) assert_true(tty_settle(&tty));
    }
    tty_resize(&tty, 100, 30);
    tty_send(&tty, "1g");
    assert_true(tty_settle(&tty));
    /* the size may have come after the keys, and what stands there be of a smaller one */
    char row[2048] = "";
    for (tty_row(&tty, 29, row, sizeof row); !strstr(row, "? keys") && !strstr(row, "? all keys");
         tty_row(&tty, 29, row, sizeof row))
        assert_true(tty_frame(&tty));
    for (int size = 1; size <= 3; size++) {
        tty_resize(&tty, size, size);
        assert_true(tty_frame(&tty));
    }
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

/* A number of the process's status: how many threads, how often it has gone to sleep. */
static int status_of(pid_t pid, const char *name)
{
    char path[64], text[4096] = "", wanted[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    snprintf(wanted, sizeof wanted, "\n%s:", name);
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    close(fd);
    char *line = strstr(text, wanted);
    assert_non_null(line);
    return atoi(strchr(line, ':') + 1);
}

/* What a new size leaves out is said as at any other time: drawing anew changes no word of it. */
static void resized_in_chinese(void **state)
{
    static const char *const environment[] = {"LC_ALL=zh_CN.UTF-8", "LANGUAGE=zh_CN", NULL};
    char before[10][1024], after[1024];
    struct tty tty;
    (void)state;
    start(&tty, environment, 80, 24);
    assert_true(tty_settle(&tty));
    if (tty_shows(&tty, "next barrier")) { /* no such locale here, or no catalogue */
        tty_stop(&tty);
        skip();
    }
    tty_resize(&tty, 40, 10);
    assert_true(tty_until_shows(&tty, "省略"));
    for (int y = 0; y < 10; y++)
        tty_row(&tty, y, before[y], sizeof before[y]);
    tty_send(&tty, "\014");
    assert_true(tty_settle(&tty));
    for (int y = 0; y < 10; y++) {
        tty_row(&tty, y, after, sizeof after);
        assert_string_equal(before[y], after);
    }
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    tty_stop(&tty);
}

/* Blocks without a time-out: nothing wakes the process until a key does. */
static void idle_is_idle(void **state)
{
    struct tty tty;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    /* the other stage is read ahead first; then it sleeps for good */
    struct pollfd quiet = {.fd = tty.mark, .events = POLLIN};
    int calm = 0, after = -1, turns = 0;
    while (calm < 3) {
        assert_true(turns++ < 4 * TTY_PATIENCE);
        int before = after;
        if (poll(&quiet, 1, 300)) tty_frame(&tty);
        after = status_of(tty.pid, "voluntary_ctxt_switches");
        calm = after == before && status_of(tty.pid, "Threads") == 1 ? calm + 1 : 0;
    }
    assert_int_equal(poll(&quiet, 1, 700), 0);
    assert_int_equal(status_of(tty.pid, "voluntary_ctxt_switches"), after);
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    tty_stop(&tty);
}

static void await_end(struct tty *tty)
{
    /* the mark's pipe closes when the process is gone */
    struct pollfd gone = {.fd = tty->mark, .events = 0};
    assert_int_equal(poll(&gone, 1, TTY_PATIENCE * 1000), 1);
}

static void hang_up_ends(void **state)
{
    struct tty tty;
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    close(tty.slave);
    close(tty.master);
    await_end(&tty);
    tty.pid = 0;
    tty.master = tty.slave = -1;
    tty_stop(&tty);
}

/* A terminal that takes nothing does not keep the viewer from ending. */
static void frames_are_dropped(void **state)
{
    struct tty tty;
    char keys[201];
    (void)state;
    start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    memset(keys, 'l', 200);
    for (int i = 1; i < 200; i += 2)
        keys[i] = 'h';
    keys[200] = 0;
    tty_send(&tty, keys); /* as a key that repeats does */
    assert_true(tty_settle(&tty));
    assert_true(tty.frames < 150);
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    tty_stop(&tty);
}

static int by_size(const void *a, const void *b)
{
    unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;
    return x < y ? -1 : x > y;
}

static void bytes_of_a_step(void **state)
{
    struct tty tty;
    unsigned long bytes[9];
    (void)state;
    start(&tty, NULL, 120, 40);
    assert_true(tty_settle(&tty));
    for (int i = 0; i < 9; i++) {
        unsigned long before = tty.bytes;
        tty_send(&tty, "l");
        assert_true(tty_settle(&tty));
        bytes[i] = tty.bytes - before;
        assert_true(bytes[i] <= 6144);
    }
    qsort(bytes, 9, sizeof *bytes, by_size);
    assert_true(bytes[4] <= 3072);
    unsigned long before = tty.bytes;
    tty_send(&tty, "\014");
    assert_true(tty_settle(&tty));
    assert_true(tty.bytes - before > 1500); /* ^L writes all of it */
    tty_stop(&tty);
}

static void without_utf8(void **state)
{
    static const char *const environment[] = {"LC_ALL=C", NULL};
    struct tty tty;
    (void)state;
    start(&tty, environment, 80, 24);
    assert_true(tty_settle(&tty));
    tty_send(&tty, "5lc1?q9");
    assert_true(tty_settle(&tty));
    assert_false(tty.high);
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

static void colours(void **state)
{
    static const struct {
        const char *environment[3];
        bool colors;
    } cases[] = {
        {{"TERM=xterm-256color"}, true}, {{"TERM=xterm"}, true},
        {{"TERM=linux"}, true},          {{"TERM=screen"}, true},
        {{"TERM=vt100"}, false},         {{"NO_COLOR=1"}, false},
        {{"CLICOLOR=0"}, false},         {{"CLICOLOR=0", "CLICOLOR_FORCE=1"}, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tty tty;
        start(&tty, cases[i].environment, 80, 24);
        assert_true(tty_settle(&tty));
        tty_send(&tty, "lttttq");
        assert_int_equal(tty_wait(&tty), 0);
        if (tty.colors != cases[i].colors)
            fail_msg("%s: colours %d", cases[i].environment[0], tty.colors);
        assert_true(tty_restored(&tty));
        tty_stop(&tty);
    }
}

static void unknown_terminals(void **state)
{
    static const char *const unknown[] = {"TERM=ghostty-unheard-of", NULL};
    static const char *const dumb[] = {"TERM=dumb", NULL};
    struct tty tty;
    (void)state;
    start(&tty, unknown, 80, 24);
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    tty_stop(&tty);
    start(&tty, dumb, 80, 24);
    int status = tty_wait(&tty); /* reads the run out */
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(tty_shows(&tty, "It ended with status"));
    assert_false(tty_saw(&tty, "\033")); /* nor a return that no line ends with */
    for (size_t i = 0; i < tty.seen_count; i++)
        assert_true(tty.seen[i] != '\r' || tty.seen[i + 1] == '\n');
    assert_true(tty_restored(&tty));
    tty_stop(&tty);
}

/* A terminal without a second screen keeps the picture; the last row, where the prompt comes, is
 * free. */
static void last_row_is_left_free(void **state)
{
    static const char *const environment[] = {"TERM=vt100", NULL};
    for (int by_signal = 0; by_signal < 2; by_signal++) {
        struct tty tty;
        char row[128];
        (void)state;
        start(&tty, environment, 80, 24);
        assert_true(tty_settle(&tty));
        if (by_signal)
            kill(tty.pid, SIGUSR1);
        else
            tty_send(&tty, "q");
        tty_wait(&tty);
        tty_row(&tty, 23, row, sizeof row);
        assert_int_equal(strspn(row, " "), strlen(row));
        assert_true(tty_shows(&tty, "cubes_tree.cu"));
        tty_stop(&tty);
    }
}

static void tiny_windows(void **state)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {5, 2}, {20, 3}, {20, 5}, {40, 10}, {300, 100}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tty tty;
        start(&tty, NULL, sizes[i][0], sizes[i][1]);
        assert_true(tty_settle(&tty));
        tty_send(&tty, "l?qc5]q");
        assert_int_equal(tty_wait(&tty), 0);
        assert_true(tty_restored(&tty));
        tty_stop(&tty);
    }
}

static void the_cursor_stands_on_the_selection(void **state)
{
    struct tty tty;
    VTermPos first, second;
    (void)state;
    start(&tty, NULL, 80, 24);
    tty_send(&tty, "5:line 10\r");
    assert_true(tty_settle(&tty));
    vterm_state_get_cursorpos(vterm_obtain_state(tty.vterm), &first);
    tty_send(&tty, "j");
    assert_true(tty_settle(&tty));
    vterm_state_get_cursorpos(vterm_obtain_state(tty.vterm), &second);
    char row[1024];
    tty_row(&tty, second.row, row, sizeof row);
    assert_non_null(strstr(row, "  11"));
    assert_int_equal(second.row, first.row + 1);
    tty_stop(&tty);
}

/* Nor is a page of text read by its top row alone: line by line the cursor comes to its end. */
static void the_cursor_reads_a_page(void **state)
{
    struct tty tty;
    VTermPos top, at;
    (void)state;
    start(&tty, NULL, 80, 24);
    for (const char *view = "789"; *view; view++) {
        const char keys[] = {*view, 'g', 0};
        tty_send(&tty, keys);
        assert_true(tty_settle(&tty));
        vterm_state_get_cursorpos(vterm_obtain_state(tty.vterm), &top);
        tty_send(&tty, "G");
        assert_true(tty_settle(&tty));
        vterm_state_get_cursorpos(vterm_obtain_state(tty.vterm), &at);
        if (*view == '8') assert_true(at.row > top.row);
        int rows = at.row - top.row;
        for (int i = 0; i < rows; i++) {
            tty_send(&tty, "k");
            assert_true(tty_settle(&tty));
            vterm_state_get_cursorpos(vterm_obtain_state(tty.vterm), &at);
            assert_int_equal(at.row, top.row + rows - i - 1);
        }
    }
    tty_stop(&tty);
}

/* While a program is being built, keys work: q leaves at once. */
static void quit_while_building(void **state)
{
    struct viewed_build build;
    struct tty *tty = &build.tty;
    (void)state;
    viewed_build_run(&build, "cubes_tree.cu");
    assert_true(tty_settle(tty));
    assert_true(tty_shows(tty, "building"));
    tty_send(tty, "5?");
    assert_true(tty_settle(tty));
    assert_true(tty_shows(tty, "┌─ help"));
    tty_send(tty, "qq");
    assert_int_equal(tty_wait(tty), 0);
    assert_true(tty_restored(tty));
    viewed_build_stop(&build);
}

static void pipes(void **state)
{
    char command[4600];
    (void)state;
    snprintf(command, sizeof command, "'%s' view %s >/dev/null 2>&1 </dev/null", tty_viewer(),
             viewed_tree);
    assert_int_equal(WEXITSTATUS(system(command)), 2);
    snprintf(command, sizeof command,
             "'%s' view --plain %s 2>/dev/null </dev/null | grep -q '^Round 3: 32 of 256'",
             tty_viewer(), viewed_tree);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_quit),
        cmocka_unit_test(every_signal_restores),
        cmocka_unit_test(control_c_and_suspend),
        cmocka_unit_test(resize_storm),
        cmocka_unit_test(resized_in_chinese),
        cmocka_unit_test(idle_is_idle),
        cmocka_unit_test(hang_up_ends),
        cmocka_unit_test(frames_are_dropped),
        cmocka_unit_test(bytes_of_a_step),
        cmocka_unit_test(without_utf8),
        cmocka_unit_test(colours),
        cmocka_unit_test(unknown_terminals),
        cmocka_unit_test(last_row_is_left_free),
        cmocka_unit_test(tiny_windows),
        cmocka_unit_test(the_cursor_stands_on_the_selection),
        cmocka_unit_test(the_cursor_reads_a_page),
        cmocka_unit_test(quit_while_building),
        cmocka_unit_test(pipes),
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
