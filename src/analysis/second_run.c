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

/* Both runs went as far, and the same went wrong: the program itself may ignore an error. */
static bool same_course(const struct trace *a, const struct trace *b)
{
    if (a->timed_out != b->timed_out || a->launch_count != b->launch_count) return false;
    for (uint32_t i = 0; i < a->launch_count; i++)
        if (strcmp(a->launches[i].error, b->launches[i].error) != 0) return false;
    return errors_within(a, b) && errors_within(b, a);
}

static bool same_words(const struct trace *a, const struct trace *b)
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

bool findings_same_output(const struct trace *a, const struct trace *b)
{
    if (!same_words(a, b) || a->result_count != b->result_count) return false;
    for (uint32_t i = 0; i < a->result_count; i++)
        if (!same_result(a, b, i)) return false;
    return true;
}

enum finding_second_run second_run_verdict(const struct trace *trace, const struct trace *other,
                                           const struct trace *same, uint32_t *result)
{
    *result = TRACE_NONE;
    if (!same_course(trace, other)) return FINDING_OTHER;
    if (findings_same_output(trace, other)) return FINDING_SAME;
    if (!same_words(trace, other) && (!same || same_words(trace, same))) return FINDING_OTHER;
    for (uint32_t i = 0; i < compared(trace, other); i++) {
        if (same_result(trace, other, i) || (same && !same_result(trace, same, i))) continue;
        if (i < trace->result_count) *result = i;
        return FINDING_OTHER;
    }
    return FINDING_UNSTEADY;
}
