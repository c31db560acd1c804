/* All stages of a lesson, or all launches of a program: time, speed-up, bandwidth, share of peak,
 * and the published figure. Only times of the same kind are compared: measured ones, or, where
 * nothing was measured, the model's clocks. */
#include "analysis/bandwidth.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "state/session.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct view view_ladder;

enum { TITLE_LEAST = 16, CHART_LEAST = 4 };

/* Right ends of the columns, from the end of the title; 0 = left out. */
struct columns {
    int time, first, before, rate, share, published, width;
};
static const struct columns measured_columns = {8, 16, 26, 34, 42, 52, 53};
static const struct columns model_columns = {9, 18, 29, 0, 0, 40, 41};

struct row {
    const char *title, *brief;         /* brief: for narrow columns; "" = none */
    const char *card;                  /* that the published time is of; "" = none */
    char shape[160];                   /* of a launch: "reduce<<<64,256>>>" */
    uint32_t stage, launch;            /* what Enter opens; launch TRACE_NONE: a stage as a whole */
    uint32_t number;                   /* from 1; of launches from 0 */
    double measured, model;            /* ns, clocks of the model; 0 = not known */
    double bytes;                      /* distinct bytes of global memory, 0 = none known */
    double timed_bytes;                /* those of launches with a measured time */
    bool coming;                       /* a run with better times is being made or loaded */
    bool real;                         /* and that one has times, not the model's clocks */
    bool rough;                        /* an estimate: not all of some launch was recorded */
    double peak;                       /* bytes per second; 0 = not known */
    double published, bandwidth;       /* seconds, GB/s; 0 = none */
    const struct trace_device *device; /* of the measured time */
};

struct ladder {
    struct row *rows;
    int count, selected;
    bool measured; /* some row has a measured time, or will: then only those count */
    int coming;    /* rows whose times are on their way */
    bool launches; /* the rows are the launches of one program */
};

/* ---- Figures --------------------------------------------------------------------------------- */

static void add_launch(struct row *row, const struct trace *trace, struct analysis *analysis,
                       uint32_t number)
{
    const struct trace_launch *launch = &trace->launches[number];
    const struct bandwidth *bandwidth = bandwidth_of_launch(analysis, number);
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t i = 0; i < launch->timing_count; i++) {
        if (launch->timings[i].start < first) first = launch->timings[i].start;
        if (launch->timings[i].end > last) last = launch->timings[i].end;
    }
    if (launch->plain.count && !trace->model_time) row->measured += launch->plain.median;
    if (trace->model_time && last > first) row->model += (double)(last - first);
    row->bytes += bandwidth->read_all + bandwidth->written_all;
    if (bandwidth->timed) row->timed_bytes += bandwidth->read_all + bandwidth->written_all;
    row->rough |= !bandwidth->complete && !bandwidth->counted;
    if (bandwidth->peak > 0) row->peak = bandwidth->peak;
    row->device = &trace->device;
}

/* From the best times on; session_want_times asks for the first that can be had. */
static const enum run_variant best_runs[] = {RUN_GPU_COMPILED, RUN_RECORDING, RUN_EMULATOR};
enum { BEST_RUNS = sizeof best_runs / sizeof *best_runs };

/* The run with the best times that is there. */
static const struct stage_run *timed_run(const struct stage *stage)
{
    const struct stage_run *best = NULL;
    for (size_t i = 0; i < BEST_RUNS; i++) {
        const struct stage_run *run = &stage->runs[best_runs[i]];
        if (run->trace) return run;
        if (!best && run->status != RUN_NONE) best = run;
    }
    return best ? best : &stage->runs[RUN_EMULATOR];
}

/* Better times than those of `run` that are on their way. */
static void note_coming(const struct stage *stage, const struct stage_run *run, struct row *row)
{
    for (size_t i = 0; i < BEST_RUNS; i++) {
        const struct stage_run *better = &stage->runs[best_runs[i]];
        if (better == run && run->trace) return;
        if (better->status != RUN_WAITING && better->status != RUN_WORKING) continue;
        row->coming = true;
        row->real = best_runs[i] != RUN_EMULATOR;
        return;
    }
}

