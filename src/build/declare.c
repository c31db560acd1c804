/* declare.c - shared arrays, and the variables that live on the device. */
#include "build/rewrite.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DECLARATORS = 32 };

struct declarator {
    size_t name; /* token */
    size_t end;  /* the ',' or ';' behind it */
    bool array, pointer_in_parentheses;
};

struct declaration {
    size_t first, end; /* tokens; end is the ';' */
    struct declarator declarators[MAX_DECLARATORS];
    size_t count;
    bool function, is_extern;
};

static bool is_attribute(const struct lexer *lexer, size_t i)
{
    static const char *const words[] = {"__align__",  "__attribute__",     "alignas",
                                        "decltype",   "__launch_bounds__", "typeof",
                                        "__typeof__", "__builtin_align__", "__declspec"};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (lexer_is(lexer, i, words[k])) return true;
    return false;
}

static bool is_tag(const struct lexer *lexer, size_t i)
{
    return lexer_is(lexer, i, "struct") || lexer_is(lexer, i, "union") ||
           lexer_is(lexer, i, "class") || lexer_is(lexer, i, "enum");
}

/* What a '(' behind the specifiers means: T x(1) is a variable, T (*f)(int) one too. */
static void read_parenthesis(const struct rewrite *rewrite, size_t open, struct declaration *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    enum token_kind kind = lexer->tokens[open + 1].kind;
    if (lexer_is(lexer, open + 1, "*") || lexer_is(lexer, open + 1, "&")) {
        size_t name = open + 1;
        while (lexer_is(lexer, name, "*") || lexer_is(lexer, name, "&") ||
               lexer_is(lexer, name, "const"))
            name++;
        out->declarators[out->count++] = (struct declarator){name, 0, false, true};
    } else if (kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_CHAR) {
        out->declarators[out->count++] = (struct declarator){open - 1, 0, false, false};
    } else {
        out->function = true;
    }
}

/* The first declarator: walks over the specifiers. Returns the token behind its name. */
static size_t read_first(const struct rewrite *rewrite, size_t first, struct declaration *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    bool tag = false;
    for (size_t i = first; i + 1 < lexer->token_count; i++) {
        if (lexer_is(lexer, i, "operator")) out->function = true;
        if (lexer_is(lexer, i, "extern")) out->is_extern = true;
        if (is_tag(lexer, i)) tag = true;
        if (is_attribute(lexer, i) && lexer_is(lexer, i + 1, "(")) {
            i = rewrite_close(rewrite, i + 1);
        } else if (lexer_is(lexer, i, "<") && i > first) {
            i = rewrite_angle(rewrite, i);
        } else if (lexer_is(lexer, i, "(")) {
            read_parenthesis(rewrite, i, out);
            i = rewrite_close(rewrite, i);
            return i + 1 < lexer->token_count ? i + 1 : i;
        } else if (lexer_is(lexer, i, "{") && tag) {
            tag = false;
            i = rewrite_close(rewrite, i);
        } else if (lexer_is(lexer, i, "[") && lexer_is(lexer, i + 1, "[")) {
            i = rewrite_close(rewrite, i); /* [[attribute]] */
        } else if (lexer_is(lexer, i, "[") || lexer_is(lexer, i, "=") || lexer_is(lexer, i, ",") ||
                   lexer_is(lexer, i, ";") || lexer_is(lexer, i, "{")) {
            if (i > first && lexer_is_name(lexer, i - 1))
                out->declarators[out->count++] =
                    (struct declarator){i - 1, 0, lexer_is(lexer, i, "["), false};
            return i;
        }
        if (out->function) return i;
    }
    return lexer->token_count - 1;
}

