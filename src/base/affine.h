/* affine.h - do the lanes of a warp lie on a line? Shared by the emulator's child and the builder
 * of traces, in C and C++. */
#ifndef SYNCSTEP_BASE_AFFINE_H
#define SYNCSTEP_BASE_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

/* Addresses of the lanes in `mask` (not 0): by lane number or, `packed`, one after another. True
 * when from each lane number to the next the address grows by the same, which fits 32 bits; sums
 * wrap. */
static inline bool affine_stride(const uint64_t *address, uint32_t mask, bool packed,
                                 int32_t *stride)
{
    const int first = __builtin_ctz(mask);
    const uint64_t base = address[packed ? 0 : first];
    uint32_t rest = mask & (mask - 1);
    *stride = 0;
    if (!rest) return true;
    const int second = __builtin_ctz(rest);
    const int64_t difference = (int64_t)(address[packed ? 1 : second] - base);
    const int64_t step = second - first > 1 ? difference / (second - first) : difference;
    if (step != (int32_t)step || step * (second - first) != difference) return false;
    *stride = (int32_t)step;
    if (mask == UINT32_MAX) { /* without branches */
        uint64_t off = 0, expect = base;
        for (unsigned lane = 0; lane < 32; lane++, expect += (uint64_t)step)
            off |= address[lane] ^ expect;
        return off == 0;
    }
    for (int at = 1; rest; rest &= rest - 1, at++) {
        const int lane = __builtin_ctz(rest);
        if (address[packed ? at : lane] != base + (uint64_t)(step * (lane - first))) return false;
    }
    return true;
}

#endif
