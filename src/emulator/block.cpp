/* block.cpp - runs one block: warps in turn, rounds from barrier to barrier. */
#include "core.h"
#include "count.h"
#include "crew.h"
#include "merge.h"
#include "model.h"
#include "output.h"
#include "record.h"
#include "stuck.h"
#include "turn.h"
#include "warp.h"

#include <stdio.h>
#include <string.h>

namespace ss {

/* ---- Order ---------------------------------------------------------------------------------- */

static uint64_t random_next(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

template <class T> static void shuffle(T *items, unsigned count, uint64_t *state)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)(random_next(state) % i);
        T kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}

static void order_set(struct engine *engine)
{
    unsigned warps = engine->launch->warps;
    bool reverse = spool->schedule == SPOOL_REVERSE;

    for (unsigned i = 0; i < warps; i++)
        engine->order[i] = (uint16_t)(reverse ? warps - 1 - i : i);
    for (unsigned i = 0; i < LANES; i++)
        engine->lane_order[i] = (uint8_t)(reverse ? LANES - 1 - i : i);
    if (spool->schedule != SPOOL_RANDOM) return;
    shuffle(engine->order, warps, &engine->random);
    shuffle(engine->lane_order, LANES, &engine->random);
}

/* ---- Warps ---------------------------------------------------------------------------------- */

/* The next lane's saved registers and innermost frames: each lies in a page of its own. */
static inline void lane_fetch(const struct lane *lane)
{
    const char *frames = (const char *)lane->context;

    __builtin_prefetch(frames);
    __builtin_prefetch(frames + 64);
    __builtin_prefetch(frames + 128);
}

/* Gives each lane of the warp that can run its turn, until all wait, have left or have used it up;
 * then merges. True if some lane got further than using up its turn. */
static bool warp_turn(struct engine *engine, unsigned w)
{
    struct warp *warp = &engine->warps[w];
    bool ran;

    engine->moved = false;
    do {
        do {
            ran = false;
            for (engine->at = 0; engine->at < LANES; engine->at++) {
                struct lane *lane = &engine->lanes[w * LANES + engine->lane_order[engine->at]];

                if (lane->state != LANE_READY || lane->yielded) continue;
                lane_fetch(
                    &engine->lanes[w * LANES + engine->lane_order[(engine->at + 1) % LANES]]);
                turn_run(engine, lane);
                if (launch_over(engine->launch, engine->block)) return true;
                ran = true;
            }
        } while (ran);
    } while (warp_release_active(engine, w));
    if (!engine->counting) merge_warp(engine, w);
    warp->merges++;
    for (unsigned l = 0; l < LANES; l++)
        engine->lanes[w * LANES + l].yielded = false;
    return engine->moved;
}

static bool warp_ready(const struct engine *engine, unsigned w)
{
    const struct lane *lanes = &engine->lanes[w * LANES];

    for (uint32_t rest = engine->warps[w].lanes; rest; rest &= rest - 1)
        if (lanes[__builtin_ctz(rest)].state == LANE_READY) return true;
    return false;
}

/* ---- Rounds --------------------------------------------------------------------------------- */

/* A block that comes from barrier to barrier gets on; not for ever, or a loop over a barrier that
 * never ends would. So few that they take seconds, not minutes, also of 1,024 threads. */
static void round_beat(const struct engine *engine)
{
    enum { ENDLESS = 1 << 16 };

    if (engine->round < ENDLESS) spool_heartbeat();
}

/* All that happened in the round is handed over. */
static void round_close(struct engine *engine)
{
    if (engine->counting) {
        if (!engine->launch->in_order && engine->free_count) heap_flush(engine);
        round_beat(engine);
        return;
    }
    model_round_end(engine);
    for (unsigned w = 0; w < engine->launch->warps; w++)
        record_round_end(engine, w);
    record_close(engine);
    if (engine->recording && engine->rounds_kept) record_snapshot(engine);
    if (!engine->launch->in_order) heap_flush(engine); /* else other blocks may still use it */
    round_beat(engine);
}

