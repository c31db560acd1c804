#include "analysis/findings.h"

#include "analysis/finding_draft.h"
#include "analysis/second_run.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void cache_clear(struct finding_cache *cache)
{
    for (uint32_t i = 0; i < cache->count; i++)
        free(cache->drafts[i].launches);
    free(cache->drafts);
    free(cache->findings);
    arena_fini(&cache->arena);
    cache->drafts = NULL;
    cache->findings = NULL;
    cache->count = cache->capacity = 0;
    cache->built = false;
}

static void free_slots(struct finding_cache *cache)
{
    for (uint32_t i = 0; i < cache->slots_count; i++)
        free(cache->slots[i].faults);
    free(cache->slots);
    cache->slots = NULL;
    cache->slots_count = 0;
}

static void cache_release(void *pointer)
{
    struct finding_cache *cache = pointer;
    cache_clear(cache);
    free_slots(cache);
    free(cache->unseen);
    findings_free_locals(cache);
    free(pointer);
}

static struct finding_cache *get_cache(struct analysis *analysis)
{
    void **slot = analysis_slot(analysis, ANALYSIS_FINDINGS, cache_release);
    if (!*slot) *slot = mem_alloc(sizeof(struct finding_cache));
    return *slot;
}

bool finding_no_proof(const struct finding_cache *cache)
{
    return cache->proof.run == FINDING_SAME || cache->proof.run == FINDING_UNSTEADY;
}

/* ---- Drafts -------------------------------------------------------------------------------- */

static bool same_group(const struct finding *a, const struct finding *b)
{
    return a->fault == b->fault && a->severity == b->severity && a->source == b->source &&
           a->line == b->line && a->other_source == b->other_source &&
           a->other_line == b->other_line && !strcmp(a->array, b->array);
}

struct finding_draft *finding_draft_of_group(struct finding_cache *cache,
                                             const struct finding *finding)
{
    for (uint32_t i = 0; i < cache->count; i++)
        if (same_group(&cache->drafts[i].finding, finding)) return &cache->drafts[i];
    return NULL;
}

void finding_draft_again(struct finding_draft *group, const struct finding *finding)
{
    group->finding.count += finding->count;
    finding_draft_met(group, finding->launch);
}

void finding_draft_met(struct finding_draft *draft, uint32_t launch)
{
    if (launch == TRACE_NONE) return;
    if (draft->launch_count && draft->launches[draft->launch_count - 1] == launch) return;
    MEM_GROW(draft->launches, draft->launch_count, draft->launch_capacity);
    draft->launches[draft->launch_count++] = launch;
}

struct finding_draft *finding_draft_add(struct finding_cache *cache, const struct finding *finding)
{
    MEM_GROW(cache->drafts, cache->count, cache->capacity);
    struct finding_draft *draft = &cache->drafts[cache->count];
    *draft = (struct finding_draft){.finding = *finding,
                                    .before = TRACE_NONE,
                                    .at_round = finding->round,
                                    .request = UINT32_MAX,
                                    .number = cache->count};
    cache->count++;
    finding_draft_met(draft, finding->launch);
    return draft;
}

struct finding finding_blank(enum trace_fault fault, enum trace_severity severity, uint32_t launch)
{
    return (struct finding){.fault = fault,
                            .severity = severity,
                            .launch = launch,
                            .block = TRACE_NONE,
                            .round = TRACE_NONE,
                            .thread = TRACE_NONE,
                            .other_thread = TRACE_NONE,
                            .other_block = TRACE_NONE,
                            .source = TRACE_NONE,
                            .other_source = TRACE_NONE,
                            .array = "",
                            .count = 1,
                            .headline = "",
                            .brief = "",
                            .because = "",
                            .also = "",
                            .advice = ""};
}

bool finding_said_by_run(const struct trace *trace, enum trace_fault fault, uint32_t source,
                         uint32_t line)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (d->fault == fault && d->source == source && d->line == line) return true;
    }
    return false;
}

/* ---- All of it --------------------------------------------------------------------------- */

