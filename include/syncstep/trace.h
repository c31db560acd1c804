/* trace.h - what one run of one program did: launches, rounds, requests, snapshots.
 *
 * A trace is read-only once built. It owns one arena: every pointer in it lives as long as the
 * trace, every string is valid UTF-8 without control characters except tab and newline in source
 * texts and program output. Indices are checked when a trace is built or loaded: a consumer may
 * follow any of them without checking again.
 *
 * Units: bytes, except where a name says otherwise. A "slot" is an element of a shared array.
 * "Linear" thread index = x + y * blockDim.x + z * blockDim.x * blockDim.y; the linear block index
 * likewise over the grid. Warp w of a block holds the linear threads 32 w .. 32 w + 31; lane = its
 * thread % 32. Rounds are numbered from 0; round r ends at the block's barrier r, the last at the
 * kernel's end. */
#ifndef SYNCSTEP_TRACE_H
#define SYNCSTEP_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_FORMAT_VERSION = 1, TRACE_LANES = 32, TRACE_MAX_DIMS = 4 };

#define TRACE_NONE UINT32_MAX /* "no such index", wherever an index is optional */

/* ---- Types ------------------------------------------------------------------------------- */

enum trace_type_kind {
    TRACE_SIGNED,
    TRACE_UNSIGNED,
    TRACE_FLOAT,
    TRACE_BOOL,
    TRACE_STRUCT,
    TRACE_OPAQUE
};

struct trace_field {
    const char *name;
    uint32_t offset;
    uint32_t type;  /* index into trace.types */
    uint32_t count; /* elements, 1 unless an array */
};

struct trace_type {
    const char *name; /* as in the source: "int", "float4", "half" */
    enum trace_type_kind kind;
    uint32_t bytes;
    const struct trace_field *fields; /* TRACE_STRUCT only */
    uint32_t field_count;
};

/* ---- Source ------------------------------------------------------------------------------ */

struct trace_source {
    const char *name; /* relative to the program's folder, as messages show it */
    const char *text; /* "" when it is not ours to keep (a system header) */
    bool own;         /* the program or a header of its own, not of the tool chain */
};

struct trace_frame {       /* one level of inlining or of the call chain, innermost first */
    uint32_t source;       /* index into trace.sources */
    uint32_t line, column; /* from 1; column 0 = unknown */
    const char *function;
};

struct trace_site {                /* one instruction that accesses memory or synchronises */
    uint32_t source, line, column; /* innermost frame in one of the person's own files */
    const char *function;
    const struct trace_frame *frames; /* the whole chain, innermost first */
    uint32_t frame_count;
    bool joined; /* GPU: ptxas joined it with neighbours; the plain SASS has other instructions */
};

/* ---- Memory ------------------------------------------------------------------------------ */

enum trace_allocation_kind {
    TRACE_DEVICE,
    TRACE_MANAGED,
    TRACE_PINNED,
    TRACE_DEVICE_SYMBOL,
    TRACE_CONSTANT_SYMBOL,
    TRACE_HOST,
    TRACE_UNKNOWN
};

struct trace_allocation {
    const char *name; /* variable in the cudaMalloc call or name of the symbol; "" unknown */
    enum trace_allocation_kind kind;
    uint64_t address; /* as the program saw it; only differences and alignment mean anything */
    uint64_t bytes;
    uint32_t type; /* element type where known (kernel parameter's or symbol's), or TRACE_NONE */
    uint32_t source, line;                /* where it was allocated, or TRACE_NONE, 0 */
    uint64_t pitch, width, height, depth; /* bytes, bytes, rows, slices; 0 unless pitched */
};

struct trace_array {      /* a shared array of one launch */
    const char *name;     /* "cache" */
    const char *function; /* kernel or device function that declares it; "" at file scope */
    uint32_t type;        /* index into trace.types: the element's type */
    uint32_t dims[TRACE_MAX_DIMS], dim_count; /* a scalar has dim_count 0 and count 1 */
    uint32_t count;                           /* elements in all */
    uint32_t offset; /* bytes from the start of the block's shared memory; fixes banks */
    uint32_t bytes;
    bool dynamic;
    uint32_t source, line; /* declaration, or TRACE_NONE, 0 */
};

/* ---- Requests ---------------------------------------------------------------------------- */

