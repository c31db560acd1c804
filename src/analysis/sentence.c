#include "analysis/sentence.h"

#include "base/i18n.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

static bool is_flat(const struct trace_launch *launch)
{
    return launch->block[1] <= 1 && launch->block[2] <= 1;
}

void sentence_thread(const struct trace_launch *launch, uint32_t thread, char *out, size_t size)
{
    uint32_t xyz[3];
    round_thread_xyz(launch, thread, xyz);
    if (is_flat(launch))
        snprintf(out, size, _("thread %u"), thread);
    else if (launch->block[2] <= 1)
        snprintf(out, size, _("thread (%u,%u)"), xyz[0], xyz[1]);
    else
        snprintf(out, size, _("thread (%u,%u,%u)"), xyz[0], xyz[1], xyz[2]);
}

/* The member of a struct that an operand is, or NULL. */
static const char *field_name(const struct trace *trace, const struct trace_launch *launch,
                              const struct round_operand *operand)
{
    uint32_t type = TRACE_NONE;
    if (operand->space == TRACE_SHARED && operand->object < launch->array_count)
        type = launch->arrays[operand->object].type;
    else if (operand->space != TRACE_SHARED && operand->object != TRACE_NONE)
        type = trace_allocation_type(trace, launch, operand->object);
    if (type == TRACE_NONE || trace->types[type].kind != TRACE_STRUCT) return NULL;
    for (uint32_t i = 0; i < trace->types[type].field_count; i++)
        if (trace->types[type].fields[i].offset == operand->field)
            return trace->types[type].fields[i].name;
    return NULL;
}

void sentence_operand(const struct trace *trace, const struct round *round,
                      const struct round_operand *operand, char *out, size_t size)
{
    const struct trace_launch *launch = round->launch;
    const char *name = "";
    bool flat = is_flat(launch), shared = operand->space == TRACE_SHARED;
    if (shared && operand->object < launch->array_count)
        name = launch->arrays[operand->object].name;
    else if (!shared && operand->object != TRACE_NONE)
        name = trace_allocation_name(trace, launch, operand->object);
    if (!*name) name = shared ? _("shared memory") : _("global memory");
    size_t used = (size_t)snprintf(out, size, "%s", name);
    if (shared && operand->object < launch->array_count &&
        launch->arrays[operand->object].dim_count == 0)
        return; /* a scalar */
    char first[48], last[48];
    if (operand->dims == 1 && operand->fits[0].refuted && operand->low.points &&
        fit_text(&operand->low, flat, first, sizeof first) &&
        fit_text(&operand->high, flat, last, sizeof last)) {
        snprintf(out + used, size - used, "[%s..%s]", first, last);
        return;
    }
    if (!shared && operand->fits[0].refuted) return;
    for (uint32_t d = 0; d < operand->dims && used < size; d++) {
        char index[64];
        bool fits = fit_text(&operand->fits[d], flat, index, sizeof index);
        used += (size_t)snprintf(out + used, size - used, "[%s]", fits ? index : "*");
    }
    const char *field = field_name(trace, launch, operand);
    if (field && used < size) snprintf(out + used, size - used, ".%s", field);
}

void sentence_list(const bool *set, uint32_t count, int columns, char *out, size_t size)
{
    struct str text;
    str_init(&text);
    for (uint32_t i = 0; i < count; i++) {
        if (!set[i]) continue;
        uint32_t last = i;
        while (last + 1 < count && set[last + 1]) last++;
        if (text.length) str_adds(&text, ", ");
        if (last > i + 1)
            str_addf(&text, "%u-%u", i, last);
        else
            str_addf(&text, "%u", last = i);
        i = last;
    }
    snprintf(out, size, "%s", text.length <= (size_t)columns ? text.text : "");
    str_fini(&text);
}

/* ---- Actions -------------------------------------------------------------------------------- */

enum action { ACTION_ADD, ACTION_SUM, ACTION_MULTIPLY, ACTION_MIN, ACTION_MAX, ACTION_COPY,
              ACTION_ACCUMULATE, ACTION_UPDATE, ACTION_ATOMIC, ACTION_READ, ACTION_WRITE,
              ACTION_READ_WRITE, ACTION_SERIAL_ADD, ACTION_SHUFFLE };

