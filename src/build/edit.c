/* edit.c - edits on the preprocessed text, and walking over its tokens. */
#include "build/rewrite.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void add_edit(struct rewrite *rewrite, uint32_t begin, uint32_t end, const char *text)
{
    MEM_GROW(rewrite->edits, rewrite->edit_count, rewrite->edit_capacity);
    rewrite->edits[rewrite->edit_count] =
        (struct edit){begin, end, (uint32_t)rewrite->edit_count, mem_strdup(text)};
    rewrite->edit_count++;
}

void rewrite_replace(struct rewrite *rewrite, size_t token, const char *text)
{
    const struct token *at = &rewrite->lexer.tokens[token];
    add_edit(rewrite, at->begin, at->end, text);
}

/* As many spaces as there were bytes, so that columns behind them stay. */
void rewrite_blank(struct rewrite *rewrite, size_t first, size_t last)
{
    struct str spaces;
    str_init(&spaces);
    for (size_t i = first; i <= last; i++) {
        const struct token *at = &rewrite->lexer.tokens[i];
        str_clear(&spaces);
        for (uint32_t b = at->begin; b < at->end; b++)
            str_addc(&spaces, rewrite->lexer.text[b] == '\n' ? '\n' : ' ');
        add_edit(rewrite, at->begin, at->end, spaces.text);
    }
    str_fini(&spaces);
}

void rewrite_before(struct rewrite *rewrite, size_t token, const char *text)
{
    uint32_t at = rewrite->lexer.tokens[token].begin;
    add_edit(rewrite, at, at, text);
}

void rewrite_after(struct rewrite *rewrite, size_t token, const char *text)
{
    uint32_t at = rewrite->lexer.tokens[token].end;
    add_edit(rewrite, at, at, text);
}

static int compare_edits(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    /* Insertions come before the replacement of what stands behind them. */
    bool inserts_x = x->begin == x->end, inserts_y = y->begin == y->end;
    if (inserts_x != inserts_y) return inserts_x ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static size_t column_of(const char *text, size_t at)
{
    size_t begin = at;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    return at - begin;
}

/* Where the token has to stand in its line, from 0, and whether that is known from the file. */
static size_t column_wanted(const struct rewrite *rewrite, size_t token, bool *known)
{
    *known = rewrite->columns && rewrite->columns[token];
    if (*known) return rewrite->columns[token] - 1;
    return column_of(rewrite->lexer.text, rewrite->lexer.tokens[token].begin);
}

/* Operators come as tokens of one character each, suffixes of literals as names: nothing may come
 * between them. */
static bool one_word(const struct lexer *lexer, size_t token)
{
    static const char first[] = "!=<>+-*/%&|^:.#", second[] = "=<>&|+-*:.#%";
    if (token == 0) return false;
    const struct token *before = &lexer->tokens[token - 1], *at = &lexer->tokens[token];
    if (before->end != at->begin) return false;
    if (before->kind == TOKEN_STRING || before->kind == TOKEN_CHAR) return at->kind == TOKEN_NAME;
    return before->kind == TOKEN_PUNCT && at->kind == TOKEN_PUNCT &&
           strchr(first, lexer->text[before->end - 1]) && strchr(second, lexer->text[at->begin]);
}

/* Text up to a token, which then stands in its column, for messages and for what is marked in the
 * source: where it would not, a line marker begins the same line again. */
static void put_in_column(const struct rewrite *rewrite, size_t token, uint32_t done,
                          struct str *out)
{
    const struct token *at = &rewrite->lexer.tokens[token];
    const char *path = rewrite->own[at->file] ? rewrite_path(rewrite, token) : "";
    bool known;
    size_t wanted = column_wanted(rewrite, token, &known);
    str_add(out, rewrite->lexer.text + done, at->begin - done);
    if (!path[0] || column_of(out->text, out->length) == wanted) return;
    if (done == at->begin && one_word(&rewrite->lexer, token)) return;
    str_addf(out, "\n# %u ", at->line);
    str_add_quoted(out, path);
    str_addf(out, "\n%*s", (int)wanted, "");
}

/* The text of [done, end), token by token; *token: the first not before `done`. */
static void put_text(const struct rewrite *rewrite, size_t *token, uint32_t done, uint32_t end,
                     struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; *token + 1 < lexer->token_count && lexer->tokens[*token].begin < end; (*token)++) {
        const struct token *at = &lexer->tokens[*token];
        if (at->begin < done) continue;
        put_in_column(rewrite, *token, done, out);
        str_add(out, lexer->text + at->begin, at->end - at->begin);
        done = at->end;
    }
    str_add(out, lexer->text + done, end - done);
}