enum trace_kind {
    TRACE_LOAD,
    TRACE_STORE,
    TRACE_ATOMIC,    /* read-modify-write */
    TRACE_BARRIER,   /* arrival at __syncthreads and kin; ends the round when all have arrived */
    TRACE_WARP_SYNC, /* __syncwarp, tile.sync(): orders memory between the lanes of `sync_mask` */
    TRACE_SHUFFLE,   /* offsets are source lanes; does not order memory */
    TRACE_VOTE,      /* votes, ballots, match, reduce; does not order memory */
    TRACE_FENCE,     /* __threadfence and kin */
    TRACE_GRID_SYNC, /* grid.sync() */
    TRACE_EXIT,      /* these lanes left the kernel */
    TRACE_ARRIVE,    /* arrival at a phase of a barrier that is an object (cuda::barrier, a named
                        one): what came before it is ordered before what comes after a ... */
    TRACE_WAIT,      /* ... wait for that phase. `sync_mask` says which barrier (its upper 16 bits;
                        the two highest set: of the whole grid) and which phase of it. Where all
                        threads of the block do nothing else in between it is a TRACE_BARRIER */
    TRACE_COPY, /* asynchronous copies of these lanes: `sync_mask` is an enum trace_copy. Orders
                   nothing */
    TRACE_KIND_COUNT
};

enum trace_copy { /* of a thread's asynchronous copies to shared memory */
                  TRACE_COPY_BEGIN =
                      1, /* its stores up to TRACE_COPY_END may happen at any time until ... */
                  TRACE_COPY_TO_BARRIER, /* the same, but until the barrier that they belong to is
                                            waited for */
                  TRACE_COPY_END,
                  TRACE_COPY_COMMIT,   /* those since the last one are a batch */
                  TRACE_COPY_WAIT,     /* ... it has waited for all but the last (sync_mask >> 8)
                                          batches, */
                  TRACE_COPY_WAIT_ALL, /* or for all its copies */
                  TRACE_COPY_ARRIVE    /* those so far belong to the barrier that it arrives at
                                          next, besides (cp.async.mbarrier.arrive) */
};

/* sync_mask of a fence that orders what the threads of its own block see and no more. */
enum { TRACE_FENCE_BLOCK = 1 };

enum trace_space { TRACE_SHARED, TRACE_GLOBAL, TRACE_CONSTANT, TRACE_NO_SPACE };

enum trace_request_flags {
    TRACE_VOLATILE = 1,
    TRACE_SCATTERED =
        2,            /* offsets are in launch.scattered, else offset + stride * (lane - first) */
    TRACE_VALUES = 4, /* values were kept */
    TRACE_CONTINUED = 8,    /* the same instruction as the request before it: lanes that touched
                               another array or allocation. Not a request of its own to the hardware */
    TRACE_COMPARES = 16,    /* TRACE_ATOMIC: it compares and swaps */
    TRACE_OVERWRITES = 32,  /* TRACE_ATOMIC: a mere store, what was there is not read */
    TRACE_BLOCK_SCOPE = 64, /* TRACE_ATOMIC: of block scope, so to other blocks it is not atomic */
};

/* What the active lanes of one warp did together, in this order within (block, round, warp). */
struct trace_request {
    uint32_t site;   /* index into trace.sites */
    uint32_t mask;   /* active lanes, never 0; for *_SYNC kinds the lanes that arrived together */
    int64_t offset;  /* bytes from the object's base, of the lowest active lane; may be negative */
    int32_t stride;  /* bytes from a lane to the next higher lane number (affine requests) */
    uint32_t object; /* shared: index into launch.arrays; global, constant: into trace.allocations;
                        TRACE_NONE for synchronisation and for addresses nobody allocated */
    uint32_t scattered; /* with TRACE_SCATTERED: first of popcount(mask) offsets */
    uint32_t values;    /* with TRACE_VALUES: byte offset of popcount(mask) * width bytes */
    uint32_t sync_mask; /* WARP_SYNC, SHUFFLE, VOTE: the mask the program named; ARRIVE, WAIT: the
                           phase; FENCE: TRACE_FENCE_BLOCK or 0 */
    uint16_t warp;
    uint8_t kind, space;
    uint8_t width; /* bytes per lane: 1, 2, 4, 8, 16; 0 for synchronisation */
    uint8_t flags;
    uint16_t reserved;
};

struct trace_round { /* requests [first, first + count) of launch.requests, by warp, then order */
    uint32_t first, count;
};

struct trace_block { /* a recorded block */
    uint32_t index;  /* linear */
    uint32_t rounds;
    uint32_t first_round; /* its rounds are launch.rounds[first_round .. + rounds) */
    bool finished;        /* false: the run ended before this block did */
};

