#include "analysis/why.h"

#include "analysis/request.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Figures -------------------------------------------------------------------------------- */

struct sums { /* over the requests of one round or of all rounds so far */
    uint64_t shared, passes, least_passes, worst;
    uint64_t global, sectors, distinct;
    uint64_t atomics; /* lanes */
};

/* Atomic updates of one word are carried out one after another. */
struct queue {
    uint64_t words, longest; /* words updated; updates of the one with most of them */
};

/* Proved additions, and the warps issued for them: one for each turn of a line, and one for each
 * value where a thread adds several in a turn. */
struct adding {
    uint64_t additions, warps, least;
};

struct figures {
    struct analysis *analysis;
    const struct round *round;
    const struct round_counts *counts; /* of all rounds */
    struct sums here, so_far;
    struct queue queue;             /* of this round */
    uint64_t warps, threads, least; /* of the rounds so far in which slots are exchanged */
    uint32_t first;                 /* the first of those */
    uint64_t additions;             /* proved, in this round */
    struct adding so_far_adding;    /* of the rounds so far; none = one does something else */
};

/* ---- Additions of all rounds ---------------------------------------------------------------- */

struct known { /* of one block, as far as they have been asked for */
    uint32_t launch, block, rounds;
    struct adding *adding;
};

struct cache {
    struct known *known;
    uint32_t count, capacity;
};

static void cache_release(void *pointer)
{
    struct cache *cache = pointer;
    for (uint32_t i = 0; i < cache->count; i++)
        free(cache->known[i].adding);
    free(cache->known);
    free(cache);
}

static struct known *known_of(struct analysis *analysis, uint32_t launch, uint32_t block)
{
    void **slot = analysis_slot(analysis, ANALYSIS_WHY, cache_release);
    if (!*slot) *slot = mem_alloc(sizeof(struct cache));
    struct cache *cache = *slot;
    for (uint32_t i = 0; i < cache->count; i++)
        if (cache->known[i].launch == launch && cache->known[i].block == block)
            return &cache->known[i];
    uint32_t rounds = analysis_trace(analysis)->launches[launch].blocks[block].rounds;
    MEM_GROW(cache->known, cache->count, cache->capacity);
    cache->known[cache->count] = (struct known){
        launch, block, 0, mem_array((size_t)rounds + 1, sizeof *cache->known->adding)};
    return &cache->known[cache->count++];
}

/* The statement of a line that adds; NULL: it does something else. */
static const struct round_statement *adder_of(const struct round *round, uint32_t line)
{
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s->line == line && sentence_statement_additions(s)) return s;
    }
    return NULL;
}

/* The edges of one step, by thread: a warp is issued as often as its busiest lane adds. */
static void add_step(const struct round *round, const struct round_step *step,
                     struct adding *adding)
{
    const struct round_statement *s = adder_of(round, step->line);
    uint64_t warps = 0, additions = 0;
    uint32_t warp = TRACE_NONE, most = 0;
    for (uint32_t i = step->first; s && i < step->first + step->count;) {
        uint32_t thread = round->edges[i].thread, count = 0;
        for (; i < step->first + step->count && round->edges[i].thread == thread; i++)
            count++;
        if (!s->own && count > 1) count--; /* a sum of two is one addition */
        additions += count;
        if (thread / TRACE_LANES != warp) {
            warps += most;
            warp = thread / TRACE_LANES;
            most = 0;
        }
        if (count > most) most = count;
    }
    adding->warps += warps + most;
    adding->least += (additions + TRACE_LANES - 1) / TRACE_LANES;
}

static struct adding adding_of_round(const struct round *round)
{
    struct adding adding = {.additions = sentence_additions(round)};
    if (adding.additions <= (uint64_t)round->counts.warps * TRACE_LANES && round->step_count == 1) {
        adding.warps = round->counts.warps;
        adding.least = round->counts.least;
    } else if (!round->edges_cut) {
        for (uint32_t i = 0; i < round->step_count; i++)
            add_step(round, &round->steps[i], &adding);
    } else {
        for (uint32_t i = 0; i < round->statement_count; i++) {
            const struct round_statement *s = &round->statements[i];
            uint64_t additions = sentence_statement_additions(s);
            if (!additions) continue;
            adding.warps += (uint64_t)s->warps * s->turns;
            adding.least += (additions + TRACE_LANES - 1) / TRACE_LANES;
        }
    }
    return adding;
}

