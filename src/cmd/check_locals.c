#include "cmd/check_locals.h"

#include "base/mem.h"
#include "cmd/load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RUNS = 40,     /* at most so many, */
    PATIENCE = 10, /* and none ten times as long as the run with zeros, */
    LEAST = 3,     /* but in seconds so many */
    FILLINGS = 2
};
static const uint8_t fillings[FILLINGS] = {0x5a, 0xfb}; /* large; negative and large */

struct run { /* with one filling of some of the variables */
    struct trace *trace;
    bool endless;
};

struct question {
    struct analysis *analysis;
    const char *path;
    const struct options *options;
    struct run_settings settings;
    const struct build_result *build;
    struct run zeros;
    uint32_t runs;
    bool *found; /* [local_count] */
};

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Variables first to last, from 1. Blocks run one after the other, so that sums of floating-point
 * numbers come out the same each time. */
static struct run run_filled(struct question *q, uint8_t fill, uint32_t first, uint32_t last,
                             bool plain)
{
    struct run run = {0};
    struct run_settings settings = q->settings;
    settings.local_fill = fill;
    settings.local_first = first;
    settings.local_last = last;
    settings.local_plain = plain;
    q->runs++;
    if (load_trace(q->path, q->options, &settings, &run.trace, NULL)) run.trace = NULL;
    run.endless = run.trace && run.trace->timed_out;
    return run;
}

static void run_fini(struct run *run)
{
    trace_destroy(run->trace);
}

/* In what is printed and the way it ends, or in what the device hands the host. */
static bool differ(const struct run *a, const struct run *b, bool words)
{
    if (!a->trace || !b->trace) return false;
    if (a->endless || b->endless) return a->endless != b->endless;
    return words ? !findings_same_words(a->trace, b->trace)
                 : !findings_same_results(a->trace, b->trace);
}

/* Structures are judged by what is printed: what they have between their members goes to the host,
 * too. `twice`: it comes out the same way again. */
static bool matters(struct question *q, uint8_t fill, uint32_t first, uint32_t last, bool words,
                    bool twice)
{
    struct run one = run_filled(q, fill, first, last, !words), two = {0};
    bool differs = differ(&q->zeros, &one, words);
    if (differs && twice) {
        two = run_filled(q, fill, first, last, !words);
        differs = two.trace && !differ(&one, &two, words);
    }
    run_fini(&one);
    run_fini(&two);
    return differs;
}

/* ---- Which of them --------------------------------------------------------------------------- */

static uint32_t find_source(const struct trace *trace, const char *name)
{
    for (uint32_t i = 0; i < trace->source_count; i++)
        if (!strcmp(trace->sources[i].name, name)) return i;
    return TRACE_NONE;
}

static void judge(struct question *q, uint32_t number, bool printed)
{
    const struct build_local *local = &q->build->locals[number - 1];
    struct finding_local found = {.name = local->name,
                                  .function = local->function,
                                  .line = local->line,
                                  .column = local->column,
                                  .array = local->array,
                                  .printed = printed};
    found.source = find_source(analysis_trace(q->analysis), local->source);
    if (q->found[number - 1] || found.source == TRACE_NONE) return;
    q->found[number - 1] = true;
    findings_add_local(q->analysis, &found);
}

/* Halves of those of which some matter, until each stands alone. */
static void search(struct question *q, uint8_t fill, uint32_t first, uint32_t last, bool words)
{
    if (q->runs >= RUNS || !matters(q, fill, first, last, words, first == last)) return;
    if (first == last) {
        judge(q, first, words);
        return;
    }
    uint32_t middle = first + (last - first) / 2;
    search(q, fill, first, middle, words);
    search(q, fill, middle + 1, last, words);
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* With one of the fillings in all of them something else comes out than with zeros. */
static bool any_matters(struct question *q)
{
    bool differs = false;
    for (int i = 0; i < FILLINGS && !differs; i++) {
        struct run run = run_filled(q, fillings[i], 1, (uint32_t)q->build->local_count, false);
        differs = differ(&q->zeros, &run, true) || differ(&q->zeros, &run, false);
        run_fini(&run);
    }
    return differs;
}

/* A program may print its time, and so something else each time: then what the device hands the
 * host has to tell, if that is the same each time. */
static void look(struct question *q)
{
    const uint32_t count = (uint32_t)q->build->local_count;
    struct run again = run_filled(q, 0, 1, count, false);
    bool steady = again.trace && !again.endless;
    bool words = steady && !differ(&q->zeros, &again, true);
    bool results = steady && !differ(&q->zeros, &again, false);
    run_fini(&again);
    for (int by = 0; by < 2; by++) { /* what is printed says more */
        if (by ? !results : !words) continue;
        for (int i = 0; i < FILLINGS; i++)
            search(q, fillings[i], 1, count, by == 0);
    }
}

void check_locals(struct analysis *analysis, const char *path, const struct options *options,
                  const struct run_settings *settings)
{
    struct question q = {
        .analysis = analysis, .path = path, .options = options, .settings = *settings};
    struct build_request request = options_build_request(options, path);
    struct build_result build;
    struct error err;
    const struct trace *first = analysis_trace(analysis);
    if (load_on_gpu(options) || first->timed_out || !first->launch_count) return;
    request.fresh = false;
    if (build_emulator(&request, &build, &err)) return;
    q.build = &build;
    q.settings.fill_locals = true;
    q.settings.workers = 1;
    q.settings.limits.first_launch = UINT32_MAX; /* none is recorded */
    if (build.local_count) {
        double start = seconds_now(), most = q.settings.timeout;
        q.found = mem_array(build.local_count, sizeof *q.found);
        q.zeros = run_filled(&q, 0, 1, (uint32_t)build.local_count, false);
        double limit = fmax(LEAST, PATIENCE * (seconds_now() - start));
        q.settings.timeout = most > 0 ? fmin(most, limit) : limit;
        if (q.zeros.trace && !q.zeros.endless && any_matters(&q)) look(&q);
        run_fini(&q.zeros);
        free(q.found);
    }
    build_result_fini(&build);
}
