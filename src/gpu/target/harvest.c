/* The device's log becomes the spool's rows: rounds are cut where all lanes of a warp that have not
 * left have arrived at a barrier of the block; addresses of shared memory become offsets. */
#include "gpu/target/inside.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_BYTES = 32 * 1024 }; /* of one SPOOL_REQUESTS record */

/* ---- Decoding ------------------------------------------------------------------------------ */

struct stream {             /* the log of one warp */
    const uint32_t *chunks; /* chunk + 1 by sequence */
    uint64_t at, end;
    uint32_t arrived, exited, lanes; /* masks */
    uint16_t warp;
};

struct decoder {
    struct recording *recording;
    uint32_t launch, block, round;
    struct stream *streams;
    uint32_t *chunk_table; /* [warps of all blocks][chunks_of_warp], sparse: only what is used */
    struct spool_requests *record; /* being filled */
    size_t used;
    uint64_t accesses;
    uint64_t *dropped; /* by site */
    uint32_t shared_start, dynamic_start;
};

static uint64_t word_at(const struct decoder *d, const struct stream *s, uint64_t at)
{
    const struct probe_control *c = &d->recording->control;
    const uint64_t index = at >> c->chunk_shift;
    if (index >= c->chunks_of_warp || s->chunks[index] == 0) return 0;
    const uint8_t *chunk = c->log + ((uint64_t)(s->chunks[index] - 1) << c->chunk_shift);
    uint64_t word;
    memcpy(&word, chunk + (at & ((1u << c->chunk_shift) - 1)), sizeof word);
    return word;
}

static void finish_rows(struct decoder *d)
{
    if (!d->record) return;
    d->record->record.bytes = (uint32_t)(sizeof *d->record + d->used);
    d->record = NULL;
    outbox_commit();
}

/* Room for a row; NULL when the spool is full. Rows of a round are gathered in one record: it is
 * taken at its largest and the rest given back. */
static struct spool_request *new_row(struct decoder *d, size_t bytes)
{
    if (d->record && d->used + bytes > ROWS_BYTES) finish_rows(d);
    if (!d->record) {
        d->record = outbox_open_record(SPOOL_REQUESTS, sizeof *d->record + ROWS_BYTES + 512);
        if (!d->record) return NULL;
        d->record->launch = d->launch;
        d->record->block = d->block;
        d->record->round = d->round;
        d->used = 0;
    }
    return (struct spool_request *)((char *)(d->record + 1) + d->used);
}

static uint64_t shared_offset(const struct decoder *d, uint64_t address)
{
    const uint64_t offset = address - d->shared_start;
    if (d->dynamic_start && address >= d->dynamic_start)
        return SPOOL_DYNAMIC + (address - d->dynamic_start);
    return offset;
}

/* As traces name the phase of a barrier: trace.h, TRACE_WAIT. */
static uint32_t phase_name(const struct decoder *d, uint64_t barrier, uint32_t number)
{
    enum { DYNAMIC = 0x4000, BY_NUMBER = 0x8000, WHICH = 0x3fff };
    if (barrier & PROBE_NAMED)
        return (uint32_t)((BY_NUMBER | (barrier & WHICH)) << 16) | (number & 0xffff);
    const uint64_t offset = shared_offset(d, barrier);
    const uint64_t which = offset >= SPOOL_DYNAMIC
                               ? DYNAMIC | ((offset - SPOOL_DYNAMIC) >> 3 & WHICH)
                               : offset >> 3 & WHICH;
    return (uint32_t)(which << 16) | (number & 0xffff);
}

static bool is_access(uint32_t kind)
{
    return kind == TRACE_LOAD || kind == TRACE_STORE || kind == TRACE_ATOMIC;
}

/* How a record lies in the log: from `at` on its head, differences and values. */
struct shape {
    uint32_t kind, width, format, count;
    size_t unit;            /* bytes of a difference, 0 = none */
    uint64_t values, bytes; /* where values begin; of the whole record */
    bool valued;
};

