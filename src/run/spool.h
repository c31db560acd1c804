/* spool.h - the file through which an instrumented program hands over what it did.
 *
 * The parent creates it (memfd or a temporary file), grows it sparsely to `capacity`, and passes
 * the descriptor in the environment variable SYNCSTEP_SPOOL (decimal). The child maps it shared
 * and appends. Whatever was committed survives any death of the child. C and C++ (C11 and
 * C++17 atomics agree in layout): used by src/run, src/emulator and src/gpu.
 *
 * Layout: struct spool_header, then from SPOOL_FIRST on segments. A writer (worker thread) claims a
 * segment with one fetch-and-add on header.used; records are appended to it and made visible by a
 * release store of segment.filled. Segments of different writers interleave; records of one block
 * of one launch all come from one writer, in order. The reader trusts nothing in it. */
#ifndef SYNCSTEP_RUN_SPOOL_H
#define SYNCSTEP_RUN_SPOOL_H

#include <stdint.h>

#define SPOOL_ENVIRONMENT "SYNCSTEP_SPOOL"
#define SPOOL_MAGIC 0x4c4f4f5053594e53ull
enum {
    SPOOL_VERSION = 1,
    SPOOL_FIRST = 4096,
    SPOOL_SEGMENT = 256 * 1024,
    SPOOL_SMALL = 32 * 1024
}; /* segments are multiples of it, most are SPOOL_SEGMENT */

enum spool_schedule { SPOOL_FORWARD, SPOOL_REVERSE, SPOOL_RANDOM };

struct spool_header {
    uint64_t magic;
    uint32_t version, header_bytes;
    uint64_t capacity; /* bytes of the file */
    uint64_t used;     /* atomic: first unclaimed byte; beyond capacity = spool full */
    /* What the parent asks for. */
    uint64_t max_accesses;              /* lanes summed, over the whole run */
    uint32_t first_launch, last_launch; /* ordinals, inclusive */
    uint32_t first_block, last_block;   /* linear, inclusive: the blocks to record */
    uint32_t value_blocks;    /* keep values for this many recorded blocks of each launch */
    uint32_t value_times;     /* first and last so many requests of a warp and round; 0 = all */
    uint32_t schedule;        /* enum spool_schedule */
    uint32_t fill;            /* byte that unset shared and device memory is filled with */
    uint64_t seed;            /* for SPOOL_RANDOM */
    uint32_t workers;         /* OS threads for blocks; 0 = number of cores */
    uint32_t device;          /* GPU to use */
    uint32_t mode;            /* GPU: 0 probed, 1 timed, 2 plain */
    uint32_t results;         /* 1: checksums of what the host gets, SPOOL_RESULT */
    uint32_t only, only_fill; /* the allocation of this id is filled with another byte; 0 none */
    /* Programs whose locals are filled (build_request.fill_locals), with 0 or, those of these
       numbers, from 1, with another byte; 1: not structures. */
    uint32_t local_first, local_last, local_fill, local_plain;
    uint32_t reserved[2];
    /* What the child reports. */
    uint64_t accesses;   /* atomic: logged so far, lanes summed */
    uint64_t heartbeat;  /* atomic: grows while the program makes progress */
    uint64_t host_alone; /* atomic, emulator: 1 while no launch runs; what works then is the host */
    uint64_t image_base; /* load address of the executable: site = pc - image_base */
    /* Emulator: rounds that ended at a barrier in recorded blocks, at most as many as
       spool_most_rounds() kept, and 1 + ordinal of the launch that went beyond; 0 none. */
    uint64_t rounds;      /* atomic */
    uint64_t rounds_over; /* atomic */
};

/* A loop over a barrier may touch no memory at all and still fill the spool. Where each round has
 * an access of one whole warp, max_accesses is reached first. */
static inline uint64_t spool_most_rounds(uint64_t max_accesses)
{
    const uint64_t least = 65536, warp = 32;
    return max_accesses / warp > least ? max_accesses / warp : least;
}

struct spool_segment {
    uint64_t size;   /* bytes, this header included; a multiple of 8 */
    uint64_t filled; /* atomic: bytes of valid records behind this header */
};

enum spool_record_type {
    SPOOL_LAUNCH = 1,
    SPOOL_LAUNCH_END,
    SPOOL_BLOCK,
    SPOOL_BLOCK_END,
    SPOOL_REQUESTS,
    SPOOL_SNAPSHOT,
    SPOOL_ALLOCATION,
    SPOOL_FREE,
    SPOOL_PARAMETER,
    SPOOL_TIMING,
    SPOOL_DIAGNOSTIC,
    SPOOL_DROPPED,
    SPOOL_DEVICE,
    SPOOL_TIME,
    SPOOL_ERROR,
    SPOOL_TRANSFER,
    SPOOL_ARRAY,
    SPOOL_READING,
    SPOOL_TOUCHED,
    SPOOL_RESULT
};

