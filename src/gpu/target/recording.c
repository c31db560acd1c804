/* What a launch is recorded into: log and snapshots in memory of the host, tables on the device. */
#include "gpu/target/inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    CHUNK_SHIFT = 14, /* halved for launches of many warps, as far as LEAST_SHIFT */
    LEAST_SHIFT = 11, /* a record fits: probe.h */
    OWNER_BYTES = 2 << 20,
    CHUNK_TABLE_BYTES = 64 << 20,    /* by warp: where its chunks are; on the device */
    LITTLE_TABLE_BYTES = 256 << 10,  /* where the program has left no more */
    SNAPSHOT_TABLE_BYTES = 16 << 20, /* of the host */
    PHASE_TABLE_BYTES = 16 << 20,    /* by block: phases of its barriers */
    MIRROR_OFFSET = OWNER_BYTES / 2,
    LOG_BYTES = 256 << 20,
    ACCESSES_OF_LOG = 32000000 /* the default limit of accesses; twice as many get twice the log */
};
static const size_t MOST_LOG_BYTES = (size_t)4 << 30;

/* ---- Memory -------------------------------------------------------------------------------- */

/* Zeroed memory of the host that the device can write to under the same address. Huge pages where
 * there are some: pinning 70,000 small ones takes longer than a whole probed launch. */
static void *pinned(size_t bytes)
{
    void *memory = NULL;
    int device = 0, same = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&same, cudaDevAttrCanUseHostPointerForRegisteredMem, device);
    if (same) {
        memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return NULL;
        madvise(memory, bytes, MADV_HUGEPAGE);
        if (cudaHostRegister(memory, bytes, cudaHostRegisterMapped) == cudaSuccess) return memory;
        cudaGetLastError();
        munmap(memory, bytes);
    }
    if (cudaHostAlloc(&memory, bytes, cudaHostAllocMapped) == cudaSuccess)
        return memset(memory, 0, OWNER_BYTES + SNAPSHOT_TABLE_BYTES);
    cudaGetLastError();
    return NULL;
}

/* Log and snapshots in memory of the host; half as much is asked for until there is some. */
static bool take_host_memory(struct recording *r, uint32_t launch)
{
    size_t bytes = LOG_BYTES;
    for (uint64_t kept = ACCESSES_OF_LOG;
         kept < inside_spool->max_accesses && bytes < MOST_LOG_BYTES; kept *= 2)
        bytes *= 2;
    if (inside_spool->capacity && bytes > inside_spool->capacity)
        bytes = inside_spool->capacity & ~(((size_t)1 << 20) - 1);
    const size_t wanted = bytes;
    while (!(r->host = pinned(bytes + OWNER_BYTES + SNAPSHOT_TABLE_BYTES)))
        if ((bytes /= 2) < (4 << 20)) return false;
    if (bytes < wanted)
        outbox_note(TRACE_LIMIT, TRACE_NOTE, launch,
                    "The log has %zu MB instead of %zu MB: there was no more memory for it.",
                    bytes >> 20, wanted >> 20);
    r->log_bytes = bytes / 4 * 3;
    r->snapshot_bytes = bytes - r->log_bytes;
    return true;
}

/* Room for the tables: on the device, or where the program has left none there in memory of the
 * host, which only the device uses. */
static bool take_tables(struct recording *r, size_t bytes, uint32_t launch)
{
    if (bytes <= r->device_bytes) return true;
    if (r->device && !r->tables_on_host) cudaFree(r->device);
    if (r->device && r->tables_on_host) cudaFreeHost(r->device);
    r->device = NULL;
    r->device_bytes = 0;
    r->tables_on_host = false;
    if (cudaMalloc(&r->device, bytes) != cudaSuccess) {
        cudaGetLastError();
        r->tables_on_host = true;
        if (cudaHostAlloc(&r->device, bytes, cudaHostAllocMapped) != cudaSuccess) {
            cudaGetLastError();
            r->device = NULL;
            return false;
        }
        outbox_note(TRACE_LIMIT, TRACE_NOTE, launch,
                    "The program has left no memory of the device for the log's tables: they have "
                    "%zu KB of the host's, and a warp's log can be %zu KB at most.",
                    bytes >> 10,
                    ((size_t)r->control.chunks_of_warp << r->control.chunk_shift) >> 10);
    }
    r->device_bytes = bytes;
    return true;
}

