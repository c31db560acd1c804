#include "analysis/heed.h"

#include "analysis/heed_text.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAMES = 16,
    MOST_WORK = 1 << 22 /* tokens looked at: a trace's text may hold anything */
};

struct names { /* that hold what was read, or what was made of it */
    const struct heed_token *at[NAMES];
    uint32_t count;
};

struct story { /* one function */
    struct heed_text text;
    uint32_t open, close;
    uint32_t from, to; /* tokens: where something is read, and where that is asked about */
    struct names names;
    bool all;  /* rather a name too many than one too few: what is not understood is followed */
    bool lost; /* there were more names than that, or too much text */
    uint32_t work;
};

/* ---- Words --------------------------------------------------------------------------------- */

static bool same(const struct heed_token *a, const struct heed_token *b)
{
    return a->length == b->length && !memcmp(a->at, b->at, a->length);
}

static bool begins(const struct heed_token *token, const char *words)
{
    size_t n = strlen(words);
    return token->length >= n && !memcmp(token->at, words, n);
}

/* The name of a function that reads, changes and writes at once. */
static bool is_atomic(const struct heed_text *text, uint32_t i)
{
    static const char *const names[] = {"atomic", "__nv_atomic", "fetch_", "exchange",
                                        "compare_exchange"};
    if (i + 1 >= text->count || !text->tokens[i].word || !heed_is(text, i + 1, "(")) return false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (begins(&text->tokens[i], names[k])) return true;
    return false;
}

static bool is_name(const struct story *s, uint32_t token)
{
    for (uint32_t i = 0; i < s->names.count; i++)
        if (same(s->names.at[i], &s->text.tokens[token])) return true;
    return false;
}

static bool add_name(struct story *s, uint32_t token)
{
    if (!s->text.tokens[token].word || is_name(s, token)) return false;
    if (s->names.count == NAMES) s->lost = true;
    if (s->lost) return false;
    s->names.at[s->names.count++] = &s->text.tokens[token];
    return true;
}

/* Does something between the two tokens have to do with what was read? */
static bool concerned(const struct story *s, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i < s->text.count; i++)
        if (i == s->from || is_name(s, i)) return true;
    return false;
}

static uint32_t find_word(const struct heed_text *text, uint32_t first, uint32_t last,
                          const char *word)
{
    for (uint32_t i = first; i <= last && i < text->count; i++)
        if (heed_is(text, i, word)) return i;
    return TRACE_NONE;
}

/* ---- Assignments --------------------------------------------------------------------------- */

static bool assigns(const struct heed_text *text, uint32_t i)
{
    static const char *const operators[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (heed_is(text, i, operators[k])) return true;
    return false;
}

/* The operator of the assignment or definition, or TRACE_NONE. */
static uint32_t assignment(const struct heed_text *text, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i < text->count; i++) {
        if ((heed_is(text, i, "(") || heed_is(text, i, "[")) && text->tokens[i].match != TRACE_NONE)
            i = text->tokens[i].match;
        else if (assigns(text, i))
            return i;
    }
    return TRACE_NONE;
}

/* "a[i]", "p->x", "*p": not a plain variable. */
static bool into_memory(const struct heed_text *text, uint32_t first, uint32_t operator)
{
    if (heed_is(text, first, "*")) return true;
    return find_word(text, first, operator, "[") != TRACE_NONE ||
           find_word(text, first, operator, "->") != TRACE_NONE;
}

static bool add_target(struct story *s, uint32_t operator)
{
    uint32_t at = operator- 1;
    while (at && heed_is(&s->text, at, "]") && s->text.tokens[at].match != TRACE_NONE)
        at = s->text.tokens[at].match - 1;
    return add_name(s, at);
}

static bool too_much(struct story *s, uint32_t tokens)
{
    s->work += tokens < MOST_WORK ? tokens : MOST_WORK;
    s->lost |= s->work >= MOST_WORK;
    return s->lost;
}

/* Behind what an operator assigns: "a = b, c = d" is one statement, "for (i = 0; ...)" ends sooner.
 */
static uint32_t end_of_value(const struct heed_text *text, uint32_t operator, uint32_t last)
{
    for (uint32_t i = operator+ 1; i <= last; i++) {
        bool opens = heed_is(text, i, "(") || heed_is(text, i, "[");
        if (opens && text->tokens[i].match != TRACE_NONE)
            i = text->tokens[i].match;
        else if (heed_is(text, i, ")") || heed_is(text, i, "]") || heed_is(text, i, ";"))
            return i;
    }
    return last;
}

