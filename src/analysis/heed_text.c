#include "analysis/heed_text.h"

#include "base/ctext.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tokens -------------------------------------------------------------------------------- */

/* A word or a number; "1'000" is one. */
static uint32_t word_length(const char *at)
{
    const bool number = isdigit((unsigned char)*at);
    uint32_t n = 1;
    while (ctext_is_name(at[n]) || (number && at[n] == '\'' && ctext_is_name(at[n + 1])))
        n++;
    return n;
}

/* R"x(...)x" from its quotation mark on; 0: it does not end. */
static uint32_t raw_length(const char *at)
{
    enum { LONGEST = 16 }; /* of a delimiter */
    char end[LONGEST + 3];
    const size_t length = strcspn(at + 1, "(\n");
    if (length > LONGEST || at[1 + length] != '(') return 0;
    end[0] = ')';
    memcpy(end + 1, at + 1, length);
    strcpy(end + 1 + length, "\"");
    const char *found = strstr(at, end);
    return found ? (uint32_t)(found - at) + (uint32_t)strlen(end) : 0;
}

static bool is_raw(const struct heed_text *text, const char *at)
{
    const struct heed_token *prefix = text->count ? &text->tokens[text->count - 1] : NULL;
    return *at == '"' && prefix && prefix->word && prefix->at + prefix->length == at &&
           at[-1] == 'R' && prefix->length <= 3;
}

