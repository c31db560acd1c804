/* fibre.h - what a switch between stacks has to tell AddressSanitizer; nothing in the usual build.
 *
 * fibre_leave comes right before the jump: `kept` is where the stack that is left keeps its state
 * (NULL: nobody comes back to it), `low` and `bytes` say which stack is gone to. fibre_arrive comes
 * right behind a jump, and tells whose stack it came from. */
#ifndef SYNCSTEP_EMULATOR_FIBRE_H
#define SYNCSTEP_EMULATOR_FIBRE_H

#include <stddef.h>

#ifdef __SANITIZE_ADDRESS__

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

namespace ss {

static inline void fibre_leave(void **kept, const void *low, size_t bytes)
{
    __sanitizer_start_switch_fiber(kept, low, bytes);
}

static inline void fibre_arrive(void *kept, const void **low, size_t *bytes)
{
    __sanitizer_finish_switch_fiber(kept, low, bytes);
}

/* A stack that is used again: what was last on it may have ended in the middle. */
static inline void fibre_fresh(void *low, size_t bytes)
{
    __asan_unpoison_memory_region(low, bytes);
}

} // namespace ss

#else

namespace ss {

static inline void fibre_leave(void **, const void *, size_t) {}
static inline void fibre_arrive(void *, const void **, size_t *) {}
static inline void fibre_fresh(void *, size_t) {}

} // namespace ss

#endif
#endif
