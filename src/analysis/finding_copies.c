/* Memory that no kernel has written, copied to the host, which goes by what is in it. */
#include "analysis/finding_draft.h"
#include "analysis/told.h"
#include "base/i18n.h"

#include <string.h>

static void place(const struct trace *trace, const struct trace_result *copy,
                  struct finding *finding)
{
    finding->array = copy->array;
    finding->has_index = copy->has_index;
    finding->index = copy->index;
    finding->count = copy->unset;
    if (copy->site == TRACE_NONE) return;
    const struct trace_site *site = &trace->sites[copy->site];
    finding->source = site->source;
    finding->line = site->line;
    finding->marks[0] = (struct finding_mark){site->source, site->line, site->column, ""};
    finding->mark_count = finding->line != 0;
}

static struct finding *add(struct finding_cache *cache, const struct trace *trace,
                           const struct trace_result *copy, enum trace_severity severity)
{
    struct finding finding = finding_blank(TRACE_UNINITIALISED_READ, severity, TRACE_NONE);
    place(trace, copy, &finding);
    if (finding_draft_of_group(cache, &finding)) return NULL;
    finding.headline = told_here(
        &cache->arena,
        *copy->last
            ? arena_printf(&cache->arena,
                           N_("copy of %s to %s, which nobody has written, to the host"),
                           copy->place, copy->last)
            : arena_printf(&cache->arena, N_("copy of %s, which nobody has written, to the host"),
                           copy->place));
    return &finding_draft_add(cache, &finding)->finding;
}

/* Whole elements of an array, not what a structure has between its members. */
static bool of_elements(const struct trace_result *copy)
{
    size_t length = strlen(copy->place);
    return copy->unset && copy->has_index && length && copy->place[length - 1] == ']';
}

/* Kernels read it, too: then that has been said. */
static bool read_by_kernel(const struct trace *trace, const struct trace_result *copy)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++)
        if (trace->diagnostics[i].fault == TRACE_UNINITIALISED_READ &&
            !strcmp(trace->diagnostics[i].array, copy->array))
            return true;
    return false;
}

/* The host has got them, and prints the same whatever they are. */
static void add_unused(struct finding_cache *cache, const struct trace *trace)
{
    for (uint32_t i = 0; i < trace->result_count; i++) {
        const struct trace_result *copy = &trace->results[i];
        if (!of_elements(copy) || !copy->hash || read_by_kernel(trace, copy)) continue;
        struct finding *finding = add(cache, trace, copy, TRACE_NOTE);
        if (!finding) continue;
        finding->because = _("Run again with other values in place of what is unset there, the "
                             "program printed the same.");
        finding->advice = _("if all of the array is meant to be a result, see that there are "
                            "enough blocks and that every thread writes; else copy only the "
                            "part that is.");
    }
}

void findings_add_copies(struct finding_cache *cache, const struct trace *trace)
{
    for (uint32_t i = 0; i < cache->copy_count; i++) {
        struct finding *finding =
            add(cache, trace, &trace->results[cache->copies[i]], TRACE_WARNING);
        if (!finding) continue;
        finding->because = _("Memory from cudaMalloc() does not start at 0. Run again with other "
                             "values in place of what is unset there, the program printed "
                             "something else or ended with another status.");
        finding->advice = _("let a kernel write all of it (are there enough blocks, does every "
                            "thread write, was the kernel launched?), or fill it first with "
                            "cudaMemset().");
    }
    if (cache->copies_unused) add_unused(cache, trace);
}
