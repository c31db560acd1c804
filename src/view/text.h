/* text.h - running text in a view: tabs expanded, wrapped, scrolled, matches of a search marked. */
#ifndef SYNCSTEP_VIEW_TEXT_H
#define SYNCSTEP_VIEW_TEXT_H

#include "base/str.h"
#include "canvas/canvas.h"
#include "state/state.h"

enum { TEXT_MANY_LINES = 1 << 20 }; /* where the number of lines is not known */

/* Appends `text` with tabs expanded to every eighth column and carriage returns left out. */
void text_add_plain(struct str *out, const char *text, int tab);
/* Takes out single blanks behind wide punctuation and between wide characters: where sentences and
 * words are joined, languages without blanks between them want none. */
void text_close_up(char *text);
/* Lines that `text` takes when wrapped at `columns`. */
int text_lines(const char *text, int columns);
/* What running text uses of a view's area: a blank column on either side where there is room. */
struct rect text_inner(struct rect area);
/* Draws `text` from line `scroll`, at most so far that the last line stands at the bottom. */
void text_draw(struct canvas *canvas, struct rect area, const char *text, int scroll,
               const char *search);
/* A view that is nothing but text, wrapped and scrolled by the cursor: draws it ... */
void text_page_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                    struct rect area, const char *text);
/* ... moves in it as keys of a list do ... */
void text_page_move(const struct pane *pane, struct cursor *cursor, int dy, bool large,
                    const char *text);
/* ... and says which of its lines are in sight: "lines 1 to 16 of 27"; "" when all are. */
void text_page_place(const struct pane *pane, const char *text, char *out, int size);
/* The scroll position that moving by `dy` rows gives, for a text of `lines` lines. */
int text_scroll(int scroll, int dy, int lines, int rows);
/* Marks every occurrence of `search` (case is ignored) in the drawn rows of `area`. */
void text_mark(struct canvas *canvas, struct rect area, const char *search);

#endif
