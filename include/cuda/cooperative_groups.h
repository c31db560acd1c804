/* cooperative_groups.h - groups of threads that synchronise and talk.
 *
 * A group holds nothing but the mask of its lanes; a tile's follows from the lane's number. Every
 * member is inlined, so that what a group does stands at the caller's line. */
#ifndef SYNCSTEP_COOPERATIVE_GROUPS_H
#define SYNCSTEP_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

namespace cooperative_groups {

namespace details {

SS_INLINE unsigned long long linear(const uint3 &index, const uint3 &extent)
{
    return ((unsigned long long)index.z * extent.y + index.y) * extent.x + index.x;
}
SS_INLINE unsigned block_rank()
{
    return (unsigned)linear(threadIdx, blockDim);
}
SS_INLINE unsigned block_size()
{
    return blockDim.x * blockDim.y * blockDim.z;
}
SS_INLINE unsigned rank_in(unsigned mask)
{
    return (unsigned)__builtin_popcount(mask & ((1u << ss_lane()) - 1));
}
/* The lane with this rank in the mask; beyond its end: 32. */
SS_QUIET __attribute__((noinline)) inline int lane_of(unsigned mask, unsigned rank)
{
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1 && rank-- == 0) return lane;
    return 32;
}
/* Bits of the lanes in the mask, packed by rank. */
SS_QUIET __attribute__((noinline)) inline unsigned packed(unsigned mask, unsigned bits)
{
    unsigned result = 0, rank = 0;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1) result |= (bits >> lane & 1) << rank++;
    return result;
}
SS_INLINE constexpr unsigned low_lanes(unsigned count)
{
    return count >= 32 ? 0xffffffffu : (1u << count) - 1;
}
/* The lanes of an aligned tile of `size` (a power of two up to 32) around this one. */
SS_INLINE unsigned tile_mask(unsigned size)
{
    return low_lanes(size) << (ss_lane() & ~(size - 1));
}

enum kind { SS_BLOCK, SS_GRID, SS_LANES };

/* What tiles and coalesced groups share: ss_D::lanes() is the mask. */
template <class ss_D> struct lane_group {
    SS_INLINE unsigned lanes() const
    {
        return static_cast<const ss_D *>(this)->lane_mask();
    }
    SS_INLINE void sync() const
    {
        ss_warp_sync(lanes());
    }
    SS_INLINE unsigned thread_rank() const
    {
        return rank_in(lanes());
    }
    SS_INLINE unsigned size() const
    {
        return (unsigned)__builtin_popcount(lanes());
    }
    SS_INLINE unsigned num_threads() const
    {
        return size();
    }

    template <class ss_T> SS_INLINE ss_T shfl(ss_T value, int rank) const
    {
        unsigned mask = lanes(), count = (unsigned)__builtin_popcount(mask);
        return syncstep::shuffle(mask, value, lane_of(mask, (unsigned)rank % count));
    }
    template <class ss_T> SS_INLINE ss_T shfl_down(ss_T value, unsigned delta) const
    {
        return shfl_from(value, rank_in(lanes()) + delta);
    }
    template <class ss_T> SS_INLINE ss_T shfl_up(ss_T value, unsigned delta) const
    {
        return shfl_from(value, rank_in(lanes()) - delta);
    }
    template <class ss_T> SS_INLINE ss_T shfl_xor(ss_T value, unsigned flip) const
    {
        return shfl_from(value, rank_in(lanes()) ^ flip);
    }
    SS_INLINE int any(int predicate) const
    {
        return __any_sync(lanes(), predicate);
    }
    SS_INLINE int all(int predicate) const
    {
        return __all_sync(lanes(), predicate);
    }
    SS_INLINE unsigned ballot(int predicate) const
    {
        return packed(lanes(), __ballot_sync(lanes(), predicate));
    }
    template <class ss_T> SS_INLINE unsigned match_any(ss_T value) const
    {
        return packed(lanes(), __match_any_sync(lanes(), value));
    }
    template <class ss_T> SS_INLINE unsigned match_all(ss_T value, int &predicate) const
    {
        return packed(lanes(), __match_all_sync(lanes(), value, &predicate));
    }

  private:
    /* Of a rank outside the group one gets one's own value. */
    template <class ss_T> SS_INLINE ss_T shfl_from(ss_T value, unsigned rank) const
    {
        int lane = rank < 32 ? lane_of(lanes(), rank) : 32;
        return syncstep::shuffle(lanes(), value, lane < 32 ? lane : (int)ss_lane());
    }
};
} // namespace details

