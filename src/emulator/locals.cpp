/* locals.cpp - what local variables hold before they are set, in programs built to find out whether
 * that matters: see src/build/locals.c. */
#include "core.h"

using namespace ss;

uint64_t ss_local_fill(unsigned number, int kind)
{
    const bool filled = number >= spool->local_first && number <= spool->local_last;
    const uint64_t fill = filled ? spool->local_fill & 255 : 0;

    if (!ss_hot.lane) return 0; /* the host's call of a function for both */
    if (kind == SS_LOCAL_STRUCT && spool->local_plain) return 0;
    return kind == SS_LOCAL_BOOL ? fill != 0 : fill * UINT64_C(0x0101010101010101);
}
