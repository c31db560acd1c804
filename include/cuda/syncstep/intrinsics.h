/* intrinsics.h - integer, conversion and rounding intrinsics of device code. */
#ifndef SYNCSTEP_INTRINSICS_H
#define SYNCSTEP_INTRINSICS_H

#include "../vector_types.h"
#include "runtime.h"

#define SS_FUNCTION(R, name, parameters, expression)                                               \
    SS_INLINE constexpr R name parameters                                                          \
    {                                                                                              \
        return expression;                                                                         \
    }

/* ---- Bits ---- */

SS_FUNCTION(int, __popc, (unsigned x), __builtin_popcount(x))
SS_FUNCTION(int, __popcll, (unsigned long long x), __builtin_popcountll(x))
SS_FUNCTION(int, __clz, (int x), x ? __builtin_clz((unsigned)x) : 32)
SS_FUNCTION(int, __clzll, (long long x), x ? __builtin_clzll((unsigned long long)x) : 64)
SS_FUNCTION(int, __ffs, (int x), __builtin_ffs(x))
SS_FUNCTION(int, __ffsll, (long long x), __builtin_ffsll(x))

SS_INLINE constexpr unsigned __brev(unsigned x)
{
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    return __builtin_bswap32(x);
}
SS_INLINE constexpr unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
/* Byte i of the result is the byte of y:x that the low three bits of nibble i of `selector` name. */
SS_INLINE constexpr unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        result |= (unsigned)(both >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    }
    return result;
}
SS_FUNCTION(unsigned, __funnelshift_l, (unsigned low, unsigned high, unsigned shift),
            (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32))
SS_FUNCTION(unsigned, __funnelshift_r, (unsigned low, unsigned high, unsigned shift),
            (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31)))
SS_FUNCTION(unsigned, __funnelshift_lc, (unsigned low, unsigned high, unsigned shift),
            shift >= 32 ? low : __funnelshift_l(low, high, shift))
SS_FUNCTION(unsigned, __funnelshift_rc, (unsigned low, unsigned high, unsigned shift),
            shift >= 32 ? high : __funnelshift_r(low, high, shift))
SS_INLINE constexpr unsigned __fns(unsigned mask, unsigned base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1 && --left == 0) return (unsigned)i;
    return 0xffffffffu;
}

/* ---- Integer arithmetic ---- */

SS_FUNCTION(int, __mulhi, (int a, int b), (int)((long long)a *b >> 32))
SS_FUNCTION(unsigned, __umulhi, (unsigned a, unsigned b),
            (unsigned)((unsigned long long)a *b >> 32))
SS_FUNCTION(long long, __mul64hi, (long long a, long long b), (long long)((__int128)a *b >> 64))
SS_FUNCTION(unsigned long long, __umul64hi, (unsigned long long a, unsigned long long b),
            (unsigned long long)((unsigned __int128)a *b >> 64))
SS_FUNCTION(int, __mul24, (int a, int b),
            (int)(unsigned)((long long)((int)((unsigned)a << 8) >> 8) *
                            ((int)((unsigned)b << 8) >> 8)))
SS_FUNCTION(unsigned, __umul24, (unsigned a, unsigned b), (a & 0xffffffu) * (b & 0xffffffu))
SS_FUNCTION(int, mulhi, (int a, int b), __mulhi(a, b))
SS_FUNCTION(unsigned, umulhi, (unsigned a, unsigned b), __umulhi(a, b))
SS_FUNCTION(int, mul24, (int a, int b), __mul24(a, b))
SS_FUNCTION(unsigned, umul24, (unsigned a, unsigned b), __umul24(a, b))
SS_FUNCTION(unsigned, __sad, (int a, int b, unsigned c),
            (unsigned)(a > b ? (long long)a - b : (long long)b - a) + c)
SS_FUNCTION(unsigned, __usad, (unsigned a, unsigned b, unsigned c), (a > b ? a - b : b - a) + c)
SS_FUNCTION(int, __hadd, (int a, int b), (int)(((long long)a + b) >> 1))
SS_FUNCTION(int, __rhadd, (int a, int b), (int)(((long long)a + b + 1) >> 1))
SS_FUNCTION(unsigned, __uhadd, (unsigned a, unsigned b),
            (unsigned)(((unsigned long long)a + b) >> 1))
SS_FUNCTION(unsigned, __urhadd, (unsigned a, unsigned b),
            (unsigned)(((unsigned long long)a + b + 1) >> 1))