/* ---- The block and the grid ---- */

struct thread_block {
    static constexpr details::kind group_kind = details::SS_BLOCK;
    class arrival_token {
        friend struct thread_block;
        unsigned phase;
    };
    SS_INLINE static void sync()
    {
        ss_barrier();
    }
    SS_INLINE static unsigned thread_rank()
    {
        return details::block_rank();
    }
    SS_INLINE static unsigned size()
    {
        return details::block_size();
    }
    SS_INLINE static unsigned num_threads()
    {
        return details::block_size();
    }
    SS_INLINE static dim3 group_index()
    {
        return dim3(blockIdx);
    }
    SS_INLINE static dim3 thread_index()
    {
        return dim3(threadIdx);
    }
    SS_INLINE static dim3 group_dim()
    {
        return dim3(blockDim);
    }
    SS_INLINE static dim3 dim_threads()
    {
        return dim3(blockDim);
    }
    SS_INLINE static arrival_token barrier_arrive()
    {
        arrival_token token;
        token.phase = ss_barrier_named_arrive(0, 0);
        return token;
    }
    SS_INLINE static void barrier_wait(arrival_token &&token)
    {
        ss_barrier_named_wait(0, token.phase);
    }
};
/* Room that tiles of several warps want on GPUs before compute capability 8.0; nothing uses it here,
 * and to ask for it is no barrier. */
template <unsigned ss_Most = 1024> struct alignas(8) block_tile_memory {
    static_assert(ss_Most <= 1024, "a block has at most 1024 threads");
};
SS_INLINE thread_block this_thread_block()
{
    return thread_block();
}
template <unsigned ss_Most> SS_INLINE thread_block this_thread_block(block_tile_memory<ss_Most> &)
{
    return thread_block();
}

struct grid_group {
    static constexpr details::kind group_kind = details::SS_GRID;
    SS_INLINE static bool is_valid()
    {
        return true;
    }
    SS_INLINE static void sync()
    {
        ss_grid_sync();
    }
    SS_INLINE static unsigned long long block_rank()
    {
        return details::linear(blockIdx, gridDim);
    }
    SS_INLINE static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    SS_INLINE static unsigned long long thread_rank()
    {
        return block_rank() * details::block_size() + details::block_rank();
    }
    SS_INLINE static unsigned long long size()
    {
        return num_blocks() * details::block_size();
    }
    SS_INLINE static unsigned long long num_threads()
    {
        return size();
    }
    SS_INLINE static dim3 group_dim()
    {
        return dim3(gridDim);
    }
    SS_INLINE static dim3 dim_blocks()
    {
        return dim3(gridDim);
    }
    SS_INLINE static dim3 block_index()
    {
        return dim3(blockIdx);
    }
    SS_INLINE static dim3 thread_index()
    {
        return dim3(threadIdx);
    }
};
SS_INLINE grid_group this_grid()
{
    return grid_group();
}

/* Without cluster launches a cluster is one block. */
struct cluster_group {
    SS_INLINE static void sync()
    {
        ss_barrier();
    }
    SS_INLINE static unsigned block_rank()
    {
        return 0;
    }
    SS_INLINE static unsigned num_blocks()
    {
        return 1;
    }
    SS_INLINE static unsigned thread_rank()
    {
        return details::block_rank();
    }
    SS_INLINE static unsigned num_threads()
    {
        return details::block_size();
    }
    SS_INLINE static unsigned size()
    {
        return details::block_size();
    }
    SS_INLINE static dim3 dim_blocks()
    {
        return dim3(1);
    }
    SS_INLINE static dim3 block_index()
    {
        return dim3(0, 0, 0);
    }
    template <class ss_T> SS_INLINE static ss_T *map_shared_rank(ss_T *pointer, int)
    {
        return pointer;
    }
    template <class ss_T> SS_INLINE static unsigned query_shared_rank(const ss_T *)
    {
        return 0;
    }
};
SS_INLINE cluster_group this_cluster()
{
    return cluster_group();
}

/* ---- Lanes of a warp ---- */

