/* What is typed, pasted and clicked: the viewer in a pseudo-terminal. */
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
#include <unistd.h>

#include <cmocka.h>

/* Arrows and their like come as ESC [ or ESC O, whatever mode the terminal is in, with modifiers or
 * without; none of it is a key of its own: [ would go to the previous stage. */
static void keys_in_every_form(void **state)
{
    static const struct {
        const char *sequence, *shows;
    } steps[] = {{"\033[C", "round 1, of 0 to 9"},    {"\033OC", "round 2, of 0 to 9"},
                 {"\033[D", "round 1, of 0 to 9"},    {"\033OD", "round 0, of 0 to 9"},
                 {"\033[F", "round 9, of 0 to 9"},    {"\033[H", "round 0, of 0 to 9"},
                 {"\033[4~", "round 9, of 0 to 9"},   {"\033[1~", "round 0, of 0 to 9"},
                 {"\033[8~", "round 9, of 0 to 9"},   {"\033[7~", "round 0, of 0 to 9"},
                 {"\033[6~", "round 1, of 0 to 9"},   {"\033[5~", "round 0, of 0 to 9"},
                 {"\033[1;5C", "round 1, of 0 to 9"}, {"\033[1;3D", "round 0, of 0 to 9"}};
    static const char *const terms[] = {"TERM=xterm-256color", "TERM=vt100", "TERM=screen"};
    (void)state;
    for (size_t t = 0; t < sizeof terms / sizeof *terms; t++) {
        const char *const environment[] = {terms[t], NULL};
        struct tty tty;
        viewed_start(&tty, environment, 80, 24);
        tty_send(&tty, "]"); /* a stage before which there is one */
        assert_true(tty_settle(&tty));
        tty_send(&tty, "[g");
        assert_true(tty_settle(&tty));
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            tty_send_key(&tty, steps[i].sequence);
            assert_true(tty_settle(&tty));
            if (!tty_shows(&tty, steps[i].shows))
                fail_msg("%s, ESC %s: not %s", terms[t], steps[i].sequence + 1, steps[i].shows);
            assert_true(tty_shows(&tty, "cubes_tree.cu"));
        }
        tty_stop(&tty);
    }
}

/* What is pasted is text: outside of a line being typed it does nothing, in one its first line is
 * put in. */
static void pasted_text_is_no_keys(void **state)
{
    struct tty tty;
    (void)state;
    viewed_start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    assert_true(tty_saw(&tty, "\033[?2004h"));
    tty_send_key(&tty, "\033[200~7lsq\n]?q\033[201~");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "[1 tree]"));
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    tty_send(&tty, ":");
    tty_send_key(&tty, "\033[200~round 3\nquit\n\033[201~");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, ":round 3"));
    tty_send(&tty, "\r");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 3, of 0 to 9"));
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    assert_true(tty_saw(&tty, "\033[?2004l"));
    tty_stop(&tty);
}

static void send_in_pieces(struct tty *tty, const char *const *pieces)
{
    for (; *pieces; pieces++) {
        struct pollfd wait = {.fd = tty->mark, .events = POLLIN};
        assert_true(write(tty->master, *pieces, strlen(*pieces)) > 0);
        poll(&wait, 1, 60); /* more than the wait behind an ESC */
    }
}

/* Sequences in a paste are no keys either, and its end is known however slowly it comes. */
static void pasted_sequences_are_no_keys(void **state)
{
    static const char *const slow[] = {"\033[200~", "\033", "[6~q",   "\033", "\033",
                                       "[20",       "7lq",  "\033[2", "01~",  NULL};
    struct tty tty;
    (void)state;
    viewed_start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    tty_send_key(&tty, "\033[200~\033[6~\033[C\033OC\033\033l\033[200~q\033[1;5C\033[201~");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    send_in_pieces(&tty, slow);
    tty.keys_sent++;
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    assert_true(tty_shows(&tty, "[1 tree]"));
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 1, of 0 to 9"));
    tty_stop(&tty);
}

/* Still at round 0 of the first stage in the first view, and keys are keys. */
static void expect_nothing_done(struct tty *tty, const char *what, size_t cut)
{
    assert_true(write(tty->master, "l", 1) == 1);
    while (!tty_shows(tty, "round 1, of 0 to 9"))
        assert_true(tty_frame(tty));
    if (!tty_shows(tty, "[1 tree]") || !tty_shows(tty, "cubes_tree.cu"))
        fail_msg("ESC %s, cut at %zu, has done something", what + 1, cut);
    assert_true(write(tty->master, "h", 1) == 1);
    while (!tty_shows(tty, "round 0, of 0 to 9"))
        assert_true(tty_frame(tty));
}

