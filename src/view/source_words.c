/* Which lines of the program something is wrong on, and what is said of the selected one. */
#include "analysis/findings.h"
#include "analysis/race.h"
#include "base/i18n.h"
#include "base/str.h"
#include "state/cursor.h"
#include "view/source.h"

#include <stdio.h>

const struct line_table *source_table(const struct pane *pane)
{
    if (!cursor_launch(pane)) return NULL;
    return lines_of_launch(pane->analysis, pane->cursor.launch);
}

bool source_site_is(const struct trace *trace, uint32_t site, uint32_t source, uint32_t line)
{
    return site < trace->site_count && trace->sites[site].source == source &&
           trace->sites[site].line == line;
}

/* Nothing is told of before the round in which it happens. */
static bool has_come(const struct pane *pane, uint32_t launch, uint32_t round)
{
    return (launch == TRACE_NONE || launch == pane->cursor.launch) &&
           (round == TRACE_NONE || round <= pane->cursor.round);
}

/* The first finding on a line that the rounds up to the present one have shown, or NULL. */
static const struct finding *finding_on(const struct state *state, const struct pane *pane,
                                        uint32_t line, uint32_t *more)
{
    const struct finding *first = NULL;
    const struct finding_list *list = state_findings(state, pane);
    *more = 0;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const struct finding *f = &list->findings[i];
        if (f->severity == TRACE_NOTE || !f->line) continue;
        if (!has_come(pane, f->launch, f->round)) continue;
        bool here = f->line == line && f->source == pane->cursor.source;
        here |= f->other_line == line && f->other_source == pane->cursor.source;
        if (!here) continue;
        if (first)
            ++*more;
        else
            first = f;
    }
    return first;
}

static bool is_raced(const struct pane *pane, uint32_t line)
{
    const struct race_table *races =
        cursor_launch(pane) ? races_of_launch(pane->analysis, pane->cursor.launch) : NULL;
    for (uint32_t i = 0; races && i < races->count; i++) {
        const struct race *race = &races->races[i];
        if (race->first.round > pane->cursor.round && race->second.round > pane->cursor.round)
            continue;
        if (source_site_is(pane->trace, race->first.site, pane->cursor.source, line) ||
            source_site_is(pane->trace, race->second.site, pane->cursor.source, line))
            return true;
    }
    return false;
}

/* The line of an error or warning, or one that it names. Several in different blocks and launches
 * are one finding: the run's own notes have each of them. */
static bool is_found(const struct state *state, const struct pane *pane, uint32_t line)
{
    uint32_t source = pane->cursor.source;
    const struct finding_list *list = state_findings(state, pane);
    for (uint32_t i = 0; list && i < list->count; i++) {
        const struct finding *f = &list->findings[i];
        if (f->severity == TRACE_NOTE || !has_come(pane, f->launch, f->round)) continue;
        if (f->source == source && f->line == line) return true;
        for (uint32_t m = 0; m < f->mark_count; m++)
            if (f->marks[m].source == source && f->marks[m].line == line) return true;
    }
    for (uint32_t i = 0; i < pane->trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &pane->trace->diagnostics[i];
        if (d->severity == TRACE_NOTE || d->fault == TRACE_RACE) continue;
        if (d->source == source && d->line == line && has_come(pane, d->launch, d->round))
            return true;
    }
    return false;
}

bool source_wrong(const struct state *state, const struct pane *pane, uint32_t line)
{
    return is_raced(pane, line) || is_found(state, pane, line);
}

/* ---- The sentence ---- */

static int percent(uint64_t part, uint64_t all)
{
    return all ? (int)((double)part * 100 / (double)all + 0.5) : 0;
}

/* "in 64 of 4096 blocks": those that were recorded. */
static const char *part_words(const struct pane *pane, char *out, size_t size)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return "";
    snprintf(out, size, _("in the %u recorded blocks of %llu"), launch->block_count,
             (unsigned long long)trace_grid_blocks(launch));
    return out;
}

/* What is wrong on the line; a launch that failed says no more. */
static const struct finding *finding_here(const struct state *state, const struct pane *pane,
                                          uint32_t *more)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (state->predict || (launch && *launch->error)) return NULL;
    return finding_on(state, pane, pane->cursor.line, more);
}

static void add_finding(const struct finding *f, uint32_t more, struct str *text)
{
    str_addf(text, f->severity == TRACE_ERROR ? _(" Error: %s.") : _(" Warning: %s."), f->headline);
    if (more) str_addf(text, _(" %u more."), more);
}

