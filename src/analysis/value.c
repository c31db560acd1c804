#include "analysis/value.h"

#include <math.h>
#include <string.h>

static double half_value(uint16_t bits)
{
    int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * ldexp(fraction, -24);
    return sign * ldexp(1024 + fraction, exponent - 25);
}

static double brain_value(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static struct number real_number(const struct trace_type *type, const void *bytes)
{
    struct number number = {.known = true, .bytes = (uint8_t)type->bytes};
    uint16_t half;
    float single;
    switch (type->bytes) {
    case 2:
        memcpy(&half, bytes, sizeof half);
        number.real = strstr(type->name, "bf") ? brain_value(half) : half_value(half);
        break;
    case 4:
        memcpy(&single, bytes, sizeof single);
        number.real = single;
        break;
    case 8:
        memcpy(&number.real, bytes, sizeof number.real);
        break;
    default:
        number.known = false;
    }
    return number;
}

static struct number whole_number(const struct trace_type *type, const void *bytes)
{
    struct number number = {.known = true, .integer = true, .bytes = (uint8_t)type->bytes};
    if (type->bytes == 0 || type->bytes > 8) return (struct number){0};
    uint64_t raw = 0;
    memcpy(&raw, bytes, type->bytes); /* traces and hosts are little-endian */
    int shift = 64 - 8 * (int)type->bytes;
    bool is_signed = type->kind == TRACE_SIGNED;
    number.whole = is_signed ? (int64_t)(raw << shift) >> shift : (int64_t)raw;
    number.real = is_signed ? (double)number.whole : (double)raw;
    return number;
}

struct number number_of(const struct trace *trace, uint32_t type, const void *bytes)
{
    if (type == TRACE_NONE || type >= trace->type_count || !bytes) return (struct number){0};
    const struct trace_type *t = &trace->types[type];
    switch (t->kind) {
    case TRACE_FLOAT:
        return real_number(t, bytes);
    case TRACE_SIGNED:
    case TRACE_UNSIGNED:
    case TRACE_BOOL:
        return whole_number(t, bytes);
    default:
        return (struct number){0};
    }
}

/* Rounding errors of a sum grow with the magnitude of its terms, not of its result. */
static double tolerance(uint8_t bytes)
{
    return bytes == 8 ? 1e-12 : bytes == 4 ? 2e-6 : 4e-3;
}

bool number_agrees(struct number a, struct number b, double scale)
{
    if (!a.known || !b.known) return false;
    if (a.integer && b.integer) {
        int shift = 64 - 8 * (b.bytes ? b.bytes : 8);
        return (uint64_t)a.whole << shift == (uint64_t)b.whole << shift;
    }
    if (isnan(a.real) && isnan(b.real)) return true;
    if (a.real == b.real) return true;
    return fabs(a.real - b.real) <= tolerance(b.bytes) * fmax(scale, fabs(b.real));
}

struct number number_sum(struct number a, struct number b)
{
    a.known &= b.known;
    a.integer &= b.integer;
    a.whole = (int64_t)((uint64_t)a.whole + (uint64_t)b.whole);
    if (a.integer && a.bytes == 4) a.whole = (int32_t)a.whole;
    a.real += b.real;
    return a;
}

struct fold {
    struct number sum, product, low, high;
    double sum_scale;
    bool copied;
};

static struct number difference(struct number a, struct number b)
{
    b.whole = (int64_t) - (uint64_t)b.whole;
    b.real = -b.real;
    return number_sum(a, b);
}

static struct fold fold_numbers(const struct number *numbers, uint32_t count, struct number result)
{
    struct fold fold = {.sum = {.known = true, .integer = true},
                        .product = {.known = true, .integer = true, .whole = 1, .real = 1},
                        .low = numbers[0],
                        .high = numbers[0]};
    for (uint32_t i = 0; i < count; i++) {
        const struct number *n = &numbers[i];
        fold.sum.integer &= n->integer;
        fold.product.integer &= n->integer;
        fold.sum.whole = (int64_t)((uint64_t)fold.sum.whole + (uint64_t)n->whole);
        fold.product.whole = (int64_t)((uint64_t)fold.product.whole * (uint64_t)n->whole);
        fold.sum.real += n->real;
        fold.product.real *= n->real;
        fold.sum_scale += fabs(n->real);
        if (n->real < fold.low.real) fold.low = *n;
        if (n->real > fold.high.real) fold.high = *n;
        fold.copied |= number_agrees(*n, result, 0);
    }
    return fold;
}

unsigned operations_of(const struct number *numbers, uint32_t count, struct number result)
{
    if (count == 0 || !result.known) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (!numbers[i].known) return 0;
    struct fold fold = fold_numbers(numbers, count, result);
    unsigned found = fold.copied ? OPERATION_COPY : 0;
    if (count < 2) return found;
    if (number_agrees(fold.sum, result, fold.sum_scale)) found |= OPERATION_ADD;
    if (number_agrees(fold.product, result, 0)) found |= OPERATION_MULTIPLY;
    if (number_agrees(fold.low, result, 0)) found |= OPERATION_MIN;
    if (number_agrees(fold.high, result, 0)) found |= OPERATION_MAX;
    if (count == 2 && (number_agrees(difference(numbers[0], numbers[1]), result, fold.sum_scale) ||
                       number_agrees(difference(numbers[1], numbers[0]), result, fold.sum_scale)))
        found |= OPERATION_SUBTRACT;
    return found;
}

unsigned operation_accumulates(const struct number *numbers, uint32_t count, uint32_t own,
                               struct number result)
{
    struct number product = {.known = true, .integer = true, .whole = 1, .real = 1};
    if (count < 3 || !result.known) return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!numbers[i].known) return 0;
        if (i == own) continue;
        product.integer &= numbers[i].integer;
        product.whole = (int64_t)((uint64_t)product.whole * (uint64_t)numbers[i].whole);
        product.real *= numbers[i].real;
    }
    double scale = fabs(product.real) + fabs(numbers[own].real);
    product.integer &= numbers[own].integer;
    product.whole = (int64_t)((uint64_t)product.whole + (uint64_t)numbers[own].whole);
    product.real += numbers[own].real;
    return number_agrees(product, result, scale) ? OPERATION_ADD_PRODUCT : 0;
}