/* When a block ran. Emulator: units of the cost model, marked so by trace.model_time. */
struct trace_timing {
    uint32_t block; /* linear */
    uint32_t sm;
    uint64_t start, end; /* ns (from %globaltimer) or model units */
    uint64_t clocks;     /* of its multiprocessor, from start to end */
};

/* Contents of a shared array at the end of each round. */
struct trace_snapshots {
    /* [recorded block][round][bytes of the array]; a block with fewer rounds than `rounds` is
     * padded with zero bytes and a zero mask. NULL when none were kept. */
    const uint8_t *data;
    const uint8_t *written; /* [recorded block][round][count]: 1 = some thread wrote the slot */
    uint32_t rounds;        /* the most of any recorded block */
};

struct trace_parameter { /* a pointer parameter of the kernel and where it pointed */
    const char *name;
    uint32_t allocation; /* or TRACE_NONE */
    int64_t offset;
    uint32_t type; /* what it points to, or TRACE_NONE */
};

/* Median and spread of a launch's time in nanoseconds; count 0 = not measured. */
struct trace_time {
    double median, low, high;
    uint32_t count;
};

struct trace_dropped { /* accesses that were counted but not kept, by site */
    uint32_t site;
    uint64_t accesses;
};

/* What the host wrote to device memory (a copy or a fill) behind the recorded launch before. */
struct trace_host_write {
    uint32_t allocation; /* index into trace.allocations */
    uint64_t offset, bytes;
};

struct trace_launch {
    const char *kernel; /* as written in the source: "reduce<256>" */
    uint32_t ordinal;   /* among all launches of the program, from 0 */
    uint32_t parent;    /* 1 + ordinal of the launch whose kernel launched it; 0: the host did */
    uint32_t grid[3], block[3];
    uint32_t dynamic_bytes;
    uint32_t source, line; /* of the <<<...>>>, or TRACE_NONE, 0 */
    const char *error;     /* "" or the name of the CUDA error, "cudaErrorInvalidConfiguration" */
    bool complete;         /* every access of every block is here */
    uint64_t accesses;     /* lanes summed, recorded or not */
    /* Distinct bytes of global memory, counted on the GPU over all blocks where not all of them are
     * recorded; both 0 = not counted. */
    uint64_t touched_read, touched_written;

    const struct trace_array *arrays;
    uint32_t array_count;
    const struct trace_snapshots *snapshots; /* one per array */
    const struct trace_parameter *parameters;
    uint32_t parameter_count;

    const struct trace_block *blocks; /* recorded ones, by index */
    uint32_t block_count;
    const struct trace_round *rounds;
    uint32_t round_count;
    const struct trace_request *requests;
    uint32_t request_count;
    const int64_t *scattered; /* byte offsets from the object's base */
    uint64_t scattered_count;
    const uint8_t *values;
    uint64_t value_bytes;

    const struct trace_timing *timings; /* all blocks that ran, by block; may be absent */
    uint32_t timing_count;
    struct trace_time plain, timed, probed;
    const struct trace_dropped *dropped;
    uint32_t dropped_count;
    const struct trace_host_write *host_writes;
    uint32_t host_write_count;
};

/* ---- What the host did with results ---------------------------------------------------------- */

/* Reads by the host, at one site and with one step between them, of what a launch left: of a copy
 * from the device that nobody had changed since, or of managed and pinned memory in place. Emulator
 * only: on a GPU nobody sees what host code reads. */
struct trace_reading {
    uint32_t launch;     /* index into trace.launches: the last one before the copy or the read */
    uint32_t allocation; /* index into trace.allocations: where it lay on the device */
    int64_t offset;      /* bytes from the allocation's base of the first one */
    int64_t stride;      /* bytes from one to the next */
    uint32_t count;      /* how many; at least 1 */
    uint32_t width;      /* bytes of each: 1, 2, 4, 8, 16 */
    uint32_t site;       /* index into trace.sites: the read */
    uint32_t copy_site;  /* the copy, or TRACE_NONE: read in place */
    uint32_t fresh;      /* what launches of a lower ordinal left there the host has overwritten */
    const uint8_t *values; /* count * width bytes, as they were read */
};

/* What the device handed to the host: a copy, or managed and pinned memory when the host first
 * looked at it after a launch. Only in memory, and only where run_settings.results asked for it. */
