/* replay.h - a terminal (libvterm) reads what was written for terminals, and says whether it then
 * shows a canvas. Failures end the cmocka test. */
#ifndef TESTS_SUPPORT_REPLAY_H
#define TESTS_SUPPORT_REPLAY_H

#include "canvas/canvas.h"
#include "canvas/theme.h"

struct VTerm;

struct replay {
    struct VTerm *vterm;
};

void replay_open(struct replay *replay, int columns, int rows);
void replay_close(struct replay *replay);
/* Text with escapes, a row a line. */
void replay_lines(struct replay *replay, const char *text);
/* The first `frames` output events of an asciicast v2 (-1: all), behind its header. Returns how
 * many there are. */
int replay_cast(struct replay *replay, const char *text, int frames);
/* Every cell has the canvas's glyph, mark, colours and boldness. */
void replay_shows(const struct replay *replay, const struct canvas *canvas,
                  const struct theme *theme);

#endif
