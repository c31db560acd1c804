/* clang-format off */
/* The table of terminal conventions ("Known failures, and the handling"), row by row: which test is
 * for which row. Those without a file are in viewer.c; those marked + are in this file.
 *
 *  crash or "Success" in a tiny window     tiny_windows, +one_by_one, +one_column;
 *                                          unit/frame: layout_at_every_size,
 *                                          whole_screen_at_every_size
 *  crash on resize                         resize_storm
 *  terminal left broken                    every_signal_restores, last_row_is_left_free,
 *                                          quit_while_building,
 *                                          +errors_come_before_the_screen
 *  ^Z                                      control_c_and_suspend, +stopped_by_others; all of jobs.c
 *  100 % CPU after the connection is lost  hang_up_ends, blocked.c
 *  CPU while idle                          idle_is_idle, idle.sh (strace)
 *  flicker                                 +steps_do_not_clear
 *  slow ssh                                bytes_of_a_step, frames_are_dropped,
 *                                          +animation_is_limited
 *  stray text from other programs          +redraw_repairs
 *  Esc reacts after a second               keys_and_quit, +escape_alone;
 *                                          input: keys_in_every_form
 *  no colours, or a crash with many        colours, +terminals_of_all_sorts,
 *                                          +as_many_colours_as_can_be
 *  unreadable on a light background        +background_is_the_terminals; unit/theme (contrast)
 *  colour-blind people                     +marks_without_colour; programs/views.sh (mono goldens)
 *  garbage instead of lines                without_utf8, +terminals_of_all_sorts; ascii.c
 *  boxes instead of glyphs                 unit/screens: expect_repertoire
 *  shifted columns with Chinese            +wide_characters_shift_nothing
 *  unknown TERM, dumb                      unknown_terminals
 *  started in a pipe                       pipes
 *  a paste acts as keys                    input: pasted_text_is_no_keys,
 *                                          pasted_sequences_are_no_keys,
 *                                          paste_that_stalls, paste_without_end,
 *                                          paste_begins_in_pieces
 *  mouse stops people from selecting text  input: mouse_is_off_until_asked_for; mouse.c
 *  screen readers                          the_cursor_stands_on_the_selection,
 *                                          +plain_has_no_drawing
 *  (command line) LINES, COLUMNS           +size_of_the_environment
 *  (tmux) what a person sees               tmux.sh */
/* clang-format on */
#include "canvas/canvas.h"
#include "canvas/theme.h"
#include "support/tty.h"
#include "support/viewed.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void start(struct tty *tty, const char *trace, const char *const *environment, int columns,
                  int rows)
{
    const char *argv[] = {tty_viewer(), "view", trace, NULL};
    tty_start(tty, argv, environment, columns, rows);
}

static void whole_screen(struct tty *tty, char *out, size_t size)
{
    size_t used = 0;
    for (int row = 0; row < tty->rows; row++) {
        char line[2048];
        tty_row(tty, row, line, sizeof line);
        used += (size_t)snprintf(out + used, size - used, "%s\n", line);
        assert_true(used < size);
    }
}

/* Even there it says something, and grows to a picture. */
static void one_by_one(void **state)
{
    struct tty tty;
    char row[64];
    (void)state;
    start(&tty, viewed_tree, NULL, 1, 1);
    assert_true(tty_settle(&tty));
    tty_row(&tty, 0, row, sizeof row);
    assert_int_equal(strlen(row), 1);
    tty_send(&tty, "lll?c");
    assert_true(tty_settle(&tty));
    tty_resize(&tty, 40, 10);
    assert_true(tty_frame(&tty));
    assert_false(tty_shows(&tty, "help")); /* it covers the picture: c has closed it */
    tty_send(&tty, "?q");                  /* closes the box, not the viewer */
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 3"));
    assert_true(viewed_quit(&tty));
}

/* Where the last cell can only be written as it is, too. */
static void one_column(void **state)
{
    static const char *const terms[] = {"TERM=screen", "TERM=screen-256color",
                                        "TERM=linux",  "TERM=vt100",
                                        "TERM=ansi",   "TERM=cygwin"};
    (void)state;
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        for (int rows = 1; rows < 3; rows++) {
            const char *environment[] = {terms[i], NULL};
            struct tty tty;
            char row[64];
            start(&tty, viewed_tree, environment, 1, rows);
            assert_true(tty_settle(&tty));
            tty_row(&tty, 0, row, sizeof row);
            assert_string_equal(row, "1");
            if (rows == 2) {
                tty_row(&tty, 1, row, sizeof row);
                const bool wraps = i >= 4;                  /* at once: nothing can stand there */
                assert_string_equal(row, wraps ? "" : "x"); /* of "1 x 2" */
            }
            assert_true(viewed_quit(&tty));
        }
}

