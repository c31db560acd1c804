/* collect_impl.h - shared by the files of the collector: collect.c (order of events, launches),
 * collect_memory.c (allocations), collect_shared.c (shared arrays and their snapshots),
 * collect_requests.c (rows), collect_readings.c (what the host read of the results),
 * collect_results.c (checksums of what it got), collect_diagnostics.h (diagnostics),
 * collect_meant.c (what they are about). */
#ifndef SYNCSTEP_RUN_COLLECT_IMPL_H
#define SYNCSTEP_RUN_COLLECT_IMPL_H

#include "run/collect.h"
#include "run/spool_index.h"

/* ---- Memory ------------------------------------------------------------------------------ */

struct memory_block { /* an allocation or a device variable */
    uint64_t id, address, bytes;
    size_t born, died; /* positions in spool_index.host; died SIZE_MAX = never */
    const struct spool_allocation *record; /* or */
    const struct program_symbol *symbol;
    enum trace_allocation_kind kind;
    uint32_t type; /* what the first kernel parameter that points to it points to, or TRACE_NONE */
    const char *parameter; /* its name, or NULL */
    uint32_t index;        /* in the trace; TRACE_NONE until something needs it */
};

struct memory {
    struct memory_block *blocks;
    size_t count, capacity;
    /* Those that live during the launch being collected, by address. */
    struct memory_block **live;
    size_t live_count;
    uint64_t arena; /* below the lowest device allocation; 0 = there are none */
};

struct launch_info {
    const struct spool_launch *record;
    const struct spool_launch_end *end; /* NULL: it never ended */
    size_t begin, finish;               /* positions of both in spool_index.host */
    uint32_t index;                     /* in the trace, or TRACE_NONE */
    const struct program_kernel *kernel;
    uint64_t kept, all; /* accesses in the trace; all that were made, as far as is known */
    bool complete;      /* as in trace_launch */
    uint32_t blocks_kept, blocks_known; /* in the trace; with anything recorded */
    uint32_t next; /* index of the next recorded launch: for diagnostics_next_launch */
};

/* ---- Shared memory of the launch being collected ------------------------------------------- */

struct shared_array {
    const struct program_array *array;
    uint32_t index;         /* in the launch's arrays */
    uint32_t region, bytes; /* region: with SPOOL_DYNAMIC for dynamic memory */
    uint32_t element;       /* bytes */
    uint8_t *written;       /* by byte, of the block being collected */
    uint32_t unwritten;     /* bytes that are not */
    uint8_t *data, *slots;  /* [block][round][bytes], [block][round][count] */
};

struct shared_region { /* the bytes of the block being collected */
    uint8_t *bytes;
    size_t size;
};

struct shared {
    struct shared_array *arrays; /* by region */
    uint32_t count;
    struct shared_region fixed, dynamic;
    uint32_t rounds; /* rows per block of data and slots */
    bool kept;       /* snapshots fit in memory */
};

/* ---- The collector ----------------------------------------------------------------------- */

struct row { /* a request, and the one whose values it has: itself, another, or NULL */
    const struct spool_request *head, *values;
};

/* Call-outs of which it is known whether they tell of one access (collect_twice.c). */
enum { TWICE_KNOWN = 64 };
struct twice {
    uint64_t first, second;
    bool same;
};

struct collect {
    const struct collect_request *ask;
    struct trace_builder *builder;
    struct site_resolver *resolver;
    uint64_t image_base;
    uint8_t fill; /* what unset memory holds */
    struct spool_index index;
    struct memory memory;
    struct launch_info *launches;
    size_t launch_count, launch_capacity;
    uint64_t snapshot_bytes; /* left */
    struct shared shared;
    struct launch_info *launch; /* being collected */
    uint64_t accesses;          /* of the launch that were put in the trace */
    struct row *rows;           /* of the round being collected */
    size_t row_capacity;
    struct twice twice[TWICE_KNOWN];
    uint64_t hidden; /* that are the compiler's own */
    /* Accesses outside every shared array or to the host's variables, one per site and launch. */
    struct trace_diagnostic *outside;
    size_t outside_count, outside_capacity;
};

/* A request of the spool, unpacked and checked. */
struct spooled {
    const struct spool_request *head;
    uint32_t lanes; /* popcount(mask) */
    bool affine;
    uint64_t address[TRACE_LANES]; /* in lane order; only when not affine */
    const uint8_t *values;         /* lanes * width bytes, or NULL */
};
/* Takes the next request from [*at, end); false at the end or where it makes no sense. */
bool spooled_next(const uint8_t **at, const uint8_t *end, struct spooled *request);
void spooled_addresses(struct spooled *request); /* fills in `address` of an affine one */