struct coalesced_group : details::lane_group<coalesced_group> {
    static constexpr details::kind group_kind = details::SS_LANES;
    unsigned mask, part, parts; /* part: which of `parts` partitions of its parent it is */
    SS_INLINE explicit coalesced_group(unsigned lanes, unsigned meta_rank = 0,
                                       unsigned meta_size = 1)
        : mask(lanes), part(meta_rank), parts(meta_size)
    {
    }
    SS_INLINE unsigned lane_mask() const
    {
        return mask;
    }
    SS_INLINE unsigned meta_group_rank() const
    {
        return part;
    }
    SS_INLINE unsigned meta_group_size() const
    {
        return parts;
    }
};
SS_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(ss_active_mask());
}

/* A tile of a block; above 32 threads several warps, of which only sync() works. */
template <unsigned ss_Size, class ss_Parent = void>
struct thread_block_tile : details::lane_group<thread_block_tile<ss_Size, ss_Parent>> {
    static_assert((ss_Size & (ss_Size - 1)) == 0 && ss_Size <= 1024, "a tile is a power of two");
    static constexpr details::kind group_kind = details::SS_LANES;
    thread_block_tile() = default;
    template <class ss_P> SS_INLINE thread_block_tile(const thread_block_tile<ss_Size, ss_P> &) {}
    SS_INLINE static unsigned lane_mask()
    {
        return details::tile_mask(ss_Size) &
               (details::block_size() % 32 &&
                        details::block_rank() / 32 == details::block_size() / 32
                    ? details::low_lanes(details::block_size() % 32)
                    : 0xffffffffu);
    }
    SS_INLINE void sync() const
    {
        if constexpr (ss_Size > 32)
            ss_barrier_named(1 + details::block_rank() / ss_Size, ss_Size);
        else
            ss_warp_sync(details::tile_mask(ss_Size));
    }
    SS_INLINE static unsigned thread_rank()
    {
        return details::block_rank() & (ss_Size - 1);
    }
    SS_INLINE static constexpr unsigned size()
    {
        return ss_Size;
    }
    SS_INLINE static constexpr unsigned num_threads()
    {
        return ss_Size;
    }
    SS_INLINE unsigned meta_group_rank() const
    {
        return details::block_rank() / ss_Size;
    }
    SS_INLINE unsigned meta_group_size() const
    {
        return (details::block_size() + ss_Size - 1) / ss_Size;
    }
    template <class ss_T> SS_INLINE ss_T shfl(ss_T value, int rank) const
    {
        return __shfl_sync(details::tile_mask(ss_Size), value, rank, ss_Size);
    }
    template <class ss_T> SS_INLINE ss_T shfl_down(ss_T value, unsigned delta) const
    {
        return __shfl_down_sync(details::tile_mask(ss_Size), value, delta, ss_Size);
    }
    template <class ss_T> SS_INLINE ss_T shfl_up(ss_T value, unsigned delta) const
    {
        return __shfl_up_sync(details::tile_mask(ss_Size), value, delta, ss_Size);
    }
    template <class ss_T> SS_INLINE ss_T shfl_xor(ss_T value, unsigned flip) const
    {
        return __shfl_xor_sync(details::tile_mask(ss_Size), value, (int)flip, ss_Size);
    }
};

/* A tile cut from another tile counts within that one. */
template <unsigned ss_Size, unsigned ss_Outer, class ss_Parent>
struct thread_block_tile<ss_Size, thread_block_tile<ss_Outer, ss_Parent>> : thread_block_tile<ss_Size, void> {
    SS_INLINE unsigned meta_group_rank() const
    {
        return (details::block_rank() & (ss_Outer - 1)) / ss_Size;
    }
    SS_INLINE static constexpr unsigned meta_group_size()
    {
        return ss_Outer / ss_Size;
    }
};

