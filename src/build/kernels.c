/* kernels.c - which names are kernels, and their addresses as `void *`: (void *)kernel becomes
 * ::syncstep::known(kernel), which keeps what a launch by address needs to know. */
#include "build/rewrite.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Words before a '(' in a kernel's declaration that are not its name. */
static bool is_qualifier(const struct lexer *lexer, size_t i)
{
    static const char *const words[] = {
        "__launch_bounds__", "__attribute__", "__cluster_dims__", "__maxnreg__",
        "__block_size__",    "__align__",     "alignas",          "decltype",
    };
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (lexer_is(lexer, i, words[k])) return true;
    return false;
}

static struct kernel_name *find_kernel(const struct rewrite *rewrite, size_t token)
{
    for (size_t i = 0; i < rewrite->kernel_count; i++)
        if (lexer_is(&rewrite->lexer, token, rewrite->kernels[i].text)) return &rewrite->kernels[i];
    return NULL;
}

static bool is_kernel(const struct rewrite *rewrite, size_t token)
{
    return find_kernel(rewrite, token) != NULL;
}

bool kernel_is_deduced(const struct rewrite *rewrite, size_t token)
{
    const struct kernel_name *name = find_kernel(rewrite, token);
    return name && name->is_deduced;
}

void kernel_note(struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = token + 1; i + 1 < lexer->token_count; i++) {
        if (lexer_is(lexer, i, ";") || lexer_is(lexer, i, "{") || lexer_is(lexer, i, "}")) return;
        if (!lexer_is_name(lexer, i)) continue;
        size_t open = i + 1;
        if (lexer_is(lexer, open, "<")) open = rewrite_angle(rewrite, open) + 1;
        if (!lexer_is(lexer, open, "(")) continue;
        if (is_qualifier(lexer, i)) {
            i = rewrite_close(rewrite, open);
            continue;
        }
        struct kernel_name *before = find_kernel(rewrite, i);
        bool has_body = lexer_is(lexer, rewrite_close(rewrite, open) + 1, "{");
        if (before) {
            before->is_deduced |= before->has_body && has_body;
            before->has_body |= has_body;
            return;
        }
        const struct token *name = &lexer->tokens[i];
        MEM_GROW(rewrite->kernels, rewrite->kernel_count, rewrite->kernel_capacity);
        rewrite->kernels[rewrite->kernel_count++] = (struct kernel_name){
            .text = mem_strndup(lexer->text + name->begin, name->end - name->begin),
            .has_body = has_body,
            .is_deduced = lexer_is(lexer, rewrite_statement(rewrite, token), "template")};
        return;
    }
}

/* Whether tokens [first, end) hold the word, as in `const void *`. */
static bool holds(const struct lexer *lexer, size_t first, size_t end, const char *word)
{
    for (size_t i = first; i < end; i++)
        if (lexer_is(lexer, i, word)) return true;
    return false;
}

void kernel_address(struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (token < rewrite->stripped) return;
    size_t limit = lexer->token_count, name = rewrite_behind_cast(rewrite, token, &limit);
    if (name == token || !holds(lexer, token, name, "void")) return;
    if (lexer_is(lexer, name - 2, "*") && lexer_is(lexer, name - 3, "*")) return;
    size_t first = name;
    while (lexer_is(lexer, name, "&") || lexer_is(lexer, name, "::") ||
           (lexer_is_name(lexer, name) && lexer_is(lexer, name + 1, "::")))
        name++;
    if (!lexer_is_name(lexer, name) || !is_kernel(rewrite, name)) return;
    size_t last = name;
    if (lexer_is(lexer, name + 1, "<")) {
        last = rewrite_angle(rewrite, name + 1);
        if (last == name + 1) return;
    }
    if (lexer_is(lexer, last + 1, "(") || lexer_is(lexer, last + 1, "[")) return;
    rewrite_before(rewrite, first, "::syncstep::known(");
    rewrite_after(rewrite, last, ")");
}
