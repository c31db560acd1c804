#include "canvas/canvas.h"

#include "base/mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cell blank = {.glyph = ' ', .style = STYLE_NORMAL, .width = 1};

static struct rect whole(const struct canvas *canvas)
{
    return (struct rect){0, 0, canvas->columns, canvas->rows};
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static struct rect intersect(struct rect a, struct rect b)
{
    /* in 64 bits: a caller may pass any position and size */
    int64_t x_end = (int64_t)a.x + max_int(a.columns, 0), y_end = (int64_t)a.y + max_int(a.rows, 0);
    int64_t b_x_end = (int64_t)b.x + max_int(b.columns, 0);
    int64_t b_y_end = (int64_t)b.y + max_int(b.rows, 0);
    int x = max_int(a.x, b.x), y = max_int(a.y, b.y);
    int64_t columns = (x_end < b_x_end ? x_end : b_x_end) - x;
    int64_t rows = (y_end < b_y_end ? y_end : b_y_end) - y;
    return (struct rect){x, y, columns > 0 ? (int)columns : 0, rows > 0 ? (int)rows : 0};
}

struct canvas *canvas_create(int columns, int rows)
{
    struct canvas *canvas = mem_alloc(sizeof *canvas);
    canvas_resize(canvas, columns, rows);
    return canvas;
}

void canvas_destroy(struct canvas *canvas)
{
    if (!canvas) return;
    free(canvas->cells);
    free(canvas->targets);
    free(canvas);
}

void canvas_resize(struct canvas *canvas, int columns, int rows)
{
    canvas->columns = max_int(columns, 1);
    canvas->rows = max_int(rows, 1);
    free(canvas->cells);
    canvas->cells =
        mem_array((size_t)canvas->columns * (size_t)canvas->rows, sizeof *canvas->cells);
    if (canvas->targets) {
        free(canvas->targets);
        canvas_watch(canvas);
    }
    canvas_clear(canvas);
}

void canvas_clear(struct canvas *canvas)
{
    size_t count = (size_t)canvas->columns * (size_t)canvas->rows;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = blank;
    if (canvas->targets) memset(canvas->targets, 0, count * sizeof *canvas->targets);
    canvas->clip = whole(canvas);
    canvas->cursor_x = canvas->cursor_y = -1;
}

struct rect canvas_clip(struct canvas *canvas, struct rect rect)
{
    struct rect old = canvas->clip;
    canvas->clip = intersect(old, rect);
    return old;
}

void canvas_set_clip(struct canvas *canvas, struct rect old)
{
    canvas->clip = intersect(whole(canvas), old);
}

static bool visible(const struct canvas *canvas, int x, int y)
{
    return x >= canvas->clip.x && x - canvas->clip.x < canvas->clip.columns &&
           y >= canvas->clip.y && y - canvas->clip.y < canvas->clip.rows;
}

static struct cell *at(struct canvas *canvas, int x, int y)
{
    return &canvas->cells[(size_t)y * (size_t)canvas->columns + (size_t)x];
}

/* Writes one narrow cell; halves of double-width characters it cuts through become spaces, on
 * either side of it and even outside the clip, since half a character cannot be shown. */
static void store(struct canvas *canvas, int x, int y, struct cell cell)
{
    struct cell *target = at(canvas, x, y);
    if (target->width == 0 && x > 0) {
        target[-1].glyph = ' ';
        target[-1].mark = 0;
        target[-1].width = 1;
    } else if (target->width == 2 && x + 1 < canvas->columns) {
        target[1].glyph = ' ';
        target[1].mark = 0;
        target[1].width = 1;
    }
    *target = cell;
}

bool canvas_solid(uint32_t glyph)
{
    return (glyph >= 0x2580 && glyph <= 0x2590) || glyph == 0x25A0 || glyph == 0x25AC;
}

/* Draws a printable code point of non-zero width; returns its width. */
static int put(struct canvas *canvas, int x, int y, enum style style, uint32_t glyph)
{
    int width = canvas_glyph_width(glyph);
    if (style == STYLE_SELECTED && canvas_solid(glyph)) glyph = GLYPH_CHOSEN;
    if (canvas->ascii) glyph = canvas_ascii_twin(glyph);
    struct cell cell = {.glyph = glyph, .style = (uint8_t)style, .width = 1};
    if (width == 1) {
        if (visible(canvas, x, y)) store(canvas, x, y, cell);
        return 1;
    }
    bool left = visible(canvas, x, y), right = visible(canvas, x + 1, y);
    if (!left || !right || canvas->ascii) {
        if (!left || !right) cell.glyph = ' ';
        if (left) store(canvas, x, y, cell);
        if (right) store(canvas, x + 1, y, cell);
        return 2;
    }
    struct cell gap = blank;
    store(canvas, x, y, gap);
    store(canvas, x + 1, y, gap);
    cell.width = 2;
    *at(canvas, x, y) = cell;
    *at(canvas, x + 1, y) = (struct cell){.glyph = 0, .style = (uint8_t)style, .width = 0};
    return 2;
}

/* A combining mark joins the cell to its left. */
static void combine(struct canvas *canvas, int x, int y, uint32_t mark)
{
    if (canvas->ascii || mark >= 0xFE00) return; /* variation selectors: terminals disagree */
    if (mark >= 0x200B && mark <= 0x2064) return;
    if (!visible(canvas, x - 1, y)) return;
    struct cell *cell = at(canvas, x - 1, y);
    if (cell->width == 0 && x >= 2) cell--;
    if (cell->width != 0) cell->mark = mark;
}

void canvas_put(struct canvas *canvas, int x, int y, enum style style, uint32_t glyph)
{
    char encoded[5];
    uint32_t safe;
    canvas_encode(glyph <= 0x10FFFF ? glyph : '?', encoded);
    canvas_decode(encoded, &safe);
    if (canvas_glyph_width(safe) == 0)
        combine(canvas, x, y, safe);
    else
        put(canvas, x, y, style, safe);
}

/* Draws [text, end) or up to NUL or newline. */
static int draw_span(struct canvas *canvas, int x, int y, enum style style, const char *text,
                     const char *end)
{
    while ((!end || text < end) && *text && *text != '\n') {
        uint32_t glyph;
        text += canvas_decode(text, &glyph);
        if (canvas_glyph_width(glyph) == 0)
            combine(canvas, x, y, glyph);
        else
            x += put(canvas, x, y, style, glyph);
    }
    return x;
}

/* Does something other than blanks stand behind column `right` when text is drawn from x on? */
static bool goes_beyond(const char *text, int x, int right)
{
    while (*text && *text != '\n') {
        uint32_t glyph;
        text += canvas_decode(text, &glyph);
        x += canvas_glyph_width(glyph);
        if (x > right && glyph != ' ') return true;
    }
    return false;
}

int canvas_text(struct canvas *canvas, int x, int y, enum style style, const char *text)
{
    int end = draw_span(canvas, x, y, style, text, NULL);
    int right = canvas->clip.x + canvas->clip.columns;
    if (end > right && x < right && goes_beyond(text, x, right))
        for (int dots = canvas->ascii ? 3 : 1; dots > 0; dots--)
            if (right - dots >= x)
                canvas_put(canvas, right - dots, y, style, canvas->ascii ? '.' : 0x2026);
    return end;
}

int canvas_textf(struct canvas *canvas, int x, int y, enum style style, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return canvas_text(canvas, x, y, style, text);
}

int canvas_text_fit(struct canvas *canvas, int x, int y, enum style style, int columns,
                    const char *text)
{
    if (columns <= 0) return x;
    if (canvas_width(text) <= columns) return canvas_text(canvas, x, y, style, text);
    int dots = canvas->ascii ? min_int(3, columns) : 1;
    int used = 0;
    while (*text && *text != '\n') {
        uint32_t glyph;
        int bytes = canvas_decode(text, &glyph);
        if (used + canvas_glyph_width(glyph) > columns - dots) break;
        draw_span(canvas, x + used, y, style, text, text + bytes);
        used += canvas_glyph_width(glyph);
        text += bytes;
    }
    for (int i = 0; i < dots; i++)
        canvas_put(canvas, x + used + i, y, style, canvas->ascii ? '.' : 0x2026);
    return x + used + dots;
}

void canvas_text_right(struct canvas *canvas, int x_end, int y, enum style style, const char *text)
{
    canvas_text(canvas, x_end - canvas_width(text), y, style, text);
}

void canvas_fill(struct canvas *canvas, struct rect rect, enum style style, uint32_t glyph)
{
    rect = intersect(rect, canvas->clip);
    for (int y = rect.y; y < rect.y + rect.rows; y++)
        for (int x = rect.x; x < rect.x + rect.columns; x++)
            canvas_put(canvas, x, y, style, glyph);
}

void canvas_hline(struct canvas *canvas, int x, int y, int columns, enum style style)
{
    canvas_fill(canvas, (struct rect){x, y, columns, 1}, style, 0x2500);
}

void canvas_vline(struct canvas *canvas, int x, int y, int rows, enum style style)
{
    canvas_fill(canvas, (struct rect){x, y, 1, rows}, style, 0x2502);
}

void canvas_box(struct canvas *canvas, struct rect rect, const char *title)
{
    if (rect.columns < 2 || rect.rows < 2) {
        canvas_fill(canvas, rect, STYLE_NORMAL, ' ');
        return;
    }
    int right = rect.x + rect.columns - 1, bottom = rect.y + rect.rows - 1;
    canvas_fill(canvas, (struct rect){rect.x + 1, rect.y + 1, rect.columns - 2, rect.rows - 2},
                STYLE_NORMAL, ' ');
    canvas_hline(canvas, rect.x, rect.y, rect.columns, STYLE_BOX);
    canvas_hline(canvas, rect.x, bottom, rect.columns, STYLE_BOX);
    canvas_vline(canvas, rect.x, rect.y, rect.rows, STYLE_BOX);
    canvas_vline(canvas, right, rect.y, rect.rows, STYLE_BOX);
    canvas_put(canvas, rect.x, rect.y, STYLE_BOX, 0x250C);
    canvas_put(canvas, right, rect.y, STYLE_BOX, 0x2510);
    canvas_put(canvas, rect.x, bottom, STYLE_BOX, 0x2514);
    canvas_put(canvas, right, bottom, STYLE_BOX, 0x2518);
    if (title && *title && rect.columns >= 7) {
        canvas_put(canvas, rect.x + 2, rect.y, STYLE_BOX, ' ');
        int x = canvas_text_fit(canvas, rect.x + 3, rect.y, STYLE_BOX, rect.columns - 6, title);
        canvas_put(canvas, x, rect.y, STYLE_BOX, ' ');
    }
}

void canvas_restyle(struct canvas *canvas, struct rect rect, enum style style)
{
    rect = intersect(rect, canvas->clip);
    for (int y = rect.y; y < rect.y + rect.rows; y++)
        for (int x = rect.x; x < rect.x + rect.columns; x++) {
            struct cell *cell = at(canvas, x, y);
            cell->style = (uint8_t)style;
            if (style == STYLE_SELECTED && canvas_solid(cell->glyph)) cell->glyph = GLYPH_CHOSEN;
        }
}

void canvas_blit(struct canvas *to, int x, int y, const struct canvas *from)
{
    for (int row = 0; row < from->rows; row++)
        for (int column = 0; column < from->columns; column++) {
            const struct cell *cell =
                &from->cells[(size_t)row * (size_t)from->columns + (size_t)column];
            if (cell->width == 0) continue;
            put(to, x + column, y + row, (enum style)cell->style, cell->glyph);
            if (cell->mark) combine(to, x + column + cell->width, y + row, cell->mark);
        }
    if (from->cursor_x >= 0) canvas_cursor(to, x + from->cursor_x, y + from->cursor_y);
}

void canvas_cursor(struct canvas *canvas, int x, int y)
{
    if (!visible(canvas, x, y)) return;
    canvas->cursor_x = x;
    canvas->cursor_y = y;
}

/* ---- Targets --------------------------------------------------------------------------------- */

void canvas_watch(struct canvas *canvas)
{
    canvas->targets =
        mem_array((size_t)canvas->columns * (size_t)canvas->rows, sizeof *canvas->targets);
}

void canvas_target(struct canvas *canvas, struct rect rect, uint64_t target)
{
    if (!canvas->targets) return;
    rect = intersect(rect, canvas->clip);
    for (int y = rect.y; y < rect.y + rect.rows; y++)
        for (int x = rect.x; x < rect.x + rect.columns; x++)
            canvas->targets[(size_t)y * (size_t)canvas->columns + (size_t)x] = target;
}

uint64_t canvas_target_at(const struct canvas *canvas, int x, int y)
{
    if (!canvas->targets || x < 0 || y < 0 || x >= canvas->columns || y >= canvas->rows) return 0;
    return canvas->targets[(size_t)y * (size_t)canvas->columns + (size_t)x];
}

/* ---- Paragraphs ---------------------------------------------------------------------------- */

struct line {
    const char *end;  /* after the last character drawn */
    const char *next; /* where the next line starts */
};

static bool is_one_of(const char *characters, uint32_t glyph)
{
    for (uint32_t one; *characters;) {
        characters += canvas_decode(characters, &one);
        if (one == glyph) return true;
    }
    return false;
}

/* The longest line that fits: broken at a space, else between two characters of which one is
 * double-width, else anywhere. A newline ends a line. Closing marks begin no line, opening ones end
 * none. */
static struct line break_line(const char *text, int columns)
{
    const char *space = NULL, *after_wide = NULL, *s = text;
    int width = 0;
    bool previous_wide = false, opened = false;
    while (*s && *s != '\n') {
        uint32_t glyph;
        int bytes = canvas_decode(s, &glyph), w = canvas_glyph_width(glyph);
        if (*s == ' ') space = s;
        const bool closes = is_one_of("、。，：；！？）」』》】”’…,.:;!?)]", glyph);
        if (s > text && *s != ' ' && (w == 2 || previous_wide) && !closes && !opened &&
            width <= columns)
            after_wide = s;
        opened = is_one_of("（「『《【“‘([", glyph);
        if (width + w > columns) {
            if (*s == ' ') break;
            const char *cut = space > after_wide ? space : after_wide;
            if (!cut) cut = s == text ? s + bytes : s; /* at least one character a line */
            s = cut;
            break;
        }
        width += w;
        previous_wide = w == 2;
        s += bytes;
    }
    struct line line = {s, s};
    if (*s == '\n') {
        line.next = s + 1;
    } else {
        while (*line.next == ' ')
            line.next++;
    }
    return line;
}

int canvas_paragraph(struct canvas *canvas, struct rect rect, int skip, enum style style,
                     const char *text)
{
    int count = 0;
    if (rect.columns <= 0) return 0;
    struct rect old = canvas_clip(canvas, rect);
    while (*text) {
        struct line line = break_line(text, rect.columns);
        if (count >= skip && count - skip < rect.rows)
            draw_span(canvas, rect.x, rect.y + count - skip, style, text, line.end);
        count++;
        text = line.next;
    }
    canvas_set_clip(canvas, old);
    return count;
}
