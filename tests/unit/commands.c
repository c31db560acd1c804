/* ":" commands: names and unique beginnings, and Tab behind each of them. */
#include "app/prompt.h"
#include "base/mem.h"
#include "canvas/theme.h"
#include "export/export.h"
#include "support/folder.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void open_screen(struct screen *screen)
{
    struct trace *traces[] = {synthetic_tree(512, 2, 64, false), synthetic_tree(256, 2, 64, false),
                              synthetic_tree(256, 2, 64, true)};
    static const char *const titles[] = {"First of three", "Second of three", "Third of three"};
    static const char *const names[] = {"cubes_tree", "cubes_shuffle", "dot"};
    screen_open(screen, 80, 24, traces, titles, 3);
    for (uint32_t i = 0; i < 3; i++) {
        struct stage *stage = session_stage(screen->session, i);
        free(stage->name);
        stage->name = mem_strdup(names[i]);
    }
    screen->state.shot_ending = export_ending;
}

/* Types it, Tab for "\t": what then stands in the line, and NULL or what is told. */
static void expect_typed(struct screen *screen, const char *typed, const char *line,
                         const char *told)
{
    prompt_close(&screen->state);
    screen->state.message[0] = 0;
    screen_keys(screen, ":");
    screen_keys(screen, typed);
    if (strcmp(screen->state.prompt, line) != 0)
        fail_msg("%s: \"%s\", not \"%s\"", typed, screen->state.prompt, line);
    if (told && !strstr(screen->state.message, told))
        fail_msg("%s: \"%s\" is told, not \"%s\"", typed, screen->state.message, told);
    prompt_close(&screen->state);
}

static void expect_done(struct screen *screen, const char *command, const char *told)
{
    prompt_close(&screen->state);
    screen_keys(screen, ":");
    screen_keys(screen, command);
    screen_keys(screen, "\n");
    if (!strstr(screen->state.message, told))
        fail_msg("%s: \"%s\" is told, not \"%s\"", command, screen->state.message, told);
}

static void stages_by_name(void **state)
{
    struct screen screen;
    (void)state;
    open_screen(&screen);
    expect_typed(&screen, "stage \t", "stage ", "cubes_tree cubes_shuffle dot");
    expect_typed(&screen, "stage c\t", "stage cubes_", "cubes_tree cubes_shuffle");
    expect_typed(&screen, "stage cubes_s\t", "stage cubes_shuffle", NULL);
    expect_typed(&screen, "sta d\t", "sta dot", NULL);
    expect_typed(&screen, "compare d\t", "compare dot", NULL);
    expect_done(&screen, "stage cubes_s", "");
    assert_int_equal(screen.state.panes[0].stage, 1);
    expect_done(&screen, "stage dot", "");
    assert_int_equal(screen.state.panes[0].stage, 2);
    expect_done(&screen, "stage 1", "");
    assert_int_equal(screen.state.panes[0].stage, 0);
    expect_done(&screen, "stage cubes", "may be several");
    expect_done(&screen, "stage sums", "There is no stage named \"sums\".");
    expect_done(&screen, "stage 4", "Stages go from 1 to 3.");
    assert_int_equal(screen.state.panes[0].stage, 0);
    expect_done(&screen, "compare cubes_s", "");
    assert_int_equal(screen.state.pane_count, 2);
    assert_int_equal(screen.state.panes[0].stage, 1);
    screen_close(&screen);
}

/* Those of programs and traces that are no lesson's have titles. */
static void stages_by_title(void **state)
{
    struct trace *traces[] = {synthetic_tree(512, 2, 64, false), synthetic_tree(256, 2, 64, false)};
    static const char *const titles[] = {"a.npz", "b.npz"};
    struct screen screen;
    (void)state;
    screen_open(&screen, 80, 24, traces, titles, 2);
    expect_typed(&screen, "stage \t", "stage ", "a.npz b.npz");
    expect_done(&screen, "stage b", "");
    assert_int_equal(screen.state.panes[0].stage, 1);
    screen_close(&screen);
}

