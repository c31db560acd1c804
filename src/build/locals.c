/* locals.c - local variables of device code that are declared without a value.
 *
 * They are listed; those that are assigned next anyway are not. In a program that is built to find
 * out whether their values matter, each is filled where it is declared: a call that the run-time
 * answers stands behind the declaration. What is no declaration a compiler refuses with that call,
 * and then nothing is known. */
#include "build/rewrite.h"

#include "base/mem.h"

#include <string.h>

/* Statements that begin with one of these declare nothing that could be unset. */
static const char *const other_words[] = {
    "return",    "goto",      "delete",  "throw",      "using",  "typedef",   "static",
    "extern",    "constexpr", "else",    "do",         "case",   "default",   "auto",
    "break",     "continue",  "asm",     "__shared__", "new",    "namespace", "thread_local",
    "co_return", "co_yield",  "friend",  "template",   "public", "private",   "protected",
    "__asm__",   "__asm",     "if",      "for",        "while",  "switch",    "try",
    "catch",     "class",     "operator"};

/* Words of a type that are none by themselves. */
static const char *const type_words[] = {"const",    "volatile",     "struct",   "union",  "enum",
                                         "typename", "__restrict__", "register", "mutable"};

static bool is_one_of(const struct lexer *lexer, size_t i, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (lexer_is(lexer, i, list[k])) return true;
    return false;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Behind the type that begins at `i` and its stars: the variable's name. 0: no declaration. */
static size_t find_name(const struct rewrite *rewrite, size_t i)
{
    const struct lexer *lexer = &rewrite->lexer;
    unsigned parts = 0; /* names of the type, the variable's own included */
    size_t last = 0;
    bool pointer = false;
    for (;; i++) {
        if (lexer_is_name(lexer, i)) {
            if (is_one_of(lexer, i, other_words, COUNT(other_words))) return 0;
            if (is_one_of(lexer, i, type_words, COUNT(type_words))) continue;
            if (pointer && last) return i;
            last = i;
            parts++;
            if (!lexer_is(lexer, i + 1, "<")) continue;
            size_t close = rewrite_angle(rewrite, i + 1);
            if (close == i + 1) return 0;
            i = close;
        } else if (lexer_is(lexer, i, "::")) {
            if (parts) parts--;
        } else if (lexer_is(lexer, i, "*") && parts) {
            pointer = true;
        } else {
            return !pointer && parts > 1 && i == last + 1 ? last : 0;
        }
    }
}

/* Behind one declarator: its ',' or ';'. */
static size_t skip_declarator(const struct rewrite *rewrite, size_t i)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; i + 1 < lexer->token_count; i++) {
        if (lexer_is(lexer, i, ",") || lexer_is(lexer, i, ";")) return i;
        if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[") || lexer_is(lexer, i, "{"))
            i = rewrite_close(rewrite, i);
        else if (lexer_is(lexer, i, "}"))
            return i;
    }
    return i;
}

/* x = ... as a statement of its own, or for (x = ...: that comes first, whatever happens. */
static bool is_assignment(const struct lexer *lexer, size_t i)
{
    if (!lexer_is(lexer, i + 1, "=") || lexer_is(lexer, i + 2, "=")) return false;
    if (lexer_is(lexer, i - 1, "(") && lexer_is(lexer, i - 2, "for")) i -= 2;
    return lexer_is(lexer, i - 1, ";") || lexer_is(lexer, i - 1, "}");
}

static bool same_name(const struct lexer *lexer, size_t a, size_t b)
{
    const struct token *x = &lexer->tokens[a], *y = &lexer->tokens[b];
    return x->kind == TOKEN_NAME && x->end - x->begin == y->end - y->begin &&
           memcmp(lexer->text + x->begin, lexer->text + y->begin, y->end - y->begin) == 0;
}

/* Whether a value goes in before anything else is done with it: `from` stands behind its
 * declaration, `end` at the end of the block that this is in. */
static bool is_set_next(const struct lexer *lexer, size_t name, size_t from, size_t end)
{
    unsigned depth = 0;
    for (size_t i = from; i < end; i++) {
        if (lexer_is(lexer, i, "{")) depth++;
        if (lexer_is(lexer, i, "}")) depth--;
        if (!same_name(lexer, i, name) || lexer_is(lexer, i - 1, ".") ||
            lexer_is(lexer, i - 1, "->"))
            continue;
        if (depth || !is_assignment(lexer, i)) return false;
        for (i += 2; i < end && !lexer_is(lexer, i, ";"); i++)
            if (same_name(lexer, i, name)) return false; /* x = x + 1 */
        return true;
    }
    return true; /* it is never used */
}

static void add(struct rewrite *rewrite, size_t name, size_t function, size_t end)
{
    struct translation *result = rewrite->result;
    const struct token *token = &rewrite->lexer.tokens[name];
    const struct token *owner = &rewrite->lexer.tokens[function];
    size_t size = (result->local_count + 1) * sizeof *result->locals;
    result->locals = mem_resize(result->locals, 1, size);
    result->locals[result->local_count++] = (struct translate_local){
        .path = mem_strdup(rewrite_path(rewrite, name)),
        .line = token->line,
        .column = rewrite->columns[name],
        .array = lexer_is(&rewrite->lexer, name + 1, "["),
        .name = mem_strndup(rewrite->lexer.text + token->begin, token->end - token->begin),
        .function = mem_strndup(rewrite->lexer.text + owner->begin, owner->end - owner->begin),
    };
    if (!(rewrite->wishes & TRANSLATE_FILL_LOCALS)) return;
    struct str call;
    str_init(&call);
    str_addf(&call, " ::syncstep::fill_local(%zu, %s);", result->local_count,
             result->locals[result->local_count - 1].name);
    rewrite_after(rewrite, end, call.text);
    str_fini(&call);
}

/* A statement that begins at `i`; where it ends, or `i` where it is no declaration. `block`: the
 * end of the block that it is in. */
static size_t look_at(struct rewrite *rewrite, size_t i, size_t block, size_t function)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t name = find_name(rewrite, i), end = name;
    if (!name) return i;
    while (end < block && !lexer_is(lexer, end, ";"))
        end = skip_declarator(rewrite, end + 1);
    if (end >= block) return i;
    while (name < end) {
        size_t next = name + 1;
        while (lexer_is(lexer, next, "["))
            next = rewrite_close(rewrite, next) + 1;
        if ((lexer_is(lexer, next, ",") || lexer_is(lexer, next, ";")) &&
            !is_set_next(lexer, name, next, block))
            add(rewrite, name, function, end);
        name = skip_declarator(rewrite, name + 1) + 1;
        while (name < end && !lexer_is_name(lexer, name))
            name++; /* stars */
    }
    return end;
}

