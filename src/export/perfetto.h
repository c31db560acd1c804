/* perfetto.h - blocks on multiprocessors as Chrome trace events, for ui.perfetto.dev and
 * chrome://tracing. A process per multiprocessor, a track per block that fits beside others on it;
 * ts and dur in microseconds. Model time is written as it is counted and marked in args. */
#ifndef SYNCSTEP_EXPORT_PERFETTO_H
#define SYNCSTEP_EXPORT_PERFETTO_H

#include "base/error.h"
#include "syncstep/trace.h"

#include <stdio.h>

/* All launches that have timings, one after another on one axis. -1 if there are none. */
int export_perfetto(const struct trace *trace, FILE *out, struct error *err);

#endif
