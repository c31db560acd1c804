/* blocks.h - when each block of a launch ran, and beside which others.
 *
 * All times are offsets from the launch's first start, in the trace's unit: nanoseconds of
 * %globaltimer, or clocks of the emulator's model. Blocks that overlap on a multiprocessor get
 * different lanes there; a block's wave is its position in its lane, from 0. */
#ifndef SYNCSTEP_ANALYSIS_BLOCKS_H
#define SYNCSTEP_ANALYSIS_BLOCKS_H

#include "analysis/analysis.h"

struct block_bar {
    uint32_t block; /* linear */
    uint32_t sm, lane, wave;
    uint64_t start, end, clocks;
};

struct blocks {
    const struct block_bar *bars; /* by multiprocessor, lane, start */
    uint32_t count;
    uint32_t multiprocessors; /* that ran at least one */
    uint32_t together;        /* most lanes of any: blocks side by side on one */
    uint32_t waves;           /* most blocks that followed each other in a lane */
    uint64_t span;            /* from the first start to the last end */
    double clocks;            /* of a block, average */
};

/* count 0 when the launch has no block times. */
const struct blocks *blocks_of_launch(struct analysis *analysis, uint32_t launch);
/* Position of a block's bar, or TRACE_NONE. */
uint32_t blocks_find(const struct blocks *blocks, uint32_t block);

/* Share of a recorded block's time that has gone by the end of its round, 0 to 1: an estimate,
 * since only whole blocks are timed. A round weighs as its slowest warp does: 400 for a request
 * that loads from global memory, 100 for an atomic, 20 for any other, and 20 for the barrier (about
 * what the emulator's model charges, emulator/model.h). `block` is a position in launch.blocks. */
double blocks_share(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round);

#endif