/* Lanes that wait in `state` go on, in a new round. */
static void round_open(struct engine *engine, enum lane_state state)
{
    engine->vote_count = 0;
    engine->vote_lanes = (int)engine->live;
    for (unsigned t = 0; t < engine->launch->threads; t++) {
        struct lane *lane = &engine->lanes[t];

        if (lane->state != state) continue;
        engine->vote_count += lane->predicate;
        lane->predicate = 0;
        lane->state = LANE_READY;
    }
    engine->at_barrier = engine->at_grid = 0;
    engine->round++;
    if (engine->recording) record_round_begin(engine);
    if (spool->schedule == SPOOL_RANDOM) order_set(engine);
}

bool block_children(struct engine *engine)
{
    if (!engine->at_children) return false;
    output_block_end(engine); /* printed before what they print */
    output_flush(UINT64_MAX);
    launch_children(engine->launch);
    for (unsigned t = 0; t < engine->launch->threads; t++)
        if (engine->lanes[t].state == LANE_AT_CHILDREN) engine->lanes[t].state = LANE_READY;
    engine->at_children = 0;
    return true;
}

/* ---- A block -------------------------------------------------------------------------------- */

/* Up to its chain, in whole cache lines: for this little, what GCC makes of memset takes longer. */
static void lane_clear(struct lane *lane)
{
    typedef uint64_t line __attribute__((vector_size(64)));
    enum { LINES = (offsetof(struct lane, chain) + 63) / 64 };
    line *at = (line *)(void *)lane;

    static_assert(LINES * 64 <= sizeof *lane, "whole lines lie in the lane");
    lane->chain[0] = 0;
    for (unsigned i = 0; i < LINES; i++) {
        at[i] = line{};
        asm volatile("" ::: "memory"); /* or it is memset again */
    }
}

static void block_begin(struct engine *engine, struct launch_state *launch, uint32_t block)
{
    const struct ss_launch *ask = launch->ask;
    uint32_t x = 0, y = 0, z = 0;

    engine->launch = launch;
    engine->block = block;
    engine->round = 0;
    engine->live = launch->threads;
    engine->at_barrier = engine->at_grid = engine->at_children = 0;
    engine->accesses = 0;
    engine->changed = engine->diverged = false;
    memset(engine->named, 0, sizeof engine->named);
    engine->recording = launch->recorded && block >= spool->first_block &&
                        block <= spool->last_block &&
                        __atomic_load_n(&spool->accesses, __ATOMIC_RELAXED) < spool->max_accesses &&
                        !__atomic_load_n(&spool->rounds_over, __ATOMIC_RELAXED);
    engine->values = engine->recording && block - spool->first_block < spool->value_blocks;
    engine->counting = count_block_begin(engine);
    engine->random = spool->seed * 0x100000001b3ull ^ (uint64_t)launch->ordinal << 32 ^ block;
    engine->dynamic_bytes = (uint32_t)ask->dynamic_bytes;
    blockIdx.x = block % ask->grid[0];
    blockIdx.y = block / ask->grid[0] % ask->grid[1];
    blockIdx.z = block / ask->grid[0] / ask->grid[1];
    blockDim = {ask->block[0], ask->block[1], ask->block[2]};
    gridDim = {ask->grid[0], ask->grid[1], ask->grid[2]};
    for (uint32_t t = 0; t < launch->warps * LANES; t++) {
        struct lane *lane = &engine->lanes[t];

        if (lane->touched) lane_clear(lane);
        lane->yielded = lane->started = false;
        lane->thread = (uint16_t)t;
        lane->index[0] = (uint16_t)x;
        lane->index[1] = (uint16_t)y;
        lane->index[2] = (uint16_t)z;
        lane->state = t < launch->threads ? LANE_READY : LANE_EXITED;
        if (++x == ask->block[0]) {
            x = 0;
            if (++y == ask->block[1]) y = 0, z++;
        }
    }
    for (uint32_t w = 0; w < launch->warps; w++) {
        uint32_t rest = launch->threads - w * LANES;

        memset((void *)&engine->warps[w], 0, sizeof engine->warps[w]);
        engine->warps[w].lanes = rest >= LANES ? UINT32_MAX : (1u << rest) - 1;
    }
    order_set(engine);
    memset(engine->shared_low, (int)spool->fill,
           (size_t)(engine->shared_high - engine->shared_low));
    memset(engine->dynamic, (int)spool->fill, engine->dynamic_bytes);
}