void rewrite_apply(struct rewrite *rewrite, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    uint32_t done = 0;
    size_t token = 0;
    bool known;
    if (rewrite->edit_count)
        qsort(rewrite->edits, rewrite->edit_count, sizeof *rewrite->edits, compare_edits);
    for (size_t i = 0; i < rewrite->edit_count; i++) {
        const struct edit *edit = &rewrite->edits[i];
        if (edit->begin < done) continue; /* a second edit of the same token: the first stands */
        put_text(rewrite, &token, done, edit->begin, out);
        done = edit->begin;
        if ((i == 0 || edit[-1].begin < edit->begin) && lexer->tokens[token].begin == done) {
            column_wanted(rewrite, token, &known);
            if (known) put_in_column(rewrite, token, done, out);
        }
        str_adds(out, edit->text);
        done = edit->end;
    }
    put_text(rewrite, &token, done, (uint32_t)lexer->length, out);
}

static bool wants_space(const struct rewrite *rewrite, size_t i)
{
    const struct lexer *lexer = &rewrite->lexer;
    const struct token *left = &lexer->tokens[i - 1], *right = &lexer->tokens[i];
    if (left->end == right->begin) return false;
    bool words = left->kind != TOKEN_PUNCT && right->kind != TOKEN_PUNCT;
    return words || lexer_is(lexer, i - 1, ",");
}

void rewrite_spell(const struct rewrite *rewrite, size_t first, size_t last, struct str *out)
{
    for (size_t i = first; i <= last; i++) {
        const struct token *at = &rewrite->lexer.tokens[i];
        if (i > first && wants_space(rewrite, i)) str_addc(out, ' ');
        for (uint32_t b = at->begin; b < at->end; b++)
            str_addc(out, rewrite->lexer.text[b] == '\n' ? ' ' : rewrite->lexer.text[b]);
    }
}

void str_add_quoted(struct str *out, const char *text)
{
    str_addc(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') str_addc(out, '\\');
        str_addc(out, *text);
    }
    str_addc(out, '"');
}

size_t rewrite_close(const struct rewrite *rewrite, size_t open)
{
    size_t close = rewrite->lexer.tokens[open].match;
    return close > open ? close : rewrite->lexer.token_count - 1;
}

/* Template arguments hold no statements: a ';' or an unmatched bracket says this '<' compares. */
size_t rewrite_angle(const struct rewrite *rewrite, size_t open)
{
    const struct lexer *lexer = &rewrite->lexer;
    int depth = 0;
    for (size_t i = open; i + 1 < lexer->token_count; i++) {
        if (lexer_is(lexer, i, "<")) depth++;
        if (lexer_is(lexer, i, ">") && --depth == 0) return i;
        if (lexer_is(lexer, i, ";") || lexer_is(lexer, i, "{") || lexer_is(lexer, i, "}") ||
            lexer_is(lexer, i, ")") || lexer_is(lexer, i, "]"))
            return open;
        if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[")) i = rewrite_close(rewrite, i);
    }
    return open;
}

size_t rewrite_angle_back(const struct rewrite *rewrite, size_t close)
{
    const struct lexer *lexer = &rewrite->lexer;
    int depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        if (lexer_is(lexer, i, ">")) depth++;
        if (lexer_is(lexer, i, "<") && --depth == 0) return i;
        if (lexer_is(lexer, i, ";") || lexer_is(lexer, i, "{") || lexer_is(lexer, i, "}"))
            return close;
        if (lexer_is(lexer, i, ")") || lexer_is(lexer, i, "]"))
            i = lexer->tokens[i].match;
        else if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "["))
            return close;
    }
    return close;
}

/* Whether the parenthesis that `close` ends belongs to a declaration: __align__(16) and the like.
 */
static bool ends_attribute(const struct lexer *lexer, size_t close)
{
    static const char *const words[] = {"__align__", "__attribute__",     "alignas",
                                        "decltype",  "__launch_bounds__", "typeof",
                                        "__typeof__"};
    size_t open = lexer->tokens[close].match;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (open > 0 && open < close && lexer_is(lexer, open - 1, words[i])) return true;
    return false;
}

size_t rewrite_statement(const struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t i = token;
    while (i > 0) {
        size_t before = i - 1;
        if (lexer_is(lexer, before, ";") || lexer_is(lexer, before, "{") ||
            lexer_is(lexer, before, "}") || lexer_is(lexer, before, ":") ||
            lexer_is(lexer, before, "("))
            break;
        if (lexer_is(lexer, before, ")")) {
            if (!ends_attribute(lexer, before)) break;
            before = lexer->tokens[before].match;
        }
        i = before;
    }
    return i;
}

const struct scope *rewrite_scope(const struct rewrite *rewrite)
{
    return &rewrite->scopes[rewrite->scope_count - 1];
}

const char *rewrite_path(const struct rewrite *rewrite, size_t token)
{
    return rewrite->lexer.files[rewrite->lexer.tokens[token].file].path;
}
