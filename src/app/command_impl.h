/* command_impl.h - commands that take an argument, for command*.c only. */
#ifndef SYNCSTEP_APP_COMMAND_IMPL_H
#define SYNCSTEP_APP_COMMAND_IMPL_H

#include "app/choices.h"
#include "app/command.h"

struct argument_command {
    const char *name, *about;
    choices_find *words; /* what may stand behind it */
    void (*run)(struct state *state, const char *argument);
    bool early;    /* needs no trace */
    bool named;    /* a beginning of just one of the words is enough */
    bool optional; /* does something by itself, too */
};

extern const struct argument_command argument_commands[]; /* by name */
extern const int argument_command_count;

void argument_command_line(struct state *state,
                           const char *argument); /* also what a number alone asks */

#endif