enum { PARTS = 9 };

static size_t rounded(size_t bytes)
{
    return (bytes + 255) & ~(size_t)255;
}

static size_t device_parts(const struct recording *r, size_t parts[PARTS])
{
    const struct probe_control *c = &r->control;
    const size_t warps = (size_t)r->blocks * c->warps;
    const size_t all[PARTS] = {warps * c->chunks_of_warp * sizeof *c->table,
                               warps * sizeof *c->positions,
                               r->blocks * sizeof *c->blocks,
                               (size_t)r->blocks * c->phases_of_block * sizeof *c->phases,
                               sizeof *c->next_chunk,
                               sizeof *c->next_unit,
                               (size_t)c->sites * PROBE_COPIES * sizeof *c->dropped,
                               sizeof *c->lost_snapshots,
                               ((size_t)c->symbols + 1) * sizeof *c->symbol_addresses};
    size_t bytes = 0;
    memcpy(parts, all, sizeof all);
    for (int i = 0; i < PARTS; i++)
        bytes += rounded(parts[i]);
    return bytes;
}

/* How many chunks a warp's log can have: its row of the table. */
static void limit_chunks(struct recording *r, size_t table_bytes)
{
    struct probe_control *c = &r->control;
    const size_t warps = (size_t)r->blocks * c->warps;
    const size_t entries = table_bytes / sizeof *c->table / warps;
    c->chunks_of_warp = entries > c->chunks ? c->chunks : entries < 4 ? 4 : (uint32_t)entries;
}

/* One allocation, cut into what the probe needs for this launch. */
static bool take_device_memory(struct recording *r, uint32_t launch)
{
    struct probe_control *c = &r->control;
    void **const pointers[PARTS] = {
        (void **)&c->table,   (void **)&c->positions,      (void **)&c->blocks,
        (void **)&c->phases,  (void **)&c->next_chunk,     (void **)&c->next_unit,
        (void **)&c->dropped, (void **)&c->lost_snapshots, (void **)&c->symbol_addresses};
    size_t parts[PARTS], left = 0, all = 0, at = 0;
    const size_t phases = PHASE_TABLE_BYTES / sizeof *c->phases / r->blocks;
    c->phases_of_block = phases > PROBE_PHASES ? PROBE_PHASES : (uint32_t)phases;
    limit_chunks(r, CHUNK_TABLE_BYTES);
    size_t bytes = device_parts(r, parts);
    if (bytes > r->device_bytes && cudaMemGetInfo(&left, &all) == cudaSuccess && left < bytes) {
        limit_chunks(r, LITTLE_TABLE_BYTES);
        bytes = device_parts(r, parts);
    }
    if (!take_tables(r, bytes, launch)) return false;
    for (int i = 0; i < PARTS; i++) {
        *pointers[i] = (char *)r->device + at;
        at += rounded(parts[i]);
    }
    return cudaMemset(r->device, 0, bytes) == cudaSuccess;
}

