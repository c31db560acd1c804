#include "analysis/slots.h"

#include "analysis/race.h"
#include "analysis/slots_window.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WINDOW = 1 << 20, MANY = 0xffff };

/* ---- Faults -------------------------------------------------------------------------------- */

/* Adds a slot to the distinct ones, if it is new. */
static void tally_slot(struct slot_tally *tally, int64_t slot)
{
    size_t low = 0, high = tally->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tally->seen[middle] < slot)
            low = middle + 1;
        else
            high = middle;
    }
    if (tally->count == SLOTS_COUNTED || (low < tally->count && tally->seen[low] == slot)) return;
    MEM_GROW(tally->seen, tally->count, tally->capacity);
    memmove(tally->seen + low + 1, tally->seen + low, (tally->count - low) * sizeof *tally->seen);
    tally->seen[low] = slot;
    tally->count++;
}

static uint32_t new_fault(struct slot_window *w, const struct slot_fault *new)
{
    struct slot_faults *out = w->out;
    MEM_GROW(out->faults, out->count, w->capacity);
    if (out->count >= w->tally_capacity) {
        w->tally_capacity = w->capacity;
        w->tallies = mem_resize(w->tallies, w->capacity, sizeof *w->tallies);
    }
    out->faults[out->count] = *new;
    out->faults[out->count].low = out->faults[out->count].high = new->slot;
    w->tallies[out->count] = (struct slot_tally){0};
    return out->count++;
}

void slot_window_add(struct slot_window *w, const struct slot_fault *new)
{
    struct slot_faults *out = w->out;
    uint32_t i = 0;
    const struct trace_site *site = &w->trace->sites[new->site];
    for (; i < out->count; i++) {
        const struct slot_fault *f = &out->faults[i];
        const struct trace_site *s = &w->trace->sites[f->site];
        if (f->fault == new->fault && f->space == new->space && f->object == new->object &&
            s->line == site->line && s->source == site->source)
            break;
    }
    if (i == out->count) i = new_fault(w, new);
    struct slot_fault *f = &out->faults[i];
    struct slot_tally *tally = &w->tallies[i];
    if (tally->last_block != w->block + 1) f->blocks++;
    tally_slot(tally, new->slot);
    if (new->slot < f->low) f->low = new->slot;
    if (new->slot > f->high) f->high = new->slot;
    tally->last_block = w->block + 1;
    f->count++;
}

static void give_tallies(struct slot_window *w)
{
    for (uint32_t i = 0; i < w->out->count; i++) {
        struct slot_fault *f = &w->out->faults[i];
        struct slot_tally *tally = &w->tallies[i];
        f->slots = tally->count;
        for (size_t k = 0; k < tally->count && k < SLOTS_SOME; k++)
            f->some[k] = tally->seen[k];
        free(tally->seen);
    }
    free(w->tallies);
}

uint32_t slot_window_array(const struct trace_launch *launch, uint64_t byte)
{
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (byte >= launch->arrays[i].offset &&
            byte - launch->arrays[i].offset < launch->arrays[i].bytes)
            return i;
    return TRACE_NONE;
}

void slot_window_shared(struct slot_window *w, enum trace_fault fault, uint32_t request,
                        uint32_t thread, uint32_t round, uint64_t byte, uint64_t bytes)
{
    uint32_t array = slot_window_array(w->launch, byte);
    if (array == TRACE_NONE) return;
    uint32_t element = race_element_bytes(w->trace, w->launch, TRACE_SHARED, array);
    uint64_t within = (byte - w->launch->arrays[array].offset) % element;
    struct slot_fault new = {.fault = fault,
                             .space = TRACE_SHARED,
                             .object = array,
                             .byte = (uint32_t)within,
                             .bytes = within + bytes <= element ? (uint32_t)bytes : 0,
                             .site = w->launch->requests[request].site,
                             .block = w->block,
                             .round = round,
                             .thread = thread,
                             .request = request,
                             .is_write = fault == TRACE_UNREAD_SLOT,
                             .slot = (int64_t)((byte - w->launch->arrays[array].offset) / element)};
    slot_window_add(w, &new);
}

/* ---- Reads and writes of one lane ------------------------------------------------------------ */

/* An atomic that needs what is there. */
static bool is_update(const struct trace_request *request)
{
    return request->kind == TRACE_ATOMIC && !(request->flags & TRACE_OVERWRITES);
}

