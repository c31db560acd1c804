#include "analysis/heed.h"

#include "analysis/heed_text.h"

#include <ctype.h>
#include <stdlib.h>

/* Past one part of what is written to: a name, a member, an index, brackets. 0: none. */
static uint32_t past_target(const struct heed_text *text, uint32_t at)
{
    static const char *const parts[] = {"*", "&", ".", "->", "::"};
    if (at >= text->count) return 0;
    bool bracket = heed_is(text, at, "(") || heed_is(text, at, "[");
    if (bracket) return text->tokens[at].match == TRACE_NONE ? 0 : text->tokens[at].match + 1;
    if (text->tokens[at].word) return at + 1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (heed_is(text, at, parts[i])) return at + 1;
    return 0;
}

/* Past a number with its sign and point, or a word that stands for one; 0: it is something else. */
static uint32_t past_constant(const struct heed_text *text, uint32_t at)
{
    static const char *const words[] = {"true", "false", "nullptr", "NULL"};
    if (heed_is(text, at, "-")) at++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (heed_is(text, at, words[i])) return at + 1;
    uint32_t first = at;
    while (at < text->count &&
           (isdigit((unsigned char)*text->tokens[at].at) ||
            (at > first && heed_is(text, at - 1, ".") && text->tokens[at].word)))
        at += 1 + heed_is(text, at + 1, ".");
    return at > first ? at : 0;
}

static uint64_t hash(const struct heed_text *text, uint32_t first, uint32_t behind)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (uint32_t i = first; i < behind; i++)
        for (uint32_t k = 0; k < text->tokens[i].length; k++)
            hash = (hash ^ (unsigned char)text->tokens[i].at[k]) * 1099511628211u;
    return hash | 2;
}

static uint64_t stored(const struct heed_text *text, const struct trace_site *site)
{
    uint32_t first = heed_find(text, site->line, site->column);
    if (first == TRACE_NONE) return 0;
    uint32_t at = first;
    while (at && !heed_is(text, at, "="))
        at = past_target(text, at);
    uint32_t behind = at ? past_constant(text, at + 1) : 0;
    return behind && heed_is(text, behind, ";") ? hash(text, first, behind) : 0;
}

uint64_t heed_constant(const struct trace *trace, uint32_t store)
{
    const struct trace_site *site = &trace->sites[store];
    if (site->source >= trace->source_count || !site->column) return 0;
    struct heed_text text;
    heed_text_init(&text, trace->sources[site->source].text);
    uint64_t constant = stored(&text, site);
    heed_text_fini(&text);
    return constant;
}
