#include "analysis/sentence.h"

#include "analysis/phrase.h"
#include "analysis/phrase_carried.h"
#include "analysis/phrase_some.h"
#include "base/i18n.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Who and where -------------------------------------------------------------------------- */

bool phrase_who(const struct round *round, uint32_t count, uint32_t first, char *out, size_t size)
{
    uint32_t threads = trace_threads(round->launch);
    if (count == 1) {
        sentence_thread(round->launch, first, out, size);
        return true;
    }
    if (count == threads) {
        snprintf(out, size, _("each of %u threads"), threads);
        return true;
    }
    snprintf(out, size, _("%u of %u threads"), count, threads);
    return false;
}

static bool who_text(const struct round *round, const struct round_statement *s, char *out,
                     size_t size)
{
    return phrase_who(round, s->threads, s->first_thread, out, size);
}

/* Lanes at work in every warp that issues, or 0 when they differ. */
static uint32_t lanes_each(const struct round *round)
{
    uint32_t each = 0;
    for (uint32_t w = 0; w < round->warp_count; w++) {
        if (!round->warps[w].issues) continue;
        uint32_t lanes = (uint32_t)__builtin_popcount(round->warps[w].works);
        if (each && lanes != each) return 0;
        each = lanes;
    }
    return each;
}

static void warps_list(const struct round *round, bool issuing, char *out, size_t size)
{
    bool *set = calloc(round->warp_count + 1, sizeof *set);
    out[0] = '\0';
    if (!set) return;
    for (uint32_t w = 0; w < round->warp_count; w++)
        set[w] = round->warps[w].issues == issuing;
    sentence_list(set, round->warp_count, 24, out, size);
    free(set);
}

static void where_text(const struct round *round, const struct round_statement *s, char *out,
                       size_t size)
{
    char list[64];
    uint32_t each = lanes_each(round), warps = round->counts.warps;
    out[0] = '\0';
    if (s->threads == trace_threads(round->launch) || s->threads < 2) return;
    if (s->threads != round->counts.threads) return;
    warps_list(round, true, list, sizeof list);
    if (each == 1 && *list)
        snprintf(out, size, _(", one in each of warps %s"), list);
    else if (warps == 1)
        snprintf(out, size,
                 each == TRACE_LANES
                     ? _(", all in one warp")
                     : ONE_OR(each, _(", %u lane of one warp"), _(", %u lanes of one warp")),
                 each);
    else if (each == TRACE_LANES)
        snprintf(out, size, _(", in %u full warps"), warps);
    else if (each == 1)
        snprintf(out, size, _(", one lane in each of %u warps"), warps);
    else if (each)
        snprintf(out, size, _(", %u lanes in each of %u warps"), each, warps);
    else
        snprintf(out, size, _(", in %u warps"), warps);
}

/* ---- What is new ---------------------------------------------------------------------------- */

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
    warps_list(round, false, list, sizeof list);
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
    if (c->warps > c->least && c->threads && c->least == 1)
        snprintf(out, size, _(" %u warps are issued where one would do."), c->warps);
    else if (c->warps > c->least && c->threads)
        snprintf(out, size, _(" %u warps are issued where %u would do."), c->warps, c->least);
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

static void second_sentence(struct analysis *analysis, const struct round *round, bool brief,
                            char *out, size_t size)
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

/* ---- The whole ------------------------------------------------------------------------------ */

static void statement_text(const struct trace *trace, const struct round *round,
                           const struct round_statement *s, const char *who, bool one, char *out,
                           size_t size)
{
    char source[256], target[128];
    enum phrase_kind action = phrase_kind_of(s);
    const struct phrase *phrase = &phrase_table[action];
    if (phrase_carried(trace, round, s, who, one, out, size)) return;
    if (phrase_some(trace, round, s, who, one, out, size)) return;
    phrase_operands(trace, round, s, action, source, target);
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, source, target,
             round->lines[s->line].line);
}

static bool reads_shared(const struct round_statement *s)
{
    return s->source_count > 0 && s->sources[0].space == TRACE_SHARED;
}

/* Is more to be said of the statement than a verb and its operands? */
static bool says_who(const struct trace *trace, const struct round *round,
                     const struct round_statement *s)
{
    char text[SENTENCE_TEXT];
    if (phrase_carried_copy(s)) return false;
    return phrase_carried(trace, round, s, "", true, text, sizeof text) ||
           phrase_some(trace, round, s, "", true, text, sizeof text);
}

