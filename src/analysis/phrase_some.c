#include "analysis/phrase_some.h"

#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

struct source { /* sources with the same text are one */
    char text[224];
    uint32_t readers[ROUND_WARPS], loaded[ROUND_WARPS];
    uint32_t threads, line;
    bool joined;   /* it is told of with another one */
    bool lost;     /* it is not known of all of them where they read: it is not told */
    bool doubtful; /* more of the statement's threads read at that place of the text than are known
                      to use it: no number is told */
};

static uint32_t kept_sources(const struct round_statement *s)
{
    return s->source_count < ROUND_SOURCES ? s->source_count : ROUND_SOURCES;
}

static uint32_t line_of(const struct trace *trace, uint32_t site)
{
    return site < trace->site_count ? trace->sites[site].line : 0;
}

static uint32_t count_lanes(const uint32_t lanes[ROUND_WARPS])
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < ROUND_WARPS; w++)
        count += (uint32_t)__builtin_popcount(lanes[w]);
    return count;
}

struct loaders { /* of each source: lanes */
    uint32_t lanes[ROUND_SOURCES][ROUND_WARPS];
};

/* Of the statement's threads those that load at the operands' places in the text, in any turn. */
static void who_loads(const struct trace *trace, const struct round *round,
                      const struct round_statement *s, struct loaders *loaders)
{
    const struct trace_round *range = trace_block_round(round->launch, round->block, round->index);
    const struct round_line *line = &round->lines[s->line];
    const uint32_t kept = kept_sources(s);
    uint32_t stores[ROUND_WARPS] = {0};
    memset(loaders, 0, sizeof *loaders);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &round->launch->requests[i];
        if (request->warp >= ROUND_WARPS || request->site >= trace->site_count) continue;
        const struct trace_site *site = &trace->sites[request->site];
        for (uint32_t k = 0; k < kept; k++)
            if (request->site == s->sources[k].site)
                loaders->lanes[k][request->warp] |= request->mask;
        if (request->kind == s->kind && site->line == line->line && site->source == line->source)
            stores[request->warp] |= request->mask;
    }
    for (uint32_t k = 0; k < kept; k++)
        for (uint32_t w = 0; w < ROUND_WARPS; w++)
            loaders->lanes[k][w] &= stores[w];
}

uint32_t phrase_by_all(const struct trace *trace, const struct round *round,
                       const struct round_statement *s)
{
    struct loaders loaders;
    uint32_t all = 0;
    if (s->kind == TRACE_STORE) who_loads(trace, round, s, &loaders);
    for (uint32_t k = 0; k < kept_sources(s); k++) {
        const bool unknown = s->kind != TRACE_STORE || s->sources[k].carried;
        if (unknown || count_lanes(loaders.lanes[k]) >= s->threads) all |= 1u << k;
    }
    return all;
}

/* What one thread reads is no rule of its own where the rule of others leads it there as well:
 * "s[t]" of 255 threads and "s[0]" of thread 0, by another place of the text. */
static bool under_rule(const struct round_operand *one, const struct round_operand *rule)
{
    if (one->space != rule->space || one->object != rule->object || one->dims != rule->dims)
        return false;
    if (one->field != rule->field || one->span != rule->span || one->read_in != rule->read_in)
        return false;
    bool leads = one->dims > 0;
    for (uint32_t d = 0; d < one->dims; d++)
        leads &= fit_leads(&rule->fits[d], &one->fits[d]);
    return leads;
}

/* The operand whose text the i-th source has. */
static const struct round_operand *named_as(const struct round_statement *s, uint32_t i)
{
    for (uint32_t k = 0; k < kept_sources(s); k++)
        if (k != i && under_rule(&s->sources[i], &s->sources[k])) return &s->sources[k];
    return &s->sources[i];
}

/* May others of the threads have read there as well, and it went into nothing that is known? Where
 * no index says where they read, and on lines before the statement's own. */
static bool read_by_more(const struct trace *trace, const struct round *round,
                         const struct round_statement *s, const struct round_operand *operand)
{
    const bool here = line_of(trace, operand->site) == round->lines[s->line].line;
    return s->kind == TRACE_STORE && !operand->carried && (phrase_nowhere(operand) || !here);
}

