/* command.h - ":" commands: every action by its name, and those that take an argument. */
#ifndef SYNCSTEP_APP_COMMAND_H
#define SYNCSTEP_APP_COMMAND_H

#include "state/state.h"

/* Carries out `line` ("stage 12", "next-block", "17" = line 17), or says what is wrong with it. */
void commands_run(struct state *state, const char *line);
/* Is `line` about a trace that is still being built? One that is wrong is not. */
bool commands_wait(struct state *state, const char *line);
/* Completes `line` in place as far as it is unique; lists the possibilities as a message. */
void commands_complete(struct state *state, char *line, size_t size);

#endif
