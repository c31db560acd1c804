/* shapes.h - a canvas as rectangles and pieces of text, for formats that draw.
 *
 * Box drawing and block characters (U+2500 to U+259F) become geometry, because a font's glyphs
 * leave gaps between cells. Everything else becomes text. Neighbouring rectangles of one colour
 * are joined, so that no seam shows between them at any scale.
 *
 * Units: a cell is SHAPES_CELL_WIDTH x SHAPES_CELL_HEIGHT; the origin is the canvas's upper left.
 * Colours are 0xRRGGBB. */
#ifndef SYNCSTEP_EXPORT_SHAPES_H
#define SYNCSTEP_EXPORT_SHAPES_H

#include "canvas/canvas.h"
#include "canvas/theme.h"

enum { SHAPES_CELL_WIDTH = 10, SHAPES_CELL_HEIGHT = 20 };

/* The fonts to try, best first. DejaVu Sans Mono has all of the viewer's own glyphs; the CJK ones
 * are for notes and comments. */
#define SHAPES_FONTS                                                                               \
    "DejaVu Sans Mono,Noto Sans Mono CJK SC,Noto Sans CJK SC,WenQuanYi Zen Hei Mono,monospace"
/* DejaVu Sans Mono advances 1233/2048 em, so this size fills a cell's width exactly. */
#define SHAPES_FONT_SIZE (SHAPES_CELL_WIDTH * 2048.0 / 1233.0)
/* Baseline, from a cell's top: the font's ascent 0.928 em, centred in the cell's height. */
#define SHAPES_BASELINE 15.5

struct shapes_sink {
    void *user;
    void (*rectangle)(void *user, double x, double y, double width, double height, uint32_t color);
    void (*line)(void *user, double x1, double y1, double x2, double y2, double thickness,
                 uint32_t color);
    /* Text of `cells` cells from column x in row y. `hidden`: geometry already shows it; the text
     * is there to be selected, searched and copied. */
    void (*text)(void *user, int x, int y, int cells, const char *text, uint32_t color,
                 uint32_t background, uint8_t attributes, bool hidden);
};

void shapes_draw(const struct canvas *canvas, const struct theme *theme,
                 const struct shapes_sink *sink);

/* True for glyphs that are drawn as geometry. */
bool shapes_geometric(uint32_t glyph);

#endif
