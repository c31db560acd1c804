/* hooks.cpp - the sanitizer's call-outs: what the person's code calls before every access.
 *
 * The fast path is a compare and two stores. `end` is NULL on the host and wherever each access has
 * to be looked at (values kept, an index was out of bounds): then access_slow does it. */
#include "core.h"
#include "count.h"
#include "hooks.h"
#include "pending.h"
#include "readings.h"
#include "unset.h"

using namespace ss;

#define HOT_PC ((uint64_t)__builtin_return_address(0))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

static void host_variable(uint64_t address, uint32_t width, uint32_t kind, uint64_t pc, bool write)
{
    if (address - image_low >= image_high - image_low) return;
    if (kind >= ENTRY_VOLATILE_LOAD) pending_wait_all();
    pending_host(NULL, address, width, pc, write);
}

static __attribute__((noinline)) void access_slow(uint64_t address, uint32_t kind, uint64_t pc)
{
    struct hot *hot = &ss_hot;

    if (!hot->lane) {
        bool write = (kind - ENTRY_LOAD) / (ENTRY_STORE - ENTRY_LOAD) % 2;
        uint32_t width = 1u << (kind - ENTRY_LOAD) % (ENTRY_STORE - ENTRY_LOAD);

        if (UNLIKELY(address - (uint64_t)arena_base < arena_bytes)) {
            if (kind >= ENTRY_VOLATILE_LOAD) pending_wait_all();
            ss_host_access(address, width, pc, write);
        } else {
            if (UNLIKELY(pending_image)) host_variable(address, width, kind, pc, write);
            if (UNLIKELY(readings_watched)) readings_access(address, width, pc, write);
        }
        return;
    }
    lane_log(kind, address, pc);
}

/* In a block that is not recorded (count.h). */
static inline __attribute__((always_inline)) void count(uint64_t address, uint32_t kind,
                                                        uint64_t pc, bool direct)
{
    struct count_row *row = count_row_at(ss_hot.rows, pc);
    const uint32_t log2 = entry_log2(kind);
    const bool store = (kind - ENTRY_LOAD) / 5 % 2 || kind >= ENTRY_ATOMIC;
    bool known =
        row->key == count_key(pc, kind, direct) && count_place(row, address, log2) <= row->room;

    if (known && row->written) {
        uint64_t offset = address - (uint64_t)arena_base;
        uint64_t need = (UINT64_C(1) << (1u << log2)) - 1;

        known = (row->written[offset / 64] >> offset % 64 & need) == need &&
                !(store && unset_suspects.load(std::memory_order_relaxed));
    }
    if (UNLIKELY(!known)) {
        count_slow(address, kind, pc, direct);
        return;
    }
    row->count++;
    if (store) ss_hot.wrote = true;
}

static inline __attribute__((always_inline)) void access(const volatile void *at, uint32_t kind,
                                                         uint64_t pc, bool direct = true)
{
    struct hot *hot = &ss_hot;
    uint32_t *entry = hot->entries;
    uint64_t *address;

    if (UNLIKELY(entry >= hot->end)) {
        if (hot->rows)
            count((uint64_t)at, kind, pc, direct);
        else if (hot->lane || UNLIKELY((uint64_t)at - (uint64_t)arena_base < arena_bytes) ||
                 UNLIKELY(readings_watched || pending_image))
            access_slow((uint64_t)at, kind, pc);
        return;
    }
    *entry = (uint32_t)(pc << 5) | kind;
    hot->entries = entry + 1;
    address = hot->addresses;
    *address = (uint64_t)at;
    hot->addresses = address + 1;
}

static __attribute__((noinline)) void path_slow(uint32_t kind, uint64_t pc)
{
    lane_log(kind, 0, pc);
}

static inline __attribute__((always_inline)) void path(uint32_t kind, uint64_t pc)
{
    struct hot *hot = &ss_hot;
    uint32_t *entry = hot->entries;

    if (UNLIKELY(entry >= hot->path_end)) {
        if (hot->rows) {
            if (UNLIKELY(--hot->budget < 0)) count_turn(pc);
        } else if (hot->lane) {
            path_slow(kind, pc);
        }
        return;
    }
    *entry = (uint32_t)(pc << 5) | kind;
    hot->entries = entry + 1;
}

void ss_access_out_of_line(const volatile void *at, uint32_t kind, uint64_t pc)
{
    access(at, kind, pc, false);
}

/* The largest piece, 8 bytes at most, that addresses and size allow: what nvcc would use. */
static inline uint32_t piece(uint64_t bits)
{
    uint32_t log2 = bits ? (uint32_t)__builtin_ctzll(bits) : 3;

    return log2 < 3 ? log2 : 3;
}

