/* lines.h - what each line of the program costs: requests, sectors, passes, lanes.
 *
 * Sums of request.h over the recorded blocks of one launch; what was counted but not kept is in
 * `dropped`. Source of the formulas: request.h. Results belong to the analysis. */
#ifndef SYNCSTEP_ANALYSIS_LINES_H
#define SYNCSTEP_ANALYSIS_LINES_H

#include "analysis/analysis.h"
#include "analysis/request.h"

enum line_class {
    LINE_GLOBAL_LOAD,
    LINE_GLOBAL_STORE,
    LINE_GLOBAL_ATOMIC,
    LINE_SHARED_LOAD,
    LINE_SHARED_STORE,
    LINE_SHARED_ATOMIC,
    LINE_CONSTANT_LOAD,
    LINE_CLASS_COUNT
};

struct line_tally {
    uint64_t requests;
    uint64_t accesses;        /* lanes summed over the requests */
    uint64_t sectors;         /* global */
    uint64_t passes;          /* shared ("wavefronts" in NVIDIA's tools) */
    uint64_t least;           /* passes the same requests would take without conflicts */
    uint64_t asked, distinct; /* bytes: every lane's, and each address once per request */
    uint64_t pieces;          /* constant: passes of its own cache (constant.h) */
};

struct line_total {
    uint32_t source, line;
    struct line_tally classes[LINE_CLASS_COUNT];
    uint64_t dropped;        /* accesses that were counted but not kept */
    bool joined;             /* GPU: ptxas joined accesses of this line with neighbours */
    uint64_t barriers;       /* arrivals of threads at a block barrier on this line */
    uint32_t barrier_round;  /* the first round it ended, in the first recorded block; likewise */
    uint32_t barrier_rounds; /* rounds it ended, and how many threads arrived in one of them: */
    uint32_t barrier_least, barrier_most;
};

struct line_table {
    const struct line_total *lines; /* by source, then line; only lines that do something */
    uint32_t count;
    struct line_total total; /* source and line are meaningless */
};

const struct line_table *lines_of_launch(struct analysis *analysis, uint32_t launch);
const struct line_total *lines_find(const struct line_table *table, uint32_t source, uint32_t line);

/* All classes together. */
uint64_t line_requests(const struct line_total *total);
uint64_t line_accesses(const struct line_total *total);
uint64_t line_sectors(const struct line_total *total);
uint64_t line_passes(const struct line_total *total);
double line_lanes(const struct line_total *total); /* average active lanes per request; 0 = none */

/* One site of one block, round by round. */
struct line_round {
    struct line_tally tally;
    uint32_t warps; /* that make at least one such request */
    bool affine;    /* all requests of the round have the same stride between lanes */
    int64_t stride; /* bytes */
};
/* Fills out[0 .. rounds of the block). `block` is a position in launch.blocks. */
void lines_site_rounds(const struct trace *trace, uint32_t launch, uint32_t block, uint32_t site,
                       enum trace_kind kind, struct line_round *out);

/* Which class a request belongs to, or LINE_CLASS_COUNT when it is no access to memory. */
enum line_class line_class_of(const struct trace_request *request);
const char *line_class_name(enum line_class class); /* "global_load" */
void line_tally_add(struct line_tally *tally, const struct request_cost *cost);

#endif
