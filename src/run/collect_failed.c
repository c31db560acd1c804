/* Launches and calls that failed. */
#include "run/collect_diagnostics.h"

#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

static bool has_cause(const struct diagnostic_list *list, uint32_t launch)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].launch == launch && list->at[i].severity == TRACE_ERROR) return true;
    return false;
}

/* Whether the program asked for the error of a launch. */
static bool was_seen(const struct collect *c, const struct launch_info *launch)
{
    for (size_t i = launch->begin; i < c->index.host_count; i++) {
        const struct spool_error *e = (const void *)c->index.host[i];
        if (e->record.type == SPOOL_ERROR && e->seen && e->error == launch->end->error) return true;
    }
    return false;
}

void diagnostics_launch_error(struct collect *c, const struct launch_info *launch,
                              struct diagnostic_list *list)
{
    char message[DIAGNOSTIC_MESSAGE];
    const struct spool_launch *r = launch->record;
    if (!launch->end || !launch->end->error || has_cause(list, launch->index)) return;
    bool seen = was_seen(c, launch);
    const char *name = cuda_error_name(launch->end->error);
    snprintf(message, sizeof message,
             seen ? N_("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s.")
                  : N_("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s, "
                       "and the program never looked."),
             c->resolver->told && launch->kernel ? launch->kernel->name
                                                 : spool_text(&r->record, sizeof *r),
             r->grid[0], r->grid[1], r->grid[2], r->block[0], r->block[1], r->block[2], name);
    struct trace_diagnostic d =
        builder_blank_diagnostic(TRACE_LAUNCH_ERROR, seen ? TRACE_NOTE : TRACE_ERROR);
    d.launch = launch->index;
    if (r->site) collect_place(c, r->site, &d);
    d.message = builder_name(c->builder, message);
    diagnostics_add(list, &d);
}

/* ---- Calls that failed --------------------------------------------------------------------- */

/* A copy or an allocation that was refused leaves everything as it was; a program that does not
 * look goes on with old data. Other calls that fail (queries, attributes) are asked on purpose. */
static bool moves_memory(const char *call)
{
    static const char *const calls[] = {"cudaMalloc", "cudaMemcpy", "cudaMemset", "cudaFree"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strncmp(call, calls[i], strlen(calls[i]))) return true;
    return false;
}

static bool seen_later(const struct collect *c, size_t at, int32_t error)
{
    for (size_t i = at + 1; i < c->index.host_count; i++) {
        const struct spool_error *e = (const void *)c->index.host[i];
        if (e->record.type == SPOOL_ERROR && e->seen && e->error == error) return true;
    }
    return false;
}

void diagnostics_call_error(struct collect *c, size_t at, struct diagnostic_list *list)
{
    enum { OUT_OF_MEMORY = 2 }; /* programs try how much there is */
    char message[DIAGNOSTIC_MESSAGE];
    const struct spool_error *e = (const void *)c->index.host[at];
    const char *call = spool_text(&e->record, sizeof *e);
    if (e->seen || e->sticky || !e->site || !moves_memory(call)) return;
    bool harmless = e->error == OUT_OF_MEMORY || seen_later(c, at, e->error);
    struct trace_diagnostic d =
        builder_blank_diagnostic(TRACE_LAUNCH_ERROR, harmless ? TRACE_NOTE : TRACE_WARNING);
    collect_place(c, e->site, &d);
    d.next_launch = diagnostics_next_launch(c, at);
    if (!d.line) return;
    for (size_t i = 0; i < list->count; i++) /* the reason has been given */
        if (list->at[i].fault == TRACE_OUT_OF_BOUNDS && list->at[i].source == d.source &&
            list->at[i].line == d.line)
            return;
    snprintf(message, sizeof message, N_("%s failed: %s"), call, cuda_error_name(e->error));
    d.message = builder_name(c->builder, message);
    diagnostics_add(list, &d);
}
