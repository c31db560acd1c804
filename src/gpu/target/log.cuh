/* log.cuh - of the probe: where a thread stands, and records in the log of its warp.
 *
 * A warp's log is its own: one atomic addition on its own position per request, made by the lowest
 * lane of the active mask, orders its records. Chunks of the log are handed out on demand. */
#ifndef SYNCSTEP_GPU_LOG_CUH
#define SYNCSTEP_GPU_LOG_CUH

#include "gpu/probe.h"

enum { KIND_LOAD = 0, KIND_STORE = 1, KIND_BARRIER = 3, KIND_SHUFFLE = 5, KIND_EXIT = 9, KIND_ARRIVE = 10, KIND_WAIT = 11 }; /* enum trace_kind */

extern "C" {
__device__ struct probe_control syncstep_control;
}

namespace syncstep_probe { /* a name that converge.c knows */
namespace {

typedef unsigned long long address_t;

__device__ __forceinline__ uint64_t block_index()
{
    return blockIdx.x + (uint64_t)gridDim.x * (blockIdx.y + (uint64_t)gridDim.y * blockIdx.z);
}

__device__ __forceinline__ unsigned thread_index()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ __forceinline__ unsigned lane_index()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ __forceinline__ unsigned lanes_below()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

/* Where the block's shared memory begins: at the lowest of its arrays, which the entry of the kernel
 * has told (syncstep_symbol). The register for the end of what the system reserves does not say it
 * (288 where arrays begin at 1,024, seen on compute capability 9.0). Kept as its complement, so
 * that a maximum finds the lowest and 0 means that nobody has told. */
__device__ __forceinline__ unsigned shared_start(const probe_control &c)
{
    return ~*(volatile uint32_t *)&c.symbol_addresses[c.symbols];
}

/* Position of this block among the recorded ones, or -1. */
__device__ __forceinline__ int recorded_block(const probe_control &c)
{
    const uint64_t block = block_index();
    return block >= c.first_block && block <= c.last_block ? (int)(block - c.first_block) : -1;
}

__device__ __forceinline__ void count_dropped(const probe_control &c, unsigned info, unsigned lanes)
{
    const unsigned copy = (thread_index() / 32 + (unsigned)block_index()) % PROBE_COPIES;
    atomicAdd((address_t *)&c.dropped[(uint64_t)PROBE_SITE(info) * PROBE_COPIES + copy],
              (address_t)lanes);
}

/* Sees to it that chunk `index` of a warp's log exists. */
__device__ bool ensure_chunk(const probe_control &c, unsigned warp, uint64_t index)
{
    if (index >= c.chunks_of_warp)
        return false;
    uint32_t *slot = &c.table[(uint64_t)warp * c.chunks_of_warp + index];
    if (*(volatile uint32_t *)slot)
        return true;
    if (*(volatile uint32_t *)c.next_chunk >= c.chunks)
        return false;
    const unsigned chunk = atomicAdd(c.next_chunk, 1u);
    if (chunk >= c.chunks)
        return false;
    if (atomicCAS(slot, 0u, chunk + 1) == 0) {
        volatile probe_owner *owner = &c.owners[chunk];
        owner->sequence = (uint32_t)index;
        owner->warp = warp + 1;
    }
    return true; /* else another part of this warp was quicker; the chunk stays unused */
}

__device__ __forceinline__ uint8_t *log_place(const probe_control &c, unsigned warp, uint64_t at)
{
    const volatile uint32_t *slot =
        &c.table[(uint64_t)warp * c.chunks_of_warp + (at >> c.chunk_shift)];
    return c.log + ((uint64_t)(*slot - 1) << c.chunk_shift) + (at & ((1u << c.chunk_shift) - 1));
}

__device__ __forceinline__ void log_word(const probe_control &c, unsigned warp, uint64_t at,
                                         uint64_t word)
{
    *(volatile uint64_t *)log_place(c, warp, at) = word;
}

/* Whether values are still kept of this block and warp; all lanes of `mask` agree. */
__device__ __forceinline__ bool keeps_values(const probe_control &c, int block, unsigned warp,
                                             unsigned mask)
{
    if ((unsigned)block >= c.value_blocks)
        return false;
    const uint64_t position = *(volatile uint64_t *)&c.positions[warp];
    return __all_sync(mask, position < c.value_limit);
}

/* One request of the lanes of `mask`, all of which are here. `width`: of a value that the caller
 * will store at the place that is returned, 0 = none; NULL: not wanted. */
__device__ uint8_t *log_request(const probe_control &c, int block, unsigned info, unsigned mask,
                                uint64_t address, unsigned sync_mask, bool sync, unsigned width)
{
    const unsigned lane = lane_index(), leader = __ffs(mask) - 1, count = __popc(mask);
    const unsigned warp = (unsigned)block * c.warps + thread_index() / 32;
    const uint64_t first = __shfl_sync(mask, address, leader);
    const unsigned rest = mask & (mask - 1);
    int64_t stride = 0;
    unsigned format = sync ? PROBE_AFFINE : PROBE_ALONE, size = sync ? 24 : 16;
    if (rest) {
        const unsigned second = __ffs(rest) - 1;
        stride = (int64_t)(__shfl_sync(mask, address, second) - first);
        if (second - leader > 1)
            stride /= (int)(second - leader);
        const bool fits = stride == (int32_t)stride;
        const bool same = first + (uint64_t)(stride * (int)(lane - leader)) == address;
        const int64_t delta = (int64_t)(address - first);
        const bool affine = __all_sync(mask, same) && fits;
        const bool narrow = __all_sync(mask, delta == (int32_t)delta);
        format = affine ? PROBE_AFFINE : narrow ? PROBE_NARROW : PROBE_WIDE;
        size = affine ? 24 : narrow ? 24 + (((count - 1) * 4 + 7) & ~7u) : 24 + (count - 1) * 8;
    }
    const unsigned head = size;
    const bool valued = width && keeps_values(c, block, warp, mask);
    if (valued)
        size += ((count * width + 7) & ~7u) + (width == 16 ? 8 : 0);
    uint64_t at = 0;
    int there = 0;
    if (lane == leader) {
        at = atomicAdd((address_t *)&c.positions[warp], (address_t)size);
        there = ensure_chunk(c, warp, at >> c.chunk_shift) &&
                ensure_chunk(c, warp, (at + size - 1) >> c.chunk_shift);
        if (!there)
            count_dropped(c, info, count);
    }
    at = __shfl_sync(mask, at, leader);
    there = __shfl_sync(mask, there, leader);
    if (!there)
        return nullptr;
    const unsigned position = __popc(mask & lanes_below());
    if (lane != leader && format >= PROBE_NARROW) {
        if (format == PROBE_NARROW)
            *(volatile uint32_t *)log_place(c, warp, at + 20 + 4 * position) =
                (uint32_t)(address - first);
        else
            log_word(c, warp, at + 16 + 8 * position, address - first);
    }
    if (lane == leader) {
        log_word(c, warp, at + 8, address);
        if (format != PROBE_ALONE)
            log_word(c, warp, at + 16, (uint32_t)stride | (uint64_t)sync_mask << 32);
        log_word(c, warp, at,
                 (info | format << 28 | (valued ? PROBE_VALUED : 0) | PROBE_VALID) |
                     (uint64_t)mask << 32);
    }
    if (!valued)
        return nullptr;
    const uint64_t values = width == 16 ? (at + head + 15) & ~(uint64_t)15 : at + head;
    return log_place(c, warp, values + width * position);
}

/* Lanes of several sites are here at once: each site's are logged by themselves. */
__device__ __noinline__ uint8_t *log_apart(int block, unsigned info, unsigned active,
                                           uint64_t address, unsigned sync_mask, bool sync,
                                           unsigned width)
{
    const probe_control &c = syncstep_control;
    return log_request(c, block, info, __match_any_sync(active, info), address, sync_mask, sync,
                       width);
}

/* ptxas may join the calls of two branches into one, and lanes of several sites are here then (seen:
 * `if (t == 0) *p = clock();` before another store). The usual case is told without
 * __match_any_sync: what is uniform for the warp must look so to the compiler, or the lanes of a
 * branch with such a call in it do not meet again behind it (seen on compute capability 9.0). */
__device__ __forceinline__ bool one_site(unsigned active, unsigned info)
{
    return __all_sync(active, info == __shfl_sync(active, info, __ffs(active) - 1));
}

__device__ __forceinline__ uint8_t *log_active(const probe_control &c, int block, unsigned info,
                                               unsigned active, uint64_t address,
                                               unsigned sync_mask, bool sync, unsigned width)
{
    if (one_site(active, info))
        return log_request(c, block, info, active, address, sync_mask, sync, width);
    return log_apart(block, info, active, address, sync_mask, sync, width);
}

__device__ __forceinline__ void drop_active(const probe_control &c, unsigned info, unsigned active)
{
    const bool one = one_site(active, info);
    if (!one || lane_index() == __ffs(active) - 1)
        count_dropped(c, info, one ? __popc(active) : 1);
}

__device__ __forceinline__ uint8_t *log_sync(unsigned info, uint64_t address, unsigned sync_mask,
                                             unsigned width)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled)
        return nullptr;
    const int block = recorded_block(c);
    const unsigned active = __activemask();
    return block >= 0 ? log_active(c, block, info, active, address, sync_mask, true, width)
                      : nullptr;
}

