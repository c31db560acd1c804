/* main.c - finds the command and runs it. */
#include "base/i18n.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(command_table[i]->name, name) == 0) return command_table[i];
    return NULL;
}

static void print_help(void)
{
    printf("%s", _("Usage: syncstep COMMAND [options]\n"
                   "Step through an unmodified CUDA program one __syncthreads() at a time.\n\n"
                   "Without a command: opens the lesson \"reduction\".\n\nCommands:\n"));
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        char left[80];
        int n =
            snprintf(left, sizeof left, "  %s %s", command_table[i]->name, command_table[i]->usage);
        if (n > 32)
            printf("%s\n%34s%s\n", left, "", _(command_table[i]->summary));
        else
            printf("%-34s%s\n", left, _(command_table[i]->summary));
    }
    printf("\n%s\n", _("syncstep COMMAND --help lists the options of a command."));
}

/* Output that did not arrive (disk full, closed file) is a failure; commands that found that out
 * themselves have said so. */
static int finish(int status)
{
    errno = 0;
    bool lost = fflush(stdout) != 0;
    if (!(lost || ferror(stdout)) || status != CMD_DONE) return status;
    return cmd_fail(CMD_FAILED, "cannot write to standard output%s%s", errno ? ": " : "",
                    errno ? strerror(errno) : "");
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options options;
    struct error err;
    int status = options_parse(&options, command, argc, argv, &err);
    cmd_operands(&options.words);
    if (status == 0)
        status = command->run(&options);
    else if (status > 0)
        status = CMD_DONE;
    else
        status = cmd_fail(CMD_USAGE, "%s", err.text);
    cmd_operands(NULL);
    options_fini(&options);
    return finish(status);
}

/* A standard stream that the caller closed is closed to its use, too, but its number is taken: else
 * the first file opened gets it, and the program under study writes there. */
static void hold_standard_numbers(void)
{
    for (int number = 0; number < 3; number++)
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number ? O_RDONLY : O_WRONLY) < 0)
            return;
}

int main(int argc, char **argv)
{
    hold_standard_numbers();
    i18n_start();
    if (argc < 2) {
        const struct command *lesson = find_command("lesson");
        char *start[] = {"lesson", "reduction", NULL};
        if (lesson) return run_command(lesson, 2, start);
        print_help();
        return CMD_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return finish(CMD_DONE);
    }
    if (strcmp(name, "--version") == 0) {
        printf("syncstep %s\n", SYNCSTEP_VERSION);
        return finish(CMD_DONE);
    }
    const struct command *command = find_command(name);
    if (!command) return cmd_fail(CMD_USAGE, "no such command: %s (syncstep --help)", name);
    return run_command(command, argc - 1, argv + 1);
}
