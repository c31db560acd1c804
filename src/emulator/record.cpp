/* record.cpp - merged requests on their way into the spool. */
#include "record.h"
#include "atomic_sites.h"
#include "base/affine.h"
#include "check.h"
#include "count.h"
#include "merge.h"
#include "model.h"
#include "output.h"
#include "pending.h"
#include "unset.h"

#include <stdlib.h>
#include <string.h>

namespace ss {

static inline unsigned lowest(uint32_t lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

static inline unsigned highest(uint32_t lanes)
{
    return 31u - (unsigned)__builtin_clz(lanes);
}

enum place place_of(const struct engine *engine, uint64_t address)
{
    if (address - (uint64_t)engine->tls < engine->tls_bytes)
        return address - (uint64_t)&ss_hot < TLS_OURS ? PLACE_OURS : PLACE_STATIC;
    if (address - (uint64_t)arena_base < arena_bytes) return PLACE_ARENA;
    if (address - (uint64_t)engine->dynamic < DYNAMIC_LIMIT) return PLACE_DYNAMIC;
    if (address - (uint64_t)engine->stacks < engine->stacks_bytes) return PLACE_STACK;
    if (address - image_low < image_high - image_low) return PLACE_IMAGE;
    return PLACE_OTHER;
}

static inline bool is_shared(enum place place)
{
    return place == PLACE_STATIC || place == PLACE_DYNAMIC;
}

/* ---- Where the bytes go ---------------------------------------------------------------------- */

static void account(struct engine *engine);
static void held_flush(struct engine *engine, struct held *held, bool last);

enum { HELD_MOST = 256 * 1024 }; /* bytes, before some are let go early */
enum { LARGEST = sizeof(struct spool_request) + LANES * 8 + LANES * 16 };

static char *room(struct engine *engine)
{
    struct spool_requests *open = engine->open;

    if (open && engine->open_end + LARGEST <= engine->open_limit) return engine->open_end;
    record_close(engine);
    open = (struct spool_requests *)spool_reserve(&engine->writer, sizeof *open + LARGEST,
                                                  &engine->open_limit);
    if (!open) return NULL;
    open->record.type = SPOOL_REQUESTS;
    open->launch = engine->launch->ordinal;
    open->block = engine->block;
    open->round = engine->round;
    open->count = 0;
    engine->open = open;
    engine->open_end = (char *)(open + 1);
    return engine->open_end;
}

void record_close(struct engine *engine)
{
    struct spool_requests *open = engine->open;

    account(engine);
    if (!open) return;
    open->record.bytes = (uint32_t)(engine->open_end - (char *)open);
    spool_use(&engine->writer, open->count ? open->record.bytes : 0);
    engine->open = NULL;
}

/* The requests of a warp's round wait here when values are kept: only at its end is it known which
 * are among the last. */
static char *hold_room(struct held *held)
{
    if (held->bytes + LARGEST > held->capacity) {
        held->capacity = held->capacity * 2 + 16 * 1024;
        held->data = (char *)realloc(held->data, held->capacity);
        if (!held->data) abort();
    }
    return held->data + held->bytes;
}

/* ---- Encoding -------------------------------------------------------------------------------- */

static char *put_deltas(char *to, struct spool_request *out, const uint64_t *address, uint32_t mask)
{
    uint64_t base = address[lowest(mask)];
    bool wide = false;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int64_t delta = (int64_t)(address[lowest(rest)] - base);
        wide |= delta != (int32_t)delta;
    }
    if (wide) out->flags |= SPOOL_WIDE;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int64_t delta = (int64_t)(address[lowest(rest)] - base);

        if (wide) {
            memcpy(to, &delta, 8);
            to += 8;
        } else {
            int32_t narrow = (int32_t)delta;
            memcpy(to, &narrow, 4);
            to += 4;
        }
    }
    return to;
}

static char *pad(char *from, char *to)
{
    while ((to - from) % 8)
        *to++ = 0;
    return to;
}