/* What belongs to no launch and no place between two comes last. */
static uint64_t at_launch(const struct finding_draft *draft)
{
    if (draft->finding.launch != TRACE_NONE) return draft->finding.launch * UINT64_C(2) + 1;
    return draft->before * UINT64_C(2);
}

static bool out_of_step(const struct finding *finding)
{
    return finding->fault == TRACE_DIVERGENT_BARRIER && finding->severity == TRACE_ERROR;
}

static int compare_drafts(const void *pa, const void *pb)
{
    const struct finding_draft *a = pa, *b = pb;
    const struct finding *x = &a->finding, *y = &b->finding;
    const uint64_t p_launch = at_launch(a), q_launch = at_launch(b);
    if (p_launch != q_launch) return p_launch < q_launch ? -1 : 1;
    if (a->at_block != b->at_block) return a->at_block < b->at_block ? -1 : 1;
    if (a->at_round != b->at_round) return a->at_round < b->at_round ? -1 : 1;
    /* Threads that are out of step explain what else goes wrong in the round; such as have left the
     * kernel do not: what they left it for came before. */
    bool p = out_of_step(x) || a->cause, q = out_of_step(y) || b->cause;
    if (p != q) return p ? -1 : 1;
    if (a->request != b->request) return a->request < b->request ? -1 : 1;
    if (x->severity != y->severity) return x->severity < y->severity ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* A race within warps that the barrier for the one between warps mends comes behind that one. */
static void order_mended(struct finding_cache *cache)
{
    for (uint32_t i = 0; i < cache->count; i++) {
        struct finding_draft *mended = &cache->drafts[i];
        if (mended->finding.fault != TRACE_RACE || mended->finding.severity != TRACE_WARNING)
            continue;
        struct finding wanted = mended->finding;
        wanted.severity = TRACE_ERROR;
        const struct finding_draft *other = finding_draft_of_group(cache, &wanted);
        if (!other || other->finding.launch != mended->finding.launch) continue;
        if (compare_drafts(other, mended) < 0) continue;
        mended->at_block = other->at_block;
        mended->at_round = other->at_round;
        mended->request = other->request;
    }
}

static void count_launches(struct finding_cache *cache, struct finding_draft *draft)
{
    struct finding *f = &draft->finding;
    if (draft->launch_count < 2 || f->launch == TRACE_NONE) return;
    const char *words =
        arena_printf(&cache->arena, _("It happens in %u launches."), draft->launch_count);
    f->also = arena_printf(&cache->arena, "%s%s%s", f->also, *f->also ? " " : "", words);
}

static bool reads_at(const struct finding *race, const struct finding *of)
{
    return race->fault == TRACE_RACE && race->launch == of->launch &&
           ((race->source == of->source && race->line == of->line) ||
            (race->other_source == of->source && race->other_line == of->line));
}

/* An access outside of its array lands in another one and races there: what the line did comes
 * before what followed from it. */
static void order_outside(struct finding_cache *cache)
{
    for (uint32_t i = 0; i < cache->count; i++) {
        const struct finding_draft *outside = &cache->drafts[i];
        if (outside->finding.fault != TRACE_OUT_OF_BOUNDS ||
            outside->finding.launch == TRACE_NONE || !outside->finding.line)
            continue;
        for (uint32_t k = 0; k < cache->count; k++) {
            struct finding_draft *race = &cache->drafts[k];
            if (!reads_at(&race->finding, &outside->finding) || compare_drafts(outside, race) < 0)
                continue;
            race->at_block = outside->at_block;
            race->at_round = outside->at_round;
            race->request = outside->request;
        }
    }
}

/* A sum that does not fit comes behind the race of its line and round: one of the threads may have
 * added what it read too early. */
static void order_sums(struct finding_cache *cache)
{
    for (uint32_t i = 0; i < cache->count; i++) {
        struct finding_draft *sum = &cache->drafts[i];
        if (sum->finding.fault != TRACE_INTEGER_OVERFLOW) continue;
        const struct finding_draft *race = NULL;
        for (uint32_t k = 0; k < cache->count; k++) {
            const struct finding_draft *draft = &cache->drafts[k];
            if (reads_at(&draft->finding, &sum->finding) && draft->at_block == sum->at_block &&
                draft->at_round == sum->at_round && compare_drafts(draft, sum) > 0 &&
                (!race || compare_drafts(draft, race) < 0))
                race = draft;
        }
        if (!race) continue;
        sum->request = race->request;
        sum->number = UINT32_MAX;
    }
}

/* A thread that waits at a barrier in other turns of a loop than the rest, and so leaves before
 * them, is out of step long before that is seen: the barrier comes before its races. One that
 * leaves right after a race may do so because of it. */
static void order_barriers(struct finding_cache *cache, const struct trace *trace)
{
    for (uint32_t i = 0; i < cache->count; i++) {
        struct finding_draft *barrier = &cache->drafts[i];
        const struct finding *b = &barrier->finding;
        if (b->fault != TRACE_DIVERGENT_BARRIER || out_of_step(b) || b->launch == TRACE_NONE ||
            b->round == TRACE_NONE)
            continue;
        for (uint32_t k = 0; k < cache->count; k++) {
            const struct finding_draft *race = &cache->drafts[k];
            const struct finding *r = &race->finding;
            if (r->fault != TRACE_RACE || r->launch != b->launch || r->other_block != r->block ||
                race->at_block != barrier->at_block || compare_drafts(race, barrier) > 0)
                continue;
            if (!finding_left_out_of_turn(trace, b, race->at_block, race->at_round, r->thread) &&
                !finding_left_out_of_turn(trace, b, race->at_block, race->at_round,
                                          r->other_thread))
                continue;
            barrier->at_round = race->at_round;
            barrier->cause = true;
        }
    }
}

/* What is found by the slots says on which; of anything else it is how often it happened. */
static void tell_count(struct finding_cache *cache, struct finding *finding)
{
    char text[64];
    if (*finding->also || finding->race || finding->count < 2 || finding->fault == TRACE_LIMIT)
        return;
    snprintf(text, sizeof text, _("%llu times in all."), (unsigned long long)finding->count);
    finding->also = arena_strdup(&cache->arena, text);
}

static void build(struct analysis *analysis, struct finding_cache *cache)
{
    const struct trace *trace = analysis_trace(analysis);
    arena_init(&cache->arena);
    cache->list = (struct finding_list){0};
    cache->cut = TRACE_NONE;
    findings_add_locals(cache);
    findings_add_own(cache, trace);
    findings_add_copies(cache, trace);
    for (uint32_t i = 0; i < trace->launch_count; i++)
        findings_add_launch(cache, analysis, i);
    order_mended(cache);
    order_outside(cache);
    order_sums(cache);
    order_barriers(cache, trace);
    if (cache->count) qsort(cache->drafts, cache->count, sizeof *cache->drafts, compare_drafts);
    cache->findings = mem_array((size_t)cache->count + 1, sizeof *cache->findings);
    cache->list.findings = cache->findings;
    cache->list.count = cache->count;
    for (uint32_t i = 0; i < cache->count; i++) {
        count_launches(cache, &cache->drafts[i]);
        tell_count(cache, &cache->drafts[i].finding);
        cache->findings[i] = cache->drafts[i].finding;
        cache->findings[i].launches = cache->drafts[i].launches;
        cache->findings[i].launch_count = cache->drafts[i].launch_count;
        enum trace_severity severity = cache->findings[i].severity;
        cache->list.errors += severity == TRACE_ERROR;
        cache->list.warnings += severity == TRACE_WARNING;
        cache->list.notes += severity == TRACE_NOTE;
    }
    cache->built = true;
}

const struct finding_list *findings_get(struct analysis *analysis)
{
    struct finding_cache *cache = get_cache(analysis);
    if (!cache->built) build(analysis, cache);
    return &cache->list;
}

bool finding_is_of(const struct finding *finding, uint32_t launch)
{
    for (uint32_t i = 0; i < finding->launch_count; i++)
        if (finding->launches[i] == launch) return true;
    return false;
}

void findings_second_run(struct analysis *analysis, const struct trace *other,
                         const struct trace *base, const struct trace *same)
{
    struct finding_cache *cache = get_cache(analysis);
    const struct trace *trace = analysis_trace(analysis);
    cache_clear(cache);
    free_slots(cache);
    cache->slots = mem_array((size_t)trace->launch_count + 1, sizeof *cache->slots);
    for (; cache->slots_count < trace->launch_count; cache->slots_count++)
        slots_examine(trace, other, cache->slots_count, &cache->slots[cache->slots_count]);
    uint32_t result;
    cache->proof.run = second_run_verdict(base ? base : trace, other, same, &result);
    cache->proof.line = 0;
    if (result < trace->result_count && trace->results[result].site != TRACE_NONE)
        cache->proof.line = trace->sites[trace->results[result].site].line;
    free(cache->unseen);
    cache->unseen = mem_array((size_t)trace->diagnostic_count + 1, 1);
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        cache->unseen[i] = cache->proof.run == FINDING_SAME && !other->timed_out &&
                           d->fault == TRACE_UNINITIALISED_READ &&
                           !finding_said_by_run(other, d->fault, d->source, d->line);
    }
}

