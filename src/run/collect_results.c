/* What the device handed to the host, as checksums, and what of it nobody had written. */
#include "run/collect_diagnostics.h"

#include "base/i18n.h"

#include <stdio.h>

static void place_unset(struct collect *c, const struct spool_result *record,
                        struct trace_result *result)
{
    struct meant meant = {.name = "", .type = TRACE_NONE};
    struct spool_diagnostic at = {.allocation = record->allocation, .address = record->unset_first};
    char place[128];
    meant_memory(c, &at, &meant);
    if (!record->unset_longest || record->allocation > UINT32_MAX - 1) return;
    const uint64_t element = meant.element ? meant.element : 1; /* else bytes are counted */
    const int64_t first = meant.offset, end = first + (int64_t)record->unset_longest;
    result->allocation = (uint32_t)record->allocation;
    result->unset = (record->unset + element - 1) / element;
    result->array = builder_name(c->builder, meant.name);
    result->has_index = meant.element != 0;
    result->index = meant.element ? diagnostics_divide(first, meant.element) : 0;
    diagnostics_place(c, &meant, record->unset_longest, place, sizeof place);
    result->place = builder_name(c->builder, place);
    if (diagnostics_divide(end - 1, (int64_t)element) == result->index && meant.element) return;
    meant.offset = end - 1;
    if (meant.element)
        diagnostics_place(c, &meant, 0, place, sizeof place);
    else
        snprintf(place, sizeof place, N_("byte %lld"), (long long)meant.offset);
    result->last = builder_name(c->builder, place);
}

void results_collect(struct collect *c)
{
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_result *record = (const void *)c->index.host[i];
        if (record->record.type != SPOOL_RESULT) continue;
        struct trace_result result = {
            .hash = record->hash, .site = TRACE_NONE, .array = "", .place = "", .last = ""};
        if (record->site) result.site = c->resolver->site(c->resolver, record->site);
        if (record->unset) place_unset(c, record, &result);
        builder_result(c->builder, &result);
    }
}
