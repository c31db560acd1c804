/* tree.h - inside the tree view only: what its forms share.
 *
 * A `tree` is made for one drawing of one pane. The forms: columns of slots (tree_1d.c), turns of
 * one round (tree_turns.c), lanes of a warp (tree_lanes.c), two-dimensional arrays (tree_2d.c) and
 * all slots at once (tree_strip.c); below the first three stands the warp x lane grid with the
 * table of rounds (tree_grid.c). */
#ifndef SYNCSTEP_VIEW_TREE_H
#define SYNCSTEP_VIEW_TREE_H

#include "analysis/race.h"
#include "analysis/round.h"
#include "view/view.h"

enum { TREE_TEXT = 64, TREE_MAX_COLUMNS = 64, TREE_MAX_ARROWS = 64 };

enum tree_form { TREE_NOTHING, TREE_COLUMNS, TREE_TURNS, TREE_LANES, TREE_PLANES, TREE_STRIP };

struct tree {
    const struct state *state;
    const struct pane *pane;
    struct canvas *canvas;
    struct rect area;
    const struct trace *trace;
    struct analysis *analysis;
    const struct trace_launch *launch;
    uint32_t launch_index, block, index; /* index: of the round */
    const struct round *round;
    const struct round *before; /* NULL in round 0 */
    uint32_t array;             /* the selected one */
    uint32_t from_array;        /* where the arrows begin: another array when copies are made */
    double moved;               /* 0 to 1: how far values are on their way; 1 = arrived */
    bool narrow;                /* one pane of two, or a small screen */
};

/* False when there is no round to show. */
bool tree_open(struct tree *tree, const struct state *state, const struct pane *pane,
               struct canvas *canvas, struct rect area);
enum tree_form tree_form(const struct tree *tree);
/* The raced slots of the round, or NULL when there are none. */
const struct race_table *tree_races(const struct tree *tree);

/* ---- Values (tree_value.c) ---- */

enum tree_cell { TREE_UNSET, TREE_VALUE, TREE_STALE };
/* Is slot `slot` of `array` set at the end of `round`, and was it written in that round? */
enum tree_cell tree_cell(const struct tree *tree, uint32_t array, uint32_t slot, uint32_t round);
/* The bare value, "unset" where nobody has written. */
void tree_value(const struct tree *tree, uint32_t array, uint32_t slot, uint32_t round, char *out,
                size_t size);
/* What a cell says, by `content`: value, holds or writer. */
void tree_content(const struct tree *tree, enum cell_content content, uint32_t array, uint32_t slot,
                  uint32_t round, int columns, char *out, size_t size);
/* Does the other pane show another value for the same slot of the same program? */
bool tree_differs(const struct tree *tree, uint32_t array, uint32_t slot, uint32_t round);
/* "shared[64]", "tile[3][5]" */
void tree_slot_name(const struct tree *tree, uint32_t array, uint32_t slot, char *out, size_t size);
uint32_t tree_slot_count(const struct tree *tree, uint32_t array);
/* "1st", "2nd", "32nd" */
void tree_ordinal(uint32_t number, char *out, size_t size);
/* Cells from one column to the next that the values of the given slots need, in this round and the
 * one before; the opening bracket of an old value stands in the gap before its column. */
int tree_column_width(const struct tree *tree, uint32_t array, const uint32_t *slots, int count);

/* ---- Which slots are columns (tree_columns.c) ---- */

struct tree_link { /* an arrow that could be drawn: slots of the array, or lanes of the warp */
    uint32_t from, to, thread;
    bool race;
    uint32_t edge; /* index into round.edges, or TRACE_NONE */
};

struct tree_links {
    struct tree_link *links; /* free() it */
    uint32_t count;
    uint32_t slots; /* all are below this */
};

struct tree_columns {
    uint32_t slots[TREE_MAX_COLUMNS]; /* ascending */
    int count;
};

