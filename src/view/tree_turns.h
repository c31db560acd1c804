/* tree_turns.h - inside the tree view only: turns of one round and the races among them. */
#ifndef SYNCSTEP_VIEW_TREE_TURNS_H
#define SYNCSTEP_VIEW_TREE_TURNS_H

#include "view/tree.h"

enum { TURNS_STEPS = 32 };

struct tree_turns {
    struct tree *tree;
    struct tree_links steps[TURNS_STEPS];
    struct tree_arrows arrows[TURNS_STEPS];
    struct tree_columns columns;
    struct tree_frame frame;
    uint32_t first; /* step of the round */
    int count;      /* steps that are shown */
    int text;       /* x of the words beside the arrows, or -1 */
    bool raced;
    bool dense; /* columns stand closer, so that more steps can be followed */
};

/* What the slot gets in either order of the first raced arrow shown; returns the row behind it. */
int tree_draw_outcome(const struct tree_turns *turns, int y);

/* What `slot` would hold at the round's end if its threads ran one after another, first to last or
 * last to first: the arrows carried out again. False where that cannot be known: not all are proved
 * sums, or carrying them out in the recorded order does not give what was recorded. */
bool tree_other_order(const struct tree *tree, uint32_t slot, bool reverse, char *out, size_t size);

#endif