static void launch_dim(const uint32_t dim[3], char out[40])
{
    if (dim[2] > 1)
        snprintf(out, 40, "(%u,%u,%u)", dim[0], dim[1], dim[2]);
    else if (dim[1] > 1)
        snprintf(out, 40, "(%u,%u)", dim[0], dim[1]);
    else
        snprintf(out, 40, "%u", dim[0]);
}

static void name_launch(const struct trace_launch *launch, char out[160])
{
    char grid[40], block[40];
    launch_dim(launch->grid, grid);
    launch_dim(launch->block, block);
    snprintf(out, 160, "%.60s<<<%s,%s>>>", launch->kernel, grid, block);
}

/* The launches of one run, a row each, from row `at` on. */
static void fill_launches(struct ladder *ladder, int at, uint32_t stage,
                          const struct stage_run *run)
{
    for (uint32_t i = 0; i < run->trace->launch_count; i++) {
        struct row *row = &ladder->rows[at + (int)i];
        *row = (struct row){.title = run->trace->launches[i].kernel,
                            .card = "",
                            .brief = "",
                            .stage = stage,
                            .launch = i,
                            .number = run->trace->launches[i].ordinal};
        name_launch(&run->trace->launches[i], row->shape);
        add_launch(row, run->trace, run->analysis, i);
    }
}

/* Below the stage that is open its launches stand, too, if there are several. */
static uint32_t launches_shown(const struct pane *pane)
{
    if (pane->stage == TRACE_NONE || session_count(pane->session) < 2) return 0;
    const struct stage_run *run = timed_run(session_stage(pane->session, pane->stage));
    return run->trace && run->trace->launch_count > 1 ? run->trace->launch_count : 0;
}

static void fill_stages(struct ladder *ladder, const struct pane *pane)
{
    const struct session *session = pane->session;
    uint32_t launches = launches_shown(pane);
    for (int i = 0, number = 0; i < ladder->count; i++, number++) {
        const struct stage *stage = session_stage(session, (uint32_t)number);
        const struct stage_run *run = timed_run(stage);
        struct row *row = &ladder->rows[i];
        *row = (struct row){.title = stage->title,
                            .brief = stage->brief,
                            .card = stage->card,
                            .stage = (uint32_t)number,
                            .launch = TRACE_NONE,
                            .number = (uint32_t)number + 1,
                            .published = stage->published,
                            .bandwidth = stage->bandwidth};
        note_coming(stage, run, row);
        if (!run->trace) continue;
        for (uint32_t l = 0; l < run->trace->launch_count; l++)
            add_launch(row, run->trace, run->analysis, l);
        if ((uint32_t)number != pane->stage || !launches) continue;
        fill_launches(ladder, i + 1, pane->stage, run);
        i += (int)launches;
    }
}

static bool of_stages(const struct pane *pane)
{
    return session_count(pane->session) > 1 || !pane->trace;
}

static int row_count(const struct pane *pane)
{
    return of_stages(pane) ? (int)(session_count(pane->session) + launches_shown(pane))
                           : (int)pane->trace->launch_count;
}

static struct ladder ladder_make(const struct pane *pane)
{
    struct ladder ladder = {.count = row_count(pane), .launches = !of_stages(pane)};
    ladder.rows = mem_array((size_t)ladder.count, sizeof *ladder.rows);
    if (of_stages(pane))
        fill_stages(&ladder, pane);
    else
        fill_launches(
            &ladder, 0, 0,
            &(struct stage_run){.trace = (struct trace *)pane->trace, .analysis = pane->analysis});
    for (int i = 0; i < ladder.count; i++) {
        const struct row *row = &ladder.rows[i];
        if (row->measured > 0 || (row->coming && row->real)) ladder.measured = true;
        ladder.coming += row->coming;
    }
    ladder.selected = pane->cursor.scroll < ladder.count ? pane->cursor.scroll : ladder.count - 1;
    return ladder;
}

/* Nanoseconds or model clocks, whichever this ladder compares; 0 = this row has none. */
static double row_time(const struct ladder *ladder, int i)
{
    return ladder->measured ? ladder->rows[i].measured : ladder->rows[i].model;
}