/* Any of the above, for code that takes whatever group it is given. */
struct thread_group {
    details::kind what;
    unsigned mask;
    SS_INLINE thread_group(const thread_block &) : what(details::SS_BLOCK), mask(0) {}
    SS_INLINE thread_group(const grid_group &) : what(details::SS_GRID), mask(0) {}
    template <class ss_D>
    SS_INLINE thread_group(const details::lane_group<ss_D> &group)
        : what(details::SS_LANES), mask(group.lanes())
    {
    }
    SS_INLINE unsigned lane_mask() const
    {
        return mask;
    }
    SS_INLINE void sync() const
    {
        if (what == details::SS_BLOCK)
            ss_barrier();
        else if (what == details::SS_GRID)
            ss_grid_sync();
        else
            ss_warp_sync(mask);
    }
    SS_INLINE unsigned long long size() const
    {
        return what == details::SS_BLOCK  ? details::block_size()
               : what == details::SS_GRID ? grid_group::size()
                                       : (unsigned)__builtin_popcount(mask);
    }
    SS_INLINE unsigned long long num_threads() const
    {
        return size();
    }
    SS_INLINE unsigned long long thread_rank() const
    {
        return what == details::SS_BLOCK  ? details::block_rank()
               : what == details::SS_GRID ? grid_group::thread_rank()
                                       : details::rank_in(mask);
    }
    SS_INLINE bool is_valid() const
    {
        return true;
    }
    template <class ss_T> SS_INLINE ss_T shfl(ss_T value, int rank) const
    {
        return coalesced_group(mask).shfl(value, rank);
    }
    template <class ss_T> SS_INLINE ss_T shfl_down(ss_T value, unsigned delta) const
    {
        return coalesced_group(mask).shfl_down(value, delta);
    }
    template <class ss_T> SS_INLINE ss_T shfl_up(ss_T value, unsigned delta) const
    {
        return coalesced_group(mask).shfl_up(value, delta);
    }
};

/* ---- Partitions ---- */

template <unsigned ss_Size, class ss_Parent>
SS_INLINE thread_block_tile<ss_Size, ss_Parent> tiled_partition(const ss_Parent &)
{
    return thread_block_tile<ss_Size, ss_Parent>();
}
SS_INLINE thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    if (parent.what == details::SS_BLOCK)
        return coalesced_group(details::tile_mask(size) & thread_block_tile<32>::lane_mask());
    unsigned first = details::rank_in(parent.mask) / size * size, mask = 0;
    for (unsigned rank = first; rank < first + size; rank++) {
        int lane = details::lane_of(parent.mask, rank);
        mask |= lane < 32 ? 1u << lane : 0;
    }
    return coalesced_group(mask);
}
SS_INLINE thread_group tiled_partition(const thread_block &parent, unsigned size)
{
    return tiled_partition(thread_group(parent), size);
}
SS_INLINE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    return coalesced_group(tiled_partition(thread_group(parent), size).mask,
                           parent.thread_rank() / size, (parent.size() + size - 1) / size);
}
template <class ss_G, class ss_L> SS_INLINE coalesced_group labeled_partition(const ss_G &group, ss_L label)
{
    return coalesced_group(__match_any_sync(group.lane_mask(), label));
}
template <class ss_G> SS_INLINE coalesced_group binary_partition(const ss_G &group, bool predicate)
{
    unsigned mask = group.lane_mask(), yes = __ballot_sync(mask, predicate);
    return coalesced_group(predicate ? yes : mask & ~yes, predicate ? 0 : 1, 2);
}

/* ---- Functions of any group ---- */

template <class ss_G> SS_INLINE void sync(const ss_G &group)
{
    group.sync();
}
template <class ss_G> SS_INLINE auto thread_rank(const ss_G &group)
{
    return group.thread_rank();
}
template <class ss_G> SS_INLINE auto group_size(const ss_G &group)
{
    return group.size();
}
template <class ss_G> SS_INLINE bool is_valid(const ss_G &)
{
    return true;
}
template <class ss_G, class ss_F, class... ss_A>
SS_INLINE void invoke_one(const ss_G &group, ss_F &&function, ss_A &&...a)
{
    if (group.thread_rank() == 0) function(static_cast<ss_A &&>(a)...);
}
template <class ss_G, class ss_F, class... ss_A>
SS_INLINE auto invoke_one_broadcast(const ss_G &group, ss_F &&function, ss_A &&...a)
{
    decltype(function(static_cast<ss_A &&>(a)...)) value{};
    if (group.thread_rank() == 0) value = function(static_cast<ss_A &&>(a)...);
    return group.shfl(value, 0);
}
} // namespace cooperative_groups

#include "cooperative_groups/memcpy_async.h"

#endif