struct phrase {
    const char *one, *many; /* who, source, target, line */
    const char *verb, *verb_many;
};

static const struct phrase phrases[] = {
    [ACTION_ADD] = {N_("%s adds %s to %s (line %u)"), N_("%s add %s to %s (line %u)"), N_("adds"),
                    N_("add")},
    [ACTION_SUM] = {N_("%s writes the sum of %s to %s (line %u)"),
                    N_("%s write the sum of %s to %s (line %u)"), N_("adds"), N_("add")},
    [ACTION_MULTIPLY] = {N_("%s writes the product of %s to %s (line %u)"),
                         N_("%s write the product of %s to %s (line %u)"), N_("multiplies"),
                         N_("multiply")},
    [ACTION_MIN] = {N_("%s puts the smaller of %s into %s (line %u)"),
                    N_("%s put the smaller of %s into %s (line %u)"), N_("takes the smaller"),
                    N_("take the smaller")},
    [ACTION_MAX] = {N_("%s puts the larger of %s into %s (line %u)"),
                    N_("%s put the larger of %s into %s (line %u)"), N_("takes the larger"),
                    N_("take the larger")},
    [ACTION_COPY] = {N_("%s copies %s to %s (line %u)"), N_("%s copy %s to %s (line %u)"),
                     N_("copies"), N_("copy")},
    [ACTION_ACCUMULATE] = {N_("%s adds %s into its own slot %s (line %u)"),
                           N_("%s add %s each into their own slots %s (line %u)"), N_("adds"),
                           N_("add")},
    [ACTION_UPDATE] = {N_("%s changes with %s its own slot %s (line %u)"),
                       N_("%s change with %s their own slots %s (line %u)"), N_("changes"),
                       N_("change")},
    [ACTION_ATOMIC] = {N_("%s changes%s %s atomically (line %u)"),
                       N_("%s change%s %s atomically (line %u)"), N_("changes"), N_("change")},
    [ACTION_READ] = {N_("%s reads %s%s (line %u)"), N_("%s read %s%s (line %u)"), N_("reads"),
                     N_("read")},
    [ACTION_WRITE] = {N_("%s writes%s %s (line %u)"), N_("%s write%s %s (line %u)"), N_("writes"),
                      N_("write")},
    [ACTION_READ_WRITE] = {N_("%s reads %s and writes %s (line %u)"),
                           N_("%s read %s and write %s (line %u)"), N_("reads and writes"),
                           N_("read and write")},
    [ACTION_SERIAL_ADD] = {N_("%s adds %s to %s, one after another (line %u)"),
                           N_("%s add %s to %s, one after another (line %u)"), N_("adds"),
                           N_("add")},
    [ACTION_SHUFFLE] = {N_("%s takes values from %s%s (line %u)"),
                        N_("%s take values from %s%s (line %u)"), N_("takes from a lane"),
                        N_("take from a lane")},
};

static bool is_own(const struct round_statement *s, const struct round_operand *source)
{
    if (source->space != s->target.space || source->object != s->target.object) return false;
    for (uint32_t d = 0; d < source->dims; d++) {
        const struct fit *a = &source->fits[d], *b = &s->target.fits[d];
        if (a->refuted || b->refuted || fit_constant(a) != fit_constant(b)) return false;
        for (int k = 0; k < 3; k++)
            if (a->slope[k] != b->slope[k]) return false;
    }
    return source->dims == s->target.dims;
}

static uint32_t kept_sources(const struct round_statement *s)
{
    return s->source_count < ROUND_SOURCES ? s->source_count : ROUND_SOURCES;
}

static uint32_t other_sources(const struct round_statement *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < kept_sources(s); i++) count += !is_own(s, &s->sources[i]);
    return count;
}

static bool own_only(const struct round_statement *s)
{
    return s->own && s->edges == 0 && s->target.space == TRACE_SHARED;
}

