/* What each instruction of PTX is in C++. One that would not give the same result is refused. */
#include "build/ptx_impl.h"

#include <ctype.h>
#include <string.h>

static const char *part(const struct ptx_instruction *in, int i)
{
    return i < in->part_count ? in->parts[i] : "";
}

static const char *last_type(const struct ptx_instruction *in)
{
    return in->part_count ? ptx_type(in->parts[in->part_count - 1]) : NULL;
}

/* Is the part one of these words? */
static bool is_among(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *at = words; length && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

/* Are the parts from `first` up to `end` all among the words? Another would change the result. */
static bool only(const struct ptx_instruction *in, int first, int end, const char *words)
{
    for (int i = first; i < end; i++)
        if (!is_among(in->parts[i], words)) return false;
    return true;
}

/* Element `i` of a vector, or of what is none. */
static bool element(const struct ptx_instruction *in, int argument, int i, struct str *out)
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

static void add_address(const struct ptx_instruction *in, int argument, struct str *out)
{
    const char *text = in->arguments[argument].text, *plus = strchr(text, '\n');
    str_addf(out, "::syncstep::ptx::address(%.*s)%s%s", (int)strcspn(text, "\n"), text,
             plus ? "+" : "", plus ? plus + 1 : "");
}

static int elements(const struct ptx_instruction *in, int argument)
{
    int count = 1;
    for (const char *at = in->arguments[argument].text; (at = strchr(at, '\n')); at++)
        count++;
    return count;
}

/* The address is worked out before the first element is there: that may be part of it. */
static bool put_memory(struct ptx *ptx, const struct ptx_instruction *in)
{
    bool load = strcmp(in->parts[0], "ld") == 0;
    int at = load ? 1 : 0, count = 1;
    const char *type = last_type(in);
    if (!only(in, 1, in->part_count - 1,
              "weak global shared shared::cta nc ca cg cs lu cv wb wt v2 v4 L1::evict_normal "
              "L1::evict_first L1::evict_last L1::no_allocate L2::64B L2::128B L2::256B"))
        return false;
    for (int i = 1; i < in->part_count; i++)
        if (is_among(in->parts[i], "v2 v4")) count = in->parts[i][1] - '0';
    if (!type || in->argument_count != 2 || !in->memory[at] || in->memory[1 - at] ||
        elements(in, 1 - at) != count)
        return false;
    str_adds(ptx->out, "{uint64_t ss_a=");
    add_address(in, at, ptx->out);
    str_addc(ptx->out, ';');
    for (int i = 0; i < count; i++) {
        str_addf(ptx->out, "::syncstep::ptx::%s<%s>(ss_a+%d*sizeof(%s),", load ? "load" : "store",
                 type, i, type);
        if (!element(in, 1 - at, i, ptx->out)) return false;
        str_adds(ptx->out, ");");
    }
    str_addc(ptx->out, '}');
    return true;
}

#define WHOLE "u16 s16 u32 s32 u64 s64"
#define REAL "f32 f64"
#define BITS "b16 b32 b64"

/* $T the type, $1 to $3 the arguments as values of it, $b and $c the second and third as numbers.
 */
static const struct {
    const char *opcode, *types, *value;
    const char *modifiers; /* that leave the result as it is; all others are refused */
} operations[] = {
    {"add", WHOLE, "$1+$2", ""},
    {"add", REAL, "$1+$2", "rn"},
    {"sub", WHOLE, "$1-$2", ""},
    {"sub", REAL, "$1-$2", "rn"},
    {"mul.lo", WHOLE, "$1*$2", ""},
    {"mul", REAL, "$1*$2", "rn"},
    {"mad.lo", WHOLE, "$1*$2+$3", ""},
    {"fma.rn", REAL, "::syncstep::ptx::fused($1,$2,$3)", ""},
    {"and", BITS " pred", "$1&$2", ""},
    {"or", BITS " pred", "$1|$2", ""},
    {"xor", BITS " pred", "$1^$2", ""},
    {"not", BITS, "~$1", ""},
    {"not", "pred", "!$1", ""},
    {"neg", "s16 s32 s64 " REAL, "-$1", ""},
    {"min", WHOLE " " REAL, "::syncstep::ptx::smaller($1,$2)", ""},
    {"max", WHOLE " " REAL, "::syncstep::ptx::larger($1,$2)", ""},
    {"shl", BITS, "::syncstep::ptx::shift_left<$T>($1,$b)", ""},
    {"shr", BITS " " WHOLE, "::syncstep::ptx::shift_right<$T>($1,$b)", ""},
    {"bfe", "u32 s32 u64 s64", "::syncstep::ptx::field<$T>($1,$b,$c)", ""},
    {"mov", BITS " " WHOLE " " REAL " pred", "$1", ""},
    {"cvta.to.shared", "u64", "$1", ""},
    {"cvta.to.global", "u64", "$1", ""},
    {"cvta.global", "u64", "$1", ""},
};

static void add_value(const struct ptx_instruction *in, int argument, const char *type,
                      struct str *out)
{
    const char *text = in->arguments[argument].text;
    bool number = text[0] == '(' && (isdigit((unsigned char)text[1]) || text[1] == '-');
    str_addf(out, number ? "(%s)%s" : "::syncstep::ptx::get<%s>(%s)", type, text);
}

static bool put_operation(struct ptx *ptx, const struct ptx_instruction *in, const char *value)
{
    const char *type = last_type(in);
    if (!type || in->argument_count < 2 || in->vector[0]) return false;
    str_addf(ptx->out, "::syncstep::ptx::set(%s,(%s)(", in->arguments[0].text, type);
    int used = 0;
    for (const char *at = value; *at; at++) {
        if (*at != '$') {
            str_addc(ptx->out, *at);
        } else if (*++at == 'T') {
            str_adds(ptx->out, type);
        } else {
            int argument = isdigit((unsigned char)*at) ? *at - '0' : *at - 'b' + 2;
            if (argument >= in->argument_count || in->vector[argument] || in->memory[argument])
                return false;
            if (argument > used) used = argument;
            add_value(in, argument, isdigit((unsigned char)*at) ? type : "uint32_t", ptx->out);
        }
    }
    str_adds(ptx->out, "));");
    return used + 1 == in->argument_count;
}

/* mov.b64 {low, high}, x and mov.b64 x, {low, high} */
static bool put_halves(struct ptx *ptx, const struct ptx_instruction *in)
{
    int split = in->vector[0] ? 0 : 1;
    struct str low, high;
    str_init(&low);
    str_init(&high);
    bool done = in->part_count == 2 && strcmp(part(in, 1), "b64") == 0 && in->argument_count == 2 &&
                !in->vector[1 - split] && elements(in, split) == 2 && element(in, split, 0, &low) &&
                element(in, split, 1, &high);
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

static bool put_comparison(struct ptx *ptx, const struct ptx_instruction *in)
{
    static const char *const names[][2] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"},
                                           {"le", "<="}, {"gt", ">"},  {"ge", ">="}};
    const char *type = last_type(in);
    if (in->part_count != 3) return false;
    for (size_t i = 0; type && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i][0], part(in, 1)) != 0 || in->argument_count != 3) continue;
        bool differ = strcmp(names[i][0], "ne") == 0; /* a NaN does not: setp.ne is ordered */
        str_addf(ptx->out, "%s=%s(", in->arguments[0].text,
                 differ ? "::syncstep::ptx::differ" : "");
        add_value(in, 1, type, ptx->out);
        str_adds(ptx->out, differ ? "," : names[i][1]);
        add_value(in, 2, type, ptx->out);
        str_adds(ptx->out, ");");
        return true;
    }
    return false;
}