/* On the host the ends say enough. */
static void host_range(uint64_t address, size_t bytes, uint32_t kind, uint64_t pc)
{
    if (!bytes) return;
    if (kind == ENTRY_STORE) readings_forget(address, bytes);
    access_slow(address, kind, pc);
    access_slow(address + bytes - 1, kind, pc);
}

void ss_access_range(const void *at, size_t bytes, bool write, uint64_t pc)
{
    uint64_t address = (uint64_t)at, end = address + bytes;
    uint32_t kind = write ? ENTRY_STORE : ENTRY_LOAD, log2 = piece(address | bytes);

    if (UNLIKELY(!ss_hot.lane)) {
        host_range(address, bytes, kind, pc);
        return;
    }
    for (; address < end; address += 1u << log2)
        access((void *)address, kind + log2, pc, false);
}

void ss_access_copy(void *to, const void *from, size_t bytes, uint64_t pc)
{
    uint64_t target = (uint64_t)to, source = (uint64_t)from;
    uint32_t log2 = piece(target | source | bytes);

    if (UNLIKELY(!ss_hot.lane)) {
        host_range(source, bytes, ENTRY_LOAD, pc);
        host_range(target, bytes, ENTRY_STORE, pc);
        return;
    }
    for (size_t done = 0; done < bytes; done += (size_t)1 << log2) {
        access((void *)(source + done), ENTRY_LOAD + log2, pc, false);
        access((void *)(target + done), ENTRY_STORE + log2, pc, false);
    }
}

/* The type may lie anywhere (packed, or copied as a whole): nvcc takes it in pieces that may. */
static inline __attribute__((always_inline)) void unaligned(void *at, uint32_t kind, uint32_t log2,
                                                            uint64_t pc)
{
    if (UNLIKELY((uint64_t)at & ((1u << log2) - 1)))
        ss_access_range(at, (size_t)1 << log2, kind == ENTRY_STORE, pc);
    else
        access(at, kind + log2, pc);
}

extern "C" {

void __tsan_init(void);
void __tsan_init(void) {}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    path(ENTRY_PATH, HOT_PC);
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *)
{
    struct hot *hot = &ss_hot;

    if (UNLIKELY((char *)__builtin_frame_address(0) < hot->stack_limit) && hot->lane)
        ss_stack_overflow(HOT_PC);
    if (UNLIKELY(hot->enters)) {
        hot->enters = false;
        count_enter(HOT_PC);
    }
    path(ENTRY_CALL, HOT_PC);
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
    path(ENTRY_RETURN, HOT_PC);
}

#define HOOKS(bytes, log2)                                                                         \
    void __tsan_read##bytes(void *at);                                                             \
    void __tsan_read##bytes(void *at)                                                              \
    {                                                                                              \
        access(at, ENTRY_LOAD + log2, HOT_PC);                                                     \
    }                                                                                              \
    void __tsan_write##bytes(void *at);                                                            \
    void __tsan_write##bytes(void *at)                                                             \
    {                                                                                              \
        access(at, ENTRY_STORE + log2, HOT_PC);                                                    \
    }                                                                                              \
    void __tsan_unaligned_read##bytes(void *at);                                                   \
    void __tsan_unaligned_read##bytes(void *at)                                                    \
    {                                                                                              \
        unaligned(at, ENTRY_LOAD, log2, HOT_PC);                                                   \
    }                                                                                              \
    void __tsan_unaligned_write##bytes(void *at);                                                  \
    void __tsan_unaligned_write##bytes(void *at)                                                   \
    {                                                                                              \
        unaligned(at, ENTRY_STORE, log2, HOT_PC);                                                  \
    }
HOOKS(1, 0)
HOOKS(2, 1)
HOOKS(4, 2)
HOOKS(8, 3)
HOOKS(16, 4)

void __tsan_read_range(void *at, size_t bytes);
void __tsan_read_range(void *at, size_t bytes)
{
    ss_access_range(at, bytes, false, HOT_PC);
}

void __tsan_write_range(void *at, size_t bytes);
void __tsan_write_range(void *at, size_t bytes)
{
    ss_access_range(at, bytes, true, HOT_PC);
}

void __tsan_vptr_update(void **at, void *value);
void __tsan_vptr_update(void **at, void *)
{
    access(at, ENTRY_STORE + 3, HOT_PC);
}

void __tsan_vptr_read(void **at);
void __tsan_vptr_read(void **at)
{
    access(at, ENTRY_LOAD + 3, HOT_PC);
}

void ss_load(const volatile void *address, unsigned width)
{
    access(address, ENTRY_LOAD + (uint32_t)__builtin_ctz(width), HOT_PC);
}

void ss_store(volatile void *address, unsigned width)
{
    access(address, ENTRY_STORE + (uint32_t)__builtin_ctz(width), HOT_PC);
}
}
