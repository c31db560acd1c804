/* model.cpp - clocks: see model.h. */
#include "model.h"
#include "crew.h"

using namespace ss;

namespace ss {

uint32_t model_residency(uint32_t threads, size_t shared_bytes)
{
    uint32_t by_threads = 2048 / (threads ? (threads + LANES - 1) / LANES * LANES : 1);
    uint32_t by_shared = (uint32_t)(227 * 1024 / (shared_bytes + 1024));
    uint32_t blocks = 32;

    if (by_threads < blocks) blocks = by_threads;
    if (by_shared < blocks) blocks = by_shared;
    return blocks ? blocks : 1;
}

void model_block_begin(struct engine *engine)
{
    const struct launch_state *launch = engine->launch;
    uint32_t per_wave = MULTIPROCESSORS * launch->residency;
    uint32_t wave_first = engine->block / per_wave * per_wave;
    uint32_t in_wave = launch->blocks - wave_first;

    engine->start = MODEL_LAUNCH;
    if (engine->block >= per_wave) engine->start = crew_end_of(engine, engine->block - per_wave);
    if (in_wave > per_wave) in_wave = per_wave;
    engine->sharers =
        (in_wave - engine->block % MULTIPROCESSORS + MULTIPROCESSORS - 1) / MULTIPROCESSORS;
    engine->clock = 0;
}

/* Where every access lies in one word: the usual case. */
static uint32_t passes_narrow(const uint64_t *address, uint32_t mask)
{
    uint64_t last[LANES];
    uint8_t words[LANES];
    uint32_t most = 1, seen = 0;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint64_t word = address[__builtin_ctz(rest)] / 4;
        unsigned bank = word % LANES;

        if (!(seen >> bank & 1)) {
            seen |= 1u << bank;
            last[bank] = word;
            words[bank] = 1;
        } else if (last[bank] != word) {
            last[bank] = word;
            if (++words[bank] > most) most = words[bank];
        }
    }
    return most;
}

static uint32_t passes(const uint64_t *address, uint32_t mask, uint32_t width)
{
    uint64_t last[LANES];
    uint8_t words[LANES] = {0};
    uint32_t most = 1;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint64_t at = address[__builtin_ctz(rest)];

        for (uint64_t word = at / 4; word <= (at + width - 1) / 4; word++) {
            unsigned bank = word % LANES;

            if (words[bank] && last[bank] == word) continue;
            last[bank] = word;
            if (++words[bank] > most) most = words[bank];
        }
    }
    return most;
}

/* Distinct sectors: exact where addresses rise or fall from lane to lane; else counted in a small
 * table, in which two may rarely be taken for one. */
static uint32_t sectors(const uint64_t *address, uint32_t mask, uint32_t width, bool affine)
{
    uint64_t seen[4] = {0, 0, 0, 0}, low = UINT64_MAX, high = 0, before = UINT64_MAX;
    uint32_t count = 0;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint64_t at = address[__builtin_ctz(rest)];

        if (at / 32 == before && (at + width - 1) / 32 == before) continue;
        before = at / 32;
        for (uint64_t s = at / 32; s <= (at + width - 1) / 32; s++) {
            if (affine) {
                count += s < low || s > high;
                if (s < low) low = s;
                if (s > high) high = s;
            } else {
                uint64_t hash = s * 0x9e3779b97f4a7c15ull >> 56;
                count += !(seen[hash / 64] >> hash % 64 & 1);
                seen[hash / 64] |= 1ull << hash % 64;
            }
        }
    }
    return count;
}

uint32_t model_cost(const uint64_t *address, uint32_t mask, uint32_t width, bool affine,
                    int64_t stride, bool shared)
{
    uint64_t off = 0;

    if (affine && stride == 0) return 1;
    if (affine && mask == UINT32_MAX && stride == (int64_t)width) {
        if (shared) return width <= 4 ? 1 : width / 4;
        return (uint32_t)((address[LANES - 1] + width - 1) / 32 - address[0] / 32 + 1);
    }
    if (affine)
        off = address[__builtin_ctz(mask)] | (uint64_t)stride;
    else
        for (uint32_t rest = shared && width <= 4 ? mask : 0; rest; rest &= rest - 1)
            off |= address[__builtin_ctz(rest)];
    if (shared && width <= 4 && !(off & (width - 1))) return passes_narrow(address, mask);
    return shared ? passes(address, mask, width) : sectors(address, mask, width, affine);
}