/* Dot products of packed bytes; the sum wraps. */
SS_INLINE constexpr int __dp4a(int a, int b, int c)
{
    unsigned sum = (unsigned)c;
    for (int i = 0; i < 32; i += 8)
        sum +=
            (unsigned)((int)(signed char)((unsigned)a >> i) * (int)(signed char)((unsigned)b >> i));
    return (int)sum;
}
SS_INLINE constexpr unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 255) * (b >> i & 255);
    return c;
}
SS_INLINE constexpr int __dp2a_lo(int a, int b, int c)
{
    return (int)((unsigned)c + (unsigned)((short)a * (signed char)b) +
                 (unsigned)((short)((unsigned)a >> 16) * (signed char)((unsigned)b >> 8)));
}
SS_INLINE constexpr int __dp2a_hi(int a, int b, int c)
{
    return __dp2a_lo(a, (int)((unsigned)b >> 16), c);
}
SS_INLINE constexpr unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return c + (a & 65535) * (b & 255) + (a >> 16) * (b >> 8 & 255);
}
SS_INLINE constexpr unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c)
{
    return __dp2a_lo(a, b >> 16, c);
}
/* The same of vectors: their bits are those of the words above. */
#define SS_DOT(name, ss_A, ss_B, ss_C)                                                             \
    SS_INLINE ss_C name(ss_A a, ss_B b, ss_C c)                                                    \
    {                                                                                              \
        return name(__builtin_bit_cast(ss_C, a), __builtin_bit_cast(ss_C, b), c);                  \
    }
SS_DOT(__dp4a, char4, char4, int)
SS_DOT(__dp4a, uchar4, uchar4, unsigned)
SS_DOT(__dp2a_lo, short2, char4, int)
SS_DOT(__dp2a_lo, ushort2, uchar4, unsigned)
SS_DOT(__dp2a_hi, short2, char4, int)
SS_DOT(__dp2a_hi, ushort2, uchar4, unsigned)
#undef SS_DOT

/* ---- Packed bytes and halves ---- */

#define SS_PACKED(name, bits, lane, expression)                                                    \
    SS_INLINE constexpr unsigned name(unsigned x, unsigned y)                                      \
    {                                                                                              \
        unsigned result = 0;                                                                       \
        for (int i = 0; i < 32; i += bits) {                                                       \
            int a = (lane)(x >> i), b = (lane)(y >> i);                                            \
            result |= ((unsigned)(expression) & ((1u << bits) - 1)) << i;                          \
        }                                                                                          \
        return result;                                                                             \
    }
SS_PACKED(__vadd4, 8, unsigned char, a + b)
SS_PACKED(__vsub4, 8, unsigned char, a - b)
SS_PACKED(__vavgu4, 8, unsigned char, (a + b + 1) >> 1)
SS_PACKED(__vabsdiffu4, 8, unsigned char, a > b ? a - b : b - a)
SS_PACKED(__vabsdiffs4, 8, signed char, a > b ? a - b : b - a)
SS_PACKED(__vminu4, 8, unsigned char, a < b ? a : b)
SS_PACKED(__vmaxu4, 8, unsigned char, a > b ? a : b)
SS_PACKED(__vmins4, 8, signed char, a < b ? a : b)
SS_PACKED(__vmaxs4, 8, signed char, a > b ? a : b)
SS_PACKED(__vaddus4, 8, unsigned char, a + b > 255 ? 255 : a + b)
SS_PACKED(__vsubus4, 8, unsigned char, a > b ? a - b : 0)
SS_PACKED(__vcmpeq4, 8, unsigned char, a == b ? -1 : 0)
SS_PACKED(__vcmpne4, 8, unsigned char, a != b ? -1 : 0)
SS_PACKED(__vcmpgtu4, 8, unsigned char, a > b ? -1 : 0)
SS_PACKED(__vcmpltu4, 8, unsigned char, a < b ? -1 : 0)
SS_PACKED(__vcmpgts4, 8, signed char, a > b ? -1 : 0)
SS_PACKED(__vcmplts4, 8, signed char, a < b ? -1 : 0)
SS_PACKED(__vadd2, 16, unsigned short, a + b)
SS_PACKED(__vsub2, 16, unsigned short, a - b)
SS_PACKED(__vavgu2, 16, unsigned short, (a + b + 1) >> 1)
SS_PACKED(__vabsdiffu2, 16, unsigned short, a > b ? a - b : b - a)
SS_PACKED(__vabsdiffs2, 16, short, a > b ? a - b : b - a)
SS_PACKED(__vminu2, 16, unsigned short, a < b ? a : b)
SS_PACKED(__vmaxu2, 16, unsigned short, a > b ? a : b)
SS_PACKED(__vmins2, 16, short, a < b ? a : b)
SS_PACKED(__vmaxs2, 16, short, a > b ? a : b)
SS_PACKED(__vaddus2, 16, unsigned short, a + b > 65535 ? 65535 : a + b)
SS_PACKED(__vsubus2, 16, unsigned short, a > b ? a - b : 0)
SS_PACKED(__vcmpeq2, 16, unsigned short, a == b ? -1 : 0)
SS_PACKED(__vcmpne2, 16, unsigned short, a != b ? -1 : 0)
SS_PACKED(__vcmpgtu2, 16, unsigned short, a > b ? -1 : 0)
SS_PACKED(__vcmpltu2, 16, unsigned short, a < b ? -1 : 0)
SS_PACKED(__vcmpgts2, 16, short, a > b ? -1 : 0)
SS_PACKED(__vcmplts2, 16, short, a < b ? -1 : 0)
#undef SS_PACKED
SS_FUNCTION(unsigned, __vsadu4, (unsigned x, unsigned y),
            __dp4a(__vabsdiffu4(x, y), 0x01010101u, 0u))

