/* probe.cu - the device side of the GPU back end: the functions that rewritten PTX calls.
 *
 * nvcc makes PTX of this file for the machine's GPU; the rewriter puts that in front of the
 * program's. A warp's log is its own: one atomic addition on its own position per request, made by
 * the lowest lane of the active mask, orders its records. Chunks of the log are handed out on
 * demand. Log and snapshots lie in memory of the host, so that they outlive a fault of the kernel. */
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
