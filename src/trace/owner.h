/* owner.h - what a trace's `owner` points to: the arena its strings and tables live in, and large
 * blocks from malloc that were built by growing and are kept where they are. */
#ifndef SYNCSTEP_TRACE_OWNER_H
#define SYNCSTEP_TRACE_OWNER_H

#include "base/mem.h"

struct trace_owner {
    struct arena arena;
    void **blocks;
    size_t block_count, block_capacity;
};

struct trace_owner *trace_owner_create(void);
void trace_owner_destroy(struct trace_owner *owner);
/* Takes over a block from mem_*; NULL is fine. Returns it. */
void *trace_owner_adopt(struct trace_owner *owner, void *block);

#endif
