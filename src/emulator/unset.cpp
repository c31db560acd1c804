#include "unset.h"
#include "check.h"

#include <algorithm>
#include <initializer_list>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* In objects of libraries whose calls write device memory unseen. */
extern "C" __attribute__((weak)) const char ss_unseen_writes;

namespace ss {

std::atomic<uint32_t> unset_suspects;

namespace {

enum { SUSPECTS = 1024, OF_A_SITE = 32 };

struct suspect { /* a read of unset bytes */
    uint64_t address, pc;
    uint32_t width, block, round, thread;
    bool atomic, dropped;
};

struct bits { /* one per byte of the arena */
    uint64_t *words;
};

struct bits written, suspected;
struct suspect suspects[SUSPECTS];
uint64_t reads[SUSPECTS]; /* by suspect: reads like it at the same place; counted at the first */
pthread_mutex_t suspects_lock = PTHREAD_MUTEX_INITIALIZER;

/* The bits of [offset, offset + bytes) that lie in one word. */
uint64_t mask_of(uint64_t offset, uint64_t bytes)
{
    uint64_t low = offset % 64;

    return (bytes >= 64 ? UINT64_MAX : (UINT64_C(1) << bytes) - 1) << low;
}

template <class F> void each_word(uint64_t address, uint64_t bytes, F call)
{
    uint64_t offset = address - (uint64_t)arena_base;

    while (bytes) {
        uint64_t part = 64 - offset % 64 < bytes ? 64 - offset % 64 : bytes;

        call(offset / 64, mask_of(offset, part));
        offset += part;
        bytes -= part;
    }
}

void clear(const struct bits &bits, uint64_t address, uint64_t bytes)
{
    each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
        __atomic_fetch_and(&bits.words[word], ~mask, __ATOMIC_RELAXED);
    });
}

void set(const struct bits &bits, uint64_t address, uint64_t bytes)
{
    each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
        if ((__atomic_load_n(&bits.words[word], __ATOMIC_RELAXED) & mask) != mask)
            __atomic_fetch_or(&bits.words[word], mask, __ATOMIC_RELAXED);
    });
}

bool any(const struct bits &bits, uint64_t address, uint64_t bytes)
{
    uint64_t found = 0;

    each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
        found |= __atomic_load_n(&bits.words[word], __ATOMIC_RELAXED) & mask;
    });
    return found != 0;
}

bool all(const struct bits &bits, uint64_t address, uint64_t bytes)
{
    uint64_t missing = 0;

    each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
        missing |= ~__atomic_load_n(&bits.words[word], __ATOMIC_RELAXED) & mask;
    });
    return missing == 0;
}

/* The live allocation with bits that holds all of an access; NULL: there is none. */
const struct region *followed(uint64_t address, uint32_t width)
{
    const struct region *region = arena_at(address);
    bool inside = region && !region->freed && region->followed &&
                  address - (uint64_t)region->base < region->bytes &&
                  width <= region->bytes - (address - (uint64_t)region->base);

    return inside ? region : NULL;
}

/* In program order, whichever worker was faster. */
bool before(const struct suspect *a, const struct suspect *b)
{
    if (a->block != b->block) return a->block < b->block;
    if (a->round != b->round) return a->round < b->round;
    if (a->thread != b->thread) return a->thread < b->thread;
    return a->pc < b->pc;
}

/* Its bytes are suspected no longer, except those that another suspect read as well. */
void forget(uint32_t gone)
{
    const struct suspect old = suspects[gone];
    uint64_t at = old.address;

    while (at < old.address + old.width) {
        uint64_t end = at + 1;

        for (uint32_t i = 0; i < unset_suspects; i++) {
            const struct suspect *s = &suspects[i];

            if (i != gone && s->address <= at && at < s->address + s->width)
                end = std::max(end, s->address + s->width);
        }
        if (end == at + 1) clear(suspected, at, 1);
        at = end;
    }
}

/* Those of a site that are kept are the first in program order. */
void note(const struct suspect *read)
{
    uint32_t same = 0, first = 0, last = 0;

    pthread_mutex_lock(&suspects_lock);
    for (uint32_t i = unset_suspects; i-- > 0;) {
        if (suspects[i].pc != read->pc) continue;
        if (!same || before(&suspects[last], &suspects[i])) last = i;
        same++;
        first = i;
    }
    if (same) reads[first]++;
    if (same == OF_A_SITE && before(read, &suspects[last])) {
        forget(last);
        suspects[last] = *read;
        set(suspected, read->address, read->width);
    } else if (unset_suspects < SUSPECTS && same < OF_A_SITE) {
        reads[unset_suspects] = !same;
        suspects[unset_suspects] = *read;
        set(suspected, read->address, read->width);
        unset_suspects++;
    }
    pthread_mutex_unlock(&suspects_lock);
}