static struct shape shape_of(uint32_t info, uint32_t mask, uint64_t at)
{
    struct shape p = {.kind = PROBE_KIND(info),
                      .width = PROBE_WIDTH(info) ? 1u << (PROBE_WIDTH(info) - 1) : 0,
                      .format = PROBE_FORMAT(info),
                      .count = (uint32_t)__builtin_popcount(mask),
                      .valued = (info & PROBE_VALUED) && PROBE_WIDTH(info)};
    p.unit = p.format == PROBE_WIDE ? 8 : p.format == PROBE_NARROW ? 4 : 0;
    uint64_t end =
        at + (p.format == PROBE_ALONE ? 16 : 24) + (((p.count - 1) * p.unit + 7) & ~7ull);
    p.values = p.width == 16 ? (end + 15) & ~15ull : end;
    if (p.valued) end += ((p.count * p.width + 7) & ~7ull) + (p.width == 16 ? 8 : 0);
    p.bytes = end - at;
    return p;
}

static void copy_log(const struct decoder *d, const struct stream *s, uint64_t from, size_t bytes,
                     char *to)
{
    while (bytes) {
        const uint64_t word = word_at(d, s, from & ~7ull);
        const size_t skip = from & 7, some = 8 - skip < bytes ? 8 - skip : bytes;
        memcpy(to, (const char *)&word + skip, some);
        to += some;
        from += some;
        bytes -= some;
    }
}

/* Counts an access that has no place in the trace. */
static void drop(struct decoder *d, uint32_t info, uint32_t lanes)
{
    if (PROBE_SITE(info) < d->recording->control.sites) d->dropped[PROBE_SITE(info)] += lanes;
}

static bool within_limit(struct decoder *d, uint32_t lanes)
{
    d->accesses += lanes;
    return __atomic_fetch_add(&inside_spool->accesses, lanes, __ATOMIC_RELAXED) + lanes <=
           inside_spool->max_accesses;
}

static void add_row(struct decoder *d, const struct stream *s, const struct shape *p, uint32_t info,
                    uint32_t mask, bool values)
{
    static const uint8_t spaces[] = {TRACE_SHARED, TRACE_GLOBAL, TRACE_CONSTANT, TRACE_NO_SPACE};
    const bool access = is_access(p->kind);
    const size_t deltas = p->unit ? (p->count * p->unit + 7) & ~(size_t)7 : 0;
    const size_t kept = values ? (p->count * p->width + 7) & ~(size_t)7 : 0;
    if (access && !within_limit(d, p->count)) {
        drop(d, info, p->count);
        return;
    }
    struct spool_request *row = new_row(d, sizeof *row + deltas + kept);
    if (!row) {
        if (access) drop(d, info, p->count);
        return;
    }
    const uint64_t address = word_at(d, s, s->at + 8);
    const uint64_t more = p->format == PROBE_ALONE ? 0 : word_at(d, s, s->at + 16);
    const int special = p->kind == TRACE_ATOMIC ? (info & PROBE_COMPARES ? SPOOL_COMPARES : 0)
                                                : (info & PROBE_VOLATILE ? SPOOL_VOLATILE : 0);
    const int flags = special | (p->unit ? 0 : SPOOL_AFFINE) | (p->unit == 8 ? SPOOL_WIDE : 0) |
                      (values ? SPOOL_VALUES : 0);
    *row = (struct spool_request){.site = PROBE_SITE(info),
                                  .mask = mask,
                                  .address = address,
                                  .stride = (int32_t)more,
                                  .sync_mask = (uint32_t)(more >> 32),
                                  .warp = s->warp,
                                  .kind = (uint8_t)p->kind,
                                  .space = access ? spaces[PROBE_SPACE(info)] : TRACE_NO_SPACE,
                                  .width = (uint8_t)p->width,
                                  .flags = (uint8_t)flags,
                                  .inlined = (uint16_t)((deltas + kept) / 8)};
    if (row->space == TRACE_SHARED) row->address = shared_offset(d, address);
    if (p->kind == TRACE_BARRIER || p->kind == TRACE_GRID_SYNC) row->address = row->sync_mask = 0;
    if (p->kind == TRACE_ARRIVE || p->kind == TRACE_WAIT) {
        row->sync_mask = phase_name(d, address, row->sync_mask);
        row->address = 0;
    }
    char *body = (char *)(row + 1);
    memset(body, 0, deltas + kept);
    if (p->unit) copy_log(d, s, s->at + 24, (p->count - 1) * p->unit, body + p->unit);
    if (values) copy_log(d, s, p->values, p->count * p->width, body + deltas);
    d->used += sizeof *row + deltas + kept;
    d->record->count++;
}

