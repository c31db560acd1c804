#include "analysis/race_copy.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 1 << 20, NONE = 0 };

struct at { /* where a thread stands; UINT32_MAX: for ever */
    uint32_t round, seq;
};

struct copy {
    uint32_t thread, request, next; /* next: of the same word, + 1 */
    uint32_t batch;
    uint8_t bytes; /* bit per byte of the word */
    bool barrier, open;
    bool tied;                  /* its batch ends it, and a barrier does */
    struct at begun, over, own; /* over: for others; own: for the thread itself */
};

struct lane {
    uint8_t mode;      /* 0, or what its stores are: TRACE_COPY_BEGIN, TRACE_COPY_TO_BARRIER */
    uint32_t batch;    /* batches begun */
    uint32_t *pending; /* copies that are not over */
    uint32_t count, capacity;
};

struct copies {
    struct race_finder *finder;
    uint32_t block, threads;
    uint64_t words;
    struct copy *at;
    uint32_t count, capacity;
    uint32_t *first; /* by word: its latest copy + 1 */
    struct lane *lanes;
    uint32_t *synced; /* of the warp and round at hand: positions of its warp synchronisations */
    uint32_t synced_count, synced_capacity;
};

/* ---- Copies and when they are over --------------------------------------------------------- */

/* Ends the copies of a thread that a wait, an arrival or a barrier ends. */
static void end_copies(struct copies *c, struct lane *lane, struct at now, uint32_t before,
                       bool arrival, bool all_of_barriers)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lane->count; i++) {
        struct copy *copy = &c->at[lane->pending[i]];
        bool waited = !copy->barrier && copy->batch < before;
        bool met = copy->barrier || copy->tied;
        bool over = waited || (met && (arrival || all_of_barriers));
        if (over && copy->open) {
            copy->over = now;
            copy->open = false;
        }
        bool done = waited || (met && all_of_barriers);
        if (done)
            copy->own = now;
        else
            lane->pending[kept++] = lane->pending[i];
    }
    lane->count = kept;
}

static void add_copy(struct copies *c, struct lane *lane, uint32_t thread, uint32_t request,
                     struct at now, uint64_t word, uint8_t bytes)
{
    const struct at never = {UINT32_MAX, UINT32_MAX};
    if (c->count == MOST_COPIES) return;
    MEM_GROW(c->at, c->count, c->capacity);
    c->at[c->count] = (struct copy){.thread = thread,
                                    .request = request,
                                    .next = c->first[word],
                                    .batch = lane->batch,
                                    .bytes = bytes,
                                    .barrier = lane->mode == TRACE_COPY_TO_BARRIER,
                                    .open = true,
                                    .begun = now,
                                    .over = never,
                                    .own = never};
    MEM_GROW(lane->pending, lane->count, lane->capacity);
    lane->pending[lane->count++] = c->count++;
    c->first[word] = c->count;
}

static void note_event(struct copies *c, struct lane *lane, uint32_t what, struct at now)
{
    switch (what & 0xff) {
    case TRACE_COPY_BEGIN:
    case TRACE_COPY_TO_BARRIER:
        lane->mode = (uint8_t)what;
        break;
    case TRACE_COPY_END:
        lane->mode = NONE;
        break;
    case TRACE_COPY_COMMIT:
        lane->batch++;
        break;
    case TRACE_COPY_ARRIVE:
        for (uint32_t i = 0; i < lane->count; i++)
            c->at[lane->pending[i]].tied = true;
        break;
    case TRACE_COPY_WAIT_ALL:
        end_copies(c, lane, now, UINT32_MAX, false, false);
        break;
    case TRACE_COPY_WAIT:
        end_copies(c, lane, now, lane->batch > what >> 8 ? lane->batch - (what >> 8) : 0, false,
                   false);
        break;
    default:
        break;
    }
}

struct piece { /* what one lane touches of one word */
    uint64_t word;
    uint8_t bytes;
};

/* The words of an access; returns how many. */
static unsigned pieces_of(const struct copies *c, const struct trace_request *request,
                          int64_t offset, struct piece pieces[8])
{
    int64_t start = c->finder->launch->arrays[request->object].offset + offset;
    unsigned count = 0;
    if (start < 0 || (uint64_t)start + request->width > c->words * RACE_WORD) return 0;
    for (uint64_t b = (uint64_t)start; b < (uint64_t)start + request->width; b++) {
        if (!count || pieces[count - 1].word != b / RACE_WORD)
            pieces[count++] = (struct piece){b / RACE_WORD, 0};
        pieces[count - 1].bytes |= (uint8_t)(1u << b % RACE_WORD);
    }
    return count;
}

static bool is_shared(const struct trace_request *request)
{
    return request->kind <= TRACE_ATOMIC && request->space == TRACE_SHARED &&
           request->object != TRACE_NONE;
}

static void gather_lane(struct copies *c, uint32_t index, unsigned lane_number, int64_t offset,
                        struct at now)
{
    const struct trace_request *request = &c->finder->launch->requests[index];
    uint32_t thread = request->warp * TRACE_LANES + lane_number;
    struct lane *lane = &c->lanes[thread];
    struct piece pieces[8];
    if (request->kind == TRACE_COPY) note_event(c, lane, request->sync_mask, now);
    if (request->kind == TRACE_ARRIVE) end_copies(c, lane, now, 0, true, false);
    if (request->kind == TRACE_WAIT) end_copies(c, lane, now, 0, false, true);
    if (!lane->mode || request->kind != TRACE_STORE || !is_shared(request)) return;
    unsigned count = pieces_of(c, request, offset, pieces);
    for (unsigned i = 0; i < count; i++)
        add_copy(c, lane, thread, index, now, pieces[i].word, pieces[i].bytes);
}