/* Every record starts so; `bytes` is the whole record, padded to 8. */
struct spool_record {
    uint32_t type, bytes;
};

struct spool_launch { /* followed by the kernel's name as written, NUL-terminated */
    struct spool_record record;
    uint32_t ordinal, grid[3], block[3], dynamic_bytes;
    uint64_t kernel; /* emulator: address of the kernel's code - image_base (0 unknown) */
    uint64_t site;   /* of the launch in host code: pc - image_base; 0 unknown */
    uint32_t recorded, shared_bytes; /* shared_bytes: size of the static shared window */
    uint64_t stream;
    uint64_t parent; /* 1 + ordinal of the launch whose kernel asked for it; 0: the host did */
};

struct spool_launch_end {
    struct spool_record record;
    uint32_t ordinal;
    int32_t error; /* cudaError_t */
    uint64_t accesses, blocks_run, nanoseconds;
    uint64_t failed; /* emulator, blocks in parallel: the lowest block that failed + 1; 0 none. How
                        far blocks above it got is chance, and they are left out of the trace */
};

struct spool_block { /* SPOOL_BLOCK, SPOOL_BLOCK_END: the last round has been handed over */
    struct spool_record record;
    uint32_t launch, block, rounds, writer;
};

/* The requests of one round of one block (or a part of them: later records of the same round go
 * on where this one ended, in order for each warp). Followed by `count` packed requests. */
struct spool_requests {
    struct spool_record record;
    uint32_t launch, block, round, count;
};

enum spool_request_flags {
    SPOOL_VOLATILE = 1,
    SPOOL_AFFINE = 2, /* no addresses follow */
    SPOOL_WIDE = 4,   /* the addresses are int64_t deltas, else int32_t */
    SPOOL_VALUES =
        8, /* popcount(mask) * width bytes of values follow the addresses, padded to 8:
              what was read, what a store or an atomic left, what a shuffle's lanes gave */
    SPOOL_COMPARES = 16,     /* an atomic: compare and swap */
    SPOOL_OVERWRITES = 64,   /* an atomic: it stores and does not read */
    SPOOL_BLOCK_SCOPE = 128, /* an atomic: of block scope */
    SPOOL_CONTINUED = 32,    /* lanes of the same instruction as the request before it */
};

/* GPU: sites of host code (launches, API calls) are pc - image_base with this bit; requests and
 * dropped accesses have the number of the site in the sites file. spool_launch.kernel is the number
 * of the kernel there + 1, its name the mangled one. */
#define SPOOL_HOST_SITE (1ull << 62)

/* One request: 40 bytes (`inlined` counts those behind it), then unless AFFINE popcount(mask)
 * deltas from `address` in lane order (padded to 8), then values. enum trace_kind and enum
 * trace_space are in syncstep/trace.h. */
struct spool_request {
    uint32_t site; /* emulator: (pc - image_base) as the return address of the call-out; GPU: index
                      into the sites file of the build */
    uint32_t mask;
    uint64_t address; /* of the lowest active lane; TRACE_SHARED: byte offset in the block's shared
                         region: emulator: in the executable's TLS segment; dynamic memory from
                         SPOOL_DYNAMIC on;
                         SHUFFLE: source lane of the lowest active lane */
    int32_t stride;
    uint32_t sync_mask;
    uint16_t warp;
    uint8_t kind, space, width, flags;
    uint16_t inlined; /* bytes used by what follows / 8 */
    uint32_t depth;   /* call depth, 0 = kernel */
    uint32_t reserved;
};

#define SPOOL_DYNAMIC 0x40000000u /* region offset where dynamic shared memory begins */

/* Part of a block's shared region at the end of a round, [offset, offset + size), followed by the
 * bytes. Parts not mentioned are as in the round before (in round 0: header.fill, unset). */
struct spool_snapshot {
    struct spool_record record;
    uint32_t launch, block, round, offset, size, reserved;
};

struct spool_allocation { /* followed by the variable's name, NUL-terminated */
    struct spool_record record;
    uint64_t id; /* never reused */
    uint64_t address, bytes;
    uint64_t site; /* of the call; 0 unknown */
    uint64_t pitch, width, height, depth;
    uint32_t kind; /* enum trace_allocation_kind */
    uint32_t reserved;
};

struct spool_free {
    struct spool_record record;
    uint64_t id;
    uint64_t site;
};

struct spool_parameter { /* pointer parameter `position` (from 0) of a launch's kernel;
                            followed by its name if the writer knows it, else "" */
    struct spool_record record;
    uint32_t launch, position;
    uint64_t value;
};

