/* tree_1d.h - inside the tree view only: the rows of the form that is columns of slots. */
#ifndef SYNCSTEP_VIEW_TREE_1D_H
#define SYNCSTEP_VIEW_TREE_1D_H

#include "view/tree.h"

enum {
    TREE_LABEL_WIDE = 8, /* columns for the words at the left */
    TREE_LABEL_NARROW = 7,
    TREE_WIDEST = 26 /* of a column */
};

struct tree_layout {
    struct tree_frame frame;
    int x, columns;                                                  /* of the picture */
    int slot, before, arrows, arrow_rows, now, holds, caption, grid; /* rows, -1 = absent */
    int grid_rows;
};

/* ---- Rows (tree_1d_rows.c); each expects that its row is there ---- */

void tree_draw_header(const struct tree *tree, const struct tree_layout *layout,
                      const struct tree_columns *columns);
void tree_draw_before(const struct tree *tree, const struct tree_layout *layout,
                      const struct tree_columns *columns, const struct tree_arrows *arrows);
/* Slots that are read and flow into no other: a mark instead of an arrow, and who reads. */
void tree_draw_reads(const struct tree *tree, const struct tree_layout *layout,
                     const struct tree_columns *columns, const struct tree_arrows *arrows);
void tree_draw_now(const struct tree *tree, int y, const struct tree_layout *layout,
                   const struct tree_columns *columns);
/* Below the values: what they hold, or the values themselves when the cells say something else. */
void tree_draw_holds(const struct tree *tree, const struct tree_layout *layout,
                     const struct tree_columns *columns);
void tree_draw_caption(const struct tree *tree, const struct tree_layout *layout,
                       const struct tree_columns *columns);
/* Round 0: only a hint stands where the next round will be; nothing of it is known yet. */
void tree_draw_first(const struct tree *tree, const struct tree_layout *layout,
                     const struct tree_columns *columns);

/* What is left below the grid (tree_spare.c): the arrows in figures, other arrays, all slots. */
void tree_draw_spare(const struct tree *tree, const struct tree_arrows *arrows,
                     const struct tree_columns *columns, struct tree_frame frame, int y);

#endif
