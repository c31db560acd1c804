/* access.h - within the access view: the whole array as a map. */
#ifndef SYNCSTEP_VIEW_ACCESS_H
#define SYNCSTEP_VIEW_ACCESS_H

#include "view/pick.h"

/* What a cell of the map tells: who alone has touched that stretch so far. */
enum access_by { ACCESS_BY_THREAD, ACCESS_BY_WARP, ACCESS_BY_BLOCK };

/* The allocation of the picked request, a cell per stretch; threads and warps of the cursor's
 * block, or all recorded blocks; up to the cursor's round and request. */
void access_map_draw(const struct pane *pane, const struct pick *pick, enum access_by by,
                     struct canvas *canvas, struct rect area);

#endif
