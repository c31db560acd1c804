/* cmd.h - the subcommands. A command is a file in src/cmd/ and a row of table.c. */
#ifndef SYNCSTEP_CMD_CMD_H
#define SYNCSTEP_CMD_CMD_H

#include "cmd/options.h"

/* Exit statuses. `check` has its own meaning for them: 0 clean, 1 found, 2 could not tell. */
enum { CMD_DONE = 0, CMD_FAILED = 1, CMD_USAGE = 2 };

struct command {
    const char *name;
    const char *usage;                   /* "PROG.cu [-- ARGS]" */
    const char *summary;                 /* one line, no full stop; NULL = not listed in --help */
    unsigned groups;                     /* enum option_group: the common options it takes */
    const struct option_row *rows;       /* its own options, or NULL */
    int (*run)(struct options *options); /* returns an exit status; writes errors itself */
};

/* "syncstep: TEXT" on stderr, for each line of a longer text as it is. Returns `status`. */
int cmd_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cmd_fail_error(int status, const struct error *err); /* messages that name a file stand alone */

/* The command's operands, whose names may hold anything; kept by reference. NULL: forget them. */
void cmd_operands(const struct word_list *words);

extern const struct command command_sweep;
extern const struct command command_build;
extern const struct command command_docs;
extern const struct command command_doctor;
extern const struct command command_export;
extern const struct command command_lesson;
extern const struct command command_run;
extern const struct command command_shot;
extern const struct command command_view;
extern const struct command command_record;
extern const struct command command_report;
extern const struct command command_check;

extern const struct command *const command_table[]; /* table.c */
extern const int command_count;

#endif
