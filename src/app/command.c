#include "app/command.h"

#include "app/action.h"
#include "app/ahead.h"
#include "app/compare.h"
#include "app/keys.h"
#include "app/search.h"
#include "app/show.h"
#include "base/i18n.h"
#include "base/str.h"
#include "canvas/theme.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/session.h"
#include "view/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct argument_command {
    const char *name, *about;
    /* The number of choices and each choice's word, for completion; NULL: a number. */
    const char *(*choice)(const struct state *state, uint32_t i);
    void (*run)(struct state *state, const char *argument);
    bool early; /* needs no trace */
};

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

/* A whole number of the command, or false and a message. */
static bool number(struct state *state, const char *argument, uint32_t *value)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(argument, &end, 10);
    if (errno || end == argument || *end || *argument == '-' || n >= TRACE_NONE) {
        state_message(state, _("A number is wanted, not \"%s\"."), argument);
        return false;
    }
    *value = (uint32_t)n;
    return true;
}

/* Tells when the trace does not reach as far as was asked. */
static void land(struct state *state, const char *what, uint32_t wanted, uint32_t got)
{
    if (wanted != got) state_message(state, _("There is no %s %u; this is %u."), what, wanted, got);
}

static void run_stage(struct state *state, const char *argument)
{
    uint32_t n;
    if (!number(state, argument, &n)) return;
    uint32_t count = session_count(state->session);
    if (n < 1 || n > count) {
        state_message(state, _("Stages go from 1 to %u."), count);
        return;
    }
    show_stage(state, state->pane_on, n - 1);
}

static void run_launch(struct state *state, const char *argument)
{
    uint32_t n;
    if (!number(state, argument, &n)) return;
    on(state)->cursor.launch = n;
    cursor_clamp(on(state)->trace, &on(state)->cursor);
    land(state, _("launch"), n, on(state)->cursor.launch);
}

static void run_block(struct state *state, const char *argument)
{
    uint32_t n;
    const struct trace_launch *launch = cursor_launch(on(state));
    if (!launch || !number(state, argument, &n)) return;
    uint32_t at = trace_find_block(launch, n);
    if (at == TRACE_NONE)
        state_message(state,
                      ONE_OR(launch->block_count, _("Block %u was not recorded (%u block is)."),
                             _("Block %u was not recorded (%u blocks are).")),
                      n, launch->block_count);
    else
        on(state)->cursor.block = at;
    cursor_clamp(on(state)->trace, &on(state)->cursor);
}

static void run_round(struct state *state, const char *argument)
{
    uint32_t n;
    if (!number(state, argument, &n)) return;
    cursor_go_round(state, n);
    land(state, _("round"), n, cursor_round(state));
}

static void run_request(struct state *state, const char *argument)
{
    uint32_t n;
    const struct view *view = view_table[state->view];
    if (!number(state, argument, &n)) return;
    uint32_t count = view->request_count ? view->request_count(on(state)) : 0;
    if (n < 1 || n > count)
        state_message(state, _("Requests of this round go from 1 to %u in this view."), count);
    else
        on(state)->cursor.request = n - 1;
}

static void run_mark(struct state *state, const char *argument)
{
    if (!predict_asks(state))
        state_message(state, "%s", _("Threads are marked while predicting (p)."));
    else if (!predict_mark_list(state, argument))
        state_message(state, "%s", _("Threads are marked as in :mark 0 2 4-7 or :mark 0-254/2."));
}

/* The chosen array, where the picture stays as it was: why, and which view has it. */
static void tell_array(struct state *state, uint32_t array)
{
    const struct view *view = view_table[state->view];
    const struct pane *pane = on(state);
    const char *name = cursor_launch(pane)->arrays[array].name;
    int rounds = view_about(VIEW_ROUNDS), banks = view_about(VIEW_SHARED);
    bool drawn = rounds >= 0 && view_table[rounds]->shows_array(pane, array);
    if (view->shows_array && view->shows_array(pane, array)) return;
    if (!view->shows_array && drawn)
        state_message(state, _("%s is chosen; see %s (%d)"), name, _(view_table[rounds]->name),
                      rounds + 1);
    else if (banks >= 0 && banks != (int)state->view)
        state_message(state, _("%s is not drawn in this picture; see %s (%d)"), name,
                      _(view_table[banks]->name), banks + 1);
    else
        state_message(state, _("%s is not drawn in this round"), name);
}

static void run_array(struct state *state, const char *argument)
{
    const struct trace_launch *launch = cursor_launch(on(state));
    for (uint32_t i = 0; launch && i < launch->array_count; i++)
        if (strcmp(launch->arrays[i].name, argument) == 0) {
            on(state)->cursor.array = i;
            cursor_clamp(on(state)->trace, &on(state)->cursor);
            tell_array(state, i);
            return;
        }
    state_message(state, _("There is no shared array named \"%s\"."), argument);
}

