#include "analysis/sentence.h"

#include "analysis/phrase.h"
#include "analysis/phrase_carried.h"
#include "analysis/phrase_places.h"
#include "analysis/phrase_some.h"
#include "analysis/sentence_news.h"
#include "base/i18n.h"
#include "base/mem.h"

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

static void where_text(const struct round *round, const struct round_statement *s, char *out,
                       size_t size)
{
    char list[64];
    uint32_t each = lanes_each(round), warps = round->counts.warps;
    out[0] = '\0';
    if (s->mixed) return; /* who it is stands there already */
    if (s->threads == trace_threads(round->launch) || s->threads < 2) return;
    if (s->threads != round->counts.threads) return;
    sentence_warps(round, true, list, sizeof list);
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

/* ---- The whole ------------------------------------------------------------------------------ */

static void statement_text(const struct trace *trace, const struct round *round,
                           const struct round_statement *s, const char *who, bool one, char *out,
                           size_t size)
{
    char source[256], target[128];
    enum phrase_kind action = phrase_kind_of(s);
    const struct phrase *phrase = &phrase_table[action];
    if (phrase_places(trace, round, s, out, size)) return;
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
    if (s->mixed) return true;
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
    for (uint32_t i = 0; i < round->statement_count && !main->mixed; i++) {
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

static void write_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                        char *out, size_t size)
{
    enum { LONG = 88 }; /* with the words before and after it two lines of 78 columns */
    char first[SENTENCE_TEXT], second[256];
    const struct round *round = round_get(analysis, launch, block, index);
    out[0] = '\0';
    if (!round) return;
    bool last = index > 0 && index + 1 == round->launch->blocks[block].rounds;
    first_sentence(analysis_trace(analysis), round, first, sizeof first);
    sentence_news(analysis, round, strlen(first) > LONG, second, sizeof second);
    snprintf(out, size, last ? _("Round %u, the last: %s.%s") : _("Round %u: %s.%s"), index, first,
             second);
}

/* The sentences asked for last: each frame asks several times for the same one, and who takes part
 * is counted over all requests of the round. */
struct written {
    uint32_t launch, block, round;
    bool valid;
    char text[2 * SENTENCE_TEXT];
};

struct cache {
    struct written written[2]; /* of two panes */
    uint32_t next;
};

void sentence_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                    char *out, size_t size)
{
    void **slot = analysis_slot(analysis, ANALYSIS_SENTENCE, free);
    if (!*slot) *slot = mem_alloc(sizeof(struct cache));
    struct cache *cache = *slot;
    struct written *w = NULL;
    for (uint32_t i = 0; i < 2 && !w; i++)
        if (cache->written[i].valid && cache->written[i].launch == launch &&
            cache->written[i].block == block && cache->written[i].round == index)
            w = &cache->written[i];
    if (!w) {
        w = &cache->written[cache->next++ % 2];
        *w = (struct written){.launch = launch, .block = block, .round = index, .valid = true};
        write_round(analysis, launch, block, index, w->text, sizeof w->text);
    }
    snprintf(out, size, "%s", w->text);
}
