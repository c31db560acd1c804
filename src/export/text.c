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

int export_txt(const struct canvas *canvas, const struct theme *theme, FILE *out, struct error *err)
{
    (void)theme;
    struct str text;
    str_init(&text);
    for (int y = 0; y < canvas->rows; y++) {
        size_t end = text.length; /* blanks at the end of a line are left out */
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width == 0) continue;
            add_cell(&text, cell);
            if (cell->glyph != ' ') end = text.length;
        }
        text.length = end;
        str_addc(&text, '\n');
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

int export_ans(const struct canvas *canvas, const struct theme *theme, FILE *out, struct error *err)
{
    struct str text;
    str_init(&text);
    for (int y = 0; y < canvas->rows; y++) {
        int style = -1;
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width == 0) continue;
            if (cell->style != style) {
                style = cell->style;
                add_style(&text, &theme->pairs[style]);
            }
            add_cell(&text, cell);
        }
        str_adds(&text, "\x1B[0m\n");
    }
    return finish(out, &text, err);
}
