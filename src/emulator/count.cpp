/* count.cpp - accesses of blocks that are not recorded: see count.h. */
#include "count.h"
#include "atomic_sites.h"
#include "check.h"
#include "hooks.h"
#include "record.h"
#include "pending.h"
#include "unset.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where the arrivals at a barrier lie among a lane's accesses is read off its log (phase.cpp). */
extern "C" {
extern const char ss_uses_phases __attribute__((weak));
}

namespace ss {

/* ---- Which blocks --------------------------------------------------------------------------- */

/* What block 0 of a launch took, by what was launched: for the launches of it that follow. */
struct reference {
    void (*call)(const void *);
    uint32_t threads;
    uint64_t kernel; /* 0: not always the same one */
    uint64_t clock, accesses;
};

enum { REFERENCES = 256 };

static struct reference references[REFERENCES]; /* under the lock of launch.cpp */
static unsigned reference_count;

static struct reference *reference_of(const struct launch_state *launch)
{
    for (unsigned i = 0; i < reference_count; i++)
        if (references[i].call == launch->ask->call && references[i].threads == launch->threads)
            return &references[i];
    return NULL;
}

void count_launch_begin(struct launch_state *launch)
{
    const struct reference *found = reference_of(launch);

    launch->countable = !&ss_uses_phases && !launch->ask->cooperative;
    launch->reference_clock = launch->reference_accesses = 0;
    if (!found || !found->kernel) return;
    launch->reference_clock = found->clock;
    launch->reference_accesses = found->accesses;
    launch->reference_known = true;
}

void count_reference(struct engine *engine)
{
    struct launch_state *launch = engine->launch;
    struct reference *found;
    uint64_t kernel =
        launch->record ? __atomic_load_n(&launch->record->kernel, __ATOMIC_RELAXED) : 1;

    launch->reference_clock = engine->clock;
    launch->reference_accesses = engine->accesses;
    found = reference_of(launch);
    if (!found && reference_count < REFERENCES) {
        found = &references[reference_count++];
        *found = {launch->ask->call, launch->threads, kernel, 0, 0};
    }
    if (found) {
        found->clock = engine->clock;
        found->accesses = engine->accesses;
        if (found->kernel != kernel) found->kernel = 0; /* a pointer to kernels is launched */
    }
    launch->reference_known.store(true, std::memory_order_release);
}

void count_enter(uint64_t pc)
{
    struct launch_state *launch = ss_hot.engine->launch;
    uint64_t kernel = (pc - image_base) & PC_MASK;
    struct reference *found;

    if (launch->kernel_known) return;
    __atomic_store_n(&launch->record->kernel, kernel, __ATOMIC_RELAXED);
    launch->kernel_known = true;
    /* Through a pointer: what earlier launches told was of another kernel. */
    found = reference_of(launch);
    if (found && found->kernel != kernel) found->kernel = 0;
}

bool count_block_begin(struct engine *engine)
{
    struct launch_state *launch = engine->launch;

    if (engine->recording || !launch->countable || clock_asked) return false;
    /* Blocks that run in parallel do not wait for each other, so block 0 ends by itself. */
    while (!launch->reference_known.load(std::memory_order_acquire)) {
        if (engine->block == 0 || launch->in_order || launch->error) return false;
        usleep(50);
        if (stop_asked) return false;
    }
    if (clock_asked) return false;
    if (!engine->rows) {
        void *memory = mmap(NULL, COUNT_ROWS * sizeof *engine->rows, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

        if (memory == MAP_FAILED) return false;
        engine->rows = (struct count_row *)memory;
    }
    if (engine->rows_epoch != arena_epoch) count_forget(engine);
    return true;
}

static uint64_t row_total(const struct count_row *row)
{
    return row->before + (row->quiet ? 0 : row->count);
}

static uint64_t rows_sum(const struct engine *engine)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < engine->rows_used; i++)
        sum += row_total(&engine->rows[engine->rows_list[i]]);
    return sum;
}