/* Blocks above one that failed while they ran beside it. */
bool collect_left_out(const struct launch_info *launch, uint32_t block);
/* Rounds of this launch beyond the most that are recorded are missing. */
bool collect_rounds_over(const struct collect *c, uint32_t ordinal);
struct launch_info *collect_launch_of(struct collect *c, uint32_t ordinal); /* NULL: none */
/* The source line of a diagnostic, without its end; "" and 0 where it has none. */
const char *collect_line(struct collect *c, const struct trace_diagnostic *d, size_t *length);
/* Says of a diagnostic where in the program it is, by a site of the spool. */
void collect_place(struct collect *c, uint64_t site, struct trace_diagnostic *d);

/* collect_memory.c */
void memory_read(struct collect *c);
void memory_begin(struct collect *c, const struct launch_info *launch); /* `live` */
/* The block that holds an address during the launch; freed ones too if no live one does. */
struct memory_block *memory_find(struct collect *c, uint64_t address);
struct memory_block *memory_near(struct collect *c, uint64_t address); /* or the one next to it */
struct memory_block *memory_of_id(struct collect *c, uint64_t id);
uint32_t memory_index(struct collect *c, struct memory_block *block);
void memory_fini(struct memory *memory);

/* collect_shared.c */
void shared_begin(struct collect *c, size_t first, size_t last); /* entries of requests */
void shared_space(struct collect *c, uint32_t *blocks, uint32_t rounds);
void shared_rounds(struct collect *c, uint32_t rounds); /* of those that are kept, at most */
void shared_block(struct collect *c);
void shared_snapshot(struct collect *c, const struct spool_snapshot *snapshot);
void shared_round_end(struct collect *c, uint32_t block, uint32_t round);
void shared_end(struct collect *c, uint32_t blocks);
struct shared_array *shared_find(struct collect *c, uint64_t region); /* NULL: in none */
struct shared_array *shared_near(struct collect *c, uint64_t region); /* NULL: there are none */
void shared_written(struct shared_array *array, int64_t offset, uint32_t width);

/* collect_rows.c: puts the requests of a round into c->rows, in order; returns how many. */
size_t rows_gather(struct collect *c, const struct spool_entry *entries, size_t count);
/* Leaves out what GCC's checks read a second time; returns how many are left. */
size_t rows_once(struct collect *c, size_t count);
bool row_unpack(const struct spool_request *head, struct spooled *r);

/* collect_requests.c: the requests of a round, warp by warp. */
void requests_round(struct collect *c, const struct spool_entry *entries, size_t count);

/* collect_meant.c */
enum meant_pointer { MEANT_FINE, MEANT_NULL, MEANT_ELSEWHERE }; /* what a parameter points to */

struct meant { /* the array or allocation that a finding is about */
    const char *name;
    uint64_t count;     /* elements; 0 unknown */
    uint32_t element;   /* bytes; 0 unknown */
    uint32_t type;      /* of an element of device memory, or TRACE_NONE */
    int64_t offset;     /* bytes from its base */
    bool row;           /* count is that of one dimension of several: */
    uint32_t dimension; /* which, from 1; 0 unknown */
    const char *shape;  /* with dimension: the array as declared, "s[8][16]" */
    enum meant_pointer pointer;
};
void meant_shared(struct collect *c, const struct spool_diagnostic *d, struct meant *meant);
void meant_memory(struct collect *c, const struct spool_diagnostic *d, struct meant *meant);
void meant_far(struct collect *c, const struct spool_diagnostic *d,
               const struct trace_diagnostic *t, struct meant *meant);
void meant_by_line(struct collect *c, const struct trace_diagnostic *d, const char *text,
                   struct meant *meant);

/* collect_readings.c: what the host read of what the launch being collected left. */
void readings_collect(struct collect *c);

/* collect_results.c */
void results_collect(struct collect *c);

/* collect_diagnostics.c */
void diagnostics_read(struct collect *c);

/* collect_host.c: what the host did between launches. */
void host_collect(struct collect *c);

/* collect_limits.c: what was not recorded. Behind all launches. */
void limits_read(struct collect *c);
/* A lane outside every array and allocation; reported if it is a variable of the host's. */
void diagnostic_wild(struct collect *c, const struct spool_request *head, uint32_t lane,
                     uint32_t block, uint32_t round);
void diagnostic_host(struct collect *c, const struct spool_request *head, uint32_t lane,
                     uint64_t address, uint32_t block, uint32_t round);
void diagnostic_outside(struct collect *c, const struct spool_request *head, uint32_t site,
                        uint32_t lane, const struct shared_array *array, int64_t offset,
                        uint32_t block, uint32_t round);
const char *cuda_error_name(int error); /* "cudaErrorInvalidValue"; "" for 0 */

#endif