/* "p = &v", "int &r = v": what is stored by way of the one is in the other. */
static bool add_aliases(struct story *s, uint32_t operator, uint32_t end)
{
    const struct heed_text *text = &s->text;
    bool more = false, reference = operator> 1 && heed_is(text, operator- 2, "&");
    if (!is_name(s, operator- 1)) return false;
    for (uint32_t i = operator+ 1; i < end; i++) {
        bool address = heed_is(text, i - 1, "&") && !text->tokens[i - 2].word;
        if (reference || address) more |= add_name(s, i);
    }
    return more;
}

/* All assignments of a statement, those in its head too. */
static bool follow_all(struct story *s, uint32_t first)
{
    const struct heed_text *text = &s->text;
    uint32_t last = heed_simple_end(text, heed_body(text, first));
    bool more = false;
    for (uint32_t i = first + 1; i <= last && i < s->close; i++) {
        if (!assigns(text, i)) continue;
        uint32_t end = end_of_value(text, i, last);
        if (too_much(s, end - i)) return false;
        if (concerned(s, i + 1, end)) more |= add_target(s, i);
        more |= add_aliases(s, i, end);
    }
    return more;
}

/* What is set where a concerned condition decides whether it is: "if (ticket == n) last = true;".
 */
static bool follow_choice(struct story *s, uint32_t head)
{
    const struct heed_text *text = &s->text;
    uint32_t open, end;
    bool more = false;
    if (!heed_is_head(text, head, &open) || !concerned(s, open, text->tokens[open].match))
        return false;
    end = heed_end(text, head);
    if (end < open || too_much(s, end - open)) return false;
    for (uint32_t i = open + 1; i <= end && i + 1 < s->close; i++) {
        if (assigns(text, i)) more |= add_target(s, i);
        if (!heed_is(text, i, "++") && !heed_is(text, i, "--")) continue;
        more |= add_name(s, i - 1);
        more |= add_name(s, i + 1);
    }
    return more;
}

static uint32_t count_assignments(const struct heed_text *text, uint32_t first, uint32_t last)
{
    uint32_t count = 0;
    for (uint32_t i = first; i <= last && i < text->count; i++)
        count += assigns(text, i);
    return count;
}

/* The one assignment of a statement; of several it is not known which takes what. */
static bool follow_one(struct story *s, uint32_t first)
{
    uint32_t body = heed_body(&s->text, first), last = heed_simple_end(&s->text, body);
    uint32_t operator= assignment(&s->text, body, last);
    if (operator== TRACE_NONE || operator== body || last<body) return false;
    if (count_assignments(&s->text, body, last) > 1) return false;
    return concerned(s, operator+ 1, last) && add_target(s, operator);
}

/* Follows the value through the function's assignments. */
static void follow(struct story *s)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = s->open + 1; i < s->close; i++) {
            if (s->all) more |= follow_choice(s, i);
            if (s->text.tokens[i].statement == i)
                more |= s->all ? follow_all(s, i) : follow_one(s, i);
        }
    }
}

/* The value is part of a list in braces, which becomes we do not see what. */
static bool in_a_list(const struct story *s)
{
    for (uint32_t i = s->open + 1; i < s->close; i++) {
        if (i != s->from && !is_name(s, i)) continue;
        uint32_t end = heed_simple_end(&s->text, i);
        if (!heed_is(&s->text, end, ";") && heed_is(&s->text, end + 1, "}")) return true;
    }
    return false;
}

/* A macro may stand for a question about it: "#define IS_LAST (ticket == 63)". */
static bool in_a_macro(const struct story *s, const char *source)
{
    size_t length;
    for (const char *at = strstr(source, "define"); at; at = strstr(at + length, "define")) {
        struct heed_text line;
        length = 0;
        while (at[length] && (at[length] != '\n' || at[length - 1] == '\\'))
            length++;
        char *text = mem_alloc(length + 1);
        memcpy(text, at, length);
        text[length] = '\0';
        heed_text_init(&line, text);
        bool found = false;
        for (uint32_t i = 0; i < line.count && !found; i++)
            for (uint32_t n = 0; n < s->names.count && !found; n++)
                found = same(&line.tokens[i], s->names.at[n]);
        heed_text_fini(&line);
        free(text);
        if (found) return true;
    }
    return false;
}

/* ---- A function ---------------------------------------------------------------------------- */

