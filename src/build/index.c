/* index.c - an index that is read from memory is read once.
 *
 * GCC checks the index of an array (-fsanitize=bounds), and evaluates it once for the check and
 * once for the access where it takes it for invariant: so it does with what is read through a
 * pointer or a reference to const, and, check or not, with the index of an element that is
 * updated, "counts[numbers[t]] += 2". What a function returned is kept: such an index becomes
 * "counts[::syncstep::once((numbers[t]))]" (include/cuda/syncstep/once.h). */
#include "build/rewrite.h"

/* threadIdx.x and its like are registers. */
static bool is_register(const struct lexer *lexer, size_t name)
{
    return lexer_is(lexer, name, "threadIdx") || lexer_is(lexer, name, "blockIdx") ||
           lexer_is(lexer, name, "blockDim") || lexer_is(lexer, name, "gridDim");
}

/* Does the expression [first, last] read memory, as far as its text tells: an element, a member,
 * what a pointer points to? */
static bool reads_memory(const struct lexer *lexer, size_t first, size_t last)
{
    for (size_t i = first; i <= last; i++) {
        if (lexer_is(lexer, i, "[") || lexer_is(lexer, i, "->")) return true;
        if (lexer_is(lexer, i, ".") && !is_register(lexer, i - 1)) return true;
        const bool operand =
            i > first && (lexer_is_name(lexer, i - 1) ||
                          lexer->tokens[i - 1].kind == TOKEN_NUMBER || lexer_is(lexer, i - 1, "]"));
        if (lexer_is(lexer, i, "*") && !operand && (i == first || !lexer_is(lexer, i - 1, ")")))
            return true;
    }
    return false;
}

/* Is the '[' behind something that has elements? */
static bool has_elements(const struct lexer *lexer, size_t open)
{
    static const char *const words[] = {"return", "delete", "new",    "operator", "case",
                                        "else",   "do",     "sizeof", "throw"};
    if (open == 0) return false;
    if (lexer_is(lexer, open - 1, "]") || lexer_is(lexer, open - 1, ")")) return true;
    if (!lexer_is_name(lexer, open - 1)) return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (lexer_is(lexer, open - 1, words[i])) return false;
    return true;
}

/* What has been replaced already, the operands of asm(), is spelt elsewhere. */
static bool is_replaced(const struct rewrite *rewrite, size_t token)
{
    const struct token *at = &rewrite->lexer.tokens[token];
    for (size_t i = rewrite->edit_count; i-- > 0;)
        if (rewrite->edits[i].begin <= at->begin && at->end <= rewrite->edits[i].end) return true;
    return false;
}

void index_rewrite(struct rewrite *rewrite, size_t open)
{
    const struct lexer *lexer = &rewrite->lexer;
    const struct scope *scope = rewrite_scope(rewrite);
    if (rewrite->wishes & TRANSLATE_AS_SPELT) return;
    if (scope->kind != SCOPE_FUNCTION || !(scope->global || scope->device)) return;
    if (!rewrite->own[lexer->tokens[open].file] || !has_elements(lexer, open)) return;
    const size_t close = rewrite_close(rewrite, open);
    if (!lexer_is(lexer, close, "]") || close <= open + 1) return;
    if (lexer_is(lexer, open + 1, "[") || lexer_is(lexer, open + 1, "{")) return;
    if (!reads_memory(lexer, open + 1, close - 1)) return;
    if (is_replaced(rewrite, open) || is_replaced(rewrite, close)) return;
    rewrite_after(rewrite, open, "::syncstep::once((");
    rewrite_before(rewrite, close, "))");
    rewrite->result->wrapped++;
}
