/* view.h - a view turns the state at a cursor into cells. One file and one row of view_table.
 *
 * A view includes trace, analysis and canvas, never curses, the emulator or CUDA. It draws inside
 * `area` (already the clip), at any size including 1 x 1, and never what lies in the future of the
 * cursor. The frame around it (title, tabs, sentence, scrubber, footer) is app/frame.c. */
#ifndef SYNCSTEP_VIEW_VIEW_H
#define SYNCSTEP_VIEW_VIEW_H

#include "analysis/why.h"
#include "canvas/canvas.h"
#include "state/state.h"

#include <stdbool.h>

enum view_sort { VIEW_PICTURE, VIEW_LIST }; /* decides what PgUp, PgDn, Home, End mean */

/* What a step to the right means in this view. */
enum view_step { STEP_ROUND, STEP_REQUEST, STEP_TIME, STEP_ROW };

/* What a view is about. Whoever needs a view of some kind asks for its subject, never for a name.
 */
enum view_subject {
    VIEW_OTHER,
    VIEW_ROUNDS, /* slots and threads, a picture for each round */
    VIEW_GLOBAL, /* requests to global memory */
    VIEW_SHARED, /* requests to shared memory */
    VIEW_BLOCKS, /* when each block ran */
    VIEW_SOURCE  /* the program's text */
};

/* The line between a picture and the sentence. */
enum view_rule {
    RULE_LENDS, /* a sentence of a line more than there is room for takes its row */
    RULE_STAYS, /* such a sentence takes a row of the picture instead */
    RULE_DRAWN  /* stays, and the picture has its row, too, and draws it: pane.ruled */
};

/* What the box of key w says about what this view shows; all texts are translated. */
enum { VIEW_WHY_FIGURES = 6, VIEW_WHY_TEXT = 192 };
struct view_why {
    char title[96];
    const char *explanation; /* why it costs what it costs */
    const char *beliefs;     /* what is not so; "" = none */
    struct {
        const char *label;
        char text[VIEW_WHY_TEXT];
    } figures[VIEW_WHY_FIGURES];
    int count;
};
void view_why_add(struct view_why *why, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where Enter leads. What is TRACE_NONE stays as it is. */
struct view_goal {
    uint32_t stage, launch; /* of a launch: to its first block and round */
    uint32_t round;         /* in all panes */
    uint32_t view;          /* index into view_table */
    char message[160];      /* why it leads nowhere, for the person */
};

struct view {
    const char *name;  /* "tree"; also the word after --view; translated with _() when drawn */
    const char *about; /* one line for help */
    enum view_subject subject;
    enum view_sort sort;
    enum view_step step;
    bool tells_all;   /* of the whole run, however far one is: hidden while predicting */
    bool every_stage; /* shows the times of all stages, so that they are asked for */
    bool selects_row; /* a list whose cursor.scroll is the selected row, not the first one shown */
    /* A stage whose author names no view opens with the first view of the table that is available
     * and says yes here. NULL: never. */
    bool (*opens)(const struct pane *pane);
    /* Draws one pane's picture. `pane` is one of state->panes; `area` is what it may use. */
    void (*draw)(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area);
    /* False when this trace has nothing to show here; `why` is then a sentence for the screen. */
    bool (*available)(const struct pane *pane, const char **why);
    /* The second line of the frame may be taken over: fills `out`, or NULL for the default. */
    void (*caption)(const struct state *state, const struct pane *pane, char *out, int size);
    /* One or two lines of plain language for what is selected here; NULL for the round's own
     * sentence (analysis/sentence.h). */
    void (*sentence)(const struct state *state, const struct pane *pane, char *out, int size);
    bool tells_one; /* the sentence is about one pane only: of two the frame says which */
    /* The right end of the scrubber line: what is selected ("slot 0 = 31774"); may be NULL. */
    void (*selection)(const struct state *state, const struct pane *pane, char *out, int size);
    /* Number of requests a STEP_REQUEST view steps through in the cursor's round. NULL = none. */
    uint32_t (*request_count)(const struct pane *pane);
    /* Which of them shows what the cursor's thread does in a request of the trace (an index into
     * launch.requests, in the cursor's round); TRACE_NONE: none. NULL: never. */
    uint32_t (*request_at)(const struct pane *pane, uint32_t request);
    /* The line of the program that the picture is of, where that is more than the round: the source
     * beside it shows it. NULL, or site TRACE_NONE: the round's. */
    uint32_t (*site)(const struct pane *pane);
    /* Moves the selection by (dx, dy) as the arrow keys ask; NULL: the default of state/cursor.c
     * (slot by dx + dy). `large`: dy counts pages. Home and End come as very large dy (lists) or dx
     * (STEP_TIME, where ← → come as dx). Only the cursor may change. */
    void (*move)(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large);
    /* Is this shared array (an index into the launch's arrays) in the picture once the cursor has
     * chosen it? NULL: the picture does not go by the chosen array. */
    bool (*shows_array)(const struct pane *pane, uint32_t array);
    /* How the picture, if it has so many rows, gets on with the rule below it. NULL: it lends it.
     */
    enum view_rule (*rule)(const struct pane *pane, int rows);
    /* Where Enter leads from what is selected here: fills `goal`, in which nothing is set yet.
     * NULL: pictures open the history of the selected slot and thread. */
    void (*enter)(const struct state *state, const struct pane *pane, struct view_goal *goal);
    /* Explains what is selected here; false: there is nothing to explain. NULL: pictures explain
     * the cursor's round (analysis/why.h), lists nothing. */
    bool (*why)(const struct state *state, const struct pane *pane, struct view_why *out);
    /* Pictures without a `why`: what to explain of the round, and which costs of the whole launch
     * stand below it. */
    enum why_topic topic;
    enum why_topic (*topic_here)(const struct pane *pane); /* ... instead, where it depends */
    bool adds_passes, adds_sectors;
    /* Whose figures these are, for the title's right end, where not the pane's run's; "" = its. */
    void (*origin)(const struct state *state, const struct pane *pane, char *out, int size);
    /* Footer hints of this view instead of the usual ones, NULL-terminated pairs: names of actions
     * separated by spaces, and what they do here: {"back forward", N_("request"), NULL}. */
    const char *const *hints;
};

extern const struct view *const view_table[]; /* in the order of the digits 1..9 */
extern const int view_count;

int view_find(const char *name);           /* index or -1 */
int view_about(enum view_subject subject); /* the first of them: index or -1 */
bool view_always(const struct pane *pane); /* for `opens`: whenever it is available */
/* Has it something to show? Else `why` is a sentence for the screen. */
bool view_available(const struct view *view, const struct pane *pane, const char **why);

#endif
