#include "analysis/carry_loaders.h"
#include "analysis/flow.h"

#include <stdlib.h>
#include <string.h>

/* What a thread reads before a barrier it may write behind it, from a register: "v = s[t - 1];
 * __syncthreads(); s[t] += v". Which loads may go into a line's stores the program's text says
 * (carry.h); of each of them the last one before this round counts. Without text it is what the
 * thread read in shared memory in the round before, after its last store there. */

struct element flow_element_of(const struct flow *flow, const struct trace_request *request)
{
    struct element element = {0};
    uint32_t array = flow_array(flow, request);
    if (array == TRACE_NONE) return element;
    const struct trace_array *a = &flow->launch->arrays[array];
    element.base = flow->round->array_base[array];
    element.bytes = flow_element_bytes(a);
    element.limit = element.bytes ? a->bytes : 0;
    element.offset = request->offset;
    element.stride = request->stride;
    element.first = (unsigned)__builtin_ctz(request->mask);
    if (request->flags & TRACE_SCATTERED)
        element.scattered = flow->launch->scattered + request->scattered;
    return element;
}

#define WANTED UINT32_MAX /* as a site's number: it has none yet */

/* ---- Where no text tells -------------------------------------------------------------------- */

/* None where it is more than can be kept: some of it would explain nothing, or by chance. */
void flow_carried_warp(struct flow *flow, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const struct trace_request *request = &flow->launch->requests[i];
        if (request->kind > TRACE_STORE || request->space != TRACE_SHARED) continue;
        struct element element = flow_element_of(flow, request);
        const bool test = request->kind == TRACE_LOAD && flow_reads_test(flow, request);
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            struct lane *state = &flow->lanes[lane];
            uint32_t slot = flow_next_slot(&element, lane);
            if (request->kind == TRACE_STORE)
                state->before_count = 0;
            else if (!test && state->before_count++ < PROVED)
                state->before[state->before_count - 1] =
                    (struct read){.request = i, .slot = slot, .round = flow->round->index - 1};
        }
    }
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        if (flow->lanes[lane].before_count > PROVED) flow->lanes[lane].before_count = 0;
}

/* ---- Where it does -------------------------------------------------------------------------- */

/* What a linked site's threads have loaded before this round is looked for until all is found. */
struct search {
    const struct carry_loaders *loaders;
    uint64_t missing; /* threads that may have loaded at a site, summed */
};

static void want(struct flow *flow, struct search *search, uint32_t site)
{
    if (flow->linked[site]) return;
    flow->linked[site] = WANTED;
    if (!search->loaders)
        search->loaders = carry_loaders_of(flow->carry, flow->launch, flow->round->block);
    if (search->loaders->first_round[site] < flow->round->index)
        search->missing += search->loaders->threads[site];
}

static void find_links(struct flow *flow, struct search *search)
{
    uint32_t end = flow->range->first + flow->range->count;
    for (uint32_t i = flow->range->first; i < end; i++) {
        const struct trace_request *request = &flow->launch->requests[i];
        if (request->kind != TRACE_STORE || request->site >= flow->trace->site_count) continue;
        uint32_t line = flow->places->site_line[flow->places->site_place[request->site]];
        if (flow->links[line]) continue;
        const struct trace_site *site = &flow->trace->sites[request->site];
        const struct carry_links *links = carry_links_of(flow->carry, site->source, site->line);
        flow->links[line] = links;
        for (uint32_t k = 0; k < links->count; k++)
            want(flow, search, links->links[k].site);
    }
}

static void note_loaded(struct flow *flow, struct search *search, uint32_t index, uint32_t round)
{
    const struct trace_request *request = &flow->launch->requests[index];
    if (request->kind != TRACE_LOAD || request->site >= flow->trace->site_count) return;
    uint32_t number = flow->linked[request->site];
    if (!number || flow_reads_test(flow, request)) return;
    if (number == WANTED) {
        if (flow->linked_count == LINKED) return;
        size_t threads = trace_warps(flow->launch) * (size_t)TRACE_LANES;
        flow->loaded[flow->linked_count] = mem_array(threads, sizeof *flow->loaded[0]);
        number = flow->linked[request->site] = ++flow->linked_count;
    }
    if (round > flow->last_round[number - 1]) flow->last_round[number - 1] = round;
    struct loaded *of = &flow->loaded[number - 1][request->warp * (size_t)TRACE_LANES];
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (of[lane].request) continue;
        of[lane] = (struct loaded){index + 1, round};
        search->missing--;
    }
}

