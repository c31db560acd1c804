#include "analysis/heed.h"

#include "analysis/heed_fixed.h"

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

uint64_t heed_hash(const struct heed_text *text, uint32_t first, uint32_t behind)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (uint32_t i = first; i < behind; i++)
        for (uint32_t k = 0; k < text->tokens[i].length; k++)
            hash = (hash ^ (unsigned char)text->tokens[i].at[k]) * 1099511628211u;
    return hash | 2;
}

static uint64_t stored(const struct trace *trace, const struct heed_text *text,
                       const struct trace_site *site)
{
    uint32_t first = heed_find(text, site->line, site->column);
    if (first == TRACE_NONE) return 0;
    uint32_t at = first;
    while (at && !heed_is(text, at, "="))
        at = past_target(text, at);
    if (!at) return 0;
    uint32_t end = heed_expression_end(text, at + 1);
    if (heed_is_fixed(trace, text, at + 1, end)) return heed_hash(text, first, end);
    struct heed_call call;
    if (end != at + 2 || !heed_of_call(trace, text, at + 1, &call)) return 0;
    uint64_t argument = heed_argument(trace, &call);
    return argument ? (heed_hash(text, first, end) ^ argument * 3) | 2 : 0;
}

uint64_t heed_constant(const struct trace *trace, uint32_t store)
{
    const struct trace_site *site = &trace->sites[store];
    if (site->source >= trace->source_count || !site->column) return 0;
    struct heed_text text;
    heed_text_init(&text, trace->sources[site->source].text);
    uint64_t constant = stored(trace, &text, site);
    heed_text_fini(&text);
    return constant;
}
