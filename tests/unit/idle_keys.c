/* A key that can do nothing in the present view says so; a command that has nothing to choose from,
 * too. */
#include "app/keys.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void open_tree(struct screen *screen, int columns, int rows)
{
    static const char *const titles[] = {"Tree sum, interleaved addressing"};
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false)};
    screen_open(screen, columns, rows, traces, titles, 1);
}

static void expect_told(struct screen *screen, const char *keys, const char *told)
{
    screen_keys(screen, keys);
    if (*told ? !strstr(screen->state.message, told) : *screen->state.message)
        fail_msg("%s: \"%s\", not \"%s\"", keys, screen->state.message, told);
}

/* A page that is all on the screen has no steps; one that is not goes on by lines. */
static void steps_of_a_page(void **state)
{
    struct screen screen;
    (void)state;
    open_tree(&screen, 80, 24);
    expect_told(&screen, "7l", "All of it is on the screen: there are no steps in this view.");
    expect_told(&screen, "l", "All of it is on the screen");
    expect_told(&screen, "h", "All of it is on the screen");
    expect_told(&screen, "j", ""); /* the cursor goes from line to line */
    screen_close(&screen);
    open_tree(&screen, 40, 10);
    expect_told(&screen, "8l", "");
    assert_true(screen_shows(&screen, "more lines"));
    for (int i = 0; i < 60 && !*screen.state.message; i++) {
        screen_draw(&screen);
        char *before = screen_text(screen.canvas);
        screen_key(&screen, INPUT_RIGHT);
        screen_draw(&screen);
        char *after = screen_text(screen.canvas);
        assert_string_not_equal(before, after);
        free(before);
        free(after);
    }
    expect_told(&screen, "", "There is no further row below.");
    expect_told(&screen, "h", "");
    expect_told(&screen, "gh", "This is the first row.");
    screen_close(&screen);
}

/* What a cell says is the tree's matter. */
static void contents_of_cells(void **state)
{
    struct screen screen;
    (void)state;
    open_tree(&screen, 80, 24);
    expect_told(&screen, "1v", "A cell says: which first slots it holds.");
    for (char view = '2'; view <= '5'; view++) {
        char keys[] = {view, 'v', 0};
        expect_told(&screen, keys, "What a cell says shows in tree (1); nothing changes here.");
        assert_int_equal(screen.state.content, CELL_HOLDS);
    }
    expect_told(&screen, "1v", "A cell says: who wrote it.");
    screen_close(&screen);
}

static void figures_or_dots(void **state)
{
    struct screen screen;
    (void)state;
    open_tree(&screen, 80, 24);
    expect_told(&screen, "6v", "");
    assert_true(screen.state.bars);
    for (char view = '7'; view <= '9'; view++) {
        char keys[] = {view, 'v', 0};
        expect_told(&screen, keys,
                    "Figures or dots are chosen in ladder (6); nothing changes here.");
        assert_true(screen.state.bars);
    }
    screen_close(&screen);
}

static void requests_where_there_are_none(void **state)
{
    struct screen screen;
    (void)state;
    open_tree(&screen, 80, 24);
    expect_told(&screen, "5:request 1\n",
                "This view has no requests; see access (2) and banks (3).");
    expect_told(&screen, "4:request 1\n", "This view has no requests");
    expect_told(&screen, "2:request 1\n", "");
    expect_told(&screen, ":request 9999\n", "Requests of this round go from 1 to ");
    expect_told(&screen, ":round 2\n:request 1\n",
                "There is no request for this view in this round.");
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_a_page),
        cmocka_unit_test(contents_of_cells),
        cmocka_unit_test(figures_or_dots),
        cmocka_unit_test(requests_where_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
