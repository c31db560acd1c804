#include "cmd/completions.h"

#include "canvas/theme.h"
#include "cmd/cmd.h"
#include "view/view.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- What an option's value may be ----------------------------------------------------------- */

enum { WORDS_ROOM = 256, SEEN_MOST = 64 };

static void add_word(char words[WORDS_ROOM], const char *word, size_t length)
{
    size_t used = strlen(words);
    if (used + length + 2 > WORDS_ROOM) return;
    if (used) words[used++] = ' ';
    memcpy(words + used, word, length);
    words[used + length] = 0;
}

/* "forward|reverse|random:SEED" -> "forward reverse random:"; a word in capitals stands for
 * something else and is no value. */
static void add_choices(char words[WORDS_ROOM], const char *choices)
{
    while (*choices) {
        size_t length = strcspn(choices, "|");
        const char *colon = memchr(choices, ':', length);
        size_t kept = colon ? (size_t)(colon - choices) + 1 : length;
        if (!isupper((unsigned char)*choices)) add_word(words, choices, kept);
        choices += length + (choices[length] != 0);
    }
}

/* Words between blanks, "" when the values are no fixed words. */
static void words_of(const struct option_row *row, char words[WORDS_ROOM])
{
    words[0] = 0;
    if (strcmp(row->name, "view") == 0)
        for (int i = 0; i < view_count; i++)
            add_word(words, view_table[i]->name, strlen(view_table[i]->name));
    else if (strcmp(row->name, "theme") == 0)
        for (int i = 0; i < theme_count; i++)
            add_word(words, theme_table[i].name, strlen(theme_table[i].name));
    else if (row->choices)
        add_choices(words, row->choices);
    else if (row->argument)
        add_choices(words, row->argument);
}

static const char *argument_of(const struct option_row *row)
{
    return row->argument ? row->argument : row->choices;
}

/* Does the command read such a file? What stands behind an option is not read. */
static bool takes(const struct command *command, const char *operand)
{
    const char *at = strstr(command->usage, operand), *option = strstr(command->usage, " -");
    return at && (!option || at < option);
}

/* ---- bash ------------------------------------------------------------------------------------ */

struct seen {
    const char *names[SEEN_MOST];
    int count;
};

static void bash_option(void *context, const struct option_row *row)
{
    (void)context;
    printf("%s--%s ", row->letter ? (char[]){'-', row->letter, ' ', 0} : "", row->name);
}

/* What comes after the option; each once, whichever commands take it. */
static void bash_value(void *context, const struct option_row *row)
{
    struct seen *seen = context;
    const char *argument = argument_of(row);
    char words[WORDS_ROOM];
    if (!argument) return;
    for (int i = 0; i < seen->count; i++)
        if (strcmp(seen->names[i], row->name) == 0) return;
    if (seen->count < SEEN_MOST) seen->names[seen->count++] = row->name;
    words_of(row, words);
    printf("    --%s", row->name);
    if (row->letter) printf(" | -%c", row->letter);
    if (*words)
        printf(") COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")) ;;\n", words);
    else if (strcmp(argument, "FILE") == 0)
        printf(") compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n");
    else if (strcmp(argument, "DIR") == 0)
        printf(") compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n");
    else
        printf(") ;;\n");
}

static void bash_values(void)
{
    struct seen seen = {.count = 0};
    printf("# What the option before the cursor takes; false: it takes nothing.\n"
           "_syncstep_value() {\n"
           "    case $prev in\n");
    for (int i = 0; i < command_count; i++)
        if (command_table[i]->summary) options_each(command_table[i], bash_value, &seen);
    printf("    *) return 1 ;;\n"
           "    esac\n"
           "}\n\n");
}

/* Files that the command reads, folders on the way to them, names of lessons; behind a lesson its
 * stages. */
static void bash_operands(const struct command *command)
{
    printf("\n        operands=\"");
    if (takes(command, "PROG.cu")) printf("cu ");
    if (takes(command, "T.npz")) printf("npz ");
    if (takes(command, ".ini")) printf("ini ");
    printf("\"");
    if (takes(command, ".ini"))
        printf("\n        words="
               "\n        [[ $COMP_CWORD = 2 || $prev == -* ]] ||"
               "\n            words=$(\"${COMP_WORDS[0]}\" docs stages \"${prev/#\\~/$HOME}\" "
               "2>/dev/null)"
               "\n        if [ -n \"$words\" ]; then operands=; else"
               "\n            words=$(\"${COMP_WORDS[0]}\" lesson 2>/dev/null | "
               "awk '{ print $1 }')"
               "\n        fi");
}

