#include "export/shapes.h"

#include "base/str.h"

#include <stddef.h>

enum { BOX_FIRST = 0x2500, BLOCK_FIRST = 0x2580, BLOCK_LAST = 0x259F };

static const double W = SHAPES_CELL_WIDTH, H = SHAPES_CELL_HEIGHT;

/* Arms of U+2500 to U+257F: up, right, down, left; 1 light, 2 heavy, 3 double. A fifth digit is
 * the number of dashes, '/', '\' and 'x' are the diagonals. */
static const char *const arms[128] = {
    "0101",  "0202",  "1010",  "2020",  "01013", "02023", "10103", "20203", /* 2500 */
    "01014", "02024", "10104", "20204", "0110",  "0210",  "0120",  "0220",  /* 2508 */
    "0011",  "0012",  "0021",  "0022",  "1100",  "1200",  "2100",  "2200",  /* 2510 */
    "1001",  "1002",  "2001",  "2002",  "1110",  "1210",  "2110",  "1120",  /* 2518 */
    "2120",  "2210",  "1220",  "2220",  "1011",  "1012",  "2011",  "1021",  /* 2520 */
    "2021",  "2012",  "1022",  "2022",  "0111",  "0112",  "0211",  "0212",  /* 2528 */
    "0121",  "0122",  "0221",  "0222",  "1101",  "1102",  "1201",  "1202",  /* 2530 */
    "2101",  "2102",  "2201",  "2202",  "1111",  "1112",  "1211",  "1212",  /* 2538 */
    "2111",  "1121",  "2121",  "2112",  "2211",  "1122",  "1221",  "2212",  /* 2540 */
    "1222",  "2122",  "2221",  "2222",  "01012", "02022", "10102", "20202", /* 2548 */
    "0303",  "3030",  "0310",  "0130",  "0330",  "0013",  "0031",  "0033",  /* 2550 */
    "1300",  "3100",  "3300",  "1003",  "3001",  "3003",  "1310",  "3130",  /* 2558 */
    "3330",  "1013",  "3031",  "3033",  "0313",  "0131",  "0333",  "1303",  /* 2560 */
    "3101",  "3303",  "1313",  "3131",  "3333",  "0110",  "0011",  "1001",  /* 2568 */
    "1100",  "/",     "\\",    "x",     "0001",  "1000",  "0100",  "0010",  /* 2570 */
    "0002",  "2000",  "0200",  "0020",  "0201",  "1020",  "0102",  "2010",  /* 2578 */
};

/* Quadrants of U+2596 to U+259F: upper left 1, upper right 2, lower left 4, lower right 8. */
static const uint8_t quadrants[] = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};

struct pen {
    const struct shapes_sink *sink;
    double x, y, width, height; /* rectangle not yet handed over; width 0 = none */
    uint32_t color;
};

static void flush(struct pen *pen)
{
    if (pen->width > 0)
        pen->sink->rectangle(pen->sink->user, pen->x, pen->y, pen->width, pen->height, pen->color);
    pen->width = 0;
}

static void rectangle(struct pen *pen, double x, double y, double width, double height,
                      uint32_t color)
{
    if (pen->width > 0 && pen->color == color && pen->y == y && pen->height == height &&
        pen->x + pen->width >= x && x >= pen->x) {
        if (x + width > pen->x + pen->width) pen->width = x + width - pen->x;
        return;
    }
    flush(pen);
    pen->x = x;
    pen->y = y;
    pen->width = width;
    pen->height = height;
    pen->color = color;
}

