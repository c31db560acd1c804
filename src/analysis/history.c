#include "analysis/history.h"

#include "analysis/history_lanes.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One slot in one round ------------------------------------------------------------------ */

static void note_thread(uint32_t list[HISTORY_THREADS], uint32_t *count, uint32_t thread,
                        uint8_t *seen)
{
    if (seen[thread / 8] & 1u << thread % 8) return;
    seen[thread / 8] |= (uint8_t)(1u << thread % 8);
    if (*count < HISTORY_THREADS) list[*count] = thread;
    (*count)++;
}

struct history_slot history_of_slot(struct analysis *analysis, uint32_t launch, uint32_t block,
                                    uint32_t round, uint32_t slot)
{
    struct history_slot result = {0};
    const struct round *r = round_get(analysis, launch, block, round);
    if (!r || slot >= r->slot_count) return result;
    uint32_t number, array = round_slot_array(r, slot, &number);
    size_t bytes = (trace_warps(r->launch) * (size_t)TRACE_LANES + 7) / 8;
    uint8_t *read = mem_alloc(bytes + 1), *written = mem_alloc(bytes + 1);
    const struct trace_round *range = trace_block_round(r->launch, block, round);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &r->launch->requests[i];
        if (request->object != array || request->space != TRACE_SHARED) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            uint32_t first, last, thread = request->warp * (uint32_t)TRACE_LANES + lane;
            if (!history_lane_slots(r->launch, request, lane, &first, &last)) continue;
            if (number < first || number > last) continue;
            if (request->kind != TRACE_STORE)
                note_thread(result.readers, &result.reader_count, thread, read);
            if (request->kind != TRACE_LOAD)
                note_thread(result.writers, &result.writer_count, thread, written);
        }
    }
    free(read);
    free(written);
    return result;
}

/* ---- One thread in one round ---------------------------------------------------------------- */

static void slot_name(const struct round *round, uint32_t number, char *out, size_t size)
{
    uint32_t slot, array = round_slot_array(round, number, &slot);
    trace_slot_name(&round->launch->arrays[array], slot, out, size);
}

/* "shared[1..255]": `count` slots one after another of an array of one dimension. */
static void range_name(const struct round *round, uint32_t low, uint32_t count, char *out,
                       size_t size)
{
    uint32_t slot, array = round_slot_array(round, low, &slot);
    snprintf(out, size, "%s[%u..%u]", round->launch->arrays[array].name, slot, slot + count - 1);
}

/* The slots that went into what a thread wrote: those of its first edge's line that were read in
 * the same round as that one, and how many others. */
struct taken {
    uint32_t first; /* edge */
    uint32_t slots, low, high, more;
};

static bool taken_by(const struct round *round, uint32_t thread, struct taken *taken)
{
    uint8_t *seen = mem_alloc((size_t)round->slot_count + 1);
    enum { ALIKE = 1, OTHER = 2 };
    uint32_t read_in = 0, line = 0;
    bool any = false;
    *taken = (struct taken){.low = UINT32_MAX};
    for (uint32_t i = 0; i < round->edge_count; i++) {
        const struct round_edge *edge = &round->edges[i];
        if (edge->thread != thread || edge->from >= round->slot_count) continue;
        if (!any) {
            taken->first = i;
            read_in = round_of_read(round, edge);
            line = edge->line;
            any = true;
        }
        bool same = edge->line == line && round_of_read(round, edge) == read_in;
        seen[edge->from] |= same ? ALIKE : OTHER;
        if (same && edge->from < taken->low) taken->low = edge->from;
        if (same && edge->from > taken->high) taken->high = edge->from;
    }
    for (uint32_t i = 0; i < round->slot_count; i++) {
        taken->slots += (seen[i] & ALIKE) != 0;
        taken->more += seen[i] == OTHER;
    }
    free(seen);
    return any;
}