void completions_bash(void)
{
    printf("# bash completion for syncstep; made by `make docs`.\n\n");
    bash_values();
    printf("_syncstep() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local options operands words ending\n"
           "    if [[ $cur == = ]]; then # --view=\n"
           "        cur=\n"
           "    elif [[ $prev == = ]]; then # --view=tr\n"
           "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
           "    fi\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
           "        COMPREPLY=($(compgen -W \"");
    for (int i = 0; i < command_count; i++)
        if (command_table[i]->summary) printf("%s ", command_table[i]->name);
    printf("--help --version\" -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    _syncstep_value && return\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        printf("    %s)\n        options=\"", command_table[i]->name);
        options_each(command_table[i], bash_option, NULL);
        printf("--help\"");
        bash_operands(command_table[i]);
        printf(" ;;\n");
    }
    printf("    esac\n"
           "    if [[ $cur == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    compopt -o filenames\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "    for ending in $operands; do\n"
           "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X \"!*.$ending\" -- "
           "\"$cur\")\n"
           "    done\n"
           "    [ -z \"$operands\" ] ||\n"
           "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- \"$cur\")\n"
           "}\n"
           "complete -F _syncstep syncstep\n");
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* Inside single quotes and brackets. */
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

static void zsh_form(const struct option_row *row, const char *dashes, const char *name)
{
    const char *argument = argument_of(row);
    char words[WORDS_ROOM];
    printf("        '%s%s%s[", dashes, name, !argument ? "" : dashes[1] ? "=" : "+");
    zsh_text(row->help);
    fputc(']', stdout);
    if (argument) {
        words_of(row, words);
        printf(":%s:", argument);
        if (*words)
            printf("(%s)", words);
        else if (strcmp(argument, "FILE") == 0)
            printf("_files");
        else if (strcmp(argument, "DIR") == 0)
            printf("_files -/");
        else
            printf(" ");
    }
    printf("' \\\n");
}

static void zsh_option(void *context, const struct option_row *row)
{
    (void)context;
    if (row->letter) zsh_form(row, "-", (char[]){row->letter, 0});
    zsh_form(row, "--", row->name);
}

static void zsh_operands(const struct command *command)
{
    if (takes(command, ".ini"))
        printf("        '1:lesson:_syncstep_lessons' \\\n"
               "        '2:stage:_syncstep_stages'\n");
    else if (takes(command, "PROG.cu") && takes(command, "T.npz"))
        printf("        '*:program or trace:_files -g \"*.(cu|npz)\"'\n");
    else if (takes(command, "PROG.cu"))
        printf("        '*:program:_files -g \"*.cu\"'\n");
    else if (takes(command, "T.npz"))
        printf("        '*:trace:_files -g \"*.npz\"'\n");
    else
        printf("        '*: :'\n");
}

void completions_zsh(void)
{
    printf("#compdef syncstep\n# zsh completion for syncstep; made by `make docs`.\n\n"
           "_syncstep_lessons() {\n"
           "    local -a names\n"
           "    names=(${(f)\"$(syncstep lesson 2>/dev/null | awk '{ print $1 }')\"})\n"
           "    _alternative 'lessons:lesson:compadd -a names' 'files:file:_files -g \"*.ini\"'\n"
           "}\n\n"
           "_syncstep_stages() {\n"
           "    local -a names\n"
           "    names=(${(f)\"$(syncstep docs stages ${(Q)~line[1]} 2>/dev/null)\"})\n"
           "    compadd -a names\n"
           "}\n\n"
           "local -a commands\ncommands=(\n");
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        printf("    '%s:", command_table[i]->name);
        zsh_text(command_table[i]->summary);
        printf("'\n");
    }
    printf(")\nlocal -a options\noptions=('--help:this text' '--version:the version')\n"
           "if (( CURRENT == 2 )); then\n"
           "    if [[ $PREFIX == -* ]]; then _describe -o option options; else _describe command "
           "commands; fi\n"
           "    return\nfi\n"
           "case $words[2] in\n");
    for (int i = 0; i < command_count; i++) {
        if (!command_table[i]->summary) continue;
        printf("%s)\n    shift words; (( CURRENT-- ))\n    _arguments -s \\\n",
               command_table[i]->name);
        options_each(command_table[i], zsh_option, NULL);
        printf("        '--help[this text]' \\\n");
        zsh_operands(command_table[i]);
        printf("    ;;\n");
    }
    printf("esac\n");
}
