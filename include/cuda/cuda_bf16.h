/* cuda_bf16.h - bfloat16 numbers, computed in float and rounded after every operation. */
#ifndef SYNCSTEP_CUDA_BF16_H
#define SYNCSTEP_CUDA_BF16_H
#define __CUDA_BF16_H__

#include "cuda_runtime.h"

/* Implemented by src/emulator/api_half.cpp. */
extern "C" unsigned short ss_to_bfloat16(enum ss_round mode, double x);
extern "C" float ss_from_bfloat16(unsigned short bits);

struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
    unsigned short x, y;
};

struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short bits;

    __nv_bfloat16() = default;
    SS_INLINE __nv_bfloat16(float x) : bits(ss_to_bfloat16(SS_RN, x)) {}
    SS_INLINE __nv_bfloat16(double x) : bits(ss_to_bfloat16(SS_RN, x)) {}
    SS_INLINE __nv_bfloat16(int x) : bits(ss_to_bfloat16(SS_RN, x)) {}
    SS_INLINE __nv_bfloat16(unsigned x) : bits(ss_to_bfloat16(SS_RN, x)) {}
    SS_INLINE __nv_bfloat16(short x) : bits(ss_to_bfloat16(SS_RN, x)) {}
    SS_INLINE __nv_bfloat16(unsigned short x) : bits(ss_to_bfloat16(SS_RN, x)) {}
    SS_INLINE __nv_bfloat16(long x) : bits(ss_to_bfloat16(SS_RN, (double)x)) {}
    SS_INLINE __nv_bfloat16(unsigned long x) : bits(ss_to_bfloat16(SS_RN, (double)x)) {}
    SS_INLINE __nv_bfloat16(long long x) : bits(ss_to_bfloat16(SS_RN, (double)x)) {}
    SS_INLINE __nv_bfloat16(unsigned long long x) : bits(ss_to_bfloat16(SS_RN, (double)x)) {}
    SS_INLINE __nv_bfloat16(const __nv_bfloat16_raw &raw) : bits(raw.x) {}
    SS_INLINE operator float() const
    {
        return ss_from_bfloat16(bits);
    }
    SS_INLINE operator __nv_bfloat16_raw() const
    {
        return __nv_bfloat16_raw{bits};
    }
    SS_INLINE explicit operator double() const
    {
        return ss_from_bfloat16(bits);
    }
    SS_INLINE explicit operator bool() const
    {
        return (bits & 0x7fff) != 0;
    }
    SS_INLINE explicit operator int() const
    {
        return (int)ss_from_bfloat16(bits);
    }
    SS_INLINE explicit operator unsigned() const
    {
        return (unsigned)ss_from_bfloat16(bits);
    }
    SS_INLINE explicit operator short() const
    {
        return (short)ss_from_bfloat16(bits);
    }
    SS_INLINE explicit operator unsigned short() const
    {
        return (unsigned short)ss_from_bfloat16(bits);
    }
    SS_INLINE explicit operator long long() const
    {
        return (long long)ss_from_bfloat16(bits);
    }
    SS_INLINE explicit operator unsigned long long() const
    {
        return (unsigned long long)ss_from_bfloat16(bits);
    }
    SS_INLINE __nv_bfloat16 &operator=(float x)
    {
        bits = ss_to_bfloat16(SS_RN, x);
        return *this;
    }
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    SS_INLINE __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

/* ---- Conversions ---- */

