/* tree_2d.h - inside the tree view's two-dimensional form only: what the selected thread does. */
#ifndef SYNCSTEP_VIEW_TREE_2D_H
#define SYNCSTEP_VIEW_TREE_2D_H

#include "view/tree.h"

struct plane_access {
    uint32_t request; /* index into launch.requests */
    uint32_t array, slot;
    uint32_t site;
    enum trace_kind kind;
};

/* Of a slot: touched by the thread now, in this round, by its warp now. */
enum plane_touch { TOUCH_NOW = 1, TOUCH_ROUND = 2, TOUCH_WARP = 4 };

/* What the selected thread does in the round. */
struct plane_accesses {
    struct plane_access *list;
    uint32_t count, now; /* now: the one the cursor is at */
    uint32_t turn[2];    /* first and last of those that belong to the same time at its line */
};

struct plane_accesses plane_accesses(const struct tree *tree);
void plane_accesses_free(struct plane_accesses *all);
/* By round-wide slot number a set of enum plane_touch; free() it. */
uint8_t *plane_touched(const struct tree *tree, const struct plane_accesses *all);
uint32_t plane_access_line(const struct tree *tree, const struct plane_access *access);

#endif
