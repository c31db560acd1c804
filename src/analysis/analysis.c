#include "analysis/analysis.h"

#include "base/mem.h"

#include <stdlib.h>

struct analysis {
    const struct trace *trace;
    void *slots[ANALYSIS_MODULE_COUNT];
    void (*release[ANALYSIS_MODULE_COUNT])(void *);
};

struct analysis *analysis_create(const struct trace *trace)
{
    struct analysis *analysis = mem_alloc(sizeof *analysis);
    analysis->trace = trace;
    return analysis;
}

void analysis_destroy(struct analysis *analysis)
{
    if (!analysis) return;
    for (int i = 0; i < ANALYSIS_MODULE_COUNT; i++)
        if (analysis->slots[i]) analysis->release[i](analysis->slots[i]);
    free(analysis);
}

const struct trace *analysis_trace(const struct analysis *analysis)
{
    return analysis->trace;
}

void **analysis_slot(struct analysis *analysis, enum analysis_module module,
                     void (*release)(void *))
{
    analysis->release[module] = release;
    return &analysis->slots[module];
}
