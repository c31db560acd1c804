/* What a round costs, counted: requests, passes, sectors, queues of atomics, proved additions. */
#include "analysis/why_figures.h"

#include "analysis/constant.h"
#include "analysis/request.h"
#include "analysis/sentence.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- Additions of all rounds ---------------------------------------------------------------- */

struct known { /* of one block, as far as they have been asked for */
    uint32_t launch, block, rounds;
    struct why_adding *adding;
};

struct cache {
    struct known *known;
    uint32_t count, capacity;
};

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    for (uint32_t i = 0; i < cache->count; i++)
        free(cache->known[i].adding);
    free(cache->known);
    free(cache);
}

static struct known *known_of(struct analysis *analysis, uint32_t launch, uint32_t block)
{
    void **slot = analysis_slot(analysis, ANALYSIS_WHY, cache_release);
    if (!*slot) *slot = mem_alloc(sizeof(struct cache));
    struct cache *cache = *slot;
    for (uint32_t i = 0; i < cache->count; i++)
        if (cache->known[i].launch == launch && cache->known[i].block == block)
            return &cache->known[i];
    uint32_t rounds = analysis_trace(analysis)->launches[launch].blocks[block].rounds;
    MEM_GROW(cache->known, cache->count, cache->capacity);
    cache->known[cache->count] = (struct known){
        launch, block, 0, mem_array((size_t)rounds + 1, sizeof *cache->known->adding)};
    return &cache->known[cache->count++];
}

/* The statement of a line that adds; NULL: it does something else. */
static const struct round_statement *adder_of(const struct round *round, uint32_t line)
{
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s->line == line && sentence_statement_additions(s)) return s;
    }
    return NULL;
}

/* The edges of one step, by thread: a warp is issued as often as its busiest lane adds. */
static void add_step(const struct round *round, const struct round_step *step,
                     struct why_adding *adding)
{
    const struct round_statement *s = adder_of(round, step->line);
    uint64_t warps = 0, additions = 0;
    uint32_t warp = TRACE_NONE, most = 0;
    for (uint32_t i = step->first; s && i < step->first + step->count;) {
        uint32_t thread = round->edges[i].thread, count = 0;
        for (; i < step->first + step->count && round->edges[i].thread == thread; i++)
            count++;
        if (!s->own && count > 1) count--; /* a sum of two is one addition */
        additions += count;
        if (thread / TRACE_LANES != warp) {
            warps += most;
            warp = thread / TRACE_LANES;
            most = 0;
        }
        if (count > most) most = count;
    }
    adding->warps += warps + most;
    adding->least += (additions + TRACE_LANES - 1) / TRACE_LANES;
}

static struct why_adding adding_of_round(const struct round *round)
{
    struct why_adding adding = {.additions = sentence_additions(round)};
    if (adding.additions <= round->counts.threads && round->step_count == 1) {
        adding.warps = round->counts.warps;
        adding.least = round->counts.least;
    } else if (!round->edges_cut) {
        for (uint32_t i = 0; i < round->step_count; i++)
            add_step(round, &round->steps[i], &adding);
    } else {
        for (uint32_t i = 0; i < round->statement_count; i++) {
            const struct round_statement *s = &round->statements[i];
            uint64_t additions = sentence_statement_additions(s);
            if (!additions) continue;
            adding.warps += (uint64_t)s->warps * s->turns;
            adding.least += (additions + TRACE_LANES - 1) / TRACE_LANES;
        }
    }
    return adding;
}

static struct why_adding adding_of(struct analysis *analysis, uint32_t launch, uint32_t block,
                                   uint32_t round)
{
    struct known *known = known_of(analysis, launch, block);
    for (; known->rounds <= round; known->rounds++) {
        struct arena arena;
        struct round r;
        arena_init(&arena);
        if (round_analyse(analysis, launch, block, known->rounds, &arena, &r))
            known->adding[known->rounds] = adding_of_round(&r);
        arena_fini(&arena);
    }
    return known->adding[round];
}

/* ---- Sums ----------------------------------------------------------------------------------- */

/* A request takes the fewest passes where all its lanes want what the one that wants most wants. */
static void sum_constant(const struct trace *trace, const struct trace_launch *launch,
                         const struct trace_request *request, struct why_sums *sums)
{
    struct request_lanes lanes;
    struct constant_pieces pieces;
    uint32_t own[TRACE_LANES] = {0}, least = 0;
    request_join(trace, launch, request, &lanes);
    constant_pieces(&lanes, &pieces);
    for (uint32_t i = 0; i < pieces.count; i++)
        for (uint32_t rest = pieces.lanes[i]; rest; rest &= rest - 1) {
            const uint32_t count = ++own[__builtin_ctz(rest)];
            if (count > least) least = count;
        }
    sums->constant++;
    sums->pieces += pieces.count;
    sums->least_pieces += least;
    sums->broadcasts += pieces.count == least;
}