static struct adding adding_of(struct analysis *analysis, uint32_t launch, uint32_t block,
                               uint32_t round)
{
    struct known *known = known_of(analysis, launch, block);
    for (; known->rounds <= round; known->rounds++) {
        struct arena arena;
        struct round r;
        arena_init(&arena);
        if (round_analyse(analysis, launch, block, known->rounds, &arena, &r))
            known->adding[known->rounds] = adding_of_round(&r);
        arena_fini(&arena);
    }
    return known->adding[round];
}

/* ---- Sums ----------------------------------------------------------------------------------- */

static void sum_round(const struct trace *trace, const struct trace_launch *launch,
                      const struct trace_round *range, struct request_memo *memo, struct sums *sums)
{
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        struct request_cost cost;
        if (!request_is_access(request)) continue;
        if (request_machine_kind(request) == TRACE_ATOMIC)
            sums->atomics += (unsigned)__builtin_popcount(request->mask);
        request_cost(trace, launch, request, memo, &cost);
        if (!cost.lanes) continue; /* goes on with the one before */
        if (request->space == TRACE_SHARED) {
            sums->shared++;
            sums->passes += cost.passes;
            sums->least_passes += cost.least;
            if (cost.passes > sums->worst) sums->worst = cost.passes;
        } else if (request->space == TRACE_GLOBAL) {
            sums->global++;
            sums->sectors += cost.sectors;
            sums->distinct += cost.distinct;
        }
    }
}

struct word {
    uint32_t object;
    uint8_t space;
    int64_t offset;
};

