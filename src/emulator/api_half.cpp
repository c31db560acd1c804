/* api_half.cpp - rounding to the 16-bit formats and back: IEEE half (5 bits of exponent, 10 of
 * fraction) and bfloat16 (8 and 7). */
#include "syncstep/intrinsics.h"

#include <cmath>
#include <string.h>

struct format {
    int fraction, bias, most; /* bits; largest exponent */
};
static const struct format HALF = {10, 15, 15}, BFLOAT = {7, 127, 127};

/* The usual case: to the nearest, a normal number. False: none of that. */
static inline bool encode_nearest(const struct format *f, double x, unsigned short *result)
{
    uint64_t bits, fraction, rest;
    int exponent, shift = 52 - f->fraction;

    memcpy(&bits, &x, sizeof bits);
    exponent = (int)(bits >> 52 & 2047) - 1023;
    if (exponent < 1 - f->bias || exponent >= f->most) return false;
    fraction = bits & ((1ull << 52) - 1);
    rest = fraction & ((1ull << shift) - 1);
    fraction = (uint64_t)(exponent + f->bias) << f->fraction | fraction >> shift;
    fraction += rest > 1ull << (shift - 1) || (rest == 1ull << (shift - 1) && (fraction & 1));
    *result = (unsigned short)(fraction | (bits >> 63 << 15));
    return true;
}

static unsigned short encode(const struct format *f, enum ss_round mode, double x)
{
    unsigned short result;

    if (mode == SS_RN && encode_nearest(f, x, &result)) return result;
    unsigned sign = std::signbit(x) ? 0x8000u : 0, infinity = 0x7fffu >> f->fraction << f->fraction;
    if (std::isnan(x)) return 0x7fff;
    double size = std::fabs(x);
    if (std::isinf(x)) return (unsigned short)(sign | infinity);
    int exponent = size > 0 ? std::ilogb(size) : 1 - f->bias;
    if (exponent < 1 - f->bias)
        exponent = 1 - f->bias; /* subnormal: the smallest exponent, without the leading one */
    double units = std::ldexp(size, f->fraction - exponent), whole = std::floor(units);
    double rest = units - whole;
    bool up = false;
    switch (mode) {
    case SS_RN:
        up = rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2) == 1);
        break;
    case SS_RZ:
        break;
    case SS_RU:
        up = rest > 0 && !sign;
        break;
    case SS_RD:
        up = rest > 0 && sign;
        break;
    }
    /* A carry out of the fraction lands in the exponent, as it should. */
    unsigned fraction = (unsigned)whole + (up ? 1 : 0);
    unsigned bits = ((unsigned)(exponent + f->bias - 1) << f->fraction) + fraction;
    if (exponent > f->most || bits >= infinity) {
        bool to_infinity = mode == SS_RN || (mode == SS_RU && !sign) || (mode == SS_RD && sign);
        bits = to_infinity ? infinity : infinity - 1;
    }
    return (unsigned short)(sign | bits);
}

extern "C" {

unsigned short ss_to_half(enum ss_round mode, double x)
{
    return encode(&HALF, mode, x);
}

unsigned short ss_to_bfloat16(enum ss_round mode, double x)
{
    return encode(&BFLOAT, mode, x);
}

float ss_from_half(unsigned short bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent && exponent < 31) {
        unsigned wide = (unsigned)(bits & 0x8000) << 16 | (unsigned)(exponent + 112) << 23 |
                        (unsigned)fraction << 13;
        float x;
        memcpy(&x, &wide, sizeof x);
        return x;
    }
    float size = exponent == 31 ? fraction ? NAN : INFINITY : std::ldexp((float)fraction, -24);
    return bits & 0x8000 ? -size : size;
}

float ss_from_bfloat16(unsigned short bits)
{
    unsigned wide = (unsigned)bits << 16;
    float x;
    memcpy(&x, &wide, sizeof x);
    return x;
}
}
