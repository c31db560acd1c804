/* The second sentence of a round: what is new about it, or what it costs. */
#include "analysis/sentence_news.h"

#include "base/i18n.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sentence_warps(const struct round *round, bool issuing, char *out, size_t size)
{
    bool *set = calloc(round->warp_count + 1, sizeof *set);
    out[0] = '\0';
    if (!set) return;
    for (uint32_t w = 0; w < round->warp_count; w++)
        set[w] = round->warps[w].issues == issuing;
    sentence_list(set, round->warp_count, 24, out, size);
    free(set);
}

/* The barriers that the round's threads came to: more than one where not all take the same way. */
struct arrivals {
    uint32_t line[4], source[4], threads[4], count; /* count may exceed 4 */
};

static struct arrivals arrivals_of(const struct trace *trace, const struct round *round)
{
    enum { KEPT = 4 };
    const struct trace_round *range = trace_block_round(round->launch, round->block, round->index);
    struct arrivals all = {.count = 0};
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &round->launch->requests[i];
        if (request->kind != TRACE_BARRIER || request->site >= trace->site_count) continue;
        const struct trace_site *site = &trace->sites[request->site];
        uint32_t k = 0, kept = all.count < KEPT ? all.count : KEPT;
        while (k < kept && (all.line[k] != site->line || all.source[k] != site->source))
            k++;
        if (k == kept && k < KEPT) {
            all.line[k] = site->line;
            all.source[k] = site->source;
        }
        if (k == kept) all.count++;
        if (k < KEPT) all.threads[k] += (uint32_t)__builtin_popcount(request->mask);
    }
    return all;
}

/* Threads of one block at several barriers at once. */
static void several_barriers(const struct round *round, const struct arrivals *all, char *out,
                             size_t size)
{
    uint32_t threads = trace_threads(round->launch);
    size_t used = 0;
    if (round->arrived < threads)
        used = (size_t)snprintf(out, size, _(" Only %u of %u threads come to a barrier"),
                                round->arrived, threads);
    else
        used = (size_t)snprintf(out, size, "%s", _(" The threads come to different barriers"));
    for (uint32_t i = 0; i < all->count && i < 4 && used < size; i++)
        used += (size_t)snprintf(out + used, size - used,
                                 i ? _(", %u to line %u") : _(": %u to line %u"), all->threads[i],
                                 all->line[i]);
    if (used < size)
        snprintf(out + used, size - used, "%s", all->count > 4 ? _(" and others.") : _("."));
}

/* `brief`: little room is left in two lines of 78 columns. */
static void barrier_text(struct analysis *analysis, const struct round *round, bool brief,
                         char *out, size_t size)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_site *site = &trace->sites[round->barrier_site];
    uint32_t threads = trace_threads(round->launch);
    size_t length;
    const char *text = words_line(trace, site->source, site->line, &length);
    bool plain = memmem(text, length, "__syncthreads(", 14) != NULL;
    const struct round *before =
        round->index ? round_get(analysis, round->launch_index, round->block, round->index - 1)
                     : NULL;
    const struct arrivals all = arrivals_of(trace, round);
    out[0] = '\0';
    if (all.count > 1) {
        several_barriers(round, &all, out, size);
        return;
    }
    if (before && before->arrived == round->arrived) return; /* said already */
    if (round->arrived < threads)
        snprintf(out, size,
                 ONE_OR(round->arrived, _(" Only %u of %u threads comes to the barrier (line %u)."),
                        _(" Only %u of %u threads come to the barrier (line %u).")),
                 round->arrived, threads, site->line);
    else if (round->index > 0)
        return;
    else if (brief)
        snprintf(out, size, _(" All arrive at line %u."), site->line);
    else if (plain)
        snprintf(out, size, _(" All have arrived at the first __syncthreads() (line %u)."),
                 site->line);
    else
        snprintf(out, size, _(" All have arrived at the first barrier (line %u)."), site->line);
}

/* What the warps are about that do nothing: how many wait, and how many left before or leave now.
 */
struct idle {
    uint32_t all, wait, left;
};

