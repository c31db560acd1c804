/* cuda_pipeline.h - asynchronous copies of one thread, done when they are submitted. */
#ifndef SYNCSTEP_CUDA_PIPELINE_H
#define SYNCSTEP_CUDA_PIPELINE_H

#include "cooperative_groups/memcpy_async.h"

SS_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0)
{
    syncstep::copy_shared_out(to, from, bytes - zeros, 0, 1);
    for (size_t i = bytes - zeros; i < bytes; i++) {
        ss_store((char *)to + i, 1);
        syncstep::quiet_store((char *)to + i, '\0');
    }
}
SS_INLINE void __pipeline_commit() {}
SS_INLINE void __pipeline_wait_prior(size_t) {}

#endif