/* By its edges: the slots of others that went into what it wrote. */
static bool thread_edges(const struct round *round, uint32_t thread, char *out, size_t size)
{
    struct taken taken;
    char name[96], read[64], to[64];
    if (!taken_by(round, thread, &taken)) return false;
    const struct round_edge *edge = &round->edges[taken.first];
    const uint32_t line = round->lines[edge->line].line, read_in = round_of_read(round, edge);
    const struct round_statement *s = NULL;
    for (uint32_t i = 0; i < round->statement_count && !s; i++)
        if (round->statements[i].line == edge->line) s = &round->statements[i];
    uint32_t slot, array = round_slot_array(round, taken.low, &slot), rest = taken.more;
    slot_name(round, edge->from, read, sizeof read);
    if (taken.slots > 1 && round->launch->arrays[array].dim_count < 2 &&
        taken.high - taken.low == taken.slots - 1)
        range_name(round, taken.low, taken.slots, read, sizeof read);
    else
        rest += taken.slots - 1;
    snprintf(name, sizeof name, read_in == round->index ? "%s" : _("%s of rd %u"), read, read_in);
    slot_name(round, edge->to, to, sizeof to);
    bool proved = s && sentence_is_proved(s);
    const char *verb = proved ? sentence_verb(s, true) : _("uses");
    if (rest)
        snprintf(out, size, _("%s %s and %u more (%u)"), verb, name, rest, line);
    else if (proved || read_in != round->index)
        snprintf(out, size, _("%s %s (%u)"), verb, name, line);
    else
        snprintf(out, size, _("reads %s, writes %s (%u)"), name, to, line);
    return true;
}

struct thread_work {
    uint32_t loads, stores, atomics, shuffles, globals; /* accesses; globals: loads of them */
    uint32_t site;                                      /* of the last store, else load */
    uint32_t object, space;
    bool votes;
};

static struct thread_work work_of(const struct round *round, uint32_t thread)
{
    struct thread_work work = {.site = TRACE_NONE};
    const struct trace_launch *launch = round->launch;
    const struct trace_round *range = trace_block_round(launch, round->block, round->index);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->warp != thread / TRACE_LANES) continue;
        if (!(request->mask & 1u << thread % TRACE_LANES)) continue;
        bool store = request->kind == TRACE_STORE || request->kind == TRACE_ATOMIC;
        work.loads += request->kind == TRACE_LOAD;
        work.globals += request->kind == TRACE_LOAD && request->space == TRACE_GLOBAL;
        work.stores += request->kind == TRACE_STORE;
        work.atomics += request->kind == TRACE_ATOMIC;
        work.shuffles += request->kind == TRACE_SHUFFLE;
        work.votes |= request->kind == TRACE_VOTE;
        if (!store && (request->kind > TRACE_LOAD || work.stores + work.atomics)) continue;
        work.site = request->site;
        work.object = request->object;
        work.space = request->space;
    }
    return work;
}

/* The line's statement, for what can be said of all its threads. */
static const struct round_statement *statement_of(const struct round *round, uint32_t line)
{
    for (uint32_t i = 0; i < round->statement_count; i++)
        if (round->lines[round->statements[i].line].line == line) return &round->statements[i];
    return NULL;
}

/* Do other threads of the statement go on with what they read in a round before, and this one with
 * nothing? */
static bool lacks_carried(const struct round_statement *s, uint32_t thread)
{
    bool any = false, has = false;
    for (uint32_t i = 0; i < s->source_count && i < ROUND_SOURCES; i++) {
        if (!s->sources[i].carried || thread / TRACE_LANES >= ROUND_WARPS) continue;
        any = true;
        has |= s->sources[i].readers[thread / TRACE_LANES] >> thread % TRACE_LANES & 1;
    }
    return any && !has;
}

/* Of a thread that touched no memory and took nothing from another lane. */
static const char *rest_text(const struct round *round, uint32_t thread, bool votes)
{
    static const char *const rests[ROUND_REST_COUNT] = {
        [ROUND_WAITS] = N_("only waits"),
        [ROUND_LEAVES] = N_("exits"),
        [ROUND_GONE] = N_("gone"),
        [ROUND_STOPS] = "",
    };
    enum round_rest rest = round_thread_rest(round, thread);
    const char *text = rests[rest];
    if (rest == ROUND_WAITS && round->warps[thread / TRACE_LANES].issues)
        text = N_("comes along"); /* its warp is issued for others */
    return votes ? _("votes") : *text ? _(text) : "";
}

