/* ptx.c - inline PTX of more than one instruction, with registers, vectors and memory: each becomes
 * a C++ statement out of include/cuda/syncstep/ptx.h. One that is not known refuses the whole. */
#include "build/ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 12, ARGUMENTS = 8, WORD = 64 };

/* One instruction: its opcode cut at the dots, its arguments as C++ text. */
struct instruction {
    char parts[PARTS][WORD];
    int part_count;
    struct str arguments[ARGUMENTS];
    bool vector[ARGUMENTS], memory[ARGUMENTS];
    int argument_count;
};

struct ptx {
    const struct str *operands; /* C++ text of %0, %1, ... */
    int operand_count;
    struct str *out;
};

static const char *type_of(const char *suffix)
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

static const char *part(const struct instruction *in, int i)
{
    return i < in->part_count ? in->parts[i] : "";
}

static const char *last_type(const struct instruction *in)
{
    return in->part_count ? type_of(in->parts[in->part_count - 1]) : NULL;
}

static const char *skip_space(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* One operand: %N, a register, a number. Returns what follows, NULL: something else. */
static const char *read_operand(const struct ptx *ptx, const char *at, struct str *out)
{
    at = skip_space(at);
    if (*at == '%' && isdigit((unsigned char)at[1])) {
        char *end;
        long number = strtol(at + 1, &end, 10);
        if (number >= ptx->operand_count) return NULL;
        str_adds(out, ptx->operands[number].text);
        return end;
    }
    if (strncmp(at, "%clock64", 8) == 0) return str_adds(out, "::ss_clock()"), at + 8;
    if (strncmp(at, "%clock", 6) == 0) return str_adds(out, "(uint32_t)::ss_clock()"), at + 6;
    if (strncmp(at, "%laneid", 7) == 0) return str_adds(out, "::ss_lane()"), at + 7;
    size_t length = strspn(at, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$-");
    if (!length) return NULL;
    if (isdigit((unsigned char)*at) || *at == '-')
        str_addf(out, "(%.*s)", (int)length, at);
    else
        str_addf(out, "ss_r_%.*s", (int)length, at);
    return at + length;
}

/* An argument: an operand, {a, b}, [a] or [a + n]; vectors keep their commas. */
static const char *read_argument(const struct ptx *ptx, const char *at, struct instruction *in)
{
    int i = in->argument_count;
    if (i == ARGUMENTS) return NULL;
    in->argument_count++;
    at = skip_space(at);
    char open = *at == '{' || *at == '[' ? *at++ : 0;
    in->vector[i] = open == '{';
    in->memory[i] = open == '[';
    for (;;) {
        at = read_operand(ptx, at, &in->arguments[i]);
        if (!at) return NULL;
        at = skip_space(at);
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

static bool read_instruction(const struct ptx *ptx, const char *at, struct instruction *in)
{
    while (*at && !isspace((unsigned char)*at)) {
        size_t length = strcspn(at, ". \t\n");
        if (in->part_count == PARTS || length >= WORD) return false;
        memcpy(in->parts[in->part_count], at, length);
        in->parts[in->part_count++][length] = 0;
        at += length;
        if (*at == '.') at++;
    }
    at = skip_space(at);
    while (*at) {
        at = read_argument(ptx, at, in);
        if (!at) return false;
        at = skip_space(at);
        if (*at == ',') at = skip_space(at + 1);
    }
    return true;
}

/* Element `i` of a vector, or of what is none. */
static bool element(const struct instruction *in, int argument, int i, struct str *out)
{
    const char *at = in->arguments[argument].text;
    for (; i > 0 && at; i--) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at) return false;
    str_add(out, at, strcspn(at, "\n"));
    return true;
}

static void add_address(const struct instruction *in, int argument, struct str *out)
{
    const char *text = in->arguments[argument].text, *plus = strchr(text, '\n');
    str_addf(out, "::syncstep::ptx::address(%.*s)%s%s", (int)strcspn(text, "\n"), text,
             plus ? "+" : "", plus ? plus + 1 : "");
}

static bool put_memory(struct ptx *ptx, const struct instruction *in)
{
    bool load = strcmp(in->parts[0], "ld") == 0;
    int at = load ? 1 : 0, count = 1;
    const char *type = last_type(in);
    for (int i = 1; i < in->part_count; i++)
        if (in->parts[i][0] == 'v' && isdigit((unsigned char)in->parts[i][1]))
            count = in->parts[i][1] - '0';
    if (!type || in->argument_count != 2 || !in->memory[at]) return false;
    for (int i = 0; i < count; i++) {
        str_addf(ptx->out, "::syncstep::ptx::%s<%s>(", load ? "load" : "store", type);
        add_address(in, at, ptx->out);
        str_addf(ptx->out, "+%d*sizeof(%s),", i, type);
        if (!element(in, 1 - at, i, ptx->out)) return false;
        str_adds(ptx->out, ");");
    }
    return true;
}

/* $T the type, $1 to $3 the arguments as values of it, $b and $c the second and third as numbers.
 */
static const struct {
    const char *opcode, *value;
} operations[] = {
    {"add", "$1+$2"},
    {"sub", "$1-$2"},
    {"mul.lo", "$1*$2"},
    {"mul", "$1*$2"},
    {"mad.lo", "$1*$2+$3"},
    {"fma", "(decltype($1))::fma((double)$1,(double)$2,(double)$3)"},
    {"and", "$1&$2"},
    {"or", "$1|$2"},
    {"xor", "$1^$2"},
    {"not", "~$1"},
    {"neg", "-$1"},
    {"min", "$1<$2?$1:$2"},
    {"max", "$1>$2?$1:$2"},
    {"shl", "::syncstep::ptx::shift_left<$T>($1,$b)"},
    {"shr", "::syncstep::ptx::shift_right<$T>($1,$b)"},
    {"bfe", "::syncstep::ptx::field<$T>($1,$b,$c)"},
    {"mov", "$1"},
    {"cvta", "$1"},
};

static void add_value(const struct instruction *in, int argument, const char *type, struct str *out)
{
    const char *text = in->arguments[argument].text;
    bool number = text[0] == '(' && (isdigit((unsigned char)text[1]) || text[1] == '-');
    str_addf(out, number ? "(%s)%s" : "::syncstep::ptx::get<%s>(%s)", type, text);
}

static bool put_operation(struct ptx *ptx, const struct instruction *in, const char *value)
{
    const char *type = last_type(in);
    if (!type || in->argument_count < 2 || in->vector[0]) return false;
    str_addf(ptx->out, "::syncstep::ptx::set(%s,(%s)(", in->arguments[0].text, type);
    for (const char *at = value; *at; at++) {
        if (*at != '$') {
            str_addc(ptx->out, *at);
        } else if (*++at == 'T') {
            str_adds(ptx->out, type);
        } else {
            int argument = isdigit((unsigned char)*at) ? *at - '0' : *at - 'b' + 2;
            if (argument >= in->argument_count || in->vector[argument]) return false;
            add_value(in, argument, isdigit((unsigned char)*at) ? type : "uint32_t", ptx->out);
        }
    }
    str_adds(ptx->out, "));");
    return true;
}

/* mov.b64 {low, high}, x and mov.b64 x, {low, high} */
static bool put_halves(struct ptx *ptx, const struct instruction *in)
{
    int split = in->vector[0] ? 0 : 1;
    struct str low, high;
    str_init(&low);
    str_init(&high);
    bool done = strcmp(part(in, 1), "b64") == 0 && in->argument_count == 2 &&
                element(in, split, 0, &low) && element(in, split, 1, &high);
    if (done && split == 0)
        str_addf(ptx->out,
                 "{uint64_t ss_w=::syncstep::ptx::get<uint64_t>(%s);::syncstep::ptx::set(%s,"
                 "(uint32_t)ss_w);::syncstep::ptx::set(%s,(uint32_t)(ss_w>>32));}",
                 in->arguments[1].text, low.text, high.text);
    else if (done)
        str_addf(ptx->out,
                 "::syncstep::ptx::set(%s,(uint64_t)::syncstep::ptx::get<uint32_t>(%s)|"
                 "(uint64_t)::syncstep::ptx::get<uint32_t>(%s)<<32);",
                 in->arguments[0].text, low.text, high.text);
    str_fini(&low);
    str_fini(&high);
    return done;
}

static bool put_comparison(struct ptx *ptx, const struct instruction *in)
{
    static const char *const names[][2] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"},
                                           {"le", "<="}, {"gt", ">"},  {"ge", ">="}};
    const char *type = last_type(in);
    for (size_t i = 0; type && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i][0], part(in, 1)) != 0 || in->argument_count != 3) continue;
        str_addf(ptx->out, "%s=", in->arguments[0].text);
        add_value(in, 1, type, ptx->out);
        str_adds(ptx->out, names[i][1]);
        add_value(in, 2, type, ptx->out);
        str_addc(ptx->out, ';');
        return true;
    }
    return false;
}

