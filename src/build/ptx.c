/* ptx.c - inline PTX of more than one instruction, with registers, vectors and memory: each becomes
 * a C++ statement out of include/cuda/syncstep/ptx.h. One that is not known refuses the whole. */
#include "build/ptx.h"

#include "build/ptx_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ".reg .b32 a, b" */
static bool put_registers(struct ptx *ptx, const char *at)
{
    size_t length = strcspn(at, " \t\n");
    char suffix[PTX_WORD];
    if (*at != '.' || length >= sizeof suffix) return false;
    snprintf(suffix, sizeof suffix, "%.*s", (int)length - 1, at + 1);
    const char *type = ptx_type(suffix);
    if (!type) return false;
    for (at = ptx_skip_space(at + length); *at; at = ptx_skip_space(at + 1)) {
        length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$");
        if (!length) return false;
        str_addf(ptx->out, "%s ss_r_%.*s{};", type, (int)length, at);
        at = ptx_skip_space(at + length);
        if (!*at) break;
        if (*at != ',') return false;
    }
    return true;
}

static bool put_statement(struct ptx *ptx, const char *at)
{
    if (strncmp(at, ".reg", 4) == 0) return put_registers(ptx, ptx_skip_space(at + 4));
    bool guarded = *at == '@';
    if (guarded) {
        bool negated = at[1] == '!';
        at += negated ? 2 : 1;
        size_t length = strcspn(at, " \t\n");
        if (!ptx_is_register(ptx, "bool", at, length)) return false;
        str_addf(ptx->out, "if(%sss_r_%.*s){", negated ? "!" : "", (int)length, at);
        at = ptx_skip_space(at + length);
    }
    struct ptx_instruction in = {0};
    for (int i = 0; i < PTX_ARGUMENTS; i++)
        str_init(&in.arguments[i]);
    bool done =
        ptx_instruction_read(ptx, at, &in) && in.part_count && ptx_instruction_put(ptx, &in);
    if (guarded) str_addc(ptx->out, '}'); /* an instruction may be no or several statements */
    for (int i = 0; i < PTX_ARGUMENTS; i++)
        str_fini(&in.arguments[i]);
    return done;
}

/* Is this brace one around statements, not around the elements of a vector? */
static bool is_scope(const char *text, const char *brace)
{
    if (*brace == '{') {
        while (brace > text && isspace((unsigned char)brace[-1]))
            brace--;
        return brace == text || brace[-1] == ';' || brace[-1] == '{';
    }
    while (brace > text && isspace((unsigned char)brace[-1]))
        brace--;
    return brace == text || brace[-1] == ';' || brace[-1] == '}';
}

/* Operands are worked out once, in their order; what is read only is a copy. */
static void put_operands(const struct str *operands, int count, int outputs, struct str *out)
{
    for (int i = 0; i < count; i++)
        str_addf(out, "auto %sss_o_%d=%s;", i < outputs ? "&&" : "", i, operands[i].text);
}

bool ptx_translate(const char *text, const struct str *operands, int operand_count, int outputs,
                   struct str *out)
{
    struct ptx ptx = {.operand_count = operand_count, .out = out};
    struct str statement;
    bool done = true;
    str_init(&statement);
    str_adds(out, "do{");
    put_operands(operands, operand_count, outputs, out);
    for (const char *at = text; done; at++) {
        if ((*at == '{' || *at == '}') && is_scope(text, at)) {
            str_addc(out, *at);
        } else if (*at && *at != ';') {
            str_addc(&statement, *at);
        } else {
            while (statement.length && isspace((unsigned char)statement.text[statement.length - 1]))
                statement.text[--statement.length] = 0;
            const char *start = ptx_skip_space(statement.text);
            if (*start) done = put_statement(&ptx, start);
            statement.length = 0;
            statement.text[0] = 0;
            if (!*at) break;
        }
    }
    str_adds(out, "}while(0)");
    str_fini(&statement);
    return done;
}
