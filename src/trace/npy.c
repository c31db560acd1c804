#include "trace/npy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX = 10, ALIGNMENT = 64 };

static const char magic[] = "\x93NUMPY\x01"; /* and a zero: version 1.0 */

void npy_header(struct str *out, const char *descr, const struct npy_shape *shape)
{
    struct str text;
    str_init(&text);
    str_addf(&text, "{'descr': %s, 'fortran_order': False, 'shape': (", descr);
    for (uint32_t i = 0; i < shape->dim_count; i++)
        str_addf(&text, "%s%llu%s", i ? ", " : "", (unsigned long long)shape->dims[i],
                 shape->dim_count == 1 ? "," : "");
    str_adds(&text, "), }");
    while ((PREFIX + text.length + 1) % ALIGNMENT)
        str_addc(&text, ' ');
    str_addc(&text, '\n');
    str_add(out, magic, sizeof magic);
    str_addc(out, (char)(text.length & 255));
    str_addc(out, (char)(text.length >> 8));
    str_add(out, text.text, text.length);
    str_fini(&text);
}

uint64_t npy_count(const struct npy_shape *shape)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < shape->dim_count; i++)
        if (__builtin_mul_overflow(count, shape->dims[i], &count)) return UINT64_MAX;
    return count;
}

/* ---- Reading a header --------------------------------------------------------------------- */

struct literal {
    const char *at, *end;
};

static void blanks(struct literal *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\n'))
        l->at++;
}

static bool take(struct literal *l, const char *word)
{
    size_t length = strlen(word);
    blanks(l);
    if ((size_t)(l->end - l->at) < length || memcmp(l->at, word, length) != 0) return false;
    l->at += length;
    return true;
}

/* Copies one value (a string, or a bracketed list) without blanks outside strings. */
static bool take_value(struct literal *l, struct str *out)
{
    int depth = 0;
    bool quoted = false;
    blanks(l);
    for (; l->at < l->end; l->at++) {
        char c = *l->at;
        if (!quoted && depth == 0 && out->length && (c == ',' || c == '}')) return true;
        if (c == '\'') quoted = !quoted;
        if (!quoted && (c == '[' || c == '(')) depth++;
        if (!quoted && (c == ']' || c == ')') && --depth < 0) return false;
        if (quoted || (c != ' ' && c != '\n')) str_addc(out, c);
    }
    return false;
}

static bool take_shape(struct literal *l, struct npy_shape *shape)
{
    shape->dim_count = 0;
    if (!take(l, "(")) return false;
    while (!take(l, ")")) {
        uint64_t value = 0;
        if (l->at >= l->end || !isdigit((unsigned char)*l->at)) return false;
        for (; l->at < l->end && isdigit((unsigned char)*l->at); l->at++)
            if (__builtin_mul_overflow(value, (uint64_t)10, &value) ||
                __builtin_add_overflow(value, (uint64_t)(*l->at - '0'), &value))
                return false;
        if (shape->dim_count == NPY_MAX_DIMS) return false;
        shape->dims[shape->dim_count++] = value;
        take(l, ",");
    }
    return true;
}

size_t npy_parse(const uint8_t *bytes, size_t length, struct str *descr, struct npy_shape *shape)
{
    if (length < PREFIX || memcmp(bytes, magic, sizeof magic) != 0) return 0;
    size_t size = bytes[8] | (size_t)bytes[9] << 8;
    if (size > length - PREFIX) return 0;
    struct literal l = {(const char *)bytes + PREFIX, (const char *)bytes + PREFIX + size};
    bool have_descr = false, have_order = false, have_shape = false;
    if (!take(&l, "{")) return 0;
    while (!take(&l, "}")) {
        if (take(&l, "'descr':")) {
            if (have_descr || !take_value(&l, descr)) return 0;
            have_descr = true;
        } else if (take(&l, "'fortran_order':")) {
            if (!take(&l, "False")) return 0;
            have_order = true;
        } else if (take(&l, "'shape':")) {
            if (!take_shape(&l, shape)) return 0;
            have_shape = true;
        } else {
            return 0;
        }
        take(&l, ",");
    }
    return have_descr && have_order && have_shape ? PREFIX + size : 0;
}

/* ---- Types ------------------------------------------------------------------------------- */

static bool identifier(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_') return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

/* A structured type needs fields in order, without overlap, with different names. */
static bool structured(const struct trace_type *type)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < type->field_count; i++) {
        if (!identifier(type->fields[i].name) || type->fields[i].offset < end) return false;
        end = type->fields[i].offset + 1; /* refined by the caller, who knows the sizes */
        for (uint32_t k = 0; k < i; k++)
            if (!strcmp(type->fields[k].name, type->fields[i].name)) return false;
    }
    return type->field_count > 0;
}

static void add_padding(struct str *out, uint32_t from, uint32_t to, const char *separator)
{
    if (to > from) str_addf(out, "%s('','|V%u')", separator, to - from);
}

static bool add_struct(struct str *out, const struct trace *trace, const struct trace_type *type)
{
    uint32_t end = 0;
    str_addc(out, '[');
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct trace_field *f = &type->fields[i];
        if (f->offset < end) return false;
        add_padding(out, end, f->offset, i ? "," : "");
        str_addf(out, "%s('%s',", i || f->offset ? "," : "", f->name);
        npy_descr(out, trace, f->type);
        if (f->count > 1) str_addf(out, ",(%u,)", f->count);
        str_addc(out, ')');
        end = f->offset + trace->types[f->type].bytes * f->count;
        if (out->length > 16384) return false;
    }
    add_padding(out, end, type->bytes, ",");
    str_addc(out, ']');
    return true;
}

void npy_descr(struct str *out, const struct trace *trace, uint32_t index)
{
    const struct trace_type *type = &trace->types[index];
    const char *order = type->bytes == 1 ? "|" : "<";
    size_t start = out->length;
    if (type->bytes <= 8) {
        switch (type->kind) {
        case TRACE_SIGNED:
            str_addf(out, "'%si%u'", order, type->bytes);
            return;
        case TRACE_UNSIGNED:
            str_addf(out, "'%su%u'", order, type->bytes);
            return;
        case TRACE_BOOL:
            if (type->bytes != 1) break;
            str_adds(out, "'|b1'");
            return;
        case TRACE_FLOAT:
            if (type->bytes == 1 || strstr(type->name, "bfloat")) break;
            str_addf(out, "'<f%u'", type->bytes);
            return;
        case TRACE_STRUCT:
        case TRACE_OPAQUE:
            break;
        }
    }
    if (type->kind == TRACE_STRUCT && structured(type)) {
        if (add_struct(out, trace, type)) return;
        out->length = start;
        out->text[start] = 0;
    }
    str_addf(out, "'|V%u'", type->bytes);
}
