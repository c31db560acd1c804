/* screen.h - the terminal. The only renderer that includes curses is behind this header.
 *
 * One screen at a time. Everything is restored by screen_close, by the fatal signals
 * (screen_restore_raw) and when memory runs out. */
#ifndef SYNCSTEP_UI_SCREEN_H
#define SYNCSTEP_UI_SCREEN_H

#include "base/error.h"
#include "canvas/canvas.h"
#include "canvas/theme.h"

#include <stdbool.h>

struct screen_options {
    bool ascii;        /* asked for; also chosen when the locale is not UTF-8 */
    bool no_color;     /* asked for by option or environment */
    int columns, rows; /* of --size; 0 = the terminal's */
};

/* Takes the terminal. -1 and err when standard input or output is none, or it cannot do enough. */
int screen_open(const struct screen_options *options, struct error *err);
void screen_close(void);

bool screen_ascii(void);
int screen_colors(void); /* 0, 8, 16, 256 */
void screen_size(int *columns, int *rows);
void screen_theme(const struct theme *theme);
void screen_mouse(bool on);

/* Brings the terminal to what the canvas shows; writes only what changed. */
void screen_show(const struct canvas *canvas);
void screen_redraw(void);  /* the next screen_show writes everything */
void screen_suspend(void); /* stops the process until it is continued */

/* The next key that is there, 0 when there is none. A change of size comes as SCREEN_RESIZED;
 * a mouse event as SCREEN_MOUSE with its place and button (1 left, 4 wheel up, 5 wheel down). */
enum { SCREEN_RESIZED = 0x120000, SCREEN_MOUSE };
struct screen_click {
    int x, y, button;
};
uint32_t screen_key(struct screen_click *click);

/* Puts the terminal back with nothing but write and tcsetattr: for signal handlers. */
void screen_restore_raw(void);

#endif
