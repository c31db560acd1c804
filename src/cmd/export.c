/* export.c - `syncstep export T.npz --to perfetto|csv|cast -o FILE`. A new kind is one row. */
#include "analysis/analysis.h"
#include "app/action.h"
#include "app/frame.h"
#include "app/show.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "cmd/output.h"
#include "export/cast.h"
#include "export/csv.h"
#include "export/export.h"
#include "export/perfetto.h"
#include "state/cursor.h"
#include "state/session.h"
#include "state/state.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

enum { CAST_COLUMNS = 80, CAST_ROWS = 24, CAST_TENTHS = 12 };

static int to_perfetto(struct options *options, struct trace *trace, struct error *err)
{
    struct export_out out;
    if (export_open(&out, options->output, err) != 0) return -1;
    int status = export_perfetto(trace, out.file, err);
    if (export_close(&out, status == 0, status == 0 ? err : NULL) != 0) status = -1;
    return status;
}

/* results.csv becomes results.rounds.csv, results.accesses.csv ... */
static char *table_path(const char *output, const char *table)
{
    size_t length = strlen(output);
    if (length > 4 && !strcmp(output + length - 4, ".csv")) length -= 4;
    struct str path;
    str_init(&path);
    str_add(&path, output, length);
    str_addf(&path, ".%s.csv", table);
    return path.text;
}

/* All tables or none: they get their names when the last one is complete. */
static int to_csv(struct options *options, struct trace *trace, struct error *err)
{
    struct analysis *analysis = analysis_create(trace);
    struct export_out *outs = mem_array((size_t)csv_table_count, sizeof *outs);
    char **paths = mem_array((size_t)csv_table_count, sizeof *paths);
    int status = 0, opened = 0;
    for (; opened < csv_table_count && status == 0; opened++) {
        paths[opened] = table_path(options->output, csv_tables[opened].name);
        status = output_check(options, paths[opened], err);
        if (status == 0) status = export_open(&outs[opened], paths[opened], err);
        if (status != 0) outs[opened] = (struct export_out){0};
    }
    for (int i = 0; i < csv_table_count && status == 0; i++)
        status = csv_write(analysis, &csv_tables[i], outs[i].file, err);
    for (int i = 0; i < opened; i++) {
        if (export_close(&outs[i], status == 0, status == 0 ? err : NULL) != 0 && status == 0)
            status = -1;
        if (status == 0) printf("%s\n", paths[i]);
        free(paths[i]);
    }
    free(paths);
    free(outs);
    analysis_destroy(analysis);
    return status;
}

static int no_loader(void *context, const struct stage *stage, const struct run_request *request,
                     struct trace **trace, struct error *err)
{
    (void)context, (void)stage, (void)request, (void)trace;
    return error_set(err, "a recorded trace cannot be run again");
}

static bool has_nothing(void *context, const struct stage *stage, enum run_variant variant)
{
    (void)context, (void)stage, (void)variant;
    return false;
}

/* Every round of the first recorded block, in the view that --view names. */
static void play(struct options *options, struct state *state, struct cast *cast)
{
    int columns = options->columns ? options->columns : CAST_COLUMNS;
    int rows = options->rows ? options->rows : CAST_ROWS;
    struct canvas *canvas = canvas_create(columns, rows);
    canvas->ascii = options->ascii;
    int last = (int)cursor_last_round(state);
    cursor_go_round(state, 0);
    for (int round = 0; round <= last; round++) {
        canvas_clear(canvas);
        frame_prepare(state, columns, rows);
        frame_draw(state, canvas);
        cast_frame(cast, canvas, CAST_TENTHS / 10.0);
        export_progress(round + 1, last + 1);
        if (!cursor_step_rounds(state, 1)) break;
    }
    canvas_destroy(canvas);
}

static int to_cast(struct options *options, struct trace *trace, struct error *err)
{
    int theme = options->theme ? theme_find(options->theme) : 0;
    int view = options->view ? view_find(options->view) : -1;
    if (theme < 0) return error_set(err, "%s: there is no such theme", options->theme);
    if (options->view && view < 0)
        return error_set(err, "%s: there is no such view", options->view);
    struct export_out out;
    if (export_open(&out, options->output, err) != 0) return -1;

    const struct session_loader loader = {.load = no_loader, .has = has_nothing};
    struct session *session = session_create(trace->program, &loader);
    session_add(session, trace->program);
    session_give(session, 0, trace);
    struct state state;
    show_begin(&state, session, 0);
    if (view >= 0) show_view(&state, (uint32_t)view);
    struct export_look look = {.theme = &theme_table[theme], .scale = 1, .title = trace->program};
    struct cast cast;
    cast_begin(&cast, out.file, options->columns ? options->columns : CAST_COLUMNS,
               options->rows ? options->rows : CAST_ROWS, &look);
    play(options, &state, &cast);
    int status = cast_end(&cast, err);
    state_fini(&state);
    session_destroy(session);
    if (export_close(&out, status == 0, status == 0 ? err : NULL) != 0) status = -1;
    return status;
}

static const struct {
    const char *name;
    int (*write)(struct options *options, struct trace *trace, struct error *err);
    bool keeps_trace; /* destroys it itself */
} kinds[] = {
    {"perfetto", to_perfetto, false},
    {"csv", to_csv, false},
    {"cast", to_cast, true},
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static int run(struct options *options)
{
    const char *path;
    struct error err = {""};
    if (options_one_word(options, "a trace", &path, &err) || load_check(path, options, &err))
        return cmd_fail(CMD_USAGE, "%s", err.text);
    int kind = 0;
    while (kind < KIND_COUNT && (!options->to || strcmp(kinds[kind].name, options->to)))
        kind++;
    if (kind == KIND_COUNT) return cmd_fail(CMD_USAGE, "--to takes perfetto, csv or cast");
    if (!options->output) return cmd_fail(CMD_USAGE, "-o FILE is missing");
    if (output_check(options, options->output, &err)) return cmd_fail(CMD_USAGE, "%s", err.text);
    struct trace *trace;
    if (trace_read(path, &trace, &err) != 0) return cmd_fail_error(CMD_FAILED, &err);
    export_guard();
    int status = kinds[kind].write(options, trace, &err);
    if (!kinds[kind].keeps_trace) trace_destroy(trace);
    return status == 0 ? CMD_DONE : cmd_fail_error(CMD_FAILED, &err);
}

static const struct option_row rows[] = {{.name = "to",
                                          .kind = OPTION_TEXT,
                                          .at = offsetof(struct options, to),
                                          .argument = "perfetto|csv|cast",
                                          .help = N_("what to write")},
                                         {.name = "output",
                                          .letter = 'o',
                                          .kind = OPTION_TEXT,
                                          .at = offsetof(struct options, output),
                                          .argument = "FILE",
                                          .help = N_("where to")},
                                         {.name = "view",
                                          .kind = OPTION_TEXT,
                                          .at = offsetof(struct options, view),
                                          .argument = "VIEW",
                                          .help = N_("cast: the view to play")},
                                         {0}};

const struct command command_export = {.name = "export",
                                       .usage = "T.npz --to KIND -o FILE",
                                       .summary =
                                           N_("write a trace as tables, timeline or animation"),
                                       .groups = OPTIONS_SCREEN,
                                       .rows = rows,
                                       .run = run};
