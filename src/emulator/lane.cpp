/* lane.cpp - one CUDA thread: its log, its switches to and from the scheduler. */
#include "core.h"
#include "hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

namespace ss {

/* ---- Logs ---------------------------------------------------------------------------------- */

/* One block of memory for entries and addresses. The odd stride keeps the logs of a warp's lanes
 * from meeting in the same cache sets while the merge reads all of them side by side. */
static void log_allocate(struct log *log, uint32_t capacity)
{
    static std::atomic<unsigned> turn;
    size_t shift = 64 * (turn.fetch_add(1, std::memory_order_relaxed) % 37);
    char *memory = (char *)malloc((size_t)capacity * 12 + shift + 64);

    if (!memory) abort();
    log->memory = memory;
    memory += shift;
    log->capacity = capacity;
    log->addresses = (uint64_t *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
    log->entries = (uint32_t *)(log->addresses + capacity);
}

struct log *log_take(struct engine *engine, bool values)
{
    struct log *log = engine->free_logs;

    if (log) {
        engine->free_logs = log->next;
    } else {
        log = (struct log *)calloc(1, sizeof *log);
        if (!log) abort();
        log_allocate(log, LOG_FIRST);
    }
    if (values && !log->values) {
        log->values = (struct value *)malloc(log->capacity * sizeof *log->values);
        if (!log->values) abort();
    }
    return log;
}

void log_give(struct engine *engine, struct log *log)
{
    log->next = engine->free_logs;
    engine->free_logs = log;
}

void logs_trim(struct engine *engine)
{
    struct log **at = &engine->free_logs;

    while (*at) {
        struct log *log = *at;

        if (log->capacity <= LOG_FIRST) {
            at = &log->next;
            continue;
        }
        *at = log->next;
        free(log->memory);
        free((void *)log->values);
        free((void *)log);
    }
}

/* Doubles the log of a lane that is running. */
void log_grow(struct lane *lane, bool values)
{
    struct hot *hot = &ss_hot;
    struct log *log = lane->log;
    size_t entries = (size_t)(hot->entries - log->entries);
    size_t addresses = (size_t)(hot->addresses - log->addresses);
    struct log bigger;

    log_allocate(&bigger, log->capacity * 2);
    memcpy(bigger.entries, log->entries, entries * sizeof *log->entries);
    memcpy(bigger.addresses, log->addresses, addresses * sizeof *log->addresses);
    free(log->memory);
    log->memory = bigger.memory;
    log->entries = bigger.entries;
    log->addresses = bigger.addresses;
    log->capacity = bigger.capacity;
    if (log->values) {
        log->values =
            (struct value *)realloc((void *)log->values, log->capacity * sizeof *log->values);
        if (!log->values) abort();
    }
    hot->entries = log->entries + entries;
    hot->addresses = log->addresses + addresses;
    hot->path_end = log->entries + log->capacity;
    hot->end = values || lane->careful ? NULL : hot->path_end;
}

/* ---- Stacks -------------------------------------------------------------------------------- */

/* Stacks lie in groups behind one page that faults: a page each would run into the kernel's limit
 * on mappings. __tsan_func_entry checks the depth at every call; the page is for what it misses. */
enum { STACK_GROUP = 8, GUARD = 4096 };

bool stacks_prepare(struct engine *engine, unsigned count)
{
    const size_t group_bytes = GUARD + (size_t)STACK_GROUP * STACK_BYTES;

    if (!engine->stacks) {
        engine->stacks_bytes = group_bytes * (MAX_THREADS / STACK_GROUP);
        engine->stacks = (char *)mmap(NULL, engine->stacks_bytes, PROT_NONE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (engine->stacks == MAP_FAILED) {
            engine->stacks = NULL;
            return false;
        }
    }
    while (engine->stacks_ready < count) {
        char *group = engine->stacks + engine->stacks_ready / STACK_GROUP * group_bytes + GUARD;

        if (mprotect(group, group_bytes - GUARD, PROT_READ | PROT_WRITE) != 0) return false;
        engine->stacks_ready += STACK_GROUP;
    }
    if (engine->free_stack_count == engine->stacks_ready) return true;
    /* New ones, or a launch that ended in the middle of a block. */
    engine->free_stack_count = 0;
    for (unsigned i = engine->stacks_ready; i-- > 0;)
        engine->free_stacks[engine->free_stack_count++] = engine->stacks +
                                                          i / STACK_GROUP * group_bytes + GUARD +
                                                          (size_t)(i % STACK_GROUP) * STACK_BYTES;
    return true;
}

/* ---- On a lane's fibre ---------------------------------------------------------------------- */

void lane_room(void)
{
    struct hot *hot = &ss_hot;
    struct lane *lane = hot->lane;

    if (hot->entries + 2 <= lane->log->entries + lane->log->capacity) return;
    if (hot->entries - lane->log->entries >= TURN) {
        hot->engine->changed = true; /* it works: it does not only look at one place */
        lane_yield();
    }
    if (hot->entries + 2 > lane->log->entries + lane->log->capacity)
        log_grow(lane, hot->engine->values);
}

bool lane_shared(const struct engine *engine, uint64_t address)
{
    return address - (uint64_t)engine->shared_low <
               (uint64_t)(engine->shared_high - engine->shared_low) ||
           address - (uint64_t)engine->dynamic < DYNAMIC_LIMIT;
}

/* Memory that is no bigger than an access; at an odd address, perhaps. */
static inline struct value value_at(uint64_t address, uint32_t width)
{
    struct value value = {0, 0};

    switch (width) {
    case 1:
        value.low = *(const uint8_t *)address;
        break;
    case 2:
        memcpy(&value.low, (const void *)address, 2);
        break;
    case 4:
        memcpy(&value.low, (const void *)address, 4);
        break;
    case 8:
        memcpy(&value.low, (const void *)address, 8);
        break;
    default:
        memcpy((void *)&value, (const void *)address, 16);
    }
    return value;
}

void lane_settle(struct lane *lane)
{
    lane->log->values[lane->pending_index] = value_at(lane->pending_address, lane->pending_width);
    lane->pending_width = 0;
}

static void log_value(struct engine *engine, struct lane *lane, uint32_t kind, uint64_t address)
{
    uint32_t index = (uint32_t)(ss_hot.addresses - lane->log->addresses);
    uint32_t log2 = entry_log2(kind);
    bool load = kind < ENTRY_STORE || (kind >= ENTRY_VOLATILE_LOAD && kind < ENTRY_VOLATILE_STORE);

    if (!lane_shared(engine, address)) {
        /* Of device memory only what was read, for unset.cpp. */
        bool held = load && address - (uint64_t)arena_base < arena_bytes &&
                    ss_address_held(address, 1u << log2);
        lane->log->values[index] = held ? value_at(address, 1u << log2) : (struct value){0, 0};
        return;
    }
    if (load) {
        lane->log->values[index] = value_at(address, 1u << log2);
    } else {
        lane->pending_index = index;
        lane->pending_width = 1u << log2;
        lane->pending_address = address;
    }
}

/* The call-outs' slow path: the log is full, values are kept, or an index was out of bounds. */
void lane_log(uint32_t kind, uint64_t address, uint64_t pc)
{
    struct hot *hot = &ss_hot;
    struct lane *lane = hot->lane;
    struct engine *engine = hot->engine;

    lane_room();
    if (kind >= ENTRY_LOAD) {
        if (lane->pending_width) lane_settle(lane); /* before this one can change it */
        if (lane->careful && !lane_may_touch(engine, address, 1u << entry_log2(kind)))
            lane_wild(address, pc);
        if (engine->values) log_value(engine, lane, kind, address);
        *hot->addresses++ = address;
    }
    *hot->entries++ = (uint32_t)(pc << 5) | kind;
}

/* Around a thread's TLS lie its control block and the C library's own variables. */
bool lane_may_touch(struct engine *engine, uint64_t address, uint32_t width)
{
    uint64_t tls = (uint64_t)engine->tls, hot = (uint64_t)&ss_hot;

    if (address + width > hot && address < hot + TLS_OURS) return false;
    if (address + width > tls - 8192 && address < tls) return false;
    return !(address + width > tls + engine->tls_bytes && address < tls + engine->tls_bytes + 8192);
}

void lane_wild(uint64_t address, uint64_t pc)
{
    struct finding finding = {};

    finding.fault = TRACE_OUT_OF_BOUNDS;
    finding.severity = TRACE_ERROR;
    finding.thread = ss_hot.lane->thread;
    finding.pc = pc;
    finding.address = address - (uint64_t)ss_hot.engine->tls;
    finding.space = TRACE_SHARED;
    snprintf(finding.text, sizeof finding.text,
             "Thread %u accesses an address far outside the block's shared memory.",
             finding.thread);
    find(ss_hot.engine, &finding);
    lane_abort(700 /* cudaErrorIllegalAddress */);
}

void lane_sync(uint64_t pc, uint32_t kind, uint32_t took, uint32_t mask, uint32_t source,
               uint32_t width, uint64_t value)
{
    struct hot *hot = &ss_hot;
    struct lane *lane = hot->lane;

    if (hot->rows) return;
    if (lane->pending_width) lane_settle(lane);
    lane_room();
    if (hot->engine->values) {
        size_t index = (size_t)(hot->addresses - lane->log->addresses);

        lane->log->values[index] = {value, 0};
    }
    *hot->addresses++ = (uint64_t)took << 32 | mask;
    *hot->addresses++ = (uint64_t)lane->instance << 32 | kind << 16 | source << 8 | width;
    *hot->entries++ = (uint32_t)(pc << 5) | ENTRY_SYNC;
    *hot->entries++ = (uint32_t)(pc << 5) | ENTRY_PATH;
}

} // namespace ss

using namespace ss;

void ss_atomic_begins(uint64_t address, uint32_t width, uint64_t pc)
{
    struct lane *lane = ss_hot.lane;

    lane->touched = true;
    lane_atomic_settle(lane);
    ss_spin(address, pc);
    /* An address that is not there faults in the operation itself, where it is known. */
    if (ss_hot.engine->changed || address < 4096) return;
    if (address - (uint64_t)arena_base < arena_bytes) {
        const struct region *region = arena_at(address);
        if (!region || region->freed) return;
    }
    lane->atomic_width = width < 8 ? width : 8;
    lane->atomic_before = 0;
    memcpy(&lane->atomic_before, (const void *)address, lane->atomic_width);
    lane->atomic_address = address;
}

void ss_spin(uint64_t address, uint64_t pc)
{
    struct lane *lane = ss_hot.lane;

    lane->touched = true;
    if (lane->spin_address != address) {
        lane->spin_address = address;
        lane->spin_count = 0;
    } else if (++lane->spin_count >= SPIN_TURN) {
        lane->spin_count = 0;
        lane->stepped = false;
        lane->here = (uint32_t)(pc - image_base);
        lane_yield();
    }
}

uint64_t ss_shared_address(uint32_t low)
{
    struct engine *engine = ss_hot.engine;
    uint64_t half, tls = (uint64_t)engine->tls, dynamic = (uint64_t)engine->dynamic;

    half = (dynamic & ~(uint64_t)UINT32_MAX) | low;
    if (half < dynamic) half += UINT64_C(1) << 32;
    if (half - dynamic < DYNAMIC_LIMIT) return half;
    half = (tls & ~(uint64_t)UINT32_MAX) | low;
    return half < tls ? half + (UINT64_C(1) << 32) : half;
}