/* A trace that cannot be read, a theme that does not exist: the screen is not taken. */
static void errors_come_before_the_screen(void **state)
{
    char damaged[128];
    (void)state;
    snprintf(damaged, sizeof damaged, "%s/damaged.npz", viewed_folder);
    FILE *file = fopen(damaged, "w");
    fputs("PK\003\004 no archive", file);
    fclose(file);
    const char *const cases[][6] = {
        {tty_viewer(), "view", damaged, NULL},
        {tty_viewer(), "view", "/no/such.npz", NULL},
        {tty_viewer(), "view", viewed_tree, "--theme", "no-such-theme", NULL},
        {tty_viewer(), "view", viewed_tree, "--view", "no-such-view", NULL},
        {tty_viewer(), "lesson", "no-such-lesson", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tty tty;
        tty_start(&tty, cases[i], NULL, 80, 24);
        int status = tty_wait(&tty);
        assert_true(WIFEXITED(status));
        assert_true(WEXITSTATUS(status) == 1 || WEXITSTATUS(status) == 2);
        assert_false(tty_saw(&tty, "\033[?1049h"));
        assert_true(tty_shows(&tty, "syncstep: "));
        assert_true(tty_restored(&tty));
        tty_stop(&tty);
    }
}

/* Stopped and continued by somebody else: all of the screen comes back, however it looks. */
static void stopped_by_others(void **state)
{
    static const int signals[] = {SIGTSTP, SIGSTOP};
    struct tty tty;
    (void)state;
    start(&tty, viewed_tree, NULL, 80, 24);
    tty_send(&tty, "ll");
    assert_true(tty_settle(&tty));
    for (int i = 0; i < 2; i++) {
        kill(tty.pid, signals[i]);
        assert_true(WIFSTOPPED(tty_change(&tty)));
        vterm_input_write(tty.vterm, "\033[2Jjunk", 8);
        kill(tty.pid, SIGCONT);
        assert_true(tty_frame(&tty));
        assert_true(tty.alternate);
        assert_true(tty_shows(&tty, "round 2, of 0 to 9"));
        assert_false(tty_shows(&tty, "junk"));
    }
    assert_true(viewed_quit(&tty));
}

/* Stepping writes what changed; it never clears the screen first. */
static void steps_do_not_clear(void **state)
{
    struct tty tty;
    (void)state;
    start(&tty, viewed_tree, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    tty.seen_count = 0;
    tty_send(&tty, "lllhh2345678911?q");
    assert_true(tty_settle(&tty));
    assert_true(tty.seen_count > 0);
    assert_false(tty_saw(&tty, "\033[2J"));
    assert_false(tty_saw(&tty, "\033[J"));
    assert_true(viewed_quit(&tty));
}

/* Over ssh at most ten frames a second, and without animation a frame for each step. A step takes a
 * second, so that the number of frames says it, on a slow machine too. */
static void animation_is_limited(void **state)
{
    static const struct {
        const char *environment[2], *option;
        unsigned long most;
    } cases[] = {{{"SSH_CONNECTION=1.2.3.4 5 6.7.8.9 22"}, "--view=tree", 13},
                 {{NULL}, "--no-animation", 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *argv[] = {tty_viewer(), "view", viewed_tree, cases[i].option, NULL};
        struct tty tty;
        tty_start(&tty, argv, cases[i].environment, 80, 24);
        tty_send(&tty, " ");
        assert_true(tty_settle(&tty));
        while (!tty_shows(&tty, "round 1, of 0 to 9"))
            assert_true(tty_frame(&tty));
        unsigned long first = tty.frames;
        while (!tty_shows(&tty, "round 2, of 0 to 9"))
            assert_true(tty_frame(&tty));
        if (tty.frames - first > cases[i].most)
            fail_msg("%s: %lu frames for a step", cases[i].option, tty.frames - first);
        assert_true(viewed_quit(&tty));
    }
}

/* What another program wrote over the screen is gone after ^L. */
static void redraw_repairs(void **state)
{
    struct tty tty;
    char before[8192], after[8192];
    (void)state;
    start(&tty, viewed_tree, NULL, 80, 24);
    tty_send(&tty, "lll");
    assert_true(tty_settle(&tty));
    whole_screen(&tty, before, sizeof before);
    const char junk[] = "\033[5;1Hmail for you\r\n\n\nand \033[41mred\033[0m\033[24;1H\n\n";
    vterm_input_write(tty.vterm, junk, sizeof junk - 1);
    assert_true(tty_shows(&tty, "and red"));
    tty_send(&tty, "\014");
    assert_true(tty_settle(&tty));
    whole_screen(&tty, after, sizeof after);
    assert_string_equal(after, before);
    assert_true(viewed_quit(&tty));
}

/* Esc alone closes although nothing follows it; ESCDELAY is the person's. */
static void escape_alone(void **state)
{
    struct tty tty;
    (void)state;
    start(&tty, viewed_tree, NULL, 80, 24);
    tty_send(&tty, "w");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "┌─ why"));
    tty_send_key(&tty, "\033");
    assert_true(tty_settle(&tty));
    assert_false(tty_shows(&tty, "┌─ why"));
    tty_send(&tty, "/abc");
    tty_send_key(&tty, "\033");
    assert_true(tty_settle(&tty));
    assert_false(tty_shows(&tty, "/abc"));
    assert_true(viewed_quit(&tty));
}

static const char *const keys_for_all = "lll2345678911c]c?qwq!tttt\014lG";

/* Every terminal that this machine describes and that has a cursor: keys, themes, boxes. */
static void terminals_of_all_sorts(void **state)
{
    static const char *const terminals[] = {
        "xterm",
        "linux",
        "screen",
        "vt100",
        "vt220",
        "ansi",
        "cygwin",
        "sun",
        "rxvt",
        "tmux-256color",
        "screen-256color",
        "hurd",
        "wsvt25",
        "Eterm",
        "xterm-mono",
        "xterm-256color",
        "vt52",
        "xterm-kitty",
        "rxvt-unicode-256color",
        "xterm-direct",
        "alacritty",
        "foot",
        "putty",
        "konsole",
    };
    (void)state;
    for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++)
        for (int utf8 = 0; utf8 < 2; utf8++) {
            char variable[64];
            const char *environment[] = {variable, utf8 ? "LC_ALL=C.UTF-8" : "LC_ALL=C", NULL};
            struct tty tty;
            snprintf(variable, sizeof variable, "TERM=%s", terminals[i]);
            start(&tty, viewed_race, environment, 80, 24);
            if (!tty_settle(&tty)) fail_msg("%s did not start", terminals[i]);
            tty_send(&tty, keys_for_all);
            assert_true(tty_settle(&tty));
            if (!utf8) assert_false(tty.high);
            tty_send(&tty, "q");
            if (tty_wait(&tty) != 0) fail_msg("%s did not end well", terminals[i]);
            tty_stop(&tty);
        }
}

