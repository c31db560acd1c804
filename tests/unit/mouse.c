/* Clicks: what is selected is what stands where the person pointed. */
#include "app/frame.h"
#include "app/show.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "ui/mouse.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void open(struct screen *screen, const char *view, int count)
{
    static const char *const titles[] = {"one", "the other"};
    struct trace *traces[] = {synthetic_job(), synthetic_matmul(64)};
    screen_open(screen, 80, 24, traces, titles, 2);
    screen->state.animate = false;
    if (count == 2) screen_keys(screen, "]c");
    show_view(&screen->state, (uint32_t)view_find(view));
    screen_draw(screen);
}

static void click(struct screen *screen, int x, int y)
{
    mouse_click(&screen->state, &(struct terminal_click){x, y, 1});
    screen_draw(screen);
}

/* The cell where `text` begins, in rows from `first` on. */
static void find(const struct screen *screen, int first, const char *text, int *x, int *y)
{
    uint32_t glyphs[32];
    int count = 0;
    while (*text && count < 32)
        text += canvas_decode(text, &glyphs[count++]);
    for (*y = first; *y < screen->canvas->rows; (*y)++)
        for (*x = 0; *x + count <= screen->canvas->columns; (*x)++) {
            const struct cell *cell = &screen->canvas->cells[*y * screen->canvas->columns + *x];
            int same = 0;
            while (same < count && cell[same].glyph == glyphs[same])
                same++;
            if (same == count) return;
        }
    fail_msg("not on the screen");
}

static void lines(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, "source", 1);
    for (int y = 6; y < 16; y += 3) {
        click(&screen, 30, y);
        assert_int_equal(screen.canvas->cursor_y, y);
    }
    screen_close(&screen);
}

static void slots(void **state)
{
    static const uint32_t slots[] = {64, 192, 32, 224};
    struct screen screen;
    (void)state;
    open(&screen, "tree", 1);
    cursor_go_round(&screen.state, 6);
    screen_draw(&screen);
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        char text[16];
        int x, y;
        snprintf(text, sizeof text, " %u ", slots[i]);
        find(&screen, 3, text, &x, &y);
        click(&screen, x + 1, y + 1); /* the value below */
        assert_int_equal(screen.state.panes[0].cursor.slot, slots[i]);
    }
    screen_close(&screen);
}

static void cells(void **state)
{
    static const char *const views[] = {"access", "banks"};
    struct screen screen;
    (void)state;
    for (size_t v = 0; v < 2; v++) {
        open(&screen, views[v], 1);
        int x = screen.canvas->cursor_x, y = screen.canvas->cursor_y;
        click(&screen, x + 4, y);
        assert_int_equal(screen.canvas->cursor_y, y);
        assert_int_equal(screen.canvas->cursor_x, x + 4);
        click(&screen, x, y);
        assert_int_equal(screen.canvas->cursor_x, x);
        screen_close(&screen);
    }
}

static void rows_of_a_list(void **state)
{
    struct screen screen;
    int x, y;
    (void)state;
    open(&screen, "ladder", 1);
    find(&screen, 3, "the other", &x, &y);
    click(&screen, x, y);
    assert_int_equal(screen.canvas->cursor_y, y);
    screen_close(&screen);
}

static void panes_and_keys(void **state)
{
    struct screen screen;
    int x, y;
    (void)state;
    open(&screen, "tree", 2);
    assert_int_equal(screen.state.pane_on, 1);
    click(&screen, 10, 8);
    assert_int_equal(screen.state.pane_on, 0);
    screen_close(&screen);
    open(&screen, "tree", 1);
    find(&screen, 23, "→", &x, &y);
    click(&screen, x, y);
    assert_int_equal(screen.state.panes[0].cursor.round, 1);
    find(&screen, 23, "?", &x, &y);
    click(&screen, x + 3, y); /* the word behind it */
    assert_int_equal(screen.state.overlay, OVERLAY_HELP);
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),          cmocka_unit_test(slots),          cmocka_unit_test(cells),
        cmocka_unit_test(rows_of_a_list), cmocka_unit_test(panes_and_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