void count_block_end(struct engine *engine)
{
    const struct launch_state *launch = engine->launch;
    uint64_t sum = rows_sum(engine);

    engine->accesses += sum - engine->rows_before;
    engine->rows_before = sum;
    engine->clock = launch->reference_clock;
    if (launch->reference_accesses)
        engine->clock = (uint64_t)((unsigned __int128)launch->reference_clock * engine->accesses /
                                   launch->reference_accesses);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void row_close(struct count_row *row)
{
    row->before = row_total(row);
    row->count = 0;
    row->quiet = false;
    row->low = UINT64_MAX / 2; /* where no address is */
    row->room = 0;
    row->written = NULL;
}

static struct count_row *row_of(struct engine *engine, uint64_t pc, uint64_t key)
{
    struct count_row *row = count_row_at(engine->rows, pc);

    if (row->key == key) return row;
    if (row->key || engine->rows_used == COUNT_ROWS) return NULL;
    row->key = key;
    row->count = row->before = 0;
    row_close(row);
    engine->rows_list[engine->rows_used++] = (uint16_t)(row - engine->rows);
    return row;
}

void count_forget(struct engine *engine)
{
    for (unsigned i = 0; i < engine->rows_used; i++)
        row_close(&engine->rows[engine->rows_list[i]]);
    engine->rows_epoch = arena_epoch;
}

void count_flush(struct engine *engine)
{
    for (unsigned i = 0; i < engine->rows_used; i++) {
        struct count_row *row = &engine->rows[engine->rows_list[i]];

        record_dropped(engine, (uint32_t)(row->key - image_base) & PC_MASK, row_total(row));
        row->key = 0;
    }
    engine->rows_used = 0;
    engine->rows_before = 0;
}

/* Aligned accesses lie at multiples of their width from `low` too. */
static void row_open(struct count_row *row, uint64_t low, uint64_t bytes, uint32_t width)
{
    uint64_t gap = -low % 16;

    low += gap;
    bytes -= gap < bytes ? gap : bytes;
    if (bytes < width) return;
    row->low = low;
    row->room = bytes / width - 1;
}

/* From now on the place is expected where it was found this time. */
static void row_learn(struct engine *engine, struct count_row *row, uint64_t address,
                      uint32_t width, enum place place)
{
    const uint64_t hot = (uint64_t)&ss_hot, tls = (uint64_t)engine->tls;
    struct region *region;

    row_close(row);
    switch (place) {
    case PLACE_STACK:
        row->quiet = true;
        row_open(row, (uint64_t)engine->stacks, engine->stacks_bytes, width);
        break;
    case PLACE_STATIC:
        if (address < hot)
            row_open(row, tls, hot - tls, width);
        else
            row_open(row, hot + TLS_OURS, tls + engine->tls_bytes - (hot + TLS_OURS), width);
        break;
    case PLACE_DYNAMIC:
        row_open(row, (uint64_t)engine->dynamic, engine->dynamic_bytes, width);
        break;
    case PLACE_IMAGE:
        row_open(row, image_low, image_high - image_low, width);
        break;
    case PLACE_ARENA:
        region = arena_at(address);
        if (!region || region->freed) break;
        row_open(row, (uint64_t)region->base, region->bytes, width);
        if (region->followed && (unset_suspects || !unset_full(engine, region)))
            row->written = unset_bits();
        break;
    default:
        break;
    }
}

/* ---- On a lane ------------------------------------------------------------------------------ */

void count_turn(uint64_t pc)
{
    struct lane *lane = ss_hot.lane;

    ss_hot.budget = TURN;
    lane->here = (uint32_t)(pc - image_base);
    ss_hot.engine->changed = true; /* it works: it does not only look at one place */
    lane_yield();
}

bool count_told(const struct engine *engine, uint64_t address, bool exact)
{
    if (!exact) {
        address = engine->told[(engine->told_next - 1) % COUNT_TOLD];
        return address + (1ull << 47) >= 1ull << 48;
    }
    for (unsigned i = 0; i < COUNT_TOLD && i < engine->told_next; i++)
        if (address - engine->told[i] < 16) return true;
    return false;
}

/* Device memory with nothing to say about it: another allocation than the last time, or a store to
 * where nobody has written yet. */
static bool count_quick(struct engine *engine, struct count_row *row, uint64_t address,
                        uint32_t kind, uint32_t width)
{
    const struct region *region = arena_at(address);
    const uint64_t offset = address - (uint64_t)arena_base, *bits = unset_bits();
    const bool plain = kind < ENTRY_ATOMIC && (kind - ENTRY_LOAD) / 5 % 2;

    if (!row || !region || region->freed || address % width ||
        address - (uint64_t)region->base >= region->bytes ||
        width > region->bytes - (address - (uint64_t)region->base))
        return false;
    if (region->followed && bits && !region->full) {
        uint64_t need = (UINT64_C(1) << width) - 1;

        if (unset_suspects) return false;
        if ((bits[offset / 64] >> offset % 64 & need) != need) {
            if (!plain) return false;
            unset_written(address, width);
        }
    }
    if (count_place(row, address, entry_log2(kind)) > row->room)
        row_learn(engine, row, address, width, PLACE_ARENA);
    row->count++;
    if (plain) engine->changed = true;
    return true;
}

void count_slow(uint64_t address, uint32_t kind, uint64_t pc, bool direct)
{
    static const uint8_t KINDS[] = {TRACE_LOAD,  TRACE_STORE,  TRACE_LOAD,
                                    TRACE_STORE, TRACE_ATOMIC, TRACE_ATOMIC};
    struct engine *engine = ss_hot.engine;
    struct lane *lane = ss_hot.lane;
    const unsigned warp = lane->thread / LANES, l = lane->thread % LANES;
    const uint32_t width = 1u << entry_log2(kind);
    struct spool_request head = {};
    uint64_t addresses[LANES];
    enum place place;
    struct count_row *row;

    row = row_of(engine, pc, count_key(pc, kind, direct));
    if (count_quick(engine, row, address, kind, width)) return;
    engine->told[engine->told_next++ % COUNT_TOLD] = address;
    if (lane->careful && !lane_may_touch(engine, address, width)) lane_wild(address, pc);
    place = place_of(engine, address);
    if (place == PLACE_OURS) return;
    if (place != PLACE_STACK) {
        head.site = (uint32_t)(pc - image_base) & PC_MASK;
        head.mask = 1u << l;
        head.address = address;
        head.warp = (uint16_t)warp;
        head.kind = KINDS[(kind - ENTRY_LOAD) / 5];
        head.width = (uint8_t)width;
        head.space = (uint8_t)(place == PLACE_STATIC || place == PLACE_DYNAMIC ? TRACE_SHARED
                                                                               : TRACE_GLOBAL);
        addresses[l] = address;
        if (row) {
            row->before++;
        } else {
            engine->accesses++;
            record_dropped(engine, head.site, 1);
        }
        check_request(engine, warp, &head, addresses, true, place);
        if (pending_watched && (place == PLACE_ARENA || place == PLACE_IMAGE))
            pending_touch(&head, addresses);
        if ((kind - ENTRY_LOAD) / 5 == 3 && (place == PLACE_ARENA || place == PLACE_IMAGE))
            pending_signal();
        if (head.kind == TRACE_ATOMIC) head.flags |= atomic_site_flags(head.site);
        if (place == PLACE_ARENA) unset_request(engine, warp, &head, addresses, NULL, true);
        if (head.kind == TRACE_STORE) engine->changed = true;
    }
    if (row) row_learn(engine, row, address, width, place);
}

} // namespace ss