static void place_host_memory(struct recording *r)
{
    struct probe_control *c = &r->control;
    char *base = r->host; /* the same address on both sides: unified addressing */
    c->owners = (struct probe_owner *)base;
    c->symbol_mirror = (uint32_t *)(base + MIRROR_OFFSET);
    if (c->symbols >= (OWNER_BYTES - MIRROR_OFFSET) / sizeof *c->symbol_mirror)
        c->symbols = (OWNER_BYTES - MIRROR_OFFSET) / sizeof *c->symbol_mirror - 1;
    memset(c->symbol_mirror, 0, (c->symbols + 1) * sizeof *c->symbol_mirror);
    c->snapshot_table = (uint32_t *)(base + OWNER_BYTES);
    c->log = (uint8_t *)(base + OWNER_BYTES + SNAPSHOT_TABLE_BYTES);
    c->snapshots = c->log + r->log_bytes;
    /* Each warp has a chunk of its own: enough of them for all, and some more. */
    const size_t warps = (size_t)r->blocks * c->warps;
    c->chunk_shift = CHUNK_SHIFT;
    while (c->chunk_shift > LEAST_SHIFT && r->log_bytes >> c->chunk_shift < 2 * warps)
        c->chunk_shift--;
    c->chunks = (uint32_t)(r->log_bytes >> c->chunk_shift);
    if (c->chunks > MIRROR_OFFSET / sizeof *c->owners)
        c->chunks = MIRROR_OFFSET / sizeof *c->owners;
    c->value_blocks =
        inside_spool->value_blocks < r->blocks ? inside_spool->value_blocks : r->blocks;
    if (c->value_blocks) /* a third of the log: long loops are recorded all the same */
        c->value_limit = inside_spool->value_times
                             ? r->log_bytes / 3 / ((size_t)c->value_blocks * c->warps)
                             : UINT64_MAX;
    c->snapshot_units = (uint32_t)(r->snapshot_bytes / 64);
    const size_t rounds = SNAPSHOT_TABLE_BYTES / sizeof *c->snapshot_table / r->blocks;
    c->max_rounds = rounds > 65536 ? 65536 : (uint32_t)rounds;
}

static uint32_t snapshot_units(const struct recording *r)
{
    return (((r->control.shared_bytes + 3) & ~3u) + 63) / 64;
}

/* The first snapshot's place of each block is known beforehand. */
static bool place_blocks(struct recording *r)
{
    struct probe_control *c = &r->control;
    struct probe_block *blocks = calloc(r->blocks, sizeof *blocks);
    const uint32_t units = snapshot_units(r);
    uint64_t next = 0;
    if (!blocks) return false;
    for (uint32_t i = 0; i < r->blocks; i++, next += units)
        blocks[i].snapshot = next + units <= c->snapshot_units ? (uint32_t)next + 1 : 0;
    const uint32_t used = next > c->snapshot_units ? c->snapshot_units : (uint32_t)next;
    const bool good =
        cudaMemcpy(c->blocks, blocks, r->blocks * sizeof *blocks, cudaMemcpyHostToDevice) ==
            cudaSuccess &&
        cudaMemcpy(c->next_unit, &used, sizeof used, cudaMemcpyHostToDevice) == cudaSuccess;
    free(blocks);
    return good;
}

bool recording_begin(struct recording *r, uint32_t launch, const unsigned grid[3],
                     const unsigned block[3], uint32_t static_bytes, uint32_t dynamic_bytes)
{
    struct probe_control *c = &r->control;
    const uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    const uint32_t last = inside_spool->last_block;
    memset(c, 0, sizeof *c);
    c->first_block = inside_spool->first_block;
    c->last_block = blocks - 1 < last ? (uint32_t)(blocks - 1) : last;
    c->threads = block[0] * block[1] * block[2];
    if (blocks == 0 || c->threads == 0) return false; /* the run-time will refuse it */
    c->warps = (c->threads + 31) / 32;
    c->sites = syncstep_site_count;
    c->symbols = syncstep_symbol_count;
    c->enabled = 1;
    r->static_bytes = static_bytes;
    r->dynamic_bytes = dynamic_bytes;
    c->shared_bytes = dynamic_bytes ? ((static_bytes + 15) & ~15u) + dynamic_bytes : static_bytes;
    r->blocks = c->first_block <= c->last_block ? c->last_block - c->first_block + 1 : 0;
    r->grid_blocks = blocks > UINT32_MAX ? UINT32_MAX : (uint32_t)blocks;
    if (r->blocks == 0) { /* still counted */
        r->blocks = 1;
        c->first_block = UINT32_MAX;
        c->last_block = 0;
    }
    if (r->blocks > (1u << 21) / c->warps) {
        r->blocks = (1u << 21) / c->warps;
        c->last_block = c->first_block + r->blocks - 1;
    }
    if (!r->host && !take_host_memory(r, launch)) return false;
    place_host_memory(r);
    if (!take_device_memory(r, launch) || !place_blocks(r)) return false;
    marks_begin(r);
    return true;
}
