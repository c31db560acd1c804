/* collect.h - from the spool of a run to a trace: addresses become arrays and allocations, code
 * addresses become lines, snapshots and written masks are put together.
 *
 * The spool may be that of a program that crashed or went astray: what makes no sense in it is left
 * out. Cannot fail; what is missing is in the trace's `complete` flags and diagnostics. */
#ifndef SYNCSTEP_RUN_COLLECT_H
#define SYNCSTEP_RUN_COLLECT_H

#include "run/program.h"
#include "trace/builder.h"

#include <stddef.h>

struct collect_request {
    const void *spool;
    size_t size;
    struct trace_builder *builder;  /* header, launches, allocations, diagnostics are filled in */
    struct site_resolver *resolver; /* made for the same builder */
    uint64_t snapshot_bytes;        /* most memory for snapshots; 0 = COLLECT_SNAPSHOTS */
};

#define COLLECT_SNAPSHOTS (UINT64_C(512) << 20)

void collect(const struct collect_request *request);

#endif