static enum action action_of(const struct round_statement *s)
{
    if (s->kind == TRACE_SHUFFLE) return ACTION_SHUFFLE;
    if (s->kind == TRACE_LOAD) return ACTION_READ;
    if (s->kind == TRACE_ATOMIC) return ACTION_ATOMIC;
    if (s->source_count == 0) return ACTION_WRITE;
    unsigned sums = OPERATION_ADD | OPERATION_ADD_PRODUCT;
    bool says_sum = s->words.form == WORDS_ACCUMULATE;
    if (own_only(s) && other_sources(s))
        return s->operations & sums || says_sum ? ACTION_ACCUMULATE : ACTION_UPDATE;
    if (s->words.form == WORDS_COPY && s->source_count == 1 && !s->own) return ACTION_COPY;
    if (s->operations & OPERATION_ADD || (says_sum && s->own && s->words.factors == 1)) {
        if (s->own && s->turns > 1 && s->threads == 1) return ACTION_SERIAL_ADD;
        return s->own ? ACTION_ADD : ACTION_SUM;
    }
    if (s->operations & OPERATION_MIN) return ACTION_MIN;
    if (s->operations & OPERATION_MAX) return ACTION_MAX;
    if (s->operations & OPERATION_MULTIPLY) return ACTION_MULTIPLY;
    if (s->operations & OPERATION_COPY && !s->own) return ACTION_COPY;
    return ACTION_READ_WRITE;
}

const char *sentence_verb(const struct round_statement *statement, bool one)
{
    const struct phrase *phrase = &phrases[action_of(statement)];
    return _(one ? phrase->verb : phrase->verb_many);
}

uint64_t sentence_additions(const struct round *round)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s->kind == TRACE_STORE && s->edges && s->operations & OPERATION_ADD) count += s->edges;
    }
    return count;
}

/* ---- Sources as text ------------------------------------------------------------------------ */

/* Factors of what is added in a turn: 3 times the same number is a cube. */
static const char *factors_name(const struct round_statement *s)
{
    uint32_t factors = 0;
    bool same = true;
    const struct round_operand *first = NULL;
    for (uint32_t i = 0; i < kept_sources(s); i++) {
        const struct round_operand *source = &s->sources[i];
        if (is_own(s, source)) continue;
        if (!first) first = source;
        const struct fit *a = &first->fits[0], *b = &source->fits[0];
        same &= first->object == source->object && !a->refuted && !b->refuted &&
                fit_constant(a) == fit_constant(b) &&
                memcmp(a->slope, b->slope, sizeof a->slope) == 0;
        factors++;
    }
    if (s->words.form == WORDS_ACCUMULATE) {
        factors = s->words.factors;
        same = s->words.same;
    } else if (!(s->operations & OPERATION_ADD_PRODUCT) || s->operations & OPERATION_ADD) {
        factors = 1;
    }
    if (factors == 1) return N_("%s values");
    if (s->source_count > ROUND_SOURCES) return N_("%s products");
    return same && factors == 2   ? N_("%s squares")
           : same && factors == 3 ? N_("%s cubes")
                                  : N_("%s products");
}

static void turns_text(const struct round_statement *s, char *out, size_t size)
{
    if (s->turns == s->turns_low)
        snprintf(out, size, "%u", s->turns);
    else
        snprintf(out, size, _("%u to %u"), s->turns_low, s->turns);
}

static void join_text(char *out, size_t size, const char *item, bool last)
{
    size_t used = strlen(out);
    if (used == 0)
        snprintf(out, size, "%s", item);
    else
        snprintf(out + used, size - used, last ? _(" and %s") : _(", %s"), item);
}

/* The operands read; the slot's own is left out where the verb implies it. */
static void sources_text(const struct trace *trace, const struct round *round,
                         const struct round_statement *s, bool with_own, char *out, size_t size)
{
    char items[ROUND_SOURCES][96];
    uint32_t count = 0;
    out[0] = '\0';
    if (with_own && s->own_hidden)
        sentence_operand(trace, round, &s->target, items[count++], sizeof items[0]);
    for (uint32_t i = 0; i < kept_sources(s) && count < ROUND_SOURCES; i++) {
        char text[96];
        bool seen = false;
        if (!with_own && is_own(s, &s->sources[i])) continue;
        sentence_operand(trace, round, &s->sources[i], text, sizeof text);
        for (uint32_t k = 0; k < count; k++) seen |= strcmp(items[k], text) == 0;
        if (!seen) snprintf(items[count++], sizeof items[0], "%s", text);
    }
    bool more = s->source_count > ROUND_SOURCES;
    for (uint32_t i = 0; i < count; i++)
        join_text(out, size, items[i], i + 1 == count && !more);
    if (more) join_text(out, size, _("others"), true);
}

