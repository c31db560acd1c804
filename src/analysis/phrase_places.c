#include "analysis/phrase_places.h"

#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

/* What the same threads do: they read and write, or they update atomically. */
struct clause {
    uint32_t readers[ROUND_WARPS]; /* lanes */
    uint32_t threads;
    bool atomic;
    bool writes;                                    /* something, or updates it */
    const struct round_place *places[ROUND_PLACES]; /* in the order met */
    uint32_t count;
};

struct clauses {
    struct clause at[ROUND_PLACES];
    uint32_t count;
};

enum { CLAUSES = 3, NAMES = 3 }; /* so many are told */

static void add_place(struct clauses *all, const struct round_place *place)
{
    const bool atomic = place->kind == TRACE_ATOMIC;
    uint32_t i = 0;
    while (i < all->count &&
           (all->at[i].atomic != atomic ||
            memcmp(all->at[i].readers, place->operand.readers, sizeof all->at[i].readers) != 0))
        i++;
    struct clause *clause = &all->at[i];
    if (i == all->count) {
        all->count++;
        *clause = (struct clause){.atomic = atomic};
        memcpy(clause->readers, place->operand.readers, sizeof clause->readers);
        for (uint32_t w = 0; w < ROUND_WARPS; w++)
            clause->threads += (uint32_t)__builtin_popcount(clause->readers[w]);
    }
    clause->writes |= place->kind != TRACE_LOAD;
    clause->places[clause->count++] = place;
}

/* Those that write before those that only read, then those of many threads. */
static bool comes_first(const struct clause *a, const struct clause *b)
{
    return a->writes != b->writes ? a->writes : a->threads > b->threads;
}

static void sort_clauses(struct clauses *all)
{
    for (uint32_t i = 1; i < all->count; i++)
        for (uint32_t k = i; k > 0 && comes_first(&all->at[k], &all->at[k - 1]); k--) {
            const struct clause clause = all->at[k];
            all->at[k] = all->at[k - 1];
            all->at[k - 1] = clause;
        }
}

static void add_name(char *out, size_t size, const char *name, bool last)
{
    const size_t used = strlen(out);
    if (!used)
        snprintf(out, size, "%s", name);
    else
        snprintf(out + used, size - used, last ? _(" and %s") : _(", %s"), name);
}

/* "head, tail and in", "a, b, c and others" */
static void list_names(const struct trace *trace, const struct round *round,
                       const struct clause *clause, bool loads, char *out, size_t size)
{
    uint32_t all = 0, told = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < clause->count; i++)
        all += (clause->places[i]->kind == TRACE_LOAD) == loads;
    for (uint32_t i = 0; i < clause->count && told < NAMES; i++) {
        char name[96];
        if ((clause->places[i]->kind == TRACE_LOAD) != loads) continue;
        sentence_operand(trace, round, &clause->places[i]->operand, name, sizeof name);
        told++;
        add_name(out, size, name, told == all);
    }
    if (told < all) add_name(out, size, _("others"), true);
}

static bool who_text(const struct round *round, const struct clause *clause, char *out, size_t size)
{
    uint32_t w = 0;
    while (w + 1 < ROUND_WARPS && !clause->readers[w])
        w++;
    const uint32_t lane = clause->readers[w] ? (uint32_t)__builtin_ctz(clause->readers[w]) : 0;
    return phrase_who(round, clause->threads, w * TRACE_LANES + lane, out, size);
}

/* One function where the line names it for all. */
static void function_text(const struct trace *trace, const struct clause *clause, char *out,
                          size_t size)
{
    phrase_function(trace, clause->places[0]->operand.site, out, size);
}

/* The first clause names the line, those behind it do not. */
static void clause_text(const struct trace *trace, const struct round *round,
                        const struct clause *clause, uint32_t line, bool first, char *out,
                        size_t size)
{
    static const struct phrase next[] = {
        [PHRASE_READ] = {N_("; %s reads %s%s"), N_("; %s read %s%s"), NULL, NULL},
        [PHRASE_WRITE] = {N_("; %s writes%s %s"), N_("; %s write%s %s"), NULL, NULL},
        [PHRASE_READ_WRITE] = {N_("; %s reads %s and writes %s"), N_("; %s read %s and write %s"),
                               NULL, NULL},
        [PHRASE_ATOMIC] = {N_("; %s does %s on %s"), N_("; %s do %s on %s"), NULL, NULL},
    };
    char who[96], source[320], target[320];
    list_names(trace, round, clause, true, source, sizeof source);
    list_names(trace, round, clause, false, target, sizeof target);
    if (clause->atomic) function_text(trace, clause, source, sizeof source);
    const enum phrase_kind kind = clause->atomic ? PHRASE_ATOMIC
                                  : !*target     ? PHRASE_READ
                                  : !*source     ? PHRASE_WRITE
                                                 : PHRASE_READ_WRITE;
    const bool one = who_text(round, clause, who, sizeof who);
    const struct phrase *phrase = first ? &phrase_table[kind] : &next[kind];
    snprintf(out, size, _(one ? phrase->one : phrase->many), who, source, target, line);
}

bool phrase_places(const struct trace *trace, const struct round *round,
                   const struct round_statement *s, char *out, size_t size)
{
    struct clauses all = {.count = 0};
    if (!s->mixed || !s->place_count) return false;
    for (uint32_t i = 0; i < s->place_count && i < ROUND_PLACES; i++)
        add_place(&all, &s->places[i]);
    sort_clauses(&all);
    size_t used = 0;
    for (uint32_t i = 0; i < all.count && i < CLAUSES && used < size; i++) {
        clause_text(trace, round, &all.at[i], round->lines[s->line].line, i == 0, out + used,
                    size - used);
        used += strlen(out + used);
    }
    if ((all.count > CLAUSES || s->place_count > ROUND_PLACES) && used < size)
        snprintf(out + used, size - used, "%s", _("; more on this line"));
    return true;
}