/* From `i` to the ',' or ';' that ends a declarator. */
static size_t declarator_end(const struct rewrite *rewrite, size_t i)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; i + 1 < lexer->token_count; i++) {
        if (lexer_is(lexer, i, ",") || lexer_is(lexer, i, ";") || lexer_is(lexer, i, "}")) break;
        if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[") || lexer_is(lexer, i, "{"))
            i = rewrite_close(rewrite, i);
    }
    return i < lexer->token_count ? i : lexer->token_count - 1; /* an open bracket leads there */
}

static void read_declaration(const struct rewrite *rewrite, size_t first, struct declaration *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    *out = (struct declaration){.first = first};
    size_t i = read_first(rewrite, first, out);
    if (out->function || out->count == 0) {
        out->end = i;
        return;
    }
    for (;;) {
        i = declarator_end(rewrite, i);
        out->declarators[out->count - 1].end = i;
        if (!lexer_is(lexer, i, ",") || out->count == MAX_DECLARATORS) break;
        i++;
        while (lexer_is(lexer, i, "*") || lexer_is(lexer, i, "&") || lexer_is(lexer, i, "const") ||
               lexer_is(lexer, i, "volatile"))
            i++;
        if (!lexer_is_name(lexer, i)) break;
        out->declarators[out->count++] =
            (struct declarator){i, i, lexer_is(lexer, i + 1, "["), false};
    }
    out->end = i;
}

static void list_symbols(struct rewrite *rewrite, const struct declaration *declaration,
                         const char *qualifier)
{
    struct str *symbols = &rewrite->result->symbols;
    for (size_t i = 0; i < declaration->count; i++) {
        const struct token *name = &rewrite->lexer.tokens[declaration->declarators[i].name];
        str_addf(symbols, "%s\t%s:%u\t", qualifier,
                 rewrite_path(rewrite, declaration->declarators[i].name), name->line);
        str_add(symbols, rewrite->lexer.text + name->begin, name->end - name->begin);
        str_addc(symbols, '\n');
    }
}

static bool is_storage(const struct lexer *lexer, size_t i)
{
    return lexer_is(lexer, i, "extern") || lexer_is(lexer, i, "static") ||
           lexer_is(lexer, i, "__shared__") || lexer_is(lexer, i, "__device__");
}

static void blank_storage(struct rewrite *rewrite, const struct declaration *declaration,
                          size_t except)
{
    for (size_t i = declaration->first; i < declaration->declarators[0].name; i++)
        if (i != except && is_storage(&rewrite->lexer, i)) rewrite_blank(rewrite, i, i);
}

static void spell_dynamic(const struct rewrite *rewrite, const struct declaration *declaration,
                          const struct declarator *declarator, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = declaration->first; i < declaration->declarators[0].name; i++) {
        if (is_storage(lexer, i)) continue;
        if (lexer_is(lexer, i, "{")) break;
        str_add(out, lexer->text + lexer->tokens[i].begin,
                lexer->tokens[i].end - lexer->tokens[i].begin);
        str_addc(out, ' ');
    }
    str_adds(out, declarator->array ? "(&" : "&");
    rewrite_spell(rewrite, declarator->name, declarator->name, out);
    if (declarator->array) str_addc(out, ')');
    if (declarator->end > declarator->name + 1)
        rewrite_spell(rewrite, declarator->name + 1, declarator->end - 1, out);
    str_adds(out, "=::syncstep::dynamic_shared{};");
}

/* At file scope there is no block yet whose memory it could name: each function that uses it gets a
 * reference of its own. */
static void keep_file_dynamic(struct rewrite *rewrite, const struct declaration *declaration)
{
    for (size_t i = 0; i < declaration->count; i++) {
        struct str name, text;
        str_init(&name);
        str_init(&text);
        size_t token = declaration->declarators[i].name;
        rewrite_spell(rewrite, token, token, &name);
        spell_dynamic(rewrite, declaration, &declaration->declarators[i], &text);
        MEM_GROW(rewrite->dynamics, rewrite->dynamic_count, rewrite->dynamic_capacity);
        rewrite->dynamics[rewrite->dynamic_count++] =
            (struct file_dynamic){str_take(&name), str_take(&text)};
        str_fini(&name);
        str_fini(&text);
    }
    rewrite_blank(rewrite, declaration->first, declaration->end);
}

static void rewrite_dynamic(struct rewrite *rewrite, const struct declaration *declaration)
{
    blank_storage(rewrite, declaration, SIZE_MAX);
    for (size_t i = 0; i < declaration->count; i++) {
        const struct declarator *declarator = &declaration->declarators[i];
        rewrite_before(rewrite, declarator->name, declarator->array ? "(&" : "&");
        if (declarator->array) rewrite_after(rewrite, declarator->name, ")");
        rewrite_before(rewrite, declarator->end, "=::syncstep::dynamic_shared{}");
    }
}

void declare_shared(struct rewrite *rewrite, size_t token)
{
    struct declaration declaration;
    read_declaration(rewrite, rewrite_statement(rewrite, token), &declaration);
    if (declaration.count == 0 || declaration.function) {
        rewrite_blank(rewrite, token, token);
        return;
    }
    rewrite->skip = declaration.declarators[0].name;
    const bool inside = rewrite_scope(rewrite)->kind == SCOPE_FUNCTION;
    list_symbols(rewrite, &declaration,
                 !declaration.is_extern ? "shared"
                 : inside               ? "dynamic"
                                        : "outside");
    if (!declaration.is_extern) {
        if (lexer_is(&rewrite->lexer, token + 1, "alignas")) {
            /* `static alignas(16) float` is not C++: what nvcc leaves out stands in front there. */
            rewrite_blank(rewrite, token, token);
            rewrite_after(rewrite, rewrite_close(rewrite, token + 2), " static thread_local");
        } else {
            rewrite_replace(rewrite, token, "static thread_local");
        }
        blank_storage(rewrite, &declaration, token);
    } else if (inside) {
        rewrite_dynamic(rewrite, &declaration);
    } else {
        keep_file_dynamic(rewrite, &declaration);
        rewrite->skip = declaration.end;
    }
}

