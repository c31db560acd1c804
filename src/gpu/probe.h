/* probe.h - what the probe on the device, the interposer on the host and the rewriter agree on.
 * Included by C, C++ and CUDA.
 *
 * A call of the probe carries one word, `info`, that says all that is known when the program is
 * built; the probe adds what is known when it runs and stores the word as the head of a record:
 *
 *   bits  0-17  site           bits 18-21  enum trace_kind
 *   bits 22-24  width code     bit  25     an atomic: compares and swaps; others: volatile
 *   bits 26-27  space          bits 28-29  format of the record
 *   bit  30     valued         bit  31     valid
 *
 * Record: uint32_t info, uint32_t mask, uint64_t address (of the lowest lane); then unless the
 * format is PROBE_ALONE int32_t stride, uint32_t sync_mask; then popcount(mask) - 1 differences
 * from the address for the other lanes in order (int32_t, padded to 8 bytes, or int64_t); then,
 * where it is valued, what each lane read, wrote, left (an atomic) or gave, `width` bytes each,
 * padded to 8 bytes (16-byte values begin at a multiple of 16 of the log). Arrivals at a phase of a
 * barrier and waits for it have the barrier's address in the shared window (a barrier with a
 * number: PROBE_NAMED and that), and for sync_mask the number of the phase. */
#ifndef SYNCSTEP_GPU_PROBE_H
#define SYNCSTEP_GPU_PROBE_H

#include <stdint.h>

#define PROBE_SITES (1u << 18)
#define PROBE_SITE(info) ((info) & (PROBE_SITES - 1u))
#define PROBE_KIND(info) (((info) >> 18) & 15u)
#define PROBE_WIDTH(info) (((info) >> 22) & 7u) /* 0: none, else 1 << (code - 1) bytes */
#define PROBE_VOLATILE (1u << 25)
#define PROBE_SPACE(info) (((info) >> 26) & 3u)
#define PROBE_FORMAT(info) (((info) >> 28) & 3u)
#define PROBE_COMPARES (1u << 25) /* of atomics, which are never volatile */
#define PROBE_APART (1u << 25)    /* of barriers that others may only arrive at */
#define PROBE_VALUED (1u << 30)
#define PROBE_VALID (1u << 31)

enum probe_space { PROBE_SHARED, PROBE_GLOBAL, PROBE_CONSTANT, PROBE_UNKNOWN };
enum probe_format { PROBE_ALONE, PROBE_AFFINE, PROBE_NARROW, PROBE_WIDE };
enum probe_shuffle { PROBE_UP, PROBE_DOWN, PROBE_XOR, PROBE_INDEX }; /* in the width bits */

enum probe_event { PROBE_NOTHING, PROBE_BEGINS, PROBE_ARRIVES, PROBE_WAITS }; /* of a phase */

#define PROBE_NAMED 0x80000000u
enum { PROBE_OF_TILES = 16 }; /* instead of a number (0 to 15): tiles larger than a warp */
enum { PROBE_PHASES = 64 };   /* barriers of a block whose phases are counted, at most */
enum { PROBE_COPIES = 32 };   /* of each counter, so that warps do not meet on one */

struct probe_owner { /* of a chunk of the log; 0 = free */
    uint32_t warp;   /* recorded block x warps of a block + warp, + 1 */
    uint32_t sequence;
};

struct probe_block {                           /* a recorded block; device memory */
    uint32_t round, claimed, exited, snapshot; /* snapshot: offset of the present round's, / 64 */
};

struct probe_phase { /* of a barrier (mbarrier) of a block; device memory */
    uint32_t key;    /* its address in the shared window + 1; 0 = free */
    uint32_t number; /* of the phase that is under way, or of the one before; of a barrier with a
                        number: threads that have arrived so far */
};

struct probe_region {            /* memory whose touched parts are marked; device memory */
    uint64_t base, bytes, first; /* address; of it; number of its first bit in the maps */
};

struct probe_timing {          /* a block; device memory */
    uint64_t start, end;       /* ns, %globaltimer */
    uint64_t clock, clock_end; /* of its multiprocessor */
    uint32_t sm, exited;
};

struct probe_control {
    uint32_t enabled;                 /* 0: nothing is logged */
    uint32_t first_block, last_block; /* recorded, linear, inclusive */
    uint32_t warps;                   /* of a block */
    uint32_t threads;                 /* of a block */
    uint32_t shared_bytes;            /* static and dynamic: what a snapshot copies */
    uint32_t shared_start;            /* found by the device: where the window begins */
    uint32_t max_rounds;              /* snapshots of a block */
    uint32_t chunk_shift;             /* chunks of the log are 1 << chunk_shift bytes */
    uint32_t chunks;                  /* in all */
    uint32_t chunks_of_warp;
    uint32_t snapshot_units; /* space for snapshots, in 64 bytes */
    uint32_t timings;        /* blocks that timings has room for */
    uint32_t sites, symbols;
    uint32_t value_blocks; /* of the first so many recorded blocks values are logged, */
    uint64_t value_limit;  /* while a warp's log has no more bytes than this */
    uint32_t regions;      /* 0: nothing is marked */
    uint32_t phases_of_block;
    uint32_t mark_shift; /* a bit of the maps is 1 << mark_shift bytes */
    /* device memory */
    uint32_t *table;     /* [warps][chunks_of_warp] chunk + 1 */
    uint64_t *positions; /* [warps] bytes logged */
    struct probe_block *blocks;
    struct probe_phase *phases; /* [recorded blocks][phases_of_block] */
    uint32_t *next_chunk, *next_unit;
    uint64_t *dropped; /* [sites][PROBE_COPIES] accesses not logged */
    uint64_t *lost_snapshots;
    uint32_t *symbol_addresses; /* [symbols] address + 1 in the shared window */
    struct probe_timing *timing;
    const struct probe_region *region;
    uint32_t *marks[2]; /* what any thread of the launch has read, has written */
    /* memory of the host, mapped: stays readable after a fault of the kernel */
    uint8_t *log;
    struct probe_owner *owners; /* [chunks] */
    uint32_t *symbol_mirror;    /* symbol_addresses once more */
    uint8_t *snapshots;
    uint32_t *snapshot_table; /* [recorded blocks][max_rounds] unit + 1 */
};

#define PROBE_SYMBOL "syncstep_control"

#endif
