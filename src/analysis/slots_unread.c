/* Slots whose last value nobody reads and which reached nothing. */
#include "analysis/race.h"
#include "analysis/slots_fill.h"
#include "analysis/slots_flow.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static uint32_t round_of(const struct slot_window *w, uint32_t request)
{
    uint32_t r = 0;
    while (r + 1 < w->launch->blocks[w->block].rounds &&
           request >= trace_block_round(w->launch, w->block, r + 1)->first)
        r++;
    return r;
}

/* A zero that fills up an array is no loss. */
static bool is_zero(const struct slot_window *w, uint32_t array, uint64_t word)
{
    uint32_t rounds = w->launch->blocks[w->block].rounds;
    const uint8_t *data = rounds ? trace_snapshot(w->launch, array, w->block, rounds - 1) : NULL;
    if (!data) return false;
    for (uint64_t b = word * 4; b < word * 4 + 4; b++) {
        uint64_t at = b - w->launch->arrays[array].offset;
        if (b >= w->launch->arrays[array].offset && at < w->launch->arrays[array].bytes && data[at])
            return false;
    }
    return true;
}

bool slots_never_read(const struct trace *trace, const struct trace_launch *launch, uint32_t array)
{
    /* The emulator does not see a struct of an array that is read as an argument by value. */
    bool whole = trace->types[launch->arrays[array].type].kind == TRACE_STRUCT;
    if (whole && trace->backend == TRACE_EMULATOR) return false;
    if (launch->block_count != trace_grid_blocks(launch)) return false;
    for (uint32_t b = 0; b < launch->block_count; b++)
        if (!launch->blocks[b].finished) return false;
    for (uint32_t i = 0; i < launch->request_count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind != TRACE_STORE && request->space == TRACE_SHARED &&
            (request->object == array || request->object == TRACE_NONE))
            return false;
    }
    return true;
}

struct unread {       /* a word whose last value nobody reads */
    uint32_t request; /* that wrote it */
    uint64_t byte;
};

static int compare_unread(const void *pa, const void *pb)
{
    const struct unread *a = pa, *b = pb;
    if (a->request != b->request) return a->request < b->request ? -1 : 1;
    return a->byte < b->byte ? -1 : a->byte > b->byte;
}

/* *start: where the thread's access begins. */
static uint32_t writer_of(const struct slot_window *w, const struct trace_request *r, uint64_t byte,
                          uint64_t *start)
{
    int64_t offsets[TRACE_LANES];
    uint32_t thread = r->warp * TRACE_LANES;
    trace_request_offsets(w->launch, r, offsets);
    for (uint32_t rest = r->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t at = (uint64_t)(w->launch->arrays[r->object].offset + offsets[lane]);
        if (byte - at >= r->width) continue;
        thread = r->warp * TRACE_LANES + lane;
        *start = at;
    }
    return thread;
}

/* Which warps read each byte in a round: 0 none, its number + 1, SEVERAL. They may have read it
 * after it was written there, whatever the order of the requests in the trace. */
enum { SEVERAL = UINT16_MAX };

static void mark_readers(const struct slot_window *w, uint32_t r, uint16_t *readers)
{
    const struct trace_round *round = trace_block_round(w->launch, w->block, r);
    memset(readers, 0, w->bytes * sizeof *readers);
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &w->launch->requests[i];
        int64_t offsets[TRACE_LANES];
        if (request->kind > TRACE_ATOMIC || request->kind == TRACE_STORE ||
            request->space != TRACE_SHARED || request->object == TRACE_NONE)
            continue;
        trace_request_offsets(w->launch, request, offsets);
        for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
            int64_t at = w->launch->arrays[request->object].offset + offsets[__builtin_ctz(rest)];
            if (at < 0 || (uint64_t)at + request->width > w->bytes) continue;
            for (uint64_t b = (uint64_t)at; b < (uint64_t)at + request->width; b++)
                readers[b] = !readers[b] || readers[b] == request->warp + 1u
                                 ? (uint16_t)(request->warp + 1)
                                 : SEVERAL;
        }
    }
}

/* Leaves out what another warp reads in the round in which it is written. */
static size_t drop_read_beside(const struct slot_window *w, struct unread *list, size_t count)
{
    uint16_t *readers = mem_array(w->bytes + 1, sizeof *readers);
    uint32_t marked = TRACE_NONE;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t r = round_of(w, list[i].request);
        uint32_t warp = w->launch->requests[list[i].request].warp;
        if (r != marked) mark_readers(w, marked = r, readers);
        if (!readers[list[i].byte] || readers[list[i].byte] == warp + 1) list[kept++] = list[i];
    }
    free(readers);
    return kept;
}

/* By the member that was written, or by the slot where several were written at once. */
static void tell(struct slot_window *w, const struct unread *lost)
{
    const struct trace_request *request = &w->launch->requests[lost->request];
    uint64_t start = lost->byte, bytes = request->width;
    uint32_t thread = writer_of(w, request, lost->byte, &start);
    uint32_t array = slot_window_array(w->launch, lost->byte);
    uint32_t element = race_element_bytes(w->trace, w->launch, TRACE_SHARED, array);
    if (bytes > element) {
        start = lost->byte - (lost->byte - w->launch->arrays[array].offset) % element;
        bytes = element;
    }
    slot_window_shared(w, TRACE_UNREAD_SLOT, lost->request, thread, round_of(w, lost->request),
                       start, bytes);
}

/* Leaves out what correct programs leave unread. */
static size_t drop_excused(struct slot_window *w, struct unread *list, size_t count)
{
    struct fill fill;
    size_t kept = 0;
    if (!fill_walk(&fill, w)) return count;
    for (size_t i = 0; i < count; i++)
        if (!fill_excused(&fill, slot_window_array(w->launch, list[i].byte), list[i].byte / 4))
            list[kept++] = list[i];
    fill_free(&fill);
    return kept;
}

void slot_window_unread(struct slot_window *w)
{
    bool any = false;
    for (uint64_t b = 0; b < w->bytes; b++) {
        any |= w->unread[b];
        if (w->state[b] != BYTE_UNSET) w->kept[b] |= w->unread[b] ? KEPT_UNREAD : KEPT_READ;
    }
    if (!any || w->flow_done || !w->launch->blocks[w->block].finished) return;
    w->flow_done = true; /* other blocks do the same */
    uint8_t *lost = slots_flow_lost(w->launch, w->block, w->bytes);
    if (!lost) return;
    struct unread *list = mem_array(w->bytes / 4 + 1, sizeof *list);
    size_t count = 0;
    uint32_t last = TRACE_NONE;
    bool never = false; /* nothing of array `last` is read */
    for (uint64_t word = 0; word < w->bytes / 4; word++) {
        uint64_t b = word * 4;
        while (b < word * 4 + 3 && !w->unread[b])
            b++;
        uint32_t array = slot_window_array(w->launch, b);
        if (!w->unread[b] || array == TRACE_NONE) continue;
        if (array != last) never = slots_never_read(w->trace, w->launch, last = array);
        if ((lost[word] || never) && !is_zero(w, array, word))
            list[count++] = (struct unread){w->unread[b] - 1, b};
    }
    if (count) qsort(list, count, sizeof *list, compare_unread);
    if (count) count = drop_read_beside(w, list, count);
    if (count) count = drop_excused(w, list, count);
    for (size_t i = 0; i < count; i++)
        tell(w, &list[i]);
    free(list);
    free(lost);
}
