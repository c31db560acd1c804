#include "analysis/heed_fixed.h"

#include <ctype.h>
#include <string.h>

/* A function's calls, as far as the text tells; whatever is not understood makes them differ. */
struct calls {
    const struct trace *trace;
    const struct heed_call *call;
    uint64_t argument; /* of the calls so far; 0: there were none */
    uint32_t definitions;
    bool differ;
};

static bool is_part_of_name(char c)
{
    return c == '_' || isalnum((unsigned char)c);
}

/* A directive's line names the function: a macro may call it, we do not see how. */
static bool in_a_directive(const char *source, const struct heed_token *name)
{
    for (const char *at = source; (at = strchr(at, '#')) != NULL;) {
        size_t length = 0;
        while (at[length] && (at[length] != '\n' || at[length - 1] == '\\'))
            length++;
        for (size_t i = 1; i + name->length <= length; i++)
            if (!memcmp(at + i, name->at, name->length) && !is_part_of_name(at[i - 1]) &&
                !is_part_of_name(at[i + name->length]))
                return true;
        at += length;
    }
    return false;
}

/* The argument's tokens, [*from, *end); false where the call has not as many as the function. */
static bool find_argument(const struct heed_text *text, uint32_t open, const struct heed_call *call,
                          uint32_t *from, uint32_t *end)
{
    uint32_t count = 0, at = open;
    do {
        uint32_t begin = at + 1;
        at = heed_expression_end(text, begin);
        if (at == begin || at >= text->count) return false;
        if (count++ != call->position) continue;
        *from = begin;
        *end = at;
    } while (heed_is(text, at, ","));
    return at == text->tokens[open].match && count == call->count;
}

static bool in_a_template(const struct heed_text *text, uint32_t token)
{
    uint32_t open, close;
    return heed_function(text, token, &open, &close) && open &&
           heed_is(text, text->tokens[open - 1].statement, "template");
}

/* "__device__ void set(int *p, int v) {" or ";", outside of all functions. */
static bool is_declaration(const struct heed_text *text, uint32_t i, uint32_t close)
{
    uint32_t open, end;
    bool type = i && (text->tokens[i - 1].word || heed_is(text, i - 1, "*"));
    return type && !heed_function(text, i, &open, &end) &&
           (heed_is(text, close + 1, "{") || heed_is(text, close + 1, ";"));
}

static bool has_names(const struct heed_text *text, uint32_t from, uint32_t end)
{
    for (uint32_t i = from; i < end; i++)
        if (text->tokens[i].word && !isdigit((unsigned char)*text->tokens[i].at) &&
            !heed_is(text, i, "true") && !heed_is(text, i, "false"))
            return true;
    return false;
}

static void look_at(struct calls *calls, const struct heed_text *text, uint32_t i)
{
    uint32_t from = 0, end = 0;
    uint32_t close = heed_is(text, i + 1, "(") ? text->tokens[i + 1].match : TRACE_NONE;
    if (close == TRACE_NONE) {
        calls->differ = true;
        return;
    }
    if (is_declaration(text, i, close)) {
        calls->definitions += heed_is(text, close + 1, "{");
        return;
    }
    uint64_t argument = 0;
    if (find_argument(text, i + 1, calls->call, &from, &end) && !in_a_template(text, i) &&
        heed_is_fixed(calls->trace, text, from, end))
        argument = heed_hash(text, from, end);
    bool again = calls->argument != 0; /* a name may mean something else in another function */
    if (!argument || (again && (calls->argument != argument || has_names(text, from, end))))
        calls->differ = true;
    calls->argument = argument;
}

uint64_t heed_argument(const struct trace *trace, const struct heed_call *call)
{
    struct calls calls = {.trace = trace, .call = call};
    for (uint32_t s = 0; s < trace->source_count && !calls.differ; s++) {
        struct heed_text text;
        if (in_a_directive(trace->sources[s].text, call->function)) return 0;
        heed_text_init(&text, trace->sources[s].text);
        for (uint32_t i = 0; i < text.count && !calls.differ; i++)
            if (text.tokens[i].length == call->function->length &&
                !memcmp(text.tokens[i].at, call->function->at, call->function->length))
                look_at(&calls, &text, i);
        heed_text_fini(&text);
    }
    return calls.differ || calls.definitions != 1 ? 0 : calls.argument;
}
