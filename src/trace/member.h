/* member.h - which member of a struct bytes of an element belong to. */
#ifndef SYNCSTEP_TRACE_MEMBER_H
#define SYNCSTEP_TRACE_MEMBER_H

#include "syncstep/trace.h"

/* The innermost member of types[type] that holds the bytes [from, to) of an element: ".mass",
 * ".pos.y", ".v[2]"; "" where it has none, or they lie in several. */
void trace_member_path(const struct trace_type *types, uint32_t count, uint32_t type, uint64_t from,
                       uint64_t to, char *out, size_t size);

#endif