/* The slots that one thread reads one after another: "shared[1..255]". */
static void serial_text(const struct round *round, const struct round_statement *s, char *out,
                        size_t size)
{
    uint32_t low = UINT32_MAX, high = 0, slot = 0, array = 0;
    for (uint32_t i = 0; i < round->edge_count; i++) {
        if (round->edges[i].line != s->line) continue;
        if (round->edges[i].from < low) low = round->edges[i].from;
        if (round->edges[i].from > high) high = round->edges[i].from;
    }
    if (low > high) return;
    array = round_slot_array(round, low, &slot);
    const char *name = round->launch->arrays[array].name;
    uint32_t last = high - round->array_base[array];
    snprintf(out, size, "%s[%u..%u]", name, slot, last);
}

/* How far away the lane is that a shuffle takes from: +16 ("down"), ^16 ("xor"), or unclear. */
static bool shuffle_step(const struct trace_launch *launch, const struct trace_request *request,
                         char *out, size_t size)
{
    int64_t distance = 0, mask = 0;
    bool first = true, shifts = true, flips = true;
    for (uint32_t lanes = request->mask; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        int64_t source = round_lane_offset(launch, request, lane);
        if (source == (int64_t)lane) continue; /* beyond the end it keeps its own */
        if (first) {
            distance = source - lane;
            mask = source ^ lane;
        }
        first = false;
        shifts &= source - lane == distance;
        flips &= (source ^ lane) == mask;
    }
    if (first || (!shifts && !flips)) return false;
    snprintf(out, size, shifts ? "t%+" PRId64 : "t^%" PRId64, shifts ? distance : mask);
    return true;
}

/* "lanes t+16, t+8, t+4, t+2, t+1": what the line's shuffles do in the first warp that comes. */
static void lanes_text(const struct trace *trace, const struct round *round,
                       const struct round_statement *s, char *out, size_t size)
{
    const struct trace_launch *launch = round->launch;
    const struct trace_round *range = trace_block_round(launch, round->block, round->index);
    const struct round_line *line = &round->lines[s->line];
    uint32_t count = 0;
    char list[96] = "", step[32];
    bool clear = true;
    for (uint32_t i = range->first; i < range->first + range->count && clear; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->warp != s->first_thread / TRACE_LANES) continue;
        if (request->kind != TRACE_SHUFFLE) continue;
        if (trace->sites[request->site].line != line->line) continue;
        clear = count < 6 && shuffle_step(launch, request, step, sizeof step);
        size_t used = strlen(list);
        if (clear && count++ == 0)
            snprintf(list, sizeof list, "%s", step);
        else if (clear)
            snprintf(list + used, sizeof list - used, ", %s", step);
    }
    if (!clear || !count)
        snprintf(out, size, "%s", _("other lanes"));
    else
        snprintf(out, size, count == 1 ? _("lane %s") : _("lanes %s"), list);
}

static void times_text(const struct round_statement *s, char *out, size_t size)
{
    char turns[48];
    out[0] = '\0';
    if (s->turns <= 1) return;
    turns_text(s, turns, sizeof turns);
    snprintf(out, size, _(", %s times"), turns);
}

bool sentence_addends(const struct round_statement *statement, char *out, size_t size)
{
    char turns[48];
    if (action_of(statement) != ACTION_ACCUMULATE) return false;
    turns_text(statement, turns, sizeof turns);
    snprintf(out, size, _(factors_name(statement)), turns);
    return true;
}

