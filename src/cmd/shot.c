/* shot.c - `syncstep shot WHAT --view V -o FILE`: the screen as a file, no terminal needed. */
#include "analysis/finish.h"
#include "app/frame.h"
#include "app/show.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/str.h"
#include "canvas/theme.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "cmd/output.h"
#include "cmd/viewer.h"
#include "export/export.h"
#include "state/cursor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { SHOT_COLUMNS = 80, SHOT_ROWS = 24 };

static struct session *open_stage(struct options *options, const char *lesson, const char *stage,
                                  uint32_t *start, int *status, struct error *err)
{
    struct session *session = viewer_lesson(options, lesson, start, err);
    if (!session) *status = CMD_FAILED;
    if (!session || viewer_find_stage(session, stage, start, err) == 0) return session;
    session_destroy(session);
    return NULL;
}

/* WHAT is a trace, a program, a stage of the lesson "reduction" by its number, a stage of any
 * shipped lesson by its name, or LESSON/STAGE, where LESSON is a shipped one's name or a file of
 * the person's own, FILE.ini. `failure`: the exit status where it is NULL. */
static struct session *open_session(struct options *options, uint32_t *start, int *failure,
                                    struct error *err)
{
    const char *what;
    if (options_one_word(options, "a program, a trace or a stage", &what, err) != 0) return NULL;
    *start = 0;
    if (*what && strspn(what, "0123456789") == strlen(what))
        return open_stage(options, "reduction", what, start, failure, err);
    if (access(what, R_OK) != 0) {
        const char *slash = strrchr(what, '/');
        const bool file = slash && slash - what > 4 && !strncasecmp(slash - 4, ".ini", 4);
        if (file || (slash && slash > what && slash[1] && !strchr(what, '.'))) {
            char *lesson = mem_strdup(what);
            lesson[slash - what] = 0;
            struct session *session = open_stage(options, lesson, slash + 1, start, failure, err);
            free(lesson);
            return session;
        }
        struct session *session = viewer_stage_named(options, what, start);
        if (session) return session;
        error_set(err, "%s: no such file, and no such stage of a lesson", what);
        *failure = CMD_FAILED;
        return session;
    }
    if (load_check(what, options, err)) return NULL;
    struct session_loader loader = viewer_loader(options);
    struct session *session = session_create(path_name(what), &loader);
    viewer_add(session, options, what);
    return session;
}

/* tree.txt becomes tree-003.txt where several rounds are asked for. */
static char *numbered(const char *path, uint64_t round)
{
    struct str name;
    const char *dot = strrchr(path, '.');
    size_t stem = dot && !strchr(dot, '/') ? (size_t)(dot - path) : strlen(path);
    str_init(&name);
    str_add(&name, path, stem);
    str_addf(&name, "-%03llu%s", (unsigned long long)round, path + stem);
    return str_take(&name);
}

static struct canvas *draw(struct state *state, const struct options *options)
{
    int columns = options->columns ? options->columns : SHOT_COLUMNS;
    int rows = options->rows ? options->rows : SHOT_ROWS;
    struct canvas *canvas = canvas_create(columns, rows);
    canvas->ascii = options->ascii;
    frame_prepare(state, columns, rows);
    frame_draw(state, canvas);
    return canvas;
}

/* All canvases into one file where its format has pages (on standard output, too, form feeds
 * between them), else a file each. */
static int write_rounds(const struct canvas *const *pages, uint32_t first, int count,
                        const struct export_look *look, const char *path, struct error *err)
{
    if (export_find(path)->many || strcmp(path, "-") == 0)
        return export_pages(pages, count, look, path, err);
    for (int i = 0; i < count; i++) {
        char *name = numbered(path, first + (uint32_t)i);
        int status = export_file(pages[i], look, name, err);
        free(name);
        export_progress(i + 1, count);
        if (status != 0) return -1;
    }
    return 0;
}

