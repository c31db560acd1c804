/* rounds.cuh - of the probe: snapshots of shared memory where a round ends, and the phases of barriers
 * that are objects or have a number. */
#ifndef SYNCSTEP_GPU_ROUNDS_CUH
#define SYNCSTEP_GPU_ROUNDS_CUH

#include "gpu/target/log.cuh"

namespace syncstep_probe {
namespace {

/* Of barriers that nobody only arrives at (PROBE_APART). */
__device__ __forceinline__ bool whole_block(const probe_control &c, unsigned count)
{
    return count == 0 || count >= c.threads;
}

/* Copies the block's shared memory, in pieces that groups of lanes claim; true for the group that
 * claimed the last one. */
__device__ bool copy_shared(const probe_control &c, probe_block *block)
{
    const unsigned bytes = (c.shared_bytes + 3) & ~3u, piece = 1024;
    const unsigned pieces = (bytes + piece - 1) / piece, start = shared_start(c);
    const unsigned unit = *(volatile uint32_t *)&block->snapshot;
    bool last = false;
    for (;;) {
        const unsigned active = __activemask(), leader = __ffs(active) - 1;
        unsigned mine = 0;
        if (lane_index() == leader)
            mine = atomicAdd(&block->claimed, 1u);
        mine = __shfl_sync(active, mine, leader);
        if (mine >= pieces)
            return last;
        last = mine + 1 == pieces && lane_index() == leader;
        const unsigned end = min((mine + 1) * piece, bytes), step = 4 * __popc(active);
        for (unsigned at = mine * piece + 4 * __popc(active & lanes_below());
             at < end && unit && start != ~0u;
             at += step) {
            unsigned word;
            asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(start + at));
            *(volatile uint32_t *)(c.snapshots + (uint64_t)(unit - 1) * 64 + at) = word;
        }
    }
}

/* Makes the copy known and finds room for the next. */
__device__ void next_snapshot(const probe_control &c, int index, probe_block *block)
{
    const unsigned round = block->round, units = (((c.shared_bytes + 3) & ~3u) + 63) / 64;
    if (round < c.max_rounds && block->snapshot)
        *(volatile uint32_t *)&c.snapshot_table[(uint64_t)index * c.max_rounds + round] =
            block->snapshot;
    else
        atomicAdd((address_t *)c.lost_snapshots, (address_t)1);
    const unsigned unit =
        *(volatile uint32_t *)c.next_unit < c.snapshot_units ? atomicAdd(c.next_unit, units)
                                                             : c.snapshot_units;
    block->snapshot = (uint64_t)unit + units <= c.snapshot_units ? unit + 1 : 0;
    block->round = round + 1;
    block->claimed = 0;
    __threadfence();
}

/* ---- Phases of barriers that are objects ---- */

/* Where the phases of this barrier are counted; NULL: there are too many barriers. */
__device__ probe_phase *find_phase(const probe_control &c, int block, unsigned barrier)
{
    probe_phase *all = c.phases + (uint64_t)block * c.phases_of_block;
    for (unsigned i = 0; i < c.phases_of_block; i++) {
        probe_phase *phase = &all[((barrier >> 3 ^ barrier) + i) % c.phases_of_block];
        unsigned key = *(volatile uint32_t *)&phase->key;
        if (key == 0)
            key = atomicCAS(&phase->key, 0u, barrier + 1);
        if (key == 0 || key == barrier + 1)
            return phase;
    }
    return nullptr;
}

/* 0 or 1: of the number of the phase that is under way. */
__device__ unsigned phase_parity(unsigned barrier)
{
    unsigned odd = 0;
#if __CUDA_ARCH__ >= 800
    asm volatile("{ .reg .pred even_over; "
                 "mbarrier.test_wait.parity.shared.b64 even_over, [%1], 0; "
                 "selp.u32 %0, 1, 0, even_over; }"
                 : "=r"(odd)
                 : "r"(barrier)
                 : "memory");
#endif
    return odd;
}

/* The number of the phase under way. The device tells its parity only. Each phase ends by an
 * arrival, which has come through here before: so what is kept is this phase's number or the one
 * before. The phase stays while this goes on: who arrives is still missing, and who has waited is
 * at most one phase behind (or its wait would be undefined). */
__device__ unsigned phase_number(probe_phase *phase, unsigned parity)
{
    if (!phase)
        return parity; /* phases apart by two are taken for one: nobody is accused wrongly */
    const unsigned number = *(volatile uint32_t *)&phase->number;
    if ((number & 1) == parity)
        return number;
    atomicCAS(&phase->number, number, number + 1);
    return number + 1;
}

/* Lanes at different barriers or phases are different requests. */
__device__ __noinline__ void log_phases(int block, unsigned info, unsigned active,
                                        unsigned barrier, unsigned number)
{
    const address_t key = (address_t)barrier << 32 | number;
    const unsigned mask = __match_any_sync(active, key) & __match_any_sync(active, info);
    log_request(syncstep_control, block, info, mask, barrier, number, true, 0);
}

/* A barrier with a number that `count` threads come to. Arrivals are counted: nobody arrives at a
 * phase before the one before is complete. The hardware counts a warp as 32 threads. */
__device__ __noinline__ void log_named(const probe_control &c, unsigned info, unsigned number,
                                       unsigned count)
{
    const int block = recorded_block(c);
    if (block < 0 || count == 0)
        return;
    const unsigned active = __activemask();
    const unsigned mask = __match_any_sync(active, (address_t)number << 32 | count) &
                          __match_any_sync(active, info);
    const unsigned leader = __ffs(mask) - 1, first = thread_index() / 32 * 32;
    const bool all = first + 32 > c.threads ? __popc(mask) == c.threads - first : mask == ~0u;
    probe_phase *phase = find_phase(c, block, PROBE_NAMED | number);
    unsigned before = 0;
    if (phase && lane_index() == leader)
        before = atomicAdd(&phase->number, all ? 32u : (unsigned)__popc(mask));
    before = __shfl_sync(mask, before, leader) / count;
    const unsigned kind = PROBE_KIND(info), rest = info & ~(15u << 18) & ~PROBE_APART;
    log_request(c, block, rest | KIND_ARRIVE << 18, mask, PROBE_NAMED | number, before, true, 0);
    if (kind != KIND_ARRIVE) /* what comes behind the barrier is logged later */
        log_request(c, block, rest | KIND_WAIT << 18, mask, PROBE_NAMED | number, before, true, 0);
}

} // namespace
} // namespace syncstep_probe

#endif