static uint32_t operator_length(const char *at)
{
    static const char *const two[] = {"==", "!=", "<=", ">=", "&&", "||", "->", "::", "++", "--",
                                      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<"};
    if (!strncmp(at, "<<=", 3) || !strncmp(at, ">>=", 3)) return 3;
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (at[0] == two[i][0] && at[1] == two[i][1]) return 2;
    return 1;
}

static void add(struct heed_text *text, const char *at, uint32_t length, uint32_t line)
{
    MEM_GROW(text->tokens, text->count, text->capacity);
    text->tokens[text->count++] = (struct heed_token){
        .at = at, .length = length, .line = line, .match = TRACE_NONE, .word = ctext_is_name(*at)};
}

static void tokenize(struct heed_text *text, const char *source)
{
    const char *end = source + strlen(source), *at = source, *next;
    uint32_t line = 1;
    bool line_start = true;
    while ((next = ctext_next(at, end, &line_start)) < end) {
        uint32_t length = 0;
        for (; at < next; at++)
            line += *at == '\n';
        if (is_raw(text, at)) length = raw_length(at);
        if (!length)
            length = *at == '"' || *at == '\'' ? (uint32_t)ctext_quoted(at)
                     : ctext_is_name(*at)      ? word_length(at)
                                               : operator_length(at);
        add(text, at, length, line);
        for (next = at + length; at < next; at++) /* strings go on behind a "\\" */
            line += *at == '\n';
    }
}

/* Brackets that fit, and where statements begin. */
static void structure(struct heed_text *text)
{
    uint32_t *open = mem_array((size_t)text->count + 1, sizeof *open), depth = 0, start = 0;
    for (uint32_t i = 0; i < text->count; i++) {
        struct heed_token *token = &text->tokens[i];
        char c = token->length == 1 ? *token->at : 0;
        token->statement = start;
        if (c && strchr("([{", c)) open[depth++] = i;
        if (c && strchr(")]}", c) && depth) {
            char o = *text->tokens[open[depth - 1]].at;
            if ((o == '(' && c == ')') || (o == '[' && c == ']') || (o == '{' && c == '}')) {
                token->match = open[--depth];
                text->tokens[token->match].match = i;
            }
        }
        bool in_brackets = depth && *text->tokens[open[depth - 1]].at != '{';
        if (c == '{' || c == '}') token->statement = i;
        if (c == '{' || c == '}' || (c == ';' && !in_brackets)) start = i + 1;
    }
    free(open);
}

void heed_text_init(struct heed_text *text, const char *source)
{
    *text = (struct heed_text){0};
    tokenize(text, source);
    structure(text);
}

void heed_text_fini(struct heed_text *text)
{
    free(text->tokens);
}

/* ---- Statements ---------------------------------------------------------------------------- */

bool heed_is(const struct heed_text *text, uint32_t token, const char *word)
{
    return token < text->count && text->tokens[token].length == strlen(word) &&
           !memcmp(text->tokens[token].at, word, text->tokens[token].length);
}

bool heed_is_head(const struct heed_text *text, uint32_t token, uint32_t *open)
{
    if (!heed_is(text, token, "if") && !heed_is(text, token, "while") &&
        !heed_is(text, token, "for") && !heed_is(text, token, "switch"))
        return false;
    *open = token + 1 + heed_is(text, token + 1, "constexpr");
    return heed_is(text, *open, "(") && text->tokens[*open].match != TRACE_NONE;
}

uint32_t heed_simple_end(const struct heed_text *text, uint32_t token)
{
    for (uint32_t i = token; i < text->count; i++) {
        bool bracket = heed_is(text, i, "(") || heed_is(text, i, "[");
        if (bracket && text->tokens[i].match != TRACE_NONE)
            i = text->tokens[i].match;
        else if (heed_is(text, i, ";"))
            return i;
        else if (heed_is(text, i, "{") || heed_is(text, i, "}"))
            return i ? i - 1 : 0;
    }
    return text->count ? text->count - 1 : 0;
}

static uint32_t end_within(const struct heed_text *text, uint32_t token, unsigned depth)
{
    enum { DEEP = 200 };
    uint32_t open, end;
    if (token >= text->count) return text->count ? text->count - 1 : 0;
    if (heed_is(text, token, "{") && text->tokens[token].match != TRACE_NONE)
        return text->tokens[token].match;
    if (depth > DEEP) return token;
    if (heed_is_head(text, token, &open)) {
        end = end_within(text, text->tokens[open].match + 1, depth + 1);
        while (heed_is(text, token, "if") && heed_is(text, end + 1, "else"))
            end = end_within(text, end + 2, depth + 1);
        return end;
    }
    if (heed_is(text, token, "do")) {
        end = end_within(text, token + 1, depth + 1);
        return heed_is(text, end + 1, "while") ? heed_simple_end(text, end + 1) : end;
    }
    return heed_simple_end(text, token);
}

uint32_t heed_end(const struct heed_text *text, uint32_t token)
{
    return end_within(text, token, 0);
}

uint32_t heed_body(const struct heed_text *text, uint32_t statement)
{
    uint32_t at = statement, open;
    for (;;) {
        if (heed_is_head(text, at, &open))
            at = text->tokens[open].match + 1;
        else if (heed_is(text, at, "else") || heed_is(text, at, "do"))
            at++;
        else if (heed_is(text, at, "(") && heed_is(text, at + 1, "void") &&
                 heed_is(text, at + 2, ")"))
            at += 3;
        else if (at + 1 < text->count && text->tokens[at].word && heed_is(text, at + 1, ":"))
            at += 2;
        else if (heed_is(text, at, "case") && heed_is(text, at + 2, ":"))
            at += 3;
        else
            return at;
    }
}

/* ---- Places -------------------------------------------------------------------------------- */

uint32_t heed_find(const struct heed_text *text, uint32_t line, uint32_t column)
{
    uint32_t found = TRACE_NONE;
    const char *start = NULL;
    for (uint32_t i = 0; i < text->count && text->tokens[i].line <= line; i++) {
        if (text->tokens[i].line < line) continue;
        if (!start) {
            start = text->tokens[i].at;
            while (i && start > text->tokens[0].at && start[-1] != '\n')
                start--;
            found = i;
        }
        if (!column || text->tokens[i].at - start + 1 > column) break;
        found = i;
    }
    return found;
}

/* A bracket of a body: it stands behind the parameters, perhaps with a word or two between. */
static bool opens_body(const struct heed_text *text, uint32_t open)
{
    uint32_t at = open;
    for (int words = 0; at && words < 3 && text->tokens[at - 1].word; words++)
        at--;
    return at && heed_is(text, at - 1, ")");
}

bool heed_function(const struct heed_text *text, uint32_t token, uint32_t *open, uint32_t *close)
{
    for (uint32_t i = 0; i < token && i < text->count; i++) {
        uint32_t end = text->tokens[i].match;
        if (!heed_is(text, i, "{") || end == TRACE_NONE) continue;
        if (end < token) {
            i = end;
        } else if (opens_body(text, i)) {
            *open = i;
            *close = end;
            return true;
        }
    }
    return false;
}
