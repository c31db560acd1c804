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

/* What stands behind an edit on its line keeps its column, for messages and for what is marked in
 * the source: a line marker begins the same line again. Returns up to where the input is done. */
static uint32_t keep_column(const struct rewrite *rewrite, size_t *token, uint32_t done,
                            const struct edit *next, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    while (*token + 1 < lexer->token_count && lexer->tokens[*token].begin < done)
        (*token)++;
    const struct token *at = &lexer->tokens[*token];
    if (at->kind == TOKEN_END || !rewrite->own[at->file] || (next && next->begin <= at->begin))
        return done;
    if (!rewrite_path(rewrite, *token)[0] || memchr(lexer->text + done, '\n', at->begin - done) ||
        column_of(out->text, out->length) == column_of(lexer->text, done))
        return done;
    str_addf(out, "\n# %u ", at->line);
    str_add_quoted(out, rewrite_path(rewrite, *token));
    str_addf(out, "\n%*s", (int)column_of(lexer->text, at->begin), "");
    return at->begin;
}

void rewrite_apply(struct rewrite *rewrite, struct str *out)
{
    const char *text = rewrite->lexer.text;
    uint32_t done = 0;
    size_t token = 0;
    if (rewrite->edit_count)
        qsort(rewrite->edits, rewrite->edit_count, sizeof *rewrite->edits, compare_edits);
    for (size_t i = 0; i < rewrite->edit_count; i++) {
        const struct edit *edit = &rewrite->edits[i];
        if (edit->begin < done) continue; /* a second edit of the same token: the first stands */
        str_add(out, text + done, edit->begin - done);
        str_adds(out, edit->text);
        const struct edit *next = i + 1 < rewrite->edit_count ? edit + 1 : NULL;
        done = keep_column(rewrite, &token, edit->end, next, out);
    }
    str_add(out, text + done, rewrite->lexer.length - done);
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
