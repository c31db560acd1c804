/* Launches and calls that failed. */
#include "run/collect_diagnostics.h"

#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODES = 1024 }; /* of CUDA's errors; the highest that is in use is 999 */

struct failed {
    struct collect *c;
    struct diagnostic_list *list;
    size_t reasons;          /* of the list: those found inside kernels and by calls that went on */
    size_t *seen;            /* [CODES]: behind the last time the program asked for that error */
    bool *caused, elsewhere; /* [launch in the trace], or in none: an error of it is in the list */
};

static void see_errors(struct failed *f)
{
    for (size_t i = 0; i < f->c->index.host_count; i++) {
        const struct spool_error *e = (const void *)f->c->index.host[i];
        if (e->record.type == SPOOL_ERROR && e->seen && e->error >= 0 && e->error < CODES)
            f->seen[e->error] = i + 1;
    }
}

/* Whether the program asked for an error at or behind a place of the host's records. */
static bool seen_from(const struct failed *f, size_t at, int32_t error)
{
    return error >= 0 && error < CODES && f->seen[error] > at;
}

static bool *cause_of(struct failed *f, uint32_t launch)
{
    return launch == TRACE_NONE ? &f->elsewhere : &f->caused[launch];
}

static void launch_error(struct failed *f, const struct launch_info *launch)
{
    char message[DIAGNOSTIC_MESSAGE];
    struct collect *c = f->c;
    const struct spool_launch *r = launch->record;
    if (!launch->end || !launch->end->error || *cause_of(f, launch->index)) return;
    bool seen = seen_from(f, launch->begin, launch->end->error);
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
    diagnostics_add(f->list, &d);
    *cause_of(f, launch->index) |= !seen;
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

static void call_error(struct failed *f, size_t at)
{
    enum { OUT_OF_MEMORY = 2 }; /* programs try how much there is */
    char message[DIAGNOSTIC_MESSAGE];
    struct collect *c = f->c;
    const struct spool_error *e = (const void *)c->index.host[at];
    const char *call = spool_text(&e->record, sizeof *e);
    if (e->seen || e->sticky || !e->site || !moves_memory(call)) return;
    bool harmless = e->error == OUT_OF_MEMORY || seen_from(f, at + 1, e->error);
    struct trace_diagnostic d =
        builder_blank_diagnostic(TRACE_LAUNCH_ERROR, harmless ? TRACE_NOTE : TRACE_WARNING);
    collect_place(c, e->site, &d);
    d.next_launch = diagnostics_next_launch(c, at);
    if (!d.line) return;
    for (size_t i = 0; i < f->reasons; i++) /* the reason has been given */
        if (f->list->at[i].fault == TRACE_OUT_OF_BOUNDS && f->list->at[i].source == d.source &&
            f->list->at[i].line == d.line)
            return;
    snprintf(message, sizeof message, N_("%s failed: %s"), call, cuda_error_name(e->error));
    d.message = builder_name(c->builder, message);
    diagnostics_add(f->list, &d);
}

void diagnostics_failed(struct collect *c, struct diagnostic_list *list)
{
    struct failed f = {.c = c, .list = list, .reasons = list->count};
    f.seen = mem_array(CODES, sizeof *f.seen);
    f.caused = mem_array(c->launch_count + 1, sizeof *f.caused);
    see_errors(&f);
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].severity == TRACE_ERROR) *cause_of(&f, list->at[i].launch) = true;
    for (size_t i = 0; i < c->launch_count; i++)
        launch_error(&f, &c->launches[i]);
    for (size_t i = 0; i < c->index.host_count; i++)
        if (c->index.host[i]->type == SPOOL_ERROR) call_error(&f, i);
    free(f.seen);
    free(f.caused);
}
