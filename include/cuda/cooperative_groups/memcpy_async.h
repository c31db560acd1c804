/* memcpy_async.h - copies shared out among the threads of a group; done when the call returns, with
 * the accesses logged at the caller's line. */
#ifndef SYNCSTEP_MEMCPY_ASYNC_H
#define SYNCSTEP_MEMCPY_ASYNC_H

#include "../cuda_runtime.h"

namespace syncstep {

/* One thread's piece: logs a load and a store of `width` bytes. */
template <class T> SS_INLINE void copy_piece(char *to, const char *from)
{
    ss_load(from, sizeof(T));
    ss_store(to, sizeof(T));
    quiet_store((T *)to, quiet_load((const T *)from));
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
} // namespace syncstep

namespace cuda {
/* A size that is a multiple of N bytes. */
template <size_t N> struct aligned_size_t {
    static constexpr size_t align = N;
    size_t value;
    SS_INLINE explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
    SS_INLINE constexpr operator size_t() const
    {
        return value;
    }
};
} // namespace cuda

namespace cooperative_groups {

template <class G, class T>
SS_INLINE void memcpy_async(const G &group, T *to, const void *from, size_t bytes)
{
    syncstep::copy_shared_out((void *)to, from, bytes, group.thread_rank(), group.size());
}
template <class G, class T, size_t N>
SS_INLINE void memcpy_async(const G &group, T *to, const void *from, cuda::aligned_size_t<N> bytes)
{
    syncstep::copy_shared_out((void *)to, from, bytes.value, group.thread_rank(), group.size());
}
/* Counts in elements: as many as fit are copied. */
template <class G, class T, class S, class L1, class L2>
SS_INLINE void memcpy_async(const G &group, T *to, L1 to_count, const S *from, L2 from_count)
{
    size_t count = (size_t)to_count < (size_t)from_count ? (size_t)to_count : (size_t)from_count;
    syncstep::copy_shared_out((void *)to, from, count * sizeof(T), group.thread_rank(),
                              group.size());
}
template <class G> SS_INLINE void wait(const G &group)
{
    group.sync();
}
template <unsigned Stages, class G> SS_INLINE void wait_prior(const G &group)
{
    group.sync();
}
} // namespace cooperative_groups

#endif