/* Launches of a stage are not compared with stages. */
static bool compares(const struct ladder *ladder, int i)
{
    return row_time(ladder, i) > 0 && (ladder->launches || ladder->rows[i].launch == TRACE_NONE);
}

/* How many times faster than `other`; 0 where they did not do the same amount of work. */
static double speed_up(const struct ladder *ladder, int i, int other)
{
    const struct row *a = &ladder->rows[i], *b = &ladder->rows[other];
    double mine = row_time(ladder, i), theirs = row_time(ladder, other);
    if (!compares(ladder, i) || !compares(ladder, other)) return 0;
    if (mine <= 0 || theirs <= 0 || a->bytes <= 0 || b->bytes <= 0) return 0;
    double ratio = a->bytes / b->bytes;
    return ratio > 0.9 && ratio < 1.1 ? theirs / mine : 0;
}

static int row_before(const struct ladder *ladder, int i)
{
    while (--i >= 0 && !compares(ladder, i))
        continue;
    return i;
}

/* Stages whose published times are of one card are a series of their own; one alone is none. */
static bool in_series(const struct ladder *ladder, int i, int other)
{
    const char *card = ladder->rows[i].card;
    int members = 0;
    for (int r = 0; r < ladder->count && *card; r++)
        members += strcmp(ladder->rows[r].card, card) == 0;
    return members < 2 || strcmp(ladder->rows[other].card, card) == 0;
}

/* The row that row i is compared with: the first one of its series that did the same amount of
 * work, perhaps itself. */
static int first_alike(const struct ladder *ladder, int i)
{
    for (int other = 0; other < i; other++)
        if (in_series(ladder, i, other) && speed_up(ladder, i, other) > 0) return other;
    return i;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void format_seconds(char *out, size_t size, double seconds)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    size_t u = 0;
    while (u < 3 && seconds < units[u].unit)
        u++;
    double value = seconds / units[u].unit * (1 + 1e-12); /* 2.125 rounds up */
    snprintf(out, size, "%.*f %s", value < 10 ? 2 : value < 1000 ? 1 : 0, value, units[u].name);
}

static void format_count(char *out, size_t size, double value)
{
    if (value < 1e4)
        snprintf(out, size, "%.0f", value);
    else if (value < 1e7)
        snprintf(out, size, "%.1fk", value / 1e3);
    else
        snprintf(out, size, "%.1fM", value / 1e6);
}

static void format_time(char *out, size_t size, const struct ladder *ladder, int i)
{
    double time = row_time(ladder, i);
    if (time > 0 && ladder->measured)
        format_seconds(out, size, time * 1e-9);
    else if (time > 0)
        format_count(out, size, time);
    else if (ladder->rows[i].coming)
        snprintf(out, size, "%s", _("loading…"));
    else
        snprintf(out, size, "–");
}

static void format_ratio(char *out, size_t size, double ratio)
{
    if (ratio <= 0)
        snprintf(out, size, "%s", "");
    else
        snprintf(out, size, ratio < 0.95 ? "%.2g" : ratio < 100 ? "%.1f" : "%.0f", ratio);
}

/* ---- Table ----------------------------------------------------------------------------------- */

static const struct columns *columns_of(const struct ladder *ladder)
{
    return ladder->measured ? &measured_columns : &model_columns;
}

/* A column that does not fit whole is left out. */
static void put(struct canvas *canvas, int x, int column, int y, enum style style, const char *text)
{
    if (column && x + column <= canvas->clip.x + canvas->clip.columns)
        canvas_text_right(canvas, x + column, y, style, text);
}

static void draw_head(const struct ladder *ladder, struct canvas *canvas, struct rect line)
{
    const struct columns *at = columns_of(ladder);
    int x = line.x + line.columns - at->width, y = line.y;
    canvas_text(canvas, line.x + 4, y, STYLE_DIM, ladder->launches ? _("launch") : _("stage"));
    put(canvas, x, at->time, y, STYLE_DIM, ladder->measured ? _("time") : _("model"));
    put(canvas, x, at->first, y, STYLE_DIM, _("× first"));
    put(canvas, x, at->before, y, STYLE_DIM, _("× before"));
    put(canvas, x, at->rate, y, STYLE_DIM, _("GB/s"));
    put(canvas, x, at->share, y, STYLE_DIM, _("of peak"));
    put(canvas, x, at->published, y, STYLE_DIM, _("published"));
}