/* Values are kept of the first and the last few requests of a warp and round that have any. */
struct valued {
    uint32_t seen, all;
};

static bool keeps_values(const struct valued *v)
{
    const uint32_t times = inside_spool->value_times;
    return times == 0 || v->seen < times || v->all - v->seen <= times;
}

/* Rows of one warp up to the end of its round, or (`add` false) only the count of those with
 * values. Returns whether the warp goes on behind it. */
static bool walk_round(struct decoder *d, struct stream *s, struct valued *v, bool add)
{
    while (s->at < s->end) {
        const uint64_t head = word_at(d, s, s->at);
        uint32_t info = (uint32_t)head;
        const uint32_t mask = (uint32_t)(head >> 32);
        if (!(info & PROBE_VALID) || mask == 0) break; /* the log ended here */
        struct shape p = shape_of(info, mask, s->at);
        if (add) add_row(d, s, &p, info, mask, p.valued && keeps_values(v));
        if (p.valued) add ? v->seen++ : v->all++;
        s->at += p.bytes;
        if (p.kind == TRACE_BARRIER || p.kind == TRACE_GRID_SYNC) s->arrived |= mask;
        if (p.kind == TRACE_EXIT) s->exited |= mask;
        if (s->arrived && ((s->arrived | s->exited) & s->lanes) == s->lanes) {
            s->arrived = 0;
            return true;
        }
    }
    s->at = s->end;
    return false;
}

static bool decode_round(struct decoder *d, struct stream *s, bool values)
{
    struct valued v = {0};
    struct stream ahead = *s;
    if (values && inside_spool->value_times) walk_round(d, &ahead, &v, false);
    return walk_round(d, s, &v, true);
}

/* ---- Snapshots ----------------------------------------------------------------------------- */

static void write_part(struct decoder *d, const uint8_t *bytes, uint32_t offset, uint32_t size)
{
    struct spool_snapshot *record =
        size ? outbox_record(SPOOL_SNAPSHOT, sizeof *record + size) : NULL;
    if (!record) return;
    record->launch = d->launch;
    record->block = d->block;
    record->round = d->round;
    record->offset = offset;
    record->size = size;
    memcpy(record + 1, bytes, size);
    outbox_commit();
}

static void write_snapshot(struct decoder *d, uint32_t index)
{
    const struct probe_control *c = &d->recording->control;
    const struct recording *r = d->recording;
    if (d->round >= c->max_rounds || c->shared_bytes == 0) return;
    const uint32_t unit = c->snapshot_table[(size_t)index * c->max_rounds + d->round];
    if (unit == 0 || unit > c->snapshot_units) return;
    const uint8_t *bytes = c->snapshots + (size_t)(unit - 1) * 64;
    const uint32_t dynamic =
        d->dynamic_start ? d->dynamic_start - d->shared_start : (r->static_bytes + 15) & ~15u;
    write_part(d, bytes, 0, r->static_bytes);
    if (r->dynamic_bytes && dynamic + r->dynamic_bytes <= c->shared_bytes + 112)
        write_part(d, bytes + dynamic, SPOOL_DYNAMIC,
                   dynamic + r->dynamic_bytes <= c->shared_bytes ? r->dynamic_bytes
                                                                 : c->shared_bytes - dynamic);
}

