/* asm.c - inline PTX: the few instructions that teaching programs use have a twin in the run-time,
 * the others are refused by name. Assembly in host functions is the compiler's business. */
#include "build/rewrite.h"

#include <string.h>

/* The instruction without spaces, its %% as %, and what it stands for. "=" takes the output. */
static const struct {
    const char *instruction, *expression;
} instructions[] = {
    {"mov.u32%0,%smid;", "=::ss_sm()"},
    {"mov.u32%0,%laneid;", "=::ss_lane()"},
    {"mov.u32%0,%warpid;", "=::ss_warp()"},
    {"mov.u32%0,%clock;", "=(unsigned)::ss_clock()"},
    {"mov.u64%0,%clock64;", "=::ss_clock()"},
    {"mov.u64%0,%globaltimer;", "=::ss_model_nanoseconds()"},
    {"mov.u32%0,%dynamic_smem_size;", "=::ss_dynamic_shared_bytes()"},
    {"mov.u32%0,%lanemask_eq;", "=(1u<<::ss_lane())"},
    {"mov.u32%0,%lanemask_lt;", "=((1u<<::ss_lane())-1u)"},
    {"mov.u32%0,%lanemask_le;", "=((2u<<::ss_lane())-1u)"},
    {"mov.u32%0,%lanemask_gt;", "=~((2u<<::ss_lane())-1u)"},
    {"mov.u32%0,%lanemask_ge;", "=~((1u<<::ss_lane())-1u)"},
    {"bar.sync0;", "::ss_barrier()"},
    {"membar.gl;", "::ss_fence(1)"},
    {"membar.cta;", "::ss_fence(0)"},
    {"membar.sys;", "::ss_fence(2)"},
    {"trap;", "::ss_trap(\"trap\")"},
    {"exit;", "::ss_thread_exit()"},
    {"", "(void)0"},
};

/* The string literals from `i` on, without spaces and quotes, %% as %. Returns what follows. */
static size_t read_instruction(const struct rewrite *rewrite, size_t i, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; lexer->tokens[i].kind == TOKEN_STRING; i++) {
        const char *at = lexer->text + lexer->tokens[i].begin + 1;
        const char *end = lexer->text + lexer->tokens[i].end - 1;
        for (; at < end; at++) {
            if (*at == ' ' || *at == '\t') continue;
            if (*at == '\\' && (at[1] == 'n' || at[1] == 't'))
                at++;
            else if (*at == '%' && at[1] == '%')
                continue;
            else
                str_addc(out, *at);
        }
    }
    return i;
}

static const char *find_expression(const char *instruction)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++)
        if (strcmp(instructions[i].instruction, instruction) == 0)
            return instructions[i].expression;
    return NULL;
}

/* asm volatile("…" : "=r"(x)) becomes ((x)=…), the operand staying where it is. */
static bool replace_asm(struct rewrite *rewrite, size_t token, size_t open, size_t next,
                        const char *expression)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t close = rewrite_close(rewrite, open);
    if (expression[0] != '=') {
        rewrite_blank(rewrite, token, close);
        rewrite_before(rewrite, token, expression);
        return true;
    }
    if (!lexer_is(lexer, next, ":") || !lexer_is(lexer, next + 2, "(")) return false;
    size_t operand_end = rewrite_close(rewrite, next + 2);
    rewrite_blank(rewrite, token, next + 1);
    rewrite_after(rewrite, operand_end, expression);
    if (operand_end + 1 <= close) rewrite_blank(rewrite, operand_end + 1, close);
    return true;
}

int asm_rewrite(struct rewrite *rewrite, size_t token, struct error *err)
{
    const struct lexer *lexer = &rewrite->lexer;
    const struct scope *scope = rewrite_scope(rewrite);
    if (!scope->global && !scope->device) return 0;
    size_t open = token + 1;
    while (lexer_is(lexer, open, "volatile") || lexer_is(lexer, open, "__volatile__"))
        open++;
    if (!lexer_is(lexer, open, "(")) return 0;
    struct str instruction;
    str_init(&instruction);
    size_t next = read_instruction(rewrite, open + 1, &instruction);
    const char *expression = find_expression(instruction.text);
    bool done = expression && replace_asm(rewrite, token, open, next, expression);
    int status = 0;
    if (!done) {
        status =
            error_set(err,
                      "%s:%u: inline PTX (asm \"%.60s\") is not supported by the emulator: "
                      "use the CUDA function for it, or --backend gpu",
                      rewrite_path(rewrite, token), lexer->tokens[token].line, instruction.text);
    }
    str_fini(&instruction);
    return status;
}
