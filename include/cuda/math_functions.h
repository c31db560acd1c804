/* math_functions.h - min, max and the math functions that CUDA has and libm has not.
 *
 * What CUDA computes with reduced accuracy (__expf, __sinf, ...) is computed here with libm's. */
#ifndef SYNCSTEP_MATH_FUNCTIONS_H
#define SYNCSTEP_MATH_FUNCTIONS_H

#include "syncstep/runtime.h"

#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdlib.h>

/* ---- min and max, overloaded as CUDA does ---- */

#define SS_MIN_MAX(R, A, B)                                                                        \
    SS_INLINE R min(const A a, const B b)                                                \
    {                                                                                              \
        return (R)a < (R)b ? (R)a : (R)b;                                                          \
    }                                                                                              \
    SS_INLINE R max(const A a, const B b)                                                \
    {                                                                                              \
        return (R)a > (R)b ? (R)a : (R)b;                                                          \
    }
SS_MIN_MAX(int, int, int)
SS_MIN_MAX(unsigned int, unsigned int, unsigned int)
SS_MIN_MAX(unsigned int, int, unsigned int)
SS_MIN_MAX(unsigned int, unsigned int, int)
SS_MIN_MAX(long, long, long)
SS_MIN_MAX(unsigned long, unsigned long, unsigned long)
SS_MIN_MAX(unsigned long, long, unsigned long)
SS_MIN_MAX(unsigned long, unsigned long, long)
SS_MIN_MAX(long long, long long, long long)
SS_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SS_MIN_MAX(unsigned long long, long long, unsigned long long)
SS_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SS_MIN_MAX
/* fminf and fmaxf: a number wins over a NaN. */
#define SS_FMIN_FMAX(R, A, B)                                                                      \
    SS_INLINE R min(A a, B b)                                                                      \
    {                                                                                              \
        return __builtin_fmin((R)a, (R)b);                                                         \
    }                                                                                              \
    SS_INLINE R max(A a, B b)                                                                      \
    {                                                                                              \
        return __builtin_fmax((R)a, (R)b);                                                         \
    }
SS_FMIN_FMAX(float, float, float)
SS_FMIN_FMAX(double, double, double)
SS_FMIN_FMAX(double, float, double)
SS_FMIN_FMAX(double, double, float)
#undef SS_FMIN_FMAX

#define SS_FUNCTION(R, name, parameters, expression)                                               \
    SS_INLINE R name parameters                                                                    \
    {                                                                                              \
        return expression;                                                                         \
    }

SS_FUNCTION(unsigned, umin, (unsigned a, unsigned b), a < b ? a : b)
SS_FUNCTION(unsigned, umax, (unsigned a, unsigned b), a > b ? a : b)
SS_FUNCTION(long long, llmin, (long long a, long long b), a < b ? a : b)
SS_FUNCTION(long long, llmax, (long long a, long long b), a > b ? a : b)
SS_FUNCTION(unsigned long long, ullmin, (unsigned long long a, unsigned long long b), a < b ? a : b)
SS_FUNCTION(unsigned long long, ullmax, (unsigned long long a, unsigned long long b), a > b ? a : b)

/* ---- Functions that libm lacks ---- */

extern "C" {
double ss_sinpi(double x), ss_cospi(double x), ss_erfcx(double x), ss_erfinv(double x);
}
SS_QUIET __attribute__((noinline)) inline double ss_norm(int count, const double *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i] * x[i];
    return std::sqrt(sum);
}
SS_QUIET __attribute__((noinline)) inline double ss_norm(int count, const float *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)x[i] * x[i];
    return std::sqrt(sum);
}
SS_FUNCTION(float, rsqrtf, (float x), 1 / __builtin_sqrtf(x))
SS_FUNCTION(float, rcbrtf, (float x), 1 / __builtin_cbrtf(x))
SS_FUNCTION(float, sinpif, (float x), (float)ss_sinpi(x))
SS_FUNCTION(float, cospif, (float x), (float)ss_cospi(x))
SS_FUNCTION(float, rhypotf, (float x, float y), 1 / __builtin_hypotf(x, y))
SS_FUNCTION(float, norm3df, (float x, float y, float z), __builtin_sqrtf(x *x + y * y + z * z))
SS_FUNCTION(float, rnorm3df, (float x, float y, float z), 1 / norm3df(x, y, z))
SS_FUNCTION(float, norm4df, (float x, float y, float z, float w),
            __builtin_sqrtf(x *x + y * y + z * z + w * w))
