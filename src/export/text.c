#include "export/text.h"

#include "base/str.h"

#include <errno.h>
#include <string.h>

static int finish(FILE *out, struct str *text, struct error *err)
{
    size_t written = fwrite(text->text, 1, text->length, out);
    int failed = written != text->length || fflush(out) != 0;
    int saved = errno;
    str_fini(text);
    return failed ? error_set(err, "cannot write: %s", strerror(saved)) : 0;
}

static void add_cell(struct str *text, const struct cell *cell)
{
    char bytes[5];
    str_add(text, bytes, (size_t)canvas_encode(cell->glyph, bytes));
    if (cell->mark) str_add(text, bytes, (size_t)canvas_encode(cell->mark, bytes));
}

static void add_txt(struct str *text, const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++) {
        size_t end = text->length; /* blanks at the end of a line are left out */
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width == 0) continue;
            add_cell(text, cell);
            if (cell->glyph != ' ') end = text->length;
        }
        text->length = end;
        str_addc(text, '\n');
    }
}

int export_txt(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    (void)look;
    struct str text;
    str_init(&text);
    for (int i = 0; i < count; i++) {
        if (i) str_addc(&text, '\f');
        add_txt(&text, pages[i]);
    }
    return finish(out, &text, err);
}

/* Select Graphic Rendition, ECMA-48 8.3.117; 38;5;n and 48;5;n are xterm's 256 colours. */
static void add_style(struct str *text, const struct theme_pair *pair)
{
    str_adds(text, "\x1B[0");
    if (pair->attributes & THEME_BOLD) str_adds(text, ";1");
    if (pair->attributes & THEME_FAINT) str_adds(text, ";2");
    if (pair->attributes & THEME_UNDERLINE) str_adds(text, ";4");
    if (pair->attributes & THEME_REVERSE) str_adds(text, ";7");
    if (pair->fg != THEME_DEFAULT) str_addf(text, ";38;5;%d", pair->fg);
    if (pair->bg != THEME_DEFAULT) str_addf(text, ";48;5;%d", pair->bg);
    str_addc(text, 'm');
}

static void add_ans(struct str *text, const struct canvas *canvas, const struct theme *theme)
{
    for (int y = 0; y < canvas->rows; y++) {
        int style = -1;
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width == 0) continue;
            if (cell->style != style) {
                style = cell->style;
                add_style(text, &theme->pairs[style]);
            }
            add_cell(text, cell);
        }
        str_adds(text, "\x1B[0m\n");
    }
}

int export_ans(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    struct str text;
    str_init(&text);
    for (int i = 0; i < count; i++)
        add_ans(&text, pages[i], look->theme);
    return finish(out, &text, err);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->glyph == b->glyph && a->mark == b->mark && a->style == b->style &&
           a->width == b->width;
}

void text_add_difference(struct str *out, const struct canvas *from, const struct canvas *to,
                         const struct theme *theme)
{
    int style = -1;
    for (int y = 0; y < to->rows; y++) {
        int at = -1; /* column where the terminal's cursor stands in this row */
        for (int x = 0; x < to->columns; x++) {
            const struct cell *cell = &to->cells[y * to->columns + x];
            if (cell->width == 0) continue;
            bool same = from && same_cell(&from->cells[y * to->columns + x], cell);
            if (same && cell->width == 2) same = from->cells[y * to->columns + x + 1].width == 0;
            if (same) continue;
            if (at != x) str_addf(out, "\x1B[%d;%dH", y + 1, x + 1);
            if (cell->style != style) {
                style = cell->style;
                add_style(out, &theme->pairs[style]);
            }
            add_cell(out, cell);
            at = x + cell->width;
        }
    }
    if (style >= 0) str_adds(out, "\x1B[0m");
}