SS_INLINE __nv_bfloat16 __float2bfloat16(float x)
{
    return __nv_bfloat16(x);
}
SS_INLINE __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, x)});
}
SS_INLINE __nv_bfloat16 __float2bfloat16_rz(float x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, x)});
}
SS_INLINE __nv_bfloat16 __float2bfloat16_ru(float x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, x)});
}
SS_INLINE __nv_bfloat16 __float2bfloat16_rd(float x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, x)});
}
SS_INLINE float __bfloat162float(__nv_bfloat16 x)
{
    return (float)x;
}
SS_INLINE __nv_bfloat16 __double2bfloat16(double x)
{
    return __nv_bfloat16(x);
}
SS_INLINE __nv_bfloat16 __int2bfloat16_rn(int x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, (double)x)});
}
SS_INLINE int __bfloat162int_rn(__nv_bfloat16 x)
{
    return (int)ss_to_signed(SS_RN, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __int2bfloat16_rz(int x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, (double)x)});
}
SS_INLINE int __bfloat162int_rz(__nv_bfloat16 x)
{
    return (int)ss_to_signed(SS_RZ, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __int2bfloat16_ru(int x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, (double)x)});
}
SS_INLINE int __bfloat162int_ru(__nv_bfloat16 x)
{
    return (int)ss_to_signed(SS_RU, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __int2bfloat16_rd(int x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, (double)x)});
}
SS_INLINE int __bfloat162int_rd(__nv_bfloat16 x)
{
    return (int)ss_to_signed(SS_RD, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __uint2bfloat16_rn(unsigned x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, (double)x)});
}
SS_INLINE unsigned __bfloat162uint_rn(__nv_bfloat16 x)
{
    return (unsigned)ss_to_unsigned(SS_RN, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __uint2bfloat16_rz(unsigned x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, (double)x)});
}
SS_INLINE unsigned __bfloat162uint_rz(__nv_bfloat16 x)
{
    return (unsigned)ss_to_unsigned(SS_RZ, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __uint2bfloat16_ru(unsigned x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, (double)x)});
}
SS_INLINE unsigned __bfloat162uint_ru(__nv_bfloat16 x)
{
    return (unsigned)ss_to_unsigned(SS_RU, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __uint2bfloat16_rd(unsigned x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, (double)x)});
}
SS_INLINE unsigned __bfloat162uint_rd(__nv_bfloat16 x)
{
    return (unsigned)ss_to_unsigned(SS_RD, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __short2bfloat16_rn(short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, (double)x)});
}
SS_INLINE short __bfloat162short_rn(__nv_bfloat16 x)
{
    return (short)ss_to_signed(SS_RN, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __short2bfloat16_rz(short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, (double)x)});
}
SS_INLINE short __bfloat162short_rz(__nv_bfloat16 x)
{
    return (short)ss_to_signed(SS_RZ, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __short2bfloat16_ru(short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, (double)x)});
}
SS_INLINE short __bfloat162short_ru(__nv_bfloat16 x)
{
    return (short)ss_to_signed(SS_RU, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __short2bfloat16_rd(short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, (double)x)});
}
SS_INLINE short __bfloat162short_rd(__nv_bfloat16 x)
{
    return (short)ss_to_signed(SS_RD, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, (double)x)});
}
SS_INLINE unsigned short __bfloat162ushort_rn(__nv_bfloat16 x)
{
    return (unsigned short)ss_to_unsigned(SS_RN, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __ushort2bfloat16_rz(unsigned short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, (double)x)});
}
SS_INLINE unsigned short __bfloat162ushort_rz(__nv_bfloat16 x)
{
    return (unsigned short)ss_to_unsigned(SS_RZ, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __ushort2bfloat16_ru(unsigned short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, (double)x)});
}
SS_INLINE unsigned short __bfloat162ushort_ru(__nv_bfloat16 x)
{
    return (unsigned short)ss_to_unsigned(SS_RU, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __ushort2bfloat16_rd(unsigned short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, (double)x)});
}
SS_INLINE unsigned short __bfloat162ushort_rd(__nv_bfloat16 x)
{
    return (unsigned short)ss_to_unsigned(SS_RD, (float)x, 32);
}
SS_INLINE __nv_bfloat16 __ll2bfloat16_rn(long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, (double)x)});
}
SS_INLINE long long __bfloat162ll_rn(__nv_bfloat16 x)
{
    return (long long)ss_to_signed(SS_RN, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ll2bfloat16_rz(long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, (double)x)});
}
SS_INLINE long long __bfloat162ll_rz(__nv_bfloat16 x)
{
    return (long long)ss_to_signed(SS_RZ, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ll2bfloat16_ru(long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, (double)x)});
}
SS_INLINE long long __bfloat162ll_ru(__nv_bfloat16 x)
{
    return (long long)ss_to_signed(SS_RU, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ll2bfloat16_rd(long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, (double)x)});
}
SS_INLINE long long __bfloat162ll_rd(__nv_bfloat16 x)
{
    return (long long)ss_to_signed(SS_RD, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RN, (double)x)});
}
SS_INLINE unsigned long long __bfloat162ull_rn(__nv_bfloat16 x)
{
    return (unsigned long long)ss_to_unsigned(SS_RN, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ull2bfloat16_rz(unsigned long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RZ, (double)x)});
}
SS_INLINE unsigned long long __bfloat162ull_rz(__nv_bfloat16 x)
{
    return (unsigned long long)ss_to_unsigned(SS_RZ, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ull2bfloat16_ru(unsigned long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RU, (double)x)});
}
SS_INLINE unsigned long long __bfloat162ull_ru(__nv_bfloat16 x)
{
    return (unsigned long long)ss_to_unsigned(SS_RU, (float)x, 64);
}
SS_INLINE __nv_bfloat16 __ull2bfloat16_rd(unsigned long long x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{ss_to_bfloat16(SS_RD, (double)x)});
}
SS_INLINE unsigned long long __bfloat162ull_rd(__nv_bfloat16 x)
{
    return (unsigned long long)ss_to_unsigned(SS_RD, (float)x, 64);
}
SS_INLINE __nv_bfloat162 __float2bfloat162_rn(float x)
{
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x));
}
SS_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
SS_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 a)
{
    return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y));
}
SS_INLINE float2 __bfloat1622float2(__nv_bfloat162 a)
{
    return make_float2((float)a.x, (float)a.y);
}
SS_INLINE float __low2float(__nv_bfloat162 a)
{
    return (float)a.x;
}
SS_INLINE float __high2float(__nv_bfloat162 a)
{
    return (float)a.y;
}
SS_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a)
{
    return a.x;
}
SS_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a)
{
    return a.y;
}
SS_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)
{
    return __nv_bfloat162(a, a);
}
SS_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat162(a, b);
}
SS_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat162(a, b);
}
SS_INLINE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a)
{
    return __nv_bfloat162(a.x, a.x);
}
SS_INLINE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a)
{
    return __nv_bfloat162(a.y, a.y);
}
SS_INLINE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.x, b.x);
}
SS_INLINE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.y, b.y);
}
SS_INLINE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a)
{
    return __nv_bfloat162(a.y, a.x);
}
SS_INLINE short __bfloat16_as_short(__nv_bfloat16 x)
{
    return (short)x.bits;
}
SS_INLINE __nv_bfloat16 __short_as_bfloat16(short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)x});
}
SS_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return (unsigned short)x.bits;
}
SS_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short x)
{
    return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)x});
}