/* From numbers with a point to whole ones in the direction that is asked for, the others as C++
 * converts them: cut off, or to the nearest. */
static bool put_conversion(struct ptx *ptx, const struct ptx_instruction *in)
{
    static const char *const roundings[][2] = {
        {"rni", "rint"}, {"rzi", "trunc"}, {"rmi", "floor"}, {"rpi", "ceil"}};
    const char *from = last_type(in), *rounding = NULL;
    const char *to = in->part_count > 2 ? ptx_type(in->parts[in->part_count - 2]) : NULL;
    if (!from || !to || in->argument_count != 2 || in->vector[0] || in->vector[1] ||
        in->memory[0] || in->memory[1])
        return false;
    bool from_real = is_among(in->parts[in->part_count - 1], REAL);
    bool to_real = is_among(in->parts[in->part_count - 2], REAL);
    if (from_real && !to_real) {
        for (size_t i = 0; in->part_count == 4 && i < sizeof roundings / sizeof *roundings; i++)
            if (strcmp(in->parts[1], roundings[i][0]) == 0) rounding = roundings[i][1];
        if (!rounding) return false;
        str_addf(ptx->out,
                 "::syncstep::ptx::set(%s,::syncstep::ptx::whole<%s,%s>(__builtin_%s((double)",
                 in->arguments[0].text, to, from, rounding);
        add_value(in, 1, from, ptx->out);
        str_adds(ptx->out, ")));");
        return true;
    }
    bool narrows = to_real && (!from_real || strcmp(from, to) != 0) && strcmp(from, "float") != 0;
    if (in->part_count != (narrows ? 4 : 3) || !only(in, 1, in->part_count - 2, "rn")) return false;
    str_addf(ptx->out, "::syncstep::ptx::set(%s,(%s)", in->arguments[0].text, to);
    add_value(in, 1, from, ptx->out);
    str_adds(ptx->out, ");");
    return true;
}

