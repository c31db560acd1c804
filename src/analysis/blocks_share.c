/* How much of a block's time has gone by the end of each of its rounds. */
#include "analysis/blocks.h"
#include "analysis/request.h"
#include "base/mem.h"

#include <stdlib.h>

enum { WEIGHT_LOAD = 400, WEIGHT_ATOMIC = 100, WEIGHT_OTHER = 20 };

/* Of the block asked for last. */
struct cache {
    double *until; /* by round: weight of all rounds up to its end */
    uint32_t launch, block;
    bool filled;
};

static uint64_t weigh_request(const struct trace_launch *launch,
                              const struct trace_request *request)
{
    if (!request_leads(launch, request)) return 0; /* goes with the one before it */
    if (request->kind == TRACE_ATOMIC) return WEIGHT_ATOMIC;
    if (request->kind == TRACE_LOAD && request->space != TRACE_SHARED) return WEIGHT_LOAD;
    return WEIGHT_OTHER;
}

/* Requests of a round are ordered by warp. */
static uint64_t weigh_round(const struct trace_launch *launch, const struct trace_round *round)
{
    uint64_t most = 0, mine = 0;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (i == round->first || request->warp != request[-1].warp) mine = 0;
        mine += weigh_request(launch, request);
        if (mine > most) most = mine;
    }
    return most + WEIGHT_OTHER;
}

static void fill(struct cache *cache, const struct trace_launch *launch, uint32_t number,
                 uint32_t block)
{
    const uint32_t rounds = launch->blocks[block].rounds;
    double sum = 0;
    free(cache->until);
    cache->until = mem_array((size_t)rounds + 1, sizeof *cache->until);
    for (uint32_t r = 0; r < rounds; r++) {
        sum += (double)weigh_round(launch, trace_block_round(launch, block, r));
        cache->until[r] = sum;
    }
    cache->launch = number;
    cache->block = block;
    cache->filled = true;
}

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    free(cache->until);
    free(cache);
}

double blocks_share(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round)
{
    const struct trace_launch *in = &analysis_trace(analysis)->launches[launch];
    void **slot = analysis_slot(analysis, ANALYSIS_SHARES, cache_release);
    struct cache *cache = *slot;
    const uint32_t rounds = in->blocks[block].rounds;
    if (round + 1 >= rounds) return 1;
    if (!cache) *slot = cache = mem_alloc(sizeof *cache);
    if (!cache->filled || cache->launch != launch || cache->block != block)
        fill(cache, in, launch, block);
    return cache->until[round] / cache->until[rounds - 1];
}
