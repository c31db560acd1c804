#include "base/mem.h"
#include "canvas/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void row_text(const struct canvas *canvas, int y, char *out)
{
    for (int x = 0; x < canvas->columns; x++) {
        const struct cell *cell = &canvas->cells[y * canvas->columns + x];
        if (cell->width) out += canvas_encode(cell->glyph, out);
    }
    *out = 0;
}

static void expect_row(const struct canvas *canvas, int y, const char *text)
{
    char row[4096];
    row_text(canvas, y, row);
    assert_string_equal(row, text);
}

/* Right halves follow left halves and nothing else. */
static void expect_whole(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width == 2) {
                assert_true(x + 1 < canvas->columns);
                assert_int_equal(cell[1].width, 0);
            }
            if (cell->width == 0) {
                assert_true(x > 0);
                assert_int_equal(cell[-1].width, 2);
            }
        }
}

static void text_is_clipped(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_create(6, 2);
    assert_int_equal(canvas_text(canvas, 2, 0, STYLE_NORMAL, "abcdefgh"), 10);
    expect_row(canvas, 0, "  abc…"); /* it says that there is more */
    assert_int_equal(canvas_text(canvas, -2, 1, STYLE_NORMAL, "abcdef"), 4);
    expect_row(canvas, 1, "cdef  ");
    canvas_text(canvas, 0, 2, STYLE_NORMAL, "below");
    canvas_text(canvas, 0, -1, STYLE_NORMAL, "above");
    struct rect old = canvas_clip(canvas, (struct rect){1, 0, 2, 1});
    canvas_text(canvas, 0, 0, STYLE_NORMAL, "XXXXXX");
    canvas_text(canvas, 0, 1, STYLE_NORMAL, "XXXXXX");
    canvas_set_clip(canvas, old);
    expect_row(canvas, 0, " X…bc…");
    expect_row(canvas, 1, "cdef  ");
    canvas_fill(canvas, (struct rect){-2000000000, -5, 2000000000, 2000000000}, STYLE_DIM, '!');
    expect_row(canvas, 0, " X…bc…");
    canvas_destroy(canvas);
}

static void double_width_cells(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_create(5, 1);
    assert_int_equal(canvas_text(canvas, 0, 0, STYLE_NORMAL, "a归约x归"), 8);
    expect_row(canvas, 0, "a归 …"); /* the ellipsis stands in the second half of one */
    canvas_text(canvas, 0, 0, STYLE_NORMAL, "归约  ");
    expect_row(canvas, 0, "归约 "); /* only blanks are cut: nothing to say */
    canvas_put(canvas, 4, 0, STYLE_NORMAL, 0x5F52);
    expect_row(canvas, 0, "归约 ");              /* would be cut by the edge */
    canvas_put(canvas, 1, 0, STYLE_NORMAL, 'x'); /* cuts one through */
    expect_row(canvas, 0, " x约 ");
    canvas_put(canvas, 2, 0, STYLE_NORMAL, 'y');
    expect_row(canvas, 0, " xy  ");
    canvas_text(canvas, 0, 0, STYLE_NORMAL, "归约");
    canvas_text(canvas, 1, 0, STYLE_NORMAL, "是");
    expect_row(canvas, 0, " 是  ");
    expect_whole(canvas);
    canvas_destroy(canvas);
}

static void widths(void **state)
{
    (void)state;
    assert_int_equal(canvas_width("abc"), 3);
    assert_int_equal(canvas_width("共享内存"), 8);
    assert_int_equal(canvas_width("e\xCC\x81t\xC3\xA9"), 3);
    assert_int_equal(canvas_width("■░·→─│●…×≤"), 10);
    assert_int_equal(canvas_width("かな カナ 한글"), 14);
    assert_int_equal(canvas_width("line\nnext"), 4);
    assert_int_equal(canvas_width(""), 0);
}

static void broken_input_is_harmless(void **state)
{
    (void)state;
    uint32_t glyph;
    assert_int_equal(canvas_decode("\xFF", &glyph), 1);
    assert_int_equal(glyph, '?');
    assert_int_equal(canvas_decode("\xE5\xBD", &glyph), 1); /* stops at the NUL */
    assert_int_equal(canvas_decode("\x1B[2J", &glyph), 1);
    assert_int_equal(glyph, '?');
    assert_int_equal(canvas_decode("\xC0\x9B", &glyph), 1); /* overlong escape */
    assert_int_equal(glyph, '?');
    assert_int_equal(canvas_decode("\xC2\x9B", &glyph), 2); /* C1 control sequence introducer */
    assert_int_equal(glyph, '?');
    assert_int_equal(canvas_decode("\xE2\x80\xAE", &glyph), 3); /* right-to-left override */
    assert_int_equal(glyph, '?');
    struct canvas *canvas = canvas_create(8, 1);
    canvas_text(canvas, 0, 0, STYLE_NORMAL, "\x1B[31m\t\x07");
    expect_row(canvas, 0, "?[31m?? ");
    canvas_put(canvas, 0, 0, STYLE_NORMAL, 0x1B);
    canvas_put(canvas, 1, 0, STYLE_NORMAL, 0xFFFFFFFF);
    expect_row(canvas, 0, "??31m?? ");
    canvas_destroy(canvas);
}

