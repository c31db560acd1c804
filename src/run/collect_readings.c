#include "run/collect_impl.h"

#include "base/mem.h"
#include "trace/check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 1 << 20 };

/* Records of one loop: a further one goes on where the one before it was full. */
struct run {
    struct trace_reading reading;
    uint8_t *values;
};

static bool sensible(const struct spool_reading *r)
{
    bool width = r->width == 1 || r->width == 2 || r->width == 4 || r->width == 8 || r->width == 16;
    uint64_t room = r->record.bytes - sizeof *r;
    return width && r->count && r->count <= room / r->width &&
           (r->count == 1 || (r->stride > -MOST_VALUES && r->stride < MOST_VALUES));
}

/* `ordinal`: the launch they come after. What the host has written since stands apart. */
static bool goes_on(const struct run *run, const struct trace_reading *next, uint32_t ordinal)
{
    const struct trace_reading *r = &run->reading;
    return r->site == next->site && r->copy_site == next->copy_site && r->width == next->width &&
           r->allocation == next->allocation && r->count > 1 && r->count < MOST_VALUES &&
           (r->fresh > ordinal) == (next->fresh > ordinal) &&
           r->offset + r->stride * (int64_t)r->count == next->offset &&
           (next->count == 1 || next->stride == r->stride);
}

static void add_values(struct run *run, const struct spool_reading *record)
{
    size_t width = record->width, had = run->reading.count * width;
    run->values = mem_resize(run->values, run->reading.count + record->count, width);
    memcpy(run->values + had, record + 1, record->count * width);
    run->reading.count += record->count;
}

static void give(struct collect *c, struct run *run)
{
    run->reading.values = run->values;
    if (run->reading.count) builder_reading(c->builder, &run->reading);
    free(run->values);
    *run = (struct run){0};
}

static void add(struct collect *c, struct run *run, const struct spool_reading *record)
{
    struct memory_block *block = memory_find(c, record->address);
    if (!block) return;
    struct trace_reading next = {.launch = c->launch->index,
                                 .allocation = memory_index(c, block),
                                 .offset = (int64_t)(record->address - block->address),
                                 .stride = record->count > 1 ? record->stride : 0,
                                 .count = record->count,
                                 .width = record->width,
                                 .fresh = record->fresh,
                                 .copy_site = TRACE_NONE};
    if (next.offset > TRACE_MAX_OFFSET) return;
    next.site = c->resolver->site(c->resolver, record->site);
    if (record->copy_site) next.copy_site = c->resolver->site(c->resolver, record->copy_site);
    if (!goes_on(run, &next, c->launch->record->ordinal)) {
        give(c, run);
        run->reading = next;
        run->reading.count = 0;
    }
    if (run->reading.fresh < next.fresh) run->reading.fresh = next.fresh;
    add_values(run, record);
}

void readings_collect(struct collect *c)
{
    struct run run = {0};
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_reading *record = (const void *)c->index.host[i];
        if (record->record.type != SPOOL_READING || !sensible(record)) continue;
        if (record->after_launch == c->launch->record->ordinal) add(c, &run, record);
    }
    give(c, &run);
}
