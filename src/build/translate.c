#include "build/translate.h"
#include "build/letters.h"

#include "base/mem.h"
#include "build/rewrite.h"

#include <stdlib.h>
#include <string.h>

/* Words that are replaced wherever they stand. */
static const struct {
    const char *word, *text;
} replaced_words[] = {
    {"__global__", "__attribute__((noipa))"},
    {"__forceinline__", "inline __attribute__((always_inline))"},
    {"__host__", ""},
    {"__grid_constant__", ""},
    {"__device_builtin__", ""},
    {"__tile_global__", ""},
};

/* Words that say how blocks may run. A trailing '(' in `next`: only as a call. */
static const struct {
    const char *prefix;
    bool whole;
    unsigned flag;
} telling_words[] = {
    {"atomic", false, PROGRAM_ATOMICS},
    {"volatile", true, PROGRAM_VOLATILE},
    {"__nanosleep", true, PROGRAM_VOLATILE},
    {"__threadfence", false, PROGRAM_FENCES},
    {"this_grid", true, PROGRAM_GRID_SYNC},
    {"grid_group", true, PROGRAM_GRID_SYNC},
    {"cudaLaunchCooperativeKernel", true, PROGRAM_GRID_SYNC},
};

static void push_scope(struct rewrite *rewrite, struct scope scope)
{
    MEM_GROW(rewrite->scopes, rewrite->scope_count, rewrite->scope_capacity);
    rewrite->scopes[rewrite->scope_count++] = scope;
}

/* What the '{' opens, from the tokens of its declaration. */
static struct scope classify(const struct rewrite *rewrite, size_t first, size_t brace)
{
    const struct lexer *lexer = &rewrite->lexer;
    struct scope scope = {.kind = SCOPE_OTHER};
    bool tag = false, call = false, assigned = false;
    for (size_t i = first; i < brace; i++) {
        if (lexer_is(lexer, i, "namespace") ||
            (lexer_is(lexer, i, "extern") && lexer->tokens[i + 1].kind == TOKEN_STRING &&
             i + 2 == brace)) {
            scope.kind = SCOPE_NAMESPACE;
            return scope;
        }
        if (lexer_is(lexer, i, "__global__")) scope.global = true;
        if (lexer_is(lexer, i, "__device__")) scope.device = true;
        if (lexer_is(lexer, i, "__host__")) scope.host = true;
        if (lexer_is(lexer, i, "class") || lexer_is(lexer, i, "struct") ||
            lexer_is(lexer, i, "union"))
            tag = true;
        if (lexer_is(lexer, i, "enum")) return scope;
        if (lexer_is(lexer, i, "operator")) call = true;
        if (lexer_is(lexer, i, "=") && !call) assigned = true;
        if (lexer_is(lexer, i, "<") && i > first && !lexer_is(lexer, i - 1, "operator"))
            i = rewrite_angle(rewrite, i);
        if (!lexer_is(lexer, i, "(")) continue;
        if (i > first && !lexer_is(lexer, i - 1, "__align__") &&
            !lexer_is(lexer, i - 1, "__attribute__") && !lexer_is(lexer, i - 1, "alignas") &&
            !lexer_is(lexer, i - 1, "__launch_bounds__"))
            call = true;
        i = rewrite_close(rewrite, i);
    }
    if (call)
        scope.kind = SCOPE_FUNCTION;
    else if (tag && !assigned)
        scope.kind = SCOPE_CLASS;
    return scope;
}

/* First token of the declaration whose '{' this is. A ':' may belong to a constructor or a base
 * class, so only access specifiers end there. */
static size_t declaration_begin(const struct rewrite *rewrite, size_t brace)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t i = brace;
    while (i > 0) {
        size_t before = i - 1;
        if (lexer_is(lexer, before, ")") && lexer->tokens[before].match < before) {
            i = lexer->tokens[before].match;
            continue;
        }
        if (lexer_is(lexer, before, ";") || lexer_is(lexer, before, "{") ||
            lexer_is(lexer, before, "}"))
            break;
        if (lexer_is(lexer, before, ":") && before > 0 &&
            (lexer_is(lexer, before - 1, "public") || lexer_is(lexer, before - 1, "private") ||
             lexer_is(lexer, before - 1, "protected")))
            break;
        i = before;
    }
    return i;
}

