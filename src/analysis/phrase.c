#include "analysis/phrase.h"
#include "analysis/phrase_some.h"

#include "analysis/words.h"
#include "base/i18n.h"
#include "base/str.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Actions -------------------------------------------------------------------------------- */

const struct phrase phrase_table[] = {
    [PHRASE_ADD] = {N_("%s adds %s to %s (line %u)"), N_("%s add %s to %s (line %u)"), N_("adds"),
                    N_("add")},
    [PHRASE_SUM] = {N_("%s writes the sum of %s to %s (line %u)"),
                    N_("%s write the sum of %s to %s (line %u)"), N_("adds"), N_("add")},
    [PHRASE_MULTIPLY] = {N_("%s writes the product of %s to %s (line %u)"),
                         N_("%s write the product of %s to %s (line %u)"), N_("multiplies"),
                         N_("multiply")},
    [PHRASE_SUBTRACT] = {N_("%s writes the difference of %s to %s (line %u)"),
                         N_("%s write the difference of %s to %s (line %u)"),
                         N_("takes the difference"), N_("take the difference")},
    [PHRASE_MIN] = {N_("%s puts the smaller of %s into %s (line %u)"),
                    N_("%s put the smaller of %s into %s (line %u)"), N_("takes the smaller"),
                    N_("take the smaller")},
    [PHRASE_MAX] = {N_("%s puts the larger of %s into %s (line %u)"),
                    N_("%s put the larger of %s into %s (line %u)"), N_("takes the larger"),
                    N_("take the larger")},
    [PHRASE_COPY] = {N_("%s copies %s to %s (line %u)"), N_("%s copy %s to %s (line %u)"),
                     N_("copies"), N_("copy")},
    [PHRASE_ACCUMULATE] = {N_("%s adds %s into its own slot %s (line %u)"),
                           N_("%s add %s each into their own slots %s (line %u)"), N_("adds"),
                           N_("add")},
    [PHRASE_UPDATE] = {N_("%s changes with %s its own slot %s (line %u)"),
                       N_("%s change with %s their own slots %s (line %u)"), N_("changes"),
                       N_("change")},
    /* it may leave the value as it is: atomicAdd(&flag, 0) reads it */
    [PHRASE_ATOMIC] = {N_("%s does %s on %s (line %u)"), N_("%s do %s on %s (line %u)"),
                       N_("accesses"), N_("access")},
    [PHRASE_READ] = {N_("%s reads %s%s (line %u)"), N_("%s read %s%s (line %u)"), N_("reads"),
                     N_("read")},
    [PHRASE_WRITE] = {N_("%s writes%s %s (line %u)"), N_("%s write%s %s (line %u)"), N_("writes"),
                      N_("write")},
    [PHRASE_READ_WRITE] = {N_("%s reads %s and writes %s (line %u)"),
                           N_("%s read %s and write %s (line %u)"), N_("reads and writes"),
                           N_("read and write")},
    [PHRASE_SERIAL_ADD] = {N_("%s adds %s to %s, one after another (line %u)"),
                           N_("%s add %s to %s, one after another (line %u)"), N_("adds"),
                           N_("add")},
    [PHRASE_SHUFFLE] = {N_("%s takes values from %s%s (line %u)"),
                        N_("%s take values from %s%s (line %u)"), N_("takes from a lane"),
                        N_("take from a lane")},
};

bool phrase_is_own(const struct round_statement *s, const struct round_operand *source)
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

static uint32_t phrase_sources(const struct round_statement *s)
{
    return s->source_count < ROUND_SOURCES ? s->source_count : ROUND_SOURCES;
}

static uint32_t other_sources(const struct round_statement *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < phrase_sources(s); i++)
        count += !phrase_is_own(s, &s->sources[i]);
    return count;
}

static bool own_only(const struct round_statement *s)
{
    return s->own && s->edges == 0 && s->target.space == TRACE_SHARED;
}

/* Is the slot's own value among what is used, and from this round or from a register all along?
 * What was read of it in a round before is a number like any other. */
static bool takes_own(const struct round_statement *s)
{
    bool here = false, carried = false;
    for (uint32_t i = 0; i < phrase_sources(s); i++)
        if (phrase_is_own(s, &s->sources[i])) {
            here |= !s->sources[i].carried;
            carried |= s->sources[i].carried;
        }
    return s->own && (here || !carried || s->own_hidden);
}

/* Do all threads take one and the same element, or parts of it? */
static bool one_source(const struct round_statement *s)
{
    const struct round_operand *a = &s->sources[0];
    bool one = s->source_count <= ROUND_SOURCES;
    for (uint32_t i = 1; i < phrase_sources(s); i++) {
        const struct round_operand *b = &s->sources[i];
        one &= a->space == b->space && a->object == b->object && a->dims == b->dims;
        for (uint32_t d = 0; one && d < a->dims; d++)
            one = fit_same(&a->fits[d], &b->fits[d]);
    }
    return one;
}