struct trace_result {
    uint64_t hash;       /* of the bytes that somebody has written */
    uint32_t site;       /* index into trace.sites, or TRACE_NONE */
    uint32_t allocation; /* run-time's number of what a copy with unset bytes came from; 0 none */
    uint64_t unset;      /* elements of it, or bytes where those are not known, that are unset */
    const char *array;   /* its name, "" unknown */
    bool has_index;
    int64_t index;            /* element: the first of the longest row of them, */
    const char *place, *last; /* "b[60]" and, where the row has more than one, "b[63]", else "" */
};

/* ---- Diagnostics ------------------------------------------------------------------------- */

enum trace_severity { TRACE_ERROR, TRACE_WARNING, TRACE_NOTE };

enum trace_fault {
    TRACE_RACE,
    TRACE_OUT_OF_BOUNDS,
    TRACE_UNINITIALISED_READ,
    TRACE_DIVERGENT_BARRIER,
    TRACE_DEADLOCK,
    TRACE_TIMEOUT,
    TRACE_CRASH,
    TRACE_LAUNCH_ERROR,
    TRACE_INTEGER_OVERFLOW,
    TRACE_UNREAD_SLOT,
    TRACE_IMPOSSIBLE_BANDWIDTH,
    TRACE_STACK_OVERFLOW,
    TRACE_ASSERTION,
    TRACE_LIMIT,      /* something was not recorded; with a launch: accesses of that one and later
                         ones, that were to be recorded */
    TRACE_MISALIGNED, /* an address that is no multiple of the access's width */
    TRACE_FAULT_COUNT
};

struct trace_diagnostic { /* an event the run itself noticed; analysis adds those it derives */
    enum trace_fault fault;
    enum trace_severity severity;
    uint32_t launch;               /* index into trace.launches or TRACE_NONE */
    uint32_t next_launch;          /* of a call of the host: the first launch behind it (their count
                                      where none is); TRACE_NONE where unknown */
    uint32_t block, round, thread; /* linear; TRACE_NONE where unknown */
    uint32_t site;                 /* or TRACE_NONE */
    uint32_t source, line;         /* or TRACE_NONE, 0 */
    uint32_t other_source, other_line; /* of two that are in each other's way; or TRACE_NONE, 0 */
    const char *array;                 /* "" unknown */
    bool has_index;
    int64_t index;       /* element; or in one dimension, where that is known */
    uint32_t dimension;  /* of `index`, from 1; 0: it counts all elements, or is not known */
    uint64_t count;      /* how often */
    const char *message; /* one or two plain sentences */
};

/* ---- The whole --------------------------------------------------------------------------- */

struct trace_device {
    const char *name;
    uint32_t multiprocessors, major, minor, warp_size, max_threads_per_block,
        max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    uint64_t global_bytes, shared_bytes_per_block, shared_bytes_per_multiprocessor, constant_bytes,
        l2_bytes, registers_per_block, memory_pitch, texture_alignment;
    uint32_t max_threads_dim[3], max_grid[3];
    uint32_t clock_khz, memory_clock_khz, memory_bus_bits;
    const char *driver, *runtime; /* versions, "" under the emulator */
};

enum trace_backend { TRACE_EMULATOR, TRACE_GPU };

struct trace {
    const char *program;   /* file name, "cubes_tree.cu" */
    const char *arguments; /* of the program, joined by spaces */
    const char *defines;   /* "-DN=4 -DPAD", as given */
    const char *compiler;  /* "g++ 12.2.0", "nvcc 13.0.88" */
    const char *as;        /* "written" or "compiled" */
    const char *schedule;  /* "forward", "reverse", "random:7"; "" on a GPU */
    const char *recorded;  /* "2026-11-30", "" = not dated */
    enum trace_backend backend;
    bool model_time; /* timings are in units of the cost model, not ns */
    struct trace_device device;

    int exit_status; /* of the program; 128 + n for signal n; meaningless if timed_out */
    bool timed_out;
    const char *output, *errors; /* stdout and stderr */

    const struct trace_source *sources;
    uint32_t source_count; /* sources[0] is the program */
    const struct trace_type *types;
    uint32_t type_count;
    const struct trace_site *sites;
    uint32_t site_count;
    const struct trace_allocation *allocations;
    uint32_t allocation_count;
    const struct trace_launch *launches; /* recorded ones */
    uint32_t launch_count;
    uint32_t launches_seen; /* recorded or not */
    const struct trace_diagnostic *diagnostics;
    uint32_t diagnostic_count;
    const struct trace_reading *readings; /* in program order */
    uint32_t reading_count;
    const struct trace_result *results; /* in program order; not in files */
    uint32_t result_count;

