#include "analysis/finding_draft.h"
#include "base/i18n.h"

#include <string.h>

/* Dynamic shared memory is as large as the launch says. */
static const char *dynamic_advice(struct arena *arena, const struct trace_launch *launch,
                                  const struct trace_diagnostic *d)
{
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (launch->arrays[i].dynamic && !strcmp(launch->arrays[i].name, d->array))
            return arena_printf(
                arena,
                _("look at the third value of the launch's <<<...>>>, the bytes of dynamic shared "
                  "memory (here %u): it is the number of elements times sizeof. If that is right, "
                  "check the index before the access."),
                launch->dynamic_bytes);
    return NULL;
}

/* The request of the diagnostic's thread: an index, or TRACE_NONE. */
static uint32_t request_of(const struct trace_launch *launch, const struct trace_diagnostic *d)
{
    uint32_t block = d->block == TRACE_NONE ? TRACE_NONE : trace_find_block(launch, d->block);
    if (block == TRACE_NONE || d->thread == TRACE_NONE || d->round == TRACE_NONE ||
        d->round >= launch->blocks[block].rounds)
        return TRACE_NONE;
    const struct trace_round *round = trace_block_round(launch, block, d->round);
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *r = &launch->requests[i];
        if (r->site == d->site && r->warp == d->thread / TRACE_LANES &&
            r->mask >> d->thread % TRACE_LANES & 1)
            return i;
    }
    return TRACE_NONE;
}

/* The most bytes that one copy or fill by the host wrote before the launch ran, if all of them
 * began at the start; else 0. */
static uint64_t filled(const struct trace *trace, uint32_t launch, uint32_t allocation)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i <= launch; i++)
        for (uint32_t k = 0; k < trace->launches[i].host_write_count; k++) {
            const struct trace_host_write *w = &trace->launches[i].host_writes[k];
            if (w->allocation != allocation) continue;
            if (w->offset) return 0;
            if (w->bytes > most) most = w->bytes;
        }
    return most;
}

/* The host did fill the memory, but not as far as that. */
static const char *filling_advice(struct arena *arena, const struct trace *trace,
                                  const struct trace_diagnostic *d)
{
    const struct trace_launch *launch = &trace->launches[d->launch];
    uint32_t request = request_of(launch, d);
    if (request == TRACE_NONE) return NULL;
    const struct trace_request *r = &launch->requests[request];
    if (r->space != TRACE_GLOBAL || r->object >= trace->allocation_count) return NULL;
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, r, offsets);
    int64_t at = offsets[d->thread % TRACE_LANES];
    uint64_t bytes = filled(trace, d->launch, r->object);
    if (!bytes || at < 0 || (uint64_t)at < bytes) return NULL;
    return arena_printf(arena,
                        _("look at the size that the copy or fill before it was given: it wrote "
                          "only the first %llu of %llu bytes. Sizes are in bytes, the number of "
                          "elements times sizeof. What is not copied, fill with cudaMemset() or "
                          "a kernel."),
                        (unsigned long long)bytes,
                        (unsigned long long)trace->allocations[r->object].bytes);
}

const char *finding_size_advice(struct arena *arena, const struct trace *trace,
                                const struct trace_diagnostic *d)
{
    if (d->launch == TRACE_NONE || !d->has_index) return NULL;
    if (d->fault == TRACE_OUT_OF_BOUNDS)
        return dynamic_advice(arena, &trace->launches[d->launch], d);
    return d->fault == TRACE_UNINITIALISED_READ ? filling_advice(arena, trace, d) : NULL;
}
