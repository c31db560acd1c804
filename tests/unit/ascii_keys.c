/* In ASCII an arrow key is a word or a letter that does the same: the twins of its sign are the
 * names of other keys. */
#include "app/frame.h"
#include "app/keys.h"
#include "base/mem.h"
#include "state/target.h"
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

static const int sizes[][2] = {{40, 10}, {60, 20}, {80, 24}, {160, 45}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void open_two(struct screen *screen, int columns, int rows)
{
    static const char *const titles[] = {"Tree sum, interleaved addressing", "What is wrong here?"};
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_missing_barrier(4096, 2, 128, false)};
    screen_open(screen, columns, rows, traces, titles, 2);
    canvas_watch(screen->canvas);
    screen->canvas->ascii = true;
}

static const struct cell *cell_at(const struct canvas *canvas, int x, int y)
{
    return &canvas->cells[y * canvas->columns + x];
}

/* The word of keys that begins at x; returns the column behind it, 0: none begins there. */
static int key_word(const struct canvas *canvas, int x, int y, char out[32])
{
    int end = x, used = 0;
    out[0] = 0;
    if (x > 0 && cell_at(canvas, x - 1, y)->glyph != ' ') return 0;
    for (; end < canvas->columns && used < 31; end++) {
        const struct cell *cell = cell_at(canvas, end, y);
        if (cell->style != STYLE_KEY || cell->glyph == ' ' || cell->glyph == ':') break;
        out[used++] = (char)cell->glyph;
        out[used] = 0;
    }
    return used ? end : 0;
}

/* Each word in the last line that is a key's name is the name of a key that does what a click on it
 * does. */
static int check_footer(const struct canvas *canvas, unsigned contexts)
{
    const int y = canvas->rows - 1;
    int checked = 0;
    for (int x = 1; x < canvas->columns; x++) {
        char word[32];
        uint32_t argument;
        struct target target = target_unpack(canvas_target_at(canvas, x, y));
        if (!key_word(canvas, x, y, word) || target.kind != TARGET_KEY) continue;
        uint32_t key = keys_parse(word);
        const struct key_row *named = key ? keys_find(key, contexts, &argument) : NULL;
        const struct key_row *meant = keys_find(target.number, contexts, &argument);
        if (!named) continue; /* a word behind it */
        if (named != meant)
            fail_msg("\"%s\" is %s's key and stands for %s's", word, named->name,
                     meant ? meant->name : "no");
        checked++;
    }
    return checked;
}

static void footers(void **state)
{
    struct screen screen;
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        open_two(&screen, sizes[s][0], sizes[s][1]);
        for (char view = '1'; view <= '9'; view++)
            for (const char *keys = "l?qw!\x1b"
                                    "cccplp";
                 *keys; keys++) {
                screen_key(&screen, (uint32_t)view);
                screen_key(&screen, (uint32_t)*keys);
                screen_draw(&screen);
                const bool list = view_table[screen.state.view]->sort == VIEW_LIST;
                unsigned contexts = 1u << KEYS_ANY | 1u << (list ? KEYS_LIST : KEYS_PICTURE);
                if (screen.state.predict) contexts |= 1u << KEYS_PREDICT;
                check_footer(screen.canvas, contexts);
                screen_key(&screen, INPUT_ESCAPE);
            }
        screen_close(&screen);
    }
    open_two(&screen, 80, 24);
    assert_true(screen_shows(&screen, " Right next barrier "));
    assert_true(check_footer(screen.canvas, 1u << KEYS_ANY | 1u << KEYS_PICTURE) >= 5);
    assert_true(screen_shows(&screen, "(press Right : who adds what to whom)"));
    screen_key(&screen, INPUT_RIGHT);
    assert_true(screen_shows(&screen, " Right again, Left back "));
    screen_keys(&screen, "6");
    assert_true(screen_shows(&screen, " Up Down row  Enter open it "));
    screen_resize(&screen, 40, 10); /* no room for words */
    assert_true(screen_shows(&screen, " k j row  Enter open it "));
    screen_close(&screen);
}

static int occurrences(const struct canvas *canvas, const char *word)
{
    int count = 0;
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 1; x < canvas->columns; x++) {
            char here[32];
            if (key_word(canvas, x, y, here) && strcmp(here, word) == 0) count++;
        }
    return count;
}

/* All of help is on the screen: each sign is named only in the row of its own key. */
static void help(void **state)
{
    static const int columns[] = {40, 59, 60, 80};
    (void)state;
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        struct screen screen;
        open_two(&screen, columns[c], 260);
        screen_keys(&screen, "?");
        screen_draw(&screen);
        assert_int_equal(occurrences(screen.canvas, "<"), 1);
        assert_int_equal(occurrences(screen.canvas, ">"), 1);
        assert_int_equal(occurrences(screen.canvas, "^"), 0);
        assert_int_equal(occurrences(screen.canvas, "v"), 2); /* in pictures and in the ladder */
        assert_true(occurrences(screen.canvas, "Right") >= 2);
        assert_int_equal(occurrences(screen.canvas, "Left"), 1);
        assert_int_equal(occurrences(screen.canvas, "Shift-Right"), 1);
        assert_true(occurrences(screen.canvas, "Backspace") >= 3); /* nothing was cut */
        assert_true(screen_shows(&screen, "Left Right is time, Up Down is"));
        screen_close(&screen);
    }
}

/* Where a page goes on. */
static void pages(void **state)
{
    struct screen screen;
    (void)state;
    open_two(&screen, 40, 10);
    screen_keys(&screen, "8");
    assert_true(screen_shows(&screen, "more lines Down"));
    screen_close(&screen);
}

static void words_for_arrows(void **state)
{
    char out[64], little[8];
    (void)state;
    assert_string_equal(canvas_spell_keys("← → is time, Shift-↑", out, sizeof out),
                        "Left Right is time, Shift-Up");
    assert_string_equal(canvas_spell_keys("↓ é", out, sizeof out), "Down é");
    assert_string_equal(canvas_spell_keys("→ →", little, sizeof little), "Right ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(footers),
        cmocka_unit_test(help),
        cmocka_unit_test(pages),
        cmocka_unit_test(words_for_arrows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