/* Runs the viewer on a description of a terminal made here: xterm's with other numbers. */
static bool start_described(struct tty *tty, const char *name, const char *capabilities)
{
    char command[512], path[128], info[160], term[64];
    const char *environment[] = {info, term, NULL};
    snprintf(path, sizeof path, "%s/%s.ti", viewed_folder, name);
    FILE *file = fopen(path, "w");
    fprintf(file, "%s|made for a test,\n\t%s use=xterm-256color,\n", name, capabilities);
    fclose(file);
    snprintf(command, sizeof command, "tic -x -o '%s/terminfo' '%s' 2>'%s/tic.log'", viewed_folder,
             path, viewed_folder);
    if (system(command) != 0) return false;
    snprintf(info, sizeof info, "TERMINFO=%s/terminfo", viewed_folder);
    snprintf(term, sizeof term, "TERM=%s", name);
    start(tty, viewed_race, environment, 80, 24);
    return true;
}

/* What the cell at the middle of the picture's bar looks like, as 0xRRGGBB. */
static uint32_t color_at(struct tty *tty, int x, int y)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(tty->screen, (VTermPos){y, x}, &cell);
    VTermColor color = cell.attrs.reverse ? cell.bg : cell.fg;
    vterm_screen_convert_color_to_rgb(tty->screen, &color);
    return (uint32_t)(color.rgb.red << 16 | color.rgb.green << 8 | color.rgb.blue);
}

