#include "analysis/slots_flow.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 4096 };

/* Sets of words, as bits: where a value comes from. A word stored from outside shared memory is
 * its own origin. */
struct flow {
    const struct trace_launch *launch;
    size_t words, limbs;
    uint64_t *slots;   /* [words][limbs] origins of each word's value */
    uint64_t *held;    /* [threads][limbs] origins of what the thread has read and not yet stored */
    uint64_t *known;   /* [threads][limbs] of all it has ever read or written: registers last */
    uint8_t *holding;  /* [threads] held is not empty */
    uint8_t *knowing;  /* [threads] known is not empty */
    uint8_t *shuffled; /* [threads] has got values of other lanes in this round */
    uint64_t *used;    /* [limbs] */
};

static void merge(uint64_t *into, const uint64_t *from, size_t limbs)
{
    for (size_t i = 0; i < limbs; i++)
        into[i] |= from[i];
}

/* What the thread knows leaves shared memory. */
static void use_known(struct flow *flow, uint32_t thread)
{
    if (flow->knowing[thread]) merge(flow->used, flow->known + thread * flow->limbs, flow->limbs);
}

/* What it read in this round and did not store again has been used some other way. */
static void use_held(struct flow *flow, uint32_t thread)
{
    if (flow->holding[thread]) merge(flow->used, flow->held + thread * flow->limbs, flow->limbs);
}

static void drop_held(struct flow *flow, uint32_t thread)
{
    if (!flow->holding[thread]) return;
    memset(flow->held + thread * flow->limbs, 0, flow->limbs * sizeof(uint64_t));
    flow->holding[thread] = 0;
}

/* At a barrier what is still held is used some other way. */
static void settle_held(struct flow *flow, uint32_t thread)
{
    use_held(flow, thread);
    drop_held(flow, thread);
}

static void read_word(struct flow *flow, uint32_t thread, size_t word)
{
    const uint64_t *slot = flow->slots + word * flow->limbs;
    merge(flow->held + thread * flow->limbs, slot, flow->limbs);
    merge(flow->known + thread * flow->limbs, slot, flow->limbs);
    flow->holding[thread] = flow->knowing[thread] = 1;
}

static void write_word(struct flow *flow, uint32_t thread, size_t word, bool keep, bool own)
{
    uint64_t *slot = flow->slots + word * flow->limbs;
    uint64_t *known = flow->known + thread * flow->limbs;
    if (!keep) memset(slot, 0, flow->limbs * sizeof *slot);
    if (!flow->holding[thread] && own) slot[word / 64] |= 1ull << word % 64;
    merge(slot, known, flow->limbs);
    merge(known, slot, flow->limbs);
    flow->knowing[thread] = 1;
}

static void follow_lane(struct flow *flow, const struct trace_request *request, uint32_t thread,
                        int64_t start)
{
    if (request->space != TRACE_SHARED || start < 0) {
        if (request->kind != TRACE_LOAD) use_known(flow, thread);
        return;
    }
    /* All lanes store what they got from each other, whoever needs it. */
    bool shared_out = flow->shuffled[thread] && (request->mask & (request->mask - 1));
    size_t first = (size_t)start / 4, last = ((size_t)start + request->width - 1) / 4;
    for (size_t word = first; word <= last && word < flow->words; word++) {
        if (request->kind == TRACE_LOAD)
            read_word(flow, thread, word);
        else
            write_word(flow, thread, word, request->kind == TRACE_ATOMIC, !shared_out);
    }
    if (request->kind != TRACE_LOAD) drop_held(flow, thread);
}

static void follow_request(struct flow *flow, const struct trace_request *request)
{
    bool access = request->kind <= TRACE_ATOMIC, waits = request->kind == TRACE_WARP_SYNC;
    if (!access && !waits && request->kind != TRACE_SHUFFLE && request->kind != TRACE_VOTE) return;
    int64_t offsets[TRACE_LANES] = {0}, base = 0;
    if (access && request->object == TRACE_NONE) return;
    if (access) trace_request_offsets(flow->launch, request, offsets);
    if (access && request->space == TRACE_SHARED)
        base = flow->launch->arrays[request->object].offset;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t thread = request->warp * TRACE_LANES + lane;
        if (access)
            follow_lane(flow, request, thread, base + offsets[lane]);
        else if (waits)
            settle_held(flow, thread);
        else
            use_known(flow, thread);
        flow->shuffled[thread] |= request->kind == TRACE_SHUFFLE;
    }
}

/* Threads wait for each other within a round: the order of its requests is not the order in which
 * they happened. */
static bool out_of_order(const struct trace_launch *launch, uint32_t block)
{
    const struct trace_block *b = &launch->blocks[block];
    const struct trace_round *first = &launch->rounds[b->first_round];
    const struct trace_round *last = &launch->rounds[b->first_round + b->rounds - 1];
    for (uint32_t i = first->first; i < last->first + last->count; i++)
        if (launch->requests[i].kind == TRACE_WAIT) return true;
    return false;
}

uint8_t *slots_flow_lost(const struct trace_launch *launch, uint32_t block, uint64_t bytes)
{
    struct flow flow = {.launch = launch, .words = (size_t)(bytes + 3) / 4};
    if (flow.words > MAX_WORDS || out_of_order(launch, block)) return NULL;
    size_t threads = (size_t)trace_warps(launch) * TRACE_LANES;
    flow.limbs = flow.words / 64 + 1;
    flow.slots = mem_array(flow.words * flow.limbs + 1, sizeof *flow.slots);
    flow.held = mem_array(threads * flow.limbs + 1, sizeof *flow.held);
    flow.known = mem_array(threads * flow.limbs + 1, sizeof *flow.known);
    flow.holding = mem_array(threads + 1, 1);
    flow.knowing = mem_array(threads + 1, 1);
    flow.shuffled = mem_array(threads + 1, 1);
    flow.used = mem_array(flow.limbs, sizeof *flow.used);
    for (uint32_t r = 0; r < launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(launch, block, r);
        for (uint32_t i = round->first; i < round->first + round->count; i++)
            follow_request(&flow, &launch->requests[i]);
        for (uint32_t t = 0; t < threads; t++)
            settle_held(&flow, t);
        memset(flow.shuffled, 0, threads);
    }
    uint8_t *lost = mem_array(flow.words + 1, 1);
    for (size_t w = 0; w < flow.words; w++)
        for (size_t i = 0; i < flow.limbs; i++)
            if (flow.slots[w * flow.limbs + i] & ~flow.used[i]) lost[w] = 1;
    free(flow.slots);
    free(flow.held);
    free(flow.known);
    free(flow.holding);
    free(flow.knowing);
    free(flow.shuffled);
    free(flow.used);
    return lost;
}
