/* tty.h - the real viewer in a pseudo-terminal, its screen kept by libvterm.
 *
 * Nothing sleeps: the viewer says when a frame is done (SYNCSTEP_FRAME_FD) and how many keys it has
 * handled by then. Every wait ends the test after TTY_PATIENCE seconds without success. */
#ifndef TESTS_SUPPORT_TTY_H
#define TESTS_SUPPORT_TTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

enum { TTY_PATIENCE = 60 };

struct tty {
    pid_t pid;    /* of the viewer */
    pid_t leader; /* of its session, as a shell would be */
    int status;   /* what the leader says of the viewer comes from here */
    int master, mark;
    int slave; /* kept open by the test, to look at its settings after the viewer's end */
    int columns, rows;
    VTerm *vterm;
    VTermScreen *screen;
    bool alternate, cursor_visible;
    unsigned long frames, keys;
    unsigned long keys_sent;
    unsigned long bytes; /* written by the viewer since tty_start */
    bool high, colors;   /* a byte beyond ASCII; a colour was chosen, since tty_start */
    char seen[1 << 16];  /* the last bytes written */
    size_t seen_count;
    struct termios before;
    char marks[256];
    size_t mark_count;
};

/* `environment`: pairs NAME=VALUE ended by NULL, added to TERM=xterm-256color and LC_ALL=C.UTF-8.
 */
void tty_start(struct tty *tty, const char *const *argv, const char *const *environment,
               int columns, int rows);
/* As `viewer &` of a shell. */
void tty_start_in_background(struct tty *tty, const char *const *argv,
                             const char *const *environment, int columns, int rows);
/* Whose the terminal is: the viewer's, which it is at the start, or the leader's. */
void tty_foreground(struct tty *tty, bool viewer);
void tty_stop(struct tty *tty); /* kills what is left, frees */

void tty_send(struct tty *tty, const char *keys);         /* each character counts as one key */
void tty_send_key(struct tty *tty, const char *sequence); /* one key that is several bytes */
bool tty_settle(struct tty *tty); /* until a frame shows all keys sent so far; false: it ended */
bool tty_until_shows(struct tty *tty, const char *text); /* on the alternate screen */
void tty_catch_up(struct tty *tty); /* what has been drawn until now is seen, without waiting */
bool tty_frame(struct tty *tty);    /* until one more frame; false: it ended */
void tty_pump(struct tty *tty);     /* takes over what has been written so far */
void tty_resize(struct tty *tty, int columns, int rows);
void tty_until_left(struct tty *tty); /* until the main screen is there */
int tty_wait(struct tty *tty);        /* until it ends: its wait status */
int tty_change(struct tty *tty);      /* until it stops, goes on or ends: its wait status */

void tty_row(struct tty *tty, int row, char *out, size_t size);
bool tty_shows(struct tty *tty, const char *text);
bool tty_saw(const struct tty *tty, const char *text); /* among the last bytes written */
bool tty_restored(struct tty *tty); /* main screen, cursor visible, settings as before */
const char *tty_viewer(void);       /* path of the viewer under test */

#endif