static uint32_t gather(const struct trace *trace, const struct round *round,
                       const struct round_statement *s, struct source sources[ROUND_SOURCES])
{
    struct loaders loaders;
    uint32_t count = 0;
    bool asks = false;
    for (uint32_t i = 0; i < kept_sources(s); i++)
        asks |= read_by_more(trace, round, s, &s->sources[i]);
    if (asks) who_loads(trace, round, s, &loaders);
    for (uint32_t i = 0; i < kept_sources(s); i++) {
        const struct round_operand *operand = &s->sources[i];
        char text[96];
        sentence_operand(trace, round, named_as(s, i), text, sizeof text);
        uint32_t k = 0;
        while (k < count && strcmp(sources[k].text, text) != 0)
            k++;
        if (k == count) {
            sources[count] = (struct source){.line = line_of(trace, operand->site)};
            memcpy(sources[count++].text, text, sizeof text);
        }
        /* what is said of a place holds for the first turn of a loop only */
        const bool vague = phrase_nowhere(operand) && !operand->low.points;
        for (uint32_t w = 0; w < ROUND_WARPS; w++)
            sources[k].readers[w] |= vague ? operand->readers[w] : operand->at_first[w];
        if (s->kind != TRACE_STORE || operand->carried) continue;
        sources[k].lost |=
            !operand->fits[0].refuted && operand->fits[0].points < count_lanes(operand->at_first);
        if (!read_by_more(trace, round, s, operand)) continue;
        for (uint32_t w = 0; w < ROUND_WARPS; w++)
            sources[k].loaded[w] |= loaders.lanes[i][w];
    }
    for (uint32_t i = 0; i < count; i++) {
        sources[i].threads = count_lanes(sources[i].readers);
        sources[i].doubtful = count_lanes(sources[i].loaded) > sources[i].threads;
    }
    return count;
}

static void append(char *list, size_t size, const char *item, const char *joined)
{
    size_t used = strlen(list);
    if (used && used < size)
        snprintf(list + used, size - used, joined, item);
    else if (!used)
        snprintf(list, size, "%s", item);
}

/* Is it told of the source who reads it? Not where all do. */
static bool is_told(const struct source *source, uint32_t threads)
{
    return source->threads < threads && !source->lost && !source->doubtful && !source->joined;
}

/* What the same threads read is told of at once: "thread 0 reads w[0] and w[1]". */
static void join_readers(struct source *sources, uint32_t count, uint32_t threads)
{
    for (uint32_t i = 0; i < count; i++) {
        struct source *last = NULL;
        for (uint32_t k = i + 1; k < count && is_told(&sources[i], threads); k++) {
            struct source *other = &sources[k];
            if (!is_told(other, threads) || other->line != sources[i].line) continue;
            if (memcmp(other->readers, sources[i].readers, sizeof other->readers) != 0) continue;
            if (last) append(sources[i].text, sizeof sources[i].text, last->text, _(", %s"));
            other->joined = true;
            last = other;
        }
        if (last) append(sources[i].text, sizeof sources[i].text, last->text, _(" and %s"));
    }
}

/* Are two sources told of, and each of the threads reads one of them and not the other? */
static bool either(const struct source *sources, uint32_t count, uint32_t threads)
{
    const struct source *told[2];
    uint32_t found = 0, both = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_told(&sources[i], threads)) continue;
        if (found == 2) return false;
        told[found++] = &sources[i];
    }
    for (uint32_t w = 0; found == 2 && w < ROUND_WARPS; w++)
        both += (uint32_t)__builtin_popcount(told[0]->readers[w] & told[1]->readers[w]);
    return found == 2 && !both && told[0]->threads + told[1]->threads == threads;
}

static uint32_t first_reader(const struct source *source)
{
    uint32_t w = 0;
    while (w + 1 < ROUND_WARPS && !source->readers[w])
        w++;
    return w * TRACE_LANES + (source->readers[w] ? (uint32_t)__builtin_ctz(source->readers[w]) : 0);
}

/* "; thread 3 reads in[3]", ", the other 54 other[t]" */
static void add_reader(const struct round *round, const struct source *source, bool first,
                       bool others, bool also, char *out, size_t size)
{
    const uint32_t n = source->threads;
    char who[64];
    if (n == 1) {
        sentence_thread(round->launch, first_reader(source), who, sizeof who);
        snprintf(out, size,
                 !first ? _(", %s %s")
                 : also ? _("; %s also reads %s")
                        : _("; %s reads %s"),
                 who, source->text);
        return;
    }
    const char *format = !first ? (others ? _(", the other %u %s") : _(", %u of them %s"))
                         : also ? _("; %u of them also read %s")
                                : _("; %u of them read %s");
    snprintf(out, size, format, n, source->text);
}