/* A second statement that the same threads carry out beside the main one: the other tile. */
static const struct round_statement *companion(const struct trace *trace, const struct round *round,
                                               const struct round_statement *main)
{
    if (says_who(trace, round, main)) return NULL;
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s == main || s->kind != main->kind || s->threads != main->threads) continue;
        if (s->turns != main->turns || phrase_kind_of(s) != phrase_kind_of(main)) continue;
        if (s->times != main->times || s->movers != main->movers) continue;
        if (says_who(trace, round, s)) continue;
        if (s->kind == TRACE_LOAD && s->turns == 1 && reads_shared(s)) return s;
        bool swaps =
            phrase_kind_of(s) == PHRASE_COPY && s->edges; /* the other half of an exchange */
        if (s->kind == TRACE_LOAD || (s->target.object == main->target.object && !swaps)) continue;
        if (phrase_kind_of(s) == PHRASE_COPY || phrase_kind_of(s) == PHRASE_READ_WRITE) return s;
    }
    return NULL;
}

/* What the round does beside: nobody shall take the sentence for the whole of it. */
static void further_text(const struct round *round, const struct round_statement *main,
                         const struct round_statement *other, const struct round_statement *reader,
                         char *out, size_t size)
{
    uint32_t lines[2] = {0}, count = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s == main || s == other || s == reader || s->used) continue;
        if (count < 2) lines[count] = round->lines[s->line].line;
        count++;
    }
    uint32_t low = lines[0] < lines[1] ? lines[0] : lines[1];
    if (count == 1)
        snprintf(out, size, _("; more on line %u"), lines[0]);
    else if (count == 2)
        snprintf(out, size, _("; more on lines %u and %u"), low, lines[0] + lines[1] - low);
    else if (count)
        snprintf(out, size, _("; more on %u other lines"), count);
}

/* The line on which more threads read what the main statement is about than carry that out. */
static const struct round_statement *wider_reader(const struct trace *trace,
                                                  const struct round *round,
                                                  const struct round_statement *main)
{
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s->kind != TRACE_LOAD || !s->used_partly || s->threads <= main->threads) continue;
        for (uint32_t k = 0; k < main->source_count && k < ROUND_SOURCES; k++) {
            const struct trace_site *site = &trace->sites[main->sources[k].site];
            const struct round_line *line = &round->lines[s->line];
            if (main->sources[k].carried) continue;
            if (site->line == line->line && site->source == line->source) return s;
        }
    }
    return NULL;
}

/* "each of 256 threads reads shared[0] (line 42); " */
static void reader_text(const struct trace *trace, const struct round *round,
                        const struct round_statement *reader, char *out, size_t size)
{
    char who[96];
    bool one = who_text(round, reader, who, sizeof who);
    statement_text(trace, round, reader, who, one, out, size);
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", _("; "));
}

static void write_text(const struct trace *trace, const struct round *round,
                       const struct round_statement *s, const char *who, bool one, char *out,
                       size_t size)
{
    char target[128];
    const struct phrase *phrase = &phrase_table[PHRASE_WRITE];
    sentence_operand(trace, round, &s->target, target, sizeof target);
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, "", target,
             round->lines[s->line].line);
}

static void first_sentence(const struct trace *trace, const struct round *round, char *out,
                           size_t size)
{
    char who[96], source[256], target[128];
    const struct round_statement *s = round_main_statement(round);
    if (!s) {
        snprintf(out, size, "%s", _("no thread touches memory"));
        return;
    }
    const struct round_statement *reader = wider_reader(trace, round, s);
    if (reader) reader_text(trace, round, reader, out, size);
    size_t used = reader ? strlen(out) : 0;
    bool one = who_text(round, s, who, sizeof who);
    if (reader && phrase_kind_of(s) == PHRASE_READ_WRITE &&
        phrase_reads_on(trace, round, s, reader->line))
        write_text(trace, round, s, who, one, out + used, size - used);
    else
        statement_text(trace, round, s, who, one, out + used, size - used);
    used = strlen(out);
    const struct round_statement *other = reader ? NULL : companion(trace, round, s);
    if (other) {
        phrase_operands(trace, round, other, phrase_kind_of(other), source, target);
        snprintf(out + used, size - used,
                 phrase_kind_of(other) == PHRASE_COPY   ? _(", %s to %s (line %u)")
                 : phrase_kind_of(other) == PHRASE_READ ? _(", %s%s (line %u)")
                                                        : _(", reads %s and writes %s (line %u)"),
                 source, target, round->lines[other->line].line);
        used = strlen(out);
    }
    phrase_so_on(s, out + used, size - used); /* "s[i] += s[i - 1]" in a loop */
    used = strlen(out);
    if (!other || phrase_kind_of(other) == PHRASE_READ)
        where_text(round, s, out + used, size - used);
    used = strlen(out);
    phrase_rest(trace, round, s, out + used, size - used);
    used = strlen(out);
    further_text(round, s, other, reader, out + used, size - used);
}