static void statement_operands(const struct trace *trace, const struct round *round,
                               const struct round_statement *s, enum action action,
                               char source[256], char target[128])
{
    char turns[48];
    source[0] = target[0] = '\0';
    if (action != ACTION_READ && action != ACTION_SHUFFLE)
        sentence_operand(trace, round, &s->target, target, 128);
    else
        times_text(s, target, 128);
    switch (action) {
    case ACTION_ACCUMULATE:
    case ACTION_UPDATE:
        turns_text(s, turns, sizeof turns);
        snprintf(source, 256, _(factors_name(s)), turns);
        break;
    case ACTION_SERIAL_ADD:
        serial_text(round, s, source, 256);
        break;
    case ACTION_SHUFFLE:
        lanes_text(trace, round, s, source, 256);
        if (strchr(source, '+') || strchr(source, '^') || strchr(source, '-')) target[0] = '\0';
        break;
    case ACTION_ATOMIC:
    case ACTION_WRITE:
        break;
    case ACTION_ADD:
        sources_text(trace, round, s, false, source, 256);
        break;
    default:
        sources_text(trace, round, s, true, source, 256);
    }
    if (!source[0] && action != ACTION_ATOMIC && action != ACTION_WRITE)
        snprintf(source, 256, "%s", _("a slot"));
}

/* ---- Who and where -------------------------------------------------------------------------- */

/* Returns whether the verb is singular. */
static bool who_text(const struct round *round, const struct round_statement *s, char *out,
                     size_t size)
{
    uint32_t threads = trace_threads(round->launch);
    if (s->threads == 1) {
        sentence_thread(round->launch, s->first_thread, out, size);
        return true;
    }
    if (s->threads == threads) {
        snprintf(out, size, _("each of %u threads"), threads);
        return true;
    }
    snprintf(out, size, _("%u of %u threads"), s->threads, threads);
    return false;
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
    for (uint32_t w = 0; w < round->warp_count; w++) set[w] = round->warps[w].issues == issuing;
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
        snprintf(out, size, each == TRACE_LANES ? _(", all in one warp") : _(", %u lanes of one warp"),
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

static void barrier_text(struct analysis *analysis, const struct round *round, char *out,
                         size_t size)
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
    out[0] = '\0';
    if (before && before->arrived == round->arrived) return; /* said already */
    if (round->arrived < threads)
        snprintf(out, size, _(" Only %u of %u threads come to the barrier (line %u)."),
                 round->arrived, threads, site->line);
    else if (round->index > 0)
        return;
    else if (plain)
        snprintf(out, size, _(" All have arrived at the first __syncthreads() (line %u)."),
                 site->line);
    else
        snprintf(out, size, _(" All have arrived at the first barrier (line %u)."), site->line);
}

static void idle_text(const struct round *round, char *out, size_t size)
{
    char list[64];
    uint32_t idle = round->warp_count - round->counts.warps;
    warps_list(round, false, list, sizeof list);
    if (!*list)
        snprintf(out, size, _(" For the first time warps stay idle: %u of %u only wait."), idle,
                 round->warp_count);
    else if (idle == 1)
        snprintf(out, size, _(" For the first time a warp stays idle: %s only waits."), list);
    else
        snprintf(out, size, _(" For the first time warps stay idle: %s only wait."), list);
}

static void cost_text(const struct round *round, char *out, size_t size)
{
    const struct round_counts *c = &round->counts;
    uint32_t idle = round->warp_count - c->warps;
    if (c->warps > c->least && c->threads && c->least == 1)
        snprintf(out, size, _(" %u warps are issued where one would do."), c->warps);
    else if (c->warps > c->least && c->threads)
        snprintf(out, size, _(" %u warps are issued where %u would do."), c->warps, c->least);
    else if (idle == 1)
        snprintf(out, size, "%s", _(" One warp only waits."));
    else if (idle > 0)
        snprintf(out, size, _(" The other %u warps only wait."), idle);
}

static void turns_sentence(const struct round *round, char *out, size_t size)
{
    const struct round_statement *s = round_main_statement(round);
    uint32_t ordered = 0;
    for (uint32_t i = 1; i < round->step_count; i++) ordered += round->steps[i].ordered;
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
    const struct round_counts *counts =
        round_counts(analysis, round->launch_index, round->block);
    for (uint32_t r = 0; counts && r < round->index; r++)
        if (counts[r].warps < round->warp_count) return true;
    return false;
}

static void second_sentence(struct analysis *analysis, const struct round *round, char *out,
                            size_t size)
{
    const struct trace *trace = analysis_trace(analysis);
    bool last = round->index + 1 == round->launch->blocks[round->block].rounds;
    out[0] = '\0';
    if (!last && round->barrier_site < trace->site_count)
        barrier_text(analysis, round, out, size);
    if (*out) return;
    if (round->several_turns && round_main_statement(round)->threads > 1)
        turns_sentence(round, out, size);
    else if (last)
        snprintf(out, size, "%s",
                 round->launch->blocks[round->block].finished
                     ? _(" Then the kernel ends.")
                     : _(" Here the run ended, before the kernel did."));
    else if (round->counts.warps < round->warp_count && round->counts.warps &&
             !idle_before(analysis, round))
        idle_text(round, out, size);
    else
        cost_text(round, out, size);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void statement_text(const struct trace *trace, const struct round *round,
                           const struct round_statement *s, const char *who, bool one, char *out,
                           size_t size)
{
    char source[256], target[128];
    enum action action = action_of(s);
    const struct phrase *phrase = &phrases[action];
    statement_operands(trace, round, s, action, source, target);
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, source, target,
             round->lines[s->line].line);
}

static bool reads_shared(const struct round_statement *s)
{
    return s->source_count > 0 && s->sources[0].space == TRACE_SHARED;
}

/* A second statement that the same threads carry out beside the main one: the other tile. */
static const struct round_statement *companion(const struct round *round,
                                               const struct round_statement *main)
{
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s == main || s->kind != main->kind || s->threads != main->threads) continue;
        if (s->turns != main->turns || action_of(s) != action_of(main)) continue;
        if (s->kind == TRACE_LOAD && s->turns == 1 && reads_shared(s)) return s;
        bool swaps = action_of(s) == ACTION_COPY && s->edges; /* the other half of an exchange */
        if (s->kind == TRACE_LOAD || (s->target.object == main->target.object && !swaps)) continue;
        if (action_of(s) == ACTION_COPY || action_of(s) == ACTION_READ_WRITE) return s;
    }
    return NULL;
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
    bool one = who_text(round, s, who, sizeof who);
    statement_text(trace, round, s, who, one, out, size);
    size_t used = strlen(out);
    const struct round_statement *other = companion(round, s);
    if (other) {
        statement_operands(trace, round, other, action_of(other), source, target);
        snprintf(out + used, size - used,
                 action_of(other) == ACTION_COPY   ? _(", %s to %s (line %u)")
                 : action_of(other) == ACTION_READ ? _(", %s%s (line %u)")
                                                   : _(", reads %s and writes %s (line %u)"),
                 source, target, round->lines[other->line].line);
        if (action_of(other) != ACTION_READ) return;
        used = strlen(out);
    }
    where_text(round, s, out + used, size - used);
}