/* struct { ... } within a function: its members are no variables. */
static bool is_class(const struct rewrite *rewrite, size_t brace)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = brace; i-- > 0;) {
        if (lexer_is(lexer, i, ";") || lexer_is(lexer, i, "{") || lexer_is(lexer, i, "}") ||
            lexer_is(lexer, i, ")") || lexer_is(lexer, i, "="))
            return false;
        if (lexer_is(lexer, i, "struct") || lexer_is(lexer, i, "class") ||
            lexer_is(lexer, i, "union") || lexer_is(lexer, i, "enum"))
            return true;
    }
    return false;
}

/* The name before the parameters, or TOKEN_END's. */
static size_t name_of(const struct rewrite *rewrite, size_t first, size_t brace)
{
    static const char *const attributes[] = {"__launch_bounds__", "__attribute__",
                                             "__align__",         "alignas",
                                             "__cluster_dims__",  "__maxnreg__"};
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = first; i + 1 < brace; i++) {
        if (lexer_is_name(lexer, i) && lexer_is(lexer, i + 1, "(") &&
            !is_one_of(lexer, i, attributes, COUNT(attributes)))
            return i;
        if (lexer_is(lexer, i, "(")) i = rewrite_close(rewrite, i);
    }
    return lexer->token_count - 1;
}

/* A block, whose end is `end`: its own statements, and those of the blocks in it. */
static void look_into(struct rewrite *rewrite, size_t brace, size_t function)
{
    enum { DEEPEST = 64 };
    const struct lexer *lexer = &rewrite->lexer;
    size_t ends[DEEPEST], depth = 0;
    bool begins = true; /* a statement */
    ends[0] = rewrite_close(rewrite, brace);
    for (size_t i = brace + 1; i < ends[0]; i++) {
        if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[")) {
            i = rewrite_close(rewrite, i);
            begins = false;
        } else if (lexer_is(lexer, i, "{")) {
            if (depth + 1 == DEEPEST || is_class(rewrite, i))
                i = rewrite_close(rewrite, i);
            else
                ends[++depth] = rewrite_close(rewrite, i);
            begins = true;
        } else if (lexer_is(lexer, i, "}")) {
            if (depth) depth--;
            begins = true;
        } else if (lexer_is(lexer, i, ";")) {
            begins = true;
        } else {
            if (begins) i = look_at(rewrite, i, ends[depth], function);
            begins = lexer_is(lexer, i, ";");
        }
    }
}

void locals_find(struct rewrite *rewrite, size_t first, size_t brace)
{
    if (!rewrite->own[rewrite->lexer.tokens[brace].file]) return;
    look_into(rewrite, brace, name_of(rewrite, first, brace));
}
