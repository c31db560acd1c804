/* unset.h - device memory that is read before anybody has written it.
 *
 * A bit for each byte of the arena says whether a copy, a memset or a kernel has written it. A read
 * of nothing but unset bytes is remembered with who did it; if another thread writes there in the
 * same launch it is a race instead, or the order in which warps were merged, and dropped. What is
 * left is reported when the launch ends.
 *
 * The compiler does not tell of structs that a function returns right into an array. So what is
 * read must still be the filling, too; a second run with another one settles the rest.
 *
 * Managed and pinned memory has bits once unset bytes have been copied there, so that they stay
 * unset where they are copied on. Reads there are not judged: the host may write there unseen. So
 * may libraries (cuBLAS, cuRAND, Thrust) to all memory: programs that use them are not judged, and
 * every byte they hand to the host counts as set. */
#ifndef SYNCSTEP_EMULATOR_UNSET_H
#define SYNCSTEP_EMULATOR_UNSET_H

#include "core.h"

namespace ss {

void unset_open(void); /* the arena is there */
/* The bytes hold nothing (a new allocation) or something (a copy, a memset). */
void unset_clear(uint64_t address, size_t bytes);
void unset_written(uint64_t address, size_t bytes);
/* A copy of what may lie in device memory: unset bytes stay unset. */
void unset_copied(uint64_t to, uint64_t from, size_t bytes);
/* A bit for each of the 64 bytes (aligned) around the address: it is not an unset one. */
uint64_t unset_known(uint64_t address);
/* Accesses of a request to device memory. `values`: what a load read, by lane, or NULL. */
void unset_request(struct engine *engine, unsigned warp, const struct spool_request *head,
                   const uint64_t *address, const struct value *values, bool affine);
/* One per byte of the arena, from arena_base on: written. NULL: nothing is followed. An access of
 * device memory all of whose bytes are set needs no unset_request, but a write does while there
 * are suspects. */
const uint64_t *unset_bits(void);
bool unset_full(struct engine *engine, struct region *region); /* nothing of it is unset */
extern std::atomic<uint32_t> unset_suspects;                   /* reads to be reported, by now */
void unset_report(uint32_t launch);                            /* it has ended */

} // namespace ss

#endif
