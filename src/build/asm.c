/* asm.c - inline PTX: the few instructions that teaching programs use have a twin in the run-time,
 * the others are refused by name. Assembly in host functions is the compiler's business. */
#include "build/ptx.h"
#include "build/rewrite.h"

#include <string.h>

/* The instruction without spaces, its %% as %, and what it stands for. "=" takes the output, %1 to
 * %3 are the inputs. */
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
    {"add.s32%0,%1,%2;", "=%1+%2"},
    {"add.u32%0,%1,%2;", "=%1+%2"},
    {"add.u64%0,%1,%2;", "=%1+%2"},
    {"add.f32%0,%1,%2;", "=%1+%2"},
    {"sub.s32%0,%1,%2;", "=%1-%2"},
    {"sub.u32%0,%1,%2;", "=%1-%2"},
    {"mul.lo.s32%0,%1,%2;", "=%1*%2"},
    {"mul.lo.u32%0,%1,%2;", "=%1*%2"},
    {"mul.f32%0,%1,%2;", "=%1*%2"},
    {"mad.lo.s32%0,%1,%2,%3;", "=%1*%2+%3"},
    {"mad.lo.u32%0,%1,%2,%3;", "=%1*%2+%3"},
    {"fma.rn.f32%0,%1,%2,%3;", "=fmaf(%1,%2,%3)"},
    {"and.b32%0,%1,%2;", "=%1&%2"},
    {"or.b32%0,%1,%2;", "=%1|%2"},
    {"xor.b32%0,%1,%2;", "=%1^%2"},
    {"not.b32%0,%1;", "=~%1"},
    {"popc.b32%0,%1;", "=__popc(%1)"},
    {"clz.b32%0,%1;", "=__clz(%1)"},
    {"brev.b32%0,%1;", "=__brev(%1)"},
    {"bfind.u32%0,%1;", "=31-__clz(%1)"},
    {"", "(void)0"},
};

enum { ASM_INPUTS = 3 };

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

/* bar.sync and bar.arrive on a named barrier, `barrier.cta.sync.aligned 1, 64;` and kin: numbers
 * and inputs as operands. There is no output, so %0 is the first input. False: another instruction.
 */
static bool barrier_expression(const char *instruction, struct str *out)
{
    static const char *const beginnings[] = {"bar.", "barrier.", NULL};
    const char *at = NULL;
    for (int i = 0; beginnings[i] && !at; i++)
        if (!strncmp(instruction, beginnings[i], strlen(beginnings[i])))
            at = instruction + strlen(beginnings[i]);
    if (!at) return false;
    if (!strncmp(at, "cta.", 4)) at += 4;
    bool sync = !strncmp(at, "sync", 4);
    if (!sync && strncmp(at, "arrive", 6) != 0) return false;
    at += sync ? 4 : 6;
    if (!strncmp(at, ".aligned", 8)) at += 8;
    str_adds(out, sync ? "::ss_barrier_named(" : "::ss_barrier_named_arrive(");
    int operands = 1;
    for (; *at && *at != ';'; at++) {
        if (*at == '%' && at[1] >= '0' && at[1] < '0' + ASM_INPUTS) {
            str_addc(out, '%');
            str_addc(out, (char)(*++at + 1));
        } else if ((*at >= '0' && *at <= '9') || *at == ',') {
            operands += *at == ',';
            str_addc(out, *at);
        } else {
            return false;
        }
    }
    str_adds(out, operands == 1 ? ",0)" : ")");
    return *at == ';' && !at[1] && operands <= 2;
}

/* Spells the inputs, `: "r"(a), "r"(b)`, from the ':' on, each in its parentheses. */
static int read_inputs(const struct rewrite *rewrite, size_t i, struct str inputs[ASM_INPUTS])
{
    const struct lexer *lexer = &rewrite->lexer;
    int count = 0;
    if (!lexer_is(lexer, i, ":") && !lexer_is(lexer, i, "::")) return 0;
    do {
        if (!lexer_is(lexer, i + 2, "(") || count == ASM_INPUTS) break;
        size_t close = rewrite_close(rewrite, i + 2);
        rewrite_spell(rewrite, i + 2, close, &inputs[count++]);
        i = close + 1;
    } while (lexer_is(lexer, i, ","));
    return count;
}

/* The expression with its inputs in place; false where it names one that is not there. */
static bool fill_expression(const struct rewrite *rewrite, size_t colon, const char *expression,
                            struct str *out)
{
    struct str inputs[ASM_INPUTS];
    for (int i = 0; i < ASM_INPUTS; i++)
        str_init(&inputs[i]);
    int count = read_inputs(rewrite, colon, inputs);
    bool filled = true;
    for (const char *at = expression; *at; at++) {
        if (*at != '%') {
            str_addc(out, *at);
        } else {
            int input = *++at - '1';
            if (input >= count)
                filled = false;
            else
                str_adds(out, inputs[input].text);
        }
    }
    for (int i = 0; i < ASM_INPUTS; i++)
        str_fini(&inputs[i]);
    return filled;
}

