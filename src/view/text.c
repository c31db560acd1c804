#include "view/text.h"

#include "base/i18n.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void text_add_plain(struct str *out, const char *text, int tab)
{
    int column = 0;
    while (*text) {
        uint32_t glyph;
        int bytes = canvas_decode(text, &glyph);
        if (*text == '\t') {
            do {
                str_addc(out, ' ');
            } while (++column % tab);
        } else if (*text == '\n') {
            str_addc(out, '\n');
            column = 0;
        } else if (*text != '\r') {
            str_add(out, text, (size_t)bytes);
            column += canvas_glyph_width(glyph);
        }
        text += bytes;
    }
}

int text_lines(const char *text, int columns)
{
    struct canvas *scratch = canvas_create(1, 1); /* counting draws nothing */
    int lines = canvas_paragraph(scratch, (struct rect){0, 0, columns, 0}, 0, STYLE_NORMAL, text);
    canvas_destroy(scratch);
    return lines;
}

int text_scroll(int scroll, int dy, int lines, int rows)
{
    int last = lines > rows ? lines - rows : 0;
    long wanted = (long)scroll + dy;
    return wanted < 0 ? 0 : wanted > last ? last : (int)wanted;
}

struct rect text_inner(struct rect area)
{
    if (area.columns < 8) return area;
    return (struct rect){area.x + 1, area.y, area.columns - 2, area.rows};
}

void text_draw(struct canvas *canvas, struct rect area, const char *text, int scroll,
               const char *search)
{
    scroll = text_scroll(scroll, 0, text_lines(text, area.columns), area.rows);
    canvas_paragraph(canvas, area, scroll, STYLE_NORMAL, text);
    text_mark(canvas, area, search);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

/* ---- Search ---------------------------------------------------------------------------------- */

/* Folds ASCII only: that is what a search without a locale can promise. */
static uint32_t fold(uint32_t glyph)
{
    return glyph < 0x80 ? (uint32_t)tolower((int)glyph) : glyph;
}

static int match_cells(const struct canvas *canvas, int x, int x_end, int y, const char *search)
{
    int start = x;
    while (*search) {
        uint32_t glyph;
        search += canvas_decode(search, &glyph);
        if (x >= x_end) return 0;
        const struct cell *cell = &canvas->cells[y * canvas->columns + x];
        if (fold(cell->glyph) != fold(glyph)) return 0;
        x += cell->width ? cell->width : 1;
    }
    return x - start;
}

void text_mark(struct canvas *canvas, struct rect area, const char *search)
{
    if (!search || !*search) return;
    int x_end = area.x + area.columns, y_end = area.y + area.rows;
    if (x_end > canvas->columns) x_end = canvas->columns;
    if (y_end > canvas->rows) y_end = canvas->rows;
    for (int y = area.y < 0 ? 0 : area.y; y < y_end; y++)
        for (int x = area.x < 0 ? 0 : area.x; x < x_end; x++) {
            int cells = match_cells(canvas, x, x_end, y, search);
            canvas_restyle(canvas, (struct rect){x, y, cells, 1}, STYLE_SELECTED);
        }
}