static bool any_wider(const struct ladder *ladder, int columns)
{
    for (int i = 0; i < ladder->count; i++)
        if (ladder->rows[i].launch == TRACE_NONE && canvas_width(ladder->rows[i].title) > columns)
            return true;
    return false;
}

/* The whole title, or its short form where some title is too long. */
static void draw_name(const struct ladder *ladder, const struct row *row, struct canvas *canvas,
                      int x, int y, enum style style, int columns)
{
    char launch[192];
    const char *name = row->title;
    if (row->launch != TRACE_NONE && ladder->launches) {
        name = canvas_width(row->shape) <= columns ? row->shape : row->title;
    } else if (row->launch != TRACE_NONE) {
        snprintf(launch, sizeof launch, "  %u %s", row->number, row->shape);
        name = launch;
    } else if (*row->brief && any_wider(ladder, columns)) {
        name = row->brief;
    }
    canvas_text_fit(canvas, x, y, style, columns, name);
}

static void draw_row(const struct ladder *ladder, int i, struct canvas *canvas, struct rect line)
{
    const struct columns *at = columns_of(ladder);
    const struct row *row = &ladder->rows[i];
    int x = line.x + line.columns - at->width, y = line.y, before = row_before(ladder, i);
    bool here = i == ladder->selected;
    char text[48];
    canvas_text(canvas, line.x, y, here ? STYLE_SELECTED : STYLE_NORMAL, here ? "→" : " ");
    if (ladder->launches || row->launch == TRACE_NONE)
        canvas_textf(canvas, line.x + 1, y, here ? STYLE_SELECTED : STYLE_NORMAL, "%2u",
                     row->number);
    draw_name(ladder, row, canvas, line.x + 4, y, here ? STYLE_STRONG : STYLE_NORMAL,
              line.columns - at->width - 4);
    format_time(text, sizeof text, ladder, i);
    put(canvas, x, at->time, y, STYLE_STRONG, text);
    format_ratio(text, sizeof text, speed_up(ladder, i, first_alike(ladder, i)));
    put(canvas, x, at->first, y, STYLE_NORMAL, text);
    format_ratio(text, sizeof text, before < 0 ? 0 : speed_up(ladder, i, before));
    put(canvas, x, at->before, y, STYLE_NORMAL, text);
    if (row->measured > 0 && row->timed_bytes > 0) {
        double rate = row->timed_bytes / row->measured; /* bytes per ns = GB/s */
        snprintf(text, sizeof text, row->rough ? "≈%.1f" : "%.1f", rate);
        put(canvas, x, at->rate, y, STYLE_NORMAL, text);
        snprintf(text, sizeof text, "%.2f %%", row->peak > 0 ? rate * 1e9 / row->peak * 100 : 0);
        if (row->peak > 0) put(canvas, x, at->share, y, STYLE_NORMAL, text);
    }
    if (row->published > 0) {
        format_seconds(text, sizeof text, row->published);
        put(canvas, x, at->published, y, STYLE_DIM, text);
    }
}

/* ---- Dots on a logarithmic axis: lengths of bars would mean nothing there ---------------------
 */

struct axis {
    double low, high; /* powers of ten, in the unit of row_time */
    double low_time, high_time;
    int x, columns;
};

static bool make_axis(const struct ladder *ladder, struct axis *axis)
{
    double least = 0, most = 0;
    for (int i = 0; i < ladder->count; i++) {
        double time = row_time(ladder, i);
        if (time <= 0) continue;
        if (least <= 0 || time < least) least = time;
        if (time > most) most = time;
        double published = ladder->rows[i].published * 1e9;
        if (ladder->measured && published > most) most = published;
    }
    if (least <= 0) return false;
    axis->low = floor(log10(least));
    axis->high = ceil(log10(most));
    if (axis->high <= axis->low) axis->high = axis->low + 1;
    axis->low_time = pow(10, axis->low);
    axis->high_time = pow(10, axis->high);
    return true;
}

