#include "gpu/ptx.h"

#include <stdlib.h>
#include <string.h>

struct lexer {
    const char *text;
    size_t length, at;
    uint32_t line;
};

static bool is_word(const struct lexer *lexer, size_t at)
{
    const char c = lexer->text[at];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
    return c != 0 && strchr("_$%.", c) != NULL;
}

static bool is_scope(const struct lexer *lexer, size_t at)
{
    return at + 2 < lexer->length && lexer->text[at] == ':' && lexer->text[at + 1] == ':';
}

/* Skips blanks and comments; -1 when a comment does not end. */
static int skip_blank(struct lexer *lexer)
{
    while (lexer->at < lexer->length) {
        const char *here = lexer->text + lexer->at;
        const size_t left = lexer->length - lexer->at;
        if (*here == '\n') {
            lexer->line++;
            lexer->at++;
        } else if (*here == ' ' || *here == '\t' || *here == '\r' || *here == '\f') {
            lexer->at++;
        } else if (*here == '#' || (left > 1 && here[0] == '/' && here[1] == '/')) {
            const char *end = memchr(here, '\n', left);
            lexer->at = end ? (size_t)(end - lexer->text) : lexer->length;
        } else if (left > 1 && here[0] == '/' && here[1] == '*') {
            size_t at = lexer->at + 2;
            while (at + 1 < lexer->length &&
                   !(lexer->text[at] == '*' && lexer->text[at + 1] == '/')) {
                if (lexer->text[at] == '\n') lexer->line++;
                at++;
            }
            if (at + 1 >= lexer->length) return -1;
            lexer->at = at + 2;
        } else {
            break;
        }
    }
    return 0;
}

static size_t word_end(const struct lexer *lexer)
{
    size_t at = lexer->at;
    for (;;) {
        if (at < lexer->length && is_word(lexer, at))
            at++;
        else if (at < lexer->length && is_scope(lexer, at))
            at += 2; /* "L2::128B", "shared::cta" */
        else
            return at;
    }
}

static size_t string_end(const struct lexer *lexer)
{
    for (size_t at = lexer->at + 1; at < lexer->length && lexer->text[at] != '\n'; at++) {
        if (lexer->text[at] == '\\')
            at++;
        else if (lexer->text[at] == '"')
            return at + 1;
    }
    return 0;
}

static int next_token(struct lexer *lexer, struct ptx_token *token, struct error *err)
{
    if (skip_blank(lexer) != 0)
        return error_set(err, "PTX line %u: comment without an end", lexer->line);
    *token = (struct ptx_token){.offset = (uint32_t)lexer->at, .line = lexer->line};
    if (lexer->at >= lexer->length) {
        token->kind = PTX_END;
        return 0;
    }
    size_t end = lexer->at + 1;
    token->kind = PTX_PUNCT;
    if (lexer->text[lexer->at] == '"') {
        token->kind = PTX_STRING;
        end = string_end(lexer);
        if (end == 0 || end > lexer->length)
            return error_set(err, "PTX line %u: string without an end", lexer->line);
    } else if (is_word(lexer, lexer->at)) {
        token->kind = PTX_WORD;
        end = word_end(lexer);
    } else if (lexer->text[lexer->at] == 0 ||
               !strchr("@!,;:()[]{}<>+-*|=~&?/^", lexer->text[lexer->at])) {
        return error_set(err, "PTX line %u: unexpected character", lexer->line);
    }
    token->length = (uint32_t)(end - lexer->at);
    lexer->at = end;
    return 0;
}

int ptx_lex(struct arena *arena, const char *text, size_t length, struct ptx_tokens *tokens,
            struct error *err)
{
    struct lexer lexer = {.text = text, .length = length, .line = 1};
    struct ptx_token *items = NULL;
    uint32_t count = 0, capacity = 0;
    if (length > UINT32_MAX / 2) return error_set(err, "PTX text is larger than 2 GB");
    do {
        MEM_GROW(items, count, capacity);
        if (next_token(&lexer, &items[count], err) != 0) {
            free(items);
            return -1;
        }
    } while (items[count++].kind != PTX_END);
    tokens->items = arena_alloc(arena, count * sizeof *items);
    memcpy(tokens->items, items, count * sizeof *items);
    tokens->count = count;
    free(items);
    return 0;
}