void model_request(struct warp *warp, uint32_t kind, bool shared, uint32_t cost)
{
    uint64_t more = cost ? cost - 1 : 0;

    warp->issued += 1 + more;
    if (kind == TRACE_ATOMIC)
        warp->clock += MODEL_ATOMIC + MODEL_PASS * more;
    else if (kind > TRACE_ATOMIC)
        warp->clock += MODEL_SYNC;
    else if (shared)
        warp->clock += MODEL_SHARED + MODEL_PASS * more;
    else
        warp->clock += (kind == TRACE_LOAD ? MODEL_GLOBAL : MODEL_STORE) + MODEL_SECTOR * more;
}

void model_round_end(struct engine *engine)
{
    uint64_t latency = 0, issued = 0;

    for (unsigned w = 0; w < engine->launch->warps; w++) {
        struct warp *warp = &engine->warps[w];

        if (warp->clock > latency) latency = warp->clock;
        issued += warp->issued;
        warp->clock = warp->issued = 0;
    }
    issued *= engine->sharers;
    engine->clock += (latency > issued ? latency : issued) + MODEL_BARRIER;
}

void model_block_end(struct engine *engine)
{
    struct launch_state *launch = engine->launch;
    struct spool_timing timing = {};

    crew_set_end(engine, engine->start + engine->clock);
    if (!launch->recorded || launch->blocks > MODEL_TIMINGS) return;
    timing.launch = launch->ordinal;
    timing.block = engine->block;
    timing.sm = engine->block % MULTIPROCESSORS;
    timing.slot = engine->block / MULTIPROCESSORS % launch->residency;
    timing.start = engine->start;
    timing.end = engine->start + engine->clock;
    timing.clocks = engine->clock;
    spool_append(&engine->writer, &timing, SPOOL_TIMING, sizeof timing, NULL);
}

std::atomic<bool> clock_asked;

static uint32_t access_cost(const struct engine *engine, uint32_t kind, uint64_t address)
{
    if (kind >= ENTRY_ATOMIC) return MODEL_ATOMIC;
    if (lane_shared(engine, address)) return MODEL_SHARED;
    return kind < ENTRY_STORE || (kind >= ENTRY_VOLATILE_LOAD && kind < ENTRY_VOLATILE_STORE)
               ? MODEL_GLOBAL
               : MODEL_STORE;
}

/* What a lane has logged and nobody has merged yet, as if it went alone. */
static uint64_t unmerged(const struct engine *engine, struct lane *lane)
{
    const struct log *log = lane->log;
    struct lane_count *count = &lane->count;
    uint32_t end = (uint32_t)(ss_hot.entries - log->entries);
    uint32_t merges = engine->warps[lane->thread / LANES].merges;

    if (count->merges != merges) *count = {merges, 0, 0, 0};
    for (; count->entries < end; count->entries++) {
        uint32_t kind = log->entries[count->entries] & (LANES - 1);

        if (kind == ENTRY_PATH) {
            count->cost += MODEL_PATH;
        } else if (kind == ENTRY_SYNC) {
            count->cost += MODEL_SYNC;
            count->addresses += 2;
        } else if (kind >= ENTRY_LOAD) {
            count->cost += access_cost(engine, kind, log->addresses[count->addresses++]);
        }
    }
    return count->cost;
}

} // namespace ss

/* In a block that is only counted, which no block after it will be: it goes on, that is all. */
static uint64_t count_clock(const struct engine *engine, struct lane *lane)
{
    lane->touched = true;
    if (lane->last_clock < engine->start) lane->last_clock = engine->start;
    return lane->last_clock += MODEL_GLOBAL;
}

/* The lanes of the warp come along first, so that what this one has accessed is merged with what
 * they have, and costs what the blocks' bars say it does. */
uint64_t ss_clock(void)
{
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;
    uint64_t now;

    if (!lane) return 0;
    clock_asked = true;
    if (engine->counting) return count_clock(engine, lane);
    if (ss_hot.addresses > lane->log->addresses) lane_step();
    now = engine->start + engine->clock + engine->warps[lane->thread / LANES].clock +
          unmerged(engine, lane);
    if (now <= lane->last_clock) now = lane->last_clock + 1;
    lane->last_clock = now;
    return now;
}

unsigned ss_sm(void)
{
    return ss_hot.lane ? ss_hot.engine->block % MULTIPROCESSORS : 0;
}