static void names_and_numbers(void **state)
{
    static const struct {
        const char *typed, *line, *told;
    } cases[] = {{"view b\t", "view b", "banks blocks"},
                 {"view ba\t", "view banks", NULL},
                 {"theme li\t", "theme light", NULL},
                 {"array s\t", "array shared", NULL},
                 {"launch \t", "launch 0", NULL},
                 {"block \t", "block ", "0 1"},
                 {"round \t", "round ", "0 1 2 3 4 5 6 7"},
                 {"slot 1\t", "slot 1", "from 0 to 63"},
                 {"thread \t", "thread ", "from 0 to 63"},
                 {"line \t", "line ", "from 1 to "},
                 {"request \t", "request ", "1"},
                 {"speed 0\t", "speed 0.", "0.25 0.5"},
                 {"mark \t", "mark 0-6", "0-63 0-62/2"},
                 {"mark 3 0-63\t", "mark 3 0-63", NULL},
                 {"mark 7\t", "mark 7", "from 0 to 63"},
                 {"search shar\t", "search shared", NULL},
                 {"nonsense x\t", "nonsense x", NULL},
                 {"ar\t", "array ", NULL},
                 {"ne\t", "next-", "next-block"}};
    struct screen screen;
    (void)state;
    open_screen(&screen);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_typed(&screen, cases[i].typed, cases[i].line, cases[i].told);
    expect_done(&screen, "view ban", "");
    assert_string_equal(view_table[screen.state.view]->name, "banks");
    expect_done(&screen, "theme li", "");
    assert_string_equal(theme_table[screen.state.theme].name, "light");
    expect_done(&screen, "view b", "may be several");
    screen_keys(&screen, "/shar\t");
    assert_string_equal(screen.state.prompt, "shared");
    screen_close(&screen);
}

static void each_word_of_a_screenshot(void **state)
{
    struct screen screen;
    char folder[256];
    (void)state;
    open_screen(&screen);
    snprintf(folder, sizeof folder, "%s", folder_file(""));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("pictures", 0700), 0);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"pictures/one.svg", "pictures/notes.md",
                                            "pictures/a b.svg"};
        FILE *file = fopen(names[i], "w");
        assert_non_null(file);
        fclose(file);
    }
    expect_typed(&screen, "shot pi\t", "shot pictures/", NULL);
    expect_typed(&screen, "shot pictures/\t", "shot pictures/one.svg", NULL);
    expect_typed(&screen, "shot new\t", "shot new.", "new.txt new.ans new.svg");
    expect_typed(&screen, "shot new.sv\t", "shot new.svg", NULL);
    expect_typed(&screen, "shot new.svg 12\t", "shot new.svg 120x40", NULL);
    expect_typed(&screen, "shot new.svg  80x24 li\t", "shot new.svg  80x24 light", NULL);
    expect_typed(&screen, "shot new.svg 80x24 \t", "shot new.svg 80x24 ", "light");
    expect_done(&screen, "shot new.svg 80x24 light", "");
    assert_int_equal(screen.state.wish, WISH_SHOT);
    assert_string_equal(screen.state.shot_path, "new.svg");
    assert_string_equal(theme_table[screen.state.shot_theme].name, "light");
    assert_int_equal(unlink("pictures/one.svg") | unlink("pictures/notes.md") |
                         unlink("pictures/a b.svg") | rmdir("pictures"),
                     0);
    screen_close(&screen);
}

/* Characters that begin with the same bytes have nothing in common, and words of them are listed
 * apart. */
static void whole_characters(void **state)
{
    static const char *const names[] = {"\u4e2d", "\u4e00", "\u00e9t\u00e9"};
    struct screen screen;
    (void)state;
    open_screen(&screen);
    for (uint32_t i = 0; i < 3; i++) {
        struct stage *stage = session_stage(screen.session, i);
        free(stage->name);
        stage->name = mem_strdup(names[i]);
    }
    expect_typed(&screen, "stage \u00e9\t", "stage \u00e9t\u00e9", NULL);
    free(session_stage(screen.session, 2)->name);
    session_stage(screen.session, 2)->name = mem_strdup("\u4e8c");
    expect_typed(&screen, "stage \t", "stage ", "\u4e2d  \u4e00  \u4e8c");
    screen_close(&screen);
}

/* In a narrow window what Tab found stands above the line, whole; a list longer than there is room
 * says so. */
static void what_is_found_is_seen(void **state)
{
    struct screen screen;
    (void)state;
    open_screen(&screen);
    screen_resize(&screen, 40, 10);
    screen_keys(&screen, ":stage \t");
    assert_true(screen_shows(&screen, "cubes_tree cubes_shuffle dot"));
    prompt_close(&screen.state);
    screen_keys(&screen, ":\t");
    assert_true(strlen(screen.state.message) < STATE_TEXT - 1);
    assert_non_null(strstr(screen.state.message, " …"));
    assert_true(screen_shows(&screen, "…"));
    assert_true(screen_shows(&screen, "array block compare launch line mark"));
    for (int rows = 24; rows > 0; rows--) /* at each size some of it, and the line */
        for (int columns = 100; columns > 0; columns -= 7) {
            screen_resize(&screen, columns, rows);
            screen_draw(&screen);
            assert_true(screen_whole(screen.canvas));
        }
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_by_name),
        cmocka_unit_test(whole_characters),
        cmocka_unit_test(stages_by_title),
        cmocka_unit_test(names_and_numbers),
        cmocka_unit_test(each_word_of_a_screenshot),
        cmocka_unit_test(what_is_found_is_seen),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
