#include "analysis/phrase_carried.h"

#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

void phrase_source(const struct trace *trace, const struct round *round,
                   const struct round_operand *operand, char *out, size_t size)
{
    char text[96];
    sentence_operand(trace, round, operand, text, sizeof text);
    snprintf(out, size, operand->carried ? _("%s (read in round %u)") : "%s", text,
             operand->read_in);
}

struct source { /* sources of one round with the same text are one */
    char text[96];
    uint32_t readers[ROUND_WARPS];
    uint32_t threads, first, line, read_in;
    bool carried, own;
};

struct sources {
    struct source at[ROUND_SOURCES];
    uint32_t count;
};

static void gather(const struct trace *trace, const struct round *round,
                   const struct round_statement *s, struct sources *all)
{
    uint32_t kept = s->source_count < ROUND_SOURCES ? s->source_count : ROUND_SOURCES;
    all->count = 0;
    for (uint32_t i = 0; i < kept; i++) {
        const struct round_operand *operand = &s->sources[i];
        char text[96];
        sentence_operand(trace, round, operand, text, sizeof text);
        uint32_t k = 0;
        while (k < all->count &&
               (strcmp(all->at[k].text, text) != 0 || all->at[k].read_in != operand->read_in))
            k++;
        struct source *source = &all->at[k];
        if (k == all->count) {
            uint32_t line =
                operand->site < trace->site_count ? trace->sites[operand->site].line : 0;
            *source = (struct source){.line = line, .read_in = operand->read_in};
            source->carried = operand->carried;
            source->own = phrase_is_own(s, operand);
            memcpy(all->at[all->count++].text, text, sizeof text);
        }
        for (uint32_t w = 0; w < ROUND_WARPS; w++)
            source->readers[w] |= operand->readers[w];
    }
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t w = ROUND_WARPS; w-- > 0;) {
            struct source *source = &all->at[i];
            if (!source->readers[w]) continue;
            source->threads += (uint32_t)__builtin_popcount(source->readers[w]);
            source->first = w * TRACE_LANES + (uint32_t)__builtin_ctz(source->readers[w]);
        }
}

static void add(char *list, size_t size, const char *item, bool last)
{
    size_t used = strlen(list);
    if (!used)
        snprintf(list, size, "%s", item);
    else if (used < size)
        snprintf(list + used, size - used, last ? _(" and %s") : _(", %s"), item);
}

/* The round in which all that is listed was read before this one, if there is more than one such
 * source; TRACE_NONE: there is no such round. */
static uint32_t common_round(const struct sources *all, bool with_own)
{
    uint32_t round = TRACE_NONE, count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct source *source = &all->at[i];
        if (!with_own && source->own) continue;
        if (!source->carried || (count++ && source->read_in != round)) return TRACE_NONE;
        round = source->read_in;
    }
    return count > 1 ? round : TRACE_NONE;
}

/* All sources, but for the slot's own where the verb implies it: "s[t] and s[t-1] (read in round
 * 1)". */
static void list_all(const struct sources *all, bool with_own, const char *hidden, char *out,
                     size_t size)
{
    uint32_t last = all->count, count = 0;
    const uint32_t common = *hidden ? TRACE_NONE : common_round(all, with_own);
    char item[160];
    out[0] = '\0';
    for (uint32_t i = 0; i < all->count; i++)
        if (with_own || !all->at[i].own) last = i;
    if (with_own && *hidden) add(out, size, hidden, false);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct source *source = &all->at[i];
        if (!with_own && source->own) continue;
        bool marked = source->carried && common == TRACE_NONE;
        snprintf(item, sizeof item, marked ? _("%s (read in round %u)") : "%s", source->text,
                 source->read_in);
        add(out, size, item, i == last);
        count++;
    }
    size_t used = strlen(out);
    if (common != TRACE_NONE && used < size)
        snprintf(out + used, size - used,
                 count == 2 ? _(" (both read in round %u)") : _(" (all read in round %u)"), common);
}

/* The threads of the statement that took all of its sources; 0: not one set has them all. */
static uint32_t common_threads(const struct sources *all, uint32_t threads)
{
    uint32_t common = threads;
    const struct source *part = NULL;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct source *source = &all->at[i];
        if (source->threads >= threads) continue;
        if (!source->carried) return 0;
        if (part && memcmp(part->readers, source->readers, sizeof part->readers) != 0) return 0;
        part = source;
        common = source->threads;
    }
    return common;
}

static bool is_proved(enum phrase_kind kind)
{
    return kind == PHRASE_ADD || kind == PHRASE_SUM || kind == PHRASE_MULTIPLY ||
           kind == PHRASE_SUBTRACT || kind == PHRASE_MIN || kind == PHRASE_MAX ||
           kind == PHRASE_COPY;
}

