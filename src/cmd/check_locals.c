#include "cmd/check_locals.h"

#include "cmd/load.h"

#include <string.h>

enum {
    MOST = 32, /* variables that are looked at one by one */
    FILLINGS = 2
};
static const uint8_t fillings[FILLINGS] = {0x5a, 0xfb}; /* large; negative and large */

struct question {
    struct analysis *analysis;
    const char *path;
    const struct options *options;
    struct run_settings settings;
};

/* NULL: it did not end, or could not be built. Blocks run one after the other, so that sums of
 * floating-point numbers come out the same each time. */
static struct trace *run_filled(struct question *q, uint8_t fill, uint32_t only, bool plain)
{
    struct run_settings settings = q->settings;
    struct trace *trace;
    settings.local_fill = fill;
    settings.local_only = only;
    settings.local_plain = plain;
    if (load_trace(q->path, q->options, &settings, &trace, NULL)) return NULL;
    if (!trace->timed_out) return trace;
    trace_destroy(trace);
    return NULL;
}

static bool differ(const struct trace *a, const struct trace *b, bool words)
{
    if (!a || !b) return false;
    return words ? !findings_same_words(a, b) : !findings_same_output(a, b);
}

/* Filled so it does something else than with zeros, and that twice. Structures are judged by what
 * is printed: what they have between their members goes to the host, too. */
static bool matters(struct question *q, const struct trace *zeros, uint8_t fill, uint32_t number,
                    bool words)
{
    struct trace *one = run_filled(q, fill, number, !words), *two = NULL;
    bool differs = differ(zeros, one, words);
    if (differs) two = run_filled(q, fill, number, !words);
    differs &= two && !differ(one, two, words);
    trace_destroy(one);
    trace_destroy(two);
    return differs;
}

static uint32_t find_source(const struct trace *trace, const char *name)
{
    for (uint32_t i = 0; i < trace->source_count; i++)
        if (!strcmp(trace->sources[i].name, name)) return i;
    return TRACE_NONE;
}

static void judge(struct question *q, const struct build_local *local, bool printed)
{
    struct finding_local found = {.name = local->name,
                                  .function = local->function,
                                  .line = local->line,
                                  .column = local->column,
                                  .array = local->array,
                                  .printed = printed};
    found.source = find_source(analysis_trace(q->analysis), local->source);
    if (found.source != TRACE_NONE) findings_add_local(q->analysis, &found);
}

static void look_at_one(struct question *q, const struct build_result *build, uint32_t i,
                        const struct trace *zeros, bool all)
{
    for (int k = 0; k < 2 * FILLINGS; k++) { /* what is printed says more */
        const bool words = k < FILLINGS;
        if (!words && !all) return;
        if (!matters(q, zeros, fillings[k % FILLINGS], i + 1, words)) continue;
        judge(q, &build->locals[i], words);
        return;
    }
}

static void look_at_each(struct question *q, const struct build_result *build,
                         const struct trace *zeros)
{
    struct trace *again = run_filled(q, 0, 0, false);
    bool words = again && !differ(zeros, again, true);
    bool all = words && !differ(zeros, again, false);
    for (uint32_t i = 0; words && i < build->local_count && i < MOST; i++)
        look_at_one(q, build, i, zeros, all);
    trace_destroy(again);
}

/* With one of the fillings in all of them something else comes out than with zeros. */
static bool any_matters(struct question *q, const struct trace *zeros)
{
    bool differs = false, ended = true;
    for (int i = 0; i < FILLINGS && ended && !differs; i++) {
        struct trace *other = run_filled(q, fillings[i], 0, false);
        ended = other != NULL;
        differs = differ(zeros, other, false);
        trace_destroy(other);
    }
    return differs;
}

static void look_at_all(struct question *q, const struct build_result *build)
{
    struct trace *zeros = run_filled(q, 0, 0, false);
    if (zeros && any_matters(q, zeros)) look_at_each(q, build, zeros);
    trace_destroy(zeros);
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
    q.settings.fill_locals = true;
    q.settings.workers = 1;
    q.settings.limits.first_launch = UINT32_MAX; /* none is recorded */
    if (build.local_count) look_at_all(&q, &build);
    build_result_fini(&build);
}