static void gather_round(struct copies *c, uint32_t number)
{
    const struct trace_launch *launch = c->finder->launch;
    const struct trace_round *round = trace_block_round(launch, c->block, number);
    uint32_t warp = TRACE_NONE, first = 0;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        int64_t offsets[TRACE_LANES] = {0};
        if (request->warp != warp) first = i;
        warp = request->warp;
        if (is_shared(request)) trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            gather_lane(c, i, lane, offsets[lane], (struct at){number, i - first});
        }
    }
    /* A barrier of the block may be the one that copies belong to. */
    for (uint32_t t = 0; t < c->threads; t++)
        end_copies(c, &c->lanes[t], (struct at){number, UINT32_MAX}, 0, false, true);
}

/* ---- Accesses in between ------------------------------------------------------------------- */

static bool behind(struct at a, struct at b)
{
    return a.round != b.round ? a.round > b.round : a.seq > b.seq;
}

static bool synced_between(const struct copies *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < c->synced_count; i++)
        if (c->synced[i] > from && c->synced[i] < to) return true;
    return false;
}

/* What races with the call is not said again. */
static bool in_between(const struct copies *c, const struct copy *copy, uint32_t thread,
                       struct at now)
{
    bool one_warp = copy->thread / TRACE_LANES == thread / TRACE_LANES;
    if (copy->thread == thread) return behind(now, copy->begun) && behind(copy->own, now);
    if (now.round < copy->begun.round || now.round > copy->over.round) return false;
    if (now.round == copy->begun.round)
        return one_warp && behind(now, copy->begun) && behind(copy->over, now) &&
               synced_between(c, copy->begun.seq, now.seq);
    if (now.round < copy->over.round) return true;
    if (one_warp && behind(copy->over, now)) return true;
    if (c->finder->has_flags) return false; /* which may order them */
    return !one_warp || !synced_between(c, copy->over.seq, now.seq);
}

static struct race_access access_of(const struct copies *c, uint32_t thread, uint32_t request,
                                    struct at at, uint64_t word, uint8_t bytes)
{
    return (struct race_access){.word = word,
                                .block = c->block,
                                .round = at.round,
                                .seq = at.seq,
                                .request = request,
                                .thread = (uint16_t)thread,
                                .bytes = bytes,
                                .kind = c->finder->launch->requests[request].kind};
}

static void judge_lane(struct copies *c, uint32_t index, unsigned lane, int64_t offset,
                       struct at now)
{
    const struct trace_request *request = &c->finder->launch->requests[index];
    uint32_t thread = request->warp * TRACE_LANES + lane;
    struct piece pieces[8];
    unsigned count = pieces_of(c, request, offset, pieces);
    for (unsigned i = 0; i < count; i++)
        for (uint32_t k = c->first[pieces[i].word]; k; k = c->at[k - 1].next) {
            const struct copy *copy = &c->at[k - 1];
            uint8_t both = copy->bytes & pieces[i].bytes;
            if (!both || copy->request == index || !in_between(c, copy, thread, now)) continue;
            struct race_access a =
                access_of(c, copy->thread, copy->request, copy->begun, pieces[i].word, copy->bytes);
            struct race_access b =
                access_of(c, thread, index, now, pieces[i].word, pieces[i].bytes);
            race_finder_report_copy(c->finder, &a, &b, (unsigned)__builtin_ctz(both));
        }
}

static void judge_round(struct copies *c, uint32_t number)
{
    const struct trace_launch *launch = c->finder->launch;
    const struct trace_round *round = trace_block_round(launch, c->block, number);
    uint32_t warp = TRACE_NONE, first = 0;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        int64_t offsets[TRACE_LANES];
        if (request->warp != warp) {
            first = i;
            c->synced_count = 0;
        }
        warp = request->warp;
        if (request->kind == TRACE_WARP_SYNC) {
            MEM_GROW(c->synced, c->synced_count, c->synced_capacity);
            c->synced[c->synced_count++] = i - first;
        }
        if (!is_shared(request)) continue;
        trace_request_offsets(launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            judge_lane(c, i, lane, offsets[lane], (struct at){number, i - first});
        }
    }
}

/* ---- A block ------------------------------------------------------------------------------- */

static bool any_copy(const struct trace_launch *launch, uint32_t block)
{
    for (uint32_t r = 0; r < launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(launch, block, r);
        for (uint32_t i = round->first; i < round->first + round->count; i++)
            if (launch->requests[i].kind == TRACE_COPY) return true;
    }
    return false;
}

void race_copies(struct race_finder *finder, uint32_t block, uint64_t bytes)
{
    const struct trace_launch *launch = finder->launch;
    if (!any_copy(launch, block)) return;
    struct copies c = {.finder = finder,
                       .block = block,
                       .threads = trace_warps(launch) * TRACE_LANES,
                       .words = bytes / RACE_WORD};
    c.first = mem_array(c.words + 1, sizeof *c.first);
    c.lanes = mem_array((size_t)c.threads + 1, sizeof *c.lanes);
    for (uint32_t r = 0; r < launch->blocks[block].rounds; r++)
        gather_round(&c, r);
    for (uint32_t r = 0; r < launch->blocks[block].rounds; r++)
        judge_round(&c, r);
    for (uint32_t t = 0; t < c.threads; t++)
        free(c.lanes[t].pending);
    free(c.lanes);
    free(c.first);
    free(c.synced);
    free(c.at);
}
