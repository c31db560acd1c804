/* A line stands between the picture and the sentence, however long the sentence is. */
#include "app/frame.h"
#include "app/show.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void look(struct screen *screen)
{
    screen_draw(screen);
    const struct canvas *canvas = screen->canvas;
    struct frame_layout layout = frame_layout_of(&screen->state);
    const struct cell *row = &canvas->cells[(layout.sentence.y - 1) * canvas->columns];
    assert_int_equal(row[0].glyph, 0x2500);
    assert_int_equal(row[canvas->columns - 1].glyph, 0x2500);
    assert_int_equal(row[0].style, STYLE_RULE);
    /* the sentence and what is below it stand where they belong */
    assert_int_equal(layout.sentence.y + layout.sentence.rows, layout.scrubber.y);
}

static void walk(struct trace *trace, const char *view, const char *keys, int *longest)
{
    static const int sizes[][2] = {{80, 24}, {60, 20}, {80, 25}, {120, 24}, {120, 40}, {160, 45}};
    static const char *const titles[] = {"one"};
    struct screen screen;
    screen_open(&screen, 80, 24, &trace, titles, 1);
    session_wait(screen.session);
    session_poll(screen.session);
    show_view(&screen.state, (uint32_t)view_find(view));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        screen_resize(&screen, sizes[s][0], sizes[s][1]);
        for (const char *key = keys; *key; key++) {
            look(&screen);
            int rows = frame_layout_of(&screen.state).sentence.rows;
            if (sizes[s][0] == 80 && rows > *longest) *longest = rows;
            screen_key(&screen, (uint32_t)(unsigned char)*key);
        }
    }
    screen_close(&screen);
}

static void two_dimensions(void **state)
{
    int longest = 0;
    (void)state;
    walk(synthetic_matmul(64), "tree", "lJJL...lJ..gLL.", &longest);
}

static void source(void **state)
{
    int longest = 0;
    (void)state;
    walk(synthetic_tree(8192, 4, 256, false), "source", "ljjjjjjjjkkkkljjjjjjjg", &longest);
    walk(synthetic_missing_barrier(4096, 2, 128, false), "source", "l!nkkkjjjjjjjj", &longest);
    assert_int_equal(longest, 3); /* such a one was among them */
}

/* The numbers of the columns stand on the line where the picture needs all rows. */
static void numbers_on_it(void **state)
{
    static const char *const titles[] = {"one"};
    struct trace *trace = synthetic_matmul(64);
    struct screen screen;
    (void)state;
    screen_open(&screen, 80, 24, &trace, titles, 1);
    screen_keys(&screen, "l");
    assert_true(screen_shows(&screen, "─0─────────5────────10────────15─"));
    assert_true(screen_shows(&screen, " 15 "));
    screen_resize(&screen, 80, 30);
    assert_true(screen_shows(&screen, "  0         5        10        15"));
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_dimensions),
        cmocka_unit_test(source),
        cmocka_unit_test(numbers_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
