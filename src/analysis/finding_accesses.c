/* What the accesses of a launch tell: races, slots that are unset or never read, its time. */
#include "analysis/bandwidth.h"
#include "analysis/finding_draft.h"
#include "base/i18n.h"

#include <stdlib.h>
#include <string.h>

/* Accesses of the launch are missing that should be there. */
static bool is_cut(const struct finding_cache *cache, const struct trace *trace, uint32_t launch)
{
    return launch >= cache->cut && !trace->launches[launch].complete;
}

/* ---- Races ------------------------------------------------------------------------------- */

static bool same_line(const struct trace *trace, uint32_t site, uint32_t other)
{
    const struct trace_site *a = &trace->sites[site], *b = &trace->sites[other];
    return a->source == b->source && a->line == b->line;
}

/* What races between warps on the lines of a race within one. */
static enum finding_company company_of(const struct race_table *table, const struct race *race,
                                       const struct trace *trace)
{
    enum finding_company company = FINDING_ALONE;
    if (race->scope != RACE_WITHIN_WARP) return company;
    uint32_t a = race->first.site, b = race->second.site;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct race *other = &table->races[i];
        uint32_t x = other->first.site, y = other->second.site;
        if (other->scope != RACE_BETWEEN_WARPS || other->fence_missing || other->copy) continue;
        bool straight = same_line(trace, a, x), crossed = same_line(trace, a, y);
        if (other->object == race->object && other->space == race->space &&
            ((straight && same_line(trace, b, y)) || (crossed && same_line(trace, b, x))))
            return FINDING_MENDED;
        if (straight || crossed || same_line(trace, b, x) || same_line(trace, b, y))
            company = FINDING_WIDER;
    }
    return company;
}

/* The same lines race between threads of one block and, as `race` does, between blocks. What helps
 * both stays, or is what helps the latter; a barrier does not. */
static void between_blocks_too(struct finding_cache *cache, const struct trace *trace,
                               const struct trace_launch *launch, const struct race *race,
                               struct finding *finding)
{
    static const char *const also = N_("Also between blocks, where no barrier helps.");
    struct finding between = {0};
    if (strstr(finding->also, _(also))) return;
    finding->also =
        arena_printf(&cache->arena, "%s%s%s", finding->also, *finding->also ? " " : "", _(also));
    finding_describe_race(&cache->arena, trace, launch, race, FINDING_ALONE, &between);
    if (!strcmp(finding->advice, between.advice)) return;
    finding->advice = race->kind == RACE_WRITE_WRITE ? between.advice : finding_advice_in_place();
    const char *at = strstr(finding->headline, _("; a __syncthreads() between them is missing"));
    if (at)
        finding->headline =
            arena_strndup(&cache->arena, finding->headline, (size_t)(at - finding->headline));
}

/* Barriers are where they were, but flags, counters and locks that would order the two may be among
 * what was not recorded. */
static bool rests_on_missing(const struct trace_launch *launch, const struct race *race)
{
    bool last = race->second.round + 1 == launch->blocks[race->second.block].rounds;
    if (!last && race->scope != RACE_BETWEEN_BLOCKS) return false;
    for (uint32_t i = 0; i < launch->request_count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind == TRACE_ATOMIC || request->kind == TRACE_FENCE ||
            request->kind == TRACE_ARRIVE || request->flags & TRACE_VOLATILE)
            return true;
    }
    return false;
}

static void add_race(struct finding_cache *cache, const struct trace *trace, uint32_t launch_index,
                     const struct race_table *table, const struct race *race)
{
    const struct trace_launch *launch = &trace->launches[launch_index];
    if (is_cut(cache, trace, launch_index) && rests_on_missing(launch, race)) return;
    const struct race_side *a = race->kind == RACE_READ_WRITE ? race_reader(race) : &race->first;
    const struct race_side *b = a == &race->first ? &race->second : &race->first;
    struct finding finding = finding_blank(TRACE_RACE, race->severity, launch_index);
    finding.block = launch->blocks[a->block].index;
    finding.other_block = launch->blocks[b->block].index;
    finding.round = a->round;
    finding.thread = a->thread;
    finding.other_thread = b->thread;
    finding.source = trace->sites[a->site].source;
    finding.line = trace->sites[a->site].line;
    finding.other_source = trace->sites[b->site].source;
    finding.other_line = trace->sites[b->site].line;
    finding.array = finding_object_name(trace, launch, race->space, race->object, race->slot);
    finding.has_index = true;
    finding.index = race->slot;
    finding.count = race->count;
    finding.race = race;
    struct finding_draft *group = finding_draft_of_group(cache, &finding);
    if (group) {
        finding_draft_again(group, &finding);
        if (race->scope == RACE_BETWEEN_BLOCKS &&
            group->finding.other_block == group->finding.block)
            between_blocks_too(cache, trace, launch, race, &group->finding);
        return;
    }
    finding_describe_race(&cache->arena, trace, launch, race, company_of(table, race, trace),
                          &finding);
    struct finding_draft *draft = finding_draft_add(cache, &finding);
    draft->at_block = race->second.block;
    draft->request = race->second.request;
}

