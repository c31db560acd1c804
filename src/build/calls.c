/* calls.c - calls of the run-time API that need to know what was written. */
#include "build/rewrite.h"

#include <string.h>

/* The variable in the call names the allocation in everything the viewer shows. */
static const char *const allocations[] = {
    "cudaMalloc",       "cudaMallocManaged", "cudaMallocHost",    "cudaHostAlloc",
    "cudaMallocPitch",  "cudaMalloc3D",      "cudaMallocAsync",   "cudaMallocFromPoolAsync",
    "cudaHostRegister", "cudaMallocArray",   "cudaMalloc3DArray",
};

/* Kernels handed over as `void *` are templates' arguments in the shim: their type must survive. */
static const struct {
    const char *name;
    int argument;
} kernel_takers[] = {
    {"cudaLaunchKernel", 0},
    {"cudaLaunchCooperativeKernel", 0},
    {"cudaFuncSetAttribute", 0},
    {"cudaFuncGetAttributes", 1},
    {"cudaFuncSetCacheConfig", 0},
    {"cudaFuncSetSharedMemConfig", 0},
    {"cudaFuncGetName", 1},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", 1},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 1},
    {"cudaOccupancyAvailableDynamicSMemPerBlock", 1},
    {"cudaOccupancyMaxPotentialBlockSize", 2},
    {"cudaOccupancyMaxPotentialBlockSizeVariableSMem", 2},
    {"cudaOccupancyMaxPotentialBlockSizeWithFlags", 2},
};

size_t rewrite_behind_cast(const struct rewrite *rewrite, size_t i, size_t *close)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (lexer_is(lexer, i, "reinterpret_cast") || lexer_is(lexer, i, "static_cast") ||
        lexer_is(lexer, i, "const_cast")) {
        size_t angle = rewrite_angle(rewrite, i + 1);
        if (angle == i + 1 || !lexer_is(lexer, angle + 1, "(")) return i;
        *close = rewrite_close(rewrite, angle + 1);
        return angle + 2;
    }
    if (!lexer_is(lexer, i, "(")) return i;
    size_t end = rewrite_close(rewrite, i);
    if (!lexer_is(lexer, end - 1, "*") || end + 1 >= *close) return i;
    return end + 1;
}

/* First token behind the argument that begins at `i`. */
static size_t argument_end(const struct rewrite *rewrite, size_t i, size_t close)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; i < close && !lexer_is(lexer, i, ","); i++) {
        if (lexer_is(lexer, i, "(") || lexer_is(lexer, i, "[") || lexer_is(lexer, i, "{")) {
            i = rewrite_close(rewrite, i);
        } else if (lexer_is(lexer, i, "<") && lexer_is_name(lexer, i - 1)) {
            i = rewrite_angle(rewrite, i);
        }
    }
    return i < close ? i : close;
}

/* First token of the call's expression: `::cudaMalloc` begins at the colons. */
static size_t call_begin(const struct rewrite *rewrite, size_t token)
{
    return token > 0 && lexer_is(&rewrite->lexer, token - 1, "::") ? token - 1 : token;
}

/* A declaration or a member of that name is not a call: a type, '*', '&', '.' stands before it. */
static bool is_call(const struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    if (!lexer_is(lexer, token + 1, "(")) return false;
    size_t begin = call_begin(rewrite, token);
    if (begin == 0) return false;
    size_t before = begin - 1;
    if (lexer_is(lexer, before, "return") || lexer_is(lexer, before, "else") ||
        lexer_is(lexer, before, "do") || lexer_is(lexer, before, "throw") ||
        lexer_is(lexer, before, "case"))
        return true;
    return !lexer_is_name(lexer, before) && !lexer_is(lexer, before, ".") &&
           !lexer_is(lexer, before, "->") && rewrite_scope(rewrite)->kind == SCOPE_FUNCTION;
}

static void name_allocation(struct rewrite *rewrite, size_t token)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t close = rewrite_close(rewrite, token + 1);
    size_t first = token + 2, end = argument_end(rewrite, first, close), limit = end;
    for (size_t before = SIZE_MAX; before != first && first + 1 < limit;) {
        before = first;
        first = rewrite_behind_cast(rewrite, first, &limit);
        if (lexer_is(lexer, first, "&")) first++;
        if (lexer_is(lexer, first, "(") && rewrite_close(rewrite, first) + 1 == limit) {
            limit = rewrite_close(rewrite, first);
            first++;
        }
    }
    if (first >= limit) return;
    struct str name, text;
    str_init(&name);
    str_init(&text);
    rewrite_spell(rewrite, first, limit - 1, &name);
    str_adds(&text, "(::ss_name_next(");
    str_add_quoted(&text, name.text);
    str_adds(&text, "),");
    rewrite_before(rewrite, call_begin(rewrite, token), text.text);
    rewrite_after(rewrite, close, ")");
    str_fini(&name);
    str_fini(&text);
}

static void strip_cast(struct rewrite *rewrite, size_t token, int argument)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t open = token + 1;
    if (lexer_is(lexer, open, "<")) open = rewrite_angle(rewrite, open) + 1;
    if (!lexer_is(lexer, open, "(")) return;
    size_t close = rewrite_close(rewrite, open), first = open + 1;
    for (int i = 0; i < argument; i++) {
        first = argument_end(rewrite, first, close) + 1;
        if (first >= close) return;
    }
    size_t end = argument_end(rewrite, first, close);
    for (size_t limit = end;;) {
        size_t inner = rewrite_behind_cast(rewrite, first, &limit);
        if (inner == first) break;
        /* Of a named cast the parentheses stay: (kernel). */
        size_t last = lexer_is(lexer, inner - 1, "(") ? inner - 2 : inner - 1;
        rewrite_blank(rewrite, first, last);
        if (inner > rewrite->stripped) rewrite->stripped = inner;
        first = inner;
    }
}

/* Device code that waits for the kernels it launched, as it could until CUDA 12. */
static void wait_for_children(struct rewrite *rewrite, size_t token)
{
    const struct scope *scope = rewrite_scope(rewrite);
    if ((scope->global || scope->device) && !scope->host)
        rewrite_replace(rewrite, token, "ss_device_synchronize");
}

void call_rewrite(struct rewrite *rewrite, size_t token)
{
    if (!lexer_starts(&rewrite->lexer, token, "cuda")) return;
    if (lexer_is(&rewrite->lexer, token, "cudaDeviceSynchronize") && is_call(rewrite, token)) {
        wait_for_children(rewrite, token);
        return;
    }
    for (size_t i = 0; i < sizeof allocations / sizeof allocations[0]; i++) {
        if (!lexer_is(&rewrite->lexer, token, allocations[i])) continue;
        if (is_call(rewrite, token)) name_allocation(rewrite, token);
        return;
    }
    for (size_t i = 0; i < sizeof kernel_takers / sizeof kernel_takers[0]; i++)
        if (lexer_is(&rewrite->lexer, token, kernel_takers[i].name))
            strip_cast(rewrite, token, kernel_takers[i].argument);
}