uint32_t findings_unset_copies(struct analysis *analysis, uint32_t *allocations, uint32_t most)
{
    const struct trace *trace = analysis_trace(analysis);
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->result_count && count < most; i++) {
        uint32_t k = 0;
        while (k < count && allocations[k] != trace->results[i].allocation)
            k++;
        if (trace->results[i].unset && k == count)
            allocations[count++] = trace->results[i].allocation;
    }
    return count;
}

bool findings_same_words(const struct trace *a, const struct trace *b)
{
    return second_run_same_words(a, b);
}

bool findings_copy_used(struct analysis *analysis, const struct trace *other, uint32_t allocation)
{
    return second_run_copy(analysis_trace(analysis), other, allocation) != TRACE_NONE;
}

void findings_add_copy(struct analysis *analysis, const struct trace *other, uint32_t allocation)
{
    struct finding_cache *cache = get_cache(analysis);
    uint32_t copy = second_run_copy(analysis_trace(analysis), other, allocation);
    if (copy == TRACE_NONE || cache->copy_count == sizeof cache->copies / sizeof *cache->copies)
        return;
    cache_clear(cache);
    cache->copies[cache->copy_count++] = copy;
}

void findings_add_unused_copies(struct analysis *analysis)
{
    struct finding_cache *cache = get_cache(analysis);
    cache_clear(cache);
    cache->copies_unused = true;
}

