/* check.h - whether every index and range in a trace may be followed. */
#ifndef SYNCSTEP_TRACE_CHECK_H
#define SYNCSTEP_TRACE_CHECK_H

#include "base/error.h"
#include "syncstep/trace.h"

enum {
    TRACE_MAX_ELEMENT = 1 << 20,    /* bytes of a type */
    TRACE_MAX_SHARED = 1 << 28,     /* end of the last shared array of a block */
    TRACE_MAX_BLOCK_THREADS = 1024, /* CUDA's limit */
};
#define TRACE_MAX_OFFSET                                                                           \
    (INT64_C(1) << 62) /* so that sums of offsets and strides do not overflow */

/* Can the rows and slices of pitched memory be counted? How they fit into the allocation is for
 * those who draw them. */
bool trace_pitch_fits(const struct trace_allocation *allocation);

int trace_check(const struct trace *trace, struct error *err);

#endif
