/* crew.cpp - the engines of a launch: who runs which block when.
 *
 * In parallel: as many engines as cores take the next block each until none is left. What blocks do
 * to each other without atomics is a race, and its outcome then differs from run to run, as on a
 * device; with one worker (--workers 1) it is that of the blocks one after another. In order: one
 * engine at a time holds the baton. A block whose lanes only spin, or which waits for the grid,
 * passes it on: to a block not begun yet as long as the emulated device has room, else to the next
 * one under way.
 *
 * A kernel that waits for kernels it launched is one of the latter: while its engine holds the
 * baton, other seats run the launch that it waits for (children.cpp). So several launches may be
 * under way, one inside the other, and a seat belongs to one of them. */
#include "crew.h"
#include "model.h"
#include "record.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace ss {

enum seat_state { SEAT_IDLE, SEAT_PARALLEL, SEAT_HOLDS, SEAT_PASSED, SEAT_AT_GRID };

struct seat {
    pthread_t thread;
    pthread_cond_t wake;
    struct engine *engine;
    enum seat_state state;
    uint32_t block;
    struct launch_state *launch; /* that it works for, or did last */
};

enum { MAX_SEATS = MULTIPROCESSORS * 32 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static struct seat seats[MAX_SEATS];
static unsigned seat_count;

/* ---- Whose turn (with the lock) ---------------------------------------------------------------
 */

static void *seat_main(void *argument);

static void hold(struct seat *seat)
{
    seat->state = SEAT_HOLDS;
    pthread_cond_signal(&seat->wake);
}

static struct seat *seat_add(void)
{
    pthread_attr_t attributes;
    struct seat *seat;

    if (seat_count == MAX_SEATS) return NULL;
    seat = &seats[seat_count];
    pthread_cond_init(&seat->wake, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1024 * 1024);
    if (pthread_create(&seat->thread, &attributes, seat_main, seat) != 0) seat = NULL;
    pthread_attr_destroy(&attributes);
    if (seat) seat_count++;
    return seat;
}

/* What its engine has kept to itself. */
static void settle(struct seat *seat)
{
    if (!seat->engine) return;
    heap_flush(seat->engine);
    findings_flush(seat->engine);
    dropped_flush(seat->engine);
}

/* Takes an idle seat for the launch; NULL: there is none. */
static struct seat *seat_take(struct launch_state *launch)
{
    struct seat *seat = NULL;

