/* results.h - what the device hands to the host, as checksums: of each copy from the device, and of
 * managed and pinned memory when the host first looks at it after a launch, frees it or ends. Two
 * runs with other left-overs in unset memory are compared by them, so that an unset slot counts
 * although the program prints nothing of it. Only when spool_header.results asks for it.
 *
 * Bytes that nobody has written since cudaMalloc() are left out: a copy of a whole buffer of which
 * kernels wrote a part brings back left-overs that are nobody's result. */
#ifndef SYNCSTEP_EMULATOR_RESULTS_H
#define SYNCSTEP_EMULATOR_RESULTS_H

#include "core.h"

namespace ss {

/* A copy whose destination is the host's. */
void results_copied(const void *from, size_t bytes, const void *site);
/* One whose destination is managed or pinned memory: only what is unset of it. */
void results_moved(const void *from, size_t bytes, const void *site);
/* The host reads an address in managed or pinned memory, or frees it, while no kernel runs. */
void results_in_place(struct region *region, uint64_t pc);

} // namespace ss

#endif