/* Too much to compare: what was not looked at may be wrong. */
static void add_race_limit(struct finding_cache *cache, const struct trace *trace, uint32_t launch,
                           const struct race_limit *limit)
{
    const struct trace_site *site = &trace->sites[limit->site];
    struct finding finding = finding_blank(TRACE_LIMIT, TRACE_NOTE, launch);
    finding.source = site->source;
    finding.line = site->line;
    finding.array =
        finding_object_name(trace, &trace->launches[launch], limit->space, limit->object, 0);
    cache->list.unjudged++;
    struct finding_draft *group = finding_draft_of_group(cache, &finding);
    if (group) {
        finding_draft_met(group, launch);
        return;
    }
    finding.headline = arena_printf(
        &cache->arena, _("too many accesses to %s to compare all of them: a race may be missing"),
        finding.array);
    finding.because = _("Flags, counters or locks may order them, and every pair has to be looked "
                        "at for that.");
    finding.advice = _("look at fewer blocks (--blocks), or run it with less data.");
    finding.marks[0] = (struct finding_mark){site->source, site->line, site->column, ""};
    finding.mark_count = 1;
    finding_draft_add(cache, &finding);
}

/* ---- Slots ------------------------------------------------------------------------------- */

static enum trace_severity slot_severity(const struct finding_cache *cache, enum trace_fault fault)
{
    if (fault == TRACE_OUT_OF_BOUNDS) return TRACE_ERROR;
    if (fault == TRACE_UNREAD_SLOT) return TRACE_NOTE;
    return finding_no_proof(cache) ? TRACE_NOTE : TRACE_WARNING;
}

static void add_slot_fault(struct finding_cache *cache, const struct trace *trace,
                           uint32_t launch_index, const struct slot_fault *f)
{
    const struct trace_launch *launch = &trace->launches[launch_index];
    const struct trace_site *site = &trace->sites[f->site];
    if (finding_said_by_run(trace, f->fault, site->source, site->line)) return;
    struct finding finding = finding_blank(f->fault, slot_severity(cache, f->fault), launch_index);
    finding.block = launch->blocks[f->block].index;
    finding.round = f->round;
    finding.thread = f->thread;
    finding.source = site->source;
    finding.line = site->line;
    finding.array = finding_object_name(trace, launch, f->space, f->object, f->slot);
    finding.has_index = true;
    finding.index = f->slot;
    finding.count = f->count;
    struct finding_draft *group = finding_draft_of_group(cache, &finding);
    if (group) {
        finding_draft_again(group, &finding);
        return;
    }
    finding_describe_slots(&cache->arena, trace, launch, f, &cache->proof, &finding);
    struct finding_draft *draft = finding_draft_add(cache, &finding);
    draft->at_block = f->block;
    draft->request = f->request;
}

static bool raced(const struct race_table *races, enum trace_space space, uint32_t object)
{
    for (uint32_t i = 0; i < races->count; i++)
        if (races->races[i].space == space && races->races[i].object == object) return true;
    return false;
}

/* Where an array is raced on, what flows where is chance, and the race is the cause. */
static void add_slots(struct finding_cache *cache, const struct trace *trace, uint32_t launch,
                      const struct race_table *races)
{
    struct slot_faults own = {0};
    if (is_cut(cache, trace, launch)) return; /* a write or a read of the slot may be missing */
    if (!cache->slots) slots_examine(trace, NULL, launch, &own);
    const struct slot_faults *faults = cache->slots ? &cache->slots[launch] : &own;
    for (uint32_t i = 0; i < faults->count; i++) {
        const struct slot_fault *f = &faults->faults[i];
        if (f->fault == TRACE_UNREAD_SLOT && raced(races, f->space, f->object)) continue;
        add_slot_fault(cache, trace, launch, f);
    }
    free(own.faults);
}

/* ---- Bandwidth --------------------------------------------------------------------------- */

static void add_bandwidth(struct finding_cache *cache, struct analysis *analysis, uint32_t index)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[index];
    if (!launch->plain.count) return;
    const struct bandwidth *b = bandwidth_of_launch(analysis, index);
    if (b->share <= 1 || !(b->complete || b->counted)) return;
    struct finding finding = finding_blank(TRACE_IMPOSSIBLE_BANDWIDTH, TRACE_NOTE, index);
    finding.source = launch->source;
    finding.line = launch->line;
    struct finding_draft *group = finding_draft_of_group(cache, &finding);
    if (group) {
        finding_draft_met(group, index);
        return;
    }
    finding.headline =
        arena_printf(&cache->arena,
                     _("impossible bandwidth: %s moved %llu bytes in %.1f us, %.0f "
                       "GB/s; the device can do %.0f"),
                     launch->kernel, (unsigned long long)(b->read_all + b->written_all),
                     b->nanoseconds / 1e3, b->bytes_per_second / 1e9, b->peak / 1e9);
    finding.because = _("Either the time is wrong, or the data came from a cache.");
    finding.advice = _("use data larger than the cache, and wait for the kernel to end before the "
                       "clock is read.");
    finding_draft_add(cache, &finding);
}

/* ---- The whole --------------------------------------------------------------------------- */

void findings_add_launch(struct finding_cache *cache, struct analysis *analysis, uint32_t index)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct race_table *races = races_of_launch(analysis, index);
    for (uint32_t i = 0; i < races->count; i++)
        add_race(cache, trace, index, races, &races->races[i]);
    if (races->limit.hit) add_race_limit(cache, trace, index, &races->limit);
    add_slots(cache, trace, index, races);
    findings_add_barriers(cache, trace, index);
    add_bandwidth(cache, analysis, index);
}