/* 16 million colours by number (xterm-direct), eight with eight pairs, none. */
static void as_many_colours_as_can_be(void **state)
{
    static const char direct[] =
        "RGB, colors#0x1000000, pairs#0x10000, "
        "setab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;"
        "m, "
        "setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;"
        "m, initc@, ccc@,";
    static const struct {
        const char *name, *capabilities;
        bool colors;
    } cases[] = {
        {"made-direct", direct, true},
        {"made-few", "colors#8, pairs#8, ccc@, initc@, setaf=\\E[3%p1%dm, setab=\\E[4%p1%dm,",
         false},
        {"made-eight", "colors#8, pairs#64, ccc@, initc@, setaf=\\E[3%p1%dm, setab=\\E[4%p1%dm,",
         true},
        {"made-none", "colors@, pairs@, setaf@, setab@, initc@, ccc@, op@, oc@,", false},
    };
    (void)state;
    if (system("command -v tic >/dev/null 2>&1") != 0) skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tty tty;
        assert_true(start_described(&tty, cases[i].name, cases[i].capabilities));
        tty_send(&tty, ":theme dark\r");
        assert_true(tty_settle(&tty));
        if (i == 0) { /* the title's own blue, not the colour that has its number */
            int number = theme_table[theme_find("dark")].pairs[STYLE_TITLE].fg;
            assert_int_equal(color_at(&tty, 1, 0), theme_rgb(number));
        }
        tty_send(&tty, keys_for_all);
        assert_true(tty_settle(&tty));
        if (tty.colors != cases[i].colors) fail_msg("%s: colours %d", cases[i].name, tty.colors);
        assert_true(viewed_quit(&tty));
    }
}

/* Where no style asks for a background of its own the terminal's shows: nothing is painted black.
 */
static void background_is_the_terminals(void **state)
{
    (void)state;
    for (int t = 0; t < theme_count; t++) {
        const char *argv[] = {tty_viewer(),        "view", viewed_tree, "--theme",
                              theme_table[t].name, NULL};
        struct tty tty;
        tty_start(&tty, argv, NULL, 80, 24);
        tty_send(&tty, "lll");
        assert_true(tty_settle(&tty));
        int painted = 0, text = 0;
        for (int y = 0; y < 24; y++)
            for (int x = 0; x < 80; x++) {
                VTermScreenCell cell;
                vterm_screen_get_cell(tty.screen, (VTermPos){y, x}, &cell);
                bool blank = cell.chars[0] == 0 || cell.chars[0] == ' ';
                text += !blank;
                painted += blank && !cell.attrs.reverse && !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg);
            }
        assert_true(text > 500);
        assert_true(painted < 40); /* the blank in a tab's or a value's own field */
        assert_true(viewed_quit(&tty));
    }
}

/* The styles of the cells that show `text`: is there bold, reverse or underline in it? */
static bool stands_out(struct tty *tty, const char *text)
{
    for (int y = 0; y < tty->rows; y++)
        for (int x = 0; x < tty->columns; x++) {
            const char *at = text;
            int column = x;
            bool out = false;
            while (*at && column < tty->columns) {
                VTermScreenCell cell;
                uint32_t wanted;
                at += canvas_decode(at, &wanted);
                vterm_screen_get_cell(tty->screen, (VTermPos){y, column++}, &cell);
                if ((cell.chars[0] ? cell.chars[0] : ' ') != wanted) break;
                out = out || cell.attrs.bold || cell.attrs.reverse || cell.attrs.underline;
                if (!*at && out) return true;
            }
        }
    return false;
}

/* Without colours, with and without UTF-8: the open view, the race's mark, the line with the cursor
 * and the round are told apart by a letter and by bold or reverse. */
