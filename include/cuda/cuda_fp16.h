/* cuda_fp16.h - half precision numbers, computed in float and rounded after every operation. */
#ifndef SYNCSTEP_CUDA_FP16_H
#define SYNCSTEP_CUDA_FP16_H
#define __CUDA_FP16_H__

#include "cuda_runtime.h"

/* Implemented by src/emulator/api_half.cpp. */
extern "C" unsigned short ss_to_half(enum ss_round mode, double x);
extern "C" float ss_from_half(unsigned short bits);

struct __half_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x, y;
};

struct __attribute__((aligned(2))) __half {
    unsigned short bits;

    __half() = default;
    SS_INLINE __half(float x) : bits(ss_to_half(SS_RN, x)) {}
    SS_INLINE __half(double x) : bits(ss_to_half(SS_RN, x)) {}
    SS_INLINE __half(int x) : bits(ss_to_half(SS_RN, x)) {}
    SS_INLINE __half(unsigned x) : bits(ss_to_half(SS_RN, x)) {}
    SS_INLINE __half(short x) : bits(ss_to_half(SS_RN, x)) {}
    SS_INLINE __half(unsigned short x) : bits(ss_to_half(SS_RN, x)) {}
    SS_INLINE __half(long x) : bits(ss_to_half(SS_RN, (double)x)) {}
    SS_INLINE __half(unsigned long x) : bits(ss_to_half(SS_RN, (double)x)) {}
    SS_INLINE __half(long long x) : bits(ss_to_half(SS_RN, (double)x)) {}
    SS_INLINE __half(unsigned long long x) : bits(ss_to_half(SS_RN, (double)x)) {}
    SS_INLINE __half(const __half_raw &raw) : bits(raw.x) {}
    SS_INLINE operator float() const
    {
        return ss_from_half(bits);
    }
    SS_INLINE operator __half_raw() const
    {
        return __half_raw{bits};
    }
    SS_INLINE explicit operator double() const
    {
        return ss_from_half(bits);
    }
    SS_INLINE explicit operator bool() const
    {
        return (bits & 0x7fff) != 0;
    }
    SS_INLINE explicit operator int() const
    {
        return (int)ss_from_half(bits);
    }
    SS_INLINE explicit operator unsigned() const
    {
        return (unsigned)ss_from_half(bits);
    }
    SS_INLINE explicit operator short() const
    {
        return (short)ss_from_half(bits);
    }
    SS_INLINE explicit operator unsigned short() const
    {
        return (unsigned short)ss_from_half(bits);
    }
    SS_INLINE explicit operator long long() const
    {
        return (long long)ss_from_half(bits);
    }
    SS_INLINE explicit operator unsigned long long() const
    {
        return (unsigned long long)ss_from_half(bits);
    }
    SS_INLINE __half &operator=(float x)
    {
        bits = ss_to_half(SS_RN, x);
        return *this;
    }
};

struct __attribute__((aligned(4))) __half2 {
    __half x, y;

