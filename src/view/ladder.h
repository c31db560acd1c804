/* ladder.h - inside the ladder view only: its rows, and how their figures are compared and written.
 */
#ifndef SYNCSTEP_VIEW_LADDER_H
#define SYNCSTEP_VIEW_LADDER_H

#include "view/view.h"

struct ladder_row {
    const char *title, *brief;         /* brief: for narrow columns; "" = none */
    const char *card;                  /* that the published time is of; "" = none */
    char shape[160];                   /* of a launch: "reduce<<<64,256>>>" */
    uint32_t stage, launch;            /* what Enter opens; launch TRACE_NONE: a stage as a whole */
    uint32_t number;                   /* from 1; of launches from 0 */
    double measured, model;            /* ns, clocks of the model; 0 = not known */
    double bytes;                      /* distinct bytes of global memory, 0 = none known */
    double timed_bytes;                /* those of launches with a measured time */
    bool coming;                       /* a run with better times is being made or loaded */
    bool real;                         /* and that one has times, not the model's clocks */
    bool rough;                        /* an estimate: not all of some launch was recorded */
    double peak;                       /* bytes per second; 0 = not known */
    double published, bandwidth;       /* seconds, GB/s; 0 = none */
    const struct trace_device *device; /* of the measured time */
    const char *timed;                 /* "-DN=4": defines of the run whose time this is */
    char stepped[96];                  /* those that the stage is stepped with; "" = the same */
};

struct ladder {
    struct ladder_row *rows;
    int count, selected;
    bool measured; /* some row has a measured time, or will: then only those count */
    int coming;    /* rows whose times are on their way */
    bool launches; /* the rows are the launches of one program */
};

/* ---- Rows and comparisons (ladder_rows.c) ---- */

/* Are the rows stages, or the launches of one program? */
bool ladder_of_stages(const struct pane *pane);
int ladder_row_count(const struct pane *pane);
/* Made for one drawing; free() the rows. */
struct ladder ladder_make(const struct pane *pane);
/* Nanoseconds or model clocks, whichever this ladder compares; 0 = this row has none. */
double ladder_time(const struct ladder *ladder, int i);
/* How many times faster than `other`; 0 where they did not do the same amount of work. */
double ladder_speed_up(const struct ladder *ladder, int i, int other);
int ladder_before(const struct ladder *ladder, int i); /* with a time to compare; -1 = none */
/* The row that row i is compared with: the first one of its series that did the same amount of
 * work, perhaps itself. */
int ladder_first_alike(const struct ladder *ladder, int i);
/* Does row i belong to a series of its own: stages with times published for one card? */
bool ladder_in_series(const struct ladder *ladder, int i);
bool ladder_is_base(const struct ladder *ladder, int i); /* others are compared with it */

/* ---- Texts and the picture (ladder_draw.c) ---- */

void ladder_seconds(char *out, size_t size, double seconds); /* "1.20 ms" */
void ladder_amount(char *out, size_t size, double value);    /* "12.3k" */
/* The row's time as the table has it, "loading…" or "–". */
void ladder_time_text(char *out, size_t size, const struct ladder *ladder, int i);
void ladder_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area);

#endif
