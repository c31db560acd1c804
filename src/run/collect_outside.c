/* Accesses outside shared arrays, to the host's variables, and to nothing at all. */
#include "run/collect_diagnostics.h"

#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>

/* Counts one more of what was found at a place before. */
static bool outside_again(struct collect *c, uint32_t site, int64_t index)
{
    for (size_t i = 0; i < c->outside_count; i++)
        if (c->outside[i].site == site && c->outside[i].launch == c->launch->index &&
            (c->outside[i].index < 0) == (index < 0)) {
            c->outside[i].count++;
            return true;
        }
    return false;
}

static struct trace_diagnostic *outside_new(struct collect *c, const struct spool_request *head,
                                            uint32_t site, uint32_t lane, uint32_t block,
                                            uint32_t round)
{
    const struct trace_site *place = builder_site_at(c->builder, site);
    MEM_GROW(c->outside, c->outside_count, c->outside_capacity);
    struct trace_diagnostic *d = &c->outside[c->outside_count++];
    *d = (struct trace_diagnostic){.fault = TRACE_OUT_OF_BOUNDS,
                                   .severity = TRACE_ERROR,
                                   .launch = c->launch->index,
                                   .block = block,
                                   .round = round,
                                   .thread = head->warp * (uint32_t)TRACE_LANES + lane,
                                   .site = site,
                                   .source = place->line ? place->source : TRACE_NONE,
                                   .line = place->line,
                                   .array = "",
                                   .count = 1};
    return d;
}

void diagnostic_outside(struct collect *c, const struct spool_request *head, uint32_t site,
                        uint32_t lane, const struct shared_array *array, int64_t offset,
                        uint32_t block, uint32_t round)
{
    char message[DIAGNOSTIC_MESSAGE];
    if (array->array->dynamic) return; /* the run-time knows its size, and reports it */
    int64_t index = diagnostics_divide(offset, array->element);
    if (outside_again(c, site, index)) return;
    struct trace_diagnostic *d = outside_new(c, head, site, lane, block, round);
    struct meant meant = {.name = array->array->name,
                          .element = array->element,
                          .count = array->bytes / array->element};
    d->array = array->array->name;
    d->has_index = true;
    d->index = index;
    diagnostics_say_bounds(&meant, d, message);
    d->message = builder_name(c->builder, message);
}

void diagnostic_host(struct collect *c, const struct spool_request *head, uint32_t lane,
                     uint64_t address, uint32_t block, uint32_t round)
{
    const struct program_symbol *variable = NULL;
    char message[DIAGNOSTIC_MESSAGE];
    if (head->space != TRACE_GLOBAL) return;
    for (uint32_t i = 0; i < c->resolver->host_count && !variable; i++)
        if (address - c->image_base - c->resolver->host[i].address < c->resolver->host[i].bytes)
            variable = &c->resolver->host[i];
    if (!variable) return;
    uint32_t site = c->resolver->site(c->resolver, head->site);
    if (outside_again(c, site, 0)) return;
    struct trace_diagnostic *d = outside_new(c, head, site, lane, block, round);
    snprintf(message, sizeof message,
             N_("Thread %u of block %u uses %s, a variable of the host (line %u); a kernel cannot "
                "use the host's memory"),
             d->thread, block, variable->name, variable->line);
    d->message = builder_name(c->builder, message);
}

/* A launch that the device ended for an address: the accesses to what belongs to nothing. */
void diagnostic_wild(struct collect *c, const struct spool_request *head, uint32_t lane,
                     uint32_t block, uint32_t round)
{
    enum { ILLEGAL_ADDRESS = 700 };
    char message[DIAGNOSTIC_MESSAGE];
    const struct spool_launch_end *end = c->launch->end;
    if (!c->resolver->told || !end || end->error != ILLEGAL_ADDRESS || head->space != TRACE_GLOBAL)
        return;
    uint32_t site = c->resolver->site(c->resolver, head->site);
    if (outside_again(c, site, 0)) return;
    struct trace_diagnostic *d = outside_new(c, head, site, lane, block, round);
    snprintf(message, sizeof message,
             N_("Thread %u of block %u uses an address that belongs to nothing the program has "
                "allocated; there the device ended the kernel (%s)."),
             d->thread, block, cuda_error_name(end->error));
    d->message = builder_name(c->builder, message);
}
