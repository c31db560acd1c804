/* What the host did between launches: copies to device memory and fills. */
#include "run/collect_impl.h"

#include "trace/check.h"

enum { MOST_WRITES = 256 }; /* of a launch; beyond, neighbours are taken together */

struct writes {
    struct trace_host_write at[MOST_WRITES];
    uint32_t count;
};

/* Behind the recorded launch before this one. */
static size_t begin_of(const struct collect *c)
{
    size_t begin = 0;
    for (size_t i = 0; i < c->launch_count && &c->launches[i] < c->launch; i++)
        if (c->launches[i].index != TRACE_NONE) begin = c->launches[i].begin;
    return begin;
}

/* Rows of pitched memory, one behind the other, become one piece. */
static bool joins(const struct trace_host_write *old, const struct trace_host_write *new, bool full)
{
    const uint64_t gap = 512; /* padding of a row */
    if (old->allocation != new->allocation) return false;
    return full || (new->offset <= old->offset + old->bytes + gap &&
                    old->offset <= new->offset + new->bytes + gap);
}

static void add(struct writes *writes, const struct trace_host_write *new)
{
    bool full = writes->count == MOST_WRITES;
    for (uint32_t i = writes->count; i-- > 0;) {
        struct trace_host_write *old = &writes->at[i];
        if (!joins(old, new, full)) continue;
        uint64_t end = old->offset + old->bytes, to = new->offset + new->bytes;
        if (new->offset < old->offset) old->offset = new->offset;
        old->bytes = (to > end ? to : end) - old->offset;
        return;
    }
    if (!full) writes->at[writes->count++] = *new;
}

static void add_transfer(struct collect *c, const struct spool_transfer *t, struct writes *writes)
{
    struct memory_block *block = t->bytes ? memory_find(c, t->destination) : NULL;
    if (!block || block->kind == TRACE_HOST) return;
    struct trace_host_write write = {.allocation = memory_index(c, block),
                                     .offset = t->destination - block->address,
                                     .bytes = t->bytes};
    uint64_t rest = block->bytes - write.offset;
    if (write.offset > block->bytes || write.offset > TRACE_MAX_OFFSET) return;
    if (write.bytes > rest) write.bytes = rest;
    add(writes, &write);
}

void host_collect(struct collect *c)
{
    struct writes writes = {.count = 0};
    for (size_t i = begin_of(c); i < c->launch->begin; i++) {
        const struct spool_transfer *t = (const void *)c->index.host[i];
        if (t->record.type == SPOOL_TRANSFER) add_transfer(c, t, &writes);
    }
    for (uint32_t i = 0; i < writes.count; i++)
        builder_host_write(c->builder, &writes.at[i]);
}
