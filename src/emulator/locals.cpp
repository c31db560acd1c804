/* locals.cpp - what local variables hold before they are set, in programs built to find out whether
 * that matters: see src/build/locals.c. */
#include "core.h"

using namespace ss;

uint64_t ss_local_fill(unsigned number, int kind)
{
    uint64_t fill = spool->local_only && spool->local_only != number ? 0 : spool->local_fill & 255;

    if (!ss_hot.lane) return 0; /* the host's call of a function for both */
    if (kind == SS_LOCAL_STRUCT && spool->local_plain) return 0;
    return kind == SS_LOCAL_BOOL ? fill != 0 : fill * UINT64_C(0x0101010101010101);
}
