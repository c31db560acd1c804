/* screen.h - canvases in tests: as text, against golden files, and checks that hold at any size.
 *
 * Golden files are tests/golden/NAME.txt. UPDATE_GOLDEN=1 in the environment writes them; read the
 * difference before it is committed. */
#ifndef TESTS_SUPPORT_SCREEN_H
#define TESTS_SUPPORT_SCREEN_H

#include "app/action.h"
#include "canvas/canvas.h"
#include "state/session.h"
#include "state/state.h"

#include <stdbool.h>

char *screen_text(const struct canvas *canvas); /* free() it */
/* Also with a letter per cell for its style, in a second picture below the first. */
char *screen_styles(const struct canvas *canvas);
bool screen_golden(const char *text, const char *name); /* false: differs, and says where */

/* Right halves follow left halves, glyphs are printable, no solid shape is drawn in reverse, the
 * cursor is inside. */
bool screen_whole(const struct canvas *canvas);

/* A viewer without a terminal: a session of stages given as traces. */
struct screen {
    struct session *session;
    struct state state;
    struct canvas *canvas;
};
void screen_open(struct screen *screen, int columns, int rows, struct trace *const *traces,
                 const char *const *titles, int count);
void screen_close(struct screen *screen);
void screen_resize(struct screen *screen, int columns, int rows);
void screen_key(struct screen *screen, uint32_t key);
void screen_keys(struct screen *screen, const char *text); /* each character is a key */
void screen_draw(struct screen *screen);
bool screen_shows(struct screen *screen, const char *text); /* after drawing */

#endif
