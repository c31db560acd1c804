#include "app/command_impl.h"

#include "app/action.h"
#include "app/ahead.h"
#include "app/keys.h"
#include "app/show.h"
#include "base/i18n.h"
#include "state/predict.h"
#include "state/session.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Running --------------------------------------------------------------------------------- */

static bool typeable(const struct key_row *row)
{
    return row->context != KEYS_PROMPT && row->context != KEYS_PREDICT && !row->family;
}

/* Name number i: first those with arguments, then the plain actions. NULL at the end. */
static const char *command_name(uint32_t i)
{
    if (i < (uint32_t)argument_command_count) return argument_commands[i].name;
    i -= (uint32_t)argument_command_count;
    for (int r = 0; r < keys_count; r++) {
        if (!typeable(&keys_table[r])) continue;
        if (i-- == 0) return keys_table[r].name;
    }
    if (i == 0) return "list-findings";
    return NULL;
}

static void split(const char *line, char word[64], const char **rest)
{
    line += strspn(line, " ");
    size_t length = strcspn(line, " ");
    snprintf(word, 64, "%.*s", (int)length, line);
    line += length;
    *rest = line + strspn(line, " ");
}

/* The command whose name begins with `word`, if there is just one; an exact name wins. */
static const char *look_up(const char *word, uint32_t *count)
{
    const char *found = NULL;
    *count = 0;
    for (uint32_t i = 0; command_name(i); i++) {
        if (strncmp(command_name(i), word, strlen(word)) != 0) continue;
        if (!found || strcmp(found, command_name(i)) != 0) ++*count;
        found = command_name(i);
        if (strcmp(found, word) == 0) *count = 1;
        if (strcmp(found, word) == 0) break;
    }
    return *count == 1 ? found : NULL;
}

static const char *resolve(struct state *state, const char *word)
{
    uint32_t count;
    const char *name = look_up(word, &count);
    if (count == 0)
        state_message(state, _("There is no command \"%s\"; Tab lists them."), word);
    else if (!name)
        state_message(state, _("\"%s\" may be several commands; Tab lists them."), word);
    return name;
}

static const struct argument_command *argument_command(const char *name)
{
    for (int i = 0; name && i < argument_command_count; i++)
        if (strcmp(argument_commands[i].name, name) == 0) return &argument_commands[i];
    return NULL;
}

/* With an argument of which perhaps only the beginning has been typed. */
static void run_with(struct state *state, const struct argument_command *command,
                     const char *argument)
{
    struct choices words = {.count = 0};
    bool exact = argument[strspn(argument, "0123456789")] == 0;
    if (command->named) command->words(state, argument, &words);
    for (uint32_t i = 0; i < words.count; i++)
        exact |= strcmp(words.list[i], argument) == 0;
    if (words.count > 1 && !exact)
        state_message(state, _("\"%s\" may be several; Tab lists them."), argument);
    else
        command->run(state, words.count == 1 && !exact ? words.list[0] : argument);
    choices_fini(&words);
}

void commands_run(struct state *state, const char *line)
{
    char word[64], whole[1024];
    const char *rest;
    snprintf(whole, sizeof whole, "%s", line);
    for (size_t end = strlen(whole); end > 0 && whole[end - 1] == ' ';)
        whole[--end] = 0;
    split(whole, word, &rest);
    if (!*word) return;
    if (word[strspn(word, "0123456789")] == 0 && !*rest) {
        argument_command_line(state, word);
        return;
    }
    if (strcmp(word, "q") == 0) strcpy(word, "quit");
    const char *name = resolve(state, word);
    if (!name) return;
    const struct argument_command *command = argument_command(name);
    if (command && (*rest || !command->optional)) {
        if (*rest)
            run_with(state, command, rest);
        else
            state_message(state, "%s: %s", name, _(command->about));
        return;
    }
    if (strcmp(name, "list-findings") == 0) {
        state->overlay = OVERLAY_FINDINGS;
        state->overlay_scroll = 0;
        return;
    }
    const struct key_row *row = keys_row_named(name);
    if (row) state_apply(state, row->action, 0);
}

bool commands_wait(struct state *state, const char *line)
{
    char word[64];
    const char *rest;
    split(line, word, &rest);
    if (!*word || strcmp(word, "q") == 0) return false;
    if (word[strspn(word, "0123456789")] == 0 && !*rest) return true;
    const char *name = resolve(state, word);
    const struct argument_command *command = argument_command(name);
    if (command) return *rest && !command->early;
    if (name && strcmp(name, "list-findings") == 0) return true;
    const struct key_row *row = name ? keys_row_named(name) : NULL;
    return row && ahead_waits_for(state, row->action);
}

/* ---- Completion ------------------------------------------------------------------------------ */

static void find_commands(const struct state *state, const char *text, struct choices *words)
{
    (void)state;
    for (uint32_t i = 0; command_name(i); i++)
        choices_add(words, text, command_name(i));
}

void commands_complete(struct state *state, char *line, size_t size)
{
    char word[64];
    const char *rest;
    uint32_t count;
    const size_t blanks = strspn(line, " ");
    split(line, word, &rest);
    if (!strchr(line + blanks, ' ')) {
        bool one = choices_complete(state, line + blanks, size - blanks, find_commands);
        if (one && strlen(line) + 1 < size) strcat(line, " ");
        return;
    }
    const struct argument_command *command = argument_command(look_up(word, &count));
    if (!command) return;
    const size_t at = (size_t)(rest - line);
    if (!choices_complete(state, line + at, size - at, command->words) && !*state->message)
        state_message(state, "%s", _(command->about));
}
