/* api_math.cpp - arithmetic with a rounding mode and the functions that libm lacks. Operands are
 * volatile, so that GCC computes while the mode is set. */
#include "syncstep/intrinsics.h"

#include <cmath>
#include <fenv.h>
#include <limits>

static const int MODES[] = {
    [SS_RN] = FE_TONEAREST, [SS_RZ] = FE_TOWARDZERO, [SS_RU] = FE_UPWARD, [SS_RD] = FE_DOWNWARD};

/* Computes expression, through volatile operands, with the mode in force. */
#define ROUNDED(mode, type, expression)                                                            \
    do {                                                                                           \
        int before = fegetround();                                                                 \
        fesetround(MODES[mode]);                                                                   \
        volatile type result = (expression);                                                       \
        fesetround(before);                                                                        \
        return result;                                                                             \
    } while (0)

template <class T> static T operate(enum ss_operation operation, T a, T b, T c)
{
    volatile T x = a, y = b, z = c;
    switch (operation) {
    case SS_OP_ADD:
        return x + y;
    case SS_OP_SUB:
        return x - y;
    case SS_OP_MUL:
        return x * y;
    case SS_OP_DIV:
        return x / y;
    case SS_OP_SQRT:
        return std::sqrt(x);
    case SS_OP_FMA:
        return std::fma(x, y, z);
    }
    return 0;
}

/* x rounded to an integer in the mode, then clamped to [low, high]; NaN gives 0 for 32 bits and
 * the sign bit for 64, as the hardware has it. */
static double integral(enum ss_round mode, double x)
{
    switch (mode) {
    case SS_RN:
        return std::nearbyint(x);
    case SS_RZ:
        return std::trunc(x);
    case SS_RU:
        return std::ceil(x);
    case SS_RD:
        return std::floor(x);
    }
    return x;
}

extern "C" {

double ss_round_double(enum ss_round mode, enum ss_operation operation, double a, double b,
                       double c)
{
    ROUNDED(mode, double, operate(operation, a, b, c));
}

float ss_round_float(enum ss_round mode, enum ss_operation operation, float a, float b, float c)
{
    ROUNDED(mode, float, operate(operation, a, b, c));
}

long long ss_to_signed(enum ss_round mode, double x, int bits)
{
    if (std::isnan(x)) return bits == 32 ? 0 : std::numeric_limits<long long>::min();
    double limit = std::ldexp(1.0, bits - 1), r = integral(mode, x);
    if (r >= limit)
        return bits == 32 ? std::numeric_limits<int>::max() : std::numeric_limits<long long>::max();
    if (r < -limit)
        return bits == 32 ? std::numeric_limits<int>::min() : std::numeric_limits<long long>::min();
    return (long long)r;
}

unsigned long long ss_to_unsigned(enum ss_round mode, double x, int bits)
{
    if (std::isnan(x)) return bits == 32 ? 0 : 1ull << 63;
    double limit = std::ldexp(1.0, bits), r = integral(mode, x);
    if (r >= limit) return bits == 32 ? 0xffffffffull : ~0ull;
    return r < 0 ? 0 : (unsigned long long)r;
}

float ss_double_to_float(enum ss_round mode, double x)
{
    volatile double value = x;
    ROUNDED(mode, float, (float)value);
}

float ss_integer_to_float(enum ss_round mode, long long x)
{
    volatile long long value = x;
    ROUNDED(mode, float, (float)value);
}

float ss_unsigned_to_float(enum ss_round mode, unsigned long long x)
{
    volatile unsigned long long value = x;
    ROUNDED(mode, float, (float)value);
}

double ss_integer_to_double(enum ss_round mode, long long x)
{
    volatile long long value = x;
    ROUNDED(mode, double, (double)value);
}

double ss_unsigned_to_double(enum ss_round mode, unsigned long long x)
{
    volatile unsigned long long value = x;
    ROUNDED(mode, double, (double)value);
}

/* sin(pi x) and cos(pi x), exact at multiples of 1/2. */
double ss_sinpi(double x)
{
    double r = std::remainder(x, 2.0); /* in [-1, 1] */
    if (r == std::trunc(r)) return std::copysign(0.0, x);
    if (std::fabs(r) == 0.5) return r < 0 ? -1.0 : 1.0;
    return std::sin(M_PI * r);
}

double ss_cospi(double x)
{
    double r = std::fabs(std::remainder(x, 2.0));
    if (r == 0.5) return 0.0;
    return std::cos(M_PI * r);
}

/* exp(x^2) erfc(x); for large x its asymptotic series (Abramowitz and Stegun 7.1.23). */
double ss_erfcx(double x)
{
    if (x < 25) return std::exp(x * x) * std::erfc(x);
    double s = 1 / (2 * x * x);
    return (1 - s * (1 - 3 * s * (1 - 5 * s))) / (x * std::sqrt(M_PI));
}

/* Giles' single-precision approximation as a start, then two Newton steps on erf. */
double ss_erfinv(double x)
{
    if (!(std::fabs(x) < 1)) return std::fabs(x) == 1 ? std::copysign(HUGE_VAL, x) : std::nan("");
    double w = -std::log((1 - x) * (1 + x)), p;
    if (w < 5) {
        static const double C[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                   -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                   -0.00417768164,  0.246640727,    1.50140941};
        w -= 2.5;
        p = C[0];
        for (int i = 1; i < 9; i++)
            p = C[i] + p * w;
    } else {
        static const double C[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                                   -0.00367342844,  0.00573950773,  -0.0076224613,
                                   0.00943887047,   1.00167406,     2.83297682};
        w = std::sqrt(w) - 3;
        p = C[0];
        for (int i = 1; i < 9; i++)
            p = C[i] + p * w;
    }
    double y = p * x;
    for (int i = 0; i < 2; i++)
        y -= (std::erf(y) - x) * (std::sqrt(M_PI) / 2) * std::exp(y * y);
    return y;
}
}