/* The atomic of a site: where the line has one. */
static uint32_t find_atomic(const struct heed_text *text, const struct trace_site *site)
{
    uint32_t at = heed_find(text, site->line, site->column), found = TRACE_NONE;
    if (at == TRACE_NONE) return at;
    uint32_t first = text->tokens[at].statement;
    uint32_t last = heed_simple_end(text, heed_body(text, first));
    for (uint32_t i = first; i <= last && i < text->count; i++) {
        if (!is_atomic(text, i)) continue;
        if (found != TRACE_NONE) return TRACE_NONE; /* which of them? */
        found = i;
    }
    return found;
}

static bool begin(struct story *s, const struct trace *trace, uint32_t source)
{
    memset(s, 0, sizeof *s);
    if (source >= trace->source_count || !*trace->sources[source].text) return false;
    heed_text_init(&s->text, trace->sources[source].text);
    return true;
}

static bool within(const struct story *s, uint32_t token)
{
    return token != TRACE_NONE && token > s->open && token < s->close;
}

/* ---- Atomics ------------------------------------------------------------------------------- */

static bool on_the_way(const struct heed_text *text, uint32_t i)
{
    static const char *const parts[] = {".", "->", "::", "<", ">", ","};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (heed_is(text, i, parts[k])) return true;
    return false;
}

/* "atomicAdd(p, 1);", "p.fetch_add(1);" and nothing else. */
static bool thrown_away(const struct story *s)
{
    const struct heed_text *text = &s->text;
    uint32_t body = heed_body(text, text->tokens[s->from].statement);
    if (s->from < body) return false; /* in a condition */
    uint32_t close = text->tokens[s->from + 1].match;
    if (close == TRACE_NONE || !heed_is(text, close + 1, ";")) return false;
    for (uint32_t i = body; i < s->from; i++) { /* only the way to the object */
        if ((heed_is(text, i, "[") || heed_is(text, i, "(")) && text->tokens[i].match != TRACE_NONE)
            i = text->tokens[i].match;
        else if (heed_is(text, i, "return") || (!text->tokens[i].word && !on_the_way(text, i)))
            return false;
    }
    return body == s->from || !text->tokens[s->from - 1].word;
}

