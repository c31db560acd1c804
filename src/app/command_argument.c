/* Commands that take an argument: what each does. */
#include "app/action.h"
#include "app/command_impl.h"
#include "app/compare.h"
#include "app/keys.h"
#include "app/requests.h"
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

/* The first one of that name, TRACE_NONE if there is none. */
static uint32_t stage_named(const struct state *state, const char *name)
{
    for (uint32_t i = 0; i < session_count(state->session); i++)
        if (strcmp(choices_stage(state, i), name) == 0) return i;
    return TRACE_NONE;
}

static void run_stage(struct state *state, const char *argument)
{
    uint32_t n = stage_named(state, argument), count = session_count(state->session);
    if (n < count) {
        show_stage(state, state->pane_on, n);
        return;
    }
    if (argument[strspn(argument, "0123456789")]) {
        state_message(state, _("There is no stage named \"%s\"."), argument);
        return;
    }
    if (!number(state, argument, &n)) return;
    if (n < 1 || n > count)
        state_message(state, _("Stages go from 1 to %u."), count);
    else
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
    if (count == 0)
        requests_tell_none(state);
    else if (n < 1 || n > count)
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

void argument_command_line(struct state *state, const char *argument)
{
    uint32_t n;
    int view = view_about(VIEW_SOURCE);
    const uint32_t last = cursor_lines(on(state));
    if (!number(state, argument, &n) || !last) return;
    const uint32_t line = n == 0 ? 1 : n > last ? last : n;
    on(state)->cursor.line = line;
    if (view >= 0) show_view(state, (uint32_t)view);
    land(state, _("line"), n, line);
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
    char number[16];
    uint32_t stage = stage_named(state, argument);
    for (uint32_t i = 0; compare_word(i); i++)
        if (strcmp(compare_word(i), argument) == 0) stage = TRACE_NONE;
    snprintf(number, sizeof number, "%u", stage + 1);
    compare_with(state, stage == TRACE_NONE ? argument : number);
}

static void run_search(struct state *state, const char *argument)
{
    search_text(state, argument);
}

const struct argument_command argument_commands[] = {
    {.name = "array",
     .about = N_("show a shared array by its name"),
     .words = choices_arrays,
     .run = run_array,
     .named = true},
    {.name = "block",
     .about = N_("go to a block by its linear index"),
     .words = choices_blocks,
     .run = run_block},
    {.name = "compare",
     .about = N_("compare with a stage, another run or -DNAME=VALUE"),
     .words = choices_compare,
     .run = run_compare,
     .early = true,
     .named = true},
    {.name = "launch",
     .about = N_("go to a launch, from 0"),
     .words = choices_launches,
     .run = run_launch},
    {.name = "line",
     .about = N_("go to a line of the source"),
     .words = choices_lines,
     .run = argument_command_line},
    {.name = "mark",
     .about = N_("predict: mark threads, as in 0-127 or 0-254/2"),
     .words = choices_marks,
     .run = run_mark},
    {.name = "request",
     .about = N_("go to a request of this round, from 1"),
     .words = choices_requests,
     .run = run_request},
    {.name = "round",
     .about = N_("go to a round, from 0"),
     .words = choices_rounds,
     .run = run_round},
    {.name = "search",
     .about = N_("search a value, a name, a line"),
     .words = choices_search,
     .run = run_search,
     .optional = true},
    {.name = "shot",
     .about = N_("screenshot: FILE COLUMNSxROWS THEME, all optional"),
     .words = choices_shot,
     .run = run_shot,
     .early = true,
     .optional = true},
    {.name = "slot", .about = N_("select a slot"), .words = choices_slots, .run = run_slot},
    {.name = "speed",
     .about = N_("steps a second while playing, 0.25 to 16"),
     .words = choices_speeds,
     .run = run_speed,
     .early = true},
    {.name = "stage",
     .about = N_("go to a stage by its name or number, from 1"),
     .words = choices_stages,
     .run = run_stage,
     .early = true,
     .named = true},
    {.name = "theme",
     .about = N_("colours"),
     .words = choices_themes,
     .run = run_theme,
     .early = true,
     .named = true,
     .optional = true},
    {.name = "thread",
     .about = N_("select a thread by its linear index"),
     .words = choices_threads,
     .run = run_thread},
    {.name = "view",
     .about = N_("open a view by its name"),
     .words = choices_views,
     .run = run_view,
     .early = true,
     .named = true},
};

const int argument_command_count = sizeof argument_commands / sizeof *argument_commands;
