/* target.h - what a click on a cell means. Views and the frame put targets on the canvas where they
 * draw what can be selected; the canvas keeps them as numbers (canvas.h). */
#ifndef SYNCSTEP_STATE_TARGET_H
#define SYNCSTEP_STATE_TARGET_H

#include "state/state.h"

enum target_kind {
    TARGET_NONE,
    /* selections of a pane: target_select */
    TARGET_SLOT,   /* number: slot; of: position among the launch's shared arrays */
    TARGET_THREAD, /* linear number in the block */
    TARGET_LINE,   /* number: of the source `of`, from 1 */
    TARGET_BLOCK,  /* position among the launch's recorded blocks */
    TARGET_ROW,    /* of a list that selects rows */
    TARGET_VALUE,  /* of those that the CPU reads behind the last round */
    /* all else: app/action.h, state_select */
    TARGET_ROUND,
    TARGET_BEYOND,  /* the CPU's step behind the last round */
    TARGET_VIEW,    /* index into view_table */
    TARGET_KEY,     /* as if it had been pressed */
    TARGET_FINDING, /* position in the list of findings */
    TARGET_KIND_COUNT
};

struct target {
    enum target_kind kind;
    uint32_t of; /* less than 2^16 */
    uint32_t number;
    uint32_t below; /* of a line or row: how many stand above it, at most 255 */
};

uint64_t target_pack(enum target_kind kind, uint32_t of, uint32_t number); /* never 0 */
/* A line or row of a list that scrolls and whose first one shown is `first`. */
uint64_t target_pack_row(enum target_kind kind, uint32_t of, uint32_t number, uint32_t first);
struct target target_unpack(uint64_t packed); /* of 0: TARGET_NONE */

/* Selects in the pane what the target names, and what goes with it: the thread of a slot, the slot
 * of a thread. False: the target is no selection of a pane. */
bool target_select(struct pane *pane, struct target target);

#endif
