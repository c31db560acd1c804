/* columns.h - the requests of a launch as columns that deflate well.
 *
 * What requests have in common is in a table of shapes: site, mask, stride, object, kind, ... A
 * request then is a shape and the offset of its lowest lane, kept as the difference to the previous
 * request of the same shape: a constant for a regular loop. assets/trace-format.md has it in full.
 */
#ifndef SYNCSTEP_TRACE_COLUMNS_H
#define SYNCSTEP_TRACE_COLUMNS_H

#include "base/error.h"
#include "syncstep/trace.h"

/* As in the file, little endian, without gaps. */
struct column_shape {
    uint32_t site, mask;
    int32_t stride;
    uint32_t object, sync_mask;
    uint8_t kind, space, width, flags;
};
#define COLUMN_SHAPE_DESCR                                                                         \
    "[('site','<u4'),('mask','<u4'),('stride','<i4'),('object','<u4'),('sync_mask','<u4'),"        \
    "('kind','|u1'),('space','|u1'),('width','|u1'),('flags','|u1')]"

struct columns {
    struct column_shape *shapes;
    uint32_t shape_count;
    uint32_t *counts; /* requests per round, of all blocks one after another */
    uint32_t round_count;
    uint32_t *shape; /* per request */
    uint32_t *warp;
    int64_t *offset;  /* difference to the previous one of the same shape, 0 before the first */
    uint32_t *valued; /* 1 = its values are in `values` */
    uint64_t request_count;
    int64_t *scattered; /* for scattered requests: from the second lane on, difference to the lane
                           before */
    uint64_t scattered_count;
    uint8_t *values; /* of the valued requests, one after another, by lane */
    uint64_t value_bytes;
};

void columns_init(struct columns *columns, const struct trace_launch *launch);
void columns_fini(struct columns *columns);

struct trace_builder;
/* Gives the rounds and requests of blocks that have `rounds[i]` rounds and the linear index
 * `blocks[i]` to the builder. -1 when the columns do not fit together. */
struct columns_blocks {
    const uint32_t *index, *rounds, *finished;
    uint32_t count;
};
int columns_build(const struct columns *columns, const struct columns_blocks *blocks,
                  struct trace_builder *builder, struct error *err);

#endif
