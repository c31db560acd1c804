/* slots.h - shared slots that nobody wrote, that nobody reads, and addresses outside the arrays.
 *
 * Unset read: a byte of shared memory is read that no thread has written in an earlier round, nor
 * any thread before in this one. Where another thread writes it in the same round it is a race
 * instead (race.h) and left out here; where all that others do is to update it by atomics, one of
 * these updates is the first and reads an unset value. Of structs each member is asked for; padding
 * is not, nor are the other members of a union.
 *
 * Unread: the last value of a slot is never read, and something that went into it reaches no other
 * value that is used. What a thread reads flows into all that it stores in shared memory later on;
 * it is used when the thread does not store after it in that round, and all it knows is used when
 * it writes global memory or shuffles. Zeros do not count. So the idle lanes' last sums of an
 * unrolled warp are no finding, but the slots that a tree over a block of 192 threads forgets are.
 * Of an array that no thread reads every slot counts.
 * Looked at in the first recorded block that has any, for windows of up to 16 KB. Where none has,
 * slots count that are filled and that no thread reads in any of the recorded blocks, if they stand
 * out from their neighbours (`filled`; slots_fill.c says how).
 *
 * Outside: an access to an address in no array (shared) or allocation (global), or a row of
 * neighbouring lanes that runs over the end of an array into the next one. */
#ifndef SYNCSTEP_ANALYSIS_SLOTS_H
#define SYNCSTEP_ANALYSIS_SLOTS_H

#include "analysis/analysis.h"

enum { SLOTS_COUNTED = 4096, SLOTS_SOME = 5 };

struct slot_fault {         /* grouped by kind, object and line */
    enum trace_fault fault; /* UNINITIALISED_READ, UNREAD_SLOT, OUT_OF_BOUNDS */
    enum trace_space space;
    uint32_t object;
    uint32_t site;
    /* the first instance */
    uint32_t block, round, thread, request; /* block: position in launch.blocks */
    int64_t slot;
    uint32_t byte, bytes; /* of its element: where the bytes begin, and how many. 0: all of it */
    bool is_write;
    bool
        filled; /* UNREAD_SLOT: no thread reads it in any recorded block; others of the array are */
    /* all of them */
    int64_t low, high;
    uint64_t slots;           /* distinct, as far as they were counted: SLOTS_COUNTED at most */
    int64_t some[SLOTS_SOME]; /* the lowest of them, ascending; min(slots, SLOTS_SOME) */
    uint64_t count;           /* accesses; for unread slots: slots */
    uint32_t blocks;
};

struct slot_faults {
    struct slot_fault *faults; /* in the order met; free() */
    uint32_t count;
};

/* `other`, or NULL: the same program run again with another filling of unset memory. A byte that no
 * request has written and that holds the same in both has been written all the same (a struct that
 * a function returns right into its slot): what is unset holds the two fillings. */
void slots_examine(const struct trace *trace, const struct trace *other, uint32_t launch,
                   struct slot_faults *faults);
/* No block reads anything of the shared array, and all of them are recorded to their end. False for
 * structs on the emulator: it cannot know. */
bool slots_never_read(const struct trace *trace, const struct trace_launch *launch, uint32_t array);

#endif