/* "; 10 of them read in[t] (line 11), 54 of them other[t]" */
static void add_readers(const struct round *round, const struct source *sources, uint32_t count,
                        uint32_t threads, uint32_t line, bool also, char *out, size_t size)
{
    const bool others = either(sources, count, threads);
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        size_t used = strlen(out);
        if (!is_told(&sources[i], threads) || used >= size) continue;
        add_reader(round, &sources[i], first, others, also, out + used, size - used);
        used = strlen(out);
        if (sources[i].line && sources[i].line != line && used < size)
            snprintf(out + used, size - used, _(" (line %u)"), sources[i].line);
        first = false;
    }
}

bool phrase_some(const struct trace *trace, const struct round *round,
                 const struct round_statement *s, const char *who, bool one, char *out, size_t size)
{
    struct source sources[ROUND_SOURCES];
    char all[256] = "", some[256] = "", target[128] = "";
    bool stores = s->kind == TRACE_STORE;
    uint32_t line = round->lines[s->line].line;
    if ((!stores && s->kind != TRACE_LOAD) || s->own_hidden || s->source_count > ROUND_SOURCES)
        return false;
    uint32_t count = gather(trace, round, s, sources);
    bool part = false;
    for (uint32_t i = 0; i < count; i++) {
        part |= sources[i].threads < s->threads || sources[i].lost;
        if (sources[i].lost) continue;
        if (sources[i].threads >= s->threads)
            append(all, sizeof all, sources[i].text, _(" and %s"));
        else if (!sources[i].doubtful)
            append(some, sizeof some, sources[i].text, _(" or %s"));
    }
    if (!part) return false;
    enum phrase_kind kind = !stores ? PHRASE_READ : *all ? PHRASE_READ_WRITE : PHRASE_WRITE;
    if (stores) sentence_operand(trace, round, &s->target, target, sizeof target);
    const char *source = kind == PHRASE_WRITE ? "" : *all ? all : some;
    const struct phrase *phrase = &phrase_table[kind];
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, source, target, line);
    join_readers(sources, count, s->threads);
    add_readers(round, sources, count, s->threads, line, *all != 0, out, size);
    return true;
}

bool phrase_reads_on(const struct trace *trace, const struct round *round,
                     const struct round_statement *s, uint32_t line)
{
    bool all = s->source_count > 0 && s->source_count <= ROUND_SOURCES;
    for (uint32_t i = 0; i < kept_sources(s); i++) {
        const struct trace_site *site = &trace->sites[s->sources[i].site];
        all &= site->line == round->lines[line].line && site->source == round->lines[line].source;
    }
    return all;
}

void phrase_so_on(const struct round_statement *s, char *out, size_t size)
{
    out[0] = '\0';
    if (s->kind != TRACE_STORE || s->mixed || s->times < 2 || s->movers < s->threads) return;
    if (s->times_low == s->times)
        snprintf(out, size, _(" and so on, %u times"), s->times);
    else
        snprintf(out, size, _(" and so on, %u to %u times"), s->times_low, s->times);
}

void phrase_rest(const struct trace *trace, const struct round *round,
                 const struct round_statement *s, char *out, size_t size)
{
    char second[96];
    const struct round_line *line = &round->lines[s->line];
    size_t used = 0;
    out[0] = '\0';
    if (s->kind != TRACE_STORE || s->mixed) return; /* of a mixed one all is said */
    if (s->movers && s->movers < s->threads)
        used = (size_t)snprintf(out, size,
                                ONE_OR(s->movers, _("; %u of them writes in several places"),
                                       _("; %u of them write in several places")),
                                s->movers);
    if (s->others && used < size) {
        sentence_operand(trace, round, &s->second, second, sizeof second);
        used += (size_t)snprintf(out + used, size - used,
                                 s->others == 1 && !s->second.mixed
                                     ? _("; %s is written too")
                                     : _("; %s and others are written too"),
                                 second);
    }
    if (s->updates && used < size)
        used += (size_t)snprintf(out + used, size - used, "%s", _("; more on this line"));
    if (line->threads > s->threads && line->readers && used < size)
        snprintf(out + used, size - used,
                 ONE_OR(line->readers, _("; %u thread reads on this line"),
                        _("; %u threads read on this line")),
                 line->readers);
}