__device__ __forceinline__ void mark_bits(uint32_t *word, unsigned bits)
{
    if ((*word & bits) == bits) /* an old value at worst: then it is set once more */
        return;
#if __CUDA_ARCH__ >= 800 /* lanes side by side are in one word: one lane for all */
    const unsigned active = __activemask(), leader = __ffs(active) - 1;
    const address_t first = __shfl_sync(active, (address_t)word, leader);
    if (__all_sync(active, (address_t)word == first)) {
        const unsigned all = __reduce_or_sync(active, bits);
        if (lane_index() == leader)
            atomicOr(word, all);
        return;
    }
#endif
    atomicOr(word, bits);
}

/* Distinct bytes of a launch of which not all blocks are recorded. Accesses are aligned to their
 * width, so that their bits are in one word. */
__device__ __forceinline__ void mark_touched(const probe_control &c, address_t address,
                                             unsigned info)
{
    for (unsigned i = 0; i < c.regions; i++) {
        const uint64_t offset = address - c.region[i].base;
        if (offset >= c.region[i].bytes)
            continue;
        const uint64_t bit = c.region[i].first + (offset >> c.mark_shift);
        const unsigned width = 1u << (PROBE_WIDTH(info) - 1), count = width >> c.mark_shift;
        const unsigned bits = (count > 1 ? (1u << count) - 1 : 1u) << (bit & 31);
        if (PROBE_KIND(info) != KIND_STORE)
            mark_bits(&c.marks[0][bit >> 5], bits);
        if (PROBE_KIND(info) != KIND_LOAD)
            mark_bits(&c.marks[1][bit >> 5], bits);
        return;
    }
}

/* An access; where its value is to go, or NULL. */
__device__ __forceinline__ uint8_t *log_access(address_t address, unsigned info, bool valued)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled)
        return nullptr;
    const int block = recorded_block(c);
    unsigned space = PROBE_SPACE(info);
    if (space == PROBE_UNKNOWN) {
        const void *pointer = (const void *)address;
        if (__isShared(pointer)) {
            space = PROBE_SHARED;
            address = __cvta_generic_to_shared(pointer);
        } else if (__isConstant(pointer)) {
            space = PROBE_CONSTANT;
        } else if (!__isLocal(pointer)) {
            space = PROBE_GLOBAL;
        }
    }
    info &= ~(3u << 26);
    info |= space << 26;
    if (space == PROBE_UNKNOWN)
        return nullptr;
    if (c.regions && space == PROBE_GLOBAL)
        mark_touched(c, address, info);
    if (block < 0) {
        drop_active(c, info, __activemask());
        return nullptr;
    }
    const unsigned width = valued && space == PROBE_SHARED ? 1u << (PROBE_WIDTH(info) - 1) : 0;
    return log_active(c, block, info, __activemask(), address, 0, false, width);
}

} // namespace
} // namespace syncstep_probe

#endif