static int draw_rounds(struct state *state, const struct options *options,
                       const struct export_look *look, struct error *err)
{
    uint32_t first = options->rounds.first, last = cursor_last_round(state);
    const struct pane *pane = &state->panes[0];
    /* where the CPU adds up the results, that is one step more */
    if (pane->analysis && finish_of_launch(pane->analysis, pane->cursor.launch)) last++;
    if (first > last)
        return error_set(err, "there is no round %u; the block has rounds 0 to %u", first, last);
    if (options->rounds.last < last) last = options->rounds.last;
    int count = (int)(last - first + 1);
    struct canvas **pages = mem_array((size_t)count, sizeof *pages);
    for (int i = 0; i < count; i++) {
        cursor_go_round(state, first + (uint32_t)i);
        cursor_follow_line(&state->panes[0]);
        pages[i] = draw(state, options);
    }
    int status =
        write_rounds((const struct canvas *const *)pages, first, count, look, options->output, err);
    for (int i = 0; i < count; i++)
        canvas_destroy(pages[i]);
    free(pages);
    return status;
}

static int draw_one(struct state *state, const struct options *options,
                    const struct export_look *look, struct error *err)
{
    struct canvas *canvas = draw(state, options);
    int status = export_file(canvas, look, options->output, err);
    canvas_destroy(canvas);
    return status;
}

static int shoot(struct options *options, struct session *session, uint32_t start)
{
    struct state state;
    struct error err;
    const char *name = options->no_color ? "print" : options->theme;
    int theme = name ? theme_find(name) : 0, status;
    if (theme < 0) return cmd_fail(CMD_USAGE, "there is no theme named \"%s\"", options->theme);
    session_want(session, start, false);
    session_wait(session);
    struct stage_run *run = session_run(session, start);
    if (!run->trace) {
        error_set(&err, "%s", run->failure);
        return cmd_fail_error(CMD_FAILED, &err);
    }
    show_begin(&state, session, start);
    state.learned = ~0u; /* a picture invites nobody */
    if (viewer_place(&state, options, &err) != 0) {
        status = cmd_fail(CMD_USAGE, "%s", err.text);
    } else {
        session_wait(session); /* a view of all stages asked for theirs */
        show_refresh(&state);
        struct export_look look = {.theme = &theme_table[theme],
                                   .scale = options->scale ? (int)options->scale : 1,
                                   .title = session_stage(session, start)->title};
        export_guard();
        int failed = options->rounds.given ? draw_rounds(&state, options, &look, &err)
                                           : draw_one(&state, options, &look, &err);
        status = failed ? cmd_fail_error(CMD_FAILED, &err) : CMD_DONE;
    }
    state_fini(&state);
    return status;
}

static int run(struct options *options)
{
    struct error err;
    uint32_t start;
    if (!options->output) options->output = "-";
    if (output_check(options, options->output, &err)) return cmd_fail(CMD_USAGE, "%s", err.text);
    if (!export_find(options->output)) {
        struct canvas *canvas = canvas_create(1, 1);
        struct export_look look = {.theme = &theme_table[0], .scale = 1, .title = ""};
        export_file(canvas, &look, options->output, &err); /* says which endings there are */
        canvas_destroy(canvas);
        return cmd_fail(CMD_USAGE, "%s", err.text);
    }
    int failure = CMD_USAGE;
    struct session *session = open_session(options, &start, &failure, &err);
    if (!session) return cmd_fail(failure, "%s", err.text);
    int status = shoot(options, session, start);
    session_destroy(session);
    return status;
}

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
    {.name = "rounds",
     .kind = OPTION_RANGE,
     .at = AT(rounds),
     .argument = "A-B",
     .help = N_("a file for each of these rounds")},
    {.name = "scale",
     .kind = OPTION_NUMBER,
     .at = AT(scale),
     .argument = "N",
     .help = N_("size of pictures: 1, 2 or 3")},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .at = AT(output),
     .argument = "FILE",
     .help = N_("the file; its ending chooses the format (default: text on standard output)")},
    {0}};

const struct command command_shot = {.name = "shot",
                                     .usage = "PROG.cu|T.npz|STAGE -o FILE",
                                     .summary = N_("draw the screen to a file"),
                                     .groups = OPTIONS_BUILD | OPTIONS_RECORD | OPTIONS_SCREEN |
                                               OPTIONS_PLACE,
                                     .rows = rows,
                                     .run = run};