/* asm volatile("…" : "=r"(x) : "r"(a)) becomes (x)=…, the output staying where it is. */
static bool replace_asm(struct rewrite *rewrite, size_t token, size_t open, size_t next,
                        const char *expression)
{
    const struct lexer *lexer = &rewrite->lexer;
    size_t close = rewrite_close(rewrite, open);
    if (expression[0] != '=') {
        struct str filled;
        str_init(&filled);
        bool two = lexer_is(lexer, next, ":") && lexer_is(lexer, next + 1, ":");
        bool possible = fill_expression(rewrite, next + two, expression, &filled);
        if (possible) {
            rewrite_blank(rewrite, token, close);
            rewrite_before(rewrite, token, filled.text);
        }
        str_fini(&filled);
        return possible;
    }
    if (!lexer_is(lexer, next, ":") || !lexer_is(lexer, next + 2, "(")) return false;
    size_t operand_end = rewrite_close(rewrite, next + 2);
    struct str filled;
    str_init(&filled);
    bool possible = fill_expression(rewrite, operand_end + 1, expression, &filled);
    if (possible) {
        rewrite_blank(rewrite, token, next + 1);
        rewrite_after(rewrite, operand_end, filled.text);
        if (operand_end + 1 <= close) rewrite_blank(rewrite, operand_end + 1, close);
    }
    str_fini(&filled);
    return possible;
}

/* The string literals from `i` on as they stand, line ends and tabs as spaces. */
static void read_text(const struct rewrite *rewrite, size_t i, struct str *out)
{
    const struct lexer *lexer = &rewrite->lexer;
    for (; lexer->tokens[i].kind == TOKEN_STRING; i++) {
        const char *at = lexer->text + lexer->tokens[i].begin + 1;
        const char *end = lexer->text + lexer->tokens[i].end - 1;
        for (; at < end; at++) {
            if (*at == '\\' && (at[1] == 'n' || at[1] == 't')) {
                at++;
                str_addc(out, ' ');
            } else if (*at != '%' || at[1] != '%') {
                str_addc(out, *at);
            }
        }
    }
}

/* Outputs and inputs, each in its parentheses, from the first ':' on. -1: not of that form, or an
 * input that is an output at the same time ("0"). */
static int read_operands(const struct rewrite *rewrite, size_t i, struct str operands[PTX_OPERANDS],
                         int *outputs)
{
    const struct lexer *lexer = &rewrite->lexer;
    int count = 0;
    for (int section = 0; section < 3;) {
        if (lexer_is(lexer, i, ":") || lexer_is(lexer, i, "::")) {
            section += lexer_is(lexer, i, "::") ? 2 : 1;
            i++;
        } else if (lexer->tokens[i].kind == TOKEN_STRING && lexer_is(lexer, i + 1, "(")) {
            size_t close = rewrite_close(rewrite, i + 1);
            char constraint = lexer->text[lexer->tokens[i].begin + 1];
            if (count == PTX_OPERANDS || (constraint >= '0' && constraint <= '9')) return -1;
            *outputs += section == 1;
            rewrite_spell(rewrite, i + 1, close, &operands[count++]);
            i = close + 1;
            if (lexer_is(lexer, i, ",")) i++;
        } else {
            return lexer_is(lexer, i, ")") ? count : -1;
        }
    }
    return count;
}

/* Instructions that are not in the table as they stand. */
static bool replace_by_parts(struct rewrite *rewrite, size_t token, size_t open, size_t next)
{
    struct str operands[PTX_OPERANDS], text, statement;
    str_init(&text);
    str_init(&statement);
    for (int i = 0; i < PTX_OPERANDS; i++)
        str_init(&operands[i]);
    read_text(rewrite, open + 1, &text);
    int outputs = 0, count = read_operands(rewrite, next, operands, &outputs);
    bool done = count >= 0 && ptx_translate(text.text, operands, count, outputs, &statement);
    if (done) {
        rewrite_blank(rewrite, token, rewrite_close(rewrite, open));
        rewrite_before(rewrite, token, statement.text);
    }
    for (int i = 0; i < PTX_OPERANDS; i++)
        str_fini(&operands[i]);
    str_fini(&statement);
    str_fini(&text);
    return done;
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
    struct str barrier;
    str_init(&barrier);
    const char *expression = find_expression(instruction.text);
    if (!expression && barrier_expression(instruction.text, &barrier)) expression = barrier.text;
    bool done = expression && replace_asm(rewrite, token, open, next, expression);
    if (!done) done = replace_by_parts(rewrite, token, open, next);
    int status = 0;
    if (!done) {
        status =
            error_set(err,
                      "%s:%u: inline PTX (asm \"%.60s\") is not supported by the emulator: "
                      "use the CUDA function for it, or --backend gpu",
                      rewrite_path(rewrite, token), lexer->tokens[token].line, instruction.text);
    }
    str_fini(&barrier);
    str_fini(&instruction);
    return status;
}