static void open_brace(struct rewrite *rewrite, size_t brace)
{
    struct scope outer = *rewrite_scope(rewrite);
    if (outer.kind == SCOPE_FUNCTION || outer.kind == SCOPE_OTHER) {
        push_scope(rewrite, outer); /* whatever is in a function is the function's */
        return;
    }
    const size_t first = declaration_begin(rewrite, brace);
    push_scope(rewrite, classify(rewrite, first, brace));
    const struct scope *scope = rewrite_scope(rewrite);
    if (scope->kind != SCOPE_FUNCTION) return;
    if (scope->global || scope->device) locals_find(rewrite, first, brace);
    declare_inject(rewrite, brace);
}

static bool replace_word(struct rewrite *rewrite, size_t token)
{
    for (size_t i = 0; i < sizeof replaced_words / sizeof replaced_words[0]; i++) {
        if (!lexer_is(&rewrite->lexer, token, replaced_words[i].word)) continue;
        if (replaced_words[i].text[0])
            rewrite_replace(rewrite, token, replaced_words[i].text);
        else
            rewrite_blank(rewrite, token, token);
        return true;
    }
    return false;
}

/* __launch_bounds__(256, 2): promises to the hardware's register allocator. */
static bool drop_with_arguments(struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (!lexer_is(lexer, token, "__launch_bounds__") && !lexer_is(lexer, token, "__maxnreg__") &&
        !lexer_is(lexer, token, "__cluster_dims__") && !lexer_is(lexer, token, "__block_size__"))
        return false;
    if (!lexer_is(lexer, token + 1, "(")) return false;
    rewrite_blank(rewrite, token, rewrite_close(rewrite, token + 1));
    return true;
}

static void note_flags(struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (lexer_is(lexer, token, "cuda") && lexer_is(lexer, token + 1, "::"))
        rewrite->result->flags |= PROGRAM_ATOMICS; /* cuda::atomic_ref, cuda::barrier */
    for (size_t i = 0; i < sizeof telling_words / sizeof telling_words[0]; i++) {
        if (telling_words[i].whole ? !lexer_is(lexer, token, telling_words[i].prefix)
                                   : !lexer_starts(lexer, token, telling_words[i].prefix))
            continue;
        if (lexer_starts(lexer, token, "atomic") && !lexer_is(lexer, token + 1, "(")) continue;
        if (lexer_is(lexer, token, "volatile") && token > 0 &&
            lexer_starts(lexer, token - 1, "asm"))
            continue;
        rewrite->result->flags |= telling_words[i].flag;
    }
}

static int rewrite_name(struct rewrite *rewrite, size_t token, struct error *err)
{
    const struct lexer *lexer = &rewrite->lexer;
    bool own = rewrite->own[lexer->tokens[token].file];
    if (own) note_flags(rewrite, token);
    if (own && lexer_is(lexer, token, "__global__")) kernel_note(rewrite, token);
    if (own && lexer_is(lexer, token, "reinterpret_cast")) kernel_address(rewrite, token);
    if (replace_word(rewrite, token) || drop_with_arguments(rewrite, token)) return 0;
    if (lexer_is(lexer, token, "__noinline__")) {
        if (token > 0 && !lexer_is(lexer, token - 1, "(") && !lexer_is(lexer, token - 1, ","))
            rewrite_replace(rewrite, token, "__attribute__((noinline))");
    } else if (lexer_is(lexer, token, "__shared__")) {
        declare_shared(rewrite, token);
    } else if (lexer_is(lexer, token, "__device__") || lexer_is(lexer, token, "__constant__") ||
               lexer_is(lexer, token, "__managed__")) {
        declare_variable(rewrite, token);
    } else if (own && (lexer_is(lexer, token, "asm") || lexer_is(lexer, token, "__asm__") ||
                       lexer_is(lexer, token, "__asm"))) {
        return asm_rewrite(rewrite, token, err);
    } else if (own) {
        call_rewrite(rewrite, token);
    }
    return 0;
}

static int rewrite_all(struct rewrite *rewrite, struct error *err)
{
    const struct lexer *lexer = &rewrite->lexer;
    push_scope(rewrite, (struct scope){.kind = SCOPE_NAMESPACE});
    for (size_t i = 0; i + 1 < lexer->token_count; i++) {
        if (i < rewrite->skip) continue;
        if (lexer_is_name(lexer, i)) {
            if (rewrite_name(rewrite, i, err)) return -1;
        } else if (lexer_is(lexer, i, "(")) {
            if (rewrite->kernel_count) kernel_address(rewrite, i);
        } else if (lexer_is(lexer, i, "[")) {
            index_rewrite(rewrite, i);
        } else if (lexer_is(lexer, i, "{")) {
            open_brace(rewrite, i);
        } else if (lexer_is(lexer, i, "}")) {
            if (rewrite->scope_count > 1) rewrite->scope_count--;
        } else if (lexer_is(lexer, i, "<") && launch_is(rewrite, i)) {
            if (launch_rewrite(rewrite, i, err)) return -1;
            i += 2;
        }
    }
    return 0;
}