void history_of_thread(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                       uint32_t thread, char *out, size_t size)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct round *round = round_get(analysis, launch, block, index);
    out[0] = '\0';
    if (!round || thread_edges(round, thread, out, size)) return;
    struct thread_work work = work_of(round, thread);
    uint32_t line = work.site < trace->site_count ? trace->sites[work.site].line : 0;
    const struct round_statement *s = statement_of(round, line);
    char what[128];
    if (!work.loads && !work.stores && !work.atomics && !work.shuffles) {
        snprintf(out, size, "%s", rest_text(round, thread, work.votes));
    } else if (s && sentence_addends(s, what, sizeof what)) {
        snprintf(out, size, _("adds %s (%u)"), what, line);
    } else if (work.stores + work.atomics) {
        const char *name = work.space == TRACE_SHARED && work.object < round->launch->array_count
                               ? round->launch->arrays[work.object].name
                           : work.object != TRACE_NONE && work.space != TRACE_SHARED
                               ? trace_allocation_name(trace, round->launch, work.object)
                               : _("memory");
        /* what it read stands on the line, too; "reads and writes part" would be of one thing */
        const char *verb = s ? sentence_verb(s, true) : _("writes");
        if (s && lacks_carried(s, thread)) verb = _("writes");
        if (strcmp(verb, _("reads and writes")) == 0 || strcmp(verb, _("copies")) == 0)
            verb = _("writes");
        snprintf(out, size, _("%s %s (%u)"), verb, name, line);
    } else if (work.shuffles) {
        snprintf(out, size, _("exchanges with lanes (%u)"), line);
    } else {
        snprintf(out, size, work.loads == 1 ? _("reads %u value (%u)") : _("reads %u values (%u)"),
                 work.loads, line);
    }
}

/* ---- Barriers ------------------------------------------------------------------------------- */

static void count_turns(const struct round *round, const uint32_t *turns, struct history_wait *wait)
{
    uint32_t threads = trace_threads(round->launch), busy = 0;
    wait->barrier = round->counts.arrived > 0;
    wait->least = UINT32_MAX;
    for (uint32_t t = 0; t < threads; t++) {
        bool arrived = round->warps[t / TRACE_LANES].arrived & 1u << t % TRACE_LANES;
        if (wait->barrier && !arrived) {
            wait->absent++;
            continue;
        }
        if (!turns[t]) {
            wait->straight++;
            continue;
        }
        busy++;
        if (turns[t] < wait->least) wait->least = turns[t];
        if (turns[t] > wait->most) {
            wait->most = turns[t];
            wait->most_threads = 0;
        }
        if (turns[t] != wait->most) continue;
        if (wait->most_threads < HISTORY_THREADS) wait->first[wait->most_threads] = t;
        wait->most_threads++;
    }
    wait->fewer = busy - wait->most_threads;
    if (wait->least == UINT32_MAX) wait->least = 0;
}

struct history_wait history_of_barrier(struct analysis *analysis, uint32_t launch, uint32_t block,
                                       uint32_t index)
{
    struct history_wait wait = {0};
    const struct round *round = round_get(analysis, launch, block, index);
    if (!round) return wait;
    uint32_t threads = trace_warps(round->launch) * (uint32_t)TRACE_LANES;
    uint32_t sites = analysis_trace(analysis)->site_count;
    uint32_t *turns = mem_array(threads, sizeof *turns);
    uint32_t *lane_turns = mem_array((size_t)sites + 1, sizeof *lane_turns * TRACE_LANES);
    const struct trace_round *range = trace_block_round(round->launch, block, index);
    uint32_t warp = TRACE_NONE;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &round->launch->requests[i];
        if (request->kind > TRACE_ATOMIC && request->kind != TRACE_SHUFFLE) continue;
        if (request->warp != warp) memset(lane_turns, 0, sizeof *lane_turns * TRACE_LANES * sites);
        warp = request->warp;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            uint32_t thread = warp * TRACE_LANES + lane;
            uint32_t turn = ++lane_turns[request->site * (size_t)TRACE_LANES + lane];
            if (turn > turns[thread]) turns[thread] = turn;
        }
    }
    count_turns(round, turns, &wait);
    free(turns);
    free(lane_turns);
    return wait;
}
