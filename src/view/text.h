/* text.h - running text in a view: tabs expanded, wrapped, scrolled, matches of a search marked. */
#ifndef SYNCSTEP_VIEW_TEXT_H
#define SYNCSTEP_VIEW_TEXT_H

#include "base/str.h"
#include "canvas/canvas.h"
#include "canvas/text_close.h"

/* Appends `text` with tabs expanded to every eighth column and carriage returns left out. */
void text_add_plain(struct str *out, const char *text, int tab);
/* Lines that `text` takes when wrapped at `columns`. */
int text_lines(const char *text, int columns);
/* What running text uses of a view's area: a blank column on either side where there is room. */
struct rect text_inner(struct rect area);
/* Draws `text` from line `scroll`, at most so far that the last line stands at the bottom. */
void text_draw(struct canvas *canvas, struct rect area, const char *text, int scroll,
               const char *search);
/* The scroll position that moving by `dy` rows gives, for a text of `lines` lines. */
int text_scroll(int scroll, int dy, int lines, int rows);
/* Marks every occurrence of `search` (case is ignored) in the drawn rows of `area`. */
void text_mark(struct canvas *canvas, struct rect area, const char *search);

#endif
