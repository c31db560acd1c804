/* canvas.h - a screen of cells with no output in it. Views fill it, renderers blit it.
 *
 * Coordinates are columns and rows from 0. Everything is clipped: to the canvas and to the
 * current clip rectangle, so a view may draw anywhere at any size. A double-width character takes
 * its cell and the next one (whose glyph is 0, width 0); one that would be cut by an edge becomes
 * a space. Text is UTF-8; invalid bytes and control characters are drawn as '?'. With
 * canvas.ascii set, every glyph of the repertoire is replaced by its ASCII twin when drawn.
 *
 * Whoever draws may also say what a click on some cells means: a number of its own, which the
 * canvas only keeps (state/target.h has the meanings). */
#ifndef SYNCSTEP_CANVAS_CANVAS_H
#define SYNCSTEP_CANVAS_CANVAS_H

#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell {
    uint32_t glyph; /* Unicode code point; 0 in the right half of a double-width character */
    uint32_t mark;  /* one combining mark, or 0 */
    uint8_t style;  /* enum style */
    uint8_t width;  /* 1, 2; 0 in a right half */
};

enum { GLYPH_CHOSEN = 0x25C6 }; /* in the place of a solid shape that is selected */

struct rect {
    int x, y, columns, rows;
};

struct canvas {
    int columns, rows;
    struct cell *cells; /* [rows][columns] */
    struct rect clip;
    bool ascii;             /* replace glyphs by their ASCII twins */
    int cursor_x, cursor_y; /* where the hardware cursor stands: the selected item; -1 = nowhere */
    uint64_t *targets;      /* [rows][columns]: 0 = nothing; NULL: nobody asks for them */
};

struct canvas *canvas_create(int columns, int rows); /* at least 1 x 1 */
void canvas_destroy(struct canvas *canvas);
void canvas_resize(struct canvas *canvas, int columns, int rows); /* contents become blank */
void canvas_clear(struct canvas *canvas);

/* Limits drawing to `rect` within the present clip; restore with canvas_set_clip. */
struct rect canvas_clip(struct canvas *canvas, struct rect rect);
void canvas_set_clip(struct canvas *canvas, struct rect old);

/* What is selected is drawn in reverse, in which a solid shape would be a hole: it becomes a ◆. */
void canvas_put(struct canvas *canvas, int x, int y, enum style style, uint32_t glyph);
bool canvas_solid(uint32_t glyph); /* a shape that fills most of its cell with one colour */
/* Draws until the end of the text or the clip, where an ellipsis says that there is more; returns
 * the column after the last cell, as if nothing had been clipped (so that callers can go on). No
 * wrapping; '\n' ends the text. */
int canvas_text(struct canvas *canvas, int x, int y, enum style style, const char *text);
int canvas_textf(struct canvas *canvas, int x, int y, enum style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* At most `columns` cells; longer text is cut and ends in an ellipsis ("…" or "..."). */
int canvas_text_fit(struct canvas *canvas, int x, int y, enum style style, int columns,
                    const char *text);
/* The last cell stands at column x_end - 1. */
void canvas_text_right(struct canvas *canvas, int x_end, int y, enum style style, const char *text);
/* Word-wrapped within rect; words of CJK text may break anywhere. Starts at line `skip`. Returns
 * the number of lines the whole text takes. */
int canvas_paragraph(struct canvas *canvas, struct rect rect, int skip, enum style style,
                     const char *text);
void canvas_fill(struct canvas *canvas, struct rect rect, enum style style, uint32_t glyph);
void canvas_hline(struct canvas *canvas, int x, int y, int columns, enum style style);
void canvas_vline(struct canvas *canvas, int x, int y, int rows, enum style style);
void canvas_box(struct canvas *canvas, struct rect rect, const char *title); /* cleared inside */
void canvas_restyle(struct canvas *canvas, struct rect rect, enum style style);
void canvas_blit(struct canvas *to, int x, int y, const struct canvas *from);
void canvas_cursor(struct canvas *canvas, int x, int y);

/* From now on the canvas keeps targets; canvas_clear forgets them. */
void canvas_watch(struct canvas *canvas);
/* A click on the cells of `rect`, as far as the clip leaves them, means `target`, whatever it meant
 * before; 0: nothing. Ignored by a canvas that keeps none. */
void canvas_target(struct canvas *canvas, struct rect rect, uint64_t target);
uint64_t canvas_target_at(const struct canvas *canvas, int x, int y); /* 0 outside, too */

/* Width in cells of UTF-8 text up to its end or newline; of one code point (0, 1, 2). */
int canvas_width(const char *text);
int canvas_glyph_width(uint32_t glyph);
/* Decodes one code point; returns its bytes (at least 1); broken input gives '?' and 1. */
int canvas_decode(const char *text, uint32_t *glyph);
int canvas_encode(uint32_t glyph, char out[5]); /* bytes written, NUL-terminated */
uint32_t canvas_ascii_twin(uint32_t glyph);     /* itself when it is ASCII */
/* `text`, in which arrows are the names of keys, with words for them ("Right"): their twins would
 * be the names of other keys. The second one does so for a canvas of ASCII, else gives `text` back.
 */
const char *canvas_spell_keys(const char *text, char *out, size_t size);
const char *canvas_keys(const struct canvas *canvas, const char *text, char *out, size_t size);

#endif
