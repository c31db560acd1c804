/* turn.cpp - a lane's turns: how it begins, gives way and ends. See turn.h. */
#include "turn.h"
#include "fibre.h"
#include "warp.h"

#include <stdlib.h>
#include <string.h>

namespace ss {

/* ---- Stacks --------------------------------------------------------------------------------- */

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

/* Who was left is told on arrival: where to keep it comes along. */
static inline void stack_left(transfer_t from)
{
    *(fcontext_t *)from.data = from.fctx;
}

/* jump_fcontext(), which leaves by a jump: entered by a call it would put the processor's guess of
 * where the next returns go wrong by one, and all returns of a barrier with it. So it is entered by
 * a jump as well (a counted tree sum takes 0.7 of the time). The 128 bytes are the red
 * zone. */
static inline __attribute__((always_inline)) transfer_t jump(fcontext_t to, void *data)
{
#ifdef __x86_64__
    transfer_t from;

    asm volatile("lea -128(%%rsp), %%rsp\n\t"
                 "lea 1f(%%rip), %%rax\n\t"
                 "push %%rax\n\t"
                 "jmp jump_fcontext\n"
                 "1:\n\t"
                 "lea 128(%%rsp), %%rsp"
                 : "=a"(from.fctx), "=d"(from.data), "+D"(to), "+S"(data)
                 :
                 : "rcx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
                   "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
                   "xmm15", "cc", "memory");
    return from;
#else
    return jump_fcontext(to, data);
#endif
}

/* Leaves this stack, whose place is kept in *from, for the one that was left at `to`. */
static inline __attribute__((always_inline)) void stack_switch(fcontext_t *from, fcontext_t to)
{
    stack_left(jump(to, from));
}

static void lane_main(transfer_t from);

static void lane_start(struct engine *engine, struct lane *lane)
{
    lane->stack = engine->free_stacks[--engine->free_stack_count];
    fibre_fresh(lane->stack, STACK_BYTES);
#ifdef __SANITIZE_ADDRESS__
    lane->fibre = NULL;
#endif
    /* Lanes do the same things at the same depth: without the shift their stacks would all want
     * the same cache sets. */
    lane->shift =
        (uint16_t)((size_t)(lane->stack - engine->stacks) / STACK_BYTES % STACK_SHIFTS * 64);
    lane->context = make_fcontext(lane->stack + STACK_BYTES - lane->shift,
                                  STACK_BYTES - lane->shift, lane_main);
    lane->started = true;
}

static inline void lane_enter(struct lane *lane)
{
    struct hot *hot = &ss_hot;

    hot->stack_limit = lane->stack + STACK_RESERVE + STACK_SHIFTS * 64 - lane->shift;
    hot->lane = lane;
    threadIdx.x = lane->index[0];
    threadIdx.y = lane->index[1];
    threadIdx.z = lane->index[2];
}

/* ---- Handing over --------------------------------------------------------------------------- */

/* The lane of the warp that is next to have a turn in this pass; NULL: none, or it is not for its
 * predecessor to give. */
static inline struct lane *lane_next(struct engine *engine, const struct lane *lane)
{
    struct lane *lanes = &engine->lanes[lane->thread / LANES * LANES];

#ifdef __SANITIZE_ADDRESS__
    if (lane->state != LANE_EXITED) return NULL; /* it follows switches by pairs */
#endif
    if (engine->launch->error.load(std::memory_order_relaxed) &&
        launch_over(engine->launch, engine->block))
        return NULL;
    for (unsigned i = engine->at + 1; i < LANES; i++) {
        struct lane *next = &lanes[engine->lane_order[i]];

        if (next->state != LANE_READY || next->yielded) continue;
#ifdef __SANITIZE_ADDRESS__
        if (next->started) return NULL; /* the scheduler's to switch to */
#endif
        engine->at = i;
        return next;
    }
    return NULL;
}

static inline void begin_counting(const struct engine *engine)
{
    ss_hot.budget = TURN;
    ss_hot.enters = !engine->launch->kernel_known.load(std::memory_order_relaxed);
}

/* Did the lane's last atomic operation change anything? */
static void atomic_settle(struct engine *engine, struct lane *lane)
{
    uint64_t now = 0;

    memcpy(&now, (const void *)lane->atomic_address, lane->atomic_width);
    if (now != lane->atomic_before) engine->changed = true;
    lane->atomic_address = 0;
}

void lane_atomic_settle(struct lane *lane)
{
    if (lane->atomic_address) atomic_settle(ss_hot.engine, lane);
}

static inline __attribute__((always_inline)) void to_scheduler(struct engine *engine,
                                                               struct lane *lane)
{
    fibre_leave(lane->state == LANE_EXITED ? NULL : &lane->fibre, engine->scheduler_stack,
                engine->scheduler_bytes);
    stack_switch(&lane->context, engine->scheduler);
    fibre_arrive(ss_hot.lane->fibre, &ss_hot.engine->scheduler_stack,
                 &ss_hot.engine->scheduler_bytes);
}

static inline __attribute__((always_inline)) void give_way(struct lane *lane)
{
    struct engine *engine = ss_hot.engine;
    struct lane *next;

    if (__builtin_expect(lane->pending_width != 0, 0)) lane_settle(lane);
    if (__builtin_expect(lane->atomic_address != 0, 0)) atomic_settle(engine, lane);
    lane->touched = true;
    lane->switches++;
    next = engine->counting ? lane_next(engine, lane) : NULL;
    if (!next) {
        to_scheduler(engine, lane);
        return;
    }
    engine->moved |= !lane->yielded || lane->stepped;
    if (!next->started) lane_start(engine, next);
    lane_enter(next);
    begin_counting(engine);
    stack_switch(&lane->context, next->context);
}

void lane_wait(enum lane_state state, uint64_t site)
{
    struct lane *lane = ss_hot.lane;

    lane->state = state;
    lane->site = site;
    give_way(lane);
}

void lane_yield(void)
{
    struct lane *lane = ss_hot.lane;

    lane->yielded = true;
    give_way(lane);
}

/* Steps without a store are those of a loop that waits for others: such a lane only spins. */
void lane_step(void)
{
    enum { STEPS = 256 };
    struct lane *lane = ss_hot.lane;

    lane->stepped = lane->steps < STEPS;
    if (lane->stepped) lane->steps++;
    lane_yield();
}

/* ---- The end -------------------------------------------------------------------------------- */

static void lane_leave(struct engine *engine, struct lane *lane)
{
    if (__builtin_expect(lane->touched, 0)) {
        if (lane->pending_width) lane_settle(lane);
        if (lane->atomic_address) atomic_settle(engine, lane);
    }
    lane->state = LANE_EXITED;
    engine->live--;
    if (engine->warps[lane->thread / LANES].meets) warp_lane_exited(engine, lane->thread / LANES);
}

void lane_finish(void)
{
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;

    lane_leave(engine, lane);
    engine->free_stacks[engine->free_stack_count++] = lane->stack;
    to_scheduler(engine, lane);
    abort();
}

void lane_abort(int error)
{
    launch_fail(ss_hot.engine->launch, ss_hot.engine->block, error);
    lane_finish();
    abort();
}

/* ---- A thread ------------------------------------------------------------------------------- */

/* The kernel's return is the last entry of the log (of a program counter only the low bits count).
 */
static uint64_t last_place(const struct lane *lane)
{
    if (ss_hot.entries == lane->log->entries) return (uint64_t)ss_hot.engine->launch->ask->kernel;
    return ss_hot.entries[-1] >> 5;
}

/* Threads of a counted block, one after another, as long as the next one has not begun. */
[[noreturn]] static void run_counted(struct engine *engine)
{
    const struct ss_launch *ask = engine->launch->ask;

    for (;;) {
        struct lane *lane, *next;

        ask->call(ask->arguments);
        lane = ss_hot.lane;
        lane_leave(engine, lane);
        next = lane_next(engine, lane);
        if (!next || next->started) {
            engine->free_stacks[engine->free_stack_count++] = lane->stack;
            if (!next) {
                to_scheduler(engine, lane);
                abort();
            }
            engine->moved = true;
            lane_enter(next);
            begin_counting(engine);
            stack_switch(&lane->context, next->context);
            abort();
        }
        engine->moved = true;
        next->stack = lane->stack;
        next->shift = lane->shift;
#ifdef __SANITIZE_ADDRESS__
        next->fibre = lane->fibre;
        next->touched = true;
#endif
        next->started = true;
        lane_enter(next);
        begin_counting(engine);
    }
}

static void lane_main(transfer_t from)
{
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;

    stack_left(from);
    fibre_arrive(NULL, &engine->scheduler_stack, &engine->scheduler_bytes);
    if (engine->counting) run_counted(engine);
    engine->launch->ask->call(engine->launch->ask->arguments);
    lane_sync(last_place(lane), TRACE_EXIT, 0, 0, 0, 0, 0);
    lane_finish();
}

static void log_resume(struct engine *engine, struct lane *lane)
{
    struct hot *hot = &ss_hot;

    lane->touched = true;
    if (!lane->log) {
        lane->log = log_take(engine, engine->values);
        lane->entries = lane->log->entries;
        lane->addresses = lane->log->addresses;
    }
    hot->entries = lane->entries;
    hot->addresses = lane->addresses;
    hot->path_end = lane->log->entries + lane->log->capacity;
    hot->end = engine->values || lane->careful ? NULL : hot->path_end;
}

void turn_run(struct engine *engine, struct lane *lane)
{
    struct hot *hot = &ss_hot;
    void *ours = NULL; /* fibre.h */

    if (!lane->started) lane_start(engine, lane);
    if (engine->counting) {
        hot->rows = engine->rows;
        begin_counting(engine);
    } else {
        log_resume(engine, lane);
    }
    lane_enter(lane);
    fibre_leave(&ours, lane->stack, STACK_BYTES);
    stack_switch(&engine->scheduler, lane->context);
    fibre_arrive(ours, NULL, NULL);
    lane = hot->lane; /* the one that came back */
    hot->lane = NULL;
    if (engine->counting) {
        hot->rows = NULL;
        hot->enters = false;
        engine->changed |= hot->wrote;
        hot->wrote = false;
    } else {
        lane->entries = hot->entries;
        lane->addresses = hot->addresses;
        hot->end = hot->path_end = NULL;
    }
    engine->moved |= !lane->yielded || lane->stepped;
}

} // namespace ss
