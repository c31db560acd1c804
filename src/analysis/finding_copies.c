/* Memory that no kernel has written, copied to the host, which goes by what is in it. */
#include "analysis/finding_draft.h"
#include "analysis/told.h"
#include "base/i18n.h"

void findings_add_copies(struct finding_cache *cache, const struct trace *trace)
{
    for (uint32_t i = 0; i < cache->copy_count; i++) {
        const struct trace_result *copy = &trace->results[cache->copies[i]];
        struct finding finding = finding_blank(TRACE_UNINITIALISED_READ, TRACE_WARNING, TRACE_NONE);
        if (copy->site != TRACE_NONE) {
            const struct trace_site *site = &trace->sites[copy->site];
            finding.source = site->source;
            finding.line = site->line;
            finding.marks[0] = (struct finding_mark){site->source, site->line, site->column, ""};
            finding.mark_count = finding.line != 0;
        }
        finding.array = copy->array;
        finding.has_index = copy->has_index;
        finding.index = copy->index;
        finding.count = copy->unset;
        if (finding_draft_of_group(cache, &finding)) continue;
        finding.headline = told_here(
            &cache->arena,
            *copy->last
                ? arena_printf(&cache->arena,
                               N_("copy of %s to %s, which nobody has written, to the host"),
                               copy->place, copy->last)
                : arena_printf(&cache->arena,
                               N_("copy of %s, which nobody has written, to the host"),
                               copy->place));
        finding.because = _("Memory from cudaMalloc() does not start at 0. Run again with other "
                            "values in place of what is unset there, the program printed something "
                            "else or ended with another status.");
        finding.advice = _("let a kernel write all of it (are there enough blocks, does every "
                           "thread write, was the kernel launched?), or fill it first with "
                           "cudaMemset().");
        finding_draft_add(cache, &finding)->request = UINT32_MAX;
    }
}