/* ---- Reinterpretation ---- */

SS_FUNCTION(int, __float_as_int, (float x), __builtin_bit_cast(int, x))
SS_FUNCTION(unsigned, __float_as_uint, (float x), __builtin_bit_cast(unsigned, x))
SS_FUNCTION(float, __int_as_float, (int x), __builtin_bit_cast(float, x))
SS_FUNCTION(float, __uint_as_float, (unsigned x), __builtin_bit_cast(float, x))
SS_FUNCTION(long long, __double_as_longlong, (double x), __builtin_bit_cast(long long, x))
SS_FUNCTION(double, __longlong_as_double, (long long x), __builtin_bit_cast(double, x))
SS_FUNCTION(int, __double2hiint, (double x), (int)(__double_as_longlong(x) >> 32))
SS_FUNCTION(int, __double2loint, (double x), (int)__double_as_longlong(x))
SS_FUNCTION(double, __hiloint2double, (int high, int low),
            __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 |
                                             (unsigned)low)))

#undef SS_FUNCTION

/* ---- Conversions and arithmetic with a rounding mode: n nearest even, z to zero, u up, d down.
 * Done out of line by src/emulator/api_math.cpp. ---- */

enum ss_round { SS_RN, SS_RZ, SS_RU, SS_RD };
enum ss_operation { SS_OP_ADD, SS_OP_SUB, SS_OP_MUL, SS_OP_DIV, SS_OP_SQRT, SS_OP_FMA };
extern "C" {
double ss_round_double(enum ss_round mode, enum ss_operation, double a, double b, double c);
float ss_round_float(enum ss_round mode, enum ss_operation, float a, float b, float c);
long long ss_to_signed(enum ss_round mode, double x, int bits);
unsigned long long ss_to_unsigned(enum ss_round mode, double x, int bits);
float ss_double_to_float(enum ss_round mode, double x);
float ss_integer_to_float(enum ss_round mode, long long x);
float ss_unsigned_to_float(enum ss_round mode, unsigned long long x);
double ss_integer_to_double(enum ss_round mode, long long x);
double ss_unsigned_to_double(enum ss_round mode, unsigned long long x);
}