void sentence_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                    char *out, size_t size)
{
    enum { LONG = 88 }; /* with the words before and after it two lines of 78 columns */
    char first[SENTENCE_TEXT], second[256];
    const struct round *round = round_get(analysis, launch, block, index);
    out[0] = '\0';
    if (!round) return;
    bool last = index > 0 && index + 1 == round->launch->blocks[block].rounds;
    first_sentence(analysis_trace(analysis), round, first, sizeof first);
    second_sentence(analysis, round, strlen(first) > LONG, second, sizeof second);
    snprintf(out, size, last ? _("Round %u, the last: %s.%s") : _("Round %u: %s.%s"), index, first,
             second);
}

/* ---- Two panes ------------------------------------------------------------------------------ */

static void payment_text(const struct round *round, char *out, size_t size)
{
    uint32_t warps = round->counts.warps, threads = round->counts.threads;
    bool full = threads == warps * TRACE_LANES;
    if (warps == 0 || threads == 0)
        snprintf(out, size, "%s", _("nothing"));
    else if (full && warps == 1)
        snprintf(out, size, "%s", _("one, full"));
    else if (full)
        snprintf(out, size, _("%u, all full"), warps);
    else if (warps * TRACE_LANES % threads == 0 && warps == 1)
        snprintf(out, size, _("one warp and uses 1 lane in %u"), TRACE_LANES / threads);
    else if (warps * TRACE_LANES % threads == 0)
        snprintf(out, size, _("%u warps and uses 1 lane in %u"), warps,
                 warps * TRACE_LANES / threads);
    else
        i18n_counted(out, size, _("%u {warp|warps} and uses %u {lane|lanes}"), warps, threads);
}

void sentence_compare(const struct round *left, const struct round *right, char *out, size_t size)
{
    char pays[2][96];
    uint64_t additions[2] = {sentence_additions(left), sentence_additions(right)};
    size_t used = 0;
    if (left->index == right->index)
        used = (size_t)snprintf(out, size, _("Round %u: "), left->index);
    else
        used = (size_t)snprintf(out, size, _("Rounds %u and %u: "), left->index, right->index);
    if (additions[0] && additions[0] == additions[1])
        used += (size_t)snprintf(
            out + used, size - used,
            ONE_OR(additions[0], _("%u addition on both sides."), _("%u additions on both sides.")),
            (unsigned)additions[0]);
    else if (left->counts.threads == right->counts.threads)
        used += (size_t)snprintf(out + used, size - used,
                                 ONE_OR(left->counts.threads, _("%u thread works on both sides."),
                                        _("%u threads work on both sides.")),
                                 left->counts.threads);
    else
        used += (size_t)snprintf(out + used, size - used,
                                 ONE_OR(left->counts.threads,
                                        _("%u thread works on the left, %u on the right."),
                                        _("%u threads work on the left, %u on the right.")),
                                 left->counts.threads, right->counts.threads);
    if (used >= size) return;
    if (left->counts.warps == right->counts.warps) {
        snprintf(out + used, size - used,
                 left->counts.warps == 1 ? _(" Both sides pay for %u warp.")
                                         : _(" Both sides pay for %u warps."),
                 left->counts.warps);
        return;
    }
    payment_text(left, pays[0], sizeof pays[0]);
    payment_text(right, pays[1], sizeof pays[1]);
    snprintf(out + used, size - used,
             _(" A warp is issued as a whole: the left side pays for %s, the right side pays for "
               "%s."),
             pays[0], pays[1]);
}
