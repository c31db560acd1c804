#include "analysis/divergence.h"

#include "analysis/request.h"
#include "analysis/round.h"

static void add_requests(const struct trace_launch *launch, uint32_t block, uint32_t index,
                         struct divergence *sum)
{
    const struct trace_round *round = trace_block_round(launch, block, index);
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (!request_is_access(request)) continue;
        sum->requests += !request_is_part(launch, request);
        sum->lanes += (uint32_t)__builtin_popcount(request->mask);
    }
}

void divergence_rounds(struct analysis *analysis, uint32_t launch_index, uint32_t block,
                       uint32_t first, uint32_t last, struct divergence *sum)
{
    *sum = (struct divergence){0};
    const struct trace_launch *launch = &analysis_trace(analysis)->launches[launch_index];
    const struct round_counts *counts = round_counts(analysis, launch_index, block);
    if (!counts || block >= launch->block_count) return;
    uint32_t warps = trace_warps(launch), threads = trace_threads(launch);
    for (uint32_t r = first; r <= last && r < launch->blocks[block].rounds; r++) {
        const struct round_counts *c = &counts[r];
        uint64_t lanes = (uint64_t)c->warps * TRACE_LANES;
        if (c->warps == warps) lanes = threads; /* a partial last warp has fewer */
        sum->rounds++;
        sum->threads += c->threads;
        sum->warps += c->warps;
        sum->least += c->least;
        sum->waiting += warps - c->warps;
        sum->along += lanes - c->threads;
        add_requests(launch, block, r, sum);
    }
}