/* ---- Blocks -------------------------------------------------------------------------------- */

static void write_block(struct decoder *d, uint32_t index)
{
    const struct probe_control *c = &d->recording->control;
    bool more = true;
    d->block = c->first_block + index;
    struct spool_block *begin = outbox_record(SPOOL_BLOCK, sizeof *begin);
    if (!begin) return;
    begin->launch = d->launch;
    begin->block = d->block;
    outbox_commit();
    for (d->round = 0; more; d->round++) {
        more = false;
        for (uint32_t w = 0; w < c->warps; w++) {
            struct stream *s = &d->streams[(size_t)index * c->warps + w];
            more |= decode_round(d, s, index < c->value_blocks) && s->at < s->end;
        }
        finish_rows(d);
        write_snapshot(d, index);
    }
    if (d->round > d->recording->rounds_seen) d->recording->rounds_seen = d->round;
    bool finished = true;
    for (uint32_t w = 0; w < c->warps; w++) {
        const struct stream *s = &d->streams[(size_t)index * c->warps + w];
        finished = finished && (s->exited & s->lanes) == s->lanes;
    }
    struct spool_block *end = finished ? outbox_record(SPOOL_BLOCK_END, sizeof *end) : NULL;
    if (end) {
        end->launch = d->launch;
        end->block = d->block;
        end->rounds = d->round;
    }
    outbox_commit();
}

/* Which chunk holds which part of which warp's log, from the owners in memory of the host. */
static bool find_chunks(struct decoder *d, const uint64_t *positions)
{
    const struct probe_control *c = &d->recording->control;
    const size_t warps = (size_t)d->recording->blocks * c->warps;
    d->streams = calloc(warps, sizeof *d->streams);
    d->chunk_table = calloc(warps * c->chunks_of_warp, sizeof *d->chunk_table);
    if (!d->streams || !d->chunk_table) return false;
    for (uint32_t i = 0; i < c->chunks; i++) {
        const struct probe_owner owner = c->owners[i];
        if (owner.warp && owner.warp <= warps && owner.sequence < c->chunks_of_warp)
            d->chunk_table[(size_t)(owner.warp - 1) * c->chunks_of_warp + owner.sequence] = i + 1;
    }
    for (size_t w = 0; w < warps; w++) {
        const uint32_t in_block = (uint32_t)(w % c->warps), left = c->threads - in_block * 32;
        d->streams[w] = (struct stream){
            .chunks = d->chunk_table + w * c->chunks_of_warp,
            .end = positions ? positions[w] : (uint64_t)c->chunks_of_warp << c->chunk_shift,
            .lanes = left >= 32 ? UINT32_MAX : (1u << left) - 1,
            .warp = (uint16_t)in_block};
    }
    return true;
}

/* Used parts of the log are zero again: after a fault only that tells where a log ends. */
static void clear_log(struct recording *r)
{
    struct probe_control *c = &r->control;
    for (uint32_t i = 0; i < c->chunks; i++)
        if (c->owners[i].warp)
            memset(c->log + ((size_t)i << c->chunk_shift), 0, (size_t)1 << c->chunk_shift);
    memset(c->owners, 0, c->chunks * sizeof *c->owners);
    const uint32_t rounds = r->rounds_seen < c->max_rounds ? r->rounds_seen : c->max_rounds;
    for (uint32_t i = 0; i < r->blocks; i++)
        memset(c->snapshot_table + (size_t)i * c->max_rounds, 0, rounds * sizeof(uint32_t));
    r->rounds_seen = 0;
}

struct device_state { /* copies of what the device counted */
    uint64_t *positions, *dropped;
    uint64_t lost_snapshots;
    uint32_t *symbols;
};

