/* cuComplex.h - complex numbers as vectors of two. */
#ifndef SYNCSTEP_CU_COMPLEX_H
#define SYNCSTEP_CU_COMPLEX_H
#define CU_COMPLEX_H_

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define SS_COMPLEX(C, T, make, s)                                                                  \
    SS_INLINE T cuCreal##s(C x)                                                                    \
    {                                                                                              \
        return x.x;                                                                                \
    }                                                                                              \
    SS_INLINE T cuCimag##s(C x)                                                                    \
    {                                                                                              \
        return x.y;                                                                                \
    }                                                                                              \
    SS_INLINE C make(T real, T imaginary)                                                          \
    {                                                                                              \
        return C{real, imaginary};                                                                 \
    }                                                                                              \
    SS_INLINE C cuConj##s(C x)                                                                     \
    {                                                                                              \
        return C{x.x, -x.y};                                                                       \
    }                                                                                              \
    SS_INLINE C cuCadd##s(C a, C b)                                                                \
    {                                                                                              \
        return C{a.x + b.x, a.y + b.y};                                                            \
    }                                                                                              \
    SS_INLINE C cuCsub##s(C a, C b)                                                                \
    {                                                                                              \
        return C{a.x - b.x, a.y - b.y};                                                            \
    }                                                                                              \
    SS_INLINE C cuCmul##s(C a, C b)                                                                \
    {                                                                                              \
        return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                    \
    }                                                                                              \
    SS_INLINE C cuCdiv##s(C a, C b)                                                                \
    {                                                                                              \
        T size = std::fabs(b.x) + std::fabs(b.y);                                                  \
        C p = {a.x / size, a.y / size}, q = {b.x / size, b.y / size};                              \
        T square = q.x * q.x + q.y * q.y;                                                          \
        return C{(p.x * q.x + p.y * q.y) / square, (p.y * q.x - p.x * q.y) / square};              \
    }                                                                                              \
    SS_INLINE T cuCabs##s(C x)                                                                     \
    {                                                                                              \
        return std::hypot(x.x, x.y);                                                               \
    }                                                                                              \
    SS_INLINE C cuCfma##s(C a, C b, C c)                                                           \
    {                                                                                              \
        return cuCadd##s(cuCmul##s(a, b), c);                                                      \
    }
SS_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
SS_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef SS_COMPLEX

SS_INLINE cuComplex make_cuComplex(float real, float imaginary)
{
    return make_cuFloatComplex(real, imaginary);
}
SS_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x)
{
    return cuFloatComplex{(float)x.x, (float)x.y};
}
SS_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x)
{
    return cuDoubleComplex{x.x, x.y};
}

#endif
