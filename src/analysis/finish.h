/* finish.h - the last step of many programs: the CPU adds up the results that the blocks left.
 *
 * Only where the run shows it: a line of host code read the values one by one, as a copy brought
 * them back (or in managed memory, in place), the blocks had written them, and the line's own text
 * adds one element at a time to something. On a GPU nobody sees what host code reads: then NULL. */
#ifndef SYNCSTEP_ANALYSIS_FINISH_H
#define SYNCSTEP_ANALYSIS_FINISH_H

#include "analysis/analysis.h"

#include <stddef.h>

struct finish_value {
    const uint8_t *bytes;   /* of the element's type */
    uint64_t index;         /* element of the allocation */
    uint32_t launch;        /* index of the one that wrote it last; TRACE_NONE: see `block` */
    uint32_t block, thread; /* linear: who wrote it; TRACE_NONE: not recorded, or the host did */
    bool many;              /* more than one thread wrote it: `block` is one of them */
};

enum finish_shape {
    FINISH_ANY,
    FINISH_BLOCKS, /* value i was written by block i, one thread of it */
    FINISH_THREADS /* value i was written by thread i of the only block */
};

struct finish {
    const struct trace_reading *reading;
    uint32_t writer;                 /* index of the last launch that wrote any of the values */
    uint32_t type;                   /* of an element */
    uint32_t source, line;           /* of the addition */
    uint32_t copy_source, copy_line; /* of the copy; line 0: none, read in place */
    const struct finish_value *values;
    uint32_t count;
    enum finish_shape shape;
    bool sums;    /* lines of the kernel that ran add up elements: the values are partial sums */
    char sum[64]; /* of all values, exact for integers; "" when they are no numbers */
};

/* What the CPU did between this launch and the next one, or NULL. Lives as long as the analysis. */
const struct finish *finish_of_launch(struct analysis *analysis, uint32_t launch);

/* "The kernel has ended. The CPU adds the 32 partial sums of the blocks (result, copied back on
 * line 79) on line 82. Together they are 209715200." Where the kernel adds nothing: "the 32 values
 * of the blocks". */
void finish_sentence(struct analysis *analysis, const struct finish *finish, char *out,
                     size_t size);
/* "thread 0 of block 5", "" where nobody recorded it or the host wrote it since. */
void finish_writer(const struct finish *finish, uint32_t value, char *out, size_t size);

#endif