enum phrase_kind phrase_kind_of(const struct round_statement *s)
{
    if (s->kind == TRACE_SHUFFLE) return PHRASE_SHUFFLE;
    if (s->kind == TRACE_LOAD) return PHRASE_READ;
    if (s->mixed) return PHRASE_WRITE;
    if (s->kind == TRACE_ATOMIC) return PHRASE_ATOMIC;
    if (s->source_count == 0) return PHRASE_WRITE;
    unsigned sums = OPERATION_ADD | OPERATION_ADD_PRODUCT;
    bool says_sum = s->words.form == WORDS_ACCUMULATE, own = takes_own(s);
    if (own && own_only(s) && other_sources(s))
        return s->told & sums || says_sum ? PHRASE_ACCUMULATE : PHRASE_UPDATE;
    if (s->words.form == WORDS_COPY && s->source_count == 1 && !own) return PHRASE_COPY;
    if (s->told & OPERATION_ADD || (says_sum && own && s->words.factors == 1)) {
        if (own && s->repeats > 1 && s->threads == 1 && !s->moves) return PHRASE_SERIAL_ADD;
        return own ? PHRASE_ADD : PHRASE_SUM;
    }
    if (s->told & OPERATION_MIN) return PHRASE_MIN;
    if (s->told & OPERATION_MAX) return PHRASE_MAX;
    if (s->told & OPERATION_MULTIPLY) return PHRASE_MULTIPLY;
    if (s->told & OPERATION_SUBTRACT) return PHRASE_SUBTRACT;
    if (s->told & OPERATION_COPY && !own && one_source(s)) return PHRASE_COPY;
    for (uint32_t i = 0; i < phrase_sources(s); i++)
        if (!s->sources[i].carried) return PHRASE_READ_WRITE;
    return PHRASE_WRITE;
}

const char *sentence_verb(const struct round_statement *statement, bool one)
{
    const struct phrase *phrase = &phrase_table[phrase_kind_of(statement)];
    return _(one ? phrase->verb : phrase->verb_many);
}

bool sentence_is_proved(const struct round_statement *statement)
{
    enum phrase_kind kind = phrase_kind_of(statement);
    return kind != PHRASE_READ_WRITE && kind != PHRASE_WRITE && kind != PHRASE_UPDATE;
}

uint64_t sentence_statement_additions(const struct round_statement *s)
{
    if (s->kind != TRACE_STORE || !(s->operations & OPERATION_ADD)) return 0;
    return s->own ? s->edges : s->edges - s->joined;
}

uint64_t sentence_additions(const struct round *round)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < round->statement_count; i++)
        count += sentence_statement_additions(&round->statements[i]);
    return count;
}

/* ---- Sources as text ------------------------------------------------------------------------ */

