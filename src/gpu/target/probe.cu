/* probe.cu - the device side of the GPU back end: the functions that rewritten PTX calls.
 *
 * nvcc makes PTX of this file for the machine's GPU; the rewriter puts that in front of the
 * program's. Log (log.cuh) and snapshots (rounds.cuh) lie in memory of the host, so that they
 * outlive a fault of the kernel. */
#include "gpu/target/rounds.cuh"

using namespace syncstep_probe;

extern "C" {

__device__ __noinline__ void syncstep_symbol(unsigned index, unsigned address)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled || thread_index() != 0 || index >= c.symbols || /* thread 0 runs in every block */
        *(volatile uint32_t *)&c.symbol_addresses[index])
        return;
    atomicMax(&c.symbol_addresses[c.symbols], ~address);
    __threadfence();
    c.symbol_addresses[index] = address + 1;
    *(volatile uint32_t *)&c.symbol_mirror[index] = address + 1;
    *(volatile uint32_t *)&c.symbol_mirror[c.symbols] = ~shared_start(c);
}

__device__ __noinline__ void syncstep_access(address_t address, unsigned info)
{
    log_access(address, info, false);
}

/* Loads and stores of what may be shared memory: returns where the lane's value is to be stored, or
 * 0. */
__device__ __noinline__ address_t syncstep_shared(address_t address, unsigned info)
{
    return (address_t)log_access(address, info, true);
}

__device__ __noinline__ void syncstep_sync(unsigned info, unsigned mask)
{
    log_sync(info, 0, mask, 0);
}

/* Returns where to store what the lane gives, or 0. */
__device__ __noinline__ address_t syncstep_shuffle(unsigned info, unsigned mask, unsigned b,
                                                   unsigned c)
{
    const int lane = (int)lane_index(), value = (int)(b & 31), segment = (int)(c >> 8 & 31);
    const int limit = (lane & segment) | ((int)(c & 31) & ~segment);
    int from = lane;
    switch (PROBE_WIDTH(info)) {
    case PROBE_UP:
        from = lane - value >= limit ? lane - value : lane;
        break;
    case PROBE_DOWN:
        from = lane + value <= limit ? lane + value : lane;
        break;
    case PROBE_XOR:
        from = (lane ^ value) <= limit ? lane ^ value : lane;
        break;
    default:
        from = (lane & segment) | (value & ~segment);
        from = from <= limit ? from : lane;
        break;
    }
    return (address_t)log_sync((info & ~(7u << 22)) | 3u << 22, (uint64_t)from, mask, 4);
}

/* Before a thread arrives at a phase of a barrier in shared memory, behind a successful wait for one
 * (`event`: enum probe_event), before a barrier is set up. */
__device__ __noinline__ void syncstep_phase(address_t address, unsigned info, unsigned event)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled || event == PROBE_NOTHING)
        return;
    const int block = recorded_block(c);
    if (block < 0)
        return;
    const unsigned barrier = PROBE_SPACE(info) == PROBE_SHARED
                                 ? (unsigned)address
                                 : (unsigned)__cvta_generic_to_shared((const void *)address);
    probe_phase *phase = find_phase(c, block, barrier);
    if (event == PROBE_BEGINS) {
        volatile uint32_t *number = phase ? &phase->number : nullptr;
        if (number && *number) /* set up anew: its phases are others than before */
            *number = (*number | 1) + 1;
        return;
    }
    const unsigned now = phase_number(phase, phase_parity(barrier));
    log_phases(block, info, __activemask(), barrier, event == PROBE_WAITS ? now - 1 : now);
}

/* Before a barrier. A barrier of a part of the block is one that is arrived at and waited for. */
__device__ __noinline__ void syncstep_barrier(unsigned info, unsigned number, unsigned count)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled)
        return;
    if (!(info & PROBE_APART) && whole_block(c, count))
        log_sync(info, 0, 0, 0);
    else
        log_named(c, info, number, count ? count : (c.threads + 31) / 32 * 32);
}

/* Behind a barrier of the whole block: all threads that have not left are here. */
__device__ __noinline__ void syncstep_snapshot(unsigned, unsigned count)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled || c.shared_bytes == 0 || !whole_block(c, count))
        return;
    const int index = recorded_block(c);
    if (index < 0)
        return;
    const bool last = copy_shared(c, &c.blocks[index]);
    asm volatile("barrier.sync 0;" ::: "memory");
    if (last)
        next_snapshot(c, index, &c.blocks[index]);
}

/* Before a thread leaves. No barrier here: it would pair with another. */
__device__ __noinline__ void syncstep_exit(unsigned info)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled)
        return;
    const int index = recorded_block(c);
    if (index < 0)
        return;
    const unsigned active = __activemask(), leader = __ffs(active) - 1;
    log_active(c, index, info, active, 0, 0, true, 0);
    __syncwarp(active);
    if (c.shared_bytes == 0)
        return;
    __threadfence();
    unsigned before = 0;
    if (lane_index() == leader)
        before = atomicAdd(&c.blocks[index].exited, __popc(active));
    before = __shfl_sync(active, before, leader);
    if (before + __popc(active) < c.threads)
        return;
    __threadfence();
    if (copy_shared(c, &c.blocks[index]))
        next_snapshot(c, index, &c.blocks[index]);
}

__device__ __forceinline__ uint64_t device_time()
{
    uint64_t time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

/* The timed build has these two only. */
__device__ __noinline__ void syncstep_begin(void)
{
    const probe_control &c = syncstep_control;
    if (!c.enabled || thread_index() != 0 || block_index() >= c.timings)
        return;
    probe_timing *t = &c.timing[block_index()];
    asm volatile("mov.u32 %0, %%smid;" : "=r"(t->sm));
    t->start = device_time();
    t->clock = clock64();
}

__device__ __noinline__ void syncstep_end(void)
{
    /* First of all: what follows would count for the block. */
    const uint64_t clock = clock64(), time = device_time();
    const probe_control &c = syncstep_control;
    if (!c.enabled || block_index() >= c.timings)
        return;
    const unsigned active = __activemask();
    if (lane_index() != __ffs(active) - 1)
        return;
    probe_timing *t = &c.timing[block_index()];
    if (atomicAdd(&t->exited, __popc(active)) + __popc(active) < c.threads)
        return;
    t->clock_end = clock;
    t->end = time;
}
}