static void note_read(struct slot_window *w, uint32_t request, uint32_t thread, uint64_t start,
                      uint64_t end)
{
    bool unset = false;
    for (uint64_t b = start; b < end; b++) {
        unset |= w->state[b] == BYTE_UNSET;
        w->unread[b] = 0;
    }
    if (!unset) return;
    MEM_GROW(w->candidates, w->candidate_count, w->candidate_capacity);
    w->candidates[w->candidate_count++] = (struct candidate){
        request, (uint16_t)thread, is_update(&w->launch->requests[request]), start, end};
}

static void note_write(struct slot_window *w, uint32_t request, uint32_t thread, uint64_t start,
                       uint64_t end)
{
    bool updates = is_update(&w->launch->requests[request]);
    for (uint64_t b = start; b < end; b++) {
        w->unread[b] = request + 1;
        if (w->state[b] == BYTE_OLD) continue;
        if (w->state[b] == BYTE_UPDATED && !updates) w->state[b] = BYTE_NEW;
        if (w->state[b] == BYTE_UNSET) {
            w->state[b] = updates ? BYTE_UPDATED : BYTE_NEW;
            w->writer[b] = (uint16_t)thread;
            MEM_GROW(w->fresh, w->fresh_count, w->fresh_capacity);
            w->fresh[w->fresh_count++] = b;
        } else if (w->writer[b] != thread) {
            w->writer[b] = MANY;
        }
    }
}

/* ---- A warp's row ----------------------------------------------------------------------------
 * Nearly all requests are of 32 lanes at 32 neighbouring words where nothing new happens: those are
 * looked at as one. False: something is new, and each lane has to be looked at. */

static bool is_row(const struct trace_request *request)
{
    return request->mask == UINT32_MAX && request->width == SLOT_ROW / TRACE_LANES &&
           request->stride == SLOT_ROW / TRACE_LANES && !(request->flags & TRACE_SCATTERED);
}

static bool all_of_row(const struct slot_window *w, uint64_t start, enum byte_state all)
{
    const uint8_t *state = w->state + start;
    return state[0] == all && memcmp(state, state + 1, SLOT_ROW - 1) == 0;
}

static bool row_by_warp(struct slot_window *w, uint64_t start, uint32_t warp)
{
    if (!w->row_known || w->row_warp != warp)
        for (uint32_t b = 0; b < SLOT_ROW; b++)
            w->row[b] = (uint16_t)(warp * TRACE_LANES + b / (SLOT_ROW / TRACE_LANES));
    w->row_known = true;
    w->row_warp = warp;
    return memcmp(w->writer + start, w->row, sizeof w->row) == 0;
}

static bool note_row(struct slot_window *w, uint32_t index, uint64_t start)
{
    const struct trace_request *request = &w->launch->requests[index];
    bool old = all_of_row(w, start, BYTE_OLD);
    if (!old && !all_of_row(w, start, BYTE_NEW)) return false;
    uint32_t mark = 0;
    if (request->kind != TRACE_LOAD) {
        if (!old && !row_by_warp(w, start, request->warp)) return false;
        mark = index + 1;
    }
    for (uint32_t b = 0; b < SLOT_ROW; b++)
        w->unread[start + b] = mark;
    return true;
}

/* Reads before the slot's first write: unless another thread writes it in the same round. Of atomic
 * updates alone the first one, whichever it is, reads what nobody has written. */
static void judge_candidates(struct slot_window *w)
{
    for (size_t i = 0; i < w->candidate_count; i++) {
        const struct candidate *c = &w->candidates[i];
        bool raced = false;
        uint64_t unset = c->end, last = c->start;
        for (uint64_t b = c->start; b < c->end; b++) {
            if ((w->state[b] == BYTE_NEW || (w->state[b] == BYTE_UPDATED && !c->updates)) &&
                w->writer[b] != c->thread)
                raced = true;
            if (w->state[b] == BYTE_OLD || slot_window_padding(w, b)) continue;
            if (unset == c->end) unset = b;
            last = b;
        }
        if (!raced && unset < c->end && !slot_window_excused(w, unset))
            slot_window_shared(w, TRACE_UNINITIALISED_READ, c->request, c->thread, w->round, unset,
                               last + 1 - unset);
    }
    w->candidate_count = 0;
    for (size_t i = 0; i < w->fresh_count; i++)
        w->state[w->fresh[i]] = BYTE_OLD;
    w->fresh_count = 0;
    slot_window_unseen(w);
}

/* ---- Walking ------------------------------------------------------------------------------------
 */