/* A file below the shim's folder, or not a file at all (<built-in>), is not the person's. */
static void find_own_files(struct rewrite *rewrite)
{
    const struct lexer *lexer = &rewrite->lexer;
    struct translation *result = rewrite->result;
    rewrite->own = mem_array(lexer->file_count + 1, sizeof *rewrite->own);
    result->files = mem_array(lexer->file_count + 1, sizeof *result->files);
    size_t length = rewrite->shim ? strlen(rewrite->shim) : 0;
    for (size_t i = 0; i < lexer->file_count; i++) {
        const char *path = lexer->files[i].path;
        size_t end = strlen(path);
        bool folder = end >= 2 && path[end - 1] == '/' && path[end - 2] == '/';
        if (folder || !path[0] || path[0] == '<') continue;
        bool shim = length && strncmp(path, rewrite->shim, length) == 0 && path[length] == '/';
        rewrite->own[i] = !lexer->files[i].system && !shim;
        result->files[result->file_count++] =
            (struct translate_file){mem_strdup(path), rewrite->own[i]};
    }
    if (result->file_count == 0) rewrite->own[0] = true; /* text without line markers */
}

/* The outermost: which of several lacks its } nobody can tell. */
static void note_unclosed(const struct rewrite *rewrite, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (size_t i = 0; i + 1 < lexer->token_count; i++) {
        const struct token *token = &lexer->tokens[i];
        if (!rewrite->own[token->file] || !lexer_is(lexer, i, "{") ||
            rewrite_close(rewrite, i) + 1 < lexer->token_count)
            continue;
        str_addf(out, "%s:%u:", rewrite_path(rewrite, i), token->line);
        if (rewrite->columns[i]) str_addf(out, "%u:", rewrite->columns[i]);
        str_adds(out, " error: this { is never closed: a } is missing here or further down");
        return;
    }
}

static void rewrite_fini(struct rewrite *rewrite)
{
    for (size_t i = 0; i < rewrite->edit_count; i++)
        free(rewrite->edits[i].text);
    for (size_t i = 0; i < rewrite->dynamic_count; i++) {
        free(rewrite->dynamics[i].name);
        free(rewrite->dynamics[i].declaration);
    }
    for (size_t i = 0; i < rewrite->kernel_count; i++)
        free(rewrite->kernels[i].text);
    free(rewrite->kernels);
    free(rewrite->edits);
    free(rewrite->dynamics);
    free(rewrite->scopes);
    free(rewrite->own);
    free(rewrite->columns);
    lexer_fini(&rewrite->lexer);
}

int translate(const char *text, size_t length, const char *shim, unsigned wishes,
              struct translation *translation, struct error *err)
{
    *translation = (struct translation){.flags = 0};
    str_init(&translation->text);
    str_init(&translation->symbols);
    str_init(&translation->unclosed);
    struct rewrite rewrite = {.result = translation, .shim = shim, .wishes = wishes};
    struct str decoded;
    str_init(&decoded);
    int status = letters_decode(text, length, &decoded, err);
    if (status == 0) status = lexer_run(&rewrite.lexer, decoded.text, decoded.length, err);
    if (status == 0) {
        find_own_files(&rewrite);
        columns_find(&rewrite);
        status = rewrite_all(&rewrite, err);
    }
    if (status == 0) {
        rewrite_apply(&rewrite, &translation->text);
        note_unclosed(&rewrite, &translation->unclosed);
        str_addf(&translation->text,
                 "\n# 1 \"<syncstep>\"\nextern \"C\" {extern const int ss_program_flags; const int "
                 "ss_program_flags = %u;}\n",
                 translation->flags);
    }
    rewrite_fini(&rewrite);
    str_fini(&decoded);
    return status;
}

void translation_fini(struct translation *translation)
{
    for (size_t i = 0; i < translation->local_count; i++) {
        free(translation->locals[i].path);
        free(translation->locals[i].name);
        free(translation->locals[i].function);
    }
    free(translation->locals);
    for (size_t i = 0; i < translation->file_count; i++)
        free(translation->files[i].path);
    free(translation->files);
    str_fini(&translation->text);
    str_fini(&translation->symbols);
    str_fini(&translation->unclosed);
    *translation = (struct translation){.flags = 0};
}