/* ---- Arithmetic ---- */

SS_INLINE __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a + (float)b);
}
SS_INLINE __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a + (float)b);
}
SS_INLINE __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16(__saturatef((float)a + (float)b));
}
SS_INLINE __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y));
}
SS_INLINE __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return __hadd(a, b);
}
SS_INLINE __nv_bfloat162 operator+(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    return __hadd2(a, b);
}
SS_INLINE __nv_bfloat16 &operator+=(__nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    a = a + b;
    return a;
}
SS_INLINE __nv_bfloat162 &operator+=(__nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    a = a + b;
    return a;
}
SS_INLINE __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a - (float)b);
}
SS_INLINE __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a - (float)b);
}
SS_INLINE __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16(__saturatef((float)a - (float)b));
}
SS_INLINE __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y));
}
SS_INLINE __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return __hsub(a, b);
}
SS_INLINE __nv_bfloat162 operator-(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    return __hsub2(a, b);
}
SS_INLINE __nv_bfloat16 &operator-=(__nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    a = a - b;
    return a;
}
SS_INLINE __nv_bfloat162 &operator-=(__nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    a = a - b;
    return a;
}
SS_INLINE __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a * (float)b);
}
SS_INLINE __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a * (float)b);
}
SS_INLINE __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16(__saturatef((float)a * (float)b));
}
SS_INLINE __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y));
}
SS_INLINE __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return __hmul(a, b);
}
SS_INLINE __nv_bfloat162 operator*(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    return __hmul2(a, b);
}
SS_INLINE __nv_bfloat16 &operator*=(__nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    a = a * b;
    return a;
}
SS_INLINE __nv_bfloat162 &operator*=(__nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    a = a * b;
    return a;
}
SS_INLINE __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16((float)a / (float)b);
}
SS_INLINE __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
SS_INLINE __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return __hdiv(a, b);
}
SS_INLINE __nv_bfloat162 operator/(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    return __h2div(a, b);
}
SS_INLINE __nv_bfloat16 &operator/=(__nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    a = a / b;
    return a;
}
SS_INLINE __nv_bfloat162 &operator/=(__nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    a = a / b;
    return a;
}
SS_INLINE __nv_bfloat16 operator-(const __nv_bfloat16 &a)
{
    return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)(a.bits ^ 0x8000)});
}
SS_INLINE __nv_bfloat16 operator+(const __nv_bfloat16 &a)
{
    return a;
}
SS_INLINE __nv_bfloat16 &operator++(__nv_bfloat16 &a)
{
    a = a + __nv_bfloat16(1.0f);
    return a;
}
SS_INLINE __nv_bfloat16 operator++(__nv_bfloat16 &a, int)
{
    __nv_bfloat16 old = a;
    a = a + __nv_bfloat16(1.0f);
    return old;
}
SS_INLINE __nv_bfloat16 &operator--(__nv_bfloat16 &a)
{
    a = a - __nv_bfloat16(1.0f);
    return a;
}
SS_INLINE __nv_bfloat16 operator--(__nv_bfloat16 &a, int)
{
    __nv_bfloat16 old = a;
    a = a - __nv_bfloat16(1.0f);
    return old;
}
SS_INLINE __nv_bfloat162 operator-(const __nv_bfloat162 &a)
{
    return __nv_bfloat162(-a.x, -a.y);
}
SS_INLINE __nv_bfloat162 operator+(const __nv_bfloat162 &a)
{
    return a;
}
SS_INLINE __nv_bfloat162 &operator++(__nv_bfloat162 &a)
{
    a = a + __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f));
    return a;
}
SS_INLINE __nv_bfloat162 operator++(__nv_bfloat162 &a, int)
{
    __nv_bfloat162 old = a;
    a = a + __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f));
    return old;
}
SS_INLINE __nv_bfloat162 &operator--(__nv_bfloat162 &a)
{
    a = a - __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f));
    return a;
}
SS_INLINE __nv_bfloat162 operator--(__nv_bfloat162 &a, int)
{
    __nv_bfloat162 old = a;
    a = a - __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f));
    return old;
}
SS_INLINE __nv_bfloat16 __hneg(__nv_bfloat16 a)
{
    return -a;
}
SS_INLINE __nv_bfloat162 __hneg2(__nv_bfloat162 a)
{
    return -a;
}
SS_INLINE __nv_bfloat16 __habs(__nv_bfloat16 a)
{
    return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)(a.bits & 0x7fff)});
}
SS_INLINE __nv_bfloat162 __habs2(__nv_bfloat162 a)
{
    return __nv_bfloat162(__habs(a.x), __habs(a.y));
}
SS_INLINE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    return __nv_bfloat16((double)(float)a * (double)(float)b + (double)(float)c);
}
SS_INLINE __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    return __nv_bfloat16(__saturatef((float)__hfma(a, b, c)));
}
SS_INLINE __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    return __nv_bfloat16(fmaxf((float)__hfma(a, b, c), 0.0f));
}
SS_INLINE __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