static void add_barrier(const struct pane *pane, const struct line_total *line, struct str *text)
{
    char says[256];
    if (line->barrier_least < line->barrier_most)
        i18n_counted(says, sizeof says,
                     _("Line %u is a barrier: %u to %u threads of the block come here; it ends %u "
                       "{round|rounds}."),
                     pane->cursor.line, line->barrier_least, line->barrier_most,
                     line->barrier_rounds);
    else
        i18n_counted(says, sizeof says,
                     _("Line %u is a barrier: %u {thread|threads} of the block {comes|come} here; "
                       "it ends %u {round|rounds}."),
                     pane->cursor.line, line->barrier_most, line->barrier_rounds);
    str_adds(text, says);
}

static void add_costs(const struct line_total *line, const struct line_total *all, struct str *text)
{
    const struct line_tally *atomics = &line->classes[LINE_SHARED_ATOMIC];
    uint64_t sectors = line_sectors(line), passes = line_passes(line), least = 0;
    for (int i = 0; i < LINE_CLASS_COUNT; i++)
        least += line->classes[i].least;
    const bool queues = atomics->passes > atomics->least;
    const uint64_t others = passes - least - (queues ? atomics->passes - atomics->least : 0);
    if (sectors)
        str_addf(
            text,
            ONE_OR(sectors, _(", %llu sector (%d %% of all)"), _(", %llu sectors (%d %% of all)")),
            (unsigned long long)sectors, percent(sectors, line_sectors(all)));
    if (passes)
        str_addf(text,
                 ONE_OR(passes, _(", %llu pass (%d %% of all)"), _(", %llu passes (%d %% of all)")),
                 (unsigned long long)passes, percent(passes, line_passes(all)));
    if (queues) /* on a word or in a bank: not all are bank conflicts */
        str_adds(text, _("; lanes of its atomics queue up"));
    if (queues && others)
        str_addf(text,
                 ONE_OR(others, _(", and bank conflicts of its other accesses cost %llu pass more"),
                        _(", and bank conflicts of its other accesses cost %llu passes more")),
                 (unsigned long long)others);
    else if (!queues && others)
        str_addf(text, _("; without bank conflicts it would be %llu"), (unsigned long long)least);
    else if (!queues && passes)
        str_adds(text, _(", no bank conflicts"));
}

static void add_accesses(const struct pane *pane, const struct line_total *line,
                         const struct line_total *all, struct str *text)
{
    char words[96];
    const bool part = line->dropped > 0;
    str_addf(text,
             ONE_OR(line_requests(line), _("Line %u, %s: %llu request"),
                    _("Line %u, %s: %llu requests")),
             pane->cursor.line, part ? part_words(pane, words, sizeof words) : _("all rounds"),
             (unsigned long long)line_requests(line));
    add_costs(line, all, text);
    str_addf(text, _("; %.1f of 32 lanes at work."), line_lanes(line));
    if (part)
        str_addf(text, _(" In all %llu blocks: %llu accesses."),
                 (unsigned long long)trace_grid_blocks(cursor_launch(pane)),
                 (unsigned long long)(line_accesses(line) + line->dropped));
    if (line->joined)
        str_adds(text, _(" Joined by ptxas: the plain code has other instructions here."));
}

enum { LEAST_BOTH = 120 }; /* columns: a line's costs and what is wrong on it in one sentence */

void source_sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct str text;
    const struct line_table *table = source_table(pane);
    const struct line_total *line =
        table ? lines_find(table, pane->cursor.source, pane->cursor.line) : NULL;
    uint32_t more = 0;
    const struct finding *finding = finding_here(state, pane, &more);
    str_init(&text);
    if (finding && pane->area.columns < LEAST_BOTH)
        str_addf(&text, _("Line %u."), pane->cursor.line); /* its costs stand beside it */
    else if (line && line_requests(line))
        add_accesses(pane, line, &table->total, &text);
    else if (line && line->barriers)
        add_barrier(pane, line, &text);
    else if (cursor_launch(pane) && *cursor_launch(pane)->error)
        str_addf(&text, _("The launch failed: %s. No line of the kernel was run."),
                 cursor_launch(pane)->error);
    else
        str_addf(&text, _("Line %u makes no access to memory that was recorded."),
                 pane->cursor.line);
    if (finding) add_finding(finding, more, &text);
    snprintf(out, (size_t)size, "%s", text.text);
    str_fini(&text);
}
