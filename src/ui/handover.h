/* handover.h - how the terminal goes from the shell to the viewer and back: its settings, and texts
 * prepared beforehand. Without curses' state, so that signal handlers may do it at any moment.
 *
 * Given away it is in three ways: at the end, on ^Z (handover_give is called), and by signals that
 * nobody can catch (SIGSTOP) or that the system sends to a background process (SIGTTIN, SIGTTOU):
 * then the shell takes it as it is. The settings that are given back are always those of the
 * beginning. */
#ifndef SYNCSTEP_UI_HANDOVER_H
#define SYNCSTEP_UI_HANDOVER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Waits until the process is in the foreground, stopped as the system stops those that touch the
 * terminal from the background; then reads the settings. -1 and err when there are none or the
 * terminal will never be ours. */
int handover_begin(struct error *err);

/* Once the screen is taken (curses has its settings and the terminal's description): what to set
 * and write later. `brackets`: pastes are bracketed, which has to be ended. */
void handover_prepare(bool brackets);
void handover_end(void); /* from now on all of the below does nothing */

/* For signal handlers. Ctrl-S no longer holds back what is written; in the background nothing. */
void handover_start_output(void);
/* For signal handlers. What has been given is not written again by the next handover_give. */
void handover_give(void);
/* In the background it waits as handover_begin does. 0, or -1 and errno: EIO = never ours again. */
int handover_take_settings(void);
void handover_take_screen(void); /* settings and the second screen, which curses then redraws */

void handover_given(bool given); /* curses has left the screen, or come back to it */
bool handover_is_given(void);
bool handover_in_background(void);

/* Of the terminal's description; NULL if it cannot do that. */
const char *handover_capability(const char *name);
/* A capability without its pads, "$<5>": written by itself they would show. */
void handover_unpadded(const char *text, char *out, size_t size);

extern const char handover_brackets_on[], handover_brackets_off[];

#endif