void sentence_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                    char *out, size_t size)
{
    char first[SENTENCE_TEXT], second[256];
    const struct round *round = round_get(analysis, launch, block, index);
    out[0] = '\0';
    if (!round) return;
    bool last = index > 0 && index + 1 == round->launch->blocks[block].rounds;
    first_sentence(analysis_trace(analysis), round, first, sizeof first);
    second_sentence(analysis, round, second, sizeof second);
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
        snprintf(out, size, _("%u warps and uses %u lanes"), warps, threads);
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
        used += (size_t)snprintf(out + used, size - used, _("%u additions on both sides."),
                                 (unsigned)additions[0]);
    else
        used += (size_t)snprintf(out + used, size - used,
                                 _("%u threads work on the left, %u on the right."),
                                 left->counts.threads, right->counts.threads);
    if (used >= size) return;
    if (left->counts.warps == right->counts.warps) {
        snprintf(out + used, size - used, _(" Both sides pay for %u warps."), left->counts.warps);
        return;
    }
    payment_text(left, pays[0], sizeof pays[0]);
    payment_text(right, pays[1], sizeof pays[1]);
    snprintf(out + used, size - used,
             _(" A warp is issued as a whole: the left side pays for %s, the right side pays for "
               "%s."),
             pays[0], pays[1]);
}
