/* atomic_sites.h - which call-outs of atomics are of a special kind, by their sites. */
#ifndef SYNCSTEP_EMULATOR_ATOMIC_SITES_H
#define SYNCSTEP_EMULATOR_ATOMIC_SITES_H

#include <stdint.h>

namespace ss {

enum atomic_sort {
    ATOMIC_OVERWRITES, /* it stores and does not read */
    ATOMIC_BLOCK,      /* of block scope */
    ATOMIC_SORTS
};

/* The atomic at this program counter is of the sort. */
void atomic_site_at(enum atomic_sort sort, uint64_t pc);
/* Flags of a spooled request (spool_request_flags) for the atomic at a site. */
uint8_t atomic_site_flags(uint32_t site);

} // namespace ss

#endif
