#include "analysis/findings.h"

#include "analysis/bandwidth.h"
#include "analysis/finding_text.h"
#include "analysis/told.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct draft { /* a finding with where the program meets it */
    struct finding finding;
    uint32_t at_block; /* position in launch.blocks */
    uint32_t at_round;
    uint32_t request; /* index into launch.requests; UINT32_MAX = after all others */
    uint32_t number;  /* in which it was found */
};

struct cache {
    struct arena arena;
    struct draft *drafts;
    uint32_t count, capacity;
    struct finding *findings;
    struct finding_list list;
    bool built;
    enum finding_second_run second_run;
    uint8_t *unseen; /* by diagnostic: 1 = an unset read that the second run did not have: what was
                        there only looked like the filling; NULL none */
    uint32_t cut;    /* the first launch of which accesses are missing that should be there */
};

static void cache_clear(struct cache *cache)
{
    free(cache->drafts);
    free(cache->findings);
    arena_fini(&cache->arena);
    cache->drafts = NULL;
    cache->findings = NULL;
    cache->count = cache->capacity = 0;
    cache->built = false;
}

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    cache_clear(cache);
    free(cache->unseen);
    free(pointer);
}

static struct cache *get_cache(struct analysis *analysis)
{
    void **slot = analysis_slot(analysis, ANALYSIS_FINDINGS, cache_release);
    if (!*slot) *slot = mem_alloc(sizeof(struct cache));
    return *slot;
}

/* Is it unproved that unset memory reaches the output? */
static bool no_proof(const struct cache *cache)
{
    return cache->second_run == FINDING_SAME || cache->second_run == FINDING_UNSTEADY;
}

/* ---- Drafts -------------------------------------------------------------------------------- */

static bool same_group(const struct finding *a, const struct finding *b)
{
    return a->fault == b->fault && a->severity == b->severity && a->source == b->source &&
           a->line == b->line && a->other_source == b->other_source &&
           a->other_line == b->other_line && !strcmp(a->array, b->array);
}

static struct draft *find_group(struct cache *cache, const struct finding *finding)
{
    for (uint32_t i = 0; i < cache->count; i++)
        if (same_group(&cache->drafts[i].finding, finding)) return &cache->drafts[i];
    return NULL;
}

static struct draft *add_draft(struct cache *cache, const struct finding *finding)
{
    MEM_GROW(cache->drafts, cache->count, cache->capacity);
    struct draft *draft = &cache->drafts[cache->count];
    *draft = (struct draft){.finding = *finding,
                            .at_round = finding->round,
                            .request = UINT32_MAX,
                            .number = cache->count};
    cache->count++;
    return draft;
}

static struct finding blank(enum trace_fault fault, enum trace_severity severity, uint32_t launch)
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
                            .because = "",
                            .also = "",
                            .advice = ""};
}

/* The run has said the same already. */
static bool said_by_run(const struct trace *trace, enum trace_fault fault, uint32_t source,
                        uint32_t line)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (d->fault == fault && d->source == source && d->line == line) return true;
    }
    return false;
}

/* ---- The run's own ------------------------------------------------------------------------------
 */

/* Where in its round the diagnostic's site is first met. */
static void locate(const struct trace *trace, const struct trace_diagnostic *d, struct draft *draft)
{
    draft->request = UINT32_MAX;
    if (d->launch == TRACE_NONE || d->block == TRACE_NONE) return;
    const struct trace_launch *launch = &trace->launches[d->launch];
    uint32_t block = trace_find_block(launch, d->block);
    if (block == TRACE_NONE) return;
    draft->at_block = block;
    if (d->round == TRACE_NONE || d->round >= launch->blocks[block].rounds) return;
    const struct trace_round *round = trace_block_round(launch, block, d->round);
    draft->request = round->first + round->count;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *r = &launch->requests[i];
        bool thread = d->thread == TRACE_NONE || d->thread / TRACE_LANES == r->warp;
        if (r->site == d->site && d->site != TRACE_NONE && thread) {
            draft->request = i;
            return;
        }
    }
}

