/* dataflow.h - inside round.c's folder only: follows what each thread read into what it wrote. */
#ifndef SYNCSTEP_ANALYSIS_DATAFLOW_H
#define SYNCSTEP_ANALYSIS_DATAFLOW_H

#include "analysis/round.h"
#include "base/mem.h"

/* Sites and lines of a round, numbered from 0 in the order met. */
struct round_places {
    uint32_t *site_place; /* [trace.site_count], TRACE_NONE where not in this round */
    uint32_t *sites;      /* place -> site */
    uint32_t *site_line;  /* place -> line */
    uint32_t *line_start; /* line -> the source line on which its statement begins */
    uint32_t site_count;
};

struct carry; /* analysis/carry.h */

/* Fills lines' counts, statements, steps, edges and what is fresh of `round`, whose lanes and slots
 * (`slots`) are known.
 * Memory comes from `arena`. */
void dataflow_analyse(const struct trace *trace, struct round *round,
                      const struct round_places *places, struct round_line *lines,
                      struct round_slot *slots, struct carry *carry, struct arena *arena);

#endif
