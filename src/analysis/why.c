#include "analysis/why.h"

#include "analysis/request.h"
#include "analysis/sentence.h"
#include "analysis/why_figures.h"
#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

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

static void so_far_warps(const struct why_figures *f, struct why *why)
{
    if (f->first == UINT32_MAX) {
        snprintf(why->so_far, WHY_TEXT, "%s",
                 f->by_register ? _("values went from slot to slot through registers alone")
                                : _("no slot has been written from other slots yet"));
        return;
    }
    const struct why_adding *a = &f->so_far_adding;
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

/* Those that need the round's warps: that work, or where it takes more warps, that read. */
static uint32_t threads_in_need(const struct round_counts *c)
{
    return round_needed_warps(c) > c->least ? c->touching : c->threads;
}

static void fill_divergence(const struct why_figures *f, struct why *why)
{
    const struct round_counts *c = &f->round->counts;
    uint32_t each = requests_each(f->round);
    bool shared = f->here.shared == f->requests.all;
    char work[64];
    i18n_counted(work, sizeof work,
                 f->additions ? _("%u {addition|additions}") : _("%u {thread|threads}"),
                 f->additions ? whole(f->additions) : threads_in_need(c));
    if (each)
        i18n_counted(
            why->here, WHY_TEXT,
            shared ? _("%u {warp issues|warps issue} %u shared {request|requests} each: %u, for %s")
                   : _("%u {warp issues|warps issue} %u {request|requests} each: %u, for %s"),
            c->warps, each, c->warps * each, work);
    else
        i18n_counted(why->here, WHY_TEXT,
                     shared ? _("%u {warp issues|warps issue} %u shared {request|requests}, for %s")
                            : _("%u {warp issues|warps issue} %u {request|requests}, for %s"),
                     c->warps, whole(f->requests.all), work);
    if (round_needed_warps(c) == 1 && each)
        i18n_counted(why->best, WHY_TEXT,
                     _("1 warp, %u {request|requests}, if the %u threads were neighbours"), each,
                     threads_in_need(c));
    else
        i18n_counted(why->best, WHY_TEXT, _("%u {warp|warps}, if the %u threads were neighbours"),
                     round_needed_warps(c), threads_in_need(c));
    so_far_warps(f, why);
}

static void fill_serial(const struct why_figures *f, struct why *why)
{
    const struct round_statement *s = round_main_statement(f->round);
    uint32_t threads = trace_threads(f->round->launch), rounds = 0;
    uint32_t turns = s ? s->turns : 1;
    while (1u << rounds < turns + 1 && rounds < 31)
        rounds++;
    i18n_counted(why->here, WHY_TEXT,
                 f->waiting
                     ? _("1 thread takes %u {turn|turns}, one after another; %u {waits|wait} for "
                         "it at the barrier")
                     : _("1 thread takes %u {turn|turns}, one after another; nobody waits for it"),
                 turns, f->waiting);
    if (s && sentence_statement_additions(s))
        i18n_counted(
            why->best, WHY_TEXT,
            _("%u {round|rounds}, if threads share the work and each round halves what is left"),
            rounds);
    else
        i18n_counted(why->best, WHY_TEXT,
                     _("1 turn, if %u {thread|threads} could share them and no turn needs another"),
                     turns < threads ? turns : threads);
    uint64_t worked = 0, all = 0;
    for (uint32_t r = 0; r <= f->round->index; r++) {
        worked += f->counts[r].threads;
        all += threads;
    }
    i18n_counted(why->so_far, WHY_TEXT,
                 ONE_OR(worked, _("%u of %u {place|places} for a thread in a round was used"),
                        _("%u of %u {place|places} for a thread in a round were used")),
                 whole(worked), whole(all));
}

/* What the warps do that do not work: they need not come to a barrier. */
static void fill_idle(const struct why_figures *f, struct why *why)
{
    const struct round_counts *c = &f->round->counts;
    uint32_t all = f->round->warp_count, wait = f->rest[ROUND_WAITS];
    uint32_t leave = f->rest[ROUND_LEAVES], gone = f->rest[ROUND_GONE];
    uint32_t idle = all - c->warps;
    if (wait == idle)
        i18n_counted(why->here, WHY_TEXT,
                     _("%u of %u warps at work; %u {waits|wait} at the barrier"), c->warps, all,
                     wait);
    else if (leave == idle)
        i18n_counted(why->here, WHY_TEXT, _("%u of %u warps at work; %u {leaves|leave} the kernel"),
                     c->warps, all, leave);
    else if (gone == idle)
        i18n_counted(why->here, WHY_TEXT,
                     _("%u of %u warps at work; %u {has|have} left the kernel before"), c->warps,
                     all, gone);
    else
        i18n_counted(why->here, WHY_TEXT,
                     _("%u of %u warps at work; %u {waits|wait}, %u {has|have} left the kernel"),
                     c->warps, all, wait, leave + gone);
    i18n_counted(why->best, WHY_TEXT,
                 _("%u {warp|warps} for %u {thread|threads}: this is the least"),
                 round_needed_warps(c), threads_in_need(c));
    so_far_warps(f, why);
}

static const struct round_line *main_line(const struct why_figures *f)
{
    const struct round_statement *s = round_main_statement(f->round);
    return s ? &f->round->lines[s->line] : NULL;
}

static void fill_unequal(const struct why_figures *f, struct why *why)
{
    const struct round_line *line = main_line(f);
    i18n_counted(why->here, WHY_TEXT,
                 _("of one warp, a lane comes to line %u %u {time|times}, another %u {time|times}"),
                 line->line, line->uneven, line->uneven_low);
    snprintf(why->best, WHY_TEXT, "%s", _("the same number of times for all lanes of a warp"));
    so_far_warps(f, why);
}

static void fill_parts(const struct why_figures *f, struct why *why)
{
    i18n_counted(why->here, WHY_TEXT,
                 ONE_OR(f->requests.partial,
                        _("%u of %u {request|requests} has only some of the warp's lanes at work"),
                        _("%u of %u {request|requests} have only some of the warp's lanes at "
                          "work")),
                 whole(f->requests.partial), whole(f->requests.work));
    snprintf(why->best, WHY_TEXT, "%s",
             _("all lanes in each request, if those of a warp took the same way"));
    so_far_warps(f, why);
}

static void fill_nothing(const struct why_figures *f, struct why *why)
{
    const struct round_counts *c = &f->round->counts;
    i18n_counted(why->here, WHY_TEXT, _("%u {thread|threads} in %u {warp|warps}"),
                 threads_in_need(c), c->warps);
    i18n_counted(why->best, WHY_TEXT, _("%u {warp|warps}: this is the least"),
                 round_needed_warps(c));
    so_far_warps(f, why);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void fill_conflicts(const struct why_figures *f, struct why *why)
{
    const struct why_sums *h = &f->here, *s = &f->so_far;
    if (h->shared == 1)
        i18n_counted(why->here, WHY_TEXT, _("1 shared request takes %u {pass|passes}"),
                     whole(h->passes));
    else
        i18n_counted(why->here, WHY_TEXT,
                     _("%u shared requests take %u {pass|passes}, the worst of them %u"),
                     whole(h->shared), whole(h->passes), whole(h->worst));
    i18n_counted(why->best, WHY_TEXT,
                 h->shared_atomics
                     ? _("%u {pass|passes}, if every lane had a word in a bank of its own")
                     : _("%u {pass|passes}, if the words lay in different banks"),
                 whole(h->least_passes));
    i18n_counted(why->so_far, WHY_TEXT,
                 _("%u {request|requests}, %u {pass|passes}; without conflicts %u"),
                 whole(s->shared), whole(s->passes), whole(s->least_passes));
}

static void fill_sectors(const struct why_figures *f, struct why *why)
{
    const struct why_sums *h = &f->here;
    double share = h->sectors ? 100.0 * (double)h->distinct / (32.0 * (double)h->sectors) : 0;
    i18n_counted(why->here, WHY_TEXT,
                 _("the block's whole round: %u {request moves|requests move} %u "
                   "{sector|sectors}; %.3g %% of the bytes are used"),
                 whole(h->global), whole(h->sectors), share);
    if (h->sectors > h->least_sectors)
        i18n_counted(why->best, WHY_TEXT,
                     _("%u {sector|sectors}, if neighbouring lanes used neighbouring addresses"),
                     whole(h->least_sectors));
    else
        i18n_counted(why->best, WHY_TEXT,
                     _("%u {sector|sectors}: none of these requests could move fewer"),
                     whole(h->least_sectors));
    i18n_counted(why->so_far, WHY_TEXT,
                 _("to the end of round %u: %u {sector|sectors}; the fewest for the same requests: "
                   "%u"),
                 f->round->index, whole(f->so_far.sectors), whole(f->so_far.least_sectors));
}

/* Requests to constant memory. */
static void fill_pieces(const struct why_figures *f, struct why *why)
{
    const struct why_sums *h = &f->here;
    if (h->constant == 1)
        i18n_counted(why->here, WHY_TEXT,
                     h->broadcasts
                         ? _("the block's whole round: 1 constant request, %u {pass|passes}: all "
                             "its lanes read the same")
                         : _("the block's whole round: 1 constant request, %u {pass|passes}: its "
                             "lanes read different words"),
                     whole(h->pieces));
    else
        i18n_counted(why->here, WHY_TEXT,
                     _("the block's whole round: %u constant requests, %u {pass|passes}; in %u of "
                       "them all lanes read the same"),
                     whole(h->constant), whole(h->pieces), whole(h->broadcasts));
    i18n_counted(why->best, WHY_TEXT,
                 h->pieces > h->least_pieces
                     ? _("%u {pass|passes}, if all lanes of a request read the same")
                     : _("%u {pass|passes}: none of these requests could take fewer"),
                 whole(h->least_pieces));
    i18n_counted(why->so_far, WHY_TEXT,
                 _("to the end of round %u: %u constant {pass|passes}; the fewest for the same "
                   "requests: %u"),
                 f->round->index, whole(f->so_far.pieces), whole(f->so_far.least_pieces));
}

static bool in_shared(const struct why_figures *f)
{
    return f->here.shared_atomics == f->here.atomics;
}

static void fill_atomics(const struct why_figures *f, struct why *why)
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
             in_shared(f)
                 ? _("1 update of a word for each warp, after its lanes have joined their values")
                 : _("1 update of a word for each block, after its threads have joined their "
                     "values"));
    i18n_counted(why->so_far, WHY_TEXT, _("%u atomic {update|updates} by this block"),
                 whole(f->so_far.atomics));
}

