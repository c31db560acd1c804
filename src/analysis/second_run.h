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

#endif
