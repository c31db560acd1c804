/* access.h - inside the access view only: its pictures. */
#ifndef SYNCSTEP_VIEW_ACCESS_H
#define SYNCSTEP_VIEW_ACCESS_H

#include "view/pick.h"

/* What a cell of the map tells: who alone has touched that stretch so far. */
enum access_by { ACCESS_BY_THREAD, ACCESS_BY_WARP, ACCESS_BY_BLOCK };

/* Who has touched a part of an allocation, cell by cell. */
struct access_map {
    uint64_t first, bytes; /* the part, from the allocation's base */
    uint64_t stretch;      /* bytes a cell stands for */
    uint32_t cells;
    uint32_t *who; /* by cell: thread, warp or block, or one of the two below */
    bool *now;     /* touched by the present request */
};
#define ACCESS_NOBODY UINT32_MAX
#define ACCESS_SEVERAL (UINT32_MAX - 1)

/* first, bytes and stretch are given; fills in the rest, up to the cursor's round and request. */
void access_map_fill(struct access_map *map, const struct pane *pane, const struct pick *pick,
                     enum access_by by);
void access_map_fini(struct access_map *map);
void access_map_cell(const struct access_map *map, uint32_t cell, uint32_t mine,
                     struct canvas *canvas, int x, int y);
uint32_t access_map_mine(const struct pane *pane, const struct pick *pick, enum access_by by);

/* A request: the sectors it moves, rows of them with the lanes that asked. */
void access_request_draw(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                         struct rect area);

/* A request to constant memory: words by lanes, and how many passes that takes. */
void access_constant_draw(const struct pick *pick, struct canvas *canvas, struct rect area);
uint32_t access_constant_passes(const struct pick *pick);

/* Rows of pitched memory as they lie, a screen row each, the padding behind them visible; slices of
 * 3-D memory one after another. False when the allocation has no pitch, or there is no room. */
bool access_rows_draw(const struct pane *pane, const struct pick *pick, enum access_by by,
                      struct canvas *canvas, struct rect area);

/* The allocation of the picked request, a cell per stretch; threads and warps of the cursor's
 * block, or all recorded blocks; up to the cursor's round and request. */
void access_map_draw(const struct pane *pane, const struct pick *pick, enum access_by by,
                     struct canvas *canvas, struct rect area);

#endif