static const char *without_full_stop(struct arena *arena, const char *text)
{
    static const char full[] = "。";
    const size_t bytes = sizeof full - 1;
    size_t length = strlen(text);
    while (length && (text[length - 1] == '.' || text[length - 1] == '\n'))
        length--;
    if (length > bytes && !memcmp(text + length - bytes, full, bytes)) length -= bytes;
    return arena_strndup(arena, text, length);
}

/* The first sentence is the headline, what follows the reason. */
static void split_message(struct arena *arena, const char *message, struct finding *finding)
{
    const char *end = strstr(message, ". "), *full = strstr(message, "。");
    const char *next = end ? end + 2 : "";
    if (full && (!end || full < end)) {
        end = full;
        next = full + strlen("。");
    }
    if (!*next) {
        finding->headline = without_full_stop(arena, message);
        return;
    }
    finding->headline = arena_strndup(arena, message, (size_t)(end - message));
    finding->because = arena_strdup(arena, next);
}

/* The barrier, on another line, where threads waited in the same round. */
static const struct trace_site *other_barrier(const struct trace *trace,
                                              const struct trace_diagnostic *d)
{
    if (d->launch == TRACE_NONE || d->block == TRACE_NONE || d->round == TRACE_NONE) return NULL;
    const struct trace_launch *launch = &trace->launches[d->launch];
    uint32_t block = trace_find_block(launch, d->block);
    if (block == TRACE_NONE || d->round >= launch->blocks[block].rounds) return NULL;
    const struct trace_round *round = trace_block_round(launch, block, d->round);
    for (uint32_t i = round->first; i < round->first + round->count; i++) /* a warp's own affair */
        if (launch->requests[i].site == d->site && launch->requests[i].kind != TRACE_BARRIER)
            return NULL;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        if (launch->requests[i].kind != TRACE_BARRIER) continue;
        const struct trace_site *site = &trace->sites[launch->requests[i].site];
        if (site->source == d->source && site->line && site->line != d->line) return site;
    }
    return NULL;
}

static bool two_barriers(const struct trace_diagnostic *d)
{
    return d->fault == TRACE_DIVERGENT_BARRIER && d->severity == TRACE_ERROR;
}

/* Two barriers that threads took for one: the first in the text is the finding's place. */
static void describe_barriers(struct cache *cache, const struct trace *trace,
                              const struct trace_diagnostic *d, struct finding *finding)
{
    const struct trace_site *other = other_barrier(trace, d);
    if (!other) return;
    finding->headline = arena_printf(&cache->arena, _("%s (lines %u and %u)"), finding->headline,
                                     other->line < d->line ? other->line : d->line,
                                     other->line < d->line ? d->line : other->line);
    finding->marks[1] =
        (struct finding_mark){other->source, other->line, other->column, _("others")};
    finding->mark_count = 2;
    finding->other_source = d->source;
    finding->other_line = other->line < d->line ? d->line : other->line;
    if (other->line < finding->line) finding->line = other->line;
}

/* What to do about the signal that ended the program, where it is not one for a bad pointer. */
static const char *signal_advice(int signal)
{
    switch (signal) {
    case SIGSEGV:
    case SIGBUS:
        return NULL;
    case SIGABRT:
        return _("the program ended itself: an assertion, abort() or an exception that nothing "
                 "caught; what it printed may say more.");
    case SIGKILL:
        return _("something from outside ended the program, often for want of memory: use less "
                 "data.");
    case SIGFPE:
        return _("look for a division by 0 in the host code.");
    case SIGILL:
    case SIGTRAP:
        return _("look in the host code for a function that ends without the return it promises, "
                 "and for a trap of its own.");
    case SIGPIPE:
        return _("the program wrote to a pipe or a socket that nobody reads any more.");
    case SIGALRM:
    case SIGVTALRM:
    case SIGPROF:
        return _("a timer of the program ran out: set a handler for its signal, or stop the "
                 "timer.");
    case SIGXCPU:
    case SIGXFSZ:
        return _("a limit of this shell was reached (ulimit): use less data.");
    default:
        return _("something sent the program this signal, be it the program itself (raise(), "
                 "kill()), and there was no handler for it.");
    }
}