SS_FUNCTION(float, rnorm4df, (float x, float y, float z, float w), 1 / norm4df(x, y, z, w))
SS_FUNCTION(float, normf, (int count, const float *x), (float)ss_norm(count, x))
SS_FUNCTION(float, rnormf, (int count, const float *x), 1 / (float)ss_norm(count, x))
SS_FUNCTION(float, erfcxf, (float x), (float)ss_erfcx(x))
SS_FUNCTION(float, erfinvf, (float x), (float)ss_erfinv(x))
SS_FUNCTION(float, erfcinvf, (float x), (float)ss_erfinv(1 - (float)x))
SS_FUNCTION(float, normcdff, (float x), (float)(0.5 * __builtin_erfc(-x * 0.70710678118654752440)))
SS_FUNCTION(float, normcdfinvf, (float x), (float)(1.41421356237309504880 * ss_erfinv(2.0 * x - 1)))
SS_FUNCTION(float, cyl_bessel_i0f, (float x), (float)std::cyl_bessel_i(0, __builtin_fabs(x)))
SS_FUNCTION(float, cyl_bessel_i1f, (float x),
            (float)(x < 0 ? -std::cyl_bessel_i(1, -x) : std::cyl_bessel_i(1, x)))
SS_INLINE void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
SS_FUNCTION(double, rsqrt, (double x), 1 / __builtin_sqrt(x))
SS_FUNCTION(double, rcbrt, (double x), 1 / __builtin_cbrt(x))
SS_FUNCTION(double, sinpi, (double x), (double)ss_sinpi(x))
SS_FUNCTION(double, cospi, (double x), (double)ss_cospi(x))
SS_FUNCTION(double, rhypot, (double x, double y), 1 / __builtin_hypot(x, y))
SS_FUNCTION(double, norm3d, (double x, double y, double z), __builtin_sqrt(x *x + y * y + z * z))
SS_FUNCTION(double, rnorm3d, (double x, double y, double z), 1 / norm3d(x, y, z))
SS_FUNCTION(double, norm4d, (double x, double y, double z, double w),
            __builtin_sqrt(x *x + y * y + z * z + w * w))
SS_FUNCTION(double, rnorm4d, (double x, double y, double z, double w), 1 / norm4d(x, y, z, w))
SS_FUNCTION(double, norm, (int count, const double *x), (double)ss_norm(count, x))
SS_FUNCTION(double, rnorm, (int count, const double *x), 1 / (double)ss_norm(count, x))
SS_FUNCTION(double, erfcx, (double x), (double)ss_erfcx(x))
SS_FUNCTION(double, erfinv, (double x), (double)ss_erfinv(x))
SS_FUNCTION(double, erfcinv, (double x), (double)ss_erfinv(1 - (double)x))
SS_FUNCTION(double, normcdf, (double x),
            (double)(0.5 * __builtin_erfc(-x * 0.70710678118654752440)))
SS_FUNCTION(double, normcdfinv, (double x),
            (double)(1.41421356237309504880 * ss_erfinv(2.0 * x - 1)))
SS_FUNCTION(double, cyl_bessel_i0, (double x), (double)std::cyl_bessel_i(0, __builtin_fabs(x)))
SS_FUNCTION(double, cyl_bessel_i1, (double x),
            (double)(x < 0 ? -std::cyl_bessel_i(1, -x) : std::cyl_bessel_i(1, x)))
SS_INLINE void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}
SS_FUNCTION(float, rsqrt, (float x), rsqrtf(x))
SS_FUNCTION(float, rcbrt, (float x), rcbrtf(x))
SS_FUNCTION(float, sinpi, (float x), sinpif(x))
SS_FUNCTION(float, cospi, (float x), cospif(x))
SS_FUNCTION(float, normcdf, (float x), normcdff(x))
SS_FUNCTION(float, erfinv, (float x), erfinvf(x))
SS_FUNCTION(float, fdividef, (float a, float b), a / b)
SS_FUNCTION(double, fdivide, (double a, double b), a / b)

/* ---- Fast variants ---- */

SS_FUNCTION(float, __fdividef, (float a, float b), a / b)
SS_FUNCTION(float, __saturatef, (float x), x > 0 ? x < 1 ? x : 1.0f : 0.0f)
SS_FUNCTION(float, __powf, (float a, float b), ::powf(a, b))
SS_FUNCTION(float, __sinf, (float x), ::sinf(x))
SS_FUNCTION(float, __cosf, (float x), ::cosf(x))
SS_FUNCTION(float, __tanf, (float x), ::tanf(x))
SS_FUNCTION(float, __tanhf, (float x), ::tanhf(x))
SS_FUNCTION(float, __expf, (float x), ::expf(x))
SS_FUNCTION(float, __exp10f, (float x), ::exp10f(x))
SS_FUNCTION(float, __logf, (float x), ::logf(x))
SS_FUNCTION(float, __log2f, (float x), ::log2f(x))
SS_FUNCTION(float, __log10f, (float x), ::log10f(x))
SS_INLINE void __sincosf(float x, float *sine, float *cosine)
{
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}

#undef SS_FUNCTION

#endif