/* Another thread's write: what was read there is a matter of order. Atomics have none. */
void absolve(const struct engine *engine, uint64_t address, uint32_t width, uint32_t thread,
             bool atomic)
{
    pthread_mutex_lock(&suspects_lock);
    for (uint32_t i = 0; i < unset_suspects; i++) {
        struct suspect *s = &suspects[i];

        if (s->address < address + width && address < s->address + s->width &&
            (s->block != engine->block || s->thread != thread) && !(s->atomic && atomic))
            s->dropped = true;
    }
    pthread_mutex_unlock(&suspects_lock);
}

bool is_filling(const void *bytes, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (((const uint8_t *)bytes)[i] != (uint8_t)spool->fill) return false;
    return true;
}

/* `value`: what was read, NULL: not known; then what is there now has to do. */
void access(struct engine *engine, uint32_t thread, const struct spool_request *head,
            uint64_t address, const struct value *value)
{
    const struct region *region = followed(address, head->width);
    bool atomic = head->kind == TRACE_ATOMIC;

    if (!region) return;
    if (region->kind == TRACE_DEVICE && head->kind != TRACE_STORE &&
        !(head->flags & SPOOL_OVERWRITES) && !any(written, address, head->width) &&
        (atomic || is_filling(value ? (const void *)value : (const void *)address, head->width))) {
        struct suspect read = {};

        read.address = address;
        read.pc = image_base + head->site;
        read.width = head->width;
        read.thread = thread;
        read.block = engine->block;
        read.round = engine->round;
        read.atomic = atomic;
        note(&read);
    }
    if (head->kind == TRACE_LOAD) return;
    if (unset_suspects.load(std::memory_order_relaxed) && any(suspected, address, head->width))
        absolve(engine, address, head->width, thread, atomic);
    set(written, address, head->width);
}

} // namespace

void unset_open(void)
{
    for (struct bits *bits : {&written, &suspected}) {
        void *memory = mmap(NULL, arena_bytes / 8, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        bits->words = memory == MAP_FAILED ? NULL : (uint64_t *)memory;
    }
    if (!suspected.words) written.words = NULL;
}

void unset_clear(uint64_t address, size_t bytes)
{
    if (!written.words) return;
    each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
        if (written.words[word] & mask)
            __atomic_fetch_and(&written.words[word], ~mask, __ATOMIC_RELAXED);
    });
}

void unset_written(uint64_t address, size_t bytes)
{
    const struct region *region =
        written.words && address - (uint64_t)arena_base < arena_bytes ? arena_at(address) : NULL;

    if (region && region->followed) set(written, address, bytes);
}

namespace {

/* Live memory that holds the whole of a copy's side; NULL: the host's, or a device variable. */
struct region *side(uint64_t address, size_t bytes)
{
    struct region *region = written.words ? arena_at(address) : NULL;
    bool inside = region && !region->freed && address - (uint64_t)region->base < region->bytes &&
                  bytes <= region->bytes - (address - (uint64_t)region->base);

    return inside ? region : NULL;
}

/* Unset bytes come to memory that the host may write to: from now on it has bits, all set. */
void follow(struct region *region)
{
    set(written, (uint64_t)region->base, region->bytes);
    region->followed = true;
    arena_epoch++; /* count.h has learned of it without bits */
}

/* Of the bits of a mask those in `known` say that there is something. Whether any were cleared. */
bool mark_word(struct region *region, uint64_t word, uint64_t mask, uint64_t known)
{
    const uint64_t bits = known & mask;

    if (!region->followed && bits == mask) return false;
    if (!region->followed) follow(region);
    const uint64_t cleared = __atomic_load_n(&written.words[word], __ATOMIC_RELAXED) & mask & ~bits;

    if (cleared) __atomic_fetch_and(&written.words[word], ~cleared, __ATOMIC_RELAXED);
    __atomic_fetch_or(&written.words[word], bits, __ATOMIC_RELAXED);
    return cleared != 0;
}

/* What count.h has learned of a region that was full is void. */
void not_full(struct region *region)
{
    if (!region->full.exchange(false)) return;
    region->looked = 0;
    arena_epoch++;
}

} // namespace

uint64_t unset_known(uint64_t address)
{
    const struct region *region = written.words && !&ss_unseen_writes ? arena_at(address) : NULL;

    if (!region || region->freed || !region->followed) return UINT64_MAX;
    return __atomic_load_n(&written.words[(address - (uint64_t)arena_base) / 64], __ATOMIC_RELAXED);
}

void unset_copied(uint64_t to, uint64_t from, size_t bytes)
{
    struct region *target = side(to, bytes), *source = side(from, bytes);

    if (!target || !bytes) return;
    const bool whole = !source || &ss_unseen_writes;
    const uint64_t shift = (to - from) % 64; /* by as much the bits of a piece have to be moved */
    bool cleared = false;

    each_word(to, bytes, [&](uint64_t word, uint64_t mask) {
        uint64_t known = UINT64_MAX, at = (uint64_t)arena_base + word * 64 - (to - from);

        if (!whole) {
            known = unset_known(at);
            if (shift) known = known >> (64 - shift) | unset_known(at + 64) << shift;
        }
        cleared |= mark_word(target, word, mask, known);
    });
    if (cleared) not_full(target);
}

