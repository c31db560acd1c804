#include "analysis/heed_text.h"
#include "analysis/race_words.h"

/* One of the two atomics that locks are taken by stands on the line. */
static bool takes_by_text(const struct trace *trace, const struct trace_site *site)
{
    static const char *const names[] = {"atomicCAS", "atomicCAS_block", "atomicExch",
                                        "atomicExch_block"};
    struct heed_text text;
    bool found = false;
    heed_text_init(&text, trace->sources[site->source].text);
    for (uint32_t token = 0; token < text.count; token++)
        for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
            found |= text.tokens[token].line == site->line && heed_is(&text, token, names[i]);
    heed_text_fini(&text);
    return found;
}

static int64_t place_of(const struct race_words *w, uint32_t request, uint32_t thread)
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(w->launch, &w->launch->requests[request], offsets);
    return offsets[thread % TRACE_LANES];
}

/* The thread that stores has itself taken the same place before, by the other's instruction: it
 * gives back a lock. Others wait for that, so no barrier may stand between. */
bool race_gives_back(const struct race_words *w)
{
    if (w->race->copy || w->a->kind != TRACE_STORE || w->b->kind != TRACE_ATOMIC) return false;
    const struct trace_round *round = trace_block_round(w->launch, w->a->block, w->a->round);
    const struct trace_request *store = &w->launch->requests[w->a->request];
    for (uint32_t i = round->first; i < w->a->request; i++) {
        const struct trace_request *r = &w->launch->requests[i];
        if (r->site == w->b->site && r->warp == store->warp && r->space == store->space &&
            r->object == store->object && r->mask >> w->a->thread % TRACE_LANES & 1 &&
            place_of(w, i, w->a->thread) == place_of(w, w->a->request, w->a->thread))
            return takes_by_text(w->trace, w->at_b);
    }
    return false;
}