static bool put_conversion(struct ptx *ptx, const struct instruction *in)
{
    const char *from = last_type(in);
    const char *to = in->part_count > 2 ? type_of(in->parts[in->part_count - 2]) : NULL;
    if (!from || !to || in->argument_count != 2) return false;
    str_addf(ptx->out, "::syncstep::ptx::set(%s,(%s)", in->arguments[0].text, to);
    add_value(in, 1, from, ptx->out);
    str_adds(ptx->out, ");");
    return true;
}

static bool put_async(struct ptx *ptx, const struct instruction *in)
{
    const char *what = part(in, 2);
    if (strcmp(what, "ca") != 0 && strcmp(what, "cg") != 0)
        return strcmp(what, "wait_all") == 0 || strcmp(what, "commit_group") == 0 ||
               strcmp(what, "wait_group") == 0;
    if (strcmp(part(in, 3), "shared") != 0 || in->argument_count < 3 || in->argument_count > 4 ||
        !in->memory[0] || !in->memory[1])
        return false;
    str_adds(ptx->out, "::syncstep::ptx::copy_async(");
    add_address(in, 0, ptx->out);
    str_addc(ptx->out, ',');
    add_address(in, 1, ptx->out);
    str_addf(ptx->out, ",%s,%s);", in->arguments[2].text,
             in->arguments[in->argument_count - 1].text);
    return true;
}

