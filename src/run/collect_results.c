/* What the device handed to the host, as checksums. */
#include "run/collect_impl.h"

void results_collect(struct collect *c)
{
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_result *record = (const void *)c->index.host[i];
        if (record->record.type != SPOOL_RESULT) continue;
        struct trace_result result = {.hash = record->hash, .site = TRACE_NONE};
        if (record->site) result.site = c->resolver->site(c->resolver, record->site);
        builder_result(c->builder, &result);
    }
}