/* What a thread says of its copies. */
static bool put_async_wait(struct ptx *ptx, const struct ptx_instruction *in, const char *what)
{
    if (in->part_count != 3 || !is_among(what, "wait_all commit_group wait_group")) return false;
    if (!strcmp(what, "wait_group") && in->argument_count != 1) return false;
    if (!strcmp(what, "commit_group"))
        str_adds(ptx->out, "::ss_copies(::SS_COPY_COMMIT);");
    else if (!strcmp(what, "wait_all"))
        str_adds(ptx->out, "::ss_copies(::SS_COPY_WAIT_ALL);");
    else
        str_addf(ptx->out, "::ss_copies(::SS_COPY_WAIT|(unsigned)(%s)<<8);", in->arguments[0].text);
    return true;
}

static bool put_async(struct ptx *ptx, const struct ptx_instruction *in)
{
    const char *what = part(in, 2);
    if (strcmp(what, "ca") != 0 && strcmp(what, "cg") != 0) return put_async_wait(ptx, in, what);
    const char *last = in->arguments[in->argument_count ? in->argument_count - 1 : 0].text;
    if (!only(in, 3, 4, "shared shared::cta") || !only(in, 4, 5, "global") ||
        !only(in, 5, in->part_count, "L2::64B L2::128B L2::256B"))
        return false;
    /* The fourth may be a predicate, too. */
    if (strncmp(last, "ss_r_", 5) == 0 && ptx_is_register(ptx, "bool", last + 5, strlen(last + 5)))
        return false;
    if (in->argument_count < 3 || in->argument_count > 4 || !in->memory[0] || !in->memory[1])
        return false;
    str_adds(ptx->out, "::syncstep::ptx::copy_async(");
    add_address(in, 0, ptx->out);
    str_addc(ptx->out, ',');
    add_address(in, 1, ptx->out);
    str_addf(ptx->out, ",%s,%s);", in->arguments[2].text,
             in->arguments[in->argument_count - 1].text);
    return true;
}

/* How many parts the opcode has, 0: the instruction begins with another one. */
static int opcode_parts(const struct ptx_instruction *in, const char *opcode)
{
    int i = 0;
    for (;; i++) {
        size_t length = strcspn(opcode, ".");
        if (strncmp(part(in, i), opcode, length) != 0 || part(in, i)[length]) return 0;
        opcode += length;
        if (!*opcode++) return i + 1;
    }
}

static bool opcode_is(const struct ptx_instruction *in, const char *opcode)
{
    return opcode_parts(in, opcode) > 0;
}

bool ptx_instruction_put(struct ptx *ptx, const struct ptx_instruction *in)
{
    if (opcode_is(in, "ld") || opcode_is(in, "st")) return put_memory(ptx, in);
    if (opcode_is(in, "mov") && in->argument_count == 2 && (in->vector[0] || in->vector[1]))
        return put_halves(ptx, in);
    if (opcode_is(in, "setp")) return put_comparison(ptx, in);
    if (opcode_is(in, "cvt")) return put_conversion(ptx, in);
    if (opcode_is(in, "cp.async")) return put_async(ptx, in);
    if (opcode_is(in, "bar.sync") && in->part_count == 2 && in->argument_count == 1 &&
        strcmp(in->arguments[0].text, "(0)") == 0)
        return str_adds(ptx->out, "::ss_barrier();"), true;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        int parts = opcode_parts(in, operations[i].opcode), type = in->part_count - 1;
        if (parts && parts <= type && is_among(in->parts[type], operations[i].types) &&
            only(in, parts, type, operations[i].modifiers))
            return put_operation(ptx, in, operations[i].value);
    }
    return false;
}
