#include "canvas/theme.h"
#include "support/contrast.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The basic colours of xterm and of the Linux console, which is the harder one for text. */
static const uint32_t console[16] = {0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA,
                                     0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55, 0xFFFF55,
                                     0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF};

static void expect_contrast(const struct theme *theme, int style, uint32_t fg, uint32_t bg)
{
    if (contrast(fg, bg) < 4.5)
        fail_msg("theme %s, style %d: %06X on %06X is %.2f : 1", theme->name, style, fg, bg,
                 contrast(fg, bg));
}

static void check_pair(const struct theme *theme, int style, int fg, int bg, uint32_t (*color)(int))
{
    for (int light = 0; light < 2; light++) {
        if (light ? !theme->on_light : !theme->on_dark) continue;
        uint32_t page = light ? 0xFFFFFF : 0x000000, ink = light ? 0x000000 : 0xE5E5E5;
        expect_contrast(theme, style, fg < 0 ? ink : color(fg), bg < 0 ? page : color(bg));
    }
}

static uint32_t console_color(int index)
{
    return console[index & 15];
}

/* Many terminals show a bold one of the first eight colours as its bright twin: black as grey. */
static void check_bright(const struct theme *theme, int style, const struct theme_pair *pair)
{
    if (!(pair->attributes & THEME_BOLD) || pair->fg16 < 0 || pair->fg16 >= 8) return;
    check_pair(theme, style, pair->fg16 + 8, pair->bg16, theme_rgb);
    check_pair(theme, style, pair->fg16 + 8, pair->bg16, console_color);
}

static void pairs_are_readable(void **state)
{
    (void)state;
    for (int t = 0; t < theme_count; t++)
        for (int s = 0; s < STYLE_COUNT; s++) {
            const struct theme *theme = &theme_table[t];
            const struct theme_pair *pair = &theme->pairs[s];
            check_pair(theme, s, pair->fg, pair->bg, theme_rgb);
            check_pair(theme, s, pair->fg16, pair->bg16, theme_rgb);
            check_pair(theme, s, pair->fg16, pair->bg16, console_color);
            check_bright(theme, s, pair);
            uint32_t fg, bg;
            theme_colors(theme, (enum style)s, &fg, &bg);
            expect_contrast(theme, s, fg, bg);
            /* a background of one's own needs a foreground of one's own, or it depends on the
             * terminal whether the text can be read */
            assert_true(pair->bg == THEME_DEFAULT || pair->fg != THEME_DEFAULT);
            assert_true(pair->bg16 == THEME_DEFAULT || pair->fg16 != THEME_DEFAULT);
        }
}

/* What has to stand out does so without colour: the selection, errors, the open tab. */
static void meaning_survives_without_colour(void **state)
{
    (void)state;
    for (int t = 0; t < theme_count; t++) {
        const struct theme_pair *pairs = theme_table[t].pairs;
        assert_int_not_equal(pairs[STYLE_SELECTED].plain, pairs[STYLE_NORMAL].plain);
        assert_int_not_equal(pairs[STYLE_RACE].plain, pairs[STYLE_NORMAL].plain);
        assert_int_not_equal(pairs[STYLE_RACE].plain, pairs[STYLE_SELECTED].plain);
        assert_int_not_equal(pairs[STYLE_TAB_ON].plain, pairs[STYLE_TAB].plain);
        assert_int_not_equal(pairs[STYLE_WRITTEN].plain, pairs[STYLE_READ].plain);
    }
}

static void themes_are_found_by_name(void **state)
{
    (void)state;
    for (int t = 0; t < theme_count; t++)
        assert_int_equal(theme_find(theme_table[t].name), t);
    assert_int_equal(theme_find("none such"), -1);
    assert_int_equal(theme_rgb(16), 0x000000);
    assert_int_equal(theme_rgb(231), 0xFFFFFF);
    assert_int_equal(theme_rgb(214), 0xFFAF00);
    assert_int_equal(theme_rgb(255), 0xEEEEEE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_readable),
        cmocka_unit_test(meaning_survives_without_colour),
        cmocka_unit_test(themes_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