    for (unsigned i = 0; i < seat_count && !seat; i++)
        if (seats[i].state == SEAT_IDLE) seat = &seats[i];
    if (!seat) seat = seat_add();
    if (!seat) return NULL;
    if (seat->launch != launch) settle(seat); /* of the launch around this one */
    seat->launch = launch;
    launch->busy++;
    return seat;
}

/* The launch's seat in `state` with the lowest block above `above`, else the lowest of all. */
static struct seat *seat_next(const struct launch_state *launch, enum seat_state state,
                              int64_t above)
{
    struct seat *next = NULL, *first = NULL;

    for (unsigned i = 0; i < seat_count; i++) {
        struct seat *seat = &seats[i];

        if (seat->state != state || seat->launch != launch) continue;
        if (!first || seat->block < first->block) first = seat;
        if ((int64_t)seat->block > above && (!next || seat->block < next->block)) next = seat;
    }
    return next ? next : first;
}

static bool begin_next(struct launch_state *launch)
{
    struct seat *seat;

    if (launch->next_block >= launch->blocks || launch->busy >= launch->held) return false;
    seat = seat_take(launch);
    if (!seat) return false;
    seat->block = launch->next_block++;
    hold(seat);
    return true;
}

static void fail(struct launch_state *launch, int error)
{
    int none = 0;

    launch->error.compare_exchange_strong(none, error);
}

void launch_fail(struct launch_state *launch, uint32_t block, int error)
{
    const uint64_t mine = ((uint64_t)block + 1) << 32 | (uint32_t)error;
    uint64_t known = launch->failed.load();

    /* The error last: who sees it asks whose it is. */
    while (!launch->in_order && (!known || mine >> 32 < known >> 32) &&
           !launch->failed.compare_exchange_weak(known, mine)) {
    }
    fail(launch, error);
}

bool launch_over(const struct launch_state *launch, uint32_t block)
{
    if (!launch->error.load(std::memory_order_acquire)) return false;
    return launch->in_order || !launch->failed || block + UINT64_C(1) >= launch->failed >> 32;
}

static void wake_all(const struct launch_state *launch)
{
    for (unsigned i = 0; i < seat_count; i++)
        if (seats[i].launch == launch &&
            (seats[i].state == SEAT_PASSED || seats[i].state == SEAT_AT_GRID))
            hold(&seats[i]);
}

/* The baton is free: gives it to somebody. `from`: the seat that had it; `done`: its block ended.
 */
static void pass_on(struct launch_state *launch, const struct seat *from, bool done)
{
    struct seat *next;

    if (launch->error) {
        wake_all(launch);
        return;
    }
    if (done && (next = seat_next(launch, SEAT_PASSED, -1))) {
        hold(next);
        return;
    }
    if (begin_next(launch)) return;
    if ((next = seat_next(launch, SEAT_PASSED, from->block))) {
        hold(next);
        return;
    }
    if (!launch->busy) return;
    /* All that are under way wait for the grid. */
    if (launch->next_block < launch->blocks) {
        fail(launch, 720 /* cudaErrorCooperativeLaunchTooLarge */);
        wake_all(launch);
        return;
    }
    if (launch->busy < launch->blocks) { /* who has left does not come, and is not excused */
        launch->missed = launch->blocks - launch->busy;
        launch->first_waiting = seat_next(launch, SEAT_AT_GRID, -1)->block;
        fail(launch, 702 /* cudaErrorLaunchTimeout */);
        wake_all(launch);
        return;
    }
    for (unsigned i = 0; i < seat_count; i++)
        if (seats[i].launch == launch && seats[i].state == SEAT_AT_GRID)
            seats[i].state = SEAT_PASSED;
    hold(seat_next(launch, SEAT_PASSED, -1));
}

static void wait_turn(struct seat *seat)
{
    while (seat->state != SEAT_HOLDS)
        pthread_cond_wait(&seat->wake, &lock);
}

/* ---- From a block -----------------------------------------------------------------------------
 */

void crew_pass(struct engine *engine)
{
    struct seat *seat = engine->seat;

    if (!engine->launch->in_order) return;
    pthread_mutex_lock(&lock);
    seat->state = SEAT_PASSED;
    pass_on(engine->launch, seat, false);
    wait_turn(seat);
    pthread_mutex_unlock(&lock);
}

bool crew_grid(struct engine *engine)
{
    struct seat *seat = engine->seat;

    pthread_mutex_lock(&lock);
    seat->state = SEAT_AT_GRID;
    pass_on(engine->launch, seat, false);
    wait_turn(seat);
    pthread_mutex_unlock(&lock);
    return engine->launch->error == 0;
}

uint64_t crew_end_of(struct engine *engine, uint32_t block)
{
    struct launch_state *launch = engine->launch;
    struct block_end *end = &launch->ends[block % launch->held];

    if (launch->in_order && end->block.load() != (uint64_t)block + 1) return launch->last_end;
    while (end->block.load(std::memory_order_acquire) != (uint64_t)block + 1 &&
           !launch_over(launch, block))
        sched_yield();
    return end->clock;
}

void crew_set_end(struct engine *engine, uint64_t clock)
{
    struct launch_state *launch = engine->launch;
    struct block_end *end = &launch->ends[engine->block % launch->held];
    uint64_t last = launch->last_end.load();

    end->clock = clock;
    end->block.store((uint64_t)engine->block + 1, std::memory_order_release);
    while (last < clock && !launch->last_end.compare_exchange_weak(last, clock)) {
    }
}

/* ---- Threads ----------------------------------------------------------------------------------
 */

static void seat_parallel(struct seat *seat, struct launch_state *launch)
{
    uint32_t block;

    pthread_mutex_unlock(&lock);
    while (!launch->error && (block = launch->next_block++) < launch->blocks)
        block_run(seat->engine, launch, block);
    pthread_mutex_lock(&lock);
    seat->state = SEAT_IDLE;
    launch->busy--;
}

static void seat_in_order(struct seat *seat, struct launch_state *launch)
{
    pthread_mutex_unlock(&lock);
    block_run(seat->engine, launch, seat->block);
    pthread_mutex_lock(&lock);
    seat->state = SEAT_IDLE;
    launch->busy--;
    pass_on(launch, seat, true);
}

static void *seat_main(void *argument)
{
    struct seat *seat = (struct seat *)argument;
    struct launch_state *launch;

    seat->engine = engine_create((unsigned)(seat - seats));
    seat->engine->seat = seat;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (seat->state != SEAT_PARALLEL && seat->state != SEAT_HOLDS)
            pthread_cond_wait(&seat->wake, &lock);
        launch = seat->launch;
        if (!stacks_prepare(seat->engine, launch->warps * LANES)) {
            fail(launch, 2 /* cudaErrorMemoryAllocation */);
            seat->state = SEAT_IDLE;
            launch->busy--;
        } else if (seat->state == SEAT_PARALLEL) {
            seat_parallel(seat, launch);
        } else {
            seat_in_order(seat, launch);
        }
        if (!launch->busy) pthread_cond_broadcast(&idle);
    }
    return NULL;
}

static unsigned workers(const struct launch_state *launch)
{
    cpu_set_t set;
    unsigned count = spool->workers;

    if (!count && sched_getaffinity(0, sizeof set, &set) == 0) count = (unsigned)CPU_COUNT(&set);
    if (!count) count = 1;
    if (count > 64) count = 64;
    return count < launch->blocks ? count : launch->blocks;
}

void crew_run(struct launch_state *launch)
{
    pthread_mutex_lock(&lock);
    if (launch->in_order) {
        if (!begin_next(launch)) fail(launch, 2);
    } else {
        for (unsigned i = workers(launch); i > 0; i--) {
            struct seat *seat = seat_take(launch);

            if (!seat) break;
            seat->state = SEAT_PARALLEL;
            pthread_cond_signal(&seat->wake);
        }
        if (!launch->busy) fail(launch, 2);
    }
    while (launch->busy)
        pthread_cond_wait(&idle, &lock);
    if (launch->failed) launch->error = (int)(uint32_t)launch->failed.load();
    for (unsigned i = 0; i < seat_count; i++)
        if (seats[i].launch == launch) settle(&seats[i]);
    pthread_mutex_unlock(&lock);
}

} // namespace ss
