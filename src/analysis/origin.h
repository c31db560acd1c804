/* origin.h - what a launch reads that an earlier one wrote: how passes hang together. Whether the
 * host has changed it in between shows only where the values stored and loaded were kept; else it
 * is not said to be unchanged. */
#ifndef SYNCSTEP_ANALYSIS_ORIGIN_H
#define SYNCSTEP_ANALYSIS_ORIGIN_H

#include "analysis/analysis.h"

#include <stddef.h>

struct origin {
    uint32_t launch;       /* the earlier one; TRACE_NONE: none */
    uint32_t allocation;   /* what both touch */
    uint32_t source, line; /* of the store */
    bool per_block;        /* element i was written by block i, and there are several */
};

/* Of what the first round of a block of the launch reads. Lives as long as the analysis. */
const struct origin *origin_of_launch(struct analysis *analysis, uint32_t launch);

/* "input is memory that launch 0 wrote (line 46), element i by block i"; "" when none did. */
void origin_text(struct analysis *analysis, uint32_t launch, char *out, size_t size);

#endif