static void round_trip_of_code_points(void **state)
{
    (void)state;
    for (uint32_t glyph = 0x20; glyph <= 0x10FFFF; glyph += glyph < 0x3000 ? 1 : 61) {
        char out[5];
        uint32_t back;
        int bytes = canvas_encode(glyph, out);
        assert_int_equal((int)strlen(out), bytes);
        int read = canvas_decode(out, &back);
        assert_true(back == glyph || back == '?');
        assert_true(read == bytes || back == '?');
    }
}

static void ascii_twins(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_create(20, 1);
    canvas->ascii = true;
    canvas_text(canvas, 0, 0, STYLE_NORMAL, "■░·→←─│●…×归x");
    expect_row(canvas, 0, "*:.><-|o~x??x       ");
    canvas_text(canvas, 14, 0, STYLE_NORMAL, "abcdefghi");
    expect_row(canvas, 0, "*:.><-|o~x??x abc...");
    canvas_clear(canvas);
    assert_int_equal(canvas_text_fit(canvas, 0, 0, STYLE_NORMAL, 6, "abcdefghi"), 6);
    expect_row(canvas, 0, "abc...              ");
    for (uint32_t glyph = 0; glyph < 0x11000; glyph++)
        assert_true(canvas_ascii_twin(glyph) < 0x7F);
    static const uint32_t marks[] = {0xB7,   0x2022, 0x25CF, 0x25A0,
                                     0x25C6, 0x2588, 0x25CB}; /* of trees, of a ladder */
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(canvas_ascii_twin(marks[i]), canvas_ascii_twin(marks[k]));
    canvas_destroy(canvas);
}

static void fitted_text(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_create(8, 1);
    assert_int_equal(canvas_text_fit(canvas, 0, 0, STYLE_NORMAL, 5, "abcdefgh"), 5);
    expect_row(canvas, 0, "abcd…   ");
    canvas_clear(canvas);
    canvas_text_fit(canvas, 0, 0, STYLE_NORMAL, 4, "归约归约");
    expect_row(canvas, 0, "归…     ");
    canvas_clear(canvas);
    canvas_text_right(canvas, 8, 0, STYLE_NORMAL, "xyz");
    expect_row(canvas, 0, "     xyz");
    canvas_destroy(canvas);
}

static void paragraphs(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_create(12, 4);
    struct rect all = {0, 0, 12, 4};
    assert_int_equal(canvas_paragraph(canvas, all, 0, STYLE_NORMAL, "one two three four\n\nfive"),
                     4);
    expect_row(canvas, 0, "one two     ");
    expect_row(canvas, 1, "three four  ");
    expect_row(canvas, 2, "            ");
    expect_row(canvas, 3, "five        ");
    canvas_clear(canvas);
    assert_int_equal(canvas_paragraph(canvas, all, 1, STYLE_NORMAL, "one two three four"), 2);
    expect_row(canvas, 0, "three four  ");
    canvas_clear(canvas);
    canvas_paragraph(canvas, all, 0, STYLE_NORMAL, "每个线程把自己的结果写入。好");
    expect_row(canvas, 0, "每个线程把自");
    expect_row(canvas, 1, "己的结果写  "); /* no line begins with a full stop */
    canvas_clear(canvas);
    canvas_paragraph(canvas, all, 0, STYLE_NORMAL, "他说这里对。”好");
    expect_row(canvas, 0, "他说这里    "); /* nor with a quotation mark that closes */
    canvas_clear(canvas);
    canvas_paragraph(canvas, all, 0, STYLE_NORMAL, "一二三四五（六）");
    expect_row(canvas, 0, "一二三四五  "); /* none ends with a bracket that opens */
    expect_row(canvas, 1, "（六）      ");
    canvas_clear(canvas);
    assert_int_equal(canvas_paragraph(canvas, (struct rect){0, 0, 1, 4}, 0, STYLE_NORMAL, "归ab"),
                     3);
    assert_int_equal(canvas_paragraph(canvas, all, 0, STYLE_NORMAL, "abcdefghijklmnop"), 2);
    canvas_destroy(canvas);
}

static void random_drawing_keeps_cells_whole(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_create(17, 5), *other = canvas_create(9, 3);
    static const char *const texts[] = {"归约abc", "x", "线线线线线线线线线", "e\xCC\x81", "─│"};
    unsigned seed = 1;
    for (int i = 0; i < 20000; i++) {
        seed = seed * 1103515245 + 12345;
        int x = (int)(seed >> 8) % 24 - 4, y = (int)(seed >> 16) % 8 - 2;
        struct rect old = canvas_clip(canvas, (struct rect){x, y, (int)(seed >> 20) % 12, 3});
        canvas_text(canvas, x - 1, y, STYLE_NORMAL, texts[(seed >> 12) % 5]);
        canvas_text_fit(other, x / 2, y, STYLE_DIM, x, texts[(seed >> 13) % 5]);
        if (i % 7 == 0) canvas_blit(canvas, x, y, other);
        if (i % 11 == 0) canvas_box(canvas, (struct rect){x, y, 9, 3}, texts[(seed >> 14) % 5]);
        canvas_set_clip(canvas, old);
        expect_whole(canvas);
        expect_whole(other);
    }
    canvas_destroy(canvas);
    canvas_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_clipped),
        cmocka_unit_test(double_width_cells),
        cmocka_unit_test(widths),
        cmocka_unit_test(broken_input_is_harmless),
        cmocka_unit_test(round_trip_of_code_points),
        cmocka_unit_test(ascii_twins),
        cmocka_unit_test(fitted_text),
        cmocka_unit_test(paragraphs),
        cmocka_unit_test(random_drawing_keeps_cells_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
