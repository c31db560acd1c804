/* memcpy_async.h - copies shared out among the threads of a group; done when the call returns, with
 * the accesses logged at the caller's line. */
#ifndef SYNCSTEP_MEMCPY_ASYNC_H
#define SYNCSTEP_MEMCPY_ASYNC_H

#include "../cuda_runtime.h"

namespace syncstep {

/* One thread's piece: logs a load and a store of `width` bytes. */
template <class ss_T> SS_INLINE void copy_piece(char *to, const char *from)
{
    ss_load(from, sizeof(ss_T));
    ss_store(to, sizeof(ss_T));
    quiet_store((ss_T *)to, quiet_load((const ss_T *)from));
}

/* Pieces of the widest type that addresses and size allow, thread `rank` of `count` taking every
 * count-th. */
SS_INLINE void copy_shared_out(void *to, const void *from, size_t bytes, size_t rank, size_t count)
{
    size_t all = (size_t)to | (size_t)from | bytes;
    size_t width = all & 3 ? 1 : all & 7 ? 4 : all & 15 ? 8 : 16;
    for (size_t at = rank * width; at < bytes; at += count * width) {
        if (width == 16)
            copy_piece<uint4>((char *)to + at, (const char *)from + at);
        else if (width == 8)
            copy_piece<uint64_t>((char *)to + at, (const char *)from + at);
        else if (width == 4)
            copy_piece<uint32_t>((char *)to + at, (const char *)from + at);
        else
            copy_piece<char>((char *)to + at, (const char *)from + at);
    }
}

/* The same, of which nobody knows when it is done. `mode`: SS_COPY_BEGIN or SS_COPY_TO_BARRIER. */
SS_INLINE void copy_asynchronously(unsigned mode, void *to, const void *from, size_t bytes, size_t rank,
                                   size_t count)
{
    ss_copies(mode);
    copy_shared_out(to, from, bytes, rank, count);
    ss_copies(SS_COPY_END);
}
/* A batch of its own. */
SS_INLINE void copy_by_group(void *to, const void *from, size_t bytes, size_t rank, size_t count)
{
    copy_asynchronously(SS_COPY_BEGIN, to, from, bytes, rank, count);
    ss_copies(SS_COPY_COMMIT);
}
} // namespace syncstep

namespace cuda {
/* A size that is a multiple of ss_N bytes. */
template <size_t ss_N> struct aligned_size_t {
    static constexpr size_t align = ss_N;
    size_t value;
    SS_INLINE explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
    SS_INLINE constexpr operator size_t() const
    {
        return value;
    }
};
} // namespace cuda

namespace cooperative_groups {

template <class ss_G, class ss_T>
SS_INLINE void memcpy_async(const ss_G &group, ss_T *to, const void *from, size_t bytes)
{
    syncstep::copy_by_group((void *)to, from, bytes, group.thread_rank(), group.size());
}
template <class ss_G, class ss_T, size_t ss_N>
SS_INLINE void memcpy_async(const ss_G &group, ss_T *to, const void *from, cuda::aligned_size_t<ss_N> bytes)
{
    syncstep::copy_by_group((void *)to, from, bytes.value, group.thread_rank(), group.size());
}
/* Counts in elements: as many as fit are copied. */
template <class ss_G, class ss_T, class ss_S, class ss_L1, class ss_L2>
SS_INLINE void memcpy_async(const ss_G &group, ss_T *to, ss_L1 to_count, const ss_S *from, ss_L2 from_count)
{
    size_t count = (size_t)to_count < (size_t)from_count ? (size_t)to_count : (size_t)from_count;
    syncstep::copy_by_group((void *)to, from, count * sizeof(ss_T), group.thread_rank(),
                              group.size());
}
template <class ss_G> SS_INLINE void wait(const ss_G &group)
{
    ss_copies(SS_COPY_WAIT_ALL);
    group.sync();
}
template <unsigned ss_Stages, class ss_G> SS_INLINE void wait_prior(const ss_G &group)
{
    ss_copies(SS_COPY_WAIT | ss_Stages << 8);
    group.sync();
}
} // namespace cooperative_groups

#endif
