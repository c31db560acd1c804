/* locals.cpp - what local variables hold before they are set, in programs built to find out whether
 * that matters: see src/build/locals.c. */
#include "core.h"

#include <string.h>

using namespace ss;

void ss_fill_local(void *variable, size_t bytes, unsigned number, int kind)
{
    int fill = spool->local_only && spool->local_only != number ? 0 : (int)spool->local_fill;

    if (!ss_hot.lane) return; /* the host's call of a function for both */
    if (kind == SS_LOCAL_STRUCT && spool->local_plain) fill = 0;
    if (kind == SS_LOCAL_BOOL) fill = fill != 0;
    memset(variable, fill, bytes);
}