/* Writes a request; returns its size. `values`: of the lanes, or NULL. */
static size_t encode(char *to, const struct spool_request *head, const uint64_t *address,
                     bool is_affine, const struct value *values)
{
    struct spool_request *out = (struct spool_request *)to;
    char *at = to + sizeof *out;

    *out = *head;
    if (is_affine) {
        out->flags |= SPOOL_AFFINE;
    } else {
        out->stride = 0;
        at = pad(to, put_deltas(at, out, address, out->mask));
    }
    if (values && out->width) {
        out->flags |= SPOOL_VALUES;
        for (uint32_t rest = out->mask; rest; rest &= rest - 1) {
            memcpy(at, (const void *)&values[lowest(rest)], out->width);
            at += out->width;
        }
        at = pad(to, at);
    }
    out->inlined = (uint16_t)((size_t)(at - to - (ptrdiff_t)sizeof *out) / 8);
    return (size_t)(at - to);
}

static bool put(struct engine *engine, unsigned warp, const struct spool_request *head,
                const uint64_t *address, bool is_affine, const struct value *values)
{
    char *to;

    if (!engine->writing) return false;
    if (engine->values) {
        struct held *held = &engine->held[warp];
        bool valued = values && head->width;

        if (held->bytes > HELD_MOST) held_flush(engine, held, false);
        to = hold_room(held);
        held->bytes += encode(to, head, address, is_affine, valued ? values : NULL);
        held->valued += valued;
        return true;
    }
    to = room(engine);
    if (!to) return false;
    engine->open_end += encode(to, head, address, is_affine, NULL);
    engine->open->count++;
    return true;
}

static size_t values_bytes(const struct spool_request *request)
{
    size_t bytes = (size_t)__builtin_popcount(request->mask) * request->width;

    return request->flags & SPOOL_VALUES ? (bytes + 7) / 8 * 8 : 0;
}

/* Copies a request into the spool, its values too or not. False: no room. */
static bool hand_over(struct engine *engine, const struct spool_request *request, bool with_values)
{
    size_t bytes = sizeof *request + (size_t)request->inlined * 8;
    struct spool_request *to = (struct spool_request *)room(engine);

    if (!to) return false;
    if (!with_values) bytes -= values_bytes(request);
    memcpy((void *)to, (const void *)request, bytes);
    if (!with_values) to->flags &= (uint8_t)~SPOOL_VALUES;
    to->inlined = (uint16_t)((bytes - sizeof *request) / 8);
    engine->open_end += bytes;
    engine->open->count++;
    return true;
}

/* Values are kept of the first and last few requests of the round that have any. What is sure goes
 * out; at the round's end (`last`) that is all. */
static void held_flush(struct engine *engine, struct held *held, bool last)
{
    const uint32_t times = spool->value_times;
    size_t at = 0;

    while (at < held->bytes) {
        const struct spool_request *request = (const struct spool_request *)(held->data + at);
        bool valued = request->flags & SPOOL_VALUES;
        bool early = !times || held->seen < times, late = held->valued <= times;

        if (valued && !early && late && !last) break;
        if (!hand_over(engine, request, early || late)) held->bytes = 0;
        at += sizeof *request + (size_t)request->inlined * 8;
        held->seen += valued;
        held->valued -= valued;
    }
    held->bytes = at < held->bytes ? held->bytes - at : 0;
    memmove(held->data, held->data + at, held->bytes);
    if (!last) return;
    held->seen = held->valued = 0;
}

void record_round_end(struct engine *engine, unsigned warp)
{
    struct held *held = &engine->held[warp];

    if (held->data) held_flush(engine, held, true);
}

/* ---- Counting -------------------------------------------------------------------------------- */

void record_dropped(struct engine *engine, uint32_t site, uint64_t accesses)
{
    uint32_t at = site * 0x9e3779b1u >> 20;

    if (!engine->launch->recorded) return;
    for (unsigned tries = 0; tries < SITES; tries++, at = (at + 1) % SITES) {
        struct dropped *dropped = &engine->dropped[at];

        if (dropped->accesses && dropped->site != site) continue;
        dropped->site = site;
        dropped->accesses += accesses;
        engine->any_dropped = true;
        return;
    }
}

