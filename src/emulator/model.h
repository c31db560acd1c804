/* model.h - the cost model behind clock(), clock64(), %globaltimer and the blocks' bars.
 *
 * Not a simulation: a deterministic count, so that the same program shows the same figures
 * everywhere. All figures are clocks of a multiprocessor.
 *
 *   latency of a warp, added up request by request:
 *     basic block                      MODEL_PATH
 *     shared access                    MODEL_SHARED + MODEL_PASS per pass beyond the first
 *     global or constant load          MODEL_GLOBAL + MODEL_SECTOR per sector beyond the first
 *     global store                     MODEL_STORE + MODEL_SECTOR per sector beyond the first
 *     atomic                           MODEL_ATOMIC + MODEL_PASS per lane beyond the first
 *     shuffle, vote, __syncwarp, fence MODEL_SYNC
 *   issue of a warp (its share of the multiprocessor): 1 per basic block and access, + 1 per pass
 *   or sector beyond the first.
 *
 * A round takes a block max(longest latency of its warps, issue of all its warps × blocks that
 * share the multiprocessor) + MODEL_BARRIER. Within a round a thread's clock is its warp's latency
 * so far. Block b runs on multiprocessor b mod 8, in slot (b / 8) mod residency, as soon as the
 * block before it in that slot has ended. Residency: at most 32 blocks, 2,048 threads and 227 KiB
 * of shared memory per multiprocessor. A clock is one nanosecond (1 GHz).
 *
 * Blocks that are not recorded are only counted (count.h): such a block takes as long as block 0 of
 * the launch, or of the last one before it from the same place whose block 0 was merged, in
 * proportion to its accesses. Not where kernels read clocks. */
#ifndef SYNCSTEP_EMULATOR_MODEL_H
#define SYNCSTEP_EMULATOR_MODEL_H

#include "core.h"

namespace ss {

enum {
    MODEL_PATH = 4,
    MODEL_SHARED = 24,
    MODEL_PASS = 2,
    MODEL_GLOBAL = 400,
    MODEL_STORE = 20,
    MODEL_SECTOR = 32,
    MODEL_ATOMIC = 100,
    MODEL_SYNC = 10,
    MODEL_BARRIER = 20,
    MODEL_TIMINGS = 65536, /* launches of more blocks get no timings */
    MODEL_LAUNCH = 200,    /* from a launch's start to its first block */
};

uint32_t model_residency(uint32_t threads, size_t shared_bytes);
void model_block_begin(struct engine *engine);
void model_round_end(struct engine *engine);
void model_block_end(struct engine *engine);
/* Adds a merged request to its warp. `cost`: sectors, passes or lanes. */
void model_request(struct warp *warp, uint32_t kind, bool shared, uint32_t cost);
/* Sectors of 32 bytes (global) or passes (shared) of a request: exact for regular ones, for the
 * others as good as the model needs. */
uint32_t model_cost(const uint64_t *address, uint32_t mask, uint32_t width, bool affine,
                    int64_t stride, bool shared);
static inline void model_path(struct warp *warp, uint32_t blocks)
{
    warp->clock += (uint64_t)MODEL_PATH * blocks;
    warp->issued += blocks;
}

} // namespace ss

#endif