static int axis_column(const struct axis *axis, double time)
{
    double part = (log10(time) - axis->low) / (axis->high - axis->low);
    return axis->x + (int)lround(part * (axis->columns - 1));
}

static void draw_axis(const struct ladder *ladder, const struct axis *axis, struct canvas *canvas,
                      struct rect area)
{
    canvas_text(canvas, area.x + 4, area.y, STYLE_DIM,
                ladder->measured ? _("● here  ○ published") : _("log scale"));
    int free_from = 0;
    for (double power = axis->low; power <= axis->high; power++) {
        char text[32];
        if (ladder->measured)
            format_seconds(text, sizeof text, pow(10, power) * 1e-9 * (1 + 1e-12));
        else
            format_count(text, sizeof text, pow(10, power));
        int width = canvas_width(text), x = axis_column(axis, pow(10, power));
        if (x + width >= area.x + area.columns) x = area.x + area.columns - 1 - width;
        if (x < free_from) continue;
        canvas_text(canvas, x, area.y, STYLE_DIM, text);
        free_from = x + width + 2;
    }
}

/* The published time stands on the same axis where it fits and times are measured ones. */
static void draw_dots(const struct ladder *ladder, int i, const struct axis *axis,
                      struct canvas *canvas, int y)
{
    double time = row_time(ladder, i), published = ladder->rows[i].published * 1e9;
    if (ladder->measured && published >= axis->low_time && published <= axis->high_time)
        canvas_text(canvas, axis_column(axis, published), y, STYLE_DIM, "○");
    if (time > 0) canvas_text(canvas, axis_column(axis, time), y, STYLE_BAR, "●");
}

static void draw_chart(const struct ladder *ladder, int first, int rows, struct canvas *canvas,
                       struct rect area)
{
    struct axis axis;
    if (!make_axis(ladder, &axis)) return;
    int title = area.columns / 3;
    axis.x = area.x + title;
    axis.columns = area.columns - title - 2;
    draw_axis(ladder, &axis, canvas, area);
    for (int i = 0; i < rows && first + i < ladder->count; i++) {
        int y = area.y + 1 + i;
        const struct row *row = &ladder->rows[first + i];
        bool here = first + i == ladder->selected;
        if (here) canvas_text(canvas, area.x, y, STYLE_SELECTED, "→");
        if (ladder->launches || row->launch == TRACE_NONE)
            canvas_textf(canvas, area.x + 1, y, STYLE_NORMAL, "%2u", row->number);
        draw_name(ladder, row, canvas, area.x + 4, y, here ? STYLE_STRONG : STYLE_NORMAL,
                  title - 5);
        draw_dots(ladder, first + i, &axis, canvas, y);
    }
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    struct ladder ladder = ladder_make(pane);
    int rows = area.rows - 1;
    bool below = ladder.count >= 2 && area.rows >= 2 * ladder.count + CHART_LEAST;
    bool chart = !below && state->bars;
    if (below) rows = ladder.count;
    int first = ladder.selected - rows / 2;
    if (first > ladder.count - rows) first = ladder.count - rows;
    if (first < 0) first = 0;
    struct rect table = area;
    int least = columns_of(&ladder)->width + TITLE_LEAST;
    if (table.columns < least) table.columns = least;
    if (!chart) draw_head(&ladder, canvas, table);
    for (int i = 0; i < rows && first + i < ladder.count && !chart; i++)
        draw_row(&ladder, first + i, canvas,
                 (struct rect){table.x, table.y + 1 + i, table.columns, 1});
    if (chart)
        draw_chart(&ladder, first, rows, canvas, area);
    else if (below)
        draw_chart(&ladder, 0, ladder.count, canvas,
                   (struct rect){area.x, area.y + rows + 2, area.columns, rows + 1});
    canvas_cursor(canvas, area.x, area.y + 1 + ladder.selected - first);
    free(ladder.rows);
}

