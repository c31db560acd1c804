/* output.h - the way from curses to the terminal. What it draws is gathered, a frame is then one
 * write, and one that waits for nobody: what a slow terminal does not take yet stays pending, while
 * keys and signals go on. Where the system has no means for it curses writes by itself, and may
 * wait. */
#ifndef SYNCSTEP_UI_OUTPUT_H
#define SYNCSTEP_UI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* What curses is to write to: standard output by another number. */
FILE *output_open(void);
void output_close(void);

bool output_gathers(void);
void output_begin(void);            /* from here on curses' bytes are gathered, */
void output_end(void);              /* until here: now they are pending */
void output_text(const char *text); /* in between: one of our own */

bool output_pending(void);
void output_go_on(void); /* writes as much as the terminal takes now */
/* All of it, if it is taken within so many milliseconds; else false, and the rest is dropped. */
bool output_finish(int patience_ms);
void output_drop(void); /* the terminal then shows part of a frame */

#endif
