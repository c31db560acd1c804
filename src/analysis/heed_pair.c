#include "analysis/heed.h"

#include "analysis/heed_text.h"

#include <string.h>

struct span { /* tokens: of both places, the first and the last */
    uint32_t low, high;
};

static bool holds(uint32_t from, uint32_t to, uint32_t token)
{
    return token >= from && token <= to;
}

/* An if, or what its else is: do both stand on one side, or one on each? */
static void look_at_sides(const struct heed_text *text, uint32_t then, const struct span *span,
                          struct heed_pair *pair)
{
    uint32_t end = heed_end(text, then);
    if (holds(then, end, span->low) && holds(then, end, span->high)) pair->branch = true;
    if (!heed_is(text, end + 1, "else")) return;
    uint32_t other = end + 2, last = heed_end(text, other);
    if (holds(other, last, span->low) && holds(other, last, span->high)) pair->branch = true;
    if (holds(then, end, span->low) && holds(other, last, span->high)) pair->apart = true;
}

static void look_around(const struct heed_text *text, uint32_t open, const struct span *span,
                        struct heed_pair *pair)
{
    for (uint32_t i = open + 1; i <= span->high; i++) {
        uint32_t bracket;
        bool head = heed_is_head(text, i, &bracket);
        if (heed_is(text, i, "do") ||
            (head && !heed_is(text, i, "if") && !heed_is(text, i, "switch"))) {
            uint32_t end = heed_end(text, i);
            bool first = holds(i, end, span->low), second = holds(i, end, span->high);
            if (first != second) pair->alone = true;
            if (!first || !second) continue;
            pair->loop = true;
            pair->branch = pair->apart = false; /* those around the loop do not count */
        } else if (i <= span->low && head && heed_is(text, i, "if")) {
            look_at_sides(text, text->tokens[bracket].match + 1, span, pair);
        }
    }
}

struct heed_pair heed_pair(const struct trace *trace, uint32_t first, uint32_t second)
{
    struct heed_pair pair = {0};
    struct heed_text text;
    const struct trace_site *a = &trace->sites[first], *b = &trace->sites[second];
    uint32_t open, close;
    if (a->source >= trace->source_count || a->source != b->source ||
        strcmp(a->function, b->function) != 0)
        return pair;
    heed_text_init(&text, trace->sources[a->source].text);
    uint32_t x = heed_find(&text, a->line, a->column), y = heed_find(&text, b->line, b->column);
    struct span span = {x < y ? x : y, x < y ? y : x};
    if (x != TRACE_NONE && y != TRACE_NONE && heed_function(&text, span.low, &open, &close) &&
        span.high < close) {
        pair.known = true;
        look_around(&text, open, &span, &pair);
    }
    heed_text_fini(&text);
    return pair;
}
