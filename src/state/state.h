/* state.h - the whole state of the viewer, without a terminal in it.
 *
 * key -> action -> state_apply(state) -> frame_draw(state, canvas) -> renderer.
 * Views see it as const, and see no more than this folder: what opens stages and views, steps
 * through a view's requests or draws the frame is above the views, in app/. One cursor per pane;
 * time keys move the cursors of both panes. */
#ifndef SYNCSTEP_STATE_STATE_H
#define SYNCSTEP_STATE_STATE_H

#include "analysis/analysis.h"
#include "canvas/canvas.h"
#include "syncstep/trace.h"

#include <stdbool.h>
#include <stdint.h>

/* Where the person is in a trace. All fields are always valid indices for that trace (or 0 when
 * there is nothing to index): cursor_clamp sees to it after every action. */
struct cursor {
    uint32_t launch; /* position in trace.launches */
    uint32_t block;  /* position in launch.blocks */
    uint32_t round;
    uint32_t request; /* within the round: position among the requests of the view's kind */
    uint32_t array;   /* which shared array */
    uint32_t slot;    /* of that array */
    uint32_t thread;  /* linear */
    uint32_t lane;
    uint32_t line;   /* of `source`, from 1 */
    uint32_t source; /* index into trace.sources */
    int zoom;        /* 0 = the view's own choice; + in, - out */
    int scroll;      /* first row of a list */
    uint32_t top;    /* first line or row shown, from 1, where what is selected is in sight then (a
                      * click leaves it where it was); 0 = the view's own choice */
    uint64_t time;   /* blocks view: how far before the end of the axis */
    uint64_t time_for; /* the launch and round in which it was chosen; 0 = not, it goes with them */
    bool after;        /* behind the last round: what the CPU did with the results */
    uint32_t value;    /* which of these */
};

enum cell_content { CELL_VALUE, CELL_HOLDS, CELL_WRITER, CELL_CONTENT_COUNT };

enum { STATE_PANES = 2, STATE_VIEWS = 12, STATE_TEXT = 512, STATE_HISTORY = 32, STATE_KEPT = 64 };

/* Where each view stood among its requests: valid for this one round of a block. */
struct kept_requests {
    uint32_t stage, launch, block, round;
    uint32_t at[STATE_VIEWS]; /* by index into view_table */
};

struct pane {
    const struct trace *trace;     /* borrowed from the session; NULL while there is none */
    struct analysis *analysis;     /* caches of what was derived from it; belongs to the session */
    uint32_t stage;                /* position in the session's list */
    const struct session *session; /* borrowed */
    struct cursor cursor;
    struct kept_requests kept; /* of the views that are not shown */
    struct rect area;          /* where frame_layout puts its picture: page sizes, what fits */
    bool ruled;                /* the last row of it is the rule below, which the view draws */
};

enum overlay {
    OVERLAY_NONE,
    OVERLAY_HELP,
    OVERLAY_WHY,
    OVERLAY_HISTORY,
    OVERLAY_FINDINGS,
    OVERLAY_MESSAGE
};

/* What the loop is asked to do that needs a terminal or a file; it clears the field. */
enum wish { WISH_NONE, WISH_REDRAW, WISH_SUSPEND, WISH_SHOT };

/* Which search n and N go on with. */
enum search_kind { SEARCH_NONE, SEARCH_TEXT, SEARCH_FINDINGS, SEARCH_CHANGES };

/* Prediction (key p): the question is always about the round after the cursor's. */
struct predict {
    char answer[24];         /* what was typed for the selected slot */
    uint64_t marks[16];      /* a bit per thread of the block said to be active */
    bool marked;             /* some thread was marked or unmarked */
    uint32_t right, asked;   /* in this stage */
    uint64_t checked[16];    /* the marks of the answer checked last, */
    struct cursor uncovered; /* and the round that they were about; launch TRACE_NONE: none */
    uint32_t seen; /* rounds of one block that lie open: no question counts again; and the block */
    uint32_t seen_launch, seen_block;
};

/* Typed before the trace was there (app/ahead.h): a key, or a line for the prompt. */
struct kept {
    uint32_t key;
    uint32_t view; /* that the key is about; TRACE_NONE = whichever is open */
    char *line;    /* owned; NULL = a key */
    char kind;     /* of the prompt */
};

struct session; /* the stages and how their traces are had: state/session.h */

struct state {
    struct session *session;
    struct pane panes[STATE_PANES];
    int pane_count;       /* 1 or 2 */
    int pane_on;          /* the one that keys act on */
    uint32_t view;        /* index into view_table */
    uint32_t view_before; /* the one that was shown before the present one */
    bool chosen;          /* the person has opened a view; until then each stage opens its own */
    uint32_t chosen_for;  /* the stage where: it opens no other view when its trace comes */
    enum overlay overlay;
    int overlay_scroll;
    enum cell_content content;
    bool bars; /* ladder: dots on an axis instead of figures */
    bool playing;
    int speed;    /* steps per second x 4 */
    double phase; /* 0 to 1: how far values have moved along their edges while playing */
    bool animate;
    bool predict;
    struct predict prediction;
    uint32_t learned; /* bit per invitation that has been followed (app/invite.c) */
    int theme;
    bool mouse;
    bool mouseless; /* the terminal has none */
    bool quit;
    bool failed;              /* the only stage could not be run: nothing to look at */
    char message[STATE_TEXT]; /* one line for the person, shown until the next key */
    char *text;               /* OVERLAY_MESSAGE: several lines; owned */
    enum wish wish;
    char shot_path[STATE_TEXT];              /* WISH_SHOT; "" = a name of its own */
    int shot_columns, shot_rows, shot_theme; /* 0, 0, -1 = as on the screen */
    const char *(*shot_ending)(uint32_t i);  /* of files it can be; NULL at the end. May be NULL */
    int columns, rows;                       /* of the screen, set by frame_layout */
    uint32_t compare_stage;                  /* what the left pane shows beside the present stage */
    bool ended;                              /* forward was asked for at the end of all rounds */
    /* prompt (":" and "/") */
    char prompt_kind; /* 0 none, ':', '/' */
    char prompt[STATE_TEXT];
    char search[STATE_TEXT]; /* what n and N look for */
    enum search_kind search_kind;
    uint32_t finding; /* SEARCH_FINDINGS: the one the cursor is at, or TRACE_NONE */
    char *prompt_history[STATE_HISTORY]; /* oldest first; owned */
    int prompt_history_count, prompt_history_at;
    struct kept kept[STATE_KEPT]; /* oldest first */
    int kept_count;
    uint32_t kept_stage; /* what they are about */
};

/* A state of `session` (borrowed) that shows no stage yet; app/show.h opens the first one. */
void state_init(struct state *state, struct session *session);
void state_fini(struct state *state);
void state_message(struct state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Opens OVERLAY_MESSAGE with a longer text. */
void state_text(struct state *state, const char *text);

/* What was found in the pane's run; NULL while the worker still looks. */
struct finding_list;
const struct finding_list *state_findings(const struct state *state, const struct pane *pane);

static inline const struct pane *state_pane(const struct state *state)
{
    return &state->panes[state->pane_on];
}

#endif