/* What to do where the kind of fault alone does not say it: by words of the run-time's message. */
static const char *special_advice(const struct trace_diagnostic *d)
{
    static const struct {
        enum trace_fault fault;
        const char *words, *advice;
    } table[] = {
        {TRACE_OUT_OF_BOUNDS, "was freed",
         N_("free memory when no kernel uses it any more, and not before.")},
        {TRACE_OUT_OF_BOUNDS, "The host ",
         N_("let a kernel do it, or copy the data with cudaMemcpy() first.")},
        {TRACE_UNINITIALISED_READ, "cudaMalloc()",
         N_("fill it before it is read: with cudaMemset(), cudaMemcpy(), or a kernel.")},
        {TRACE_UNINITIALISED_READ, "by shuffle",
         N_("ask only lanes that take part: use whole warps (a multiple of 32 threads), or work "
            "out "
            "the mask with __ballot_sync() before the branch and compare the lane with it.")},
        {TRACE_DIVERGENT_BARRIER, "does not name",
         N_("name in the mask all lanes that make the call, and let all of them make it.")},
        {TRACE_DIVERGENT_BARRIER, "have left the kernel",
         N_("let all threads reach the barrier: put what only some of them do into an if, instead "
            "of a return before the barrier or an if around it.")},
        {TRACE_OUT_OF_BOUNDS, N_("does not point to device memory"),
         N_("pass a kernel pointers that cudaMalloc() gave, and copy the data with cudaMemcpy(); "
            "the host cannot use them, nor a kernel the host's.")},
        {TRACE_OUT_OF_BOUNDS, N_("is a null pointer"),
         N_("allocate the memory before the launch, and check what cudaMalloc() returned.")},
        {TRACE_INTEGER_OVERFLOW, "by zero", N_("look whether the divisor is 0 before dividing.")},
        {TRACE_CRASH, "by zero", N_("look whether the divisor is 0 before dividing.")},
        {TRACE_CRASH, "__trap()", N_("see why the kernel ends itself there.")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].fault == d->fault &&
            (strstr(d->message, table[i].words) || strstr(d->message, _(table[i].words))))
            return _(table[i].advice);
    /* Calls of the host are measured in bytes, and so is what has no name; elsewhere the word may
     * be the name of an array. */
    if (d->fault == TRACE_OUT_OF_BOUNDS &&
        (d->launch == TRACE_NONE || (!*d->array && strstr(d->message, "bytes"))))
        return _("count in bytes, the number of elements times sizeof, and take the size from the "
                 "array that is smaller.");
    if (d->fault == TRACE_OUT_OF_BOUNDS && !*d->array && !d->has_index)
        return _("pass a kernel pointers that cudaMalloc() gave, and copy the data with "
                 "cudaMemcpy(); the host cannot use them, nor a kernel the host's.");
    if (d->fault == TRACE_LAUNCH_ERROR && d->launch == TRACE_NONE)
        return _("check what each CUDA call returns: one that is refused changes nothing, and the "
                 "program goes on with what was there before.");
    return NULL;
}