void findings_add_local(struct analysis *analysis, const struct finding_local *local)
{
    struct finding_cache *cache = get_cache(analysis);
    cache_clear(cache);
    cache->locals =
        mem_resize(cache->locals, cache->local_count + UINT64_C(1), sizeof *cache->locals);
    struct finding_local *copy = &cache->locals[cache->local_count++];
    *copy = *local;
    copy->name = mem_strdup(local->name);
    copy->function = mem_strdup(local->function);
}

bool findings_want_second_run(struct analysis *analysis)
{
    const struct finding_list *list = findings_get(analysis);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->findings[i].fault == TRACE_UNINITIALISED_READ) return true;
    return false;
}

int findings_status(const struct finding_list *list)
{
    if (list->errors || list->warnings) return 1;
    return list->unjudged ? 2 : 0;
}

int findings_summary(const struct finding_list *list, char *out, size_t size)
{
    static const char *const words[][2] = {{N_("%u error"), N_("%u errors")},
                                           {N_("%u warning"), N_("%u warnings")},
                                           {N_("%u note"), N_("%u notes")}};
    const uint32_t counts[] = {list->errors, list->warnings, list->notes};
    char text[128] = "";
    size_t used = 0;
    for (int i = 0; i < 3; i++) {
        if (!counts[i]) continue;
        char part[40];
        snprintf(part, sizeof part, _(words[i][counts[i] != 1]), counts[i]);
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? _(", ") : "", part);
    }
    return snprintf(out, size, "%s", used ? text : _("no findings"));
}
