/* docs.c - `syncstep docs keys|man|bash|zsh`: documents made from the tables of keys, commands and
 * options. `make docs` writes them into README.md, man/ and assets/completions/. */
#include "app/keys.h"
#include "canvas/theme.h"
#include "cmd/cmd.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

/* ---- Manual page ----------------------------------------------------------------------------- */

/* Text of a manual page: a hyphen is a minus where people copy it, a leading dot no request. */
static void roff(const char *text)
{
    for (const char *s = text; *s; s++) {
        if (*s == '-')
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
    printf(".SS syncstep %s ", command->name);
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
    "Takes a complete, unmodified CUDA program, runs it on an emulator or on a GPU with every "
    "access\n"
    "to memory logged, and shows in the terminal what each thread did between two barriers,\n"
    "forwards and backwards. Without a command it opens the lesson \"reduction\".\n"
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
    "Under [keys] stands the name of an action (the table above, or Tab after \":\") and its "
    "keys,\n"
    "separated by spaces. Names of keys: Up, Down, Left, Right, Home, End, PageUp, PageDown, Tab,\n"
    "Space, Return, Escape, F1, F10, Ctrl\\-L, Shift\\-Up, or the character itself.\n"
    ".SH ENVIRONMENT\n"
    "NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM, LC_ALL, ESCDELAY, LINES, COLUMNS as usual.\n"
    "XDG_CONFIG_HOME, XDG_CACHE_HOME: where configuration and built programs are kept.\n"
    "SYNCSTEP_ROOT: where its own files are, if not where they were installed.\n"
    ".SH EXIT STATUS\n"
    "0 done, 1 failed, 2 wrong usage. For \\fBcheck\\fR: 0 nothing found, 1 something found, 2 "
    "could\n"
    "not tell.\n";

static void print_man(void)
{
    printf(".\\\" Made by `make docs` from the tables of commands, options and keys.\n"
           ".TH SYNCSTEP 1 \"\" \"syncstep " SYNCSTEP_VERSION "\" \"User Commands\"\n");
    fputs(man_head, stdout);
    for (int i = 0; i < command_count; i++)
        if (command_table[i]->summary) man_command(command_table[i]);
    fputs(".SH KEYS\n", stdout);
    keys_man(stdout);
    fputs(man_tail, stdout);
}

/* ---- Completions ----------------------------------------------------------------------------- */

static void bash_option(void *context, const struct option_row *row)
{
    (void)context;
    printf(" --%s", row->name);
}

static void bash_values(const char *option, const char *const *words, int count)
{
    printf("    --%s) COMPREPLY=($(compgen -W \"", option);
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", words[i]);
    printf("\" -- \"$cur\")); return ;;\n");
}

/* Words for the options whose values are names; choices are in the tables. */
static void each_value(void (*write)(const char *, const char *const *, int))
{
    const char *views[16], *themes[16];
    int view_names = 0, theme_names = 0;
    for (int i = 0; i < view_count && i < 16; i++)
        views[view_names++] = view_table[i]->name;
    for (int i = 0; i < theme_count && i < 16; i++)
        themes[theme_names++] = theme_table[i].name;
    static const char *const backends[] = {"auto", "emulator", "gpu"};
    static const char *const as[] = {"written", "compiled"};
    static const char *const schedules[] = {"forward", "reverse", "random:1"};
    write("view", views, view_names);
    write("theme", themes, theme_names);
    write("backend", backends, 3);
    write("as", as, 2);
    write("schedule", schedules, 3);
}

static void print_bash(void)
{
    printf("# bash completion for syncstep; made by `make docs`.\n"
           "_syncstep() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
           "        COMPREPLY=($(compgen -W \"");
    for (int i = 0; i < command_count; i++)
        if (command_table[i]->summary) printf("%s ", command_table[i]->name);
    printf("--help --version\" -- \"$cur\"))\n        return\n    fi\n    case $prev in\n");
    each_value(bash_values);
    printf("    esac\n    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        printf("    %s) options=\"", command_table[i]->name);
        options_each(command_table[i], bash_option, NULL);
        printf(" --help\" ;;\n");
    }
    printf("    esac\n"
           "    if [[ $cur == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
           "        compopt -o filenames 2>/dev/null\n"
           "    fi\n"
           "}\n"
           "complete -F _syncstep syncstep\n");
}

/* zsh: inside single quotes and brackets. */
static void zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr("[]:", *text))
            printf("\\%c", *text);
        else
            fputc(*text, stdout);
    }
}

static void zsh_option(void *context, const struct option_row *row)
{
    const char *argument = row->argument ? row->argument : row->choices;
    (void)context;
    printf("        '--%s%s[", row->name, argument ? "=" : "");
    zsh_text(row->help);
    fputc(']', stdout);
    if (argument && strcmp(row->name, "view") == 0) {
        printf(":view:(");
        for (int i = 0; i < view_count; i++)
            printf("%s ", view_table[i]->name);
        fputc(')', stdout);
    } else if (argument && strcmp(row->name, "theme") == 0) {
        printf(":theme:(");
        for (int i = 0; i < theme_count; i++)
            printf("%s ", theme_table[i].name);
        fputc(')', stdout);
    } else if (argument && row->choices) {
        printf(":value:(");
        for (const char *s = row->choices; *s; s++)
            fputc(*s == '|' ? ' ' : *s, stdout);
        fputc(')', stdout);
    } else if (argument) {
        printf(":value:_files");
    }
    printf("' \\\n");
}

static void print_zsh(void)
{
    printf("#compdef syncstep\n# zsh completion for syncstep; made by `make docs`.\n"
           "local -a commands\ncommands=(\n");
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        printf("    '%s:", command_table[i]->name);
        zsh_text(command_table[i]->summary);
        printf("'\n");
    }
    printf(")\nif (( CURRENT == 2 )); then\n    _describe command commands\n    return\nfi\n"
           "case $words[2] in\n");
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        printf("%s)\n    shift words; (( CURRENT-- ))\n    _arguments \\\n",
               command_table[i]->name);
        options_each(command_table[i], zsh_option, NULL);
        printf("        '--help[this text]' '*:file:_files'\n    ;;\n");
    }
    printf("esac\n");
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void print_keys(void)
{
    keys_markdown(stdout);
}

static int run(struct options *options)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } kinds[] = {
        {"keys", print_keys}, {"man", print_man}, {"bash", print_bash}, {"zsh", print_zsh}};
    const char *kind;
    struct error err;
    if (options_one_word(options, "keys, man, bash or zsh", &kind, &err) != 0)
        return cmd_fail(CMD_USAGE, "%s", err.text);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0) {
            kinds[i].print();
            return CMD_DONE;
        }
    return cmd_fail(CMD_USAGE, "docs: keys, man, bash or zsh, not \"%s\"", kind);
}

const struct command command_docs = {.name = "docs", .usage = "keys|man|bash|zsh", .run = run};