void dropped_flush(struct engine *engine)
{
    count_flush(engine);
    if (!engine->any_dropped) return;
    for (unsigned i = 0; i < SITES; i++) {
        struct spool_dropped record = {};

        if (!engine->dropped[i].accesses) continue;
        record.launch = engine->launch->ordinal;
        record.site = engine->dropped[i].site;
        record.accesses = engine->dropped[i].accesses;
        spool_append(&engine->writer, &record, SPOOL_DROPPED, sizeof record, NULL);
        engine->dropped[i].accesses = 0;
    }
    engine->any_dropped = false;
}

/* Lets everybody know how much was logged, and stops where it is enough. */
static void account(struct engine *engine)
{
    uint64_t all = __atomic_add_fetch(&spool->accesses, engine->logged, __ATOMIC_RELAXED);

    engine->logged = 0;
    if (all >= spool->max_accesses) engine->writing = false;
}

void record_round_begin(struct engine *engine)
{
    uint64_t all, none = 0;

    if (!engine->rounds_kept) return;
    all = __atomic_add_fetch(&spool->rounds, 1, __ATOMIC_RELAXED);
    if (all < spool_most_rounds(spool->max_accesses)) return;
    engine->writing = engine->rounds_kept = false;
    __atomic_compare_exchange_n(&spool->rounds_over, &none, engine->launch->ordinal + 1ull, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void emit(struct engine *engine, unsigned warp, const struct request *request,
                 enum place place, uint32_t mask, bool is_affine, int64_t stride, bool continued)
{
    static const uint8_t KINDS[] = {TRACE_LOAD,  TRACE_STORE,  TRACE_LOAD,
                                    TRACE_STORE, TRACE_ATOMIC, TRACE_ATOMIC};
    uint32_t sort = ((request->entry & 31) - ENTRY_LOAD) / 5;
    uint32_t width = 1u << entry_log2(request->entry & 31);
    uint32_t lanes = (uint32_t)__builtin_popcount(mask);
    struct spool_request head = {};

    head.site = (uint32_t)request->pc;
    head.mask = mask;
    head.address = request->address[lowest(mask)];
    head.stride = (int32_t)stride;
    head.warp = (uint16_t)warp;
    head.kind = KINDS[sort];
    head.space = (uint8_t)(is_shared(place) ? TRACE_SHARED : TRACE_GLOBAL);
    head.width = (uint8_t)width;
    head.flags = (uint8_t)(sort == 2 || sort == 3 ? SPOOL_VOLATILE : 0);
    if ((request->entry & 31) >= ENTRY_COMPARE) head.flags |= SPOOL_COMPARES;
    if (head.kind == TRACE_ATOMIC) head.flags |= atomic_site_flags(head.site);
    if (continued) head.flags |= SPOOL_CONTINUED;
    head.depth = request->depth;
    check_request(engine, warp, &head, request->address, is_affine, place);
    if (pending_watched && (place == PLACE_ARENA || place == PLACE_IMAGE))
        pending_touch(&head, request->address);
    if (sort == 3 && (place == PLACE_ARENA || place == PLACE_IMAGE)) pending_signal();
    if (place == PLACE_ARENA)
        unset_request(engine, warp, &head, request->address, engine->values ? request->value : NULL,
                      is_affine);
    model_request(&engine->warps[warp], head.kind, is_shared(place),
                  model_cost(request->address, mask, width, is_affine, stride, is_shared(place)));
    if (place == PLACE_STATIC) head.address -= (uint64_t)engine->tls;
    if (place == PLACE_DYNAMIC) head.address += SPOOL_DYNAMIC - (uint64_t)engine->dynamic;
    engine->changed |= head.kind == TRACE_STORE;
    engine->accesses += lanes;
    engine->logged += lanes;
    if (!engine->recording) {
        engine->logged -= lanes;
        record_dropped(engine, head.site, lanes);
        return;
    }
    if (!put(engine, warp, &head, request->address, is_affine,
             is_shared(place) ? request->value : NULL)) {
        engine->logged -= lanes;
        record_dropped(engine, head.site, lanes);
    }
}

/* The kind of memory that all of these addresses lie in, if their range tells; else PLACE_OURS. */
static enum place place_of_all(const struct engine *engine, const uint64_t *address, uint32_t mask)
{
    uint64_t low = UINT64_MAX, high = 0;
    enum place place;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint64_t at = address[lowest(rest)];

        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    place = place_of(engine, low);
    if (place != place_of(engine, high) || place == PLACE_IMAGE || place == PLACE_OTHER)
        return PLACE_OURS;
    if (place == PLACE_STATIC && low < (uint64_t)&ss_hot && high >= (uint64_t)&ss_hot)
        return PLACE_OURS;
    return place;
}

static void record_access(struct engine *engine, unsigned warp, struct request *request)
{
    uint64_t *address = request->address;
    uint32_t left = request->mask;
    int32_t stride;
    bool is_affine = affine_stride(address, left, false, &stride);
    enum place place = place_of(engine, address[lowest(left)]);

    if (is_affine && place == place_of(engine, address[highest(left)])) {
        if (place < PLACE_STACK || place == PLACE_OTHER)
            emit(engine, warp, request, place, left, true, stride, false);
        return;
    }
    place = place_of_all(engine, address, left);
    if (place != PLACE_OURS) {
        if (place != PLACE_STACK)
            emit(engine, warp, request, place, left, is_affine, stride, false);
        return;
    }
    bool continued = false;
    while (left) { /* lanes that touch the same kind of memory go together */
        uint32_t group = 0;

        place = place_of(engine, address[lowest(left)]);
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (place_of(engine, address[lowest(rest)]) == place) group |= 1u << lowest(rest);
        left &= ~group;
        is_affine = affine_stride(address, group, false, &stride);
        if (place < PLACE_STACK || place == PLACE_OTHER) {
            emit(engine, warp, request, place, group, is_affine, stride, continued);
            continued = true;
        }
    }
}

static void record_sync(struct engine *engine, unsigned warp, struct request *request)
{
    uint32_t left = request->mask;

    while (left) {
        unsigned first = lowest(left);
        uint64_t words[2] = {request->address[first], request->extra[first]};
        uint64_t source[LANES];
        uint32_t group = 0;
        struct spool_request head = {};
        int32_t stride;
        bool is_affine;

        for (uint32_t rest = left; rest; rest &= rest - 1) {
            unsigned l = lowest(rest);
            if (request->address[l] >> 32 != words[0] >> 32 ||
                request->extra[l] >> 32 != words[1] >> 32 ||
                (uint8_t)(request->extra[l] >> 16) != (uint8_t)(words[1] >> 16))
                continue;
            group |= 1u << l;
            source[l] = request->extra[l] >> 8 & 0xff;
        }
        left &= ~group;
        is_affine = affine_stride(source, group, false, &stride);
        head.site = (uint32_t)request->pc;
        head.mask = group;
        head.address = source[first];
        head.stride = (int32_t)stride;
        head.sync_mask = (uint32_t)words[0];
        head.warp = (uint16_t)warp;
        head.kind = (uint8_t)(words[1] >> 16);
        head.space = TRACE_NO_SPACE;
        head.width = (uint8_t)words[1];
        head.depth = request->depth;
        model_request(&engine->warps[warp], head.kind, false, 1);
        if (engine->recording) put(engine, warp, &head, source, is_affine, request->value);
    }
}

void record_request(struct engine *engine, unsigned warp, struct request *request)
{
    if ((request->entry & 31) == ENTRY_SYNC)
        record_sync(engine, warp, request);
    else
        record_access(engine, warp, request);
}

/* ---- Beginning and end --------------------------------------------------------------------------
 */

void record_stop(struct engine *engine, const struct finding *finding)
{
    for (unsigned w = 0; w < engine->launch->warps; w++) {
        merge_all(engine, w);
        record_round_end(engine, w);
    }
    record_close(engine);
    if (engine->recording && engine->rounds_kept) record_snapshot(engine);
    find(engine, finding);
    findings_flush(engine);
    dropped_flush(engine);
    output_block_end(engine);
    output_flush(UINT64_MAX);
}

void record_begin(struct engine *engine)
{
    size_t size = (size_t)(engine->shared_high - engine->shared_low);

    engine->writing = engine->rounds_kept = true;
    engine->open = NULL;
    engine->logged = 0;
    memset(engine->before, (int)spool->fill, size + engine->dynamic_bytes);
}

} // namespace ss
