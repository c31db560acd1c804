/* record.c - `syncstep record PROG.cu -o T.npz`: builds, runs, writes the trace. No terminal
 * needed. */
#include "analysis/told.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/printable.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "cmd/output.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Ctrl-C ends the program, not the recording of what it did until then; a second one ends both at
 * once, and no half of a file is left. From a keyboard two are two, however fast; timeout(1) sends
 * one signal to the process and once more to its group: what one sender sends twice within a moment
 * is one. */
enum { MOMENT = 200 }; /* ms */

static volatile sig_atomic_t interrupted;
static struct {
    struct timespec at;
    pid_t sender; /* 0 = a keyboard */
} first;

static long milliseconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - then->tv_sec) * 1000 + (now.tv_nsec - then->tv_nsec) / 1000000;
}

/* The program under study dies with this process: it has asked the system for that. */
static void end_by(int number)
{
    trace_write_abandon();
    signal(number, SIG_DFL);
    raise(number); /* delivered when the handler returns */
}

static void on_interrupt(int number, siginfo_t *info, void *context)
{
    (void)context;
    pid_t sender = info->si_code <= 0 ? info->si_pid : 0;
    if (!interrupted) {
        clock_gettime(CLOCK_MONOTONIC, &first.at);
        first.sender = sender;
        interrupted = 1;
    } else if (sender == 0 || sender != first.sender || milliseconds_since(&first.at) > MOMENT) {
        end_by(number);
    }
}

static void on_end(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    end_by(number);
}

/* What was ignored from the start (nohup, a script's background) stays so. */
static void record_catch(int number, void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO}, old;
    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

static bool progress(void *context, const struct run_progress *now)
{
    (void)context, (void)now;
    return interrupted != 0;
}

/* "PROG.npz" in the current folder. */
static char *default_output(const char *program)
{
    const char *name = path_name(program), *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char *output = mem_alloc(length + 5);
    memcpy(output, name, length);
    memcpy(output + length, ".npz", 5);
    return output;
}

static int by_words(const void *pa, const void *pb)
{
    const struct trace_diagnostic *a = *(const struct trace_diagnostic *const *)pa,
                                  *b = *(const struct trace_diagnostic *const *)pb;
    if (a->source != b->source) return a->source < b->source ? -1 : 1;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->severity != b->severity) return a->severity < b->severity ? -1 : 1;
    int order = strcmp(a->message, b->message);
    return order ? order : a < b ? -1 : a > b;
}

static void tell_diagnostic(const struct trace *t, const struct trace_diagnostic *d, uint32_t times,
                            struct arena *arena)
{
    if (d->line) fprintf(stderr, "%s:%u: ", t->sources[d->source].name, d->line);
    fprintf(stderr, "%s: %s", _(trace_severity_name(d->severity)), told_here(arena, d->message));
    if (times > 1) fprintf(stderr, _(" (%u times in all)"), times);
    fputc('\n', stderr);
}

/* A kernel that is launched again and again says the same each time: it is told once. */
static void tell_diagnostics(const struct trace *t)
{
    const uint32_t count = t->diagnostic_count;
    const struct trace_diagnostic **sorted =
        mem_array((size_t)count + 1, sizeof(const struct trace_diagnostic *));
    uint32_t *times = mem_array((size_t)count + 1, sizeof *times); /* of the first of its words */
    struct arena arena;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = &t->diagnostics[i];
    if (count) qsort(sorted, count, sizeof *sorted, by_words);
    for (uint32_t group = 0, i = 0; i < count; i++) {
        const struct trace_diagnostic *a = sorted[group], *b = sorted[i];
        bool same = a->source == b->source && a->line == b->line && a->severity == b->severity &&
                    strcmp(a->message, b->message) == 0;
        if (!same) group = i;
        times[sorted[group] - t->diagnostics]++;
    }
    arena_init(&arena);
    for (uint32_t i = 0; i < count; i++)
        if (times[i]) tell_diagnostic(t, &t->diagnostics[i], times[i], &arena);
    arena_fini(&arena);
    free(times);
    free(sorted);
}

static void tell(const struct trace *t, const char *output)
{
    uint64_t accesses = 0;
    char *shown = mem_strdup(output);
    printable(shown, false);
    for (uint32_t i = 0; i < t->launch_count; i++)
        accesses += t->launches[i].accesses;
    fprintf(stderr,
            ONE_OR(t->launches_seen, _("%s: %u of %u launch, %llu accesses\n"),
                   _("%s: %u of %u launches, %llu accesses\n")),
            shown, t->launch_count, t->launches_seen, (unsigned long long)accesses);
    free(shown);
    tell_diagnostics(t);
    if (t->exit_status && !t->timed_out)
        fprintf(stderr, _("the program ended with status %d\n"), t->exit_status);
}

static int run_record(struct options *options)
{
    const char *program;
    struct error err;
    struct trace *trace;
    if (options_one_word(options, "PROG.cu", &program, &err) || load_check(program, options, &err))
        return cmd_fail(CMD_USAGE, "%s", err.text);
    char *output = options->output ? mem_strdup(options->output) : default_output(program);
    if (output_check(options, output, &err)) {
        free(output);
        return cmd_fail(CMD_USAGE, "%s", err.text);
    }
    record_catch(SIGINT, on_interrupt);
    record_catch(SIGTERM, on_interrupt);
    record_catch(SIGHUP, on_end);
    record_catch(SIGQUIT, on_end);
    struct run_settings settings = load_settings(options);
    settings.own_input = true;
    settings.pass_output = true;
    settings.progress = progress;
    int status = CMD_DONE;
    fflush(stdout);
    if (load_trace(program, options, &settings, &trace, &err)) {
        status = cmd_fail_error(CMD_FAILED, &err);
    } else {
        if (trace_write(trace, output, &err))
            status = cmd_fail_error(CMD_FAILED, &err);
        else
            tell(trace, output);
        trace_destroy(trace);
    }
    free(output);
    return status;
}

static const struct option_row rows[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .at = offsetof(struct options, output),
     .argument = "FILE",
     .help = N_("where the trace goes (default: PROG.npz in this folder)")},
    {.name = NULL},
};

const struct command command_record = {
    .name = "record",
    .usage = "PROG.cu -o T.npz [-- ARGS]",
    .summary = N_("run a program and keep what it did in a file"),
    .groups = OPTIONS_BUILD | OPTIONS_RECORD,
    .rows = rows,
    .run = run_record,
};
