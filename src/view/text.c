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

static bool is_wide(const char *at)
{
    uint32_t glyph;
    canvas_decode(at, &glyph);
    return canvas_glyph_width(glyph) == 2;
}

static bool is_ideograph(const char *at)
{
    uint32_t glyph;
    canvas_decode(at, &glyph);
    return glyph >= 0x4E00 && glyph <= 0x9FFF;
}

static bool is_one_of(const char *const *marks, const char *at)
{
    for (; *marks; marks++)
        if (strncmp(at, *marks, strlen(*marks)) == 0) return true;
    return false;
}

void text_add_closed(struct str *out, const char *text)
{
    static const char *const after[] = {"。", "；", "，", "：", "！", "？", "、", "（", "）", NULL};
    static const char *const ahead[] = {"。", "；", "，", "：", "、", "（", "）", NULL};
    const char *before = NULL;
    for (const char *from = text; *from;) {
        uint32_t glyph;
        const size_t length = (size_t)canvas_decode(from, &glyph);
        const bool single = before && *from == ' ' && from[1] && from[1] != ' ' && *before != ' ';
        if (single && ((is_wide(before) && is_wide(from + 1)) || is_one_of(after, before) ||
                       is_one_of(ahead, from + 1))) {
            from += length;
            continue;
        }
        if (before && ((is_ideograph(before) && isalnum((unsigned char)*from)) ||
                       (isalnum((unsigned char)*before) && is_ideograph(from))))
            str_addc(out, ' ');
        str_add(out, from, length);
        before = from;
        from += length;
    }
}

void text_close_up(char *text, size_t size)
{
    struct str out;
    str_init(&out);
    text_add_closed(&out, text);
    if (out.length < size) memcpy(text, out.text, out.length + 1);
    str_fini(&out);
}
