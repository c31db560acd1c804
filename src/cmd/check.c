/* check.c - `syncstep check PROG.cu|T.npz [--json]`: what is wrong with a program.
 *
 * Exit status: 0 nothing, 1 errors or warnings, 2 could not tell. */
#include "analysis/findings.h"
#include "base/i18n.h"
#include "cmd/check_locals.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "export/check_text.h"
#include "export/json_report.h"

#include <stdio.h>
#include <unistd.h>

enum { CHECK_UNKNOWN = 2, TERMINAL_COLUMNS = 80 };

/* All blocks: what is wrong is often wrong in the last one only. */
static struct run_settings check_settings(const struct options *options)
{
    struct run_settings settings = load_settings(options);
    if (!options->blocks.given) settings.limits.last_block = UINT32_MAX;
    settings.results = true;
    return settings;
}

/* With a time limit of its own, so that what is said does not hang on how fast the machine is, and
 * block after block: where blocks race, the order of two at once would be chance.
 * `only`: the allocation that the other filling is for, 0 all. NULL: it did not end, though the
 * first run did. */
static struct trace *run_again(const char *path, const struct options *options, uint8_t other,
                               uint32_t only)
{
    struct run_settings settings = check_settings(options);
    struct trace *trace;
    if (!settings.workers) settings.workers = 1;
    settings.only = only;
    settings.only_fill = settings.fill ^ other;
    if (!only) settings.fill ^= other;
    int status = load_trace(path, options, &settings, &trace, NULL);
    if (status == 0 && !trace->timed_out) return trace;
    if (status == 0) trace_destroy(trace);
    return NULL;
}

/* What is unset, as numbers: large; negative and large; -1 and not a number. A minimum over what is
 * negative, a test for a sign or a product with 0 shows with one of them only. */
static const uint8_t fillings[] = {0x5a, 0xfb, 0xff};

/* What is asked of runs with other left-overs in memory, and the first that answers each. */
struct compared {
    bool slots;          /* kernels read unset memory */
    bool copies;         /* copies bring unset memory to the host */
    struct trace *other; /* the last run that the slots are judged by, and */
    bool differs;        /* whether it did or printed something else */
    uint8_t filling;     /* which made the program print something else; 0 none */
    bool ended;          /* every run did */
};

/* With one filling after the other, until all that is asked has been answered. */
static void run_fillings(struct compared *c, const struct trace *base, const char *path,
                         const struct options *options)
{
    c->ended = true;
    for (size_t i = 0; i < sizeof fillings && c->ended; i++) {
        const bool slots = c->slots && !c->differs, copies = c->copies && !c->filling;
        if (!slots && !copies) return;
        struct trace *other = run_again(path, options, fillings[i], 0);
        c->ended = other != NULL;
        if (!other) return;
        if (copies && !findings_same_words(base, other)) c->filling = fillings[i];
        if (!slots) {
            trace_destroy(other);
            continue;
        }
        trace_destroy(c->other);
        c->other = other;
        c->differs = !findings_same_run(base, other);
    }
}

/* The host used what nobody has written there: with the filling of that allocation alone it prints
 * something else, and that every time. */
static void judge_copy(struct analysis *analysis, const char *path, const struct options *options,
                       uint8_t filling, uint32_t allocation)
{
    struct trace *alone = run_again(path, options, filling, allocation), *again = NULL;
    if (alone && findings_copy_used(analysis, alone, allocation))
        again = run_again(path, options, filling, allocation);
    if (again && findings_same_words(alone, again)) findings_add_copy(analysis, alone, allocation);
    trace_destroy(again);
    trace_destroy(alone);
}

/* Whether an unset slot matters is seen by running again with other left-overs in memory, until one
 * of them changes what comes out against a run with the first's; then once more with that: the
 * program may never say the same twice. Copies that bring to the host what nobody has written: many
 * a program copies a buffer whole and never looks at its tail, so only those are a fault that
 * change what it prints. */
static void compare_runs(struct analysis *analysis, const char *path, const struct options *options)
{
    enum { MOST = 8 };
    const struct trace *first = analysis_trace(analysis);
    uint32_t allocations[MOST], count = findings_unset_copies(analysis, allocations, MOST);
    struct compared c = {.slots = findings_want_second_run(analysis), .copies = count != 0};
    struct trace *base, *same = NULL;
    if (first->timed_out || (!c.slots && !c.copies)) return;
    base = run_again(path, options, 0, 0);
    if (!base) return;
    run_fillings(&c, base, path, options);
    if (c.differs || c.filling) same = run_again(path, options, 0, 0);
    if (c.slots && c.other && (c.differs ? same != NULL : c.ended))
        findings_second_run(analysis, c.other, base, same);
    if (c.copies && c.ended && !c.filling) findings_add_unused_copies(analysis);
    for (uint32_t i = 0; c.filling && same && findings_same_words(base, same) && i < count; i++)
        judge_copy(analysis, path, options, c.filling, allocations[i]);
    trace_destroy(c.other);
    trace_destroy(same);
    trace_destroy(base);
}

static int judge(struct analysis *analysis, const char *path, const struct options *options)
{
    struct error err;
    bool program = !load_is_trace(path);
    if (program) compare_runs(analysis, path, options);
    const struct run_settings settings = check_settings(options);
    if (program) check_locals(analysis, path, options, &settings);
    struct check_look look = {.columns = isatty(STDOUT_FILENO) ? TERMINAL_COLUMNS : 0,
                              .ascii = options->ascii,
                              .from_program = program};
    if (!options->json)
        check_text_write(analysis, &look, stdout);
    else if (json_report_write(analysis, true, stdout, &err))
        return cmd_fail_error(CHECK_UNKNOWN, &err);
    const struct finding_list *list = findings_get(analysis);
    /* scripts go by the status; who looks at a terminal wants to be told */
    if (!list->count && !options->json && isatty(STDOUT_FILENO))
        puts(_("Nothing was found wrong in this run."));
    if (fflush(stdout) || ferror(stdout))
        return cmd_fail(CHECK_UNKNOWN, "cannot write to standard output");
    return findings_status(list);
}

static int run(struct options *options)
{
    const char *path;
    struct error err;
    struct trace *trace;
    if (options_one_word(options, "a program or a trace", &path, &err) ||
        load_check(path, options, &err))
        return cmd_fail(CHECK_UNKNOWN, "%s", err.text);
    struct run_settings settings = check_settings(options);
    if (load_trace(path, options, &settings, &trace, &err))
        return cmd_fail_error(CHECK_UNKNOWN, &err);
    struct analysis *analysis = analysis_create(trace);
    int status = judge(analysis, path, options);
    analysis_destroy(analysis);
    trace_destroy(trace);
    return status;
}

static const struct option_row rows[] = {{.name = "json",
                                          .kind = OPTION_FLAG,
                                          .at = offsetof(struct options, json),
                                          .help = N_("as JSON (assets/report-schema.md)")},
                                         {.name = "ascii",
                                          .kind = OPTION_FLAG,
                                          .at = offsetof(struct options, ascii),
                                          .help = N_("no characters beyond ASCII")},
                                         {0}};

const struct command command_check = {
    .name = "check",
    .usage = "PROG.cu|T.npz [-- ARGS]",
    .summary = N_("what is wrong: exit 0 nothing, 1 found, 2 cannot tell"),
    .groups = OPTIONS_BUILD | OPTIONS_RECORD,
    .rows = rows,
    .run = run};