static void marks_without_colour(void **state)
{
    static const char *const environments[][3] = {{"NO_COLOR=1", "LC_ALL=C.UTF-8", NULL},
                                                  {"TERM=vt100", "LC_ALL=C", NULL}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tty tty;
        start(&tty, viewed_race, environments[i], 80, 24);
        tty_send(&tty, "l");
        assert_true(tty_settle(&tty));
        assert_false(tty.colors);
        assert_true(stands_out(&tty, "[1 tree]"));
        assert_true(stands_out(&tty, "RACE"));
        assert_true(stands_out(&tty, "!"));
        tty_send(&tty, "5");
        assert_true(tty_settle(&tty));
        char row[1024];
        VTermPos cursor;
        vterm_state_get_cursorpos(vterm_obtain_state(tty.vterm), &cursor);
        tty_row(&tty, cursor.row, row, sizeof row);
        VTermScreenCell cell;
        vterm_screen_get_cell(tty.screen, (VTermPos){cursor.row, 4}, &cell);
        assert_true(cell.attrs.reverse);
        assert_true(viewed_quit(&tty));
    }
}

/* Chinese in the title of the stage, in the program's text and in the words of the viewer: what
 * stands to the right of it is where it belongs. */
static void wide_characters_shift_nothing(void **state)
{
    static const char *const environment[] = {"LC_ALL=zh_CN.UTF-8", "LANGUAGE=zh_CN", NULL};
    struct tty tty;
    (void)state;
    for (int i = 0; i < 2; i++) {
        start(&tty, viewed_tree, i ? environment : NULL, 80, 24);
        tty_send(&tty, "lll?");
        assert_true(tty_settle(&tty));
        for (int y = 4; y < 21; y++) { /* the box's sides */
            VTermScreenCell left, right;
            vterm_screen_get_cell(tty.screen, (VTermPos){y, 0}, &left);
            vterm_screen_get_cell(tty.screen, (VTermPos){y, 79}, &right);
            assert_int_equal(left.chars[0], 0x2502);
            assert_int_equal(right.chars[0], 0x2502);
        }
        tty_send(&tty, "q"); /* the box */
        assert_true(viewed_quit(&tty));
    }
}

/* COLUMNS and LINES are honoured, and so is --size. */
static void size_of_the_environment(void **state)
{
    static const char *const environment[] = {"COLUMNS=60", "LINES=18", NULL};
    struct tty tty;
    char row[1024];
    (void)state;
    start(&tty, viewed_tree, environment, 100, 40);
    assert_true(tty_settle(&tty));
    tty_row(&tty, 17, row, sizeof row);
    assert_non_null(strstr(row, "everything.")); /* what is left out is said first */
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    tty_row(&tty, 17, row, sizeof row);
    assert_non_null(strstr(row, "→ again"));
    for (int y = 0; y < 40; y++) {
        tty_row(&tty, y, row, sizeof row);
        assert_true(canvas_width(row) <= 60);
        if (y >= 18) assert_string_equal(row, "");
    }
    assert_true(viewed_quit(&tty));
}

/* What --plain says has letters and punctuation, nothing that is drawn. */
static void plain_has_no_drawing(void **state)
{
    char command[8192], line[4096];
    int lines = 0;
    (void)state;
    snprintf(command, sizeof command, "LC_ALL=C.UTF-8 '%s' view --plain '%s' '%s' 2>&1 </dev/null",
             tty_viewer(), viewed_tree, viewed_race);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof line, pipe)) {
        lines++;
        for (const char *s = line; *s && *s != '\n';) {
            uint32_t glyph;
            s += canvas_decode(s, &glyph);
            /* arrows, boxes, blocks, shapes */
            if ((glyph >= 0x2190 && glyph <= 0x21FF) || (glyph >= 0x2500 && glyph <= 0x27BF))
                fail_msg("U+%04X in: %s", glyph, line);
        }
        assert_null(strchr(line, '\033'));
    }
    assert_int_equal(pclose(pipe), 0);
    assert_true(lines > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_by_one),
        cmocka_unit_test(one_column),
        cmocka_unit_test(errors_come_before_the_screen),
        cmocka_unit_test(stopped_by_others),
        cmocka_unit_test(steps_do_not_clear),
        cmocka_unit_test(animation_is_limited),
        cmocka_unit_test(redraw_repairs),
        cmocka_unit_test(escape_alone),
        cmocka_unit_test(terminals_of_all_sorts),
        cmocka_unit_test(as_many_colours_as_can_be),
        cmocka_unit_test(background_is_the_terminals),
        cmocka_unit_test(marks_without_colour),
        cmocka_unit_test(wide_characters_shift_nothing),
        cmocka_unit_test(size_of_the_environment),
        cmocka_unit_test(plain_has_no_drawing),
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
