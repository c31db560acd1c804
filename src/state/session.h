/* session.h - the stages that can be looked at, and how their traces come to be.
 *
 * A stage is a program to build and run or a trace file. Traces are made in a worker thread by a
 * loader that the command supplies (the viewer knows nothing of compilers), one at a time, the one
 * asked for last first. All functions belong to the main thread; only the loader runs elsewhere.
 *
 * A trace is shown as soon as it is there; the worker then looks for races and other findings with
 * an analysis of its own, which takes the place of the first one when it is done.
 *
 * A stage owns its traces. One that is replaced by a new run stays alive until
 * session_collect, so that panes can let go of it. */
#ifndef SYNCSTEP_STATE_SESSION_H
#define SYNCSTEP_STATE_SESSION_H

#include "analysis/analysis.h"
#include "base/error.h"
#include "state/state.h"
#include "syncstep/trace.h"

#include <stdbool.h>

enum run_variant {
    RUN_EMULATOR,
    RUN_GPU_COMPILED,
    RUN_GPU_WRITTEN,
    RUN_RECORDING,
    RUN_VARIANT_COUNT
};
enum run_order { ORDER_FORWARD, ORDER_REVERSE, ORDER_RANDOM, ORDER_COUNT };

enum run_status { RUN_NONE, RUN_WAITING, RUN_WORKING, RUN_READY, RUN_FAILED };

struct stage_run {
    enum run_status status;
    struct trace *trace; /* may be an older one while status is WAITING to FAILED */
    struct analysis *analysis;
    char *failure;        /* RUN_FAILED: what to tell the person, several lines perhaps */
    bool told;            /* the person has seen it */
    enum run_order order; /* of the trace that is there */
    bool other_order;     /* RUN_FAILED: another one had been asked for */
    bool examined;        /* findings are at hand: asking for them costs nothing any more */
};

struct stage {
    char *name;          /* what a lesson calls it, "cubes_tree"; "" = no lesson */
    char *title;         /* "Tree sum, interleaved addressing" */
    char *brief;         /* the same in a few words, for narrow columns; "" = none */
    char *program;       /* path of the .cu file, or NULL */
    char *recording;     /* path of a trace, or NULL */
    char *notes;         /* the lesson's text; "" = the program's opening comment */
    char *comment;       /* in place of the program's opening comment; "" = that one */
    double published;    /* seconds, as the lesson gives it; 0 = none */
    double bandwidth;    /* GB/s, likewise */
    char *card;          /* what those were measured on; "" = not said */
    char **defines;      /* NULL-terminated, "NAME=VALUE" */
    char **arguments;    /* NULL-terminated */
    uint32_t start_view; /* index into view_table, TRACE_NONE = what has something to show */
    uint32_t pair;       /* the stage that c shows beside it, TRACE_NONE = the one before */
    uint32_t start_round, start_launch, start_slot;
    char *start_place; /* "sums.ini:12", where a lesson asks for that round; "" = nowhere */
    bool predict;      /* opens with prediction on */
    void *extra;       /* the loader's */

    struct stage_run runs[RUN_VARIANT_COUNT];
    enum run_variant variant; /* the one shown */
    enum run_order order;     /* emulator: thread order of the next run */
    bool visited;
    struct cursor cursor;      /* where the person left it */
    struct predict prediction; /* the score, while another stage is shown */
};

struct run_request {
    enum run_variant variant;
    enum run_order order;
    bool fresh;                     /* build and run again even if nothing changed */
    const volatile bool *cancelled; /* becomes true when nobody waits any more */
};

struct session_loader {
    /* Makes the trace; runs in the worker thread. 0, or -1 and err. */
    int (*load)(void *context, const struct stage *stage, const struct run_request *request,
                struct trace **trace, struct error *err);
    /* Can this machine give this run of the stage? */
    bool (*has)(void *context, const struct stage *stage, enum run_variant variant);
    void *context;
};

struct session;

/* `title`: "reduction", or the program's name. */
struct session *session_create(const char *title, const struct session_loader *loader);
/* Cancels what is going on; waits for the worker only if it ends at once. */
void session_destroy(struct session *session);

const char *session_title(const struct session *session);
/* A stage with all strings "" or NULL; strings set afterwards must come from malloc. */
struct stage *session_add(struct session *session, const char *title);
/* The same program as another run or, with `define` ("PAD=1"), another build of it, as a further
 * stage at the end. Returns its number; one that is there already is used again. */
uint32_t session_sibling(struct session *session, uint32_t stage, enum run_variant variant,
                         const char *define);
uint32_t session_count(const struct session *session);
struct stage *session_stage(const struct session *session, uint32_t stage);
struct stage_run *session_run(const struct session *session, uint32_t stage); /* of its variant */
bool session_has(const struct session *session, uint32_t stage, enum run_variant variant);

/* Asks for the shown variant of a stage, unless it is there (and `fresh` is not set). */
void session_want(struct session *session, uint32_t stage, bool fresh);
void session_want_run(struct session *session, uint32_t stage, enum run_variant variant,
                      bool fresh);
/* Asks, for every stage, for the run that has the best times to show: this machine's GPU, else a
 * recording, else the emulator's model. */
void session_want_times(struct session *session);
/* Hands over a trace that exists already (tests, `view`). */
void session_give(struct session *session, uint32_t stage, struct trace *trace);

int session_fd(const struct session *session); /* readable when session_poll has something to do */
/* Takes over what the worker finished; true when a stage changed. */
bool session_poll(struct session *session);
bool session_busy(const struct session *session);
/* Blocks until the stage has a trace or has failed; until nothing is waited for any more. */
void session_wait_for(struct session *session, uint32_t stage);
void session_wait(struct session *session);
/* Frees replaced traces; no pane may show one any more. */
void session_collect(struct session *session);

const char *run_variant_name(enum run_variant variant);
const char *run_order_name(enum run_order order);

#endif