/* Where the times were measured; NULL while there are none. */
static const struct trace_device *timing_device(const struct ladder *ladder)
{
    for (int i = ladder->count; ladder->measured && i-- > 0;)
        if (ladder->rows[i].measured > 0) return ladder->rows[i].device;
    return NULL;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    const struct trace_device *device = timing_device(&ladder);
    if (ladder.coming)
        snprintf(out, (size_t)size,
                 ladder.measured ? _("measured times are being loaded: %d of %d rows to come")
                                 : _("being run: %d of %d rows to come"),
                 ladder.coming, ladder.count);
    else if (device)
        snprintf(out, (size_t)size, _("times measured on %s"), device->name);
    else
        snprintf(out, (size_t)size, "%s", _("clocks of the emulator's model, not times"));
    free(ladder.rows);
}

/* The title names whose times these are, not whose run the pane shows. */
static void origin(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    const struct trace_device *device = timing_device(&ladder);
    if (device)
        snprintf(out, (size_t)size, "%s", device->name);
    else
        snprintf(out, (size_t)size, "%s", ladder.coming ? _("loading…") : _("emulator's model"));
    free(ladder.rows);
}

static void add_published(const struct ladder *ladder, char *out, size_t size, size_t used)
{
    int now = ladder->selected, before = row_before(ladder, now);
    const struct row *row = &ladder->rows[now];
    if (before < 0 || row->published <= 0 || ladder->rows[before].published <= 0) return;
    double gained = speed_up(ladder, now, before);
    if (gained <= 0) return;
    snprintf(out + used, size - used,
             ladder->measured ? _(" Published: %.1f times, here: %.1f times.")
                              : _(" Published: %.1f times; by the model: %.1f times."),
             ladder->rows[before].published / row->published, gained);
}

/* There may be more rows than are in sight. */
static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    snprintf(out, (size_t)size, _("row %d of %d"), ladder.selected + 1, ladder.count);
    free(ladder.rows);
}

/* What a stage with a time is compared with. */
static int time_sentence(const struct ladder *ladder, const char *time, char *out, size_t size)
{
    int now = ladder->selected, first = first_alike(ladder, now);
    const struct row *row = &ladder->rows[now];
    double gained = speed_up(ladder, now, first);
    if (first == now)
        return snprintf(out, size,
                        _("%s: %s. Later ones of its series that do as much work are compared "
                          "with it."),
                        row->title, time);
    if (first == 0)
        return snprintf(out, size,
                        gained < 100 ? _("%s: %s, %.1f times as fast as the first.")
                                     : _("%s: %s, %.0f times as fast as the first."),
                        row->title, time, gained);
    return snprintf(out, size,
                    gained < 100 ? _("%s: %s, %.1f times as fast as %u, the first of its series.")
                                 : _("%s: %s, %.0f times as fast as %u, the first of its series."),
                    row->title, time, gained, ladder->rows[first].number);
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    const struct row *row = &ladder.rows[ladder.selected];
    double time = row_time(&ladder, ladder.selected);
    char text[48];
    int used = 0;
    format_time(text, sizeof text, &ladder, ladder.selected);
    if (row->launch != TRACE_NONE && time > 0)
        used = snprintf(out, (size_t)size, _("Launch %u, %s: %s. Enter opens it."), row->number,
                        row->shape, text);
    else if (time > 0)
        used = time_sentence(&ladder, text, out, (size_t)size);
    else if (row->coming)
        used = snprintf(out, (size_t)size, _("%s: its times are being loaded."), row->title);
    else
        used = snprintf(out, (size_t)size, _("%s: no time to compare with (–)."), row->title);
    if (used > 0 && used < size) add_published(&ladder, out, (size_t)size, (size_t)used);
    free(ladder.rows);
}

static void format_bytes(char *out, size_t size, double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    size_t u = 0;
    for (; u < 3 && bytes >= 1024; u++)
        bytes /= 1024;
    snprintf(out, size, u ? "%.1f %s" : "%.0f %s", bytes, units[u]);
}