static void describe_own(struct cache *cache, const struct trace *trace,
                         const struct trace_diagnostic *d, struct finding *finding)
{
    const char *message = *d->message ? d->message : trace_fault_name(d->fault);
    const char *elsewhere = strstr(message, " The other place is line ");
    if (elsewhere && two_barriers(d) && other_barrier(trace, d)) /* the headline names both lines */
        message = arena_strndup(&cache->arena, message, (size_t)(elsewhere - message));
    split_message(&cache->arena, told_here(&cache->arena, message), finding);
    const char *special = special_advice(d);
    /* the program's end, not a kernel's: its status tells the signal */
    if (!special && d->fault == TRACE_CRASH && d->launch == TRACE_NONE && trace->exit_status > 128)
        special = signal_advice(trace->exit_status - 128);
    finding->advice = special ? special : finding_advice(d->fault);
    if (d->source == TRACE_NONE || !d->line) return;
    uint32_t column = d->site != TRACE_NONE && trace->sites[d->site].line == d->line
                          ? trace->sites[d->site].column
                          : 0;
    const char *label = "";
    if (d->launch != TRACE_NONE && d->thread != TRACE_NONE)
        label = finding_thread(&cache->arena, &trace->launches[d->launch], d->thread);
    finding->marks[0] = (struct finding_mark){d->source, d->line, column, label};
    finding->mark_count = 1;
    if (two_barriers(d)) describe_barriers(cache, trace, d, finding);
}

static void note_cut(struct cache *cache, uint32_t launch)
{
    cache->list.unjudged++;
    if (launch < cache->cut) cache->cut = launch;
}

static void add_own(struct cache *cache, const struct trace *trace)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (cache->unseen && cache->unseen[i]) continue;
        struct finding finding = blank(d->fault, d->severity, d->launch);
        if (d->fault == TRACE_UNINITIALISED_READ && no_proof(cache)) finding.severity = TRACE_NOTE;
        finding.block = d->block;
        finding.round = d->round;
        finding.thread = d->thread;
        finding.source = d->source;
        finding.line = d->line;
        finding.array = d->array ? d->array : "";
        finding.has_index = d->has_index;
        finding.index = d->index;
        finding.count = d->count ? d->count : 1;
        if (d->fault == TRACE_LIMIT && d->launch != TRACE_NONE) note_cut(cache, d->launch);
        struct draft *group = find_group(cache, &finding);
        if (group) {
            group->finding.count += finding.count;
            continue;
        }
        describe_own(cache, trace, d, &finding);
        locate(trace, d, add_draft(cache, &finding));
    }
}

/* Accesses of the launch are missing that should be there. */
static bool is_cut(const struct cache *cache, const struct trace *trace, uint32_t launch)
{
    return launch >= cache->cut && !trace->launches[launch].complete;
}

/* ---- Races -------------------------------------------------------------------------------------
 */

static bool between_warps_too(const struct race_table *table, const struct race *race,
                              const struct trace *trace)
{
    if (race->scope != RACE_WITHIN_WARP) return false;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct race *other = &table->races[i];
        if (other->scope != RACE_BETWEEN_WARPS || other->object != race->object ||
            other->space != race->space || other->fence_missing)
            continue;
        uint32_t a = trace->sites[race->first.site].line, b = trace->sites[race->second.site].line;
        uint32_t x = trace->sites[other->first.site].line,
                 y = trace->sites[other->second.site].line;
        if ((a == x && b == y) || (a == y && b == x)) return true;
    }
    return false;
}