namespace {

/* Lanes with a byte that nobody has written. Lanes next to each other often want the same. */
uint32_t lanes_missing(const struct spool_request *head, const uint64_t *address)
{
    uint64_t before = UINT64_MAX, width_mask = mask_of(0, head->width);
    uint32_t missing = 0;
    bool lacks = false;

    for (uint32_t rest = head->mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint64_t offset = address[l] - (uint64_t)arena_base;

        if (address[l] != before) {
            if (offset % 64 + head->width <= 64)
                lacks =
                    ~__atomic_load_n(&written.words[offset / 64], __ATOMIC_RELAXED) >> offset % 64 &
                    width_mask;
            else
                lacks = !all(written, address[l], head->width);
        }
        before = address[l];
        missing |= (uint32_t)lacks << l;
    }
    return missing;
}

} // namespace

/* Where a library may have written what is read, only what kernels write is known. */
static void note_stores(const struct spool_request *head, const uint64_t *address)
{
    if (head->kind == TRACE_LOAD) return;
    for (uint32_t rest = head->mask; rest; rest &= rest - 1) {
        uint64_t at = address[__builtin_ctz(rest)];

        if (followed(at, head->width)) set(written, at, head->width);
    }
}

void unset_request(struct engine *engine, unsigned warp, const struct spool_request *head,
                   const uint64_t *address, const struct value *values, bool affine)
{
    if (!written.words) return;
    if (&ss_unseen_writes) {
        note_stores(head, address);
        return;
    }
    unsigned first = (unsigned)__builtin_ctz(head->mask);

    if (affine && head->stride == head->width &&
        !unset_suspects.load(std::memory_order_relaxed)) { /* a row */
        unsigned last = 31u - (unsigned)__builtin_clz(head->mask);
        uint64_t bytes = (uint64_t)(last - first + 1) * head->width;

        if (all(written, address[first], bytes)) return;
        if (head->kind == TRACE_STORE && head->mask == UINT32_MAX && followed(address[first], 1) &&
            followed(address[first], (uint32_t)bytes)) {
            set(written, address[first], bytes);
            return;
        }
    }
    /* What is written already needs nothing more, but a write may still absolve. */
    uint32_t lanes = head->mask;
    if (head->kind == TRACE_LOAD || !unset_suspects.load(std::memory_order_relaxed))
        lanes = lanes_missing(head, address);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);

        access(engine, warp * LANES + l, head, address[l], values ? &values[l] : NULL);
    }
}

const uint64_t *unset_bits(void)
{
    return &ss_unseen_writes ? NULL : written.words;
}

/* Once full, for ever: bits are only cleared by a new allocation. */
bool unset_full(struct engine *engine, struct region *region)
{
    uint32_t launch = engine->launch->ordinal + 1;

    if (region->full) return true;
    if (!written.words || region->looked == launch) return false;
    region->looked = launch;
    for (uint64_t at = 0; at < region->bytes; at += 4096) {
        uint64_t bytes = region->bytes - at < 4096 ? region->bytes - at : 4096;

        if (!all(written, (uint64_t)region->base + at, bytes)) return false;
    }
    region->full = true;
    return true;
}

/* The first of a site that is left; what is said of it counts for all. */
static void report(uint32_t launch, const struct suspect *s, uint64_t count)
{
    struct finding finding = {};

    finding.fault = TRACE_UNINITIALISED_READ;
    finding.severity = TRACE_WARNING;
    finding.thread = s->thread;
    finding.pc = s->pc;
    finding.address = s->address;
    finding.space = TRACE_GLOBAL;
    finding.allocation = arena_at(s->address) ? arena_at(s->address)->id : 0;
    finding.launch = launch;
    finding.block = s->block;
    finding.round = s->round;
    finding.index = s->width; /* not an index: has_index is false */
    snprintf(finding.text, sizeof finding.text, "%s", s->atomic ? "updates" : "reads");
    find_later(&finding, count);
}

void unset_report(uint32_t launch)
{
    for (uint32_t i = 0; i < unset_suspects; i++)
        each_word(suspects[i].address, suspects[i].width,
                  [&](uint64_t word, uint64_t mask) { suspected.words[word] &= ~mask; });
    for (;;) {
        const struct suspect *first = NULL;
        uint64_t count = 0;

        for (uint32_t i = 0; i < unset_suspects; i++)
            if (!suspects[i].dropped && (!first || before(&suspects[i], first)))
                first = &suspects[i];
        if (!first) break;
        const uint64_t pc = first->pc;
        for (uint32_t i = 0; i < unset_suspects; i++)
            if (suspects[i].pc == pc) count += reads[i];
        report(launch, first, count);
        for (uint32_t i = 0; i < unset_suspects; i++)
            if (suspects[i].pc == pc) suspects[i].dropped = true; /* said */
    }
    unset_suspects = 0;
}

} // namespace ss