static struct idle idle_warps(const struct round *round)
{
    struct idle idle = {0};
    for (uint32_t w = 0; w < round->warp_count; w++) {
        if (round->warps[w].issues) continue;
        enum round_rest rest = round_rest(round, w);
        idle.all++;
        idle.wait += rest == ROUND_WAITS;
        idle.left += rest == ROUND_LEAVES || rest == ROUND_GONE;
    }
    return idle;
}

static void idle_text(const struct round *round, const struct idle *idle, char *out, size_t size)
{
    char list[64];
    sentence_warps(round, false, list, sizeof list);
    if (!*list)
        snprintf(out, size, _(" For the first time warps stay idle: %u of %u only wait."),
                 idle->all, round->warp_count);
    else if (idle->all == 1)
        snprintf(out, size, _(" For the first time a warp stays idle: %s only waits."), list);
    else
        snprintf(out, size, _(" For the first time warps stay idle: %s only wait."), list);
}

static void cost_text(const struct round *round, const struct idle *idle, char *out, size_t size)
{
    const struct round_counts *c = &round->counts;
    const uint32_t needed = round_needed_warps(c);
    if (c->warps > needed && needed == 1)
        snprintf(out, size, _(" %u warps are issued where one would do."), c->warps);
    else if (c->warps > needed && needed)
        snprintf(out, size, _(" %u warps are issued where %u would do."), c->warps, needed);
    else if (idle->all == 1 && idle->wait)
        snprintf(out, size, "%s", _(" One warp only waits."));
    else if (idle->all && idle->wait == idle->all)
        snprintf(out, size, c->warps ? _(" The other %u warps only wait.") : _(" All warps wait."),
                 idle->all);
    else if (idle->all == 1 && idle->left)
        snprintf(out, size, "%s", _(" One warp has left the kernel."));
    else if (idle->all && idle->left == idle->all)
        snprintf(out, size, _(" The other %u warps have left the kernel."), idle->all);
    else if (idle->wait && idle->left)
        i18n_counted(out, size,
                     _(" Of the others, %u {warp only waits|warps only wait}, %u {has|have} left "
                       "the kernel."),
                     idle->wait, idle->left);
}

static void turns_sentence(const struct round *round, char *out, size_t size)
{
    const struct round_statement *s = round_main_statement(round);
    uint32_t ordered = 0;
    for (uint32_t i = 1; i < round->step_count; i++)
        ordered += round->steps[i].ordered;
    if (s->turns > 1 && s->threads > 1 && !ordered)
        snprintf(out, size, _(" Up to %u turns of this line, and no barrier between them."),
                 s->turns);
    else if (s->mixed)
        return; /* at the same time its threads are at different statements */
    else if (ordered + 1 == round->step_count)
        snprintf(out, size, _(" %u steps, with a synchronisation of the warp before each."),
                 round->step_count);
    else if (s->threads > 1)
        snprintf(out, size, _(" %u steps in one round: no barrier lies between them."),
                 round->step_count);
}

static bool idle_before(struct analysis *analysis, const struct round *round)
{
    const struct round_counts *counts = round_counts(analysis, round->launch_index, round->block);
    for (uint32_t r = 0; counts && r < round->index; r++)
        if (counts[r].warps < round->warp_count) return true;
    return false;
}

void sentence_news(struct analysis *analysis, const struct round *round, bool brief, char *out,
                   size_t size)
{
    const struct trace *trace = analysis_trace(analysis);
    bool last = round->index + 1 == round->launch->blocks[round->block].rounds;
    struct idle idle = idle_warps(round);
    out[0] = '\0';
    if (!last && round->barrier_site < trace->site_count)
        barrier_text(analysis, round, brief, out, size);
    if (*out) return;
    if (round->several_turns && round_main_statement(round)->threads > 1)
        turns_sentence(round, out, size);
    else if (last)
        snprintf(out, size, "%s",
                 round->launch->blocks[round->block].finished
                     ? _(" Then the kernel ends.")
                     : _(" Here the run ended, before the kernel did."));
    else if (idle.all && idle.wait == idle.all && round->counts.warps &&
             !idle_before(analysis, round))
        idle_text(round, &idle, out, size);
    else
        cost_text(round, &idle, out, size);
}