    __half2() = default;
    SS_INLINE __half2(const __half &a, const __half &b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

/* ---- Conversions ---- */

SS_INLINE __half __float2half(float x)
{
    return __half(x);
}
SS_INLINE __half __float2half_rn(float x)
{
    return __half(__half_raw{ss_to_half(SS_RN, x)});
}
SS_INLINE __half __float2half_rz(float x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, x)});
}
SS_INLINE __half __float2half_ru(float x)
{
    return __half(__half_raw{ss_to_half(SS_RU, x)});
}
SS_INLINE __half __float2half_rd(float x)
{
    return __half(__half_raw{ss_to_half(SS_RD, x)});
}
SS_INLINE float __half2float(__half x)
{
    return (float)x;
}
SS_INLINE __half __double2half(double x)
{
    return __half(x);
}
SS_INLINE __half __int2half_rn(int x)
{
    return __half(__half_raw{ss_to_half(SS_RN, (double)x)});
}
SS_INLINE int __half2int_rn(__half x)
{
    return (int)ss_to_signed(SS_RN, (float)x, 32);
}
SS_INLINE __half __int2half_rz(int x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, (double)x)});
}
SS_INLINE int __half2int_rz(__half x)
{
    return (int)ss_to_signed(SS_RZ, (float)x, 32);
}
SS_INLINE __half __int2half_ru(int x)
{
    return __half(__half_raw{ss_to_half(SS_RU, (double)x)});
}
SS_INLINE int __half2int_ru(__half x)
{
    return (int)ss_to_signed(SS_RU, (float)x, 32);
}
SS_INLINE __half __int2half_rd(int x)
{
    return __half(__half_raw{ss_to_half(SS_RD, (double)x)});
}
SS_INLINE int __half2int_rd(__half x)
{
    return (int)ss_to_signed(SS_RD, (float)x, 32);
}
SS_INLINE __half __uint2half_rn(unsigned x)
{
    return __half(__half_raw{ss_to_half(SS_RN, (double)x)});
}
SS_INLINE unsigned __half2uint_rn(__half x)
{
    return (unsigned)ss_to_unsigned(SS_RN, (float)x, 32);
}
SS_INLINE __half __uint2half_rz(unsigned x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, (double)x)});
}
SS_INLINE unsigned __half2uint_rz(__half x)
{
    return (unsigned)ss_to_unsigned(SS_RZ, (float)x, 32);
}
SS_INLINE __half __uint2half_ru(unsigned x)
{
    return __half(__half_raw{ss_to_half(SS_RU, (double)x)});
}
SS_INLINE unsigned __half2uint_ru(__half x)
{
    return (unsigned)ss_to_unsigned(SS_RU, (float)x, 32);
}
SS_INLINE __half __uint2half_rd(unsigned x)
{
    return __half(__half_raw{ss_to_half(SS_RD, (double)x)});
}
SS_INLINE unsigned __half2uint_rd(__half x)
{
    return (unsigned)ss_to_unsigned(SS_RD, (float)x, 32);
}
SS_INLINE __half __short2half_rn(short x)
{
    return __half(__half_raw{ss_to_half(SS_RN, (double)x)});
}
SS_INLINE short __half2short_rn(__half x)
{
    return (short)ss_to_signed(SS_RN, (float)x, 32);
}
SS_INLINE __half __short2half_rz(short x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, (double)x)});
}
SS_INLINE short __half2short_rz(__half x)
{
    return (short)ss_to_signed(SS_RZ, (float)x, 32);
}
SS_INLINE __half __short2half_ru(short x)
{
    return __half(__half_raw{ss_to_half(SS_RU, (double)x)});
}
SS_INLINE short __half2short_ru(__half x)
{
    return (short)ss_to_signed(SS_RU, (float)x, 32);
}
SS_INLINE __half __short2half_rd(short x)
{
    return __half(__half_raw{ss_to_half(SS_RD, (double)x)});
}
SS_INLINE short __half2short_rd(__half x)
{
    return (short)ss_to_signed(SS_RD, (float)x, 32);
}
SS_INLINE __half __ushort2half_rn(unsigned short x)
{
    return __half(__half_raw{ss_to_half(SS_RN, (double)x)});
}
SS_INLINE unsigned short __half2ushort_rn(__half x)
{
    return (unsigned short)ss_to_unsigned(SS_RN, (float)x, 32);
}
SS_INLINE __half __ushort2half_rz(unsigned short x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, (double)x)});
}
SS_INLINE unsigned short __half2ushort_rz(__half x)
{
    return (unsigned short)ss_to_unsigned(SS_RZ, (float)x, 32);
}
SS_INLINE __half __ushort2half_ru(unsigned short x)
{
    return __half(__half_raw{ss_to_half(SS_RU, (double)x)});
}
SS_INLINE unsigned short __half2ushort_ru(__half x)
{
    return (unsigned short)ss_to_unsigned(SS_RU, (float)x, 32);
}
SS_INLINE __half __ushort2half_rd(unsigned short x)
{
    return __half(__half_raw{ss_to_half(SS_RD, (double)x)});
}
SS_INLINE unsigned short __half2ushort_rd(__half x)
{
    return (unsigned short)ss_to_unsigned(SS_RD, (float)x, 32);
}
SS_INLINE __half __ll2half_rn(long long x)
{
    return __half(__half_raw{ss_to_half(SS_RN, (double)x)});
}
SS_INLINE long long __half2ll_rn(__half x)
{
    return (long long)ss_to_signed(SS_RN, (float)x, 64);
}
SS_INLINE __half __ll2half_rz(long long x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, (double)x)});
}
SS_INLINE long long __half2ll_rz(__half x)
{
    return (long long)ss_to_signed(SS_RZ, (float)x, 64);
}
SS_INLINE __half __ll2half_ru(long long x)
{
    return __half(__half_raw{ss_to_half(SS_RU, (double)x)});
}
SS_INLINE long long __half2ll_ru(__half x)
{
    return (long long)ss_to_signed(SS_RU, (float)x, 64);
}
SS_INLINE __half __ll2half_rd(long long x)
{
    return __half(__half_raw{ss_to_half(SS_RD, (double)x)});
}
SS_INLINE long long __half2ll_rd(__half x)
{
    return (long long)ss_to_signed(SS_RD, (float)x, 64);
}
SS_INLINE __half __ull2half_rn(unsigned long long x)
{
    return __half(__half_raw{ss_to_half(SS_RN, (double)x)});
}
SS_INLINE unsigned long long __half2ull_rn(__half x)
{
    return (unsigned long long)ss_to_unsigned(SS_RN, (float)x, 64);
}
SS_INLINE __half __ull2half_rz(unsigned long long x)
{
    return __half(__half_raw{ss_to_half(SS_RZ, (double)x)});
}
SS_INLINE unsigned long long __half2ull_rz(__half x)
{
    return (unsigned long long)ss_to_unsigned(SS_RZ, (float)x, 64);
}
SS_INLINE __half __ull2half_ru(unsigned long long x)
{
    return __half(__half_raw{ss_to_half(SS_RU, (double)x)});
}
SS_INLINE unsigned long long __half2ull_ru(__half x)
{
    return (unsigned long long)ss_to_unsigned(SS_RU, (float)x, 64);
}
SS_INLINE __half __ull2half_rd(unsigned long long x)
{
    return __half(__half_raw{ss_to_half(SS_RD, (double)x)});
}
SS_INLINE unsigned long long __half2ull_rd(__half x)
{
    return (unsigned long long)ss_to_unsigned(SS_RD, (float)x, 64);
}
SS_INLINE __half2 __float2half2_rn(float x)
{
    return __half2(__half(x), __half(x));
}
SS_INLINE __half2 __floats2half2_rn(float x, float y)
{
    return __half2(__half(x), __half(y));
}
SS_INLINE __half2 __float22half2_rn(float2 a)
{
    return __half2(__half(a.x), __half(a.y));
}
SS_INLINE float2 __half22float2(__half2 a)
{
    return make_float2((float)a.x, (float)a.y);
}
SS_INLINE float __low2float(__half2 a)
{
    return (float)a.x;
}
SS_INLINE float __high2float(__half2 a)
{
    return (float)a.y;
}
SS_INLINE __half __low2half(__half2 a)
{
    return a.x;
}
SS_INLINE __half __high2half(__half2 a)
{
    return a.y;
}
SS_INLINE __half2 __half2half2(__half a)
{
    return __half2(a, a);
}
SS_INLINE __half2 __halves2half2(__half a, __half b)
{
    return __half2(a, b);
}
SS_INLINE __half2 make_half2(__half a, __half b)
{
    return __half2(a, b);
}
SS_INLINE __half2 __low2half2(__half2 a)
{
    return __half2(a.x, a.x);
}
SS_INLINE __half2 __high2half2(__half2 a)
{
    return __half2(a.y, a.y);
}
SS_INLINE __half2 __lows2half2(__half2 a, __half2 b)
{
    return __half2(a.x, b.x);
}
SS_INLINE __half2 __highs2half2(__half2 a, __half2 b)
{
    return __half2(a.y, b.y);
}
SS_INLINE __half2 __lowhigh2highlow(__half2 a)
{
    return __half2(a.y, a.x);
}
SS_INLINE short __half_as_short(__half x)
{
    return (short)x.bits;
}
SS_INLINE __half __short_as_half(short x)
{
    return __half(__half_raw{(unsigned short)x});
}
SS_INLINE unsigned short __half_as_ushort(__half x)
{
    return (unsigned short)x.bits;
}
SS_INLINE __half __ushort_as_half(unsigned short x)
{
    return __half(__half_raw{(unsigned short)x});
}

