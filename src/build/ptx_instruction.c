/* Instructions of inline PTX, their operands as C++ text. */
#include "build/ptx_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ptx_type(const char *suffix)
{
    static const char *const types[][2] = {
        {"u8", "uint8_t"},   {"b8", "uint8_t"},   {"s8", "int8_t"},    {"u16", "uint16_t"},
        {"b16", "uint16_t"}, {"s16", "int16_t"},  {"u32", "uint32_t"}, {"b32", "uint32_t"},
        {"s32", "int32_t"},  {"u64", "uint64_t"}, {"b64", "uint64_t"}, {"s64", "int64_t"},
        {"f32", "float"},    {"f64", "double"},   {"pred", "bool"},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], suffix) == 0) return types[i][1];
    return NULL;
}

const char *ptx_skip_space(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

bool ptx_is_register(const struct ptx *ptx, const char *type, const char *name, size_t length)
{
    char declared[2 * PTX_WORD];
    int size = snprintf(declared, sizeof declared, "%s ss_r_%.*s{}", type, (int)length, name);
    return size < (int)sizeof declared && strstr(ptx->out->text, declared);
}

/* 0f3F800000 and 0d3FF0000000000000: the bits of a number */
static bool put_bits(const char *at, size_t length, struct str *out)
{
    bool wide = length == 18 && tolower((unsigned char)at[1]) == 'd';
    if (at[0] != '0' || (!wide && (length != 10 || tolower((unsigned char)at[1]) != 'f')) ||
        strspn(at + 2, "0123456789abcdefABCDEF") < length - 2)
        return false;
    str_addf(out, "::syncstep::ptx::%s(0x%.*s)", wide ? "twice" : "single", (int)length - 2,
             at + 2);
    return true;
}

static const char *read_name_or_number(const struct ptx *ptx, const char *at, struct str *out)
{
    static const char letters[] =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";
    bool minus = *at == '-' && isdigit((unsigned char)at[1]);
    size_t length = minus + strspn(at + minus, letters);
    if (!length) return NULL;
    if (put_bits(at, length, out)) return at + length;
    char *end;
    strtoull(at + minus, &end, 0);
    if (end + (*end == 'U') == at + length)
        str_addf(out, "(%.*s)", (int)length, at);
    else if (ptx_is_register(ptx, "", at, length))
        str_addf(out, "ss_r_%.*s", (int)length, at);
    else
        return NULL;
    return at + length;
}

/* One operand: %N, a register, a number. Returns what follows, NULL: something else. */
static const char *read_operand(const struct ptx *ptx, const char *at, struct str *out)
{
    at = ptx_skip_space(at);
    if (*at == '%' && isdigit((unsigned char)at[1])) {
        char *end;
        long number = strtol(at + 1, &end, 10);
        if (number >= ptx->operand_count) return NULL;
        str_addf(out, "ss_o_%ld", number);
        return end;
    }
    if (strncmp(at, "%clock64", 8) == 0) return str_adds(out, "::ss_clock()"), at + 8;
    if (strncmp(at, "%clock", 6) == 0) return str_adds(out, "(uint32_t)::ss_clock()"), at + 6;
    if (strncmp(at, "%laneid", 7) == 0) return str_adds(out, "::ss_lane()"), at + 7;
    return read_name_or_number(ptx, at, out);
}

/* An argument: an operand, {a, b}, [a] or [a + n]; vectors keep their commas. */
static const char *read_argument(const struct ptx *ptx, const char *at, struct ptx_instruction *in)
{
    int i = in->argument_count;
    if (i == PTX_ARGUMENTS) return NULL;
    in->argument_count++;
    at = ptx_skip_space(at);
    char open = *at == '{' || *at == '[' ? *at++ : 0;
    in->vector[i] = open == '{';
    in->memory[i] = open == '[';
    for (;;) {
        at = read_operand(ptx, at, &in->arguments[i]);
        if (!at) return NULL;
        at = ptx_skip_space(at);
        if (!open) return at;
        if (*at == (open == '{' ? '}' : ']')) return at + 1;
        if (open == '{' && *at == ',')
            str_addc(&in->arguments[i], '\n'); /* between elements: no operand has one */
        else if (open == '[' && *at == '+')
            str_addc(&in->arguments[i], '\n');
        else
            return NULL;
        at++;
    }
}

bool ptx_instruction_read(const struct ptx *ptx, const char *at, struct ptx_instruction *in)
{
    while (*at && !isspace((unsigned char)*at)) {
        size_t length = strcspn(at, ". \t\n");
        if (in->part_count == PTX_PARTS || length >= PTX_WORD) return false;
        memcpy(in->parts[in->part_count], at, length);
        in->parts[in->part_count++][length] = 0;
        at += length;
        if (*at == '.') at++;
    }
    at = ptx_skip_space(at);
    while (*at) {
        at = read_argument(ptx, at, in);
        if (!at) return false;
        at = ptx_skip_space(at);
        if (*at && *at != ',') return false;
        if (*at == ',') at = ptx_skip_space(at + 1);
    }
    return true;
}