    void *owner; /* the arena; trace_destroy frees it */
};

void trace_destroy(struct trace *trace); /* NULL is fine */

/* ---- Reading and writing files (npz) ----------------------------------------------------- */

struct error;
int trace_read(const char *path, struct trace **trace, struct error *err);
int trace_write(const struct trace *trace, const char *path, struct error *err); /* atomically */
/* For a signal handler that ends the process: removes what trace_write has written of a file that
 * is not finished. */
void trace_write_abandon(void);

/* ---- Small helpers ------------------------------------------------------------------------ */

/* Byte offsets of all lanes from the object's base; only active lanes are filled in.
 * For TRACE_SHUFFLE: source lanes. */
void trace_request_offsets(const struct trace_launch *launch, const struct trace_request *request,
                           int64_t offsets[TRACE_LANES]);

/* Values by lane (width bytes at out + lane * width), or false when they were not kept. */
bool trace_request_values(const struct trace_launch *launch, const struct trace_request *request,
                          uint8_t *out);

/* The requests of round `round` of recorded block `block` (a position in launch.blocks). */
static inline const struct trace_round *trace_block_round(const struct trace_launch *launch,
                                                          uint32_t block, uint32_t round)
{
    return &launch->rounds[launch->blocks[block].first_round + round];
}

static inline uint32_t trace_threads(const struct trace_launch *launch)
{
    return launch->block[0] * launch->block[1] * launch->block[2];
}

static inline uint32_t trace_warps(const struct trace_launch *launch)
{
    return (trace_threads(launch) + TRACE_LANES - 1) / TRACE_LANES;
}

/* Lanes that exist: a last warp may be partial. */
static inline uint32_t trace_warp_lanes(const struct trace_launch *launch, uint32_t warp)
{
    uint64_t threads = trace_threads(launch), first = (uint64_t)warp * TRACE_LANES;
    if (threads >= first + TRACE_LANES) return UINT32_MAX;
    return threads > first ? (1u << (threads - first)) - 1 : 0;
}

static inline uint64_t trace_grid_blocks(const struct trace_launch *launch)
{
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* Snapshot of `array` at the end of `round` for recorded block `block`; NULL if not kept. */
const uint8_t *trace_snapshot(const struct trace_launch *launch, uint32_t array, uint32_t block,
                              uint32_t round);
const uint8_t *trace_written(const struct trace_launch *launch, uint32_t array, uint32_t block,
                             uint32_t round);

/* Position of the recorded block with this linear index, or TRACE_NONE. */
uint32_t trace_find_block(const struct trace_launch *launch, uint32_t index);

/* The name of a shared array's snapshots in a file and in tables, unique within the launch: "s", or
 * "function.s" where two functions of the trace declare an `s`, "s#2" for a second one of the same
 * function (a further template instance). Returns the length snprintf would. */
int trace_array_key(const struct trace *trace, const struct trace_launch *launch, uint32_t array,
                    char *out, size_t size);

/* An element as text: "31774", "0.5", "{1, 2}". Returns the length snprintf would. */
int trace_format_value(const struct trace *trace, uint32_t type, const void *value, char *out,
                       size_t size);
/* "s[5]", "tile[2][3]", "total" of a scalar: an element of a shared array, by its linear index. */
void trace_slot_name(const struct trace_array *array, uint32_t slot, char *out, size_t size);

/* The name people know an allocation by within a launch: parameter, else variable, else symbol. */
const char *trace_allocation_name(const struct trace *trace, const struct trace_launch *launch,
                                  uint32_t allocation);

/* The same for a place in it: several parameters may point into one allocation. */
const char *trace_place_name(const struct trace *trace, const struct trace_launch *launch,
                             uint32_t allocation, int64_t offset);
/* Where what has that name begins, in bytes from the allocation's start. */
int64_t trace_place_start(const struct trace_launch *launch, uint32_t allocation, int64_t offset);

/* Is it a variable of the device that is no array? Its name then stands without an index. */
bool trace_allocation_is_scalar(const struct trace *trace, const struct trace_launch *launch,
                                uint32_t allocation);

/* The element type to display an allocation in within a launch, or TRACE_NONE. */
uint32_t trace_allocation_type(const struct trace *trace, const struct trace_launch *launch,
                               uint32_t allocation);

const char *trace_fault_name(enum trace_fault fault); /* "out-of-bounds" */
const char *trace_kind_name(enum trace_kind kind);    /* "load" */
const char *trace_severity_name(enum trace_severity severity);

#endif