/* What a terminal says of itself although nobody asked is no keys, in one piece or in two. */
static void answers_are_no_keys(void **state)
{
    static const char *const answers[] = {"\033]11;rgb:3535/2222/5555\033\\",
                                          "\033]4;5;rgb:35/22/55\007",
                                          "\033P1$r0m\033\\",
                                          "\033P>|XTerm(379)\033\\",
                                          "\033_Gi=31;OK5\033\\",
                                          "\033[?1;2c",
                                          "\033[24;80R"};
    struct tty tty;
    (void)state;
    viewed_start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        for (size_t cut = 0; cut < strlen(answers[i]); cut++) {
            char first[64];
            snprintf(first, sizeof first, "%.*s", (int)cut, answers[i]);
            if (cut) send_in_pieces(&tty, (const char *const[]){first, NULL});
            send_in_pieces(&tty, (const char *const[]){answers[i] + cut, NULL});
            expect_nothing_done(&tty, answers[i], cut);
        }
    tty_stop(&tty);
}

/* An answer whose end was lost: after a pause, or with a key that is none of its characters, keys
 * are keys again. And ESC ] P _ with what is in no answer are keys in any case. */
static void answers_without_end(void **state)
{
    static const char *const enders[] = {"\r", "\033OC", "\033", ""};
    const char *argv[] = {tty_viewer(), "view", viewed_tree, viewed_race, NULL};
    struct tty tty;
    (void)state;
    tty_start(&tty, argv, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    for (size_t i = 0; i < sizeof enders / sizeof *enders; i++) {
        struct pollfd nothing = {.fd = tty.master, .events = 0};
        const char *const pieces[] = {"\033]11;rgb:35/2", "2qq", *enders[i] ? enders[i] : NULL,
                                      NULL};
        send_in_pieces(&tty, pieces);
        if (!*enders[i]) poll(&nothing, 1, 1200);
        assert_true(write(tty.master, "g", 1) == 1);
        expect_nothing_done(&tty, "\033]11;rgb:", i);
    }
    tty_send_key(&tty, "?");
    assert_true(write(tty.master, "\033]l", 3) == 3); /* closes the box, next stage, forward */
    while (!tty_shows(&tty, "missing_barrier.cu") || !tty_shows(&tty, "round 1"))
        assert_true(tty_frame(&tty));
    tty_send_key(&tty, "[");
    assert_true(write(tty.master, "\033]12345m", 9) == 9); /* each of them once */
    while (!tty_shows(&tty, "[5 source]") || !tty_shows(&tty, "Mouse o"))
        assert_true(tty_frame(&tty));
    assert_true(tty_shows(&tty, "Mouse on"));
    tty_stop(&tty);
}

/* Its beginning may come in two pieces: from "ESC [ 2" on it is no keys. */
static void paste_begins_in_pieces(void **state)
{
    struct tty tty;
    (void)state;
    viewed_start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    for (int cut = 3; cut < 6; cut++) {
        char first[8] = "\033[200~", rest[16];
        snprintf(rest, sizeof rest, "%slqq\033[201~", first + cut);
        first[cut] = 0;
        send_in_pieces(&tty, (const char *const[]){first, NULL});
        tty_send_key(&tty, rest);
        assert_true(tty_settle(&tty));
        assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    }
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 1, of 0 to 9"));
    tty_stop(&tty);
}

static void start_a_paste(struct tty *tty)
{
    viewed_start(tty, NULL, 80, 24);
    assert_true(tty_settle(tty));
    assert_true(write(tty->master, "\033[200~lll", 9) == 9);
    while (!tty_shows(tty, "The end of a paste is missing"))
        assert_true(tty_frame(tty));
    assert_true(tty_shows(tty, "round 0, of 0 to 9"));
}

/* What comes behind a stall is still no key. */
static void paste_that_stalls(void **state)
{
    struct tty tty;
    (void)state;
    start_a_paste(&tty);
    tty_send_key(&tty, "q\033[6~l\rq\033[201~");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    assert_false(tty_shows(&tty, "The end of a paste is missing"));
    tty_send(&tty, "lq");
    assert_int_equal(tty_wait(&tty), 0);
    tty_stop(&tty);
}

/* The end of a paste was lost with the connection, say: a key pressed after the pause is one. */
static void paste_without_end(void **state)
{
    static const char *const keys[] = {"\033OC", "\033[C", "\033[1;5C", "l"};
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct tty tty;
        start_a_paste(&tty);
        tty_send_key(&tty, keys[i]);
        assert_true(tty_settle(&tty));
        assert_true(tty_shows(&tty, "round 1, of 0 to 9"));
        assert_false(tty_shows(&tty, "The end of a paste is missing"));
        tty_send(&tty, "q");
        assert_int_equal(tty_wait(&tty), 0);
        assert_true(tty_restored(&tty));
        tty_stop(&tty);
    }
}