/* The qualifiers of a declaration all go; the most telling one names the variable's kind. */
static const char *qualifier_of(const struct lexer *lexer, size_t first, size_t end)
{
    const char *found = "device";
    for (size_t i = first; i < end; i++) {
        if (lexer_is(lexer, i, "__constant__")) found = "constant";
        if (lexer_is(lexer, i, "__managed__")) found = "managed";
    }
    return found;
}

void declare_variable(struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    rewrite_blank(rewrite, token, token);
    if (rewrite_scope(rewrite)->kind == SCOPE_FUNCTION) return; /* a lambda's, or a static's */
    size_t first = rewrite_statement(rewrite, token);
    for (size_t i = first; i < token; i++) /* only once per declaration */
        if (lexer_is(lexer, i, "__device__") || lexer_is(lexer, i, "__constant__") ||
            lexer_is(lexer, i, "__managed__"))
            return;
    struct declaration declaration;
    read_declaration(rewrite, first, &declaration);
    if (declaration.function || declaration.count == 0) return;
    size_t name = declaration.declarators[0].name;
    for (size_t i = first; i < name; i++)
        if (lexer_is(lexer, i, "__shared__") || is_tag(lexer, name - 1)) return;
    list_symbols(rewrite, &declaration, qualifier_of(lexer, first, name));
}

/* Whether a function from its first token to the end of its body declares `name` itself. */
static bool declares(const struct rewrite *rewrite, size_t first, size_t brace, const char *name)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = first; i < brace; i++)
        if (lexer_is(lexer, i, name)) return true;
    for (size_t i = brace, end = rewrite_close(rewrite, brace); i < end; i++) {
        if (!lexer_is(lexer, i, "__shared__")) continue;
        for (; i < end && !lexer_is(lexer, i, ";"); i++)
            if (lexer_is(lexer, i, name)) return true;
    }
    return false;
}

static bool uses(const struct rewrite *rewrite, size_t brace, const char *name)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = brace + 1, end = rewrite_close(rewrite, brace); i < end; i++) {
        if (lexer_is(lexer, i, name) && !lexer_is(lexer, i - 1, ".") &&
            !lexer_is(lexer, i - 1, "->") && !lexer_is(lexer, i - 1, "::"))
            return true;
    }
    return false;
}

/* The first argument of __launch_bounds__, or "0". False: neither that nor shared arrays. */
static bool spell_bounds(const struct rewrite *rewrite, size_t first, size_t brace, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = first; i < brace; i++) {
        if (!lexer_is(lexer, i, "__launch_bounds__") || !lexer_is(lexer, i + 1, "(")) continue;
        size_t close = rewrite_close(rewrite, i + 1), end = i + 2;
        for (; end < close && !lexer_is(lexer, end, ","); end++) {
            if (lexer_is(lexer, end, "(") || lexer_is(lexer, end, "{"))
                end = rewrite_close(rewrite, end);
            else if (lexer_is(lexer, end, "<") && lexer_is_name(lexer, end - 1))
                end = rewrite_angle(rewrite, end);
        }
        if (end > i + 2) {
            rewrite_spell(rewrite, i + 2, end - 1, out);
            return true;
        }
    }
    str_addc(out, '0');
    for (size_t i = brace, end = rewrite_close(rewrite, brace); i < end; i++)
        if (lexer_is(lexer, i, "__shared__") && !lexer_is(lexer, i - 1, "extern")) return true;
    return false;
}

/* The run-time checks the launch against what only the kernel says of itself. */
static void inject_beginning(struct rewrite *rewrite, size_t first, size_t brace)
{
    struct str bounds, text;
    str_init(&bounds);
    str_init(&text);
    if (spell_bounds(rewrite, first, brace, &bounds)) {
        str_addf(&text, "::ss_kernel_begins((unsigned)(%s));", bounds.text);
        rewrite_after(rewrite, brace, text.text);
    }
    str_fini(&bounds);
    str_fini(&text);
}

void declare_inject(struct rewrite *rewrite, size_t brace)
{
    const struct scope *scope = rewrite_scope(rewrite);
    if (!scope->global && !scope->device) return;
    /* From the parameters on: the braces of an initialiser list are no body. */
    size_t first = brace;
    while (first > 0 && !lexer_is(&rewrite->lexer, first, ";") &&
           !lexer_is(&rewrite->lexer, first, "}"))
        first--;
    if (scope->global) inject_beginning(rewrite, first, brace);
    for (size_t i = 0; i < rewrite->dynamic_count; i++) {
        const struct file_dynamic *dynamic = &rewrite->dynamics[i];
        if (uses(rewrite, brace, dynamic->name) && !declares(rewrite, first, brace, dynamic->name))
            rewrite_after(rewrite, brace, dynamic->declaration);
    }
}
