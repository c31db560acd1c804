/* The rows of the ladder: whose times there are, and what may be compared with what. Only times of
 * the same kind are: measured ones, or, where nothing was measured, the model's clocks. */
#include "analysis/bandwidth.h"
#include "base/mem.h"
#include "base/str.h"
#include "state/session.h"
#include "view/ladder.h"
#include "view/launch.h"

#include <stdio.h>
#include <string.h>

static void add_launch(struct ladder_row *row, const struct trace *trace, struct analysis *analysis,
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
static void note_coming(const struct stage *stage, const struct stage_run *run,
                        struct ladder_row *row)
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

static void name_launch(const struct trace_launch *launch, char out[160])
{
    char grid[40], block[40];
    launch_dims(launch->grid, grid);
    launch_dims(launch->block, block);
    snprintf(out, 160, "%.60s<<<%s,%s>>>", launch->kernel, grid, block);
}

/* The launches of one run, a row each, from row `at` on. */
static void fill_launches(struct ladder *ladder, int at, uint32_t stage,
                          const struct stage_run *run)
{
    for (uint32_t i = 0; i < run->trace->launch_count; i++) {
        struct ladder_row *row = &ladder->rows[at + (int)i];
        *row = (struct ladder_row){.title = run->trace->launches[i].kernel,
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

/* A recording may be of other sizes than the stage is stepped with. */
static void note_sizes(struct ladder_row *row, const struct stage *stage, const struct trace *trace)
{
    struct str own;
    str_init(&own);
    for (size_t i = 0; stage->defines && stage->defines[i]; i++)
        str_addf(&own, "%s-D%s", i ? " " : "", stage->defines[i]);
    row->timed = trace->defines;
    if (strcmp(own.length ? own.text : "", trace->defines) != 0)
        snprintf(row->stepped, sizeof row->stepped, "%s", own.length ? own.text : "-");
    str_fini(&own);
}

static void fill_stages(struct ladder *ladder, const struct pane *pane)
{
    const struct session *session = pane->session;
    uint32_t launches = launches_shown(pane);
    for (int i = 0, number = 0; i < ladder->count; i++, number++) {
        const struct stage *stage = session_stage(session, (uint32_t)number);
        const struct stage_run *run = timed_run(stage);
        struct ladder_row *row = &ladder->rows[i];
        *row = (struct ladder_row){.title = stage->title,
                                   .brief = stage->brief,
                                   .card = stage->card,
                                   .stage = (uint32_t)number,
                                   .launch = TRACE_NONE,
                                   .number = (uint32_t)number + 1,
                                   .published = stage->published,
                                   .bandwidth = stage->bandwidth};
        note_coming(stage, run, row);
        if (!run->trace) continue;
        note_sizes(row, stage, run->trace);
        for (uint32_t l = 0; l < run->trace->launch_count; l++)
            add_launch(row, run->trace, run->analysis, l);
        if ((uint32_t)number != pane->stage || !launches) continue;
        fill_launches(ladder, i + 1, pane->stage, run);
        i += (int)launches;
    }
}

bool ladder_of_stages(const struct pane *pane)
{
    return session_count(pane->session) > 1 || !pane->trace;
}

int ladder_row_count(const struct pane *pane)
{
    return ladder_of_stages(pane) ? (int)(session_count(pane->session) + launches_shown(pane))
                                  : (int)pane->trace->launch_count;
}

struct ladder ladder_make(const struct pane *pane)
{
    struct ladder ladder = {.count = ladder_row_count(pane), .launches = !ladder_of_stages(pane)};
    ladder.rows = mem_array((size_t)ladder.count, sizeof *ladder.rows);
    if (ladder_of_stages(pane))
        fill_stages(&ladder, pane);
    else
        fill_launches(
            &ladder, 0, 0,
            &(struct stage_run){.trace = (struct trace *)pane->trace, .analysis = pane->analysis});
    for (int i = 0; i < ladder.count; i++) {
        const struct ladder_row *row = &ladder.rows[i];
        if (row->measured > 0 || (row->coming && row->real)) ladder.measured = true;
        ladder.coming += row->coming;
    }
    ladder.selected = pane->cursor.scroll < ladder.count ? pane->cursor.scroll : ladder.count - 1;
    return ladder;
}

double ladder_time(const struct ladder *ladder, int i)
{
    return ladder->measured ? ladder->rows[i].measured : ladder->rows[i].model;
}

/* Launches of a stage are not compared with stages. */
static bool compares(const struct ladder *ladder, int i)
{
    return ladder_time(ladder, i) > 0 && (ladder->launches || ladder->rows[i].launch == TRACE_NONE);
}

double ladder_speed_up(const struct ladder *ladder, int i, int other)
{
    const struct ladder_row *a = &ladder->rows[i], *b = &ladder->rows[other];
    double mine = ladder_time(ladder, i), theirs = ladder_time(ladder, other);
    if (!compares(ladder, i) || !compares(ladder, other)) return 0;
    if (mine <= 0 || theirs <= 0 || a->bytes <= 0 || b->bytes <= 0) return 0;
    double ratio = a->bytes / b->bytes;
    return ratio > 0.9 && ratio < 1.1 ? theirs / mine : 0;
}

int ladder_before(const struct ladder *ladder, int i)
{
    while (--i >= 0 && !compares(ladder, i))
        continue;
    return i;
}

/* Stages whose published times are of one card are a series of their own; one alone is none. */
bool ladder_in_series(const struct ladder *ladder, int i)
{
    const char *card = ladder->rows[i].card;
    int members = 0;
    for (int r = 0; r < ladder->count && *card; r++)
        members += strcmp(ladder->rows[r].card, card) == 0;
    return members > 1;
}

static bool in_series(const struct ladder *ladder, int i, int other)
{
    return !ladder_in_series(ladder, i) ||
           strcmp(ladder->rows[other].card, ladder->rows[i].card) == 0;
}

int ladder_first_alike(const struct ladder *ladder, int i)
{
    for (int other = 0; other < i; other++)
        if (in_series(ladder, i, other) && ladder_speed_up(ladder, i, other) > 0) return other;
    return i;
}

bool ladder_is_base(const struct ladder *ladder, int i)
{
    for (int other = i + 1; other < ladder->count; other++)
        if (ladder_first_alike(ladder, other) == i) return true;
    return false;
}