static void mouse_is_off_until_asked_for(void **state)
{
    struct tty tty;
    (void)state;
    viewed_start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_false(tty_saw(&tty, "\033[?1000h"));
    tty_send(&tty, "m");
    assert_true(tty_settle(&tty));
    assert_true(tty_saw(&tty, "\033[?1000h") || tty_saw(&tty, "\033[?1006;1000h"));
    tty_send_key(&tty, "\033[<0;61;3M"); /* a click on a view's name */
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "[7 output]") || tty_shows(&tty, "[8 device]"));
    tty_send(&tty, "m");
    assert_true(tty_settle(&tty));
    assert_true(tty_saw(&tty, "\033[?1000l") || tty_saw(&tty, "\033[?1006;1000l"));
    tty_stop(&tty);
}

/* A click that comes when the mouse is off, or in the form of old, is no keys: neither its place,
 * "2" and "3", nor its end. */
static void clicks_are_no_keys(void **state)
{
    static const char *const before[2][3] = {{NULL}, {"m", "m", NULL}};
    static const char *const clicks[] = {"\033[<0;2;3M\033[<0;2;3m", "\033[M 23\033[M#23",
                                         "\033[32;2;3M"};
    static const char *const terms[] = {"TERM=xterm-256color", "TERM=xterm-1002", "TERM=screen",
                                        "TERM=vt100"};
    (void)state;
    for (size_t t = 0; t < sizeof terms / sizeof *terms; t++) {
        const char *const environment[] = {terms[t], NULL};
        struct tty tty;
        viewed_start(&tty, environment, 80, 24);
        assert_true(tty_settle(&tty));
        for (size_t i = 0; i < 6; i++) {
            send_in_pieces(&tty, before[i / 3]);
            send_in_pieces(&tty, (const char *const[]){clicks[i % 3], NULL});
            expect_nothing_done(&tty, clicks[i % 3], t);
        }
        send_in_pieces(&tty, (const char *const[]){"m", "m\033[<0;61;3M\033[<0;61;3m", NULL});
        expect_nothing_done(&tty, clicks[0], t);
        tty_stop(&tty);
    }
}

static void messages_outlive_a_redraw(void **state)
{
    struct tty tty;
    (void)state;
    viewed_start(&tty, NULL, 80, 24);
    assert_true(tty_settle(&tty));
    tty_send(&tty, "m\014");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "Mouse on"));
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_false(tty_shows(&tty, "Mouse on"));
    tty_stop(&tty);
}

static void no_mouse_no_promise(void **state)
{
    static const char *const environment[] = {"TERM=vt100", NULL};
    struct tty tty;
    (void)state;
    viewed_start(&tty, environment, 80, 24);
    tty_send(&tty, "m");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "This terminal has no mouse."));
    tty_stop(&tty);
}

/* A stage of a lesson has a view of its own, but not for one who has chosen another meanwhile. */
static void view_chosen_while_building(void **state)
{
    struct viewed_build build;
    struct tty *tty = &build.tty;
    (void)state;
    viewed_build_start(&build, (const char *const[]){"lesson", "reduction", NULL});
    tty_send(tty, "5l");
    assert_true(tty_settle(tty));
    while (!tty_shows(tty, "round 1"))
        assert_true(tty_frame(tty));
    assert_true(tty_shows(tty, "[5 "));
    viewed_build_stop(&build);
}

/* What is typed while the program is being built is done when it is there. */
static void type_ahead(void **state)
{
    struct viewed_build build;
    struct tty *tty = &build.tty;
    (void)state;
    viewed_build_run(&build, "cubes_tree.cu");
    tty_send(tty, "l:round 3\rl"); /* before the screen is there, or while it builds */
    assert_true(tty_settle(tty));
    assert_true(tty_shows(tty, "building"));
    tty_send(tty, "l");
    while (!tty_shows(tty, "round 5, of 0 to 9"))
        assert_true(tty_frame(tty));
    tty_send(tty, "q");
    assert_int_equal(tty_wait(tty), 0);
    assert_true(tty_restored(tty));
    viewed_build_stop(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_in_every_form),
        cmocka_unit_test(pasted_text_is_no_keys),
        cmocka_unit_test(pasted_sequences_are_no_keys),
        cmocka_unit_test(paste_begins_in_pieces),
        cmocka_unit_test(answers_are_no_keys),
        cmocka_unit_test(answers_without_end),
        cmocka_unit_test(paste_that_stalls),
        cmocka_unit_test(messages_outlive_a_redraw),
        cmocka_unit_test(no_mouse_no_promise),
        cmocka_unit_test(view_chosen_while_building),
        cmocka_unit_test(paste_without_end),
        cmocka_unit_test(type_ahead),
        cmocka_unit_test(clicks_are_no_keys),
        cmocka_unit_test(mouse_is_off_until_asked_for),
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, viewed_make, viewed_remove);
}
