#include "analysis/race_flag.h"

#include "base/mem.h"

#include <string.h>

static bool publishes(const struct race_access *a)
{
    return a->kind == TRACE_ATOMIC ||
           (a->kind == TRACE_STORE && (a->flags & RACE_VOLATILE) && (a->flags & RACE_FENCED));
}

static bool observes(const struct race_access *a)
{
    return a->kind == TRACE_ATOMIC || (a->kind == TRACE_LOAD && (a->flags & RACE_VOLATILE));
}

static const char *line_of(const struct trace *trace, const struct trace_site *site)
{
    const char *at = site->source < trace->source_count ? trace->sources[site->source].text : NULL;
    for (uint32_t line = 1; at && line < site->line; line++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    return at;
}

/* Nothing that ends a statement or a condition stands between the two. */
static bool in_one_statement(const struct trace *trace, const struct trace_site *load,
                             const struct trace_site *store)
{
    if (!load->line || load->source != store->source || load->line != store->line ||
        load->frame_count != store->frame_count || !load->column || !store->column)
        return false;
    const char *line = line_of(trace, load);
    const size_t length = line ? strcspn(line, "\n") : 0;
    const bool before = load->column < store->column;
    const size_t from = before ? load->column : store->column;
    const size_t to = before ? store->column : load->column;
    if (to > length) return false;
    const size_t end = strcspn(line + from - 1, before ? ";{})?" : ";{}?");
    return from - 1 + end >= to - 1;
}

/* The thread of the load goes on to the store of that statement, in the same round. */
static bool goes_on(const struct race_finder *finder, const struct race_access *load,
                    uint32_t store)
{
    const struct trace_launch *launch = finder->launch;
    const struct trace_round *round = trace_block_round(launch, load->block, load->round);
    const uint32_t warp = launch->requests[load->request].warp, end = round->first + round->count;
    for (uint32_t i = load->request + 1; i < end && launch->requests[i].warp == warp; i++)
        if (launch->requests[i].site == store &&
            launch->requests[i].mask >> load->thread % TRACE_LANES & 1)
            return true;
    return false;
}

static bool touches(const struct trace_launch *launch, const struct trace_request *request,
                    const struct trace_request *other, unsigned lane)
{
    int64_t offsets[TRACE_LANES], others[TRACE_LANES];
    if (request->space != other->space || request->object != other->object) return false;
    trace_request_offsets(launch, request, offsets);
    trace_request_offsets(launch, other, others);
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        const int64_t at = offsets[__builtin_ctz(rest)];
        if (at < others[lane] + other->width && others[lane] < at + request->width) return true;
    }
    return false;
}

/* Before, the block has looked at the place elsewhere in the text: it may have waited until it was
 * its turn, and whose turn it is may say so by "*turn = *turn + 1". */
static bool has_looked(const struct race_finder *finder, const struct race_access *load,
                       const struct trace_site *store)
{
    const struct trace_launch *launch = finder->launch;
    const struct trace_request *read = &launch->requests[load->request];
    const unsigned lane = load->thread % TRACE_LANES;
    for (uint32_t r = 0; r <= load->round; r++) {
        const struct trace_round *round = trace_block_round(launch, load->block, r);
        for (uint32_t i = round->first; i < round->first + round->count; i++) {
            const struct trace_request *request = &launch->requests[i];
            if (r == load->round && request->warp == read->warp && i >= load->request) continue;
            const bool looks = request->kind == TRACE_ATOMIC ||
                               (request->kind == TRACE_LOAD && request->flags & TRACE_VOLATILE);
            if (looks && touches(launch, request, read, lane) &&
                !in_one_statement(finder->trace, &finder->trace->sites[request->site], store))
                return true;
        }
    }
    return false;
}

static bool find_updates(const struct race_finder *finder, const struct race_access *load,
                         uint32_t from, uint32_t to)
{
    const struct trace_site *sites = finder->trace->sites;
    return in_one_statement(finder->trace, &sites[from], &sites[to]) && goes_on(finder, load, to) &&
           !has_looked(finder, load, &sites[to]);
}

bool race_updates(struct race_finder *finder, const struct race_access *a,
                  const struct race_access *b)
{
    const struct race_access *load = a->kind == TRACE_LOAD ? a : b, *store = load == a ? b : a;
    if (load->kind != TRACE_LOAD || store->kind != TRACE_STORE) return false;
    const struct trace_launch *launch = finder->launch;
    const uint32_t from = launch->requests[load->request].site,
                   to = launch->requests[store->request].site;
    if (!finder->updates)
        finder->updates = mem_array((size_t)finder->trace->site_count + 1, sizeof *finder->updates);
    struct race_update *known = &finder->updates[from];
    if (!known->store || known->store - 1 != to)
        *known = (struct race_update){to + 1, find_updates(finder, load, from, to)};
    return known->is_one;
}

bool race_meant(struct race_finder *finder, const struct race_access *a,
                const struct race_access *b)
{
    if (!((publishes(a) && (publishes(b) || observes(b))) || (observes(a) && publishes(b))))
        return false;
    return !race_updates(finder, a, b);
}
