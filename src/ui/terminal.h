/* terminal.h - the terminal. The only renderer that includes curses is behind this header.
 *
 * One screen at a time. Everything is restored by terminal_close, by the fatal signals
 * (handover_give) and when memory runs out. */
#ifndef SYNCSTEP_UI_TERMINAL_H
#define SYNCSTEP_UI_TERMINAL_H

#include "base/error.h"
#include "canvas/canvas.h"
#include "canvas/theme.h"

#include <stdbool.h>

struct terminal_options {
    bool ascii;        /* asked for; also chosen when the locale is not UTF-8 */
    bool no_color;     /* asked for by option or environment */
    int columns, rows; /* of --size; 0 = the terminal's */
};

/* Can the terminal move its cursor? "dumb" cannot: only lines of text are for it. */
bool terminal_able(void);

/* Takes the terminal. -1 and err when standard input or output is none, or it cannot do enough. */
int terminal_open(const struct terminal_options *options, struct error *err);
void terminal_close(void);

bool terminal_ascii(void);
bool terminal_has_mouse(void);
void terminal_size(int *columns, int *rows);
void terminal_theme(const struct theme *theme);
void terminal_mouse(bool on);

/* Brings the terminal to what the canvas shows; writes only what changed. */
void terminal_show(const struct canvas *canvas);
void terminal_redraw(void); /* the next terminal_show writes everything */

/* Leaves the screen to the shell, which ^Z calls; comes back to it, also when it was taken away
 * without terminal_leave. What the size is now comes as TERMINAL_RESIZED. */
void terminal_leave(void);
void terminal_return(void);

/* The next key that is there, 0 when there is none. A change of size comes as TERMINAL_RESIZED;
 * a mouse event as TERMINAL_MOUSE with its place and button (1 left, 4 wheel up, 5 wheel down).
 * Characters of the first line of what is pasted come with TERMINAL_PASTED set, the rest of it not
 * at all; its end comes as TERMINAL_PASTE_END. */
enum {
    TERMINAL_RESIZED = 0x120000,
    TERMINAL_MOUSE,
    TERMINAL_PASTE_END,
    TERMINAL_PASTED = 0x400000
};
struct terminal_click {
    int x, y, button;
};
uint32_t terminal_key(struct terminal_click *click);

/* A paste comes, and its end has not. A terminal that was cut off never sends it: whoever waits in
 * vain says that it pauses. True: it has stalled, and what comes next belongs to it all the same;
 * false: behind that one there was a pause, too, and from now on keys are keys. */
bool terminal_pasting(void);
bool terminal_paste_pauses(void);

#endif
