/* Golden screens of the frame and the plain views, and what holds for every screen. */
#include "app/frame.h"
#include "app/keys.h"
#include "base/mem.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void open_two(struct screen *screen, int columns, int rows)
{
    static const char *const titles[] = {"Tree sum, interleaved addressing", "What is wrong here?"};
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_missing_barrier(4096, 2, 128, false)};
    screen_open(screen, columns, rows, traces, titles, 2);
}

static void expect(struct screen *screen, const char *name, bool styles)
{
    screen_draw(screen);
    char *text = styles ? screen_styles(screen->canvas) : screen_text(screen->canvas);
    assert_true(screen_golden(text, name));
    free(text);
}

static void plain_views(void **state)
{
    struct screen screen;
    (void)state;
    open_two(&screen, 80, 24);
    screen_keys(&screen, "lll5");
    expect(&screen, "frame-source-80x24", true);
    screen_keys(&screen, "7");
    expect(&screen, "frame-output-80x24", false);
    screen_keys(&screen, "8");
    expect(&screen, "frame-device-80x24", false);
    screen_keys(&screen, "9");
    expect(&screen, "frame-notes-80x24", false);
    screen_keys(&screen, "5?");
    expect(&screen, "frame-help-80x24", false);
    screen_keys(&screen, "q]!");
    expect(&screen, "frame-finding-80x24", true);
    screen_keys(&screen, ":list-findings\n");
    expect(&screen, "frame-findings-80x24", false);
    screen_keys(&screen, "q9");
    expect(&screen, "frame-finding-notes-80x24", false);
    screen_close(&screen);
}

static void source_at_sizes(void **state)
{
    static const int sizes[][2] = {{1, 1}, {20, 5}, {40, 10}, {60, 20}, {160, 45}, {200, 60}};
    struct screen screen;
    (void)state;
    open_two(&screen, 80, 24);
    screen_keys(&screen, "lll5");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char name[64];
        snprintf(name, sizeof name, "frame-source-%dx%d", sizes[i][0], sizes[i][1]);
        screen_resize(&screen, sizes[i][0], sizes[i][1]);
        expect(&screen, name, false);
    }
    screen_resize(&screen, 80, 24);
    screen.canvas->ascii = true;
    expect(&screen, "frame-source-ascii-80x24", false);
    screen_close(&screen);
}

static void chinese(void **state)
{
    struct screen screen;
    (void)state;
    open_two(&screen, 80, 24);
    struct stage *stage = session_stage(screen.session, 0);
    free(stage->title);
    free(stage->notes);
    stage->title = mem_strdup("归约第六步：交错寻址的树形求和");
    stage->notes = mem_strdup("每个线程先把自己的立方和写入共享内存，然后两两相加。注意看：从第六轮"
                              "开始，有的线程束完全空闲，只是"
                              "在等待。shared[t+32] 加到 shared[t]。");
    screen_keys(&screen, "9");
    expect(&screen, "frame-chinese-80x24", false);
    screen_resize(&screen, 41, 12);
    expect(&screen, "frame-chinese-41x12", false);
    screen_close(&screen);
}

/* The glyphs of the Linux console's fonts, ASCII, and what source texts bring along: CJK. */
static bool in_repertoire(uint32_t glyph)
{
    static const uint32_t glyphs[] = {
        0xB0,   0xB1,   0xB5,   0xB7,   0xD7,   0x2022, 0x2026, 0x2190, 0x2191, 0x2192, 0x2193,
        0x2264, 0x2265, 0x2248, 0x25C6, 0x2588, 0x2591, 0x2592, 0x25A0, 0x25CF, 0xB2,   0x2013};
    if (glyph < 0x7F || (glyph >= 0x2500 && glyph <= 0x257F) || glyph >= 0x3000) return true;
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i] == glyph) return true;
    return false;
}

static void expect_repertoire(struct screen *screen)
{
    screen_draw(screen);
    const struct canvas *canvas = screen->canvas;
    for (int i = 0; i < canvas->columns * canvas->rows; i++)
        if (canvas->cells[i].width && !in_repertoire(canvas->cells[i].glyph))
            fail_msg("view %s draws U+%04X, which console fonts lack",
                     view_table[screen->state.view]->name, canvas->cells[i].glyph);
}

static void glyphs_of_the_console(void **state)
{
    struct screen screen;
    (void)state;
    open_two(&screen, 120, 40);
    for (int view = 0; view < view_count; view++) {
        screen_key(&screen, (uint32_t)('1' + view));
        screen_keys(&screen, "g");
        for (int round = 0; round < 4; round++) {
            expect_repertoire(&screen);
            screen_keys(&screen, "l");
        }
        screen_keys(&screen, "w");
        expect_repertoire(&screen);
        screen_keys(&screen, "w\n");
        expect_repertoire(&screen);
        screen_keys(&screen, "\x1b?");
        expect_repertoire(&screen);
        screen_keys(&screen, "?c");
        expect_repertoire(&screen);
        screen_keys(&screen, "c");
    }
    screen_close(&screen);
}

/* A trace from elsewhere says whatever it likes: none of it reaches the terminal as a command. */
static void hostile_text_stays_text(void **state)
{
    struct screen screen;
    (void)state;
    open_two(&screen, 80, 24);
    struct stage *stage = session_stage(screen.session, 0);
    free(stage->title);
    free(stage->notes);
    stage->title = mem_strdup("\033]0;owned\007\033[2J\xC2\x9B"
                              "31m title");
    stage->notes = mem_strdup("\033[31mred\r\n\xE2\x80\xAEright to left\xFF\xFE");
    screen_keys(&screen, "9");
    screen_draw(&screen);
    assert_true(screen_whole(screen.canvas));
    for (int i = 0; i < 80 * 24; i++) {
        uint32_t glyph = screen.canvas->cells[i].glyph;
        assert_false(glyph == 0x1B || glyph == 0x9B || glyph == 7 || glyph == 0x202E);
    }
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_views),
        cmocka_unit_test(source_at_sizes),
        cmocka_unit_test(chinese),
        cmocka_unit_test(glyphs_of_the_console),
        cmocka_unit_test(hostile_text_stays_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
