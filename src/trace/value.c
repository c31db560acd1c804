/* Elements as text. */
#include "base/str.h"
#include "syncstep/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_DEPTH = 8 }; /* structs in structs beyond this are shown as "{...}" */

static double half_value(uint16_t bits, bool bfloat)
{
    if (bfloat) {
        uint32_t wide = (uint32_t)bits << 16;
        float value;
        memcpy(&value, &wide, sizeof value);
        return value;
    }
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 31  ? (fraction ? NAN : INFINITY)
                   : exponent == 0 ? ldexp(fraction, -24)
                                   : ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

/* The shortest of the usual precisions that reads back as the same value. */
static void add_float(struct str *out, double value, int bytes)
{
    char text[64];
    int least = bytes == 2 ? 3 : bytes == 4 ? 6 : 15, most = bytes == 2 ? 5 : bytes == 4 ? 9 : 17;
    if (isfinite(value) && value == rint(value) && fabs(value) < (bytes == 8 ? 1e15 : 1e9)) {
        snprintf(text, sizeof text, "%.0f", value);
    } else {
        for (int digits = least; digits <= most; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, value);
            double back = bytes == 4 ? strtof(text, NULL) : strtod(text, NULL);
            if (back == value || isnan(value)) break;
        }
    }
    char *comma = strchr(text, ','); /* some locales */
    if (comma) *comma = '.';
    str_adds(out, text);
}

static void add_wide(struct str *out, const uint8_t *bytes, bool negative)
{
    unsigned __int128 value;
    char digits[48];
    int at = sizeof digits;
    memcpy(&value, bytes, sizeof value);
    negative = negative && value >> 127;
    if (negative) value = -value;
    digits[--at] = 0;
    do
        digits[--at] = (char)('0' + (int)(value % 10));
    while (value /= 10);
    if (negative) digits[--at] = '-';
    str_adds(out, digits + at);
}

static void add_integer(struct str *out, const struct trace_type *type, const uint8_t *bytes)
{
    bool negative = type->kind == TRACE_SIGNED;
    uint64_t value = 0;
    if (type->bytes == 16) {
        add_wide(out, bytes, negative);
        return;
    }
    memcpy(&value, bytes, type->bytes);
    if (type->bytes == 1 && !strcmp(type->name, "char") && value > ' ' && value < 0x7f) {
        str_addf(out, "'%c'", (int)value);
        return;
    }
    int unused = 64 - 8 * (int)type->bytes;
    if (negative)
        str_addf(out, "%lld", (long long)((int64_t)(value << unused) >> unused));
    else
        str_addf(out, "%llu", (unsigned long long)value);
}

static void add_opaque(struct str *out, const uint8_t *bytes, uint32_t count)
{
    str_adds(out, "0x");
    for (uint32_t i = count < 16 ? count : 16; i-- > 0;)
        str_addf(out, "%02x", bytes[i]);
    if (count > 16) str_adds(out, "...");
}

static void add_value(struct str *out, const struct trace *trace, uint32_t index,
                      const uint8_t *bytes, int depth);

static void add_struct(struct str *out, const struct trace *trace, const struct trace_type *type,
                       const uint8_t *bytes, int depth)
{
    str_addc(out, '{');
    for (uint32_t i = 0; i < type->field_count && depth < VALUE_DEPTH; i++) {
        const struct trace_field *f = &type->fields[i];
        if (i) str_adds(out, ", ");
        if (f->count > 1) str_addc(out, '{');
        for (uint32_t k = 0; k < f->count && out->length < 4096; k++) {
            if (k) str_adds(out, ", ");
            add_value(out, trace, f->type,
                      bytes + f->offset + (size_t)k * trace->types[f->type].bytes, depth + 1);
        }
        if (f->count > 1) str_addc(out, '}');
    }
    if (depth >= VALUE_DEPTH) str_adds(out, "...");
    str_addc(out, '}');
}

static void add_value(struct str *out, const struct trace *trace, uint32_t index,
                      const uint8_t *bytes, int depth)
{
    const struct trace_type *type = &trace->types[index];
    float single;
    double number;
    uint16_t half;
    switch (type->kind) {
    case TRACE_SIGNED:
    case TRACE_UNSIGNED:
    case TRACE_BOOL:
        add_integer(out, type, bytes);
        return;
    case TRACE_STRUCT:
        add_struct(out, trace, type, bytes, depth);
        return;
    case TRACE_FLOAT:
        if (type->bytes == 2) {
            memcpy(&half, bytes, sizeof half);
            add_float(out, half_value(half, strstr(type->name, "bfloat16")), 2);
            return;
        }
        if (type->bytes == 4) {
            memcpy(&single, bytes, sizeof single);
            add_float(out, (double)single, 4);
            return;
        }
        if (type->bytes == 8) {
            memcpy(&number, bytes, sizeof number);
            add_float(out, number, 8);
            return;
        }
        break;
    case TRACE_OPAQUE:
        break;
    }
    add_opaque(out, bytes, type->bytes);
}

int trace_format_value(const struct trace *trace, uint32_t type, const void *value, char *out,
                       size_t size)
{
    struct str text;
    str_init(&text);
    if (type < trace->type_count) add_value(&text, trace, type, value, 0);
    int length = snprintf(out, size, "%s", text.text);
    str_fini(&text);
    return length;
}

void trace_slot_name(const struct trace_array *array, uint32_t slot, char *out, size_t size)
{
    uint32_t index[TRACE_MAX_DIMS] = {0}, rest = slot;
    for (uint32_t d = array->dim_count; d-- > 0;) {
        index[d] = d && array->dims[d] ? rest % array->dims[d] : rest;
        if (array->dims[d]) rest /= array->dims[d];
    }
    size_t used = (size_t)snprintf(out, size, "%s", array->name);
    for (uint32_t d = 0; d < array->dim_count && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, "[%u]", index[d]);
}