static void why_measured(const struct row *row, struct view_why *out)
{
    char bytes[48], time[48], least[48];
    double rate = row->timed_bytes / row->measured;
    format_bytes(bytes, sizeof bytes, row->timed_bytes);
    format_seconds(time, sizeof time, row->measured * 1e-9);
    out->explanation =
        _("The time is the median of runs without instruments. GB/s counts each byte of global "
          "memory that is read or written once and divides by it; the peak is what the memory's "
          "clock and width allow.");
    out->beliefs =
        _("\"GB/s says how fast the threads compute\", \"more threads always move more\", "
          "\"a faster card mends a bad pattern\".");
    if (row->timed_bytes <= 0) {
        view_why_add(out, _("here"), _("%s; no access to global memory is known"), time);
        return;
    }
    view_why_add(out, _("here"), _("%s for %s of global memory%s: %.1f GB/s"), time, bytes,
                 row->rough ? _(" (estimated)") : "", rate);
    if (row->peak <= 0) return;
    view_why_add(out, _("of peak"), _("%.3g %% of the %.0f GB/s that %s can move"),
                 rate * 1e9 / row->peak * 100, row->peak / 1e9, row->device->name);
    format_seconds(least, sizeof least, row->timed_bytes / row->peak);
    view_why_add(out, _("at best"), _("%s: these bytes at the peak; now %.1f times as long"), least,
                 row->measured * 1e-9 / (row->timed_bytes / row->peak));
}

static void why_model(const struct row *row, struct view_why *out)
{
    char bytes[48], clocks[48];
    format_bytes(bytes, sizeof bytes, row->bytes);
    format_count(clocks, sizeof clocks, row->model);
    out->explanation =
        _("Nothing was measured here. The emulator's model counts clocks for what warps issue and "
          "for sectors and passes; it compares stages and is no time.");
    out->beliefs = _("\"clocks of the model are nanoseconds\", \"the emulator's own speed says "
                     "something about a GPU\".");
    view_why_add(out, _("here"), _("%s clocks of the model for %s of global memory"), clocks,
                 bytes);
    view_why_add(out, _("at best"), "%s",
                 _("known with a peak only: that is measured on a GPU, or in a recording of one"));
}

static bool why(const struct state *state, const struct pane *pane, struct view_why *out)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    bool known = ladder.selected >= 0 && row_time(&ladder, ladder.selected) > 0;
    if (known) {
        const struct row *row = &ladder.rows[ladder.selected];
        int first = first_alike(&ladder, ladder.selected);
        snprintf(out->title, sizeof out->title,
                 row->launch == TRACE_NONE ? _("why: stage %u, %.60s") : _("why: launch %u, %.60s"),
                 row->number, row->launch == TRACE_NONE ? row->title : row->shape);
        if (ladder.measured)
            why_measured(row, out);
        else
            why_model(row, out);
        if (first != ladder.selected)
            view_why_add(out, _("so far"),
                         _("%.4g times as fast as %u, the first of its series with as much work"),
                         speed_up(&ladder, ladder.selected, first), ladder.rows[first].number);
    }
    free(ladder.rows);
    return known;
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    enum { PAGE = 10 };
    int count = row_count(pane);
    double row = cursor->scroll + dx + (double)dy * (large && dy > -1000 && dy < 1000 ? PAGE : 1);
    cursor->scroll = row < 0 ? 0 : row >= count ? count - 1 : (int)row;
}

static void enter(const struct state *state, const struct pane *pane, struct view_goal *goal)
{
    struct ladder ladder = ladder_make(pane);
    struct row row = ladder.rows[ladder.selected];
    free(ladder.rows);
    goal->launch = row.launch;
    goal->view = (uint32_t)view_about(VIEW_ROUNDS);
    if (!of_stages(pane)) return;
    goal->stage = row.stage;
    const struct stage *stage = session_stage(state->session, row.stage);
    if (stage->start_view != TRACE_NONE) goal->view = stage->start_view;
}

static const char *const hints[] = {
    "up down", N_("row"), "enter", N_("open it"), "bars", N_("figures or dots"), NULL};

const struct view view_ladder = {
    .name = N_("ladder"),
    .about = N_("time, speed-up and bandwidth of all stages"),
    .sort = VIEW_LIST,
    .step = STEP_ROW,
    .every_stage = true,
    .selects_row = true,
    .draw = draw,
    .caption = caption,
    .sentence = sentence,
    .selection = selection,
    .move = move,
    .enter = enter,
    .why = why,
    .origin = origin,
    .hints = hints,
};
