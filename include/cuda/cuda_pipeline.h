/* cuda_pipeline.h - asynchronous copies of one thread, done when they are submitted; the trace knows
 * when a thread may rely on them. */
#ifndef SYNCSTEP_CUDA_PIPELINE_H
#define SYNCSTEP_CUDA_PIPELINE_H

#include "cooperative_groups/memcpy_async.h"

SS_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0)
{
    ss_copies(SS_COPY_BEGIN);
    syncstep::copy_shared_out(to, from, bytes - zeros, 0, 1);
    for (size_t i = bytes - zeros; i < bytes; i++) {
        ss_store((char *)to + i, 1);
        syncstep::quiet_store((char *)to + i, '\0');
    }
    ss_copies(SS_COPY_END);
}
SS_INLINE void __pipeline_commit() { ss_copies(SS_COPY_COMMIT); }
SS_INLINE void __pipeline_wait_prior(size_t prior) { ss_copies(SS_COPY_WAIT | (unsigned)prior << 8); }

#endif