static void run_slot(struct state *state, const char *argument)
{
    uint32_t n;
    if (!number(state, argument, &n)) return;
    cursor_set_slot(on(state), &on(state)->cursor, n);
    if (cursor_array(on(state))) land(state, _("slot"), n, on(state)->cursor.slot);
}

static void run_thread(struct state *state, const char *argument)
{
    uint32_t n;
    if (!number(state, argument, &n)) return;
    cursor_set_thread(on(state), &on(state)->cursor, n);
    land(state, _("thread"), n, on(state)->cursor.thread);
}

static void run_line(struct state *state, const char *argument)
{
    uint32_t n;
    int view = view_about(VIEW_SOURCE);
    if (!number(state, argument, &n)) return;
    on(state)->cursor.line = n ? n : 1;
    if (view >= 0) show_view(state, (uint32_t)view);
}

static void run_view(struct state *state, const char *argument)
{
    int view = view_find(argument);
    if (view < 0)
        state_message(state, _("There is no view named \"%s\"."), argument);
    else
        show_view(state, (uint32_t)view);
}

static void run_theme(struct state *state, const char *argument)
{
    int theme = theme_find(argument);
    if (theme < 0)
        state_message(state, _("There is no theme named \"%s\"."), argument);
    else
        state->theme = theme;
}

static void run_speed(struct state *state, const char *argument)
{
    char *end;
    double speed = strtod(argument, &end);
    if (end == argument || *end || !(speed >= 0.25 && speed <= 16))
        state_message(state, "%s", _("Speed is in steps a second, from 0.25 to 16."));
    else
        state->speed = (int)(speed * 4 + 0.5);
}

static void run_shot(struct state *state, const char *argument)
{
    char path[STATE_TEXT] = "", size[32] = "", theme[32] = "";
    state->shot_columns = state->shot_rows = 0;
    state->shot_theme = -1;
    if (sscanf(argument, "%511s %31s %31s", path, size, theme) < 1) path[0] = 0;
    if (*size && (sscanf(size, "%dx%d", &state->shot_columns, &state->shot_rows) != 2 ||
                  state->shot_columns < 1 || state->shot_rows < 1 || state->shot_columns > 1000 ||
                  state->shot_rows > 1000)) {
        state_message(state, "%s", _("A size is COLUMNSxROWS, at most 1000x1000."));
        return;
    }
    if (*theme && (state->shot_theme = theme_find(theme)) < 0) {
        state_message(state, _("There is no theme named \"%s\"."), theme);
        return;
    }
    snprintf(state->shot_path, sizeof state->shot_path, "%s", path);
    state->wish = WISH_SHOT;
}

static void run_compare(struct state *state, const char *argument)
{
    compare_with(state, argument);
}

static void run_search(struct state *state, const char *argument)
{
    search_text(state, argument);
}

/* ---- Choices ---------------------------------------------------------------------------------*/

static const char *choose_view(const struct state *state, uint32_t i)
{
    (void)state;
    return i < (uint32_t)view_count ? view_table[i]->name : NULL;
}

static const char *choose_theme(const struct state *state, uint32_t i)
{
    (void)state;
    return i < (uint32_t)theme_count ? theme_table[i].name : NULL;
}

static const char *choose_run(const struct state *state, uint32_t i)
{
    (void)state;
    return compare_word(i);
}

static const char *choose_array(const struct state *state, uint32_t i)
{
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    return launch && i < launch->array_count ? launch->arrays[i].name : NULL;
}

static const struct argument_command commands[] = {
    {"array", N_("show a shared array by its name"), choose_array, run_array, false},
    {"block", N_("go to a block by its linear index"), NULL, run_block, false},
    {"compare", N_("compare with a stage, another run or -DNAME=VALUE"), choose_run, run_compare,
     true},
    {"launch", N_("go to a launch, from 0"), NULL, run_launch, false},
    {"line", N_("go to a line of the source"), NULL, run_line, false},
    {"mark", N_("predict: mark threads, as in 0-127 or 0-254/2"), NULL, run_mark, false},
    {"request", N_("go to a request of this round, from 1"), NULL, run_request, false},
    {"round", N_("go to a round, from 0"), NULL, run_round, false},
    {"search", N_("search a value, a name, a line"), NULL, run_search, false},
    {"shot", N_("screenshot: FILE COLUMNSxROWS THEME, all optional"), NULL, run_shot, true},
    {"slot", N_("select a slot"), NULL, run_slot, false},
    {"speed", N_("steps a second while playing, 0.25 to 16"), NULL, run_speed, true},
    {"stage", N_("go to a stage, from 1"), NULL, run_stage, true},
    {"theme", N_("colours"), choose_theme, run_theme, true},
    {"thread", N_("select a thread by its linear index"), NULL, run_thread, false},
    {"view", N_("open a view by its name"), choose_view, run_view, true},
};

