/* inside.h - what the parts of the interposer share. It is compiled when a program is built, linked
 * into that program, and stands between it and the CUDA run-time (ld --wrap; wraps.flags). It
 * registers nothing of its own with CUDA but the probe's one variable. */
#ifndef SYNCSTEP_GPU_INSIDE_H
#define SYNCSTEP_GPU_INSIDE_H

#include "gpu/probe.h"
#include "gpu/target/tables.h"
#include "run/spool.h"
#include "syncstep/trace.h"

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions that are wrapped, as this code itself calls them: past the interposer. */
cudaError_t __real_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __real_cudaFree(void *pointer);
cudaError_t __real_cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t __real_cudaFreeHost(void *pointer);
cudaError_t __real_cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
cudaError_t __real_cudaGetLastError(void);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __real_cudaStreamSynchronize(cudaStream_t stream);
cudaError_t __real_cudaDeviceSynchronize(void);
#define cudaMalloc __real_cudaMalloc
#define cudaFree __real_cudaFree
#define cudaHostAlloc __real_cudaHostAlloc
#define cudaFreeHost __real_cudaFreeHost
#define cudaHostRegister __real_cudaHostRegister
#define cudaGetLastError __real_cudaGetLastError
#define cudaMemcpy __real_cudaMemcpy
#define cudaStreamSynchronize __real_cudaStreamSynchronize
#define cudaDeviceSynchronize __real_cudaDeviceSynchronize

/* ---- Modes of spool_header.mode ---- */

enum { MODE_PROBED, MODE_TIMED, MODE_PLAIN };

/* ---- outbox.c: records into the spool ---- */

extern struct spool_header *inside_spool; /* never NULL; capacity 0 when nobody listens */

/* Host code addresses are told from sites of the device by this bit. */
#define INSIDE_HOST_SITE SPOOL_HOST_SITE
uint64_t inside_site(const void *address);

void outbox_open(void);
/* Room for a record of `bytes` (type and size are filled in), or NULL: the spool is full. */
void *outbox_record(uint32_t type, size_t bytes);
/* The same at its largest: only `record.bytes` of it stay once the writer has set it. The next
 * outbox call or commit closes it. */
void *outbox_open_record(uint32_t type, size_t most);
void outbox_commit(void);
void outbox_text(uint32_t type, void *record, size_t fixed, const char *text); /* appended text */
void outbox_note(enum trace_fault fault, enum trace_severity severity, uint32_t launch,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- memory.c: what the program allocated ---- */

struct region {
    uint64_t id, address, bytes;
    enum trace_allocation_kind kind;
    struct region *next;
};

extern struct region *inside_regions;
void memory_add(enum trace_allocation_kind kind, const void *address, size_t bytes,
                const size_t pitch[4], const char *name, const void *site);
void memory_remove(const void *address, const void *site);
void memory_forget(void); /* cudaDeviceReset */
const struct region *memory_find(uint64_t address);
void memory_symbol(const char *host, const char *name, size_t bytes, bool constant);
void memory_symbols_resolve(void);
void memory_unknown(void);   /* memory that kernels can reach and that we cannot copy */
bool memory_is_common(void); /* some of that: the host can write it while a kernel runs */
/* A copy of all device memory; false when there is memory that cannot be saved. */
bool memory_save(void);
void memory_restore(cudaStream_t stream);
void memory_release(void);

/* ---- harvest.c: the device's log into the spool ---- */

struct recording {
    struct probe_control control;
    void *device, *host; /* the allocations behind the pointers of control */
    size_t device_bytes, log_bytes, snapshot_bytes;
    bool tables_on_host;
    void *marks;           /* on the device: regions and maps of what is touched; or NULL */
    uint64_t mark_words;   /* of one map */
    uint32_t blocks;       /* recorded */
    uint32_t rounds_seen;  /* of any block */
    uint32_t static_bytes; /* of shared memory */
    uint32_t dynamic_bytes;
    uint32_t grid_blocks;
};

bool recording_begin(struct recording *recording, uint32_t launch, const unsigned grid[3],
                     const unsigned block[3], uint32_t static_bytes, uint32_t dynamic_bytes);
/* Writes everything that was logged; `alive`: device memory can still be read. Returns accesses. */
uint64_t recording_harvest(struct recording *recording, uint32_t launch, bool alive);

/* ---- marks.c: distinct bytes of a launch of which not all blocks are recorded ---- */

void marks_begin(struct recording *recording);
void marks_end(struct recording *recording, uint32_t launch, bool alive);

/* ---- device.c ---- */

void device_describe(void);
bool device_gate_close(cudaStream_t stream); /* holds the stream until the gate opens */
void device_gate_open(void);

#endif
