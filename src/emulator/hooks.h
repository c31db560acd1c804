/* hooks.h - what the call-outs share. */
#ifndef SYNCSTEP_EMULATOR_HOOKS_H
#define SYNCSTEP_EMULATOR_HOOKS_H

#include <stddef.h>
#include <stdint.h>

void ss_access_out_of_line(const volatile void *at, uint32_t kind, uint64_t pc);
void ss_access_range(const void *at, size_t bytes, bool write, uint64_t pc);
/* memcpy and its kin: reads and writes of equal pieces, in turn. */
void ss_access_copy(void *to, const void *from, size_t bytes, uint64_t pc);
/* Before an atomic operation, by a lane: a spin, and a change that has to be noticed. */
void ss_atomic_begins(uint64_t address, uint32_t width, uint64_t pc);
/* The bytes lie in a live allocation. */
bool ss_address_held(uint64_t address, uint32_t width);
void ss_spin(uint64_t address,
             uint64_t pc); /* lets others run when the lane asks for one place repeatedly */
void ss_host_access(uint64_t address, uint32_t width, uint64_t pc, bool write);
[[noreturn]] void ss_stack_overflow(uint64_t pc);

#endif
