/* Every view in every theme, written in formats that others read: a terminal gets the canvas back
 * from ans and cast, frame by frame, and the text of the pdf is that of the txt. */
#include "base/error.h"
#include "base/str.h"
#include "export/cast.h"
#include "export/export.h"
#include "support/contrast.h"
#include "support/folder.h"
#include "support/replay.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef SYNCSTEP_HAVE_PANGOCAIRO
#include <cairo.h>
#endif

enum { SIZES = 2, PICTURES = 64 };

static const int sizes[SIZES][2] = {{80, 24}, {160, 45}};

/* Canvases of all views of a tree and of a race, with Chinese in the titles. */
struct pictures {
    struct canvas *canvases[PICTURES];
    int count;
};

static void draw_pictures(struct pictures *pictures, int columns, int rows)
{
    static const char *const titles[] = {"归约第六步: interleaved addressing", "What is wrong?"};
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_missing_barrier(4096, 2, 128, false)};
    struct screen screen;
    screen_open(&screen, columns, rows, traces, titles, 2);
    pictures->count = 0;
    for (int stage = 0; stage < 2; stage++) {
        screen_keys(&screen, stage ? ":stage 2\n:round 1\n" : ":round 6\n");
        for (int view = 0; view <= view_count; view++) {
            assert_true(pictures->count < PICTURES);
            if (view == view_count)
                screen_keys(&screen, "c"); /* two panes */
            else
                screen.state.view = (uint32_t)view;
            screen_draw(&screen);
            struct canvas *copy = canvas_create(columns, rows);
            canvas_blit(copy, 0, 0, screen.canvas);
            pictures->canvases[pictures->count++] = copy;
        }
        screen_keys(&screen, "c");
    }
    screen_close(&screen);
}

static void destroy_pictures(struct pictures *pictures)
{
    for (int i = 0; i < pictures->count; i++)
        canvas_destroy(pictures->canvases[i]);
}

static void ans_of_every_view(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        struct pictures pictures;
        draw_pictures(&pictures, sizes[s][0], sizes[s][1]);
        for (int t = 0; t < theme_count; t++)
            for (int i = 0; i < pictures.count; i++) {
                const struct export_look look = {&theme_table[t], 1, ""};
                struct error err = {""};
                assert_int_equal(
                    export_file(pictures.canvases[i], &look, folder_file("a.ans"), &err), 0);
                struct str text = folder_read("a.ans");
                struct replay replay;
                replay_open(&replay, sizes[s][0], sizes[s][1] + 1);
                replay_lines(&replay, text.text);
                replay_shows(&replay, pictures.canvases[i], &theme_table[t]);
                replay_close(&replay);
                str_fini(&text);
            }
        destroy_pictures(&pictures);
    }
}

static void cast_of_every_view(void **state)
{
    (void)state;
    struct pictures pictures;
    draw_pictures(&pictures, 80, 24);
    for (int t = 0; t < theme_count; t++) {
        const struct export_look look = {&theme_table[t], 1, "all views"};
        struct cast cast;
        struct error err = {""};
        FILE *out = fopen(folder_file("a.cast"), "w");
        assert_non_null(out);
        cast_begin(&cast, out, 80, 24, &look);
        for (int i = 0; i < pictures.count; i++)
            cast_frame(&cast, pictures.canvases[i], 0.5);
        assert_int_equal(cast_end(&cast, &err), 0);
        fclose(out);
        struct str text = folder_read("a.cast");
        for (int i = 0; i < pictures.count; i++) {
            struct replay replay;
            replay_open(&replay, 80, 24);
            /* one event opens the screen, one closes it */
            assert_int_equal(replay_cast(&replay, text.text, i + 2), pictures.count + 2);
            replay_shows(&replay, pictures.canvases[i], &theme_table[t]);
            replay_close(&replay);
        }
        str_fini(&text);
    }
    destroy_pictures(&pictures);
}

#ifdef SYNCSTEP_HAVE_PANGOCAIRO
static void squeeze(struct str *text)
{
    size_t length = 0;
    for (size_t i = 0; i < text->length; i++)
        if (!strchr(" \n\f", text->text[i])) text->text[length++] = text->text[i];
    text->text[length] = 0;
    text->length = length;
}

/* Blanks apart, for a layout of text has no columns; in the order of reading, page by page. */
static void pdf_text_of_every_view(void **state)
{
    (void)state;
    if (system("command -v pdftotext >/dev/null 2>&1") != 0) skip();
    for (int s = 0; s < SIZES; s++) {
        struct pictures pictures;
        draw_pictures(&pictures, sizes[s][0], sizes[s][1]);
        const struct canvas *pages[PICTURES];
        memcpy(pages, pictures.canvases, sizeof pages);
        for (int t = 0; t < theme_count; t++) {
            const struct export_look look = {&theme_table[t], 1, "all views"};
            struct error err = {""};
            char command[1024];
            assert_int_equal(export_pages(pages, pictures.count, &look, folder_file("a.pdf"), &err),
                             0);
            assert_int_equal(export_file(pages[0], &look, folder_file("a.txt"), &err), 0);
            int used =
                snprintf(command, sizeof command, "pdftotext -layout '%s'", folder_file("a.pdf"));
            snprintf(command + used, sizeof command - (size_t)used, " '%s'",
                     folder_file("pdf.txt"));
            assert_int_equal(system(command), 0);
            struct str pdf = folder_read("pdf.txt"), all;
            str_init(&all);
            for (int i = 0; i < pictures.count; i++) {
                assert_int_equal(export_file(pages[i], &look, folder_file("a.txt"), &err), 0);
                struct str text = folder_read("a.txt");
                str_add(&all, text.text, text.length);
                str_fini(&text);
            }
            squeeze(&pdf);
            squeeze(&all);
            for (size_t i = 0; i < all.length; i++)
                if (i >= pdf.length || pdf.text[i] != all.text[i])
                    fail_msg("theme %s, %d columns: \"%.60s\" instead of \"%.60s\"",
                             theme_table[t].name, sizes[s][0], pdf.text + i, all.text + i);
            assert_int_equal(pdf.length, all.length);
            str_fini(&pdf);
            str_fini(&all);
        }
        destroy_pictures(&pictures);
    }
}