static bool opcode_is(const struct instruction *in, const char *opcode)
{
    size_t length = strcspn(opcode, ".");
    return strncmp(in->parts[0], opcode, length) == 0 && !in->parts[0][length] &&
           (!opcode[length] || strcmp(part(in, 1), opcode + length + 1) == 0);
}

static bool put_instruction(struct ptx *ptx, const struct instruction *in)
{
    if (opcode_is(in, "ld") || opcode_is(in, "st")) return put_memory(ptx, in);
    if (opcode_is(in, "mov") && in->argument_count == 2 && (in->vector[0] || in->vector[1]))
        return put_halves(ptx, in);
    if (opcode_is(in, "setp")) return put_comparison(ptx, in);
    if (opcode_is(in, "cvt")) return put_conversion(ptx, in);
    if (opcode_is(in, "cp.async")) return put_async(ptx, in);
    if (opcode_is(in, "bar.sync") && in->argument_count == 1 &&
        strcmp(in->arguments[0].text, "(0)") == 0)
        return str_adds(ptx->out, "::ss_barrier();"), true;
    if (opcode_is(in, "mul.wide") || opcode_is(in, "mul.hi")) return false;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (opcode_is(in, operations[i].opcode)) return put_operation(ptx, in, operations[i].value);
    return false;
}

/* ".reg .b32 a, b" */
static bool put_registers(struct ptx *ptx, const char *at)
{
    size_t length = strcspn(at, " \t\n");
    char suffix[WORD];
    if (*at != '.' || length >= sizeof suffix) return false;
    snprintf(suffix, sizeof suffix, "%.*s", (int)length - 1, at + 1);
    const char *type = type_of(suffix);
    if (!type) return false;
    for (at = skip_space(at + length); *at; at = skip_space(at + 1)) {
        length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$");
        if (!length) return false;
        str_addf(ptx->out, "%s ss_r_%.*s{};", type, (int)length, at);
        at = skip_space(at + length);
        if (!*at) break;
        if (*at != ',') return false;
    }
    return true;
}

static bool put_statement(struct ptx *ptx, const char *at)
{
    if (strncmp(at, ".reg", 4) == 0) return put_registers(ptx, skip_space(at + 4));
    bool guarded = *at == '@';
    if (guarded) {
        bool negated = at[1] == '!';
        at += negated ? 2 : 1;
        size_t length = strcspn(at, " \t\n");
        str_addf(ptx->out, "if(%sss_r_%.*s){", negated ? "!" : "", (int)length, at);
        at = skip_space(at + length);
    }
    struct instruction in = {0};
    for (int i = 0; i < ARGUMENTS; i++)
        str_init(&in.arguments[i]);
    bool done = read_instruction(ptx, at, &in) && in.part_count && put_instruction(ptx, &in);
    if (guarded) str_addc(ptx->out, '}'); /* an instruction may be no or several statements */
    for (int i = 0; i < ARGUMENTS; i++)
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

bool ptx_translate(const char *text, const struct str *operands, int operand_count, struct str *out)
{
    struct ptx ptx = {.operands = operands, .operand_count = operand_count, .out = out};
    struct str statement;
    bool done = true;
    str_init(&statement);
    str_adds(out, "do{");
    for (const char *at = text; done; at++) {
        if ((*at == '{' || *at == '}') && is_scope(text, at)) {
            str_addc(out, *at);
        } else if (*at && *at != ';') {
            str_addc(&statement, *at);
        } else {
            while (statement.length && isspace((unsigned char)statement.text[statement.length - 1]))
                statement.text[--statement.length] = 0;
            const char *start = skip_space(statement.text);
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