struct spool_timing {
    struct spool_record record;
    uint32_t launch, block, sm, slot;
    uint64_t start, end, clocks;
};

struct spool_time { /* a launch's time by CUDA events: mode as in spool_header */
    struct spool_record record;
    uint32_t launch, mode, count, reserved;
    double median, low, high; /* ns */
};

enum { SPOOL_CALLERS = 16 };

/* Followed by text, NUL-terminated: a plain sentence or "". The first instance of a fault at a site
 * comes at once, with count 1; at the launch's end the same record again with the count of the
 * others. Divergent barriers and dead locks: `address` is the other site (as `site`), 0 none. */
struct spool_diagnostic {
    struct spool_record record;
    uint32_t fault, severity;              /* enum trace_fault, enum trace_severity */
    uint32_t launch, block, round, thread; /* UINT32_MAX unknown */
    uint64_t site;                         /* pc - image_base, 0 unknown */
    uint64_t address; /* faulting address, region offset for shared; 0 unknown */
    uint32_t space;   /* enum trace_space of the address */
    uint32_t has_index;
    int64_t index;       /* element index where the writer knows it (bounds checks) */
    uint64_t allocation; /* id of the allocation meant, 0 unknown */
    uint64_t count;
    uint64_t callers[SPOOL_CALLERS]; /* of a crash on the host: the calls that led to the site, as
                                        sites, innermost first; 0 = no more */
};

struct spool_dropped {
    struct spool_record record;
    uint32_t launch, site;
    uint64_t accesses;
};

struct spool_error { /* an API call returned an error, or (seen = 1) the program asked for it;
                        followed by the API call's name */
    struct spool_record record;
    int32_t error;
    uint32_t seen, launch, sticky;
    uint64_t site;
};

struct spool_transfer { /* a copy between host and device, or a fill (source 0), in program order
                           with launches */
    struct spool_record record;
    uint64_t destination, source, bytes, site;
    uint32_t kind, after_launch; /* cudaMemcpyKind; ordinal of the last launch before it */
};

/* Emulator: what host code read of what a kernel may have written: of a copy from the device that
 * nobody has changed since, or of managed and pinned memory in place. The reads of one site with
 * one step between them; `count` grows while that goes on. Followed by room for `room` values of
 * `width` bytes, of which `count` are there. */
struct spool_reading {
    struct spool_record record;
    uint64_t site;      /* of the read */
    uint64_t copy_site; /* of the copy; 0: read in place */
    uint64_t address;   /* on the device, of what was read first */
    int64_t stride;     /* bytes from one read to the next */
    uint32_t width, count, room, after_launch;
    uint32_t fresh, reserved; /* launches before this ordinal wrote what the host has overwritten */
};

/* Emulator, where header.results asks for it: what the device handed to the host, in program order:
 * a copy, or managed and pinned memory as the host found it when it first looked after a launch.
 * Bytes that nobody has written are left out of the checksum, and told beside it: of the longest
 * row of them, where it is. A copy into managed or pinned memory is told for these alone, with hash
 * 0.
 */
struct spool_result {
    struct spool_record record;
    uint64_t hash;
    uint64_t site; /* of the copy or of the read */
    uint32_t after_launch, reserved;
    uint64_t allocation, unset;          /* id, bytes in all; 0 none */
    uint64_t unset_first, unset_longest; /* address, bytes */
};

/* GPU only: distinct bytes of global memory that a launch has read and written, all blocks
 * together, where not all of them are recorded. */
struct spool_touched {
    struct spool_record record;
    uint32_t launch, reserved;
    uint64_t read, written;
};

/* GPU only: where a shared array of this launch lies. `array`: number of the symbol in the sites
 * file; the launch has the arrays that are told so, and no others. In front of the launch's blocks.
 */
struct spool_array {
    struct spool_record record;
    uint32_t launch, array;
    uint32_t offset; /* in the region; from SPOOL_DYNAMIC on: dynamic */
    uint32_t window; /* bytes from the start of the block's shared memory, whichever part */
};

struct spool_device { /* followed by name, driver version, run-time version, each NUL-terminated */
    struct spool_record record;
    uint32_t multiprocessors, major, minor, warp_size, max_threads_per_block,
        max_threads_per_multiprocessor, max_blocks_per_multiprocessor, clock_khz, memory_clock_khz,
        memory_bus_bits, max_threads_dim[3], max_grid[3];
    uint64_t global_bytes, shared_bytes_per_block, shared_bytes_per_multiprocessor, constant_bytes,
        l2_bytes, registers_per_block, memory_pitch, texture_alignment;
};

#endif