struct tree_arrow {
    int from, to; /* columns */
    int row;      /* from 0 */
    struct tree_link link;
};

struct tree_arrows {
    struct tree_arrow arrows[TREE_MAX_ARROWS];
    int count, rows;
};

/* The links of one step of the round (TRACE_NONE: of all steps) between from_array and array. */
struct tree_links tree_links(const struct tree *tree, uint32_t step);

/* Slots that one thread reads without writing: to choose columns by, not to be drawn. */
struct tree_links tree_pairs(const struct tree *tree);

/* Chooses at most `most` columns, the selected slot among them, so that partners stand together
 * and their arrows take at most `rows` rows. Stays the same while the selection moves within. */
void tree_choose(const struct tree_links *links, const bool *used, uint32_t selected, int most,
                 int rows, struct tree_columns *columns);
/* Columns by closure: what flows into `selected` over several steps, given from first to last. */
void tree_choose_steps(const struct tree_links *steps, int step_count, uint32_t selected, int most,
                       struct tree_columns *columns);
/* Places the arrows between chosen columns in as few rows as possible. */
void tree_place(const struct tree_links *links, const struct tree_columns *columns,
                struct tree_arrows *arrows);
int tree_column_of(const struct tree_columns *columns, uint32_t slot); /* or -1 */
/* > 1 when the columns are every n-th slot, else 1. */
uint32_t tree_columns_step(const struct tree_columns *columns);

/* ---- Drawing ---- */

/* A click on these cells selects a slot of the array that is shown. */
void tree_aim_at_slot(const struct tree *tree, struct rect rect, uint32_t slot);

/* Where columns stand: the value of column c begins at x = left + c * width. */
struct tree_frame {
    int left, width;
};
/* Arrows whose sources stand above row `top`; a value on its way is drawn over its arrow. */
void tree_draw_arrows(const struct tree *tree, const struct tree_arrows *arrows,
                      struct tree_frame frame, int top);

void tree_draw_columns(struct tree *tree);
void tree_draw_turns(struct tree *tree);
void tree_draw_lanes(struct tree *tree);
void tree_draw_planes(struct tree *tree);
void tree_draw_strip(struct tree *tree);
/* Rows it would like to have, and the drawing. */
int tree_grid_rows(const struct tree *tree);
void tree_draw_grid(struct tree *tree, struct rect area);

/* What the two-dimensional form says of the selected thread; "" = nothing special. */
void tree_plane_sentence(const struct tree *tree, char *out, size_t size);
int tree_plane_rows(const struct tree *tree); /* that whole arrays would take */
bool tree_plane_shows(const struct tree *tree, uint32_t array);
bool tree_plane_marks(const struct tree *tree); /* no room for values: + shows them */
/* Whose accesses the marks are of, and what they mean. */
void tree_plane_selection(const struct tree *tree, uint32_t requests, char *out, size_t size);
void tree_plane_caption(const struct tree *tree, char *out, size_t size);
uint32_t tree_plane_requests(const struct tree *tree); /* of the selected thread in the round */
uint32_t tree_plane_request(const struct tree *tree, uint32_t request); /* which of them it is */
/* The first of the steps to be drawn so that the selected thread's request is among them, and what
 * another thread did before it. TRACE_NONE: no step shows it. */
uint32_t tree_turn_at(const struct tree *tree, uint32_t request);
/* The race that concerns the steps shown, or the selected slot; "" when there is none. */
void tree_race_sentence(const struct tree *tree, char *out, size_t size);
/* Shuffles of the selected thread's warp in the round. */
uint32_t tree_lane_steps(const struct tree *tree);
void tree_lane_sentence(const struct tree *tree, char *out, size_t size);
/* A cell for each slot or for several of them, with the legend below. */
void tree_draw_cells(const struct tree *tree, struct rect area);
/* A strip: one row for all slots, `!` where raced (tree_strip.c). */
void tree_draw_races_strip(const struct tree *tree, int x, int y, int columns);

#endif
