#include "cmd/viewer.h"

#include "analysis/finish.h"
#include "app/config.h"
#include "app/frame.h"
#include "app/keys.h"
#include "app/show.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/printable.h"
#include "cmd/cmd.h"
#include "export/export.h"
#include "state/cursor.h"
#include "ui/loop.h"
#include "ui/plain.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Screenshots ----------------------------------------------------------------------------- */

static char shot_format[16] = "txt";

/* syncstep-PROGRAM-VIEW-rN.txt, with a number behind where that exists already. */
static void shot_name(const struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    char program[64] = "screen";
    if (pane->trace) snprintf(program, sizeof program, "%s", pane->trace->program);
    for (char *c = program; *c; c++)
        if (*c == '/' || *c == ' ') *c = '_';
    program[strcspn(program, ".")] = 0;
    for (int i = 1; i < 1000; i++) {
        int used = snprintf(out, size, "syncstep-%s-%s-r%u", program, view_table[state->view]->name,
                            pane->cursor.round);
        if (i > 1) used += snprintf(out + used, size - (size_t)used, "-%d", i);
        snprintf(out + used, size - (size_t)used, ".%s", shot_format);
        if (access(out, F_OK) != 0) return;
    }
}

static void take_shot(struct state *state)
{
    char path[STATE_TEXT];
    struct error err;
    int columns = state->shot_columns ? state->shot_columns : state->columns;
    int rows = state->shot_rows ? state->shot_rows : state->rows;
    const struct theme *theme =
        &theme_table[state->shot_theme >= 0 ? state->shot_theme : state->theme];
    struct export_look look = {.theme = theme, .scale = 1, .title = "syncstep"};
    if (*state->shot_path)
        snprintf(path, sizeof path, "%s", state->shot_path);
    else
        shot_name(state, path, sizeof path);
    struct canvas *canvas = canvas_create(columns, rows);
    frame_prepare(state, columns, rows);
    frame_draw(state, canvas);
    if (export_file(canvas, &look, path, &err) == 0)
        state_message(state, _("Saved %s."), path);
    else
        state_message(state, "%s", err.text);
    canvas_destroy(canvas);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Flag, then NO_COLOR, CLICOLOR_FORCE, CLICOLOR; a terminal without colours is curses' matter. */
static bool no_color(const struct options *options)
{
    const char *none = getenv("NO_COLOR"), *force = getenv("CLICOLOR_FORCE");
    const char *color = getenv("CLICOLOR");
    if (options->no_color) return true;
    if (none && *none) return true;
    if (force && *force && strcmp(force, "0") != 0) return false;
    return color && strcmp(color, "0") == 0;
}

static int prepare(struct state *state, const struct options *options, struct loop_options *loop,
                   struct error *err)
{
    struct config config;
    if (config_load(&config, NULL, export_ending, err) != 0) return -1;
    if (config.theme >= 0) state->theme = config.theme;
    if (config.speed) state->speed = config.speed;
    if (*config.format) snprintf(shot_format, sizeof shot_format, "%s", config.format);
    if (options->theme && (state->theme = theme_find(options->theme)) < 0)
        return error_set(err, "there is no theme named \"%s\"", options->theme);
    state->shot_ending = export_ending;
    state->mouse = config.mouse || options->mouse;
    *loop = (struct loop_options){
        .screen = {.ascii = options->ascii || config.ascii,
                   .no_color = no_color(options),
                   .columns = options->columns,
                   .rows = options->rows},
        .no_animation = options->no_animation || config.no_animation,
        .shot = take_shot,
    };
    return 0;
}

int viewer_place(struct state *state, const struct options *options, struct error *err)
{
    struct pane *pane = &state->panes[state->pane_on];
    if (options->view) {
        int view = view_find(options->view);
        if (view < 0) return error_set(err, "there is no view named \"%s\"", options->view);
        show_view(state, (uint32_t)view);
    }
    if (!pane->trace) return 0;
    if (options->launch_given) {
        if (options->launch >= pane->trace->launch_count)
            return error_set(err, "there is no launch %llu; %u are recorded",
                             (unsigned long long)options->launch, pane->trace->launch_count);
        pane->cursor.launch = (uint32_t)options->launch;
        cursor_clamp(pane->trace, &pane->cursor);
    }
    const struct trace_launch *launch = cursor_launch(pane);
    if (options->block_given) {
        uint32_t at = launch && options->block < TRACE_NONE
                          ? trace_find_block(launch, (uint32_t)options->block)
                          : TRACE_NONE;
        if (at == TRACE_NONE)
            return error_set(err, "block %llu was not recorded",
                             (unsigned long long)options->block);
        pane->cursor.block = at;
        cursor_clamp(pane->trace, &pane->cursor);
    }
    if (options->round_given) {
        /* where the CPU adds up the results, that is one step more */
        bool more = finish_of_launch(pane->analysis, pane->cursor.launch) != NULL;
        if (options->round >= cursor_rounds(pane) + more)
            return error_set(err, "there is no round %llu; the block has %u",
                             (unsigned long long)options->round, cursor_rounds(pane));
        cursor_go_round(state, (uint32_t)options->round);
    }
    cursor_follow_line(pane);
    return 0;
}

/* One stage is read out; how to have the next one. Programs and traces that are no lesson's have no
 * name: they are read by themselves. */
static void say_next(const struct options *options, struct session *session, uint32_t start)
{
    const char *lesson = options->words.count ? options->words.words[0] : "reduction";
    if (start + 1 >= session_count(session)) return;
    const struct stage *next = session_stage(session, start + 1);
    if (*next->name) {
        printf(_("\nThe next stage: syncstep lesson %s %s --plain\n"), lesson, next->name);
        return;
    }
    char *title = mem_strdup(next->title);
    printable(title, false);
    printf(_("\nOne is read out at a time; not yet read: %s\n"), title);
    free(title);
}

/* Which block and round are meant depends on the launch: without one it is the one shown first. */
static int plain_part_of(const struct options *options, struct session *session, uint32_t start,
                         struct plain_part *part, struct error *err)
{
    struct state state;
    const bool inside = options->block_given || options->round_given;
    *part = (struct plain_part){0};
    if (!inside && !options->launch_given) return 0;
    show_begin(&state, session, start);
    int status = viewer_place(&state, options, err);
    const struct pane *pane = &state.panes[state.pane_on];
    const struct cursor *at = &pane->cursor;
    *part = (struct plain_part){.one_launch = options->launch_given || inside,
                                .one_block = options->block_given,
                                .one_round = options->round_given,
                                .launch = at->launch,
                                .block = at->block,
                                .round = (uint32_t)options->round,
                                .finish = options->round >= cursor_rounds(pane)};
    state_fini(&state);
    return status;
}

/* What can be told wrong before the program is built and run. */
static int check_names(const struct options *options, struct error *err)
{
    if (options->theme && theme_find(options->theme) < 0)
        return error_set(err, "there is no theme named \"%s\"", options->theme);
    if (options->view && view_find(options->view) < 0)
        return error_set(err, "there is no view named \"%s\"", options->view);
    return 0;
}

static int run_plain(const struct options *options, struct session *session, uint32_t start)
{
    struct plain_part part;
    struct error err = {""};
    if (check_names(options, &err) != 0) return cmd_fail(CMD_USAGE, "%s", err.text);
    session_want(session, start, false);
    session_wait(session);
    if (plain_part_of(options, session, start, &part, &err) != 0)
        return cmd_fail(CMD_USAGE, "%s", err.text);
    plain_walk(session, start, &part, stdout);
    say_next(options, session, start);
    return session_run(session, start)->trace ? CMD_DONE : CMD_FAILED;
}

int viewer_run(struct options *options, struct session *session, uint32_t start)
{
    struct state state;
    struct loop_options loop;
    struct error err = {""};
    if (options->plain) return run_plain(options, session, start);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return cmd_fail(CMD_USAGE, "%s",
                        _("standard input and output must be a terminal (--plain reads "
                          "the rounds out as text, shot draws them to a file)"));
    if (!terminal_able()) return run_plain(options, session, start);
    show_begin(&state, session, start);
    int status = CMD_DONE;
    if (prepare(&state, options, &loop, &err) != 0 || viewer_place(&state, options, &err) != 0)
        status = cmd_fail(CMD_USAGE, "%s", err.text);
    else if (loop_run(&state, &loop, &err) != 0)
        status = cmd_fail(CMD_USAGE, "%s", err.text);
    if (state.failed) {
        error_set(&err, "%s", session_run(session, start)->failure);
        status = cmd_fail_error(CMD_FAILED, &err);
    }
    state_fini(&state);
    return status;
}
