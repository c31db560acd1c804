/* count.h - blocks that are not recorded: their accesses are checked and counted, not logged.
 *
 * What is promised of such a block is that its results are right, that every access is counted for
 * its line, and that what lies outside of every allocation, is misaligned or was never written is
 * found. None of that needs the lanes' logs or their merge into requests; only the model's clock
 * does (model.h says what it takes instead).
 *
 * Each place that accesses memory has a row: how often it has, and the stretch of memory it found
 * itself in the last time, within which there is nothing to look up. */
#ifndef SYNCSTEP_EMULATOR_COUNT_H
#define SYNCSTEP_EMULATOR_COUNT_H

#include "core.h"

namespace ss {

enum { COUNT_ROWS = 16384 }; /* by the low bits of the code address: no two within 16 KiB collide */

struct alignas(64) count_row {
    uint64_t key;  /* count_key(); 0: free */
    uint64_t low;  /* of the stretch */
    uint64_t room; /* an access may begin at low + 0 to room times its width */
    uint64_t count;
    const uint64_t *written; /* unset.h's bits, where they have to be looked at; else NULL */
    uint64_t before;         /* counted in other stretches */
    bool quiet;              /* the stretch is the lanes' own stacks, where nothing counts */
};

/* A place that the compiler instruments has one kind of access, others may have several. */
static inline uint64_t count_key(uint64_t pc, uint32_t kind, bool direct)
{
    return direct ? pc : pc | (uint64_t)(kind + 1) << 56;
}

/* Of an access at `address`: what must not exceed room. Not aligned: it does. */
static inline uint64_t count_place(const struct count_row *row, uint64_t address, uint32_t log2)
{
    uint64_t offset = address - row->low;

    return log2 ? offset >> log2 | offset << (64 - log2) : offset;
}

static inline struct count_row *count_row_at(struct count_row *rows, uint64_t pc)
{
    return (struct count_row *)((char *)rows +
                                (pc * sizeof *rows & (COUNT_ROWS - 1) * sizeof *rows));
}

/* May the blocks of this launch be counted, if they are not recorded? Finds out what an earlier
 * launch has told of the kernel. */
void count_launch_begin(struct launch_state *launch);
/* Block 0 has been merged to its end: that is what the others are measured by. */
void count_reference(struct engine *engine);
/* Is the block to be counted? May wait for block 0 to end. */
bool count_block_begin(struct engine *engine);
void count_block_end(struct engine *engine); /* engine->accesses, engine->clock */
/* The allocations may be others: ranges are found out again. */
void count_forget(struct engine *engine);
/* Adds the rows to the counts of what was not kept, and clears them. */
void count_flush(struct engine *engine);

/* On a lane: what the rows do not answer. */
void count_slow(uint64_t address, uint32_t kind, uint64_t pc, bool direct);
void count_turn(uint64_t pc);  /* lets others run */
void count_enter(uint64_t pc); /* the first function that a thread enters is the kernel */
/* The address is one of those that count_slow saw last: it has said what there was to say. */
bool count_told(const struct engine *engine, uint64_t address, bool exact);

} // namespace ss

#endif
