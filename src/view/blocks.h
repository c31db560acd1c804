/* blocks.h - inside the view of blocks only. */
#ifndef SYNCSTEP_VIEW_BLOCKS_H
#define SYNCSTEP_VIEW_BLOCKS_H

#include "analysis/blocks.h"
#include "view/view.h"

/* The blocks of the cursor's launch; NULL when there is none. */
const struct blocks *blocks_shown(const struct pane *pane);
/* The bar of the cursor's block, or TRACE_NONE. */
uint32_t blocks_selected(const struct pane *pane, const struct blocks *blocks);
/* Offset up to which time has gone. */
uint64_t blocks_now(const struct pane *pane, const struct blocks *blocks);

/* The picture (blocks_draw.c). */
void blocks_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area);

#endif