static void block_record(struct engine *engine, uint32_t type, uint32_t rounds)
{
    struct spool_block *record;

    if (!engine->recording) return;
    record = (struct spool_block *)spool_record(&engine->writer, type, sizeof *record);
    if (!record) return;
    record->launch = engine->launch->ordinal;
    record->block = engine->block;
    record->rounds = rounds;
    record->writer = engine->number;
    spool_commit(&engine->writer);
}

static void logs_drop(struct engine *engine)
{
    for (uint32_t t = 0; t < engine->launch->threads; t++) {
        struct lane *lane = &engine->lanes[t];

        if (lane->log) log_give(engine, lane->log);
        lane->log = NULL;
    }
    /* Where a whole grid waits, many engines are at work. */
    if (engine->number >= MULTIPROCESSORS) logs_trim(engine);
}

/* Passes over the warps until all lanes have left or the launch has failed: then false. */
static bool block_loop(struct engine *engine)
{
    struct launch_state *launch = engine->launch;

    for (;;) {
        bool ran = false, moved = false;

        for (unsigned i = 0; i < launch->warps; i++) {
            unsigned w = engine->order[i];

            if (!warp_ready(engine, w)) continue;
            ran = true;
            moved |= warp_turn(engine, w);
            if (launch_over(launch, engine->block)) return false;
            if (stop_asked.load(std::memory_order_relaxed)) stop_here(engine);
        }
        if (moved && launch->fruitless) launch->fruitless = 0;
        if (engine->live == 0) return true;
        if (engine->at_barrier == engine->live) {
            stuck_at_barriers(engine);
            round_close(engine);
            round_open(engine, LANE_AT_BARRIER);
        } else if (engine->at_grid == engine->live) {
            stuck_left_before_grid(engine);
            round_close(engine);
            if (engine->number >= MULTIPROCESSORS) logs_trim(engine);
            if (!crew_grid(engine)) {
                stuck_at_grid(engine);
                return false;
            }
            round_open(engine, LANE_AT_GRID);
        } else if (!moved && block_children(engine)) {
            if (launch_over(launch, engine->block)) return false;
        } else if (!ran) {
            stuck_for_good(engine);
            return false;
        } else if (!moved) {
            if (stuck_spinning(engine)) return false;
            crew_pass(engine);
            if (launch_over(launch, engine->block)) return false;
        }
    }
}

void block_run(struct engine *engine, struct launch_state *launch, uint32_t block)
{
    bool whole;

    launch->under_way++;
    block_begin(engine, launch, block);
    model_block_begin(engine);
    block_record(engine, SPOOL_BLOCK, 0);
    if (engine->recording) record_begin(engine);
    whole = block_loop(engine);
    if (whole) {
        round_close(engine);
        block_record(engine, SPOOL_BLOCK_END, engine->round + 1);
    } else {
        /* What its lanes did since their last merge still counts, and what they stored. */
        for (unsigned w = 0; w < launch->warps; w++)
            merge_all(engine, w);
        if (!engine->counting) model_round_end(engine);
        for (unsigned w = 0; w < launch->warps; w++)
            record_round_end(engine, w);
        record_close(engine);
        if (engine->recording && engine->rounds_kept) record_snapshot(engine);
    }
    logs_drop(engine);
    if (engine->counting)
        count_block_end(engine);
    else if (whole && block == 0)
        count_reference(engine);
    output_block_end(engine);
    model_block_end(engine);
    launch->accesses.fetch_add(engine->accesses, std::memory_order_relaxed);
    launch->under_way--;
    launch->blocks_run.fetch_add(1, std::memory_order_relaxed);
}

} // namespace ss
