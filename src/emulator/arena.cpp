/* arena.cpp - device memory: one reservation of addresses, allocations 256 bytes apart or more.
 *
 * Each allocation has a red zone in front and behind, at least ZONE bytes, that no allocation uses;
 * a table says for every 256 bytes which allocation they or their red zone belong to. Addresses are
 * not used again until the reservation has been gone through once, so that a use after cudaFree is
 * found. Freed pages go back to the system at once. */
#include "core.h"
#include "hooks.h"
#include "readings.h"
#include "pending.h"
#include "results.h"
#include "unset.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

namespace ss {

enum { GRANULE = 256, ZONE = 4096 };
static const size_t RESERVED = (size_t)256 << 30; /* addresses */
static const size_t TOTAL = (size_t)16 << 30;     /* what the emulated device has */

char *arena_base;
size_t arena_bytes;
std::atomic<uint64_t> arena_epoch;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t *owners;       /* per granule: number of a region + 1; 0 none */
static struct region *regions; /* reserved as one, so that they stay where they are */
static const uint32_t MAX_REGIONS = 1u << 22;
static uint32_t region_count;
static size_t frontier; /* the first byte never given away */
static size_t in_use;
static const char *next_name;

/* Far below where the system puts things by itself: device addresses are the same in every run. */
static char *const PLACE = (char *)0x7e0000000000;

static void *reserve(void *place, size_t bytes, int protection)
{
    void *memory =
        mmap(place, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

void arena_open(void)
{
    /* Under a limit on address space (ulimit -v) less has to do. */
    for (size_t bytes = RESERVED; bytes >= (size_t)1 << 28; bytes /= 4) {
        arena_base = (char *)reserve(PLACE, bytes, PROT_NONE);
        if (!arena_base) continue;
        owners =
            (uint32_t *)reserve(NULL, bytes / GRANULE * sizeof *owners, PROT_READ | PROT_WRITE);
        if (owners) {
            arena_bytes = bytes;
            break;
        }
        munmap(arena_base, bytes);
        arena_base = NULL;
    }
    regions = (struct region *)reserve(NULL, MAX_REGIONS * sizeof *regions, PROT_READ | PROT_WRITE);
    if (!arena_base || !regions) {
        fputs("syncstep: no address space for device memory (ulimit -v?)\n", stderr);
        exit(1);
    }
    unset_open();
}

struct region *arena_at(uint64_t address)
{
    uint64_t offset = address - (uint64_t)arena_base;
    uint32_t owner;

    if (offset >= arena_bytes) return NULL;
    owner = __atomic_load_n(&owners[offset / GRANULE], __ATOMIC_RELAXED);
    return owner ? &regions[owner - 1] : NULL;
}

/* In a red zone the owner is the allocation before it; an address just below another one more
 * likely means that. */
struct region *arena_near(uint64_t address)
{
    struct region *before = arena_at(address);
    struct region *after;
    uint64_t past;

    if (before && address >= (uint64_t)before->base &&
        address < (uint64_t)before->base + before->bytes)
        return before;
    after = arena_at(address + ZONE);
    if (!after || after == before || (uint64_t)after->base < address) return before;
    if (!before) return after;
    past = address - ((uint64_t)before->base + before->bytes);
    return (uint64_t)after->base - address < past ? after : before;
}

static void set_owner(size_t from, size_t to, uint32_t owner)
{
    for (size_t g = from / GRANULE; g < to / GRANULE; g++)
        __atomic_store_n(&owners[g], owner, __ATOMIC_RELAXED);
}

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

/* Space for `bytes` with a zone on both sides; the offset of the zone in front, or SIZE_MAX. Small
 * allocations share pages; large ones (from half a MiB) end on a page, so that they can go back. */
static size_t space(size_t bytes, size_t *span)
{
    size_t at = frontier;

    *span = round_up(ZONE + bytes + ZONE / 2, ZONE);
    if (*span > arena_bytes || at > arena_bytes - *span) {
        /* Gone through once: the oldest freed allocation that is large enough. */
        for (uint32_t r = 0; r < region_count; r++) {
            size_t start, had;

            if (!regions[r].freed || !regions[r].base) continue;
            start = (size_t)(regions[r].base - arena_base) - ZONE;
            had = round_up(ZONE + regions[r].bytes + ZONE / 2, ZONE);
            if (had < *span) continue;
            *span = had;
            regions[r].base = NULL;
            return start;
        }
        return SIZE_MAX;
    }
    frontier = at + *span;
    return at;
}

void arena_reset(void)
{
    for (uint32_t r = 0; r < region_count; r++)
        if (!regions[r].freed && regions[r].kind != TRACE_PINNED) ss_release(regions[r].base, NULL);
}

/* The program has ended: what it left where the C library may have read it unseen. */
__attribute__((destructor(101))) static void hand_over(void)
{
    for (uint32_t r = 0; r < region_count; r++)
        if (!regions[r].freed && regions[r].kind != TRACE_DEVICE) results_in_place(&regions[r], 0);
}

uint8_t arena_filling(const struct region *region)
{
    return (uint8_t)(spool->only && region->id == spool->only ? spool->only_fill : spool->fill);
}

static struct region *allocate(int kind, size_t bytes)
{
    size_t span, at;
    struct region *region = NULL;

    pthread_mutex_lock(&lock);
    if (region_count < MAX_REGIONS && bytes <= TOTAL && in_use <= TOTAL - bytes &&
        (at = space(bytes, &span)) != SIZE_MAX &&
        mprotect(arena_base + at, span, PROT_READ | PROT_WRITE) == 0) {
        region = &regions[region_count++];
        region->id = region_count;
        region->base = arena_base + at + ZONE;
        region->bytes = bytes;
        region->kind = kind;
        region->freed = region->full = false;
        region->followed = kind == TRACE_DEVICE;
        region->looked = region->handed = 0;
        in_use += bytes;
        set_owner(at, at + span, region_count);
    }
    pthread_mutex_unlock(&lock);
    if (region) unset_clear((uint64_t)region->base, bytes);
    /* The host may write to the other kinds unseen: nobody could tell what was never set. */
    if (region && arena_filling(region) && kind == TRACE_DEVICE)
        memset(region->base, arena_filling(region), bytes);
    return region;
}

} // namespace ss

using namespace ss;

void ss_name_next(const char *name)
{
    next_name = name;
}

static void *announce(int kind, size_t bytes, struct spool_allocation *record, const char *name,
                      const void *site)
{
    struct region *region = allocate(kind, bytes);

    if (!name) name = next_name;
    next_name = NULL;
    if (!region) return NULL;
    region->name = name;
    record->id = region->id;
    record->address = (uint64_t)region->base;
    record->bytes = bytes;
    record->site = site_of((uint64_t)site);
    record->kind = (uint32_t)kind;
    spool_host(record, SPOOL_ALLOCATION, sizeof *record, name);
    return region->base;
}

void *ss_allocate(int kind, size_t bytes, const char *name, const void *site)
{
    struct spool_allocation record = {};

    return announce(kind, bytes, &record, name, site);
}

void *ss_allocate_pitched(int kind, size_t pitch, size_t width, size_t height, size_t depth,
                          const char *name, const void *site)
{
    struct spool_allocation record = {};
    size_t bytes;

    if (__builtin_mul_overflow(pitch, height, &bytes) ||
        __builtin_mul_overflow(bytes, depth ? depth : 1, &bytes))
        return NULL;
    record.pitch = pitch;
    record.width = width;
    record.height = height;
    record.depth = depth;
    return announce(kind, bytes, &record, name, site);
}

int ss_release(void *pointer, const void *site)
{
    struct region *region = arena_at((uint64_t)pointer);
    struct spool_free record = {};
    size_t start, span;

    if (!region || region->base != (char *)pointer || region->freed) return -1;
    if (region->kind != TRACE_DEVICE) results_in_place(region, (uint64_t)site);
    pthread_mutex_lock(&lock);
    region->freed = true;
    arena_epoch++;
    in_use -= region->bytes;
    start = (size_t)(region->base - arena_base) - ZONE;
    span = round_up(ZONE + region->bytes + ZONE / 2, ZONE);
    /* A new mapping, not madvise: it gives the memory back and faults from now on. */
    mmap(arena_base + start, span, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    pthread_mutex_unlock(&lock);
    record.id = region->id;
    record.site = site_of((uint64_t)site);
    spool_host(&record, SPOOL_FREE, sizeof record, NULL);
    return 0;
}

int ss_find(const void *pointer, struct ss_region *found)
{
    struct region *region = arena_at((uint64_t)pointer);

    if (!region || region->freed || (uint64_t)pointer - (uint64_t)region->base > region->bytes)
        return 0;
    found->id = region->id;
    found->base = region->base;
    found->bytes = region->bytes;
    found->kind = region->kind;
    found->name = region->name;
    return 1;
}

size_t ss_memory_total(void)
{
    return TOTAL;
}

size_t ss_memory_free(void)
{
    return TOTAL - in_use;
}

bool ss_address_held(uint64_t address, uint32_t width)
{
    const struct region *region = arena_at(address);

    return region && !region->freed && address >= (uint64_t)region->base &&
           address + width <= (uint64_t)region->base + region->bytes;
}

/* The host touched an address of the arena: fine if it is managed or pinned memory. */
void ss_host_access(uint64_t address, uint32_t width, uint64_t pc, bool write)
{
    struct region *region = arena_near(address);
    bool inside = region && !region->freed && address - (uint64_t)region->base < region->bytes;
    struct finding finding = {};

    if (inside && region->kind != TRACE_DEVICE) {
        pending_host(region, address, width, pc, write);
        if (write)
            unset_written(address, width);
        else
            results_in_place(region, pc);
        if (region->bytes <= READING_MOST) readings_in_place(address, width, pc, write);
        return;
    }
    finding.fault = TRACE_OUT_OF_BOUNDS;
    finding.severity = TRACE_ERROR;
    finding.thread = UINT32_MAX;
    finding.pc = pc;
    finding.address = address;
    finding.space = TRACE_GLOBAL;
    finding.allocation = region ? region->id : 0;
    if (inside && region->name && *region->name)
        snprintf(finding.text, sizeof finding.text,
                 "The host %s device memory (%.100s); only kernels can do that, the host needs "
                 "cudaMemcpy.",
                 write ? "writes" : "reads", region->name);
    else
        snprintf(finding.text, sizeof finding.text,
                 inside ? "The host %s device memory; only kernels can do that, the host needs "
                          "cudaMemcpy."
                        : "The host %s an address of the device that no live allocation holds.",
                 write ? "writes" : "reads");
    find(NULL, &finding);
}
