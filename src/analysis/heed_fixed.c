#include "analysis/heed_fixed.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 64 }; /* looked up for one expression: a trace's text may hold anything */

struct place { /* where a name is looked up from */
    const struct trace *trace;
    const struct heed_text *text;
    bool inside; /* of a function: */
    uint32_t parameters, open, close;
    uint32_t *names; /* looked up so far */
};

static bool is_fixed(const struct place *place, const struct heed_text *text, uint32_t from,
                     uint32_t end);

static bool is_one_of(const struct heed_text *text, uint32_t i, const char *const *words,
                      size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (heed_is(text, i, words[k])) return true;
    return false;
}
#define IS_ONE_OF(text, i, words) is_one_of(text, i, words, sizeof(words) / sizeof *(words))

static bool same(const struct heed_token *a, const struct heed_token *b)
{
    return a->length == b->length && !memcmp(a->at, b->at, a->length);
}

static bool is_number(const struct heed_text *text, uint32_t i)
{
    return i < text->count && isdigit((unsigned char)*text->tokens[i].at);
}

uint32_t heed_expression_end(const struct heed_text *text, uint32_t from)
{
    static const char *const ends[] = {";", ",", ")", "]", "{", "}"};
    uint32_t i = from;
    for (; i < text->count && !IS_ONE_OF(text, i, ends); i++) {
        bool opens = heed_is(text, i, "(") || heed_is(text, i, "[");
        if (opens && text->tokens[i].match != TRACE_NONE) i = text->tokens[i].match;
    }
    return i;
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* "int n", "const auto n": the token is declared there. */
static bool declares(const struct heed_text *text, uint32_t i)
{
    static const char *const no_types[] = {"return", "else", "case", "throw",
                                           "sizeof", "goto", "do",   "define"};
    return i && text->tokens[i - 1].word && !is_number(text, i - 1) &&
           !IS_ONE_OF(text, i - 1, no_types);
}

/* The declaration at the token is of a constant that is fixed itself. */
static bool declares_fixed(const struct place *place, const struct heed_text *text, uint32_t i)
{
    bool constant = false;
    for (uint32_t k = text->tokens[i].statement; k < i; k++)
        constant |= heed_is(text, k, "const") || heed_is(text, k, "constexpr");
    return constant && heed_is(text, i + 1, "=") &&
           is_fixed(place, text, i + 2, heed_expression_end(text, i + 2));
}

enum answer { NO, YES, UNKNOWN };

static enum answer in_function(const struct place *place, const struct heed_token *name)
{
    if (!place->inside) return UNKNOWN;
    for (uint32_t i = place->parameters; i < place->close; i++)
        if (same(&place->text->tokens[i], name) && declares(place->text, i))
            return i > place->open && declares_fixed(place, place->text, i) ? YES : NO;
    return UNKNOWN;
}

/* "template <int N, typename T>" in front of the function. */
static enum answer in_template(const struct place *place, const struct heed_token *name)
{
    if (!place->inside) return UNKNOWN;
    uint32_t first = place->text->tokens[place->parameters].statement;
    if (!heed_is(place->text, first, "template")) return UNKNOWN;
    for (uint32_t i = first; i < place->parameters; i++)
        if (same(&place->text->tokens[i], name) && declares(place->text, i) &&
            !heed_is(place->text, i - 1, "typename") && !heed_is(place->text, i - 1, "class"))
            return YES;
    return UNKNOWN;
}

/* "#define N (1 << 3)" on the line, from behind the word "define" on. */
static enum answer in_define(const struct place *place, const char *at,
                             const struct heed_token *name)
{
    size_t length = 0;
    at += strspn(at, " \t");
    if (strncmp(at, name->at, name->length) != 0) return UNKNOWN;
    at += name->length;
    if (*at == '_' || isalnum((unsigned char)*at)) return UNKNOWN;
    if (*at == '(') return NO;
    while (at[length] && (at[length] != '\n' || (length && at[length - 1] == '\\')))
        length++;
    char *body = mem_alloc(length + 1);
    memcpy(body, at, length);
    body[length] = '\0';
    for (char *c = body; *c; c++)
        if (*c == '\\') *c = ' ';
    struct heed_text text;
    heed_text_init(&text, body);
    bool fixed = is_fixed(place, &text, 0, text.count);
    heed_text_fini(&text);
    free(body);
    return fixed ? YES : NO;
}

static enum answer in_macros(const struct place *place, const char *source,
                             const struct heed_token *name)
{
    enum answer answer = UNKNOWN;
    for (const char *at = source; (at = strstr(at, "define")) != NULL;) {
        const char *hash = at;
        at += strlen("define");
        while (hash > source && (hash[-1] == ' ' || hash[-1] == '\t'))
            hash--;
        if (hash == source || hash[-1] != '#') continue;
        enum answer one = in_define(place, at, name);
        if (one == NO) return NO;
        if (one == YES) answer = YES;
    }
    return answer;
}

/* Is the name one of an enum's? */
static bool in_enum(const struct heed_text *text, const struct heed_token *name)
{
    for (uint32_t i = 0; i < text->count; i++) {
        if (!heed_is(text, i, "enum")) continue;
        uint32_t open = i + 1;
        while (open < text->count && !heed_is(text, open, "{") && !heed_is(text, open, ";"))
            open++;
        if (!heed_is(text, open, "{") || text->tokens[open].match == TRACE_NONE) continue;
        for (uint32_t k = open + 1; k < text->tokens[open].match; k++)
            if (same(&text->tokens[k], name) && !heed_is(text, k - 1, "=")) return true;
        i = open;
    }
    return false;
}

static enum answer at_file_scope(const struct place *place, const struct heed_text *text,
                                 const struct heed_token *name)
{
    enum answer answer = in_enum(text, name) ? YES : UNKNOWN;
    for (uint32_t i = 0; i < text->count; i++) {
        uint32_t open, close;
        if (!same(&text->tokens[i], name) || !declares(text, i) ||
            heed_function(text, i, &open, &close))
            continue;
        if (heed_is(text, i + 1, ",") || heed_is(text, i + 1, ")")) continue; /* a parameter */
        if (!declares_fixed(place, text, i)) return NO;
        answer = YES;
    }
    return answer;
}

static enum answer in_sources(const struct place *place, const struct heed_token *name)
{
    enum answer answer = UNKNOWN;
    for (uint32_t i = 0; i < place->trace->source_count; i++) {
        const char *source = place->trace->sources[i].text;
        if (!*source) continue;
        struct heed_text text;
        heed_text_init(&text, source);
        enum answer found = in_macros(place, source, name);
        if (found == UNKNOWN) found = at_file_scope(place, &text, name);
        heed_text_fini(&text);
        if (found == NO) return NO;
        if (found == YES) answer = YES;
    }
    return answer;
}

/* A macro of a system header, or of -D, by the way in which all people write them: INT_MAX. */
static bool is_capital(const struct heed_token *name)
{
    for (uint32_t i = 0; i < name->length; i++)
        if (!isupper((unsigned char)name->at[i]) && !isdigit((unsigned char)name->at[i]) &&
            name->at[i] != '_')
            return false;
    return true;
}

static bool is_constant(const struct place *place, const struct heed_token *name)
{
    if (++*place->names > MOST_NAMES) return false;
    enum answer answer = in_function(place, name);
    if (answer == UNKNOWN) answer = in_template(place, name);
    if (answer == UNKNOWN) answer = in_sources(place, name);
    return answer == UNKNOWN ? is_capital(name) : answer == YES;
}

/* ---- Expressions ---------------------------------------------------------------------------- */

static bool is_fixed(const struct place *place, const struct heed_text *text, uint32_t from,
                     uint32_t end)
{
    static const char *const plain[] = {
        "true",     "false", "nullptr", "NULL", "unsigned", "signed",      "int",
        "long",     "short", "char",    "bool", "float",    "double",      "size_t",
        "uint32_t", "const", "int32_t", "+",    "-",        "*",           "/",
        "%",        "<<",    "<",       ">",    "&",        "|",           "^",
        "~",        "!",     "(",       ")",    "?",        ":",           "==",
        "!=",       "<=",    ">=",      "&&",   "||",       "static_cast", "::"};
    if (from >= end) return false;
    for (uint32_t i = from; i < end; i++) {
        const struct heed_token *token = &text->tokens[i];
        bool point = heed_is(text, i, ".") && (is_number(text, i + 1) || is_number(text, i - 1));
        bool digits = i > from && heed_is(text, i - 1, ".") && token->word; /* "5f" */
        if (IS_ONE_OF(text, i, plain) || is_number(text, i) || point || digits ||
            *token->at == '\'')
            continue;
        if (!token->word || heed_is(text, i + 1, "(") || heed_is(text, i + 1, ".")) return false;
        if (heed_is(text, i + 1, "::")) continue;
        if (!is_constant(place, token)) return false;
    }
    return true;
}

/* An argument of a call by itself: the function may take it by reference. */
static bool is_argument(const struct heed_text *text, uint32_t i)
{
    if (!heed_is(text, i + 1, ",") && !heed_is(text, i + 1, ")")) return false;
    if (i && heed_is(text, i - 1, ",")) return true;
    uint32_t open;
    return i > 1 && heed_is(text, i - 1, "(") && text->tokens[i - 2].word &&
           !heed_is_head(text, i - 2, &open);
}

static bool is_kernel(const struct place *place)
{
    const struct heed_text *text = place->text;
    bool kernel = false;
    for (uint32_t i = text->tokens[place->parameters].statement; i < place->parameters; i++)
        kernel |= heed_is(text, i, "__global__");
    return kernel;
}

/* A parameter of the function that its body never writes to, nor gives away. */
static bool is_parameter(const struct place *place, uint32_t name)
{
    static const char *const changes[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<=", ">>="};
    static const char *const before[] = {"++", "--", "&"};
    const struct heed_text *text = place->text;
    bool declared = false;
    for (uint32_t i = place->parameters; i < place->open; i++)
        declared |= same(&text->tokens[i], &text->tokens[name]) && declares(text, i);
    for (uint32_t i = place->open; declared && i < place->close; i++) {
        if (!same(&text->tokens[i], &text->tokens[name])) continue;
        uint32_t behind = i + 1;
        while (heed_is(text, behind, "."))
            behind += 2;
        if (declares(text, i) || is_argument(text, i) || IS_ONE_OF(text, behind, changes) ||
            (i && IS_ONE_OF(text, i - 1, before)))
            return false;
    }
    return declared;
}

/* One name and its member: the launch decided what it is. */
static bool is_of_launch(const struct place *place, uint32_t from, uint32_t end)
{
    const struct heed_text *text = place->text;
    bool member = end == from + 3 && heed_is(text, from + 1, ".");
    if (!place->inside || (end != from + 1 && !member) || !text->tokens[from].word) return false;
    if (member && (heed_is(text, from, "blockDim") || heed_is(text, from, "gridDim"))) return true;
    return is_kernel(place) && is_parameter(place, from);
}

static struct place place_of(const struct trace *trace, const struct heed_text *text, uint32_t at,
                             uint32_t *names)
{
    struct place place = {.trace = trace, .text = text, .names = names};
    place.inside = heed_function(text, at, &place.open, &place.close);
    if (place.inside) {
        uint32_t close = place.open - 1;
        while (close && !heed_is(text, close, ")"))
            close--;
        place.parameters = text->tokens[close].match;
        place.inside = place.parameters != TRACE_NONE && place.parameters < place.open;
    }
    return place;
}

bool heed_is_fixed(const struct trace *trace, const struct heed_text *text, uint32_t from,
                   uint32_t end)
{
    uint32_t names = 0;
    if (end > text->count || from >= end) return false;
    struct place place = place_of(trace, text, from, &names);
    return is_fixed(&place, text, from, end) || is_of_launch(&place, from, end);
}

bool heed_of_call(const struct trace *trace, const struct heed_text *text, uint32_t name,
                  struct heed_call *call)
{
    uint32_t names = 0, open, close;
    if (name >= text->count || !text->tokens[name].word) return false;
    struct place place = place_of(trace, text, name, &names);
    if (!place.inside || !place.parameters || is_kernel(&place) || !is_parameter(&place, name))
        return false;
    *call = (struct heed_call){.function = &text->tokens[place.parameters - 1], .count = 1};
    open = place.parameters;
    close = text->tokens[open].match;
    bool found = false;
    for (uint32_t i = open + 1; i < close; i++) {
        if (heed_is(text, i, ",")) call->count++;
        if (!same(&text->tokens[i], &text->tokens[name])) continue;
        call->position = call->count - 1;
        found = true;
    }
    uint32_t first = text->tokens[open].statement;
    return found && call->function->word && !heed_is(text, first, "template");
}