/* "63 of 64 threads add s[t-1] (read in round 1) to s[t] (line 17); 1 writes back what it read" */
static bool proved_text(const struct trace *trace, const struct round *round,
                        const struct round_statement *s, const struct sources *all, const char *who,
                        bool one, char *out, size_t size)
{
    enum phrase_kind kind = phrase_kind_of(s);
    bool sum = s->told & OPERATION_ADD && s->turns == 1;
    if (kind == PHRASE_ACCUMULATE && sum) kind = PHRASE_ADD;
    const struct phrase *phrase = &phrase_table[kind];
    uint32_t threads = common_threads(all, s->threads), rest = s->threads - threads;
    char list[512], target[128], hidden[128] = "", some[96];
    bool own_here = false;
    for (uint32_t i = 0; i < all->count; i++)
        own_here |= all->at[i].own && !all->at[i].carried;
    if (!is_proved(kind) || !threads || (rest && !own_here)) return false;
    sentence_operand(trace, round, &s->target, target, sizeof target);
    if (s->own_hidden) snprintf(hidden, sizeof hidden, "%s", target);
    list_all(all, kind != PHRASE_ADD, hidden, list, sizeof list);
    if (rest) {
        uint32_t first = 0;
        for (uint32_t i = 0; i < all->count; i++)
            if (all->at[i].threads == threads) first = all->at[i].first;
        one = phrase_who(round, threads, first, some, sizeof some);
        who = some;
    }
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, list, target,
             round->lines[s->line].line);
    size_t used = strlen(out);
    if (rest && used < size)
        snprintf(out + used, size - used,
                 ONE_OR(rest, _("; the other one writes back what it read"),
                        _("; the other %u write back what they read")),
                 rest);
    return true;
}

/* How what was read before is told of: each source alone, or as one more of the same sort. */
struct telling {
    const struct source *before; /* the one just told of; NULL: none */
    bool one;                    /* the threads' verb is singular */
};

/* "; 63 of them use s[t-1], which they read in round 1 (line 13)" */
static void add_carried(const struct source *source, uint32_t threads, struct telling *telling,
                        char *out, size_t size)
{
    size_t used = strlen(out);
    const struct source *before = telling->before;
    const uint32_t n = source->threads, round = source->read_in;
    bool follows = before && (before->threads < threads) == (n < threads);
    bool alike = follows && before->read_in == round && before->line == source->line;
    if (used >= size) return;
    if (follows && n < threads)
        used += (size_t)snprintf(out + used, size - used, _(", %u of them %s"), n, source->text);
    else if (follows)
        used += (size_t)snprintf(out + used, size - used, _(", and %s"), source->text);
    else if (n < threads)
        used += (size_t)snprintf(out + used, size - used,
                                 ONE_OR(n, _("; %u of them uses %s, which it read in round %u"),
                                        _("; %u of them use %s, which they read in round %u")),
                                 n, source->text, round);
    else
        used += (size_t)snprintf(out + used, size - used,
                                 telling->one ? _(" and uses %s, which it read in round %u")
                                              : _(" and use %s, which they read in round %u"),
                                 source->text, round);
    telling->before = source;
    if (alike || !source->line || used >= size) return;
    if (follows && before->read_in != round)
        snprintf(out + used, size - used, _(" (round %u, line %u)"), round, source->line);
    else
        snprintf(out + used, size - used, _(" (line %u)"), source->line);
}

/* What happens in this round, then what of an earlier one is used. */
static void plain_text(const struct trace *trace, const struct round *round,
                       const struct round_statement *s, const struct sources *all, const char *who,
                       bool one, char *out, size_t size)
{
    char list[512] = "", target[128] = "";
    uint32_t last = all->count;
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->at[i].carried && all->at[i].threads >= s->threads) last = i;
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->at[i].carried && all->at[i].threads >= s->threads)
            add(list, sizeof list, all->at[i].text, i == last);
    const struct phrase *phrase = &phrase_table[*list ? PHRASE_READ_WRITE : PHRASE_WRITE];
    sentence_operand(trace, round, &s->target, target, sizeof target);
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, list, target,
             round->lines[s->line].line);
    struct telling telling = {.one = one};
    for (int whole = 1; whole >= 0; whole--) /* of all threads, then of some */
        for (uint32_t i = 0; i < all->count; i++) {
            const struct source *source = &all->at[i];
            if (source->carried && (source->threads >= s->threads) == whole)
                add_carried(source, s->threads, &telling, out, size);
        }
    for (uint32_t i = 0; i < all->count; i++) {
        const struct source *source = &all->at[i];
        size_t used = strlen(out);
        if (source->carried || source->threads >= s->threads || used >= size) continue;
        snprintf(out + used, size - used,
                 ONE_OR(source->threads, _("; %u of them reads %s"), _("; %u of them read %s")),
                 source->threads, source->text);
    }
}

bool phrase_carried(const struct trace *trace, const struct round *round,
                    const struct round_statement *s, const char *who, bool one, char *out,
                    size_t size)
{
    struct sources all;
    bool any = false;
    if (s->kind != TRACE_STORE) return false;
    gather(trace, round, s, &all);
    for (uint32_t i = 0; i < all.count; i++)
        any |= all.at[i].carried;
    if (!any) return false;
    if (s->source_count > ROUND_SOURCES || !proved_text(trace, round, s, &all, who, one, out, size))
        plain_text(trace, round, s, &all, who, one, out, size);
    return true;
}

bool phrase_carried_copy(const struct round_statement *s)
{
    uint32_t threads = 0;
    if (s->kind != TRACE_STORE || s->source_count != 1 || !s->sources[0].carried) return false;
    for (uint32_t w = 0; w < ROUND_WARPS; w++)
        threads += (uint32_t)__builtin_popcount(s->sources[0].readers[w]);
    return threads >= s->threads && phrase_kind_of(s) == PHRASE_COPY;
}