static bool leaves(const struct heed_text *text, uint32_t first, uint32_t last)
{
    static const char *const words[] = {"return", "break", "continue", "goto"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (find_word(text, first, last, words[i]) != TRACE_NONE) return true;
    return false;
}

/* Some condition on the way to `to`, or one that may keep a thread from coming there, has to do
 * with what was read. */
static bool governed(const struct story *s)
{
    const struct heed_text *text = &s->text;
    uint32_t open;
    for (uint32_t i = s->open + 1; i < s->close; i++) {
        if (!heed_is_head(text, i, &open) || !concerned(s, open, text->tokens[open].match))
            continue;
        uint32_t end = heed_end(text, i);
        if (s->to >= i && s->to <= end) return true;
        bool loop = !heed_is(text, i, "if") && !heed_is(text, i, "switch");
        if (i < s->to && (loop || leaves(text, open, end))) return true;
    }
    uint32_t first = text->tokens[s->to].statement;
    uint32_t last = heed_simple_end(text, heed_body(text, first));
    bool choice = find_word(text, first, last, "?") != TRACE_NONE ||
                  find_word(text, first, last, "&&") != TRACE_NONE ||
                  find_word(text, first, last, "||") != TRACE_NONE;
    return choice && concerned(s, first, last);
}

/* Somebody else gets to know: the value is returned, or given to a function. */
static bool told(const struct story *s)
{
    const struct heed_text *text = &s->text;
    for (uint32_t i = s->open + 1; i + 1 < s->close; i++) {
        if (heed_is(text, i, "return") && concerned(s, i, heed_simple_end(text, i))) return true;
        uint32_t open;
        if (!text->tokens[i].word || !heed_is(text, i + 1, "(") || heed_is_head(text, i, &open))
            continue;
        uint32_t close = text->tokens[i + 1].match;
        if (close == TRACE_NONE || i == s->from || is_atomic(text, i) || heed_is(text, i, "printf"))
            continue;
        if (concerned(s, i + 2, close - 1)) return true;
    }
    return false;
}

static bool ignores(struct story *s, const char *source, const struct trace_site *atomic,
                    const struct trace_site *read)
{
    s->from = find_atomic(&s->text, atomic);
    if (s->from == TRACE_NONE) return false;
    if (thrown_away(s)) return true;
    if (atomic->source != read->source) return false;
    s->to = heed_find(&s->text, read->line, read->column);
    if (!heed_function(&s->text, s->from, &s->open, &s->close) || !within(s, s->to)) return false;
    s->all = true;
    follow(s);
    return !s->lost && !in_a_list(s) && !governed(s) && !told(s) && !in_a_macro(s, source);
}

bool heed_ignores(const struct trace *trace, uint32_t atomic, uint32_t read)
{
    struct story s;
    const struct trace_site *site = &trace->sites[atomic];
    if (!begin(&s, trace, site->source)) return false;
    bool result = ignores(&s, trace->sources[site->source].text, site, &trace->sites[read]);
    heed_text_fini(&s.text);
    return result;
}

/* ---- Guesses ------------------------------------------------------------------------------- */

/* The while at the end of a do. */
static bool closes(const struct story *s, uint32_t token)
{
    for (uint32_t i = s->open + 1; i < token; i++)
        if (heed_is(&s->text, i, "do") && heed_end(&s->text, i + 1) + 1 == token) return true;
    return false;
}

/* The outermost loop around the token that does not hold the other one; TRACE_NONE: none. */
static uint32_t loop_around(const struct story *s, uint32_t token, uint32_t other, uint32_t *end)
{
    for (uint32_t i = s->open + 1; i < token; i++) {
        uint32_t open;
        bool loop = heed_is(&s->text, i, "do") || heed_is(&s->text, i, "while") ||
                    heed_is(&s->text, i, "for");
        if (!loop ||
            (!heed_is(&s->text, i, "do") && (!heed_is_head(&s->text, i, &open) || closes(s, i))))
            continue;
        *end = heed_end(&s->text, i);
        if (*end >= token && !(other >= i && other <= *end)) return i;
    }
    return TRACE_NONE;
}

/* A statement that lets the value out: into memory, or as a call's argument. */
static bool lets_out(const struct story *s, uint32_t statement)
{
    const struct heed_text *text = &s->text;
    uint32_t body = heed_body(text, statement), last = heed_simple_end(text, body);
    if (last < body || last >= text->count) return false;
    for (uint32_t i = statement; i <= last; i++)
        if (is_atomic(text, i)) return false;
    uint32_t operator= assignment(text, body, last);
    if (operator!= TRACE_NONE)
        return operator> body && into_memory(text, body, operator) && concerned(s, body, last);
    return heed_is(text, body, "printf") && concerned(s, body, last);
}

static bool lets_out_between(const struct story *s, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (s->text.tokens[i].statement == i && lets_out(s, i)) return true;
    return false;
}

/* Is what the swap returns looked at: compared, or kept for a condition? */
static bool looked_at(const struct story *s, uint32_t swap)
{
    struct story of = {
        .text = s->text, .open = s->open, .close = s->close, .from = swap, .all = true};
    uint32_t open;
    if (thrown_away(&of)) return false;
    follow(&of);
    if (of.lost || in_a_list(&of)) return true;
    for (uint32_t i = s->open + 1; i < s->close; i++)
        if (heed_is_head(&s->text, i, &open) && concerned(&of, open, s->text.tokens[open].match))
            return true;
    return told(&of);
}

static bool leaks(struct story *s, const struct trace_site *read, const struct trace_site *swap)
{
    const struct heed_text *text = &s->text;
    uint32_t end, to = find_atomic(text, swap);
    s->from = heed_find(text, read->line, read->column);
    if (to == TRACE_NONE || s->from == TRACE_NONE ||
        !heed_function(text, s->from, &s->open, &s->close) || !within(s, to))
        return false;
    uint32_t statement = text->tokens[s->from].statement;
    if (statement == text->tokens[to].statement) return false;
    uint32_t body = heed_body(text, statement);
    if (s->from < body) return false; /* read in a condition */
    uint32_t operator= assignment(text, body, heed_simple_end(text, body));
    if (count_assignments(text, body, heed_simple_end(text, body)) > 1) return false;
    bool kept = operator!= TRACE_NONE && operator> body && !into_memory(text, body, operator);
    s->from = kept ? TRACE_NONE : body; /* whatever the column points at */
    if (kept) add_target(s, operator);
    follow(s);
    if (!lets_out_between(s, s->open + 1, s->close)) return false;
    bool checked = concerned(s, to, text->tokens[to + 1].match) && looked_at(s, to);
    if (!checked) return true;
    uint32_t loop = loop_around(s, to, statement, &end); /* the first guess may be wrong */
    return loop != TRACE_NONE && statement < loop && lets_out_between(s, statement, loop);
}

bool heed_leaks(const struct trace *trace, uint32_t read, uint32_t swap)
{
    struct story s;
    const struct trace_site *a = &trace->sites[read], *b = &trace->sites[swap];
    if (a->source != b->source || !begin(&s, trace, a->source)) return false;
    bool result = leaks(&s, a, b);
    heed_text_fini(&s.text);
    return result;
}
