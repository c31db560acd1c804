/* second_run.h - whether another filling of unset memory changed what a program does.
 *
 * The course (launches, errors), what it prints, its exit status, and what the device handed to the
 * host (trace.results). A third run with the first one's filling tells what is no proof, since it
 * differs by itself: times, addresses. */
#ifndef SYNCSTEP_ANALYSIS_SECOND_RUN_H
#define SYNCSTEP_ANALYSIS_SECOND_RUN_H

#include "analysis/findings.h"

/* `same` may be NULL. *result: the place in trace->results that proves it where nothing printed
 * does, else TRACE_NONE. */
enum finding_second_run second_run_verdict(const struct trace *trace, const struct trace *other,
                                           const struct trace *same, uint32_t *result);

/* What they print, and how they end. */
bool second_run_same_words(const struct trace *a, const struct trace *b);
/* The copy by which unset bytes of an allocation came to the host, which used them: `other` printed
 * something else with another filling in that allocation only. TRACE_NONE: not shown. */
uint32_t second_run_copy(const struct trace *trace, const struct trace *other, uint32_t allocation);

#endif