enum { ARGUMENT_COUNT = sizeof commands / sizeof *commands };

/* ---- Running --------------------------------------------------------------------------------- */

static bool typeable(const struct key_row *row)
{
    return row->context != KEYS_PROMPT && row->context != KEYS_PREDICT && !row->family;
}

/* Name number i: first those with arguments, then the plain actions. NULL at the end. */
static const char *command_name(uint32_t i)
{
    if (i < ARGUMENT_COUNT) return commands[i].name;
    i -= ARGUMENT_COUNT;
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
static const char *resolve(struct state *state, const char *word)
{
    const char *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; command_name(i); i++) {
        if (strcmp(command_name(i), word) == 0) return command_name(i);
        if (strncmp(command_name(i), word, strlen(word)) != 0) continue;
        if (!found || strcmp(found, command_name(i)) != 0) count++;
        found = command_name(i);
    }
    if (count == 1) return found;
    if (count == 0)
        state_message(state, _("There is no command \"%s\"; Tab lists them."), word);
    else
        state_message(state, _("\"%s\" may be several commands; Tab lists them."), word);
    return NULL;
}

void commands_run(struct state *state, const char *line)
{
    char word[64];
    const char *rest;
    split(line, word, &rest);
    if (!*word) return;
    if (word[strspn(word, "0123456789")] == 0 && !*rest) {
        run_line(state, word);
        return;
    }
    if (strcmp(word, "q") == 0) strcpy(word, "quit");
    const char *name = resolve(state, word);
    if (!name) return;
    for (int i = 0; i < ARGUMENT_COUNT; i++) {
        bool optional =
            strcmp(name, "shot") == 0 || strcmp(name, "theme") == 0 || strcmp(name, "search") == 0;
        if (strcmp(commands[i].name, name) != 0 || (!*rest && optional)) continue;
        if (*rest)
            commands[i].run(state, rest);
        else
            state_message(state, "%s: %s", name, _(commands[i].about));
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
    for (int i = 0; name && i < ARGUMENT_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return *rest && !commands[i].early;
    if (name && strcmp(name, "list-findings") == 0) return true;
    const struct key_row *row = name ? keys_row_named(name) : NULL;
    return row && ahead_waits_for(state, row->action);
}

/* ---- Completion ------------------------------------------------------------------------------ */

struct choices {
    struct str list; /* "stage step" */
    char common[64]; /* what all have in common */
    uint32_t count;
};

static void offer(struct choices *choices, const char *begun, const char *word)
{
    if (strncmp(word, begun, strlen(begun)) != 0) return;
    if (choices->count++ == 0) {
        snprintf(choices->common, sizeof choices->common, "%s", word);
    } else {
        size_t same = 0;
        while (choices->common[same] && choices->common[same] == word[same])
            same++;
        choices->common[same] = 0;
    }
    str_addf(&choices->list, "%s%s", choices->count > 1 ? " " : "", word);
}

static void complete_argument(const struct state *state, const char *name, const char *begun,
                              struct choices *choices)
{
    for (int i = 0; i < ARGUMENT_COUNT; i++)
        for (uint32_t c = 0; strcmp(commands[i].name, name) == 0 && commands[i].choice; c++) {
            const char *word = commands[i].choice(state, c);
            if (!word) break;
            offer(choices, begun, word);
        }
}

void commands_complete(struct state *state, char *line, size_t size)
{
    char word[64];
    const char *rest;
    struct choices choices = {.count = 0};
    split(line, word, &rest);
    bool argument = strchr(line + strspn(line, " "), ' ') != NULL;
    str_init(&choices.list);
    if (argument) {
        complete_argument(state, word, rest, &choices);
    } else {
        for (uint32_t i = 0; command_name(i); i++)
            if (i < ARGUMENT_COUNT || !strstr(" search shot theme compare ", command_name(i)))
                offer(&choices, word, command_name(i));
    }
    if (choices.count) {
        char done[STATE_TEXT];
        const char *space = choices.count == 1 && !argument ? " " : "";
        if (argument)
            snprintf(done, sizeof done, "%s %s", word, choices.common);
        else
            snprintf(done, sizeof done, "%s%s", choices.common, space);
        snprintf(line, size, "%s", done);
        if (choices.count > 1) state_message(state, "%s", choices.list.text);
    }
    str_fini(&choices.list);
}
