/* banks.h - inside the banks view only: the grid of passes and banks, and the table of rounds. */
#ifndef SYNCSTEP_VIEW_BANKS_H
#define SYNCSTEP_VIEW_BANKS_H

#include "analysis/lines.h"
#include "view/pick.h"
#include "view/view.h"

/* ---- One request: a row is a pass, a column a bank (banks_grid.c) ---- */

struct banks_grid { /* which lane a bank serves in each pass; -1 = none */
    struct request_banks banks;
    uint32_t mask;
    int8_t lane[TRACE_LANES][REQUEST_BANKS];
    uint32_t words[REQUEST_BANKS]; /* distinct words of each bank */
    bool crowded;                  /* two-digit lanes side by side: numbers would run together */
};

struct banks_layout {
    int label; /* columns before bank 0 */
    int cell;  /* columns of a bank: 3, 2, 1 */
};

void banks_grid(const struct pick *pick, struct banks_grid *grid);
struct banks_layout banks_layout(int columns);
void banks_draw_numbers(struct canvas *canvas, struct rect area, struct banks_layout l);
void banks_draw_passes(const struct pick *pick, const struct banks_grid *grid,
                       struct canvas *canvas, struct rect area, struct banks_layout l);
/* Distinct words of each bank. */
void banks_draw_words(const struct banks_grid *grid, struct canvas *canvas, struct rect area,
                      struct banks_layout l);
/* " lane   0  1  2  3 ... 31" and the bank of each below it. */
void banks_draw_lanes(const struct banks_grid *grid, const struct pick *pick, struct canvas *canvas,
                      struct rect area);
/* What the same lanes would cost side by side; the rows it took. */
int banks_draw_comparison(const struct pick *pick, const struct banks_grid *grid,
                          struct canvas *canvas, struct rect area, struct banks_layout l);
/* What stands in the passes. */
void banks_draw_legend(const struct banks_grid *grid, struct canvas *canvas, struct rect area,
                       struct banks_layout l);

/* ---- The request's line, round by round (banks_table.c) ---- */

struct banks_table {
    struct line_round *rounds; /* free() them */
    uint32_t count;            /* rounds up to the cursor's */
    uint64_t warps, passes, least, requests;
};

void banks_table(const struct pane *pane, const struct pick *pick, struct banks_table *table);
void banks_draw_table(const struct pane *pane, const struct pick *pick, struct canvas *canvas,
                      struct rect area, const struct banks_table *table);

#endif