/* Factors of what is added in a turn: 3 times the same number is a cube. */
static const char *factors_name(const struct round_statement *s)
{
    uint32_t factors = 0;
    bool same = true;
    const struct round_operand *first = NULL;
    for (uint32_t i = 0; i < phrase_sources(s); i++) {
        const struct round_operand *source = &s->sources[i];
        if (phrase_is_own(s, source)) continue;
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
    } else if (!(s->told & OPERATION_ADD_PRODUCT) || s->told & OPERATION_ADD) {
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

static const char *operand_name(const struct trace *trace, const struct trace_launch *launch,
                                const struct round_operand *operand)
{
    if (operand->object == TRACE_NONE) return "";
    if (operand->space != TRACE_SHARED)
        return trace_allocation_name(trace, launch, operand->object);
    return operand->object < launch->array_count ? launch->arrays[operand->object].name : "";
}

/* Where a name first stands in a text, as a word; `length` where it does not. */
static size_t word_at(const char *text, size_t length, const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; size && i + size <= length; i++) {
        if (memcmp(text + i, name, size) != 0) continue;
        bool begins = i == 0 || !(isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_');
        bool ends = i + size == length ||
                    !(isalnum((unsigned char)text[i + size]) || text[i + size] == '_');
        if (begins && ends) return i;
    }
    return length;
}

/* Does b stand before a on the line? Arguments of a call all have the call's column. */
static bool stands_before(const struct trace *trace, const struct trace_launch *launch,
                          const struct round_operand *b, const struct round_operand *a)
{
    const struct trace_site *x = &trace->sites[b->site], *y = &trace->sites[a->site];
    size_t length;
    if (x->column != y->column) return x->column < y->column;
    const char *text = words_line(trace, x->source, x->line, &length);
    if (!text) return false;
    size_t first = word_at(text, length, operand_name(trace, launch, b));
    return first < word_at(text, length, operand_name(trace, launch, a));
}

/* Operands in the order of the source line, where the line tells. */
static uint32_t order_sources(const struct trace *trace, const struct trace_launch *launch,
                              const struct round_statement *s, uint32_t order[ROUND_SOURCES])
{
    uint32_t count = phrase_sources(s);
    bool known = true;
    for (uint32_t i = 0; i < count; i++) {
        const struct trace_site *site = &trace->sites[s->sources[i].site];
        const struct trace_site *first = &trace->sites[s->sources[0].site];
        known &= site->column && site->line == first->line && site->source == first->source;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; known && at > 0 &&
               stands_before(trace, launch, &s->sources[i], &s->sources[order[at - 1]]);
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return count;
}

/* Of more operands than are kept those are told that all of the threads read. Of several threads
 * each may read others, and then there is no such operand: all that are kept. Bit i: source i. */
static uint32_t told_sources(const struct trace *trace, const struct round *round,
                             const struct round_statement *s)
{
    const uint32_t all = (1u << ROUND_SOURCES) - 1;
    const uint32_t told = s->source_count > ROUND_SOURCES ? phrase_by_all(trace, round, s) : all;
    return told ? told : all;
}

/* The operands read; the slot's own is left out where the verb implies it. */
static void sources_text(const struct trace *trace, const struct round *round,
                         const struct round_statement *s, bool with_own, char *out, size_t size)
{
    char items[ROUND_SOURCES][96];
    uint32_t count = 0, order[ROUND_SOURCES], all = order_sources(trace, round->launch, s, order);
    const uint32_t told = told_sources(trace, round, s);
    out[0] = '\0';
    if (with_own && s->own_hidden)
        sentence_operand(trace, round, &s->target, items[count++], sizeof items[0]);
    for (uint32_t i = 0; i < all && count < ROUND_SOURCES; i++) {
        const struct round_operand *operand = &s->sources[order[i]];
        char text[96];
        bool seen = false;
        if (!with_own && phrase_is_own(s, operand)) continue;
        if (!(told >> order[i] & 1)) continue;
        phrase_source(trace, round, operand, text, sizeof text);
        for (uint32_t k = 0; k < count; k++)
            seen |= strcmp(items[k], text) == 0;
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
    uint32_t low = UINT32_MAX, high = 0, slot = 0, array = TRACE_NONE;
    for (uint32_t i = 0; i < round->edge_count; i++) {
        if (round->edges[i].line != s->line) continue;
        const uint32_t from = round_slot_array(round, round->edges[i].from, &slot);
        if (array == TRACE_NONE) array = from;
        if (from != array) continue; /* a range is of one array */
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
            snprintf(list + used, sizeof list - used, "%s%s", _(", "), step);
    }
    if (!clear || !count)
        snprintf(out, size, "%s", _("other lanes"));
    else
        snprintf(out, size, count == 1 ? _("lane %s") : _("lanes %s"), list);
}

static void times_text(const struct round *round, const struct round_statement *s, char *out,
                       size_t size)
{
    char turns[48];
    out[0] = '\0';
    if (s->turns <= 1 || round->lines[s->line].uneven_sites) return;
    turns_text(s, turns, sizeof turns);
    snprintf(out, size, _(", %s times"), turns);
}

bool sentence_addends(const struct round_statement *statement, char *out, size_t size)
{
    char turns[48];
    if (phrase_kind_of(statement) != PHRASE_ACCUMULATE) return false;
    turns_text(statement, turns, sizeof turns);
    snprintf(out, size, _(factors_name(statement)), turns);
    return true;
}

/* Is "8 slots of c" what the thread reads in all of its turns, one in each? */
static bool counts_slots(const struct round_statement *s)
{
    for (uint32_t i = 0; i < phrase_sources(s); i++)
        if (s->sources[i].space == TRACE_SHARED && s->sources[i].slots > 1 &&
            s->sources[i].slots == s->turns && s->turns == s->turns_low &&
            phrase_nowhere(&s->sources[i]))
            return true;
    return false;
}

void phrase_function(const struct trace *trace, uint32_t site, char *out, size_t size)
{
    char name[64] = "";
    if (site < trace->site_count)
        words_atomic(trace, trace->sites[site].source, trace->sites[site].line, name, sizeof name);
    if (*name)
        snprintf(out, size, _("an %s()"), name);
    else
        snprintf(out, size, "%s", _("an atomic operation"));
}

void phrase_operands(const struct trace *trace, const struct round *round,
                     const struct round_statement *s, enum phrase_kind action, char source[256],
                     char target[128])
{
    char turns[48];
    source[0] = target[0] = '\0';
    if (action != PHRASE_READ && action != PHRASE_SHUFFLE)
        sentence_operand(trace, round, &s->target, target, 128);
    else
        times_text(round, s, target, 128);
    switch (action) {
    case PHRASE_ACCUMULATE:
    case PHRASE_UPDATE:
        turns_text(s, turns, sizeof turns);
        snprintf(source, 256, _(factors_name(s)), turns);
        break;
    case PHRASE_SERIAL_ADD:
        serial_text(round, s, source, 256);
        break;
    case PHRASE_SHUFFLE:
        lanes_text(trace, round, s, source, 256);
        if (strchr(source, '+') || strchr(source, '^') || strchr(source, '-')) target[0] = '\0';
        break;
    case PHRASE_ATOMIC:
        phrase_function(trace, s->target.site, source, 256);
        break;
    case PHRASE_WRITE:
        break;
    case PHRASE_ADD:
        sources_text(trace, round, s, false, source, 256);
        break;
    default:
        sources_text(trace, round, s, true, source, 256);
        if (action == PHRASE_READ && counts_slots(s)) target[0] = '\0';
    }
    if (!source[0] && action != PHRASE_WRITE) snprintf(source, 256, "%s", _("a slot"));
}