/* ---- Comparison ---- */

SS_INLINE bool __heq(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a == (float)b;
}
SS_INLINE bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return (float)a == (float)b;
}
SS_INLINE __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(__heq(a.x, b.x) ? 1.0f : 0.0f),
                          __nv_bfloat16(__heq(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __heq(a.x, b.x) && __heq(a.y, b.y);
}
SS_INLINE bool operator==(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    return a.x == b.x && a.y == b.y;
}
SS_INLINE bool __hne(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a != (float)b;
}
SS_INLINE bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return (float)a != (float)b;
}
SS_INLINE __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(__hne(a.x, b.x) ? 1.0f : 0.0f),
                          __nv_bfloat16(__hne(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __hne(a.x, b.x) && __hne(a.y, b.y);
}
SS_INLINE bool operator!=(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{
    return a.x != b.x || a.y != b.y;
}
SS_INLINE bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a < (float)b;
}
SS_INLINE bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return (float)a < (float)b;
}
SS_INLINE __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(__hlt(a.x, b.x) ? 1.0f : 0.0f),
                          __nv_bfloat16(__hlt(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __hlt(a.x, b.x) && __hlt(a.y, b.y);
}
SS_INLINE bool __hle(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a <= (float)b;
}
SS_INLINE bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return (float)a <= (float)b;
}
SS_INLINE __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(__hle(a.x, b.x) ? 1.0f : 0.0f),
                          __nv_bfloat16(__hle(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __hle(a.x, b.x) && __hle(a.y, b.y);
}
SS_INLINE bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a > (float)b;
}
SS_INLINE bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return (float)a > (float)b;
}
SS_INLINE __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(__hgt(a.x, b.x) ? 1.0f : 0.0f),
                          __nv_bfloat16(__hgt(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __hgt(a.x, b.x) && __hgt(a.y, b.y);
}
SS_INLINE bool __hge(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return (float)a >= (float)b;
}
SS_INLINE bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return (float)a >= (float)b;
}
SS_INLINE __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__nv_bfloat16(__hge(a.x, b.x) ? 1.0f : 0.0f),
                          __nv_bfloat16(__hge(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __hge(a.x, b.x) && __hge(a.y, b.y);
}
SS_INLINE bool __hisnan(__nv_bfloat16 a)
{
    return __builtin_isnan((float)a);
}
SS_INLINE int __hisinf(__nv_bfloat16 a)
{
    return __builtin_isinf_sign((float)a);
}
SS_INLINE __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16(fmaxf((float)a, (float)b));
}
SS_INLINE __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
SS_INLINE __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat16(fminf((float)a, (float)b));
}
SS_INLINE __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

