#include "support/replay.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

#include <cmocka.h>

void replay_open(struct replay *replay, int columns, int rows)
{
    replay->vterm = vterm_new(rows, columns);
    vterm_set_utf8(replay->vterm, 1);
    vterm_screen_reset(vterm_obtain_screen(replay->vterm), 1);
}

void replay_close(struct replay *replay)
{
    vterm_free(replay->vterm);
}

void replay_lines(struct replay *replay, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        vterm_input_write(replay->vterm, text, length);
        vterm_input_write(replay->vterm, "\r\n", 2);
        text += length + (text[length] != 0);
    }
}

int replay_cast(struct replay *replay, const char *text, int frames)
{
    double time = -1;
    int events = -1; /* the header */
    for (; *text; events++) {
        size_t length = strcspn(text, "\n");
        json_t *json = json_loadb(text, length, 0, NULL);
        assert_non_null(json);
        if (events < 0) {
            assert_int_equal(json_integer_value(json_object_get(json, "version")), 2);
            assert_true(json_integer_value(json_object_get(json, "width")) > 0);
            assert_true(json_integer_value(json_object_get(json, "height")) > 0);
        } else {
            json_t *data = json_array_get(json, 2);
            assert_int_equal(json_array_size(json), 3);
            assert_true(json_is_real(json_array_get(json, 0)));
            assert_true(json_real_value(json_array_get(json, 0)) >= time);
            time = json_real_value(json_array_get(json, 0));
            assert_string_equal(json_string_value(json_array_get(json, 1)), "o");
            if (frames < 0 || events < frames)
                vterm_input_write(replay->vterm, json_string_value(data), json_string_length(data));
        }
        json_decref(json);
        text += length + (text[length] != 0);
    }
    return events;
}

static uint32_t rgb(const struct replay *replay, VTermColor color, uint32_t otherwise)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color)) return otherwise;
    if (VTERM_COLOR_IS_INDEXED(&color)) return theme_rgb(color.indexed.idx);
    vterm_screen_convert_color_to_rgb(vterm_obtain_screen(replay->vterm), &color);
    return (uint32_t)(color.rgb.red << 16 | color.rgb.green << 8 | color.rgb.blue);
}

static void cell_shows(const struct replay *replay, int x, int y, const struct cell *cell,
                       const struct theme *theme)
{
    VTermScreenCell got;
    vterm_screen_get_cell(vterm_obtain_screen(replay->vterm), (VTermPos){y, x}, &got);
    uint32_t glyph = got.chars[0] ? got.chars[0] : ' ';
    if (glyph != cell->glyph) fail_msg("%d,%d: U+%04X instead of U+%04X", x, y, glyph, cell->glyph);
    if (cell->mark) assert_int_equal(got.chars[1], cell->mark);
    uint32_t fg, bg, got_fg = rgb(replay, got.fg, theme->foreground),
                     got_bg = rgb(replay, got.bg, theme->background);
    theme_colors(theme, cell->style, &fg, &bg);
    if (got.attrs.reverse) {
        uint32_t swap = got_fg;
        got_fg = got_bg;
        got_bg = swap;
    }
    if (got_fg != fg || got_bg != bg)
        fail_msg("%d,%d: colours %06x on %06x instead of %06x on %06x", x, y, got_fg, got_bg, fg,
                 bg);
    assert_int_equal(got.attrs.bold, !!(theme->pairs[cell->style].attributes & THEME_BOLD));
}

void replay_shows(const struct replay *replay, const struct canvas *canvas,
                  const struct theme *theme)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width) cell_shows(replay, x, y, cell, theme);
        }
}
