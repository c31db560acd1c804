/* docs.c - `syncstep docs keys|man|bash|zsh`: documents made from the tables of keys, commands and
 * options. `make docs` writes them into README.md, man/ and assets/completions/.
 * `syncstep docs stages LESSON`: the names of its stages, for the completions. */
#include "app/keys.h"
#include "cmd/cmd.h"
#include "cmd/completions.h"
#include "cmd/viewer.h"

#include <stdio.h>
#include <string.h>

#define MAN_DATE "2026-11-30" /* of this version of the page: fixed, so that it is made alike */

/* ---- Manual page ----------------------------------------------------------------------------- */

enum { MAN_COLUMNS = 56 }; /* after so many a blank ends the input line: none is over 80 */

/* Text of a manual page: a hyphen is a minus where people copy it, a leading dot no request. */
static void roff(const char *text)
{
    int column = 0;
    for (const char *s = text; *s; s++) {
        column = *s == '\n' ? 0 : column + 1;
        if (*s == ' ' && column > MAN_COLUMNS && !strchr(".'", s[1])) {
            fputc('\n', stdout);
            column = 0;
        } else if (*s == '-')
            fputs("\\-", stdout);
        else if (*s == '\\')
            fputs("\\e", stdout);
        else if ((*s == '.' || *s == '\'') && (s == text || s[-1] == '\n'))
            printf("\\&%c", *s);
        else
            fputc(*s, stdout);
    }
}

static void man_option(void *context, const struct option_row *row)
{
    const char *argument = row->argument ? row->argument : row->choices;
    (void)context;
    fputs(".TP\n", stdout);
    if (row->letter) printf("\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", stdout);
    roff(row->name);
    fputs("\\fR", stdout);
    if (argument) {
        fputs(" \\fI", stdout);
        roff(argument);
        fputs("\\fR", stdout);
    }
    fputc('\n', stdout);
    roff(row->help);
    fputc('\n', stdout);
}

static void man_command(const struct command *command)
{
    printf(".SS syncstep %s", command->name);
    if (*command->usage) fputc(' ', stdout);
    roff(command->usage);
    fputc('\n', stdout);
    roff(command->summary);
    fputs(".\n", stdout);
    options_each(command, man_option, NULL);
}

static const char man_head[] =
    ".SH NAME\n"
    "syncstep \\- step through a CUDA program one __syncthreads() at a time\n"
    ".SH SYNOPSIS\n"
    ".B syncstep\n"
    "[\\fICOMMAND\\fR [\\fIoptions\\fR]]\n"
    ".SH DESCRIPTION\n"
    "Takes a complete, unmodified CUDA program, runs it on an emulator or on a GPU\n"
    "with every access to memory logged, and shows in the terminal what each\n"
    "thread did between two barriers, forwards and backwards.\n"
    "Without a command it opens the lesson \"reduction\".\n"
    ".SH COMMANDS\n";

static const char man_tail[] =
    ".SH CONFIGURATION\n"
    "$XDG_CONFIG_HOME/syncstep/config (or ~/.config/syncstep/config) is an INI file:\n"
    ".nf\n"
    ".sp\n"
    "[viewer]\n"
    "theme = safe\n"
    "speed = 2\n"
    "animation = no\n"
    "mouse = no\n"
    "ascii = no\n"
    "format = svg\n"
    ".sp\n"
    "[keys]\n"
    "forward = d Right\n"
    ".fi\n"
    ".sp\n"
    "format: of screenshots that are given no name; txt, ans, svg, png, pdf or html.\n"
    "What is wrong in the file is said, with its line, before the screen is taken.\n"
    "Under [keys] stands the name of an action (the table above, or Tab after\n"
    "\":\") and its keys, separated by spaces.\n"
    "Names of keys: Up, Down, Left, Right, Home, End, PageUp, PageDown, Tab, Space,\n"
    "Return, Escape, F1, F10, Ctrl\\-L, Shift\\-Up, or the character itself.\n"
    ".SH COMMANDS OF THE VIEWER\n"
    "Behind \":\" stands the name of an action, or one of array, block, compare,\n"
    "launch, line, mark, request, round, search, shot, slot, speed, stage, theme,\n"
    "thread, view and what it is about, as in :stage cubes_sequential, :slot 64 or\n"
    ":shot tree.svg 120x40 light.\n"
    "Beginnings that are unique are enough; Tab completes both and lists what is\n"
    "possible.\n"
    ".SH ENVIRONMENT\n"
    "NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM, LC_ALL, ESCDELAY, LINES, COLUMNS as\n"
    "usual.\n"
    "XDG_CONFIG_HOME, XDG_CACHE_HOME: where configuration and built programs are\n"
    "kept.\n"
    "SYNCSTEP_ROOT: where its own files are, if not where they were installed.\n"
    ".SH EXIT STATUS\n"
    "0 done, 1 failed, 2 wrong usage.\n"
    "For \\fBcheck\\fR: 0 nothing found, 1 something found, 2 could not tell: the\n"
    "program does not compile, or not all of it was looked at (\\-\\-max\\-accesses,\n"
    "or more accesses than can be compared) and nothing was found in the rest.\n";

static void print_man(void)
{
    printf(".\\\" Made by `make docs` from the tables of commands, options and keys.\n"
           ".TH SYNCSTEP 1 \"" MAN_DATE "\" \"syncstep " SYNCSTEP_VERSION "\" \"User Commands\"\n");
    fputs(man_head, stdout);
    for (int i = 0; i < command_count; i++)
        if (command_table[i]->summary) man_command(command_table[i]);
    fputs(".SH KEYS\n", stdout);
    keys_man(stdout);
    fputs(man_tail, stdout);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void print_keys(void)
{
    keys_markdown(stdout);
}

static int print_stages(struct options *options, const char *lesson)
{
    struct error err;
    uint32_t start;
    struct session *session = viewer_lesson(options, lesson, &start, &err);
    if (!session) return cmd_fail_error(CMD_FAILED, &err);
    for (uint32_t s = 0; s < session_count(session); s++)
        printf("%s\n", session_stage(session, s)->name);
    session_destroy(session);
    return CMD_DONE;
}

static int run(struct options *options)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } kinds[] = {{"keys", print_keys},
                 {"man", print_man},
                 {"bash", completions_bash},
                 {"zsh", completions_zsh}};
    const char *kind;
    struct error err;
    if (options->words.count == 2 && strcmp(options->words.words[0], "stages") == 0)
        return print_stages(options, options->words.words[1]);
    if (options_one_word(options, "keys, man, bash or zsh", &kind, &err) != 0)
        return cmd_fail(CMD_USAGE, "%s", err.text);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0) {
            kinds[i].print();
            return CMD_DONE;
        }
    return cmd_fail(CMD_USAGE, "docs: keys, man, bash or zsh, not \"%s\"", kind);
}

const struct command command_docs = {
    .name = "docs", .usage = "keys|man|bash|zsh|stages LESSON", .run = run};