/* ---- The table ------------------------------------------------------------------------------ */

static const struct row {
    const char *explanation, *beliefs;
    void (*fill)(const struct why_figures *f, struct why *why);
} rows[WHY_KIND_COUNT] = {
    [WHY_DIVERGENCE] =
        {N_("A warp issues an instruction for all its 32 lanes at once. Lanes that fail the if "
            "come "
            "along (░): they add nothing and save nothing."),
         N_("\"idle lanes cost nothing\", \"the warps of a block run in order\", \"a slot is empty "
            "once it has been read\"."),
         fill_divergence},
    [WHY_SERIAL] =
        {N_("One thread works alone. Its warp is issued with one lane at work, and no other warp "
            "of the block has anything to do meanwhile."),
         N_("\"the others save work\", \"a single thread runs faster alone\", \"order makes the "
            "sum "
            "right\"."),
         fill_serial},
    [WHY_IDLE] =
        {N_("The warps that are issued are as full as they can be. The others have nothing to do; "
            "a warp that waits or has left takes no time from one that works."),
         N_("\"waiting warps slow the others down\", \"a warp with no work is issued all the "
            "same\", \"idle lanes and idle warps cost the same\"."),
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
    [WHY_PIECES] =
        {N_("Constant memory has a cache of its own, which hands out one word at a time, to every "
            "lane that wants it. Where all lanes read the same word, one pass serves them all (a "
            "broadcast); different words come one after another."),
         N_("\"constant memory is always fast\", \"neighbouring lanes should read neighbouring "
            "constants\", \"a warp needs a copy for each lane\"."),
         fill_pieces},
    [WHY_UNEQUAL] =
        {N_("Lanes of one warp come to the same line a different number of times: a loop that ends "
            "sooner, or an if. The warp is issued for as long as any lane needs it."),
         N_("\"a thread that is done frees its place\", \"the average counts\", \"a lane that "
            "skips a line saves time\"."),
         fill_unequal},
    [WHY_PARTS] =
        {N_("All these lanes do something in this round, but not on the same lines. A request of "
            "some lanes is issued for the whole warp; the others come along."),
         N_("\"both ways of an if are taken at once\", \"a warp with all its lanes at work loses "
            "nothing\"."),
         fill_parts},
    [WHY_ATOMICS] =
        {N_("Atomic updates of one word cannot happen at the same time: each needs what the one "
            "before it left. They queue up, and those of other blocks join the queue."),
         N_("\"an atomic costs what a store costs\", \"the threads of a warp add in one step\", "
            "\"atomics of different blocks do not meet\"."),
         fill_atomics},
    [WHY_NOTHING] =
        {N_("In every warp that is issued all lanes do something in this round: no fewer warps "
            "could "
            "do what it does."),
         N_("\"more threads are always faster\", \"a barrier costs nothing\", \"full warps mean "
            "that memory is used well\": see 2 and 3."),
         fill_nothing},
};

/* Where the row's words are not true of the round. */
static void amend(const struct why_figures *f, struct why *why)
{
    if (why->kind == WHY_NOTHING && !f->round->counts.threads)
        why->explanation = _("No thread touches memory in this round.");
    else if (why->kind == WHY_NOTHING && f->round->counts.threads % TRACE_LANES)
        why->explanation =
            _("No more warps are issued than these threads fill, the last of them in part: no "
              "fewer warps could do what this round does.");
    if (why->kind == WHY_CONFLICTS && f->here.shared_atomics)
        why->explanation =
            _("Shared memory has 32 banks; each serves one word in a pass, and one lane's atomic "
              "update of it. Lanes that want one bank queue up, and the whole warp waits for the "
              "last pass.");
    if (why->kind != WHY_ATOMICS || !in_shared(f)) return;
    why->explanation =
        _("Atomic updates of one word cannot happen at the same time: each needs what the one "
          "before it left. They queue up; other blocks have a shared memory of their own.");
    why->beliefs = _("\"an atomic costs what a store costs\", \"the threads of a warp add in one "
                     "step\".");
}

static enum why_kind lanes_kind(const struct why_figures *f)
{
    const struct round_counts *c = &f->round->counts;
    const struct round_statement *s = round_main_statement(f->round);
    const struct round_line *line = main_line(f);
    if (!c->threads) return WHY_NOTHING;
    if (c->threads == 1 && s && s->turns > 2) return WHY_SERIAL;
    if (c->warps > round_needed_warps(c)) return WHY_DIVERGENCE;
    if (line && line->uneven > line->uneven_low) return WHY_UNEQUAL;
    if (f->queue.longest > 1) return WHY_ATOMICS;
    if (f->here.passes > f->here.least_passes) return WHY_CONFLICTS;
    if (f->requests.partial) return WHY_PARTS;
    if (c->warps < f->round->warp_count) return WHY_IDLE;
    if (f->here.sectors > f->here.least_sectors * 5 / 4) return WHY_SECTORS;
    return WHY_NOTHING;
}

bool why_of_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                  enum why_topic topic, struct why *why)
{
    struct why_figures f;
    *why = (struct why){.kind = WHY_NOTHING};
    if (!why_gather(analysis, launch, block, round, &f)) return false;
    const bool constant = topic == WHY_CONSTANT || (topic == WHY_GLOBAL && !f.here.global);
    why->kind = topic == WHY_BANKS && f.here.shared    ? WHY_CONFLICTS
                : constant && f.here.constant          ? WHY_PIECES
                : topic == WHY_GLOBAL && f.here.global ? WHY_SECTORS
                                                       : lanes_kind(&f);
    const struct round_statement *s = round_main_statement(f.round);
    if (s && f.round->statement_count == 1) why->line = f.round->lines[s->line].line;
    why->passes = f.here.passes;
    why->sectors = f.here.sectors;
    why->pieces = f.here.pieces;
    why->explanation = _(rows[why->kind].explanation);
    why->beliefs = _(rows[why->kind].beliefs);
    amend(&f, why);
    rows[why->kind].fill(&f, why);
    return true;
}
