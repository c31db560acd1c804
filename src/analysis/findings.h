/* findings.h - everything that is wrong with a program, in words a beginner understands.
 *
 * The run's own diagnostics and those derived here: races (race.h), unset and unread slots and
 * addresses outside (slots.h), barriers that not all threads reach, impossible bandwidth. Grouped
 * by kind, severity, lines and array over all launches; ordered by where the program meets them.
 *
 * Severity: error = wrong on some legal execution; warning = relies on lockstep, on left-over
 * memory or on threads that have gone; note = of interest. */
#ifndef SYNCSTEP_ANALYSIS_FINDINGS_H
#define SYNCSTEP_ANALYSIS_FINDINGS_H

#include "analysis/race.h"

struct finding_mark {              /* a place in the source and what happens there */
    uint32_t source, line, column; /* column 0 = unknown */
    const char *label;             /* "thread 64" */
};

struct finding {
    enum trace_fault fault;
    enum trace_severity severity;
    uint32_t launch; /* index into trace.launches of the first instance, or TRACE_NONE */
    uint32_t block;  /* linear; TRACE_NONE unknown, as for all of these */
    uint32_t round, thread, other_thread, other_block;
    uint32_t source, line;             /* TRACE_NONE, 0 unknown */
    uint32_t other_source, other_line; /* of the second access of a race */
    const char *array;                 /* "" unknown */
    bool has_index;
    uint32_t dimension;   /* that `index` is in, from 1; 0: it counts all elements */
    int64_t index;        /* element, counted over all dimensions */
    uint64_t count;       /* how often: slots for races and unread slots, else accesses or events */
    const char *headline; /* without full stop */
    const char *brief;    /* of a race within a block, in two lines: one sentence; or "" */
    const char *because;  /* sentences, or "" */
    const char *also;     /* "Also on ...", or "" */
    const char *advice;   /* what to do, or "" */
    struct finding_mark marks[2]; /* on lines of the program */
    uint32_t mark_count;
    const uint32_t *launches; /* in which it was met, the first first; none without a launch */
    uint32_t launch_count;
    const struct race *race; /* of races_of_launch(launch), or NULL */
};

struct finding_list {
    const struct finding *findings;
    uint32_t count, errors, warnings, notes;
    uint32_t unjudged; /* launches in which not everything could be looked at (a note says so) */
};

/* 1 when something is wrong (errors, warnings), 2 when that cannot be told, else 0. */
int findings_status(const struct finding_list *list);

const struct finding_list *findings_get(struct analysis *analysis);
/* Was it met in the launch (index)? */
bool finding_is_of(const struct finding *finding, uint32_t launch);

enum finding_second_run { /* what another fill of unset memory changed */
                          FINDING_NOT_RUN = 0,
                          FINDING_SAME,
                          FINDING_OTHER,
                          FINDING_UNSTEADY, /* the program never prints the same twice */
};

/* The same program with the same input, run again with another fill of unset memory: where output,
 * exit status, errors and what the device handed to the host are equal, no result depends on unset
 * slots and they become notes.
 * Without a second run they are warnings. `base`, or NULL for the analysed one: a run with its fill
 * under the conditions of `other`, which that is compared with. `same`, or NULL: one more; where
 * its output differs too (a time, an address), nothing can be told and they become notes that say
 * so. Forgets what findings_get has returned. The traces are only read during the call. */
void findings_second_run(struct analysis *analysis, const struct trace *other,
                         const struct trace *base, const struct trace *same);
/* They printed the same, came to the same end, and the device handed the host the same: nothing is
 * left for a third run to tell. */
bool findings_same_run(const struct trace *a, const struct trace *b);

/* Numbers of the allocations of which unset bytes were copied to the host: at most `most`. Whether
 * the host used them, another run can tell in which they alone are filled with something else. */
uint32_t findings_unset_copies(struct analysis *analysis, uint32_t *allocations, uint32_t most);
/* They print the same and end the same way. */
bool findings_same_words(const struct trace *a, const struct trace *b);
/* Whether such a run shows it; and makes a warning of it. Forgets what findings_get has returned.
 */
bool findings_copy_used(struct analysis *analysis, const struct trace *other, uint32_t allocation);
void findings_add_copy(struct analysis *analysis, const struct trace *other, uint32_t allocation);
/* With every filling the program printed the same: such copies are notes. Forgets likewise. */
void findings_add_unused_copies(struct analysis *analysis);

/* The device hands the host the same. */
bool findings_same_results(const struct trace *a, const struct trace *b);
/* They print the same, end the same way, and the device hands the host the same. */
bool findings_same_output(const struct trace *a, const struct trace *b);

struct finding_local { /* a local variable of device code, by its declaration */
    const char *name, *function;
    uint32_t source, line, column; /* source: of the trace */
    bool array;                    /* of which at least a part is unset */
    bool printed;                  /* the program printed something else */
};
/* What it holds before it is set has changed what came out. Copies what it is given; forgets what
 * findings_get has returned. */
void findings_add_local(struct analysis *analysis, const struct finding_local *local);

/* True when a second run could change a verdict: unset slots are read. */
bool findings_want_second_run(struct analysis *analysis);

/* "1 error, 2 warnings", "no findings". Returns the length snprintf would. */
int findings_summary(const struct finding_list *list, char *out, size_t size);

#endif