static bool read_device(const struct recording *r, struct device_state *state)
{
    const struct probe_control *c = &r->control;
    const size_t warps = (size_t)r->blocks * c->warps;
    state->positions = calloc(warps, sizeof *state->positions);
    state->dropped = calloc((size_t)c->sites * PROBE_COPIES + 1, sizeof *state->dropped);
    state->symbols = calloc((size_t)c->symbols + 1, sizeof *state->symbols);
    const struct {
        void *to;
        const void *from;
        size_t bytes;
    } copies[] = {
        {state->positions, c->positions, warps * sizeof *state->positions},
        {state->dropped, c->dropped, (size_t)c->sites * PROBE_COPIES * sizeof *state->dropped},
        {state->symbols, c->symbol_addresses, ((size_t)c->symbols + 1) * sizeof *state->symbols},
        {&state->lost_snapshots, c->lost_snapshots, sizeof state->lost_snapshots}};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
        if (!copies[i].to ||
            (copies[i].bytes && cudaMemcpy(copies[i].to, copies[i].from, copies[i].bytes,
                                           cudaMemcpyDeviceToHost) != cudaSuccess))
            return false;
    return true;
}

/* Where the launch's shared arrays lie; symbols that no thread reached stay unknown. */
static void write_arrays(struct decoder *d, const uint32_t *symbols)
{
    const uint32_t count = d->recording->control.symbols;
    d->shared_start = symbols[count] ? ~symbols[count] : 0;
    for (uint32_t i = 0; i < count; i++)
        if (symbols[i] && syncstep_symbols[i].bytes == 0) d->dynamic_start = symbols[i] - 1;
    if (!d->dynamic_start && d->recording->dynamic_bytes)
        d->dynamic_start = d->shared_start + ((d->recording->static_bytes + 15) & ~15u);
    for (uint32_t i = 0; i < count; i++) {
        struct spool_array *record = symbols[i] ? outbox_record(SPOOL_ARRAY, sizeof *record) : NULL;
        if (!record) continue;
        record->launch = d->launch;
        record->array = i;
        record->offset = (uint32_t)shared_offset(d, symbols[i] - 1);
        record->window = symbols[i] - 1 - d->shared_start;
    }
    outbox_commit();
}

static void write_dropped(struct decoder *d, const uint64_t *device)
{
    const uint32_t sites = d->recording->control.sites;
    for (uint32_t i = 0; i < sites; i++) {
        uint64_t unlogged = 0;
        for (int k = 0; device && k < PROBE_COPIES; k++)
            unlogged += device[(size_t)i * PROBE_COPIES + (size_t)k];
        d->accesses += unlogged;
        struct spool_dropped *record =
            unlogged + d->dropped[i] ? outbox_record(SPOOL_DROPPED, sizeof *record) : NULL;
        if (!record) continue;
        record->launch = d->launch;
        record->site = i;
        record->accesses = unlogged + d->dropped[i];
    }
    outbox_commit();
}

uint64_t recording_harvest(struct recording *r, uint32_t launch, bool alive)
{
    struct decoder d = {.recording = r, .launch = launch};
    struct device_state state = {0};
    alive = alive && read_device(r, &state);
    d.dropped = calloc((size_t)r->control.sites + 1, sizeof *d.dropped);
    write_arrays(&d, alive ? state.symbols : r->control.symbol_mirror);
    if (d.dropped && find_chunks(&d, alive ? state.positions : NULL)) {
        const bool nobody = r->control.first_block > r->control.last_block;
        for (uint32_t i = 0; !nobody && i < r->blocks; i++)
            write_block(&d, i);
        write_dropped(&d, alive ? state.dropped : NULL);
    }
    marks_end(r, launch, alive);
    if (state.lost_snapshots)
        outbox_note(TRACE_LIMIT, TRACE_NOTE, launch,
                    "%llu snapshots of shared memory did not fit and are missing.",
                    (unsigned long long)state.lost_snapshots);
    clear_log(r);
    free(d.streams);
    free(d.chunk_table);
    free(d.dropped);
    free(state.positions);
    free(state.dropped);
    free(state.symbols);
    return d.accesses;
}
