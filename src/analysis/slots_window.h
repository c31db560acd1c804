/* slots_window.h - within slots*.c: the shared memory of a block as its requests go by. */
#ifndef SYNCSTEP_ANALYSIS_SLOTS_WINDOW_H
#define SYNCSTEP_ANALYSIS_SLOTS_WINDOW_H

#include "analysis/slots.h"

#include <stddef.h>

enum { SLOT_ROW = 4 * TRACE_LANES }; /* bytes: a word for each lane of a warp */

/* Written never, before, in this round, in this round by atomic updates alone. */
enum byte_state { BYTE_UNSET, BYTE_OLD, BYTE_NEW, BYTE_UPDATED };

enum byte_kept { KEPT_UNREAD = 1, KEPT_READ = 2 }; /* its last value, at the ends of blocks */

struct candidate { /* a read of unset bytes */
    uint32_t request;
    uint16_t thread;
    bool updates; /* an atomic's */
    uint64_t start, end;
};

struct slot_tally {      /* of a fault */
    uint32_t last_block; /* position of the block that counted last, plus 1 */
    int64_t *seen;       /* distinct slots, ascending */
    size_t count, capacity;
};

struct slot_window {
    const struct trace *trace;
    const struct trace_launch *launch;
    const struct trace_launch *other; /* the same one in a run with another filling, or NULL */
    uint64_t bytes;
    uint8_t *state;   /* by byte */
    uint16_t *writer; /* by byte: in this round */
    uint32_t *unread; /* by byte: request of the last write that nobody has read, plus 1 */
    uint64_t *fresh;  /* bytes first written in this round */
    size_t fresh_count, fresh_capacity;
    struct candidate *candidates;
    size_t candidate_count, candidate_capacity;
    uint16_t row[SLOT_ROW]; /* who writes each byte of a row of warp row_warp */
    uint32_t row_warp;
    bool row_known;
    uint32_t block, round;
    bool flow_done; /* the question of lost values has been answered */
    uint8_t *kept;  /* by byte: enum byte_kept, over all blocks so far */
    struct slot_faults *out;
    uint32_t capacity;
    struct slot_tally *tallies; /* by fault */
    uint32_t tally_capacity;
};

/* Counts a fault, together with those of its kind, object and line. */
void slot_window_add(struct slot_window *w, const struct slot_fault *fault);
/* The same for `bytes` of an access to shared memory, from `byte` on; outside of every array it is
 * none. */
void slot_window_shared(struct slot_window *w, enum trace_fault fault, uint32_t request,
                        uint32_t thread, uint32_t round, uint64_t byte, uint64_t bytes);
/* The array that a byte of shared memory belongs to, or TRACE_NONE. */
uint32_t slot_window_array(const struct trace_launch *launch, uint64_t byte);
/* slots_members.c. A byte of a struct that belongs to no member: copying the struct reads it,
 * nobody writes it. */
bool slot_window_padding(const struct slot_window *w, uint64_t byte);
/* An unset byte whose slot has been written by something that no request tells of, or that is part
 * of a union of which another part has been written. */
bool slot_window_excused(const struct slot_window *w, uint64_t byte);
/* At a round's end: slots that something wrote which no request tells of are no longer unset. */
void slot_window_unseen(struct slot_window *w);
/* Lanes of a request that leave their array or allocation (slots_bounds.c). */
void slot_window_bounds(struct slot_window *w, uint32_t index, const int64_t offsets[TRACE_LANES]);
/* At a block's end: what was written in vain (slots_unread.c). */
void slot_window_unread(struct slot_window *w);
/* Behind the last block: slots that are filled and that no thread reads in any (slots_fill.c). */
void slot_window_filled(struct slot_window *w);

#endif
