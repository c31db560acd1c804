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

/* Two labels of a switch are two branches, one is what stands behind an if. */
static void look_at_cases(const struct heed_text *text, uint32_t open, const struct span *span,
                          struct heed_pair *pair)
{
    uint32_t end = heed_end(text, open), label = TRACE_NONE;
    if (!holds(open, end, span->low) || !holds(open, end, span->high)) return;
    pair->cases = pair->branch = true;
    for (uint32_t i = open + 1; i < span->high; i++) {
        if (heed_is(text, i, "case") || heed_is(text, i, "default")) label = i;
        if (label != TRACE_NONE && label > span->low) pair->apart = true;
        if (heed_is(text, i, "{") && text->tokens[i].match < span->high) i = text->tokens[i].match;
    }
}

static bool is_loop(const struct heed_text *text, uint32_t i)
{
    uint32_t bracket;
    return heed_is(text, i, "do") || (heed_is_head(text, i, &bracket) && !heed_is(text, i, "if") &&
                                      !heed_is(text, i, "switch"));
}

/* Where the loop around both begins; without one: `open`. */
static uint32_t look_around(const struct heed_text *text, uint32_t open, const struct span *span,
                            struct heed_pair *pair)
{
    uint32_t inner = open;
    for (uint32_t i = open + 1; i <= span->high; i++) {
        uint32_t bracket;
        bool head = heed_is_head(text, i, &bracket);
        if (is_loop(text, i)) {
            uint32_t end = heed_end(text, i);
            bool first = holds(i, end, span->low), second = holds(i, end, span->high);
            if (first != second) pair->alone = true;
            if (!first || !second) continue;
            inner = i;
            pair->loop = true;
            pair->branch = pair->apart = pair->cases = false; /* those around it do not count */
        } else if (i <= span->low && head && heed_is(text, i, "if")) {
            look_at_sides(text, text->tokens[bracket].match + 1, span, pair);
        } else if (i <= span->low && head) {
            look_at_cases(text, text->tokens[bracket].match + 1, span, pair);
        }
    }
    return inner;
}

/* How many ifs, switches and loops between `from` and the token are around it; *breaks: of those
 * that a break ends, *turns: that a continue does. */
static uint32_t depth(const struct heed_text *text, uint32_t from, uint32_t token, uint32_t *breaks,
                      uint32_t *turns)
{
    uint32_t deep = 0, bracket;
    *breaks = *turns = 0;
    for (uint32_t i = from + 1; i < token; i++) {
        bool loop = is_loop(text, i);
        if (!loop && !heed_is_head(text, i, &bracket)) continue;
        if (!loop && token <= text->tokens[bracket].match) continue; /* the condition itself */
        if (heed_end(text, i) < token) continue;
        deep++;
        *turns += loop;
        *breaks += loop || heed_is(text, i, "switch");
    }
    return deep;
}

/* Does the word end what begins at `inner`, behind an if? */
static bool ends_it(const struct heed_text *text, uint32_t inner, uint32_t token, bool loop)
{
    uint32_t breaks, turns, deep = depth(text, inner, token, &breaks, &turns);
    if (!deep) return false;
    if (heed_is(text, token, "return")) return true;
    return loop && ((heed_is(text, token, "continue") && !turns) ||
                    (heed_is(text, token, "break") && !breaks));
}

static void look_for_exits(const struct heed_text *text, uint32_t open, uint32_t close,
                           uint32_t inner, const struct span *span, struct heed_pair *pair)
{
    static const char *const words[] = {"return", "continue", "break"};
    enum { MOST = 64 }; /* a trace's text may hold anything */
    uint32_t end = pair->loop ? heed_end(text, inner) : close, breaks, turns, words_seen = 0;
    pair->sure[0] = !depth(text, inner, span->low, &breaks, &turns);
    pair->sure[1] = !depth(text, inner, span->high, &breaks, &turns);
    for (uint32_t i = open + 1; i < end; i++) {
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            if (!heed_is(text, i, words[k]) || words_seen++ > MOST) continue;
            bool before = i < inner && k == 0; /* a return in front of the loop */
            if (before ? !depth(text, open, i, &breaks, &turns)
                       : i < inner || !ends_it(text, inner, i, pair->loop))
                continue;
            struct heed_exit *exit = &pair->exits[i < span->low ? 0 : i < span->high ? 1 : 2];
            if (!exit->line) *exit = (struct heed_exit){text->tokens[i].line, words[k]};
        }
    }
}

static bool is_asked(const struct heed_text *text, uint32_t open, const struct span *span)
{
    for (uint32_t i = open + 1; i < span->low; i++) {
        uint32_t bracket;
        if (!heed_is(text, i, "if") || !heed_is_head(text, i, &bracket)) continue;
        uint32_t end = text->tokens[bracket].match;
        if (holds(bracket, end, span->low) && holds(end, heed_end(text, i), span->high))
            return true;
    }
    return false;
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
        pair.asked = is_asked(&text, open, &span);
        uint32_t inner = look_around(&text, open, &span, &pair);
        look_for_exits(&text, open, close, inner, &span, &pair);
    }
    heed_text_fini(&text);
    return pair;
}
