/* pending.h - work of the device that the host has not waited for: launches, and asynchronous
 * copies of pinned memory. All of it is done when the call returns; on a device it may still be
 * under way. So each byte of managed and pinned memory and of variables keeps the last such work
 * that wrote and that read it, and what the host does there is compared with what it has waited
 * for.
 *
 * Where CUDA leaves open whether a call waits, it does here. Memory that host and kernels share on
 * purpose is let alone: a kernel that stores to volatile or atomic variables or has a fence for the
 * system is not judged, and a volatile or atomic access of the host counts as waiting. Streams are
 * numbers as in struct ss_launch. */
#ifndef SYNCSTEP_EMULATOR_PENDING_H
#define SYNCSTEP_EMULATOR_PENDING_H

#include <stddef.h>
#include <stdint.h>

struct spool_request;

namespace ss {

struct region;

struct pending_works { /* a set of works */
    uint64_t words[4];
    uint32_t epoch; /* of their numbers */
};

extern bool pending_watched; /* something may be followed */
extern bool pending_image;   /* among it are variables of the program */

void pending_ignore(void); /* from now on: memory is in use that is not followed */
/* The launch begins; until it ends, what kernels touch is its. */
void pending_launch(uint64_t stream, uint32_t ordinal, uint64_t pc);
void pending_launch_end(void);
void pending_touch(const struct spool_request *head, const uint64_t *address); /* by lane */
void pending_signal(void); /* the kernel under way tells the host something itself */
void pending_copy(uint64_t stream, const void *to, const void *from, size_t bytes,
                  const void *site);
/* The host's access of a region that is not the device's alone, or of a variable (NULL). */
void pending_host(const struct region *region, uint64_t address, uint32_t width, uint64_t pc,
                  bool write);

/* What the host waits for. */
void pending_wait_all(void);
void pending_wait_stream(uint64_t stream);
void pending_wait(const struct pending_works *works);
bool pending_is_open(const struct pending_works *works);               /* not waited for */
struct pending_works pending_mark(uint64_t stream);                    /* an event */
void pending_join(uint64_t stream, const struct pending_works *works); /* the stream waits */

} // namespace ss

extern "C" int ss_stream_blocking(uint64_t stream); /* waits for the default stream */

#endif
