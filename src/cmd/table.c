/* table.c - all commands, in the order of --help. */
#include "cmd/cmd.h"

const struct command *const command_table[] = {
    &command_lesson, &command_run,    &command_view,  &command_shot,
    &command_record, &command_report, &command_check, &command_export,
    &command_sweep,  &command_doctor, &command_build, &command_docs,
};

const int command_count = sizeof command_table / sizeof *command_table;
