/* typed.h - keys of the terminal that curses has opened; terminal.h has the rest of it. */
#ifndef SYNCSTEP_UI_TYPED_H
#define SYNCSTEP_UI_TYPED_H

/* Once curses has the screen: which keys the terminal has. No paste is going on. */
void typed_begin(void);

#endif