/* One arm from the middle of the cell to an edge, long enough to close the joint in the middle. */
static void arm(struct pen *pen, double x, double y, int direction, int kind, uint32_t color)
{
    static const double thickness[] = {0, 2, 4, 2};
    double t = thickness[kind], joint = kind == 3 ? 3 : t / 2;
    int strokes = kind == 3 ? 2 : 1;
    for (int i = 0; i < strokes; i++) {
        double shift = kind == 3 ? (i ? 2 : -2) : 0;
        double cx = x + W / 2 + shift - t / 2, cy = y + H / 2 + shift - t / 2;
        switch (direction) {
        case 0:
            rectangle(pen, cx, y, t, H / 2 + joint, color);
            break;
        case 1:
            rectangle(pen, x + W / 2 - joint, cy, W / 2 + joint, t, color);
            break;
        case 2:
            rectangle(pen, cx, y + H / 2 - joint, t, H / 2 + joint, color);
            break;
        case 3:
            rectangle(pen, x, cy, W / 2 + joint, t, color);
            break;
        }
    }
}

static void dashes(struct pen *pen, double x, double y, const char *code, uint32_t color)
{
    int count = code[4] - '0';
    bool upright = code[0] != '0';
    double t = (upright ? code[0] : code[1]) == '2' ? 4 : 2;
    double step = (upright ? H : W) / count, length = step * 0.6, gap = step * 0.2;
    for (int i = 0; i < count; i++) {
        if (upright)
            rectangle(pen, x + W / 2 - t / 2, y + i * step + gap, t, length, color);
        else
            rectangle(pen, x + i * step + gap, y + H / 2 - t / 2, length, t, color);
    }
}

static void box(struct pen *pen, double x, double y, uint32_t glyph, uint32_t color)
{
    const char *code = arms[glyph - BOX_FIRST];
    const struct shapes_sink *sink = pen->sink;
    if (code[0] == '/' || code[0] == '\\' || code[0] == 'x') {
        flush(pen);
        if (code[0] != '\\') sink->line(sink->user, x, y + H, x + W, y, 2, color);
        if (code[0] != '/') sink->line(sink->user, x, y, x + W, y + H, 2, color);
    } else if (code[4]) {
        dashes(pen, x, y, code, color);
    } else {
        /* left before right, so that a line of them grows from left to right into one */
        static const int order[] = {3, 1, 0, 2};
        for (int i = 0; i < 4; i++)
            if (code[order[i]] != '0') arm(pen, x, y, order[i], code[order[i]] - '0', color);
    }
}

/* The light shade: dots, in rows as far apart as its columns. Each has the whole colour, so that it
 * is seen on a projector, and together they cover less than a ■ does: what comes along or is empty
 * must not weigh more than what works. */
static void dots(struct pen *pen, double x, double y, uint32_t color)
{
    const double side = W / 5, step = W / 2;
    for (double dy = side; dy < H; dy += step)
        for (double dx = side; dx < W; dx += step)
            rectangle(pen, x + dx, y + dy, side, side, color);
}

/* The other shades are one flat colour between the two, with at least 3 : 1 to the background where
 * the colour itself has 4.5 : 1 (WCAG 2.1, 1.4.11). */
static uint32_t mix(uint32_t fg, uint32_t bg, int shade)
{
    static const int percent[] = {0, 0, 80, 90};
    int part = percent[shade];
    uint32_t out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int f = fg >> shift & 255, b = bg >> shift & 255;
        out |= (uint32_t)((f * part + b * (100 - part)) / 100) << shift;
    }
    return out;
}

static void block(struct pen *pen, double x, double y, uint32_t glyph, uint32_t fg, uint32_t bg)
{
    int n = (int)(glyph - BLOCK_FIRST);
    if (n == 0) {
        rectangle(pen, x, y, W, H / 2, fg);
    } else if (n <= 8) { /* lower eighths, full */
        rectangle(pen, x, y + H * (8 - n) / 8, W, H * n / 8, fg);
    } else if (n <= 15) { /* left eighths */
        rectangle(pen, x, y, W * (16 - n) / 8, H, fg);
    } else if (n == 16) {
        rectangle(pen, x + W / 2, y, W / 2, H, fg);
    } else if (n == 17) { /* light shade */
        dots(pen, x, y, fg);
    } else if (n <= 19) { /* medium and dark shade */
        rectangle(pen, x, y, W, H, mix(fg, bg, n - 16));
    } else if (n == 20) {
        rectangle(pen, x, y, W, H / 8, fg);
    } else if (n == 21) {
        rectangle(pen, x + W * 7 / 8, y, W / 8, H, fg);
    } else {
        int set = quadrants[n - 22];
        for (int q = 0; q < 4; q++)
            if (set >> q & 1)
                rectangle(pen, x + (q & 1) * W / 2, y + (q >> 1) * H / 2, W / 2, H / 2, fg);
    }
}