static bool may_leave(const struct slot_window *w, const struct trace_request *request)
{
    if (request->flags & TRACE_SCATTERED) return true;
    uint64_t bytes = request->space == TRACE_SHARED ? w->launch->arrays[request->object].bytes
                                                    : w->trace->allocations[request->object].bytes;
    int64_t span = (int64_t)request->stride *
                   (31 - __builtin_clz(request->mask) - __builtin_ctz(request->mask));
    int64_t low = span < 0 ? request->offset + span : request->offset;
    int64_t high = span < 0 ? request->offset : request->offset + span;
    return low < 0 || (uint64_t)high + request->width > bytes;
}

static void walk_lanes(struct slot_window *w, uint32_t index)
{
    const struct trace_request *request = &w->launch->requests[index];
    bool scattered = request->flags & TRACE_SCATTERED;
    bool reads = request->kind != TRACE_STORE && !(request->flags & TRACE_OVERWRITES);
    bool writes = request->kind != TRACE_LOAD;
    const int64_t *from = scattered ? w->launch->scattered + request->scattered : NULL;
    int64_t base = w->launch->arrays[request->object].offset;
    unsigned first = (unsigned)__builtin_ctz(request->mask);
    int64_t low = base + request->offset;
    if (is_row(request) && low >= 0 && (uint64_t)low + SLOT_ROW <= w->bytes &&
        note_row(w, index, (uint64_t)low))
        return;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        int64_t start =
            base +
            (scattered ? *from++ : request->offset + (int64_t)request->stride * (lane - first));
        if (start < 0 || (uint64_t)start + request->width > w->bytes) continue;
        uint64_t end = (uint64_t)start + request->width;
        uint32_t thread = request->warp * TRACE_LANES + lane;
        if (reads) note_read(w, index, thread, (uint64_t)start, end);
        if (writes) note_write(w, index, thread, (uint64_t)start, end);
    }
}

static void walk_request(struct slot_window *w, uint32_t index)
{
    const struct trace_request *request = &w->launch->requests[index];
    if (request->kind > TRACE_ATOMIC || request->object == TRACE_NONE) return;
    bool shared = request->space == TRACE_SHARED, leaves = may_leave(w, request);
    if (!shared && !leaves) return;
    if (leaves) {
        int64_t offsets[TRACE_LANES];
        trace_request_offsets(w->launch, request, offsets);
        slot_window_bounds(w, index, offsets);
    }
    if (shared) walk_lanes(w, index);
}

static void walk_block(struct slot_window *w, uint32_t block)
{
    memset(w->state, 0, w->bytes);
    memset(w->unread, 0, w->bytes * sizeof *w->unread);
    w->block = block;
    for (uint32_t r = 0; r < w->launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(w->launch, block, r);
        w->round = r;
        for (uint32_t i = round->first; i < round->first + round->count; i++)
            walk_request(w, i);
        judge_candidates(w);
    }
    slot_window_unread(w);
}

/* The launch that is the same in both runs, or NULL. */
static const struct trace_launch *same_launch(const struct trace *other, uint32_t index,
                                              const struct trace_launch *launch)
{
    if (!other || index >= other->launch_count) return NULL;
    const struct trace_launch *same = &other->launches[index];
    if (strcmp(same->kernel, launch->kernel) != 0 || same->array_count != launch->array_count)
        return NULL;
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (same->arrays[i].offset != launch->arrays[i].offset ||
            same->arrays[i].bytes != launch->arrays[i].bytes)
            return NULL;
    return same;
}

void slots_examine(const struct trace *trace, const struct trace *other, uint32_t launch_index,
                   struct slot_faults *faults)
{
    const struct trace_launch *launch = &trace->launches[launch_index];
    struct slot_window w = {.trace = trace,
                            .launch = launch,
                            .other = same_launch(other, launch_index, launch),
                            .out = faults};
    *faults = (struct slot_faults){0};
    for (uint32_t i = 0; i < launch->array_count; i++) {
        uint64_t end = (uint64_t)launch->arrays[i].offset + launch->arrays[i].bytes;
        if (end > w.bytes) w.bytes = end;
    }
    if (w.bytes > MAX_WINDOW) w.bytes = MAX_WINDOW;
    w.state = mem_array(w.bytes + 1, 1);
    w.writer = mem_array(w.bytes + 1, sizeof *w.writer);
    w.unread = mem_array(w.bytes + 1, sizeof *w.unread);
    w.kept = mem_array(w.bytes + 1, 1);
    for (uint32_t b = 0; b < launch->block_count; b++)
        walk_block(&w, b);
    slot_window_filled(&w);
    free(w.state);
    free(w.writer);
    free(w.unread);
    free(w.kept);
    free(w.fresh);
    free(w.candidates);
    give_tallies(&w);
}
