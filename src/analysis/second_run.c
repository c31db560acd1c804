#include "analysis/second_run.h"

#include "analysis/finding_draft.h"

#include <string.h>

/* Everything that went wrong in `a`, unset reads aside, went wrong in `b` as well. */
static bool errors_within(const struct trace *a, const struct trace *b)
{
    for (uint32_t i = 0; i < a->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &a->diagnostics[i];
        if (d->severity == TRACE_ERROR && d->fault != TRACE_UNINITIALISED_READ &&
            !finding_said_by_run(b, d->fault, d->source, d->line))
            return false;
    }
    return true;
}

static const char *error_of(const struct trace *trace, uint32_t launch)
{
    return launch < trace->launch_count ? trace->launches[launch].error : "";
}

/* The same went wrong: the program itself may ignore an error. */
static bool same_errors(const struct trace *a, const struct trace *b)
{
    uint32_t most = a->launch_count > b->launch_count ? a->launch_count : b->launch_count;
    if (a->timed_out != b->timed_out) return false;
    for (uint32_t i = 0; i < most; i++)
        if (strcmp(error_of(a, i), error_of(b, i)) != 0) return false;
    return errors_within(a, b) && errors_within(b, a);
}

/* And both runs went as far. */
static bool same_course(const struct trace *a, const struct trace *b)
{
    return a->launch_count == b->launch_count && same_errors(a, b);
}

bool second_run_same_words(const struct trace *a, const struct trace *b)
{
    return a->exit_status == b->exit_status && a->timed_out == b->timed_out &&
           !strcmp(a->output, b->output) && !strcmp(a->errors, b->errors);
}

static bool same_result(const struct trace *a, const struct trace *b, uint32_t i)
{
    if (i >= a->result_count || i >= b->result_count) return a->result_count == b->result_count;
    return a->results[i].hash == b->results[i].hash;
}

/* Where both have come from the same place in the program; behind the first that has not, nothing
 * can be compared one by one. */
static uint32_t compared(const struct trace *a, const struct trace *b)
{
    uint32_t most = a->result_count > b->result_count ? a->result_count : b->result_count;
    for (uint32_t i = 0; i < most; i++) {
        if (i >= a->result_count || i >= b->result_count) return i + 1;
        const struct trace_site *x =
            a->results[i].site == TRACE_NONE ? NULL : &a->sites[a->results[i].site];
        const struct trace_site *y =
            b->results[i].site == TRACE_NONE ? NULL : &b->sites[b->results[i].site];
        if (!x != !y || (x && x->line != y->line)) return i + 1;
    }
    return most;
}

bool findings_same_results(const struct trace *a, const struct trace *b)
{
    if (a->result_count != b->result_count) return false;
    for (uint32_t i = 0; i < a->result_count; i++)
        if (!same_result(a, b, i)) return false;
    return true;
}

bool findings_same_output(const struct trace *a, const struct trace *b)
{
    return second_run_same_words(a, b) && findings_same_results(a, b);
}

static uint32_t launches_by_kernels(const struct trace *trace)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->launch_count; i++)
        count += trace->launches[i].parent != 0;
    return count;
}

/* The host launched more often in one of them, though the device handed it the same: it goes by
 * something else, such as a clock. */
static bool host_decided(const struct trace *a, const struct trace *b)
{
    return same_errors(a, b) && findings_same_output(a, b) &&
           launches_by_kernels(a) == launches_by_kernels(b);
}

bool findings_same_run(const struct trace *a, const struct trace *b)
{
    return (same_course(a, b) && findings_same_output(a, b)) || host_decided(a, b);
}

/* Kernels that fail in both runs: perhaps by the very values. */
static bool has_failed(const struct trace *trace)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (d->severity == TRACE_ERROR && d->launch != TRACE_NONE &&
            (d->fault == TRACE_OUT_OF_BOUNDS || d->fault == TRACE_CRASH))
            return true;
    }
    return false;
}

enum finding_second_run second_run_verdict(const struct trace *trace, const struct trace *other,
                                           const struct trace *same, uint32_t *result)
{
    *result = TRACE_NONE;
    if (!same_course(trace, other)) {
        bool unsteady = host_decided(trace, other) || (same && !same_course(trace, same));
        return unsteady ? FINDING_UNSTEADY : FINDING_OTHER;
    }
    if (findings_same_output(trace, other))
        return has_failed(trace) ? FINDING_NOT_RUN : FINDING_SAME;
    if (!second_run_same_words(trace, other) && (!same || second_run_same_words(trace, same)))
        return FINDING_OTHER;
    for (uint32_t i = 0; i < compared(trace, other); i++) {
        if (same_result(trace, other, i) || (same && !same_result(trace, same, i))) continue;
        if (i < trace->result_count) *result = i;
        return FINDING_OTHER;
    }
    return FINDING_UNSTEADY;
}

/* A kernel read it too: then that is what is wrong. */
static bool read_by_kernel(const struct trace *trace, const char *array)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (d->fault == TRACE_UNINITIALISED_READ && !strcmp(d->array, array)) return true;
    }
    return false;
}

uint32_t second_run_copy(const struct trace *trace, const struct trace *other, uint32_t allocation)
{
    if (second_run_same_words(trace, other) || trace->timed_out || other->timed_out)
        return TRACE_NONE;
    uint32_t same = compared(trace, other);
    for (uint32_t i = 0; i < trace->result_count && i < other->result_count && i < same; i++) {
        const struct trace_result *a = &trace->results[i], *b = &other->results[i];
        /* kernels have handed over something else before: the host did not begin it */
        if (a->hash != b->hash) return TRACE_NONE;
        if (a->unset && a->allocation == allocation)
            return b->unset && !read_by_kernel(trace, a->array) ? i : TRACE_NONE;
    }
    return TRACE_NONE;
}