bool shapes_geometric(uint32_t glyph)
{
    return glyph >= BOX_FIRST && glyph <= BLOCK_LAST;
}

static void geometry(struct pen *pen, int column, int row, uint32_t glyph, uint32_t fg, uint32_t bg)
{
    double x = column * W, y = row * H;
    if (glyph < BLOCK_FIRST)
        box(pen, x, y, glyph, fg);
    else
        block(pen, x, y, glyph, fg, bg);
}

static void backgrounds(const struct canvas *canvas, const struct theme *theme, struct pen *pen)
{
    rectangle(pen, 0, 0, canvas->columns * W, canvas->rows * H, theme->background);
    flush(pen);
    for (int y = 0; y < canvas->rows; y++) {
        for (int x = 0; x < canvas->columns; x++) {
            uint32_t fg, bg;
            theme_colors(theme, canvas->cells[y * canvas->columns + x].style, &fg, &bg);
            if (bg != theme->background) rectangle(pen, x * W, y * H, W, H, bg);
        }
        flush(pen);
    }
}

static void drawings(const struct canvas *canvas, const struct theme *theme, struct pen *pen)
{
    for (int y = 0; y < canvas->rows; y++) {
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            uint32_t fg, bg;
            theme_colors(theme, cell->style, &fg, &bg);
            if (shapes_geometric(cell->glyph)) geometry(pen, x, y, cell->glyph, fg, bg);
        }
        flush(pen);
    }
}

static void add(struct str *run, const struct cell *cell)
{
    char bytes[5];
    str_add(run, bytes, (size_t)canvas_encode(cell->glyph, bytes));
    if (cell->mark) str_add(run, bytes, (size_t)canvas_encode(cell->mark, bytes));
}

/* A run ends where the style or the sort of glyph changes; double-width characters stand alone,
 * because their font's advance need not be two cells. */
static bool joins(const struct cell *last, const struct cell *cell)
{
    return last->style == cell->style && last->width == 1 && cell->width == 1 &&
           shapes_geometric(last->glyph) == shapes_geometric(cell->glyph);
}

static void texts(const struct canvas *canvas, const struct theme *theme,
                  const struct shapes_sink *sink, bool hidden)
{
    struct str run;
    str_init(&run);
    for (int y = 0; y < canvas->rows; y++) {
        const struct cell *row = &canvas->cells[y * canvas->columns];
        for (int x = 0; x < canvas->columns;) {
            if (row[x].width == 0) {
                x++;
                continue;
            }
            int end = x + row[x].width;
            bool blank = row[x].glyph == ' ' && !row[x].mark;
            str_clear(&run);
            add(&run, &row[x]);
            for (; end < canvas->columns && joins(&row[end - 1], &row[end]); end++) {
                add(&run, &row[end]);
                blank = blank && row[end].glyph == ' ';
            }
            uint32_t fg, bg;
            theme_colors(theme, row[x].style, &fg, &bg);
            if (!blank && shapes_geometric(row[x].glyph) == hidden)
                sink->text(sink->user, x, y, end - x, run.text, fg, bg,
                           theme->pairs[row[x].style].attributes, hidden);
            x = end;
        }
    }
    str_fini(&run);
}

void shapes_draw(const struct canvas *canvas, const struct theme *theme,
                 const struct shapes_sink *sink)
{
    struct pen pen = {.sink = sink};
    backgrounds(canvas, theme, &pen);
    texts(canvas, theme, sink, true);
    drawings(canvas, theme, &pen);
    texts(canvas, theme, sink, false);
}