/* The same lines race between threads of one block and between blocks. */
static void between_blocks_too(struct cache *cache, struct finding *finding)
{
    static const char *const also = N_("Also between blocks, where no barrier helps.");
    if (strstr(finding->also, _(also))) return;
    finding->also =
        arena_printf(&cache->arena, "%s%s%s", finding->also, *finding->also ? " " : "", _(also));
    finding->advice = _("read from one array and write to another: a barrier orders the threads of "
                        "one block only.");
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

static void add_race(struct cache *cache, const struct trace *trace, uint32_t launch_index,
                     const struct race_table *table, const struct race *race)
{
    const struct trace_launch *launch = &trace->launches[launch_index];
    if (is_cut(cache, trace, launch_index) && rests_on_missing(launch, race)) return;
    const struct race_side *a = race->kind == RACE_READ_WRITE ? race_reader(race) : &race->first;
    const struct race_side *b = a == &race->first ? &race->second : &race->first;
    struct finding finding = blank(TRACE_RACE, race->severity, launch_index);
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
    struct draft *group = find_group(cache, &finding);
    if (group) {
        group->finding.count += finding.count;
        if (race->scope == RACE_BETWEEN_BLOCKS &&
            group->finding.other_block == group->finding.block)
            between_blocks_too(cache, &group->finding);
        return;
    }
    finding_describe_race(&cache->arena, trace, launch, race, between_warps_too(table, race, trace),
                          &finding);
    struct draft *draft = add_draft(cache, &finding);
    draft->at_block = race->second.block;
    draft->request = race->second.request;
}

/* Too much to compare: what was not looked at may be wrong. */
static void add_race_limit(struct cache *cache, const struct trace *trace, uint32_t launch,
                           const struct race_limit *limit)
{
    const struct trace_site *site = &trace->sites[limit->site];
    struct finding finding = blank(TRACE_LIMIT, TRACE_NOTE, launch);
    finding.source = site->source;
    finding.line = site->line;
    finding.array =
        finding_object_name(trace, &trace->launches[launch], limit->space, limit->object, 0);
    cache->list.unjudged++;
    if (find_group(cache, &finding)) return;
    finding.headline = arena_printf(
        &cache->arena, _("too many accesses to %s to compare all of them: a race may be missing"),
        finding.array);
    finding.because = _("Flags, counters or locks may order them, and every pair has to be looked "
                        "at for that.");
    finding.advice = _("look at fewer blocks (--blocks), or run it with less data.");
    finding.marks[0] = (struct finding_mark){site->source, site->line, site->column, ""};
    finding.mark_count = 1;
    add_draft(cache, &finding);
}

/* ---- Slots -------------------------------------------------------------------------------------
 */

static enum trace_severity slot_severity(const struct cache *cache, enum trace_fault fault)
{
    if (fault == TRACE_OUT_OF_BOUNDS) return TRACE_ERROR;
    if (fault == TRACE_UNREAD_SLOT) return TRACE_NOTE;
    return no_proof(cache) ? TRACE_NOTE : TRACE_WARNING;
}

static void add_slot_fault(struct cache *cache, const struct trace *trace, uint32_t launch_index,
                           const struct slot_fault *f)
{
    const struct trace_launch *launch = &trace->launches[launch_index];
    const struct trace_site *site = &trace->sites[f->site];
    if (said_by_run(trace, f->fault, site->source, site->line)) return;
    struct finding finding = blank(f->fault, slot_severity(cache, f->fault), launch_index);
    finding.block = launch->blocks[f->block].index;
    finding.round = f->round;
    finding.thread = f->thread;
    finding.source = site->source;
    finding.line = site->line;
    finding.array = finding_object_name(trace, launch, f->space, f->object, f->slot);
    finding.has_index = true;
    finding.index = f->slot;
    finding.count = f->count;
    struct draft *group = find_group(cache, &finding);
    if (group) {
        group->finding.count += finding.count;
        return;
    }
    finding_describe_slots(&cache->arena, trace, launch, f, cache->second_run, &finding);
    struct draft *draft = add_draft(cache, &finding);
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
static void add_slots(struct cache *cache, const struct trace *trace, uint32_t launch,
                      const struct race_table *races)
{
    struct slot_faults faults;
    if (is_cut(cache, trace, launch)) return; /* a write or a read of the slot may be missing */
    slots_examine(trace, launch, &faults);
    for (uint32_t i = 0; i < faults.count; i++) {
        const struct slot_fault *f = &faults.faults[i];
        if (f->fault == TRACE_UNREAD_SLOT && raced(races, f->space, f->object)) continue;
        add_slot_fault(cache, trace, launch, f);
    }
    free(faults.faults);
}

/* ---- Barriers that only some threads reach
 * -------------------------------------------------------- */

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

static void add_partial_barrier(struct cache *cache, const struct trace *trace, uint32_t index,
                                uint32_t block, uint32_t round, const struct arrivals *arrivals)
{
    const struct trace_launch *launch = &trace->launches[index];
    const struct trace_site *site = &trace->sites[launch->requests[arrivals->request].site];
    struct finding finding = blank(TRACE_DIVERGENT_BARRIER, TRACE_WARNING, index);
    finding.block = launch->blocks[block].index;
    finding.round = round;
    finding.thread = arrivals->a_gone;
    finding.source = site->source;
    finding.line = site->line;
    struct draft *group = find_group(cache, &finding);
    if (group) {
        group->finding.count++;
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
    finding.advice = _("let all threads reach the barrier: put what only some of them do into an "
                       "if, instead of a return before the barrier or an if around it.");
    finding.marks[0] = (struct finding_mark){site->source, site->line, site->column, ""};
    finding.mark_count = 1;
    struct draft *draft = add_draft(cache, &finding);
    draft->at_block = block;
    draft->request = arrivals->request;
}

/* The emulator sees this itself; a trace from a GPU only has the arrivals. */
static void add_barriers(struct cache *cache, const struct trace *trace, uint32_t index)
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

/* ---- Bandwidth ---------------------------------------------------------------------------------
 */

static void add_bandwidth(struct cache *cache, struct analysis *analysis, uint32_t index)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[index];
    if (!launch->plain.count) return;
    const struct bandwidth *b = bandwidth_of_launch(analysis, index);
    if (b->share <= 1 || !(b->complete || b->counted)) return;
    struct finding finding = blank(TRACE_IMPOSSIBLE_BANDWIDTH, TRACE_NOTE, index);
    finding.source = launch->source;
    finding.line = launch->line;
    if (find_group(cache, &finding)) return;
    finding.headline =
        arena_printf(&cache->arena,
                     _("impossible bandwidth: %s moved %llu bytes in %.1f us, %.0f "
                       "GB/s; the device can do %.0f"),
                     launch->kernel, (unsigned long long)(b->read_all + b->written_all),
                     b->nanoseconds / 1e3, b->bytes_per_second / 1e9, b->peak / 1e9);
    finding.because = _("Either the time is wrong, or the data came from a cache.");
    finding.advice = _("use data larger than the cache, and wait for the kernel to end before the "
                       "clock is read.");
    add_draft(cache, &finding);
}

/* ---- All of it
 * ----------------------------------------------------------------------------------- */

static int compare_drafts(const void *pa, const void *pb)
{
    const struct draft *a = pa, *b = pb;
    const struct finding *x = &a->finding, *y = &b->finding;
    if (x->launch != y->launch) return x->launch < y->launch ? -1 : 1;
    if (a->at_block != b->at_block) return a->at_block < b->at_block ? -1 : 1;
    if (a->at_round != b->at_round) return a->at_round < b->at_round ? -1 : 1;
    /* Threads that are out of step explain what else goes wrong in the round. */
    bool p = x->fault == TRACE_DIVERGENT_BARRIER, q = y->fault == TRACE_DIVERGENT_BARRIER;
    if (p != q) return p ? -1 : 1;
    if (a->request != b->request) return a->request < b->request ? -1 : 1;
    if (x->severity != y->severity) return x->severity < y->severity ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* A race within warps that the barrier for the one between warps mends comes behind that one. */
static void order_mended(struct cache *cache)
{
    for (uint32_t i = 0; i < cache->count; i++) {
        struct draft *mended = &cache->drafts[i];
        if (mended->finding.fault != TRACE_RACE || mended->finding.severity != TRACE_WARNING)
            continue;
        struct finding wanted = mended->finding;
        wanted.severity = TRACE_ERROR;
        const struct draft *other = find_group(cache, &wanted);
        if (!other || other->finding.launch != mended->finding.launch) continue;
        if (compare_drafts(other, mended) < 0) continue;
        mended->at_block = other->at_block;
        mended->at_round = other->at_round;
        mended->request = other->request;
    }
}

static void build(struct analysis *analysis, struct cache *cache)
{
    const struct trace *trace = analysis_trace(analysis);
    arena_init(&cache->arena);
    cache->list = (struct finding_list){0};
    cache->cut = TRACE_NONE;
    add_own(cache, trace);
    for (uint32_t i = 0; i < trace->launch_count; i++) {
        const struct race_table *races = races_of_launch(analysis, i);
        for (uint32_t k = 0; k < races->count; k++)
            add_race(cache, trace, i, races, &races->races[k]);
        if (races->limit.hit) add_race_limit(cache, trace, i, &races->limit);
        add_slots(cache, trace, i, races);
        add_barriers(cache, trace, i);
        add_bandwidth(cache, analysis, i);
    }
    order_mended(cache);
    if (cache->count) qsort(cache->drafts, cache->count, sizeof *cache->drafts, compare_drafts);
    cache->findings = mem_array((size_t)cache->count + 1, sizeof *cache->findings);
    cache->list.findings = cache->findings;
    cache->list.count = cache->count;
    for (uint32_t i = 0; i < cache->count; i++) {
        cache->findings[i] = cache->drafts[i].finding;
        enum trace_severity severity = cache->findings[i].severity;
        cache->list.errors += severity == TRACE_ERROR;
        cache->list.warnings += severity == TRACE_WARNING;
        cache->list.notes += severity == TRACE_NOTE;
    }
    cache->built = true;
}

const struct finding_list *findings_get(struct analysis *analysis)
{
    struct cache *cache = get_cache(analysis);
    if (!cache->built) build(analysis, cache);
    return &cache->list;
}

/* Everything that went wrong in `a`, unset reads aside, went wrong in `b` as well. */
static bool errors_within(const struct trace *a, const struct trace *b)
{
    for (uint32_t i = 0; i < a->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &a->diagnostics[i];
        if (d->severity == TRACE_ERROR && d->fault != TRACE_UNINITIALISED_READ &&
            !said_by_run(b, d->fault, d->source, d->line))
            return false;
    }
    return true;
}

/* Both runs went as far, and the same went wrong: the program itself may ignore an error. */
static bool same_course(const struct trace *a, const struct trace *b)
{
    if (a->timed_out != b->timed_out || a->launch_count != b->launch_count) return false;
    for (uint32_t i = 0; i < a->launch_count; i++)
        if (strcmp(a->launches[i].error, b->launches[i].error) != 0) return false;
    return errors_within(a, b) && errors_within(b, a);
}

bool findings_same_output(const struct trace *a, const struct trace *b)
{
    return a->exit_status == b->exit_status && a->timed_out == b->timed_out &&
           !strcmp(a->output, b->output) && !strcmp(a->errors, b->errors);
}

void findings_second_run(struct analysis *analysis, const struct trace *other,
                         const struct trace *same)
{
    struct cache *cache = get_cache(analysis);
    const struct trace *trace = analysis_trace(analysis);
    cache_clear(cache);
    bool course = same_course(trace, other);
    cache->second_run = !course                                      ? FINDING_OTHER
                        : findings_same_output(trace, other)         ? FINDING_SAME
                        : same && !findings_same_output(trace, same) ? FINDING_UNSTEADY
                                                                     : FINDING_OTHER;
    free(cache->unseen);
    cache->unseen = mem_array((size_t)trace->diagnostic_count + 1, 1);
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        cache->unseen[i] = cache->second_run == FINDING_SAME && !other->timed_out &&
                           d->fault == TRACE_UNINITIALISED_READ &&
                           !said_by_run(other, d->fault, d->source, d->line);
    }
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
