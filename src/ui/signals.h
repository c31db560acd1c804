/* signals.h - from signals to the loop, and from a crash back to a sane terminal. */
#ifndef SYNCSTEP_UI_SIGNALS_H
#define SYNCSTEP_UI_SIGNALS_H

#include "base/error.h"

#include <signal.h>
#include <stdbool.h>

/* Before the screen is opened. HUP, INT, QUIT and TERM ask the loop to leave; all other
 * signals that end a process restore the terminal and end it as they would have. */
int signals_start(struct error *err);
void signals_stop(void);

int signals_fd(void); /* readable when a signal came */
void signals_drain(void);
int signals_asked(void);      /* the signal that asks to leave, or 0 */
bool signals_continued(void); /* stopped and continued since the last call: the screen is lost,
                                 the terminal's settings have been taken again */

/* SIGTSTP, which ^Z is: asked for; then the screen has to be left and signals_stop_here called. */
bool signals_stopping(void);
void signals_stop_here(void);
/* Asks for what ^Z does. The whole process group then stops, for its leader may be a script that
 * its shell waits for; but only once the screen has been left: the shell is quick to write. */
void signals_suspend(void);

/* Around writing to the terminal: a signal that asks to leave meanwhile ends the process at once,
 * and one that stops stops it, for a terminal that takes nothing would block us for ever. */
void signals_output(bool on);

/* Around waiting for the terminal, when nothing of it is ours yet: likewise, and a signal that has
 * asked to leave before ends the process now. */
void signals_waiting(bool on);

/* The mask for ppoll: SIGWINCH is let in there and nowhere else, so that none is lost
 * between looking and waiting. */
const sigset_t *signals_wait_mask(void);

#endif
