/* request.h - what one warp request costs.
 *
 * Global memory (design.md section 6; exact against Nsight Compute's counters, hardware.md):
 * a request costs one sector for every distinct address / 32 over its active lanes; four
 * consecutive sectors are a 128-byte line. Addresses are the allocation's own, so alignment counts.
 * Bytes used are the distinct bytes asked for; efficiency = bytes used / (32 x sectors).
 *
 * Shared memory: bank = (address / 4) mod 32. Lanes are served in groups: all 32 together for
 * accesses of up to 4 bytes, 16 neighbours for 8 bytes, 8 neighbours for 16 bytes; loads of 8 and
 * 16 bytes in groups of twice that size when every active lane t wants the same address as lane
 * t ^ 1, or every one the same as t ^ 2, where that lane is active. Within a group lanes that want
 * the same word share it; the group takes as many passes as the bank with the most distinct words.
 * Measured on an H200: exact for 950 of 950 requests of 1 to 16 bytes (tests/gpu/bank_rules.py).
 * Atomics on one word are served one after another.
 *
 * `least` is what the same words would cost if they lay in different banks.
 *
 * A trace has a row for each array or allocation that an instruction's lanes touch; to the hardware
 * the rows of one space are one request. Its cost is the first one's, which "leads"; those that go
 * on with it (TRACE_CONTINUED) cost nothing more. */
#ifndef SYNCSTEP_ANALYSIS_REQUEST_H
#define SYNCSTEP_ANALYSIS_REQUEST_H

#include "syncstep/trace.h"

enum { REQUEST_SECTOR = 32, REQUEST_LINE = 128, REQUEST_BANKS = 32, REQUEST_WORD = 4 };

struct request_cost {
    uint32_t requests;       /* 1; 0 where it goes on with one before, in another space */
    uint32_t lanes;          /* active */
    uint32_t asked;          /* bytes, every lane's counted: lanes * width */
    uint32_t distinct;       /* bytes, each address counted once */
    uint32_t sectors, lines; /* global and constant space, else 0 */
    uint32_t passes, least;  /* shared space, else 0 */
};

/* How a shared request is served, lane by lane; entries of idle lanes are undefined. */
struct request_banks {
    uint64_t address[TRACE_LANES]; /* bytes from the start of the block's shared memory */
    uint8_t bank[TRACE_LANES];     /* of the lane's first word */
    uint8_t pass[TRACE_LANES];     /* from 0 */
    uint8_t words[TRACE_LANES];    /* banks the lane occupies from `bank` on: 1, 2, 4 */
    uint32_t passes, least;
    uint32_t group;  /* lanes served together: 32, 16, 8 */
    uint32_t merged; /* lanes that share their word with a lower lane, which is served with them */
};

/* Remembers the last costs: a loop repeats the same pattern, and only a few bits of the address
 * matter. Zero-initialise. Belongs to one thread. */
enum { REQUEST_MEMO = 64 };
struct request_memo {
    struct request_memo_entry {
        uint64_t key, mask_stride;
        struct request_cost cost;
    } entries[REQUEST_MEMO];
};

/* The lanes of all rows of a request. */
struct request_lanes {
    uint32_t mask, rows;
    const struct trace_request *row[TRACE_LANES]; /* of active lanes */
    uint64_t address[TRACE_LANES];                /* as request_addresses gives them */
};

/* `request` is a row in launch.requests. Does it go on with the row before it? */
bool request_is_part(const struct trace_launch *launch, const struct trace_request *request);
/* The row that has the cost of this one, itself where it leads. */
const struct trace_request *request_lead(const struct trace_launch *launch,
                                         const struct trace_request *request);
/* `trace` may be NULL for shared memory. */
void request_join(const struct trace *trace, const struct trace_launch *launch,
                  const struct trace_request *lead, struct request_lanes *lanes);

/* The cost of a load, store or atomic, of all its rows where this one leads; zero for anything
 * else. `memo` may be NULL. */
void request_cost(const struct trace *trace, const struct trace_launch *launch,
                  const struct trace_request *request, struct request_memo *memo,
                  struct request_cost *cost);
void request_banks(const struct trace_launch *launch, const struct trace_request *request,
                   struct request_banks *banks);

/* The rules themselves, on plain addresses of the active lanes. */
uint32_t request_sectors(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width,
                         uint32_t unit); /* distinct address / unit: 32 sectors, 128 lines */
uint32_t request_distinct(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width);
void request_serve(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width,
                   enum trace_kind kind, struct request_banks *banks);

/* Addresses by lane: global from the allocation's address, shared from the block's window. */
void request_addresses(const struct trace *trace, const struct trace_launch *launch,
                       const struct trace_request *request, uint64_t address[TRACE_LANES]);

static inline bool request_is_access(const struct trace_request *request)
{
    return request->kind <= TRACE_ATOMIC;
}

/* What the machine makes of it: the store of a cuda::atomic, which the race analysis takes for an
 * atomic, is a store. */
static inline enum trace_kind request_machine_kind(const struct trace_request *request)
{
    bool mere = request->kind == TRACE_ATOMIC && request->flags & TRACE_OVERWRITES;
    return mere ? TRACE_STORE : (enum trace_kind)request->kind;
}

/* One request each, however many rows it has. */
static inline bool request_leads(const struct trace_launch *launch,
                                 const struct trace_request *request)
{
    return request_is_access(request) && request_lead(launch, request) == request;
}

/* Sectors that the bytes it asks for would fill side by side: fewer no request can move. */
static inline uint32_t request_least_sectors(const struct request_cost *cost)
{
    return (cost->distinct + REQUEST_SECTOR - 1) / REQUEST_SECTOR;
}

static inline double request_efficiency(const struct request_cost *cost)
{
    return cost->sectors ? (double)cost->distinct / ((double)REQUEST_SECTOR * cost->sectors) : 0;
}

#endif