/* ---- Arithmetic ---- */

SS_INLINE __half __hadd(__half a, __half b)
{
    return __half((float)a + (float)b);
}
SS_INLINE __half __hadd_rn(__half a, __half b)
{
    return __half((float)a + (float)b);
}
SS_INLINE __half __hadd_sat(__half a, __half b)
{
    return __half(__saturatef((float)a + (float)b));
}
SS_INLINE __half2 __hadd2(__half2 a, __half2 b)
{
    return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y));
}
SS_INLINE __half operator+(const __half &a, const __half &b)
{
    return __hadd(a, b);
}
SS_INLINE __half2 operator+(const __half2 &a, const __half2 &b)
{
    return __hadd2(a, b);
}
SS_INLINE __half &operator+=(__half &a, const __half &b)
{
    a = a + b;
    return a;
}
SS_INLINE __half2 &operator+=(__half2 &a, const __half2 &b)
{
    a = a + b;
    return a;
}
SS_INLINE __half __hsub(__half a, __half b)
{
    return __half((float)a - (float)b);
}
SS_INLINE __half __hsub_rn(__half a, __half b)
{
    return __half((float)a - (float)b);
}
SS_INLINE __half __hsub_sat(__half a, __half b)
{
    return __half(__saturatef((float)a - (float)b));
}
SS_INLINE __half2 __hsub2(__half2 a, __half2 b)
{
    return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y));
}
SS_INLINE __half operator-(const __half &a, const __half &b)
{
    return __hsub(a, b);
}
SS_INLINE __half2 operator-(const __half2 &a, const __half2 &b)
{
    return __hsub2(a, b);
}
SS_INLINE __half &operator-=(__half &a, const __half &b)
{
    a = a - b;
    return a;
}
SS_INLINE __half2 &operator-=(__half2 &a, const __half2 &b)
{
    a = a - b;
    return a;
}
SS_INLINE __half __hmul(__half a, __half b)
{
    return __half((float)a * (float)b);
}
SS_INLINE __half __hmul_rn(__half a, __half b)
{
    return __half((float)a * (float)b);
}
SS_INLINE __half __hmul_sat(__half a, __half b)
{
    return __half(__saturatef((float)a * (float)b));
}
SS_INLINE __half2 __hmul2(__half2 a, __half2 b)
{
    return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y));
}
SS_INLINE __half operator*(const __half &a, const __half &b)
{
    return __hmul(a, b);
}
SS_INLINE __half2 operator*(const __half2 &a, const __half2 &b)
{
    return __hmul2(a, b);
}
SS_INLINE __half &operator*=(__half &a, const __half &b)
{
    a = a * b;
    return a;
}
SS_INLINE __half2 &operator*=(__half2 &a, const __half2 &b)
{
    a = a * b;
    return a;
}
SS_INLINE __half __hdiv(__half a, __half b)
{
    return __half((float)a / (float)b);
}
SS_INLINE __half2 __h2div(__half2 a, __half2 b)
{
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
SS_INLINE __half operator/(const __half &a, const __half &b)
{
    return __hdiv(a, b);
}
SS_INLINE __half2 operator/(const __half2 &a, const __half2 &b)
{
    return __h2div(a, b);
}
SS_INLINE __half &operator/=(__half &a, const __half &b)
{
    a = a / b;
    return a;
}
SS_INLINE __half2 &operator/=(__half2 &a, const __half2 &b)
{
    a = a / b;
    return a;
}
SS_INLINE __half operator-(const __half &a)
{
    return __half(__half_raw{(unsigned short)(a.bits ^ 0x8000)});
}
SS_INLINE __half operator+(const __half &a)
{
    return a;
}
SS_INLINE __half &operator++(__half &a)
{
    a = a + __half(1.0f);
    return a;
}
SS_INLINE __half operator++(__half &a, int)
{
    __half old = a;
    a = a + __half(1.0f);
    return old;
}
SS_INLINE __half &operator--(__half &a)
{
    a = a - __half(1.0f);
    return a;
}
SS_INLINE __half operator--(__half &a, int)
{
    __half old = a;
    a = a - __half(1.0f);
    return old;
}
SS_INLINE __half2 operator-(const __half2 &a)
{
    return __half2(-a.x, -a.y);
}
SS_INLINE __half2 operator+(const __half2 &a)
{
    return a;
}
SS_INLINE __half2 &operator++(__half2 &a)
{
    a = a + __half2(__half(1.0f), __half(1.0f));
    return a;
}
SS_INLINE __half2 operator++(__half2 &a, int)
{
    __half2 old = a;
    a = a + __half2(__half(1.0f), __half(1.0f));
    return old;
}
SS_INLINE __half2 &operator--(__half2 &a)
{
    a = a - __half2(__half(1.0f), __half(1.0f));
    return a;
}
SS_INLINE __half2 operator--(__half2 &a, int)
{
    __half2 old = a;
    a = a - __half2(__half(1.0f), __half(1.0f));
    return old;
}
SS_INLINE __half __hneg(__half a)
{
    return -a;
}
SS_INLINE __half2 __hneg2(__half2 a)
{
    return -a;
}
SS_INLINE __half __habs(__half a)
{
    return __half(__half_raw{(unsigned short)(a.bits & 0x7fff)});
}
SS_INLINE __half2 __habs2(__half2 a)
{
    return __half2(__habs(a.x), __habs(a.y));
}
SS_INLINE __half __hfma(__half a, __half b, __half c)
{
    return __half((double)(float)a * (double)(float)b + (double)(float)c);
}
SS_INLINE __half __hfma_sat(__half a, __half b, __half c)
{
    return __half(__saturatef((float)__hfma(a, b, c)));
}
SS_INLINE __half __hfma_relu(__half a, __half b, __half c)
{
    return __half(fmaxf((float)__hfma(a, b, c), 0.0f));
}
SS_INLINE __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

/* ---- Comparison ---- */

SS_INLINE bool __heq(__half a, __half b)
{
    return (float)a == (float)b;
}
SS_INLINE bool operator==(const __half &a, const __half &b)
{
    return (float)a == (float)b;
}
SS_INLINE __half2 __heq2(__half2 a, __half2 b)
{
    return __half2(__half(__heq(a.x, b.x) ? 1.0f : 0.0f), __half(__heq(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbeq2(__half2 a, __half2 b)
{
    return __heq(a.x, b.x) && __heq(a.y, b.y);
}
SS_INLINE bool operator==(const __half2 &a, const __half2 &b)
{
    return a.x == b.x && a.y == b.y;
}
SS_INLINE bool __hne(__half a, __half b)
{
    return (float)a != (float)b;
}
SS_INLINE bool operator!=(const __half &a, const __half &b)
{
    return (float)a != (float)b;
}
SS_INLINE __half2 __hne2(__half2 a, __half2 b)
{
    return __half2(__half(__hne(a.x, b.x) ? 1.0f : 0.0f), __half(__hne(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbne2(__half2 a, __half2 b)
{
    return __hne(a.x, b.x) && __hne(a.y, b.y);
}
SS_INLINE bool operator!=(const __half2 &a, const __half2 &b)
{
    return a.x != b.x || a.y != b.y;
}
SS_INLINE bool __hlt(__half a, __half b)
{
    return (float)a < (float)b;
}
SS_INLINE bool operator<(const __half &a, const __half &b)
{
    return (float)a < (float)b;
}
SS_INLINE __half2 __hlt2(__half2 a, __half2 b)
{
    return __half2(__half(__hlt(a.x, b.x) ? 1.0f : 0.0f), __half(__hlt(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hblt2(__half2 a, __half2 b)
{
    return __hlt(a.x, b.x) && __hlt(a.y, b.y);
}
SS_INLINE bool __hle(__half a, __half b)
{
    return (float)a <= (float)b;
}
SS_INLINE bool operator<=(const __half &a, const __half &b)
{
    return (float)a <= (float)b;
}
SS_INLINE __half2 __hle2(__half2 a, __half2 b)
{
    return __half2(__half(__hle(a.x, b.x) ? 1.0f : 0.0f), __half(__hle(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hble2(__half2 a, __half2 b)
{
    return __hle(a.x, b.x) && __hle(a.y, b.y);
}
SS_INLINE bool __hgt(__half a, __half b)
{
    return (float)a > (float)b;
}
SS_INLINE bool operator>(const __half &a, const __half &b)
{
    return (float)a > (float)b;
}
SS_INLINE __half2 __hgt2(__half2 a, __half2 b)
{
    return __half2(__half(__hgt(a.x, b.x) ? 1.0f : 0.0f), __half(__hgt(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbgt2(__half2 a, __half2 b)
{
    return __hgt(a.x, b.x) && __hgt(a.y, b.y);
}
SS_INLINE bool __hge(__half a, __half b)
{
    return (float)a >= (float)b;
}
SS_INLINE bool operator>=(const __half &a, const __half &b)
{
    return (float)a >= (float)b;
}
SS_INLINE __half2 __hge2(__half2 a, __half2 b)
{
    return __half2(__half(__hge(a.x, b.x) ? 1.0f : 0.0f), __half(__hge(a.y, b.y) ? 1.0f : 0.0f));
}
SS_INLINE bool __hbge2(__half2 a, __half2 b)
{
    return __hge(a.x, b.x) && __hge(a.y, b.y);
}
SS_INLINE bool __hisnan(__half a)
{
    return __builtin_isnan((float)a);
}
SS_INLINE int __hisinf(__half a)
{
    return __builtin_isinf_sign((float)a);
}
SS_INLINE __half __hmax(__half a, __half b)
{
    return __half(fmaxf((float)a, (float)b));
}
SS_INLINE __half2 __hmax2(__half2 a, __half2 b)
{
    return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
SS_INLINE __half __hmin(__half a, __half b)
{
    return __half(fminf((float)a, (float)b));
}
SS_INLINE __half2 __hmin2(__half2 a, __half2 b)
{
    return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

/* ---- Functions ---- */

SS_INLINE __half hsqrt(__half a)
{
    return __half(::sqrtf((float)a));
}
SS_INLINE __half2 h2sqrt(__half2 a)
{
    return __half2(hsqrt(a.x), hsqrt(a.y));
}
SS_INLINE __half hrsqrt(__half a)
{
    return __half(rsqrtf((float)a));
}
SS_INLINE __half2 h2rsqrt(__half2 a)
{
    return __half2(hrsqrt(a.x), hrsqrt(a.y));
}
SS_INLINE __half hexp(__half a)
{
    return __half(::expf((float)a));
}
SS_INLINE __half2 h2exp(__half2 a)
{
    return __half2(hexp(a.x), hexp(a.y));
}
SS_INLINE __half hexp2(__half a)
{
    return __half(::exp2f((float)a));
}
SS_INLINE __half2 h2exp2(__half2 a)
{
    return __half2(hexp2(a.x), hexp2(a.y));
}
SS_INLINE __half hexp10(__half a)
{
    return __half(::exp10f((float)a));
}
SS_INLINE __half2 h2exp10(__half2 a)
{
    return __half2(hexp10(a.x), hexp10(a.y));
}
SS_INLINE __half hlog(__half a)
{
    return __half(::logf((float)a));
}
SS_INLINE __half2 h2log(__half2 a)
{
    return __half2(hlog(a.x), hlog(a.y));
}
SS_INLINE __half hlog2(__half a)
{
    return __half(::log2f((float)a));
}
SS_INLINE __half2 h2log2(__half2 a)
{
    return __half2(hlog2(a.x), hlog2(a.y));
}
SS_INLINE __half hlog10(__half a)
{
    return __half(::log10f((float)a));
}
SS_INLINE __half2 h2log10(__half2 a)
{
    return __half2(hlog10(a.x), hlog10(a.y));
}
SS_INLINE __half hsin(__half a)
{
    return __half(::sinf((float)a));
}
SS_INLINE __half2 h2sin(__half2 a)
{
    return __half2(hsin(a.x), hsin(a.y));
}
SS_INLINE __half hcos(__half a)
{
    return __half(::cosf((float)a));
}
SS_INLINE __half2 h2cos(__half2 a)
{
    return __half2(hcos(a.x), hcos(a.y));
}
SS_INLINE __half hfloor(__half a)
{
    return __half(::floorf((float)a));
}
SS_INLINE __half2 h2floor(__half2 a)
{
    return __half2(hfloor(a.x), hfloor(a.y));
}
SS_INLINE __half hceil(__half a)
{
    return __half(::ceilf((float)a));
}
SS_INLINE __half2 h2ceil(__half2 a)
{
    return __half2(hceil(a.x), hceil(a.y));
}
SS_INLINE __half htrunc(__half a)
{
    return __half(::truncf((float)a));
}
SS_INLINE __half2 h2trunc(__half2 a)
{
    return __half2(htrunc(a.x), htrunc(a.y));
}
SS_INLINE __half hrint(__half a)
{
    return __half(::rintf((float)a));
}
SS_INLINE __half2 h2rint(__half2 a)
{
    return __half2(hrint(a.x), hrint(a.y));
}
SS_INLINE __half htanh(__half a)
{
    return __half(::tanhf((float)a));
}
SS_INLINE __half2 h2tanh(__half2 a)
{
    return __half2(htanh(a.x), htanh(a.y));
}
SS_INLINE __half hrcp(__half a)
{
    return __half(1 / (float)a);
}
SS_INLINE __half2 h2rcp(__half2 a)
{
    return __half2(hrcp(a.x), hrcp(a.y));
}

#endif