static uint32_t pixel(cairo_surface_t *png, int x, int y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(png) + y * cairo_image_surface_get_stride(png);
    uint32_t value;
    memcpy(&value, row + 4 * x, sizeof value);
    return value & 0xFFFFFF;
}

/* ┌┬┐ ├┼┤ └┴┘ and its heavy, double and rounded kin: the middle lines go through all cells. */
static void box_lines_join(void **state)
{
    static const char *const grids[] = {"┌┬┐├┼┤└┴┘", "┏┳┓┣╋┫┗┻┛"};
    (void)state;
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (int scale = 1; scale <= 3; scale++) {
            struct canvas *canvas = canvas_create(3, 3);
            const char *glyphs = grids[g];
            for (int i = 0; i < 9; i++) {
                uint32_t glyph;
                glyphs += canvas_decode(glyphs, &glyph);
                canvas_put(canvas, i % 3, i / 3, STYLE_RULE, glyph);
            }
            const struct export_look look = {&theme_table[theme_find("light")], scale, ""};
            struct error err = {""};
            uint32_t fg, bg;
            theme_colors(look.theme, STYLE_RULE, &fg, &bg);
            assert_int_equal(export_file(canvas, &look, folder_file("box.png"), &err), 0);
            cairo_surface_t *png = cairo_image_surface_create_from_png(folder_file("box.png"));
            for (int line = 0; line < 3; line++) {
                for (int x = 5 * scale; x <= 25 * scale; x++)
                    assert_int_equal(pixel(png, x, (20 * line + 10) * scale), fg);
                for (int y = 10 * scale; y <= 50 * scale; y++)
                    assert_int_equal(pixel(png, (10 * line + 5) * scale, y), fg);
            }
            cairo_surface_destroy(png);
            canvas_destroy(canvas);
        }
}

/* Two cells of the light shade: dots in the colour itself, and less of it than a ■ has. */
static void expect_dots(cairo_surface_t *png, int scale, uint32_t fg, uint32_t bg)
{
    int dots = 0, all = 20 * scale * 40 * scale;
    for (int x = 0; x < 20 * scale; x++)
        for (int y = 0; y < 40 * scale; y++) {
            uint32_t color = pixel(png, x, y);
            assert_true(color == fg || color == bg);
            dots += color == fg;
        }
    assert_true(dots * 8 > all && dots * 5 < all);
}

/* No pixel of a full block shows the background, whatever its neighbours are; the darker shades are
 * flat, in order, and can be told from the background. */
static void blocks_are_full(void **state)
{
    static const uint32_t shades[] = {0x2591, 0x2592, 0x2593, 0x2588};
    (void)state;
    for (int t = 0; t < theme_count; t++)
        for (int scale = 1; scale <= 3; scale++) {
            struct canvas *canvas = canvas_create(8, 2);
            for (int x = 0; x < 8; x++)
                for (int y = 0; y < 2; y++)
                    canvas_put(canvas, x, y, STYLE_BAR, shades[x / 2]);
            const struct export_look look = {&theme_table[t], scale, ""};
            struct error err = {""};
            assert_int_equal(export_file(canvas, &look, folder_file("full.png"), &err), 0);
            cairo_surface_t *png = cairo_image_surface_create_from_png(folder_file("full.png"));
            uint32_t page = theme_table[t].background, before = page, fg, bg;
            theme_colors(look.theme, STYLE_BAR, &fg, &bg);
            expect_dots(png, scale, fg, page);
            for (int shade = 1; shade < 4; shade++) {
                uint32_t color = pixel(png, 20 * scale * shade, 0);
                assert_true(color != before);
                assert_true(contrast(color, page) >= 3);
                for (int x = 20 * scale * shade; x < 20 * scale * (shade + 1); x++)
                    for (int y = 0; y < 40 * scale; y++)
                        assert_int_equal(pixel(png, x, y), color);
                before = color;
            }
            assert_int_equal(before, fg);
            cairo_surface_destroy(png);
            canvas_destroy(canvas);
        }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ans_of_every_view),      cmocka_unit_test(cast_of_every_view),
#ifdef SYNCSTEP_HAVE_PANGOCAIRO
        cmocka_unit_test(box_lines_join),         cmocka_unit_test(blocks_are_full),
        cmocka_unit_test(pdf_text_of_every_view),
#endif
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