#define SS_ROUNDED(mode, MODE)                                                                     \
    SS_INLINE float __fadd_##mode(float a, float b)                                                \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_ADD, a, b, 0);                                           \
    }                                                                                              \
    SS_INLINE float __fsub_##mode(float a, float b)                                                \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_SUB, a, b, 0);                                           \
    }                                                                                              \
    SS_INLINE float __fmul_##mode(float a, float b)                                                \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_MUL, a, b, 0);                                           \
    }                                                                                              \
    SS_INLINE float __fdiv_##mode(float a, float b)                                                \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_DIV, a, b, 0);                                           \
    }                                                                                              \
    SS_INLINE float __fsqrt_##mode(float a)                                                        \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_SQRT, a, 0, 0);                                          \
    }                                                                                              \
    SS_INLINE float __frcp_##mode(float a)                                                         \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_DIV, 1, a, 0);                                           \
    }                                                                                              \
    SS_INLINE float __fmaf_##mode(float a, float b, float c)                                       \
    {                                                                                              \
        return ss_round_float(MODE, SS_OP_FMA, a, b, c);                                           \
    }                                                                                              \
    SS_INLINE int __float2int_##mode(float x)                                                      \
    {                                                                                              \
        return (int)ss_to_signed(MODE, x, 32);                                                     \
    }                                                                                              \
    SS_INLINE unsigned __float2uint_##mode(float x)                                                \
    {                                                                                              \
        return (unsigned)ss_to_unsigned(MODE, x, 32);                                              \
    }                                                                                              \
    SS_INLINE long long __float2ll_##mode(float x)                                                 \
    {                                                                                              \
        return ss_to_signed(MODE, x, 64);                                                          \
    }                                                                                              \
    SS_INLINE unsigned long long __float2ull_##mode(float x)                                       \
    {                                                                                              \
        return ss_to_unsigned(MODE, x, 64);                                                        \
    }                                                                                              \
    SS_INLINE float __ll2float_##mode(long long x)                                                 \
    {                                                                                              \
        return ss_integer_to_float(MODE, x);                                                       \
    }                                                                                              \
    SS_INLINE float __ull2float_##mode(unsigned long long x)                                       \
    {                                                                                              \
        return ss_unsigned_to_float(MODE, x);                                                      \
    }                                                                                              \
    SS_INLINE double __dadd_##mode(double a, double b)                                             \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_ADD, a, b, 0);                                          \
    }                                                                                              \
    SS_INLINE double __dsub_##mode(double a, double b)                                             \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_SUB, a, b, 0);                                          \
    }                                                                                              \
    SS_INLINE double __dmul_##mode(double a, double b)                                             \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_MUL, a, b, 0);                                          \
    }                                                                                              \
    SS_INLINE double __ddiv_##mode(double a, double b)                                             \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_DIV, a, b, 0);                                          \
    }                                                                                              \
    SS_INLINE double __dsqrt_##mode(double a)                                                      \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_SQRT, a, 0, 0);                                         \
    }                                                                                              \
    SS_INLINE double __drcp_##mode(double a)                                                       \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_DIV, 1, a, 0);                                          \
    }                                                                                              \
    SS_INLINE double __fma_##mode(double a, double b, double c)                                    \
    {                                                                                              \
        return ss_round_double(MODE, SS_OP_FMA, a, b, c);                                          \
    }                                                                                              \
    SS_INLINE int __double2int_##mode(double x)                                                    \
    {                                                                                              \
        return (int)ss_to_signed(MODE, x, 32);                                                     \
    }                                                                                              \
    SS_INLINE unsigned __double2uint_##mode(double x)                                              \
    {                                                                                              \
        return (unsigned)ss_to_unsigned(MODE, x, 32);                                              \
    }                                                                                              \
    SS_INLINE long long __double2ll_##mode(double x)                                               \
    {                                                                                              \
        return ss_to_signed(MODE, x, 64);                                                          \
    }                                                                                              \
    SS_INLINE unsigned long long __double2ull_##mode(double x)                                     \
    {                                                                                              \
        return ss_to_unsigned(MODE, x, 64);                                                        \
    }                                                                                              \
    SS_INLINE double __ll2double_##mode(long long x)                                               \
    {                                                                                              \
        return ss_integer_to_double(MODE, x);                                                      \
    }                                                                                              \
    SS_INLINE double __ull2double_##mode(unsigned long long x)                                     \
    {                                                                                              \
        return ss_unsigned_to_double(MODE, x);                                                     \
    }                                                                                              \
    SS_INLINE float __int2float_##mode(int x)                                                      \
    {                                                                                              \
        return ss_integer_to_float(MODE, x);                                                       \
    }                                                                                              \
    SS_INLINE float __uint2float_##mode(unsigned x)                                                \
    {                                                                                              \
        return ss_integer_to_float(MODE, x);                                                       \
    }                                                                                              \
    SS_INLINE float __double2float_##mode(double x)                                                \
    {                                                                                              \
        return ss_double_to_float(MODE, x);                                                        \
    }
SS_ROUNDED(rn, SS_RN)
SS_ROUNDED(rz, SS_RZ)
SS_ROUNDED(ru, SS_RU)
SS_ROUNDED(rd, SS_RD)
#undef SS_ROUNDED

SS_INLINE float __frsqrt_rn(float x)
{
    return (float)(1 / __builtin_sqrt((double)x));
}
SS_INLINE double __int2double_rn(int x)
{
    return x;
}
SS_INLINE double __uint2double_rn(unsigned x)
{
    return x;
}

#endif
