#include "analysis/carry_loaders.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void see_round(struct carry_loaders *l, const struct trace *trace, uint32_t round,
                      uint32_t *lanes)
{
    const struct trace_round *range = trace_block_round(l->launch, l->block, round);
    const size_t warps = trace_warps(l->launch);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &l->launch->requests[i];
        if (request->kind != TRACE_LOAD || request->site >= trace->site_count) continue;
        uint32_t *of = &lanes[request->site * warps + request->warp], new = request->mask & ~*of;
        if (l->first_round[request->site] == TRACE_NONE) l->first_round[request->site] = round;
        l->threads[request->site] += (uint32_t)__builtin_popcount(new);
        *of |= new;
    }
}

void carry_loaders_find(struct carry_loaders *l, const struct trace *trace,
                        const struct trace_launch *launch, uint32_t block)
{
    const size_t sites = (size_t)trace->site_count + 1;
    if (l->launch == launch && l->block == block) return;
    if (!l->threads) {
        l->first_round = mem_array(sites, sizeof *l->first_round);
        l->threads = mem_array(sites, sizeof *l->threads);
    }
    l->launch = launch;
    l->block = block;
    memset(l->first_round, 0xff, sites * sizeof *l->first_round);
    memset(l->threads, 0, sites * sizeof *l->threads);
    uint32_t *lanes = mem_array(sites * trace_warps(launch), sizeof *lanes);
    for (uint32_t r = 0; r < launch->blocks[block].rounds; r++)
        see_round(l, trace, r, lanes);
    free(lanes);
}

void carry_loaders_fini(struct carry_loaders *l)
{
    free(l->first_round);
    free(l->threads);
}