/* ---- Functions ---- */

SS_INLINE __nv_bfloat16 hsqrt(__nv_bfloat16 a)
{
    return __nv_bfloat16(::sqrtf((float)a));
}
SS_INLINE __nv_bfloat162 h2sqrt(__nv_bfloat162 a)
{
    return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y));
}
SS_INLINE __nv_bfloat16 hrsqrt(__nv_bfloat16 a)
{
    return __nv_bfloat16(rsqrtf((float)a));
}
SS_INLINE __nv_bfloat162 h2rsqrt(__nv_bfloat162 a)
{
    return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y));
}
SS_INLINE __nv_bfloat16 hexp(__nv_bfloat16 a)
{
    return __nv_bfloat16(::expf((float)a));
}
SS_INLINE __nv_bfloat162 h2exp(__nv_bfloat162 a)
{
    return __nv_bfloat162(hexp(a.x), hexp(a.y));
}
SS_INLINE __nv_bfloat16 hexp2(__nv_bfloat16 a)
{
    return __nv_bfloat16(::exp2f((float)a));
}
SS_INLINE __nv_bfloat162 h2exp2(__nv_bfloat162 a)
{
    return __nv_bfloat162(hexp2(a.x), hexp2(a.y));
}
SS_INLINE __nv_bfloat16 hexp10(__nv_bfloat16 a)
{
    return __nv_bfloat16(::exp10f((float)a));
}
SS_INLINE __nv_bfloat162 h2exp10(__nv_bfloat162 a)
{
    return __nv_bfloat162(hexp10(a.x), hexp10(a.y));
}
SS_INLINE __nv_bfloat16 hlog(__nv_bfloat16 a)
{
    return __nv_bfloat16(::logf((float)a));
}
SS_INLINE __nv_bfloat162 h2log(__nv_bfloat162 a)
{
    return __nv_bfloat162(hlog(a.x), hlog(a.y));
}
SS_INLINE __nv_bfloat16 hlog2(__nv_bfloat16 a)
{
    return __nv_bfloat16(::log2f((float)a));
}
SS_INLINE __nv_bfloat162 h2log2(__nv_bfloat162 a)
{
    return __nv_bfloat162(hlog2(a.x), hlog2(a.y));
}
SS_INLINE __nv_bfloat16 hlog10(__nv_bfloat16 a)
{
    return __nv_bfloat16(::log10f((float)a));
}
SS_INLINE __nv_bfloat162 h2log10(__nv_bfloat162 a)
{
    return __nv_bfloat162(hlog10(a.x), hlog10(a.y));
}
SS_INLINE __nv_bfloat16 hsin(__nv_bfloat16 a)
{
    return __nv_bfloat16(::sinf((float)a));
}
SS_INLINE __nv_bfloat162 h2sin(__nv_bfloat162 a)
{
    return __nv_bfloat162(hsin(a.x), hsin(a.y));
}
SS_INLINE __nv_bfloat16 hcos(__nv_bfloat16 a)
{
    return __nv_bfloat16(::cosf((float)a));
}
SS_INLINE __nv_bfloat162 h2cos(__nv_bfloat162 a)
{
    return __nv_bfloat162(hcos(a.x), hcos(a.y));
}
SS_INLINE __nv_bfloat16 hfloor(__nv_bfloat16 a)
{
    return __nv_bfloat16(::floorf((float)a));
}
SS_INLINE __nv_bfloat162 h2floor(__nv_bfloat162 a)
{
    return __nv_bfloat162(hfloor(a.x), hfloor(a.y));
}
SS_INLINE __nv_bfloat16 hceil(__nv_bfloat16 a)
{
    return __nv_bfloat16(::ceilf((float)a));
}
SS_INLINE __nv_bfloat162 h2ceil(__nv_bfloat162 a)
{
    return __nv_bfloat162(hceil(a.x), hceil(a.y));
}
SS_INLINE __nv_bfloat16 htrunc(__nv_bfloat16 a)
{
    return __nv_bfloat16(::truncf((float)a));
}
SS_INLINE __nv_bfloat162 h2trunc(__nv_bfloat162 a)
{
    return __nv_bfloat162(htrunc(a.x), htrunc(a.y));
}
SS_INLINE __nv_bfloat16 hrint(__nv_bfloat16 a)
{
    return __nv_bfloat16(::rintf((float)a));
}
SS_INLINE __nv_bfloat162 h2rint(__nv_bfloat162 a)
{
    return __nv_bfloat162(hrint(a.x), hrint(a.y));
}
SS_INLINE __nv_bfloat16 htanh(__nv_bfloat16 a)
{
    return __nv_bfloat16(::tanhf((float)a));
}
SS_INLINE __nv_bfloat162 h2tanh(__nv_bfloat162 a)
{
    return __nv_bfloat162(htanh(a.x), htanh(a.y));
}
SS_INLINE __nv_bfloat16 hrcp(__nv_bfloat16 a)
{
    return __nv_bfloat16(1 / (float)a);
}
SS_INLINE __nv_bfloat162 h2rcp(__nv_bfloat162 a)
{
    return __nv_bfloat162(hrcp(a.x), hrcp(a.y));
}

#endif