static int by_word(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    if (x->space != y->space) return x->space < y->space ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static struct queue queue_of(const struct trace_launch *launch, const struct trace_round *range,
                             uint64_t atomics)
{
    struct queue queue = {0};
    struct word *words = mem_array(atomics + 1, sizeof *words);
    uint64_t count = 0, same = 0;
    for (uint32_t i = 0; i < range->count; i++) {
        const struct trace_request *request = &launch->requests[range->first + i];
        if (request_machine_kind(request) != TRACE_ATOMIC) continue;
        for (uint32_t mask = request->mask; mask && count < atomics; mask &= mask - 1)
            words[count++] =
                (struct word){request->object, request->space,
                              round_lane_offset(launch, request, (unsigned)__builtin_ctz(mask))};
    }
    qsort(words, count, sizeof *words, by_word);
    for (uint64_t i = 0; i < count; i++) {
        same = i && by_word(&words[i - 1], &words[i]) == 0 ? same + 1 : 1;
        queue.words += same == 1;
        if (same > queue.longest) queue.longest = same;
    }
    free(words);
    return queue;
}

static bool gather(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                   struct figures *f)
{
    const struct trace *trace = analysis_trace(analysis);
    struct request_memo memo = {0};
    *f = (struct figures){.analysis = analysis,
                          .round = round_get(analysis, launch, block, round),
                          .counts = round_counts(analysis, launch, block),
                          .first = UINT32_MAX};
    if (!f->round || !f->counts) return false;
    for (uint32_t r = 0; r <= round; r++) {
        const struct trace_round *range = trace_block_round(f->round->launch, block, r);
        sum_round(trace, f->round->launch, range, &memo, &f->so_far);
        if (r == round) sum_round(trace, f->round->launch, range, &memo, &f->here);
        if (!f->counts[r].exchanges) continue;
        if (f->first == UINT32_MAX) f->first = r;
        f->warps += f->counts[r].warps;
        f->threads += f->counts[r].threads;
        f->least += f->counts[r].least;
    }
    if (f->here.atomics)
        f->queue = queue_of(f->round->launch, trace_block_round(f->round->launch, block, round),
                            f->here.atomics);
    f->additions = sentence_additions(f->round);
    bool only = true;
    for (uint32_t r = 0; only && r <= round; r++) {
        if (!f->counts[r].exchanges) continue;
        struct adding adding = adding_of(analysis, launch, block, r);
        only = adding.additions > 0;
        f->so_far_adding.additions += adding.additions;
        f->so_far_adding.warps += adding.warps;
        f->so_far_adding.least += adding.least;
    }
    if (!only) f->so_far_adding = (struct adding){0};
    return true;
}

static unsigned whole(uint64_t number)
{
    return number > UINT32_MAX ? UINT32_MAX : (unsigned)number;
}

/* ---- Lanes and warps ------------------------------------------------------------------------ */

/* Requests that every issuing warp makes, or 0 when they differ. */
static uint32_t requests_each(const struct round *round)
{
    uint32_t each = 0;
    for (uint32_t w = 0; w < round->warp_count; w++) {
        if (!round->warps[w].issues) continue;
        if (each && round->warps[w].requests != each) return 0;
        each = round->warps[w].requests;
    }
    return each;
}

static void so_far_warps(const struct figures *f, struct why *why)
{
    if (f->first == UINT32_MAX) {
        snprintf(why->so_far, WHY_TEXT, "%s", _("no round has exchanged slots yet"));
        return;
    }
    const struct adding *a = &f->so_far_adding;
    if (a->additions)
        i18n_counted(why->so_far, WHY_TEXT,
                     _("%u {warp|warps} for %u {addition|additions}; full warps would need %u"),
                     whole(a->warps), whole(a->additions), whole(a->least));
    else
        i18n_counted(
            why->so_far, WHY_TEXT,
            _("%u {warp|warps} for the work of %u {thread|threads}; full warps would need %u"),
            whole(f->warps), whole(f->threads), whole(f->least));
}

static void fill_divergence(const struct figures *f, struct why *why)
{
    const struct round_counts *c = &f->round->counts;
    uint32_t each = requests_each(f->round);
    char work[64];
    i18n_counted(work, sizeof work,
                 f->additions ? _("%u {addition|additions}") : _("%u {thread|threads}"),
                 f->additions ? whole(f->additions) : c->threads);
    if (each)
        i18n_counted(
            why->here, WHY_TEXT,
            f->here.shared
                ? _("%u {warp issues|warps issue} %u shared {request|requests} each: %u, for %s")
                : _("%u {warp issues|warps issue} %u {request|requests} each: %u, for %s"),
            c->warps, each, c->warps * each, work);
    else
        i18n_counted(why->here, WHY_TEXT,
                     _("%u {warp issues|warps issue} %u shared {request|requests}, for %s"),
                     c->warps, c->requests, work);
    if (c->least == 1)
        i18n_counted(why->best, WHY_TEXT,
                     _("1 warp, %u {request|requests}, if the %u threads were neighbours"),
                     each ? each : c->requests / (c->warps ? c->warps : 1), c->threads);
    else
        i18n_counted(why->best, WHY_TEXT, _("%u {warp|warps}, if the %u threads were neighbours"),
                     c->least, c->threads);
    so_far_warps(f, why);
}

static void fill_serial(const struct figures *f, struct why *why)
{
    const struct round_statement *s = round_main_statement(f->round);
    uint32_t threads = trace_threads(f->round->launch), rounds = 0;
    uint32_t turns = s ? s->turns : 1;
    while (1u << rounds < turns + 1 && rounds < 31)
        rounds++;
    i18n_counted(
        why->here, WHY_TEXT,
        _("1 thread takes %u {turn|turns}, one after another; %u {thread waits|threads wait}"),
        turns, threads - 1);
    i18n_counted(
        why->best, WHY_TEXT,
        _("%u {round|rounds}, if threads share the work and each round halves what is left"),
        rounds);
    uint64_t worked = 0, all = 0;
    for (uint32_t r = 0; r <= f->round->index; r++) {
        worked += f->counts[r].threads;
        all += threads;
    }
    i18n_counted(why->so_far, WHY_TEXT,
                 _("%u of %u {place|places} for a thread in a round {was|were} used"),
                 whole(worked), whole(all));
}

static void fill_idle(const struct figures *f, struct why *why)
{
    const struct round_counts *c = &f->round->counts;
    uint32_t waiting = f->round->warp_count - c->warps;
    i18n_counted(why->here, WHY_TEXT, _("%u of %u warps at work; %u {waits|wait} at the barrier"),
                 c->warps, f->round->warp_count, waiting);
    i18n_counted(why->best, WHY_TEXT,
                 _("%u {warp|warps} for %u {thread|threads}: this is the least"), c->least,
                 c->threads);
    so_far_warps(f, why);
}

static void fill_unequal(const struct figures *f, struct why *why)
{
    const struct round_statement *s = round_main_statement(f->round);
    i18n_counted(why->here, WHY_TEXT,
                 _("some threads take %u {turn|turns}, others %u: a warp stays for the longest"),
                 s->turns, s->turns_low);
    snprintf(why->best, WHY_TEXT, "%s", _("the same number of turns for all threads of a warp"));
    so_far_warps(f, why);
}

static void fill_nothing(const struct figures *f, struct why *why)
{
    const struct round_counts *c = &f->round->counts;
    i18n_counted(why->here, WHY_TEXT, _("%u {thread|threads} in %u {warp|warps}"), c->threads,
                 c->warps);
    i18n_counted(why->best, WHY_TEXT, _("%u {warp|warps}: nothing is lost here"), c->least);
    so_far_warps(f, why);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void fill_conflicts(const struct figures *f, struct why *why)
{
    const struct sums *h = &f->here, *s = &f->so_far;
    if (h->shared == 1)
        i18n_counted(why->here, WHY_TEXT, _("1 shared request takes %u {pass|passes}"),
                     whole(h->passes));
    else
        i18n_counted(why->here, WHY_TEXT,
                     _("%u shared requests take %u {pass|passes}, the worst of them %u"),
                     whole(h->shared), whole(h->passes), whole(h->worst));
    i18n_counted(why->best, WHY_TEXT, _("%u {pass|passes}, if the words lay in different banks"),
                 whole(h->least_passes));
    i18n_counted(why->so_far, WHY_TEXT,
                 _("%u {request|requests}, %u {pass|passes}; without conflicts %u"),
                 whole(s->shared), whole(s->passes), whole(s->least_passes));
}

static uint64_t least_sectors(const struct sums *sums)
{
    uint64_t least = (sums->distinct + REQUEST_SECTOR - 1) / REQUEST_SECTOR;
    return least > sums->global ? least : sums->global;
}

static void fill_sectors(const struct figures *f, struct why *why)
{
    const struct sums *h = &f->here;
    double share = h->sectors ? 100.0 * (double)h->distinct / (32.0 * (double)h->sectors) : 0;
    i18n_counted(
        why->here, WHY_TEXT,
        _("%u {request moves|requests move} %u {sector|sectors}; %.3g %% of the bytes are used"),
        whole(h->global), whole(h->sectors), share);
    i18n_counted(why->best, WHY_TEXT,
                 _("%u {sector|sectors}, if neighbouring lanes used neighbouring addresses"),
                 whole(least_sectors(h)));
    i18n_counted(why->so_far, WHY_TEXT, _("%u {sector|sectors}; the bytes asked for fill %u"),
                 whole(f->so_far.sectors), whole(least_sectors(&f->so_far)));
}

static void fill_atomics(const struct figures *f, struct why *why)
{
    if (f->queue.words == 1)
        i18n_counted(why->here, WHY_TEXT,
                     _("%u atomic updates of 1 word, one after another: a queue of %u"),
                     whole(f->here.atomics), whole(f->queue.longest));
    else
        i18n_counted(why->here, WHY_TEXT,
                     _("%u atomic updates of %u words; the longest queue at one of them: %u"),
                     whole(f->here.atomics), whole(f->queue.words), whole(f->queue.longest));
    snprintf(why->best, WHY_TEXT, "%s",
             _("1 update of a word for each block, after its threads have joined their values"));
    i18n_counted(why->so_far, WHY_TEXT, _("%u atomic {update|updates} by this block"),
                 whole(f->so_far.atomics));
}

/* ---- The table ------------------------------------------------------------------------------ */

static const struct row {
    const char *explanation, *beliefs;
    void (*fill)(const struct figures *f, struct why *why);
} rows[WHY_KIND_COUNT] = {
    [WHY_DIVERGENCE] =
        {N_("A warp issues an instruction for all its 32 lanes at once. Lanes that fail the if "
            "come "
            "along (░): they add nothing and save nothing."),
         N_("\"idle lanes cost nothing\", \"the warps of a block run in order\", \"a slot is empty "
            "once it has been read\"."),
         fill_divergence},
    [WHY_SERIAL] =
        {N_("One thread does what all could share. Its warp is issued with one lane at work, and "
            "every other warp stands at the barrier until it is done."),
         N_("\"the others save work\", \"a single thread runs faster alone\", \"order makes the "
            "sum "
            "right\"."),
         fill_serial},
    [WHY_IDLE] =
        {N_("The warps that are issued are as full as they can be. The others have nothing to do "
            "and wait; a warp that waits takes no time from one that works."),
         N_("\"waiting warps slow the others down\", \"a warp with no work leaves the barrier "
            "out\", \"idle lanes and idle warps cost the same\"."),
         fill_idle},
    [WHY_CONFLICTS] =
        {N_("Shared memory has 32 banks; each serves one word in a pass. Lanes that want different "
            "words of one bank queue up, and the whole warp waits for the last pass."),
         N_("\"shared memory is always fast\", \"two lanes that read the same word conflict\", "
            "\"padding changes the result\"."),
         fill_conflicts},
    [WHY_SECTORS] =
        {N_("Global memory comes in sectors of 32 bytes. A request costs a sector for every 32 "
            "bytes that any of its lanes touches, used or not."),
         N_("\"what one thread reads over time should lie together\", \"a load moves only what was "
            "asked for\", \"the cache mends it\"."),
         fill_sectors},
    [WHY_UNEQUAL] =
        {N_("Threads of one warp go round a loop a different number of times. The warp is issued "
            "until its last lane is done; the others come along."),
         N_("\"a thread that is done frees its place\", \"the average counts\", \"warps wait for "
            "each other at the end of a loop\"."),
         fill_unequal},
    [WHY_ATOMICS] =
        {N_("Atomic updates of one word cannot happen at the same time: each needs what the one "
            "before it left. They queue up, and those of other blocks join the queue."),
         N_("\"an atomic costs what a store costs\", \"the threads of a warp add in one step\", "
            "\"atomics of different blocks do not meet\"."),
         fill_atomics},
    [WHY_NOTHING] =
        {N_("Every warp that is issued has all its lanes at work, and nobody waits longer than "
            "needed: this round costs the least it can."),
         N_("\"more threads are always faster\", \"a barrier costs nothing\", \"full warps mean "
            "that memory is used well\": see 2 and 3."),
         fill_nothing},
};

static enum why_kind lanes_kind(const struct figures *f)
{
    const struct round_counts *c = &f->round->counts;
    const struct round_statement *s = round_main_statement(f->round);
    if (c->threads == 1 && s && s->turns > 2) return WHY_SERIAL;
    if (c->warps > c->least) return WHY_DIVERGENCE;
    if (s && s->turns > s->turns_low) return WHY_UNEQUAL;
    if (f->queue.longest > 1) return WHY_ATOMICS;
    if (f->here.passes > f->here.least_passes) return WHY_CONFLICTS;
    if (c->warps < f->round->warp_count) return WHY_IDLE;
    if (f->here.sectors > least_sectors(&f->here) * 5 / 4) return WHY_SECTORS;
    return WHY_NOTHING;
}

bool why_of_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                  enum why_topic topic, struct why *why)
{
    struct figures f;
    *why = (struct why){.kind = WHY_NOTHING};
    if (!gather(analysis, launch, block, round, &f)) return false;
    why->kind = topic == WHY_BANKS && f.here.shared    ? WHY_CONFLICTS
                : topic == WHY_GLOBAL && f.here.global ? WHY_SECTORS
                                                       : lanes_kind(&f);
    const struct round_statement *s = round_main_statement(f.round);
    if (s && f.round->statement_count == 1) why->line = f.round->lines[s->line].line;
    why->passes = f.here.passes;
    why->sectors = f.here.sectors;
    why->explanation = _(rows[why->kind].explanation);
    if (why->kind == WHY_NOTHING && f.round->counts.threads % TRACE_LANES) /* a last warp in part */
        why->explanation =
            _("No more warps are issued than these threads fill, the last of them in part, and "
              "nobody waits longer than needed: this round costs the least it can.");
    why->beliefs = _(rows[why->kind].beliefs);
    rows[why->kind].fill(&f, why);
    return true;
}
