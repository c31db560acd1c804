#include "analysis/finding_draft.h"
#include "analysis/finding_text.h"
#include "base/i18n.h"

struct arrivals { /* at the end of one round */
    uint32_t arrived, gone;
    uint32_t request; /* the first arrival */
    uint32_t a_gone;  /* one of the threads that have left */
};

static void count_arrivals(const struct trace_launch *launch, uint32_t block, uint32_t round,
                           struct arrivals *arrivals)
{
    const struct trace_round *r = trace_block_round(launch, block, round);
    arrivals->arrived = 0;
    for (uint32_t i = r->first; i < r->first + r->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        uint32_t lanes = (uint32_t)__builtin_popcount(request->mask);
        if (request->kind == TRACE_BARRIER) {
            if (!arrivals->arrived) arrivals->request = i;
            arrivals->arrived += lanes;
        } else if (request->kind == TRACE_EXIT) {
            if (!arrivals->gone)
                arrivals->a_gone =
                    request->warp * TRACE_LANES + (uint32_t)__builtin_ctz(request->mask);
            arrivals->gone += lanes;
        }
    }
}

static void add_partial_barrier(struct finding_cache *cache, const struct trace *trace,
                                uint32_t index, uint32_t block, uint32_t round,
                                const struct arrivals *arrivals)
{
    const struct trace_launch *launch = &trace->launches[index];
    const struct trace_site *site = &trace->sites[launch->requests[arrivals->request].site];
    struct finding finding = finding_blank(TRACE_DIVERGENT_BARRIER, TRACE_WARNING, index);
    finding.block = launch->blocks[block].index;
    finding.round = round;
    finding.thread = arrivals->a_gone;
    finding.source = site->source;
    finding.line = site->line;
    struct finding_draft *group = finding_draft_of_group(cache, &finding);
    if (group) {
        finding_draft_again(group, &finding);
        return;
    }
    struct arena *arena = &cache->arena;
    finding.headline = arena_printf(
        arena,
        _("barrier reached by %u of %u threads, in round %u, %s: the others have left the kernel"),
        arrivals->arrived, trace_threads(launch), round,
        finding_block(arena, launch, finding.block));
    finding.because =
        arena_printf(arena,
                     _("__syncthreads() is for all threads of a block; %s, for one, has returned "
                       "before it. Today's GPUs go on without those threads, but no rule says so."),
                     finding_thread(arena, launch, arrivals->a_gone));
    finding.advice = _("let all threads reach the barrier equally often: put what only some of "
                       "them do into an if, instead of a return or continue before the barrier, "
                       "an if around it, or a loop that some leave earlier.");
    finding.marks[0] = (struct finding_mark){site->source, site->line, site->column, ""};
    finding.mark_count = 1;
    struct finding_draft *draft = finding_draft_add(cache, &finding);
    draft->at_block = block;
    draft->request = arrivals->request;
}

/* The emulator sees this itself; a trace from a GPU only has the arrivals. */
void findings_add_barriers(struct finding_cache *cache, const struct trace *trace, uint32_t index)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++)
        if (trace->diagnostics[i].fault == TRACE_DIVERGENT_BARRIER) return;
    const struct trace_launch *launch = &trace->launches[index];
    uint32_t threads = trace_threads(launch);
    for (uint32_t b = 0; b < launch->block_count; b++) {
        struct arrivals arrivals = {0};
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++) {
            count_arrivals(launch, b, r, &arrivals);
            if (arrivals.arrived && arrivals.gone && arrivals.arrived < threads &&
                arrivals.arrived + arrivals.gone >= threads)
                add_partial_barrier(cache, trace, index, b, r, &arrivals);
        }
    }
}

bool finding_left_out_of_turn(const struct trace *trace, const struct finding *barrier,
                              uint32_t block, uint32_t since, uint32_t thread)
{
    const struct trace_launch *launch = &trace->launches[barrier->launch];
    uint32_t warp = thread / TRACE_LANES, lane = thread % TRACE_LANES;
    bool waited = false;
    for (uint32_t r = since; r < launch->blocks[block].rounds && r <= barrier->round; r++) {
        const struct trace_round *round = trace_block_round(launch, block, r);
        for (uint32_t i = round->first; i < round->first + round->count; i++) {
            const struct trace_request *request = &launch->requests[i];
            const struct trace_site *site = &trace->sites[request->site];
            if (request->warp != warp || !(request->mask >> lane & 1)) continue;
            if (request->kind == TRACE_EXIT) return waited;
            waited |= request->kind == TRACE_BARRIER && site->line == barrier->line &&
                      site->source == barrier->source;
        }
    }
    return false;
}