/* From the round before back to the first one, or as far as is affordable. */
static void walk_back(struct flow *flow, struct search *search)
{
    uint32_t walked = 0;
    for (uint32_t r = flow->round->index; r-- > 0 && walked < WALKED && search->missing;) {
        const struct trace_round *range = trace_block_round(flow->launch, flow->round->block, r);
        walked += range->count;
        for (uint32_t i = range->first + range->count; i-- > range->first && search->missing;)
            note_loaded(flow, search, i, r);
    }
    flow->round->walked = walked;
    for (uint32_t i = 0; i < flow->trace->site_count; i++)
        if (flow->linked[i] == WANTED) flow->linked[i] = 0;
}

void flow_carried_begin(struct flow *flow)
{
    flow->links = mem_array(flow->round->line_count + 1, sizeof *flow->links);
    flow->linked = mem_array(flow->trace->site_count + 1, sizeof *flow->linked);
    if (flow->round->index == 0) return;
    struct search search = {0};
    find_links(flow, &search);
    walk_back(flow, &search);
}

void flow_carried_end(struct flow *flow)
{
    for (uint32_t i = 0; i < flow->linked_count; i++)
        free(flow->loaded[i]);
    free(flow->links);
    free(flow->linked);
}

/* What a link's site loaded, if the variable has it still; NULL: it has not, or nothing was. */
static const struct loaded *held(const struct flow *flow, const struct carry_links *links,
                                 uint32_t link, unsigned lane)
{
    const struct carry_link *at = &links->links[link];
    uint32_t thread = flow->warp * (uint32_t)TRACE_LANES + lane;
    uint32_t number = flow->linked[at->site];
    if (!number) return NULL;
    const struct loaded *loaded = &flow->loaded[number - 1][thread];
    if (!loaded->request) return NULL;
    if (at->at_once && loaded->round != flow->last_round[number - 1]) return NULL;
    for (uint32_t i = 0; i < links->count; i++) {
        const struct carry_link *other = &links->links[i];
        uint32_t k = flow->linked[other->site];
        bool same = i == link || (at->name != TRACE_NONE && other->name == at->name);
        if (!same || !k) continue;
        if (flow->lanes[lane].read_now & 1u << (k - 1)) return NULL;
        const struct loaded *its = &flow->loaded[k - 1][thread];
        if (!its->request || i == link) continue;
        if (its->round > loaded->round) return NULL;
        if (other->line != at->line && its->request > loaded->request) return NULL;
    }
    return loaded;
}

static uint32_t slot_of(const struct flow *flow, uint32_t index, unsigned lane)
{
    const struct trace_request *request = &flow->launch->requests[index];
    uint32_t array = flow_array(flow, request);
    if (array == TRACE_NONE) return TRACE_NONE;
    const struct trace_array *a = &flow->launch->arrays[array];
    uint32_t bytes = flow_element_bytes(a);
    int64_t offset = round_lane_offset(flow->launch, request, lane);
    if (!bytes || offset < 0 || offset >= a->bytes) return TRACE_NONE;
    return flow->round->array_base[array] + (uint32_t)offset / bytes;
}

void flow_carried_collect(struct flow *flow, unsigned lane, uint32_t line)
{
    struct lane *state = &flow->lanes[lane];
    const struct carry_links *links = flow->links[line];
    state->carried_count = state->sure_count = 0;
    if (!links) return;
    if (!links->known) {
        memcpy(state->carried, state->before, sizeof state->before);
        state->carried_count = state->before_count;
        return;
    }
    for (int sure = 1; sure >= 0; sure--) {
        uint32_t first = state->carried_count, most = sure ? CARRIED : first + PROVED, all = first;
        for (uint32_t i = 0; i < links->count; i++) {
            if (links->links[i].sure != sure) continue;
            const struct loaded *loaded = held(flow, links, i, lane);
            if (!loaded || all++ >= most || all > CARRIED) continue;
            state->carried[all - 1] =
                (struct read){.request = loaded->request - 1,
                              .slot = slot_of(flow, loaded->request - 1, lane),
                              .round = loaded->round};
        }
        state->carried_count = all <= most && all <= CARRIED ? all : first; /* not only some */
        if (sure) state->sure_count = state->carried_count;
    }
}

bool flow_unclear(const struct flow *flow, unsigned lane, const struct choice *choice)
{
    const struct lane *state = &flow->lanes[lane];
    if (choice->verdict.known && choice->verdict.operations) return false;
    for (uint32_t i = state->sure_count; i < state->carried_count; i++) {
        bool used = state->carried[i].slot == TRACE_NONE;
        for (uint32_t k = 0; k < flow->set.count && !used; k++)
            used = flow->set.reads[k]->request == state->carried[i].request;
        if (!used) return true;
    }
    return false;
}