static void sum_round(const struct trace *trace, const struct trace_launch *launch,
                      const struct trace_round *range, struct request_memo *memo,
                      struct why_sums *sums)
{
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        struct request_cost cost;
        if (!request_is_access(request)) continue;
        if (request_machine_kind(request) == TRACE_ATOMIC) {
            uint64_t lanes = (unsigned)__builtin_popcount(request->mask);
            sums->atomics += lanes;
            sums->shared_atomics += request->space == TRACE_SHARED ? lanes : 0;
        }
        request_cost(trace, launch, request, memo, &cost);
        if (!cost.lanes) continue; /* goes on with the one before */
        if (request->space == TRACE_SHARED) {
            sums->shared++;
            sums->passes += cost.passes;
            sums->least_passes += cost.least;
            if (cost.passes > sums->worst) sums->worst = cost.passes;
        } else if (request->space == TRACE_GLOBAL) {
            sums->global++;
            sums->sectors += cost.sectors;
            sums->distinct += cost.distinct;
            sums->least_sectors += request_least_sectors(&cost);
        } else if (request->space == TRACE_CONSTANT) {
            sum_constant(trace, launch, request, sums);
        }
    }
}

struct word {
    uint32_t object;
    uint8_t space;
    int64_t offset;
};

static int by_word(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    if (x->space != y->space) return x->space < y->space ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static struct why_queue queue_of(const struct trace_launch *launch, const struct trace_round *range,
                                 uint64_t atomics)
{
    struct why_queue queue = {0};
    struct word *words = mem_array(atomics + 1, sizeof *words);
    uint64_t count = 0, same = 0;
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        if (request_machine_kind(request) != TRACE_ATOMIC) continue;
        for (uint32_t mask = request->mask; mask && count < atomics; mask &= mask - 1)
            words[count++] =
                (struct word){request->object, request->space,
                              round_lane_offset(launch, request, (unsigned)__builtin_ctz(mask))};
    }
    qsort(words, count, sizeof *words, by_word);
    for (uint64_t i = 0; i < count; i++) {
        same = i && by_word(&words[i - 1], &words[i]) == 0 ? same + 1 : 1;
        queue.words += same == 1;
        if (same > queue.longest) queue.longest = same;
    }
    free(words);
    return queue;
}

/* As round.c counts work: shared memory, shuffles, and what is written anywhere. */
static bool is_work(const struct trace_request *request)
{
    if (request->kind == TRACE_SHUFFLE) return true;
    return request->space == TRACE_SHARED || request->kind != TRACE_LOAD;
}

static struct why_requests requests_of(const struct round *round, const struct trace_round *range)
{
    struct why_requests requests = {0};
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &round->launch->requests[range->first + i];
        if (!request_is_access(request) && request->kind != TRACE_SHUFFLE) continue;
        if (request_is_part(round->launch, request) || request->warp >= round->warp_count) continue;
        uint32_t mask = request->mask;
        for (uint32_t k = i + 1; k < range->count; k++) {
            const struct trace_request *next = &round->launch->requests[range->first + k];
            if (!request_is_part(round->launch, next)) break;
            mask |= next->mask;
        }
        requests.all++;
        if (!is_work(request)) continue;
        requests.work++;
        requests.partial += (round->warps[request->warp].works & ~mask) != 0;
    }
    return requests;
}

static void count_rest(struct why_figures *f)
{
    for (uint32_t w = 0; w < f->round->warp_count; w++) {
        const struct round_warp *warp = &f->round->warps[w];
        f->waiting += (uint32_t)__builtin_popcount(warp->arrived & ~warp->touches);
        if (!warp->issues) f->rest[round_rest(f->round, w)]++;
    }
}

/* Has any slot been written from others up to this round, of the last ones that are affordable? The
 * requests of one round do not show it where registers carried the values over a barrier. */
static bool any_edges(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round)
{
    enum { LOOKED_AT = 64 };
    bool any = false;
    for (uint32_t r = round + 1; r-- > 0 && round - r < LOOKED_AT && !any;) {
        struct arena arena;
        struct round own;
        arena_init(&arena);
        any = round_analyse(analysis, launch, block, r, &arena, &own) && own.edge_count > 0;
        arena_fini(&arena);
    }
    return any;
}

bool why_gather(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                struct why_figures *f)
{
    const struct trace *trace = analysis_trace(analysis);
    struct request_memo memo = {0};
    *f = (struct why_figures){.analysis = analysis,
                              .round = round_get(analysis, launch, block, round),
                              .counts = round_counts(analysis, launch, block),
                              .first = UINT32_MAX};
    if (!f->round || !f->counts) return false;
    for (uint32_t r = 0; r <= round; r++) {
        const struct trace_round *range = trace_block_round(f->round->launch, block, r);
        sum_round(trace, f->round->launch, range, &memo, &f->so_far);
        if (r == round) sum_round(trace, f->round->launch, range, &memo, &f->here);
        if (!f->counts[r].exchanges) continue;
        if (f->first == UINT32_MAX) f->first = r;
        f->warps += f->counts[r].warps;
        f->threads += f->counts[r].threads;
        f->least += f->counts[r].least;
    }
    if (f->first == UINT32_MAX) f->by_register = any_edges(analysis, launch, block, round);
    if (f->here.atomics)
        f->queue = queue_of(f->round->launch, trace_block_round(f->round->launch, block, round),
                            f->here.atomics);
    f->requests = requests_of(f->round, trace_block_round(f->round->launch, block, round));
    count_rest(f);
    f->additions = sentence_additions(f->round);
    bool only = true;
    for (uint32_t r = 0; only && r <= round; r++) {
        if (!f->counts[r].exchanges) continue;
        struct why_adding adding = adding_of(analysis, launch, block, r);
        only = adding.additions > 0;
        f->so_far_adding.additions += adding.additions;
        f->so_far_adding.warps += adding.warps;
        f->so_far_adding.least += adding.least;
    }
    if (!only) f->so_far_adding = (struct why_adding){0};
    return true;
}
