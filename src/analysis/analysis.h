/* analysis.h - what follows from a trace. Derived on demand and cached; never drawn here.
 *
 * An `analysis` belongs to one trace and must be destroyed before it. Results are borrowed from it
 * and live until it is destroyed or, where a header says so, until the next call of the same
 * function. Formulas and definitions: each module's header names its source (design.md section 6).
 */
#ifndef SYNCSTEP_ANALYSIS_ANALYSIS_H
#define SYNCSTEP_ANALYSIS_ANALYSIS_H

#include "syncstep/trace.h"

struct analysis;

struct analysis *analysis_create(const struct trace *trace);
void analysis_destroy(struct analysis *analysis);
const struct trace *analysis_trace(const struct analysis *analysis);

/* Modules hang their caches here: analysis_slot returns the address of a pointer that is NULL at
 * first and is released with `release` when the analysis is destroyed. */
enum analysis_module {
    ANALYSIS_ROUND,
    ANALYSIS_HOLDS,
    ANALYSIS_LINES,
    ANALYSIS_RACES,
    ANALYSIS_FINDINGS,
    ANALYSIS_BANDWIDTH,
    ANALYSIS_HISTORY,
    ANALYSIS_BLOCKS,
    ANALYSIS_WARP_REQUESTS,
    ANALYSIS_WHY,
    ANALYSIS_FINISH,
    ANALYSIS_ORIGIN,
    ANALYSIS_SHARES,
    ANALYSIS_SENTENCE,
    ANALYSIS_MODULE_COUNT
};
void **analysis_slot(struct analysis *analysis, enum analysis_module module,
                     void (*release)(void *));

#endif
