/* readings.h - what the host's code reads of the results that kernels left: the values that a copy
 * from the device brought back, as long as nobody changes them there, and managed or pinned memory
 * in place. So the viewer can show what the CPU does with the blocks' partial results. */
#ifndef SYNCSTEP_EMULATOR_READINGS_H
#define SYNCSTEP_EMULATOR_READINGS_H

#include <stddef.h>
#include <stdint.h>

enum {
    READING_FROM_DEVICE = 2, /* cudaMemcpyDeviceToHost */
    READING_MOST = 64 * 1024 /* bytes of a copy or an allocation that is watched: partial results */
};

extern unsigned readings_watched; /* copies that are being watched */

void readings_watch(const void *to, const void *from, size_t bytes, const void *site);
/* An access of the host outside the device's memory, while something is watched. */
void readings_access(uint64_t address, uint32_t width, uint64_t pc, bool write);
/* An access of the host to managed or pinned memory. */
void readings_in_place(uint64_t address, uint32_t width, uint64_t pc, bool write);
/* A copy, memset or store by the host over the device's memory: what kernels left there is gone. */
void readings_host_wrote(uint64_t address, size_t bytes);
/* Bytes that are being overwritten by other means than an access. */
void readings_forget(uint64_t address, size_t bytes);

#endif
