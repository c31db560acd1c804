/* phase.cpp - barriers that are objects: cuda::barrier, its pipelines, and the named ones of PTX.
 *
 * Such a barrier is a word: how many arrivals a phase expects, how many are still missing, and the
 * phase's number. To arrive and to wait are two things; whoever waits for a phase goes on when it
 * is complete, and what came before any of its arrivals is ordered before what comes after the
 * wait.
 *
 * Where all threads of the block wait for one phase, and none has done anything since it arrived,
 * that is __syncthreads() by another name: then the round ends. The last to come sees it, for the
 * others cannot go on before it gives way. */
#include "barrier.h"
#include "hooks.h"

using namespace ss;

extern "C" const char ss_uses_phases;
const char ss_uses_phases = 1;

namespace {

enum { COUNT_BITS = 20, COUNT_MASK = (1 << COUNT_BITS) - 1, NUMBER_MASK = (1 << 24) - 1 };

uint64_t word_of(uint32_t expected, uint32_t missing, uint32_t number)
{
    return expected | (uint64_t)missing << COUNT_BITS | (uint64_t)number << 2 * COUNT_BITS;
}

uint32_t number_of(const uint64_t *at)
{
    return (uint32_t)(__atomic_load_n(at, __ATOMIC_ACQUIRE) >> 2 * COUNT_BITS);
}

bool is_global(const struct engine *engine, const uint64_t *at)
{
    uint64_t address = (uint64_t)at;

    return address - (uint64_t)arena_base < arena_bytes ||
           address - image_low < image_high - image_low ||
           (address - (uint64_t)engine->tls >= engine->tls_bytes &&
            address - (uint64_t)engine->dynamic >= DYNAMIC_LIMIT &&
            address - (uint64_t)engine->named >= sizeof engine->named);
}

/* As traces name it: which barrier, in the upper half, and which phase. */
uint32_t name_of(const struct engine *engine, const uint64_t *at, uint32_t number)
{
    enum { STATIC = 0, DYNAMIC = 0x4000, BY_NAME = 0x8000, GLOBAL = 0xc000, WHICH = 0x3fff };
    uint64_t address = (uint64_t)at, which;

    if (address - (uint64_t)engine->named < sizeof engine->named)
        which = BY_NAME | (uint64_t)(at - engine->named);
    else if (is_global(engine, at))
        which = GLOBAL | (address >> 3 & WHICH);
    else if (address - (uint64_t)engine->dynamic < DYNAMIC_LIMIT)
        which = DYNAMIC | ((address - (uint64_t)engine->dynamic) >> 3 & WHICH);
    else
        which = STATIC | ((address - (uint64_t)engine->tls) >> 3 & WHICH);
    return (uint32_t)(which << 16) | (number & 0xffff);
}

void log_event(const uint64_t *at, uint32_t number, uint32_t kind, uint64_t pc)
{
    uint32_t name = name_of(ss_hot.engine, at, number);

    ss_hot.lane->instance = name; /* lanes of different phases are different requests */
    lane_sync(pc, kind, 0, name, 0, 0, 0);
}

void wake(struct engine *engine, const uint64_t *at, uint32_t number)
{
    for (uint32_t t = 0; t < engine->launch->threads; t++) {
        struct lane *lane = &engine->lanes[t];

        if (lane->state == LANE_AT_PHASE && lane->phase_at == at && lane->phase == number)
            lane->state = LANE_READY;
    }
}

/* Returns the number of the phase that was arrived at. `drops`: later phases expect that many
 * fewer. More arrivals than were expected leave the barrier as it is. */
uint32_t arrive(uint64_t *at, uint32_t count, bool drops)
{
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;
    uint64_t word = __atomic_load_n(at, __ATOMIC_RELAXED), next;
    uint32_t number;
    bool complete;

    do {
        uint32_t expected = word & COUNT_MASK, missing = word >> COUNT_BITS & COUNT_MASK;

        number = (uint32_t)(word >> 2 * COUNT_BITS);
        if (drops) expected -= count < expected ? count : expected;
        complete = missing == count;
        next = complete          ? word_of(expected, expected, (number + 1) & NUMBER_MASK)
               : missing > count ? word_of(expected, missing - count, number)
                                 : word;
    } while (
        !__atomic_compare_exchange_n(at, &word, next, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    engine->changed = true;
    if (complete) wake(engine, at, number);
    lane->arrived_at = at;
    lane->arrived_phase = number;
    return number;
}

void note_arrival(void)
{
    ss_hot.lane->arrived_place = ss_hot.addresses;
    ss_hot.lane->arrived_switches = ss_hot.lane->switches;
}

/* The last one of the block to come to the phase: all others wait for it, and for nothing else. */
bool ends_round(const struct engine *engine, const struct lane *self)
{
    if (engine->live != engine->launch->threads || is_global(engine, self->phase_at)) return false;
    for (uint32_t t = 0; t < engine->launch->threads; t++) {
        const struct lane *lane = &engine->lanes[t];

        if (lane == self) continue;
        if (!lane->waits_phase || !lane->tight || lane->phase_at != self->phase_at ||
            lane->phase != self->phase)
            return false;
    }
    return true;
}

/* `arrives`: the arrival is part of the call, and not logged yet. */
void wait(uint64_t *at, uint32_t number, bool arrives, uint64_t pc)
{
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;

    lane->phase_at = at;
    lane->phase = number;
    lane->tight = lane->arrived_at == at && lane->arrived_phase == number &&
                  (arrives || (lane->arrived_switches == lane->switches &&
                               lane->arrived_place == ss_hot.addresses));
    if (number_of(at) == number) {
        lane->waits_phase = true;
        do {
            if (is_global(engine, at))
                lane_yield();
            else
                lane_wait(LANE_AT_PHASE, pc);
        } while (number_of(at) == number);
        lane->waits_phase = false;
    } else if (lane->tight && ends_round(engine, lane)) {
        for (uint32_t t = 0; t < engine->launch->threads; t++)
            engine->lanes[t].by_object = true;
    }
    if (lane->by_object) {
        barrier_meet(pc);
        lane->by_object = false;
        return;
    }
    if (arrives) log_event(at, number, TRACE_ARRIVE, pc);
    log_event(at, number, TRACE_WAIT, pc);
}

uint64_t *named(unsigned name, unsigned count)
{
    struct engine *engine = ss_hot.engine;
    uint64_t *at = &engine->named[name % NAMED];

    /* The first to arrive at a phase says how many it is for. */
    if ((*at & COUNT_MASK) == (*at >> COUNT_BITS & COUNT_MASK))
        *at = word_of(count & COUNT_MASK, count & COUNT_MASK, number_of(at));
    return at;
}

} // namespace

void ss_phase_begin(void *barrier, unsigned long long count)
{
    uint64_t word = word_of((uint32_t)count & COUNT_MASK, (uint32_t)count & COUNT_MASK, 0);

    __atomic_store_n((uint64_t *)barrier, word, __ATOMIC_RELEASE);
}

unsigned ss_phase_arrive(void *barrier, unsigned long long count, int drops)
{
    uint64_t *at = (uint64_t *)barrier;
    uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (!ss_hot.lane) return 0;
    log_event(at, number_of(at), TRACE_ARRIVE, pc);
    note_arrival();
    return arrive(at, (uint32_t)count & COUNT_MASK, drops);
}

unsigned ss_phase_number(const void *barrier)
{
    return number_of((const uint64_t *)barrier);
}

void ss_phase_wait(const void *barrier, unsigned phase)
{
    if (!ss_hot.lane) return;
    wait((uint64_t *)barrier, phase & NUMBER_MASK, false, (uint64_t)__builtin_return_address(0));
}

int ss_phase_test(const void *barrier, unsigned phase)
{
    uint64_t *at = (uint64_t *)barrier;
    uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (!ss_hot.lane) return 1;
    if (number_of(at) == (phase & NUMBER_MASK)) {
        ss_spin((uint64_t)barrier, pc);
        return 0;
    }
    log_event(at, phase & NUMBER_MASK, TRACE_WAIT, pc);
    return 1;
}

void ss_phase_meet(void *barrier)
{
    uint64_t *at = (uint64_t *)barrier;

    if (!ss_hot.lane) return;
    wait(at, arrive(at, 1, false), true, (uint64_t)__builtin_return_address(0));
}

void ss_barrier_named(unsigned name, unsigned count)
{
    uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (!ss_hot.lane) return;
    if (count == 0) {
        barrier_meet(pc);
        return;
    }
    uint64_t *at = named(name, count);
    wait(at, arrive(at, 1, false), true, pc);
}

unsigned ss_barrier_named_arrive(unsigned name, unsigned count)
{
    uint64_t pc = (uint64_t)__builtin_return_address(0);

    if (!ss_hot.lane) return 0;
    uint64_t *at = named(name, count ? count : ss_hot.engine->launch->threads);
    log_event(at, number_of(at), TRACE_ARRIVE, pc);
    note_arrival();
    return arrive(at, 1, false);
}

void ss_barrier_named_wait(unsigned name, unsigned phase)
{
    if (!ss_hot.lane) return;
    wait(&ss_hot.engine->named[name % NAMED], phase & NUMBER_MASK, false,
         (uint64_t)__builtin_return_address(0));
}
