/* helper_math.h - operators and functions on vectors of floats and ints, as the header of that name
 * in NVIDIA's samples has them. */
#ifndef SYNCSTEP_HELPER_MATH_H
#define SYNCSTEP_HELPER_MATH_H

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;

SS_INLINE float lerp(float a, float b, float t)
{
    return a + t * (b - a);
}
SS_INLINE float clamp(float f, float low, float high)
{
    return fmaxf(low, fminf(f, high));
}
SS_INLINE int clamp(int f, int low, int high)
{
    return max(low, min(f, high));
}
SS_INLINE uint clamp(uint f, uint low, uint high)
{
    return max(low, min(f, high));
}
SS_INLINE float2 make_float2(float s)
{
    return make_float2(s, s);
}
SS_INLINE float2 make_float2(const int2 &a)
{
    return make_float2((float)a.x, (float)a.y);
}
SS_INLINE float2 make_float2(const uint2 &a)
{
    return make_float2((float)a.x, (float)a.y);
}
SS_INLINE float2 make_float2(const float3 &a)
{
    return make_float2(a.x, a.y);
}
SS_INLINE float2 operator-(const float2 &a)
{
    return make_float2(-a.x, -a.y);
}
SS_INLINE float2 operator+(const float2 &a, const float2 &b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}
SS_INLINE float2 operator+(const float2 &a, float b)
{
    return make_float2(a.x + b, a.y + b);
}
SS_INLINE float2 operator+(float a, const float2 &b)
{
    return make_float2(a + b.x, a + b.y);
}
SS_INLINE void operator+=(float2 &a, const float2 &b)
{
    a.x += b.x;
    a.y += b.y;
}
SS_INLINE void operator+=(float2 &a, float b)
{
    a.x += b;
    a.y += b;
}
SS_INLINE float2 operator-(const float2 &a, const float2 &b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}
SS_INLINE float2 operator-(const float2 &a, float b)
{
    return make_float2(a.x - b, a.y - b);
}
SS_INLINE float2 operator-(float a, const float2 &b)
{
    return make_float2(a - b.x, a - b.y);
}
SS_INLINE void operator-=(float2 &a, const float2 &b)
{
    a.x -= b.x;
    a.y -= b.y;
}
SS_INLINE void operator-=(float2 &a, float b)
{
    a.x -= b;
    a.y -= b;
}
SS_INLINE float2 operator*(const float2 &a, const float2 &b)
{
    return make_float2(a.x * b.x, a.y * b.y);
}
SS_INLINE float2 operator*(const float2 &a, float b)
{
    return make_float2(a.x * b, a.y * b);
}
SS_INLINE float2 operator*(float a, const float2 &b)
{
    return make_float2(a * b.x, a * b.y);
}
SS_INLINE void operator*=(float2 &a, const float2 &b)
{
    a.x *= b.x;
    a.y *= b.y;
}
SS_INLINE void operator*=(float2 &a, float b)
{
    a.x *= b;
    a.y *= b;
}
SS_INLINE float2 operator/(const float2 &a, const float2 &b)
{
    return make_float2(a.x / b.x, a.y / b.y);
}
SS_INLINE float2 operator/(const float2 &a, float b)
{
    return make_float2(a.x / b, a.y / b);
}
SS_INLINE float2 operator/(float a, const float2 &b)
{
    return make_float2(a / b.x, a / b.y);
}
SS_INLINE void operator/=(float2 &a, const float2 &b)
{
    a.x /= b.x;
    a.y /= b.y;
}
SS_INLINE void operator/=(float2 &a, float b)
{
    a.x /= b;
    a.y /= b;
}
SS_INLINE float2 fminf(const float2 &a, const float2 &b)
{
    return make_float2(::fminf(a.x, b.x), ::fminf(a.y, b.y));
}
SS_INLINE float2 fmaxf(const float2 &a, const float2 &b)
{
    return make_float2(::fmaxf(a.x, b.x), ::fmaxf(a.y, b.y));
}
SS_INLINE float2 lerp(const float2 &a, const float2 &b, float t)
{
    return a + t * (b - a);
}
SS_INLINE float2 clamp(const float2 &v, float low, float high)
{
    return make_float2(clamp(v.x, low, high), clamp(v.y, low, high));
}
SS_INLINE float2 clamp(const float2 &v, const float2 &low, const float2 &high)
{
    return make_float2(clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y));
}
SS_INLINE float dot(const float2 &a, const float2 &b)
{
    return a.x * b.x + a.y * b.y;
}
SS_INLINE float length(const float2 &v)
{
    return sqrtf(dot(v, v));
}
SS_INLINE float2 normalize(const float2 &v)
{
    return v * rsqrtf(dot(v, v));
}
SS_INLINE float2 floorf(const float2 &v)
{
    return make_float2(::floorf(v.x), ::floorf(v.y));
}
SS_INLINE float2 fracf(const float2 &v)
{
    return make_float2(v.x - ::floorf(v.x), v.y - ::floorf(v.y));
}
SS_INLINE float2 fabs(const float2 &v)
{
    return make_float2(::fabsf(v.x), ::fabsf(v.y));
}
SS_INLINE float2 fmodf(const float2 &a, const float2 &b)
{
    return make_float2(::fmodf(a.x, b.x), ::fmodf(a.y, b.y));
}
SS_INLINE float2 reflect(const float2 &i, const float2 &n)
{
    return i - 2.0f * n * dot(n, i);
}
SS_INLINE int2 make_int2(int s)
{
    return make_int2(s, s);
}
SS_INLINE int2 make_int2(const float2 &a)
{
    return make_int2((int)a.x, (int)a.y);
}
SS_INLINE int2 make_int2(const uint2 &a)
{
    return make_int2((int)a.x, (int)a.y);
}
SS_INLINE int2 make_int2(const int3 &a)
{
    return make_int2(a.x, a.y);
}
SS_INLINE int2 operator-(const int2 &a)
{
    return make_int2(-a.x, -a.y);
}
SS_INLINE int2 operator+(const int2 &a, const int2 &b)
{
    return make_int2(a.x + b.x, a.y + b.y);
}
SS_INLINE int2 operator+(const int2 &a, int b)
{
    return make_int2(a.x + b, a.y + b);
}
SS_INLINE int2 operator+(int a, const int2 &b)
{
    return make_int2(a + b.x, a + b.y);
}
SS_INLINE void operator+=(int2 &a, const int2 &b)
{
    a.x += b.x;
    a.y += b.y;
}
SS_INLINE void operator+=(int2 &a, int b)
{
    a.x += b;
    a.y += b;
}
SS_INLINE int2 operator-(const int2 &a, const int2 &b)
{
    return make_int2(a.x - b.x, a.y - b.y);
}
SS_INLINE int2 operator-(const int2 &a, int b)
{
    return make_int2(a.x - b, a.y - b);
}
SS_INLINE int2 operator-(int a, const int2 &b)
{
    return make_int2(a - b.x, a - b.y);
}
SS_INLINE void operator-=(int2 &a, const int2 &b)
{
    a.x -= b.x;
    a.y -= b.y;
}
SS_INLINE void operator-=(int2 &a, int b)
{
    a.x -= b;
    a.y -= b;
}
SS_INLINE int2 operator*(const int2 &a, const int2 &b)
{
    return make_int2(a.x * b.x, a.y * b.y);
}
SS_INLINE int2 operator*(const int2 &a, int b)
{
    return make_int2(a.x * b, a.y * b);
}
SS_INLINE int2 operator*(int a, const int2 &b)
{
    return make_int2(a * b.x, a * b.y);
}
SS_INLINE void operator*=(int2 &a, const int2 &b)
{
    a.x *= b.x;
    a.y *= b.y;
}
SS_INLINE void operator*=(int2 &a, int b)
{
    a.x *= b;
    a.y *= b;
}
SS_INLINE int2 min(const int2 &a, const int2 &b)
{
    return make_int2(::min(a.x, b.x), ::min(a.y, b.y));
}
SS_INLINE int2 max(const int2 &a, const int2 &b)
{
    return make_int2(::max(a.x, b.x), ::max(a.y, b.y));
}
SS_INLINE int2 clamp(const int2 &v, int low, int high)
{
    return make_int2(clamp(v.x, low, high), clamp(v.y, low, high));
}
SS_INLINE int dot(const int2 &a, const int2 &b)
{
    return a.x * b.x + a.y * b.y;
}
SS_INLINE uint2 make_uint2(uint s)
{
    return make_uint2(s, s);
}
SS_INLINE uint2 make_uint2(const float2 &a)
{
    return make_uint2((uint)a.x, (uint)a.y);
}
SS_INLINE uint2 make_uint2(const int2 &a)
{
    return make_uint2((uint)a.x, (uint)a.y);
}
SS_INLINE uint2 make_uint2(const uint3 &a)
{
    return make_uint2(a.x, a.y);
}
SS_INLINE uint2 operator+(const uint2 &a, const uint2 &b)
{
    return make_uint2(a.x + b.x, a.y + b.y);
}
SS_INLINE uint2 operator+(const uint2 &a, uint b)
{
    return make_uint2(a.x + b, a.y + b);
}
SS_INLINE uint2 operator+(uint a, const uint2 &b)
{
    return make_uint2(a + b.x, a + b.y);
}
SS_INLINE void operator+=(uint2 &a, const uint2 &b)
{
    a.x += b.x;
    a.y += b.y;
}
SS_INLINE void operator+=(uint2 &a, uint b)
{
    a.x += b;
    a.y += b;
}
SS_INLINE uint2 operator-(const uint2 &a, const uint2 &b)
{
    return make_uint2(a.x - b.x, a.y - b.y);
}
SS_INLINE uint2 operator-(const uint2 &a, uint b)
{
    return make_uint2(a.x - b, a.y - b);
}
SS_INLINE uint2 operator-(uint a, const uint2 &b)
{
    return make_uint2(a - b.x, a - b.y);
}
SS_INLINE void operator-=(uint2 &a, const uint2 &b)
{
    a.x -= b.x;
    a.y -= b.y;
}
SS_INLINE void operator-=(uint2 &a, uint b)
{
    a.x -= b;
    a.y -= b;
}
SS_INLINE uint2 operator*(const uint2 &a, const uint2 &b)
{
    return make_uint2(a.x * b.x, a.y * b.y);
}
SS_INLINE uint2 operator*(const uint2 &a, uint b)
{
    return make_uint2(a.x * b, a.y * b);
}
SS_INLINE uint2 operator*(uint a, const uint2 &b)
{
    return make_uint2(a * b.x, a * b.y);
}
SS_INLINE void operator*=(uint2 &a, const uint2 &b)
{
    a.x *= b.x;
    a.y *= b.y;
}
SS_INLINE void operator*=(uint2 &a, uint b)
{
    a.x *= b;
    a.y *= b;
}
SS_INLINE uint2 min(const uint2 &a, const uint2 &b)
{
    return make_uint2(::min(a.x, b.x), ::min(a.y, b.y));
}
SS_INLINE uint2 max(const uint2 &a, const uint2 &b)
{
    return make_uint2(::max(a.x, b.x), ::max(a.y, b.y));
}
SS_INLINE uint2 clamp(const uint2 &v, uint low, uint high)
{
    return make_uint2(clamp(v.x, low, high), clamp(v.y, low, high));
}
SS_INLINE uint dot(const uint2 &a, const uint2 &b)
{
    return a.x * b.x + a.y * b.y;
}
SS_INLINE float3 make_float3(float s)
{
    return make_float3(s, s, s);
}
SS_INLINE float3 make_float3(const int3 &a)
{
    return make_float3((float)a.x, (float)a.y, (float)a.z);
}
SS_INLINE float3 make_float3(const uint3 &a)
{
    return make_float3((float)a.x, (float)a.y, (float)a.z);
}
SS_INLINE float3 make_float3(const float2 &a)
{
    return make_float3(a.x, a.y, 0);
}
SS_INLINE float3 make_float3(const float2 &a, float s)
{
    return make_float3(a.x, a.y, s);
}
SS_INLINE float3 make_float3(const float4 &a)
{
    return make_float3(a.x, a.y, a.z);
}
SS_INLINE float3 operator-(const float3 &a)
{
    return make_float3(-a.x, -a.y, -a.z);
}
SS_INLINE float3 operator+(const float3 &a, const float3 &b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
SS_INLINE float3 operator+(const float3 &a, float b)
{
    return make_float3(a.x + b, a.y + b, a.z + b);
}
SS_INLINE float3 operator+(float a, const float3 &b)
{
    return make_float3(a + b.x, a + b.y, a + b.z);
}
SS_INLINE void operator+=(float3 &a, const float3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
SS_INLINE void operator+=(float3 &a, float b)
{
    a.x += b;
    a.y += b;
    a.z += b;
}
SS_INLINE float3 operator-(const float3 &a, const float3 &b)
{
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
SS_INLINE float3 operator-(const float3 &a, float b)
{
    return make_float3(a.x - b, a.y - b, a.z - b);
}
SS_INLINE float3 operator-(float a, const float3 &b)
{
    return make_float3(a - b.x, a - b.y, a - b.z);
}
SS_INLINE void operator-=(float3 &a, const float3 &b)
{
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
}
SS_INLINE void operator-=(float3 &a, float b)
{
    a.x -= b;
    a.y -= b;
    a.z -= b;
}
SS_INLINE float3 operator*(const float3 &a, const float3 &b)
{
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
}
SS_INLINE float3 operator*(const float3 &a, float b)
{
    return make_float3(a.x * b, a.y * b, a.z * b);
}
SS_INLINE float3 operator*(float a, const float3 &b)
{
    return make_float3(a * b.x, a * b.y, a * b.z);
}
SS_INLINE void operator*=(float3 &a, const float3 &b)
{
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
}
SS_INLINE void operator*=(float3 &a, float b)
{
    a.x *= b;
    a.y *= b;
    a.z *= b;
}
SS_INLINE float3 operator/(const float3 &a, const float3 &b)
{
    return make_float3(a.x / b.x, a.y / b.y, a.z / b.z);
}
SS_INLINE float3 operator/(const float3 &a, float b)
{
    return make_float3(a.x / b, a.y / b, a.z / b);
}
SS_INLINE float3 operator/(float a, const float3 &b)
{
    return make_float3(a / b.x, a / b.y, a / b.z);
}
SS_INLINE void operator/=(float3 &a, const float3 &b)
{
    a.x /= b.x;
    a.y /= b.y;
    a.z /= b.z;
}
SS_INLINE void operator/=(float3 &a, float b)
{
    a.x /= b;
    a.y /= b;
    a.z /= b;
}
SS_INLINE float3 fminf(const float3 &a, const float3 &b)
{
    return make_float3(::fminf(a.x, b.x), ::fminf(a.y, b.y), ::fminf(a.z, b.z));
}
SS_INLINE float3 fmaxf(const float3 &a, const float3 &b)
{
    return make_float3(::fmaxf(a.x, b.x), ::fmaxf(a.y, b.y), ::fmaxf(a.z, b.z));
}
SS_INLINE float3 lerp(const float3 &a, const float3 &b, float t)
{
    return a + t * (b - a);
}
SS_INLINE float3 clamp(const float3 &v, float low, float high)
{
    return make_float3(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high));
}
SS_INLINE float3 clamp(const float3 &v, const float3 &low, const float3 &high)
{
    return make_float3(clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y),
                       clamp(v.z, low.z, high.z));
}
SS_INLINE float dot(const float3 &a, const float3 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
SS_INLINE float length(const float3 &v)
{
    return sqrtf(dot(v, v));
}
SS_INLINE float3 normalize(const float3 &v)
{
    return v * rsqrtf(dot(v, v));
}
SS_INLINE float3 floorf(const float3 &v)
{
    return make_float3(::floorf(v.x), ::floorf(v.y), ::floorf(v.z));
}
SS_INLINE float3 fracf(const float3 &v)
{
    return make_float3(v.x - ::floorf(v.x), v.y - ::floorf(v.y), v.z - ::floorf(v.z));
}
SS_INLINE float3 fabs(const float3 &v)
{
    return make_float3(::fabsf(v.x), ::fabsf(v.y), ::fabsf(v.z));
}
SS_INLINE float3 fmodf(const float3 &a, const float3 &b)
{
    return make_float3(::fmodf(a.x, b.x), ::fmodf(a.y, b.y), ::fmodf(a.z, b.z));
}
SS_INLINE float3 reflect(const float3 &i, const float3 &n)
{
    return i - 2.0f * n * dot(n, i);
}
SS_INLINE int3 make_int3(int s)
{
    return make_int3(s, s, s);
}
SS_INLINE int3 make_int3(const float3 &a)
{
    return make_int3((int)a.x, (int)a.y, (int)a.z);
}
SS_INLINE int3 make_int3(const uint3 &a)
{
    return make_int3((int)a.x, (int)a.y, (int)a.z);
}
SS_INLINE int3 make_int3(const int2 &a)
{
    return make_int3(a.x, a.y, 0);
}
SS_INLINE int3 make_int3(const int2 &a, int s)
{
    return make_int3(a.x, a.y, s);
}
SS_INLINE int3 make_int3(const int4 &a)
{
    return make_int3(a.x, a.y, a.z);
}
SS_INLINE int3 operator-(const int3 &a)
{
    return make_int3(-a.x, -a.y, -a.z);
}
SS_INLINE int3 operator+(const int3 &a, const int3 &b)
{
    return make_int3(a.x + b.x, a.y + b.y, a.z + b.z);
}
SS_INLINE int3 operator+(const int3 &a, int b)
{
    return make_int3(a.x + b, a.y + b, a.z + b);
}
SS_INLINE int3 operator+(int a, const int3 &b)
{
    return make_int3(a + b.x, a + b.y, a + b.z);
}
SS_INLINE void operator+=(int3 &a, const int3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
SS_INLINE void operator+=(int3 &a, int b)
{
    a.x += b;
    a.y += b;
    a.z += b;
}
SS_INLINE int3 operator-(const int3 &a, const int3 &b)
{
    return make_int3(a.x - b.x, a.y - b.y, a.z - b.z);
}
SS_INLINE int3 operator-(const int3 &a, int b)
{
    return make_int3(a.x - b, a.y - b, a.z - b);
}
SS_INLINE int3 operator-(int a, const int3 &b)
{
    return make_int3(a - b.x, a - b.y, a - b.z);
}
SS_INLINE void operator-=(int3 &a, const int3 &b)
{
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
}
SS_INLINE void operator-=(int3 &a, int b)
{
    a.x -= b;
    a.y -= b;
    a.z -= b;
}
SS_INLINE int3 operator*(const int3 &a, const int3 &b)
{
    return make_int3(a.x * b.x, a.y * b.y, a.z * b.z);
}
SS_INLINE int3 operator*(const int3 &a, int b)
{
    return make_int3(a.x * b, a.y * b, a.z * b);
}
SS_INLINE int3 operator*(int a, const int3 &b)
{
    return make_int3(a * b.x, a * b.y, a * b.z);
}
SS_INLINE void operator*=(int3 &a, const int3 &b)
{
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
}
SS_INLINE void operator*=(int3 &a, int b)
{
    a.x *= b;
    a.y *= b;
    a.z *= b;
}
SS_INLINE int3 min(const int3 &a, const int3 &b)
{
    return make_int3(::min(a.x, b.x), ::min(a.y, b.y), ::min(a.z, b.z));
}
SS_INLINE int3 max(const int3 &a, const int3 &b)
{
    return make_int3(::max(a.x, b.x), ::max(a.y, b.y), ::max(a.z, b.z));
}
SS_INLINE int3 clamp(const int3 &v, int low, int high)
{
    return make_int3(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high));
}
SS_INLINE int dot(const int3 &a, const int3 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
SS_INLINE uint3 make_uint3(uint s)
{
    return make_uint3(s, s, s);
}
SS_INLINE uint3 make_uint3(const float3 &a)
{
    return make_uint3((uint)a.x, (uint)a.y, (uint)a.z);
}
SS_INLINE uint3 make_uint3(const int3 &a)
{
    return make_uint3((uint)a.x, (uint)a.y, (uint)a.z);
}
SS_INLINE uint3 make_uint3(const uint2 &a)
{
    return make_uint3(a.x, a.y, 0);
}
SS_INLINE uint3 make_uint3(const uint2 &a, uint s)
{
    return make_uint3(a.x, a.y, s);
}
SS_INLINE uint3 make_uint3(const uint4 &a)
{
    return make_uint3(a.x, a.y, a.z);
}
SS_INLINE uint3 operator+(const uint3 &a, const uint3 &b)
{
    return make_uint3(a.x + b.x, a.y + b.y, a.z + b.z);
}
SS_INLINE uint3 operator+(const uint3 &a, uint b)
{
    return make_uint3(a.x + b, a.y + b, a.z + b);
}
SS_INLINE uint3 operator+(uint a, const uint3 &b)
{
    return make_uint3(a + b.x, a + b.y, a + b.z);
}
SS_INLINE void operator+=(uint3 &a, const uint3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
SS_INLINE void operator+=(uint3 &a, uint b)
{
    a.x += b;
    a.y += b;
    a.z += b;
}
SS_INLINE uint3 operator-(const uint3 &a, const uint3 &b)
{
    return make_uint3(a.x - b.x, a.y - b.y, a.z - b.z);
}
SS_INLINE uint3 operator-(const uint3 &a, uint b)
{
    return make_uint3(a.x - b, a.y - b, a.z - b);
}
SS_INLINE uint3 operator-(uint a, const uint3 &b)
{
    return make_uint3(a - b.x, a - b.y, a - b.z);
}
SS_INLINE void operator-=(uint3 &a, const uint3 &b)
{
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
}
SS_INLINE void operator-=(uint3 &a, uint b)
{
    a.x -= b;
    a.y -= b;
    a.z -= b;
}
SS_INLINE uint3 operator*(const uint3 &a, const uint3 &b)
{
    return make_uint3(a.x * b.x, a.y * b.y, a.z * b.z);
}
SS_INLINE uint3 operator*(const uint3 &a, uint b)
{
    return make_uint3(a.x * b, a.y * b, a.z * b);
}
SS_INLINE uint3 operator*(uint a, const uint3 &b)
{
    return make_uint3(a * b.x, a * b.y, a * b.z);
}
SS_INLINE void operator*=(uint3 &a, const uint3 &b)
{
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
}
SS_INLINE void operator*=(uint3 &a, uint b)
{
    a.x *= b;
    a.y *= b;
    a.z *= b;
}
SS_INLINE uint3 min(const uint3 &a, const uint3 &b)
{
    return make_uint3(::min(a.x, b.x), ::min(a.y, b.y), ::min(a.z, b.z));
}
SS_INLINE uint3 max(const uint3 &a, const uint3 &b)
{
    return make_uint3(::max(a.x, b.x), ::max(a.y, b.y), ::max(a.z, b.z));
}
SS_INLINE uint3 clamp(const uint3 &v, uint low, uint high)
{
    return make_uint3(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high));
}
SS_INLINE uint dot(const uint3 &a, const uint3 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
SS_INLINE float4 make_float4(float s)
{
    return make_float4(s, s, s, s);
}
SS_INLINE float4 make_float4(const int4 &a)
{
    return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w);
}
SS_INLINE float4 make_float4(const uint4 &a)
{
    return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w);
}
SS_INLINE float4 make_float4(const float3 &a)
{
    return make_float4(a.x, a.y, a.z, 0);
}
SS_INLINE float4 make_float4(const float3 &a, float w)
{
    return make_float4(a.x, a.y, a.z, w);
}
SS_INLINE float4 operator-(const float4 &a)
{
    return make_float4(-a.x, -a.y, -a.z, -a.w);
}
SS_INLINE float4 operator+(const float4 &a, const float4 &b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
SS_INLINE float4 operator+(const float4 &a, float b)
{
    return make_float4(a.x + b, a.y + b, a.z + b, a.w + b);
}
SS_INLINE float4 operator+(float a, const float4 &b)
{
    return make_float4(a + b.x, a + b.y, a + b.z, a + b.w);
}
SS_INLINE void operator+=(float4 &a, const float4 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}
SS_INLINE void operator+=(float4 &a, float b)
{
    a.x += b;
    a.y += b;
    a.z += b;
    a.w += b;
}
SS_INLINE float4 operator-(const float4 &a, const float4 &b)
{
    return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}
SS_INLINE float4 operator-(const float4 &a, float b)
{
    return make_float4(a.x - b, a.y - b, a.z - b, a.w - b);
}
SS_INLINE float4 operator-(float a, const float4 &b)
{
    return make_float4(a - b.x, a - b.y, a - b.z, a - b.w);
}
SS_INLINE void operator-=(float4 &a, const float4 &b)
{
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
    a.w -= b.w;
}
SS_INLINE void operator-=(float4 &a, float b)
{
    a.x -= b;
    a.y -= b;
    a.z -= b;
    a.w -= b;
}
SS_INLINE float4 operator*(const float4 &a, const float4 &b)
{
    return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}
SS_INLINE float4 operator*(const float4 &a, float b)
{
    return make_float4(a.x * b, a.y * b, a.z * b, a.w * b);
}
SS_INLINE float4 operator*(float a, const float4 &b)
{
    return make_float4(a * b.x, a * b.y, a * b.z, a * b.w);
}
SS_INLINE void operator*=(float4 &a, const float4 &b)
{
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
    a.w *= b.w;
}
SS_INLINE void operator*=(float4 &a, float b)
{
    a.x *= b;
    a.y *= b;
    a.z *= b;
    a.w *= b;
}
SS_INLINE float4 operator/(const float4 &a, const float4 &b)
{
    return make_float4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w);
}
SS_INLINE float4 operator/(const float4 &a, float b)
{
    return make_float4(a.x / b, a.y / b, a.z / b, a.w / b);
}
SS_INLINE float4 operator/(float a, const float4 &b)
{
    return make_float4(a / b.x, a / b.y, a / b.z, a / b.w);
}
SS_INLINE void operator/=(float4 &a, const float4 &b)
{
    a.x /= b.x;
    a.y /= b.y;
    a.z /= b.z;
    a.w /= b.w;
}
SS_INLINE void operator/=(float4 &a, float b)
{
    a.x /= b;
    a.y /= b;
    a.z /= b;
    a.w /= b;
}
SS_INLINE float4 fminf(const float4 &a, const float4 &b)
{
    return make_float4(::fminf(a.x, b.x), ::fminf(a.y, b.y), ::fminf(a.z, b.z), ::fminf(a.w, b.w));
}
SS_INLINE float4 fmaxf(const float4 &a, const float4 &b)
{
    return make_float4(::fmaxf(a.x, b.x), ::fmaxf(a.y, b.y), ::fmaxf(a.z, b.z), ::fmaxf(a.w, b.w));
}
SS_INLINE float4 lerp(const float4 &a, const float4 &b, float t)
{
    return a + t * (b - a);
}
SS_INLINE float4 clamp(const float4 &v, float low, float high)
{
    return make_float4(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high),
                       clamp(v.w, low, high));
}
SS_INLINE float4 clamp(const float4 &v, const float4 &low, const float4 &high)
{
    return make_float4(clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y),
                       clamp(v.z, low.z, high.z), clamp(v.w, low.w, high.w));
}
SS_INLINE float dot(const float4 &a, const float4 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
SS_INLINE float length(const float4 &v)
{
    return sqrtf(dot(v, v));
}
SS_INLINE float4 normalize(const float4 &v)
{
    return v * rsqrtf(dot(v, v));
}
SS_INLINE float4 floorf(const float4 &v)
{
    return make_float4(::floorf(v.x), ::floorf(v.y), ::floorf(v.z), ::floorf(v.w));
}
SS_INLINE float4 fracf(const float4 &v)
{
    return make_float4(v.x - ::floorf(v.x), v.y - ::floorf(v.y), v.z - ::floorf(v.z),
                       v.w - ::floorf(v.w));
}
SS_INLINE float4 fabs(const float4 &v)
{
    return make_float4(::fabsf(v.x), ::fabsf(v.y), ::fabsf(v.z), ::fabsf(v.w));
}
SS_INLINE float4 fmodf(const float4 &a, const float4 &b)
{
    return make_float4(::fmodf(a.x, b.x), ::fmodf(a.y, b.y), ::fmodf(a.z, b.z), ::fmodf(a.w, b.w));
}
SS_INLINE int4 make_int4(int s)
{
    return make_int4(s, s, s, s);
}
SS_INLINE int4 make_int4(const float4 &a)
{
    return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w);
}
SS_INLINE int4 make_int4(const uint4 &a)
{
    return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w);
}
SS_INLINE int4 make_int4(const int3 &a)
{
    return make_int4(a.x, a.y, a.z, 0);
}
SS_INLINE int4 make_int4(const int3 &a, int w)
{
    return make_int4(a.x, a.y, a.z, w);
}
SS_INLINE int4 operator-(const int4 &a)
{
    return make_int4(-a.x, -a.y, -a.z, -a.w);
}
SS_INLINE int4 operator+(const int4 &a, const int4 &b)
{
    return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
SS_INLINE int4 operator+(const int4 &a, int b)
{
    return make_int4(a.x + b, a.y + b, a.z + b, a.w + b);
}
SS_INLINE int4 operator+(int a, const int4 &b)
{
    return make_int4(a + b.x, a + b.y, a + b.z, a + b.w);
}
SS_INLINE void operator+=(int4 &a, const int4 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}
SS_INLINE void operator+=(int4 &a, int b)
{
    a.x += b;
    a.y += b;
    a.z += b;
    a.w += b;
}
SS_INLINE int4 operator-(const int4 &a, const int4 &b)
{
    return make_int4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}
SS_INLINE int4 operator-(const int4 &a, int b)
{
    return make_int4(a.x - b, a.y - b, a.z - b, a.w - b);
}
SS_INLINE int4 operator-(int a, const int4 &b)
{
    return make_int4(a - b.x, a - b.y, a - b.z, a - b.w);
}
SS_INLINE void operator-=(int4 &a, const int4 &b)
{
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
    a.w -= b.w;
}
SS_INLINE void operator-=(int4 &a, int b)
{
    a.x -= b;
    a.y -= b;
    a.z -= b;
    a.w -= b;
}
SS_INLINE int4 operator*(const int4 &a, const int4 &b)
{
    return make_int4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}
SS_INLINE int4 operator*(const int4 &a, int b)
{
    return make_int4(a.x * b, a.y * b, a.z * b, a.w * b);
}
SS_INLINE int4 operator*(int a, const int4 &b)
{
    return make_int4(a * b.x, a * b.y, a * b.z, a * b.w);
}
SS_INLINE void operator*=(int4 &a, const int4 &b)
{
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
    a.w *= b.w;
}
SS_INLINE void operator*=(int4 &a, int b)
{
    a.x *= b;
    a.y *= b;
    a.z *= b;
    a.w *= b;
}
SS_INLINE int4 min(const int4 &a, const int4 &b)
{
    return make_int4(::min(a.x, b.x), ::min(a.y, b.y), ::min(a.z, b.z), ::min(a.w, b.w));
}
SS_INLINE int4 max(const int4 &a, const int4 &b)
{
    return make_int4(::max(a.x, b.x), ::max(a.y, b.y), ::max(a.z, b.z), ::max(a.w, b.w));
}
SS_INLINE int4 clamp(const int4 &v, int low, int high)
{
    return make_int4(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high),
                     clamp(v.w, low, high));
}
SS_INLINE int dot(const int4 &a, const int4 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
SS_INLINE uint4 make_uint4(uint s)
{
    return make_uint4(s, s, s, s);
}
SS_INLINE uint4 make_uint4(const float4 &a)
{
    return make_uint4((uint)a.x, (uint)a.y, (uint)a.z, (uint)a.w);
}
SS_INLINE uint4 make_uint4(const int4 &a)
{
    return make_uint4((uint)a.x, (uint)a.y, (uint)a.z, (uint)a.w);
}
SS_INLINE uint4 make_uint4(const uint3 &a)
{
    return make_uint4(a.x, a.y, a.z, 0);
}
SS_INLINE uint4 make_uint4(const uint3 &a, uint w)
{
    return make_uint4(a.x, a.y, a.z, w);
}
SS_INLINE uint4 operator+(const uint4 &a, const uint4 &b)
{
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
SS_INLINE uint4 operator+(const uint4 &a, uint b)
{
    return make_uint4(a.x + b, a.y + b, a.z + b, a.w + b);
}
SS_INLINE uint4 operator+(uint a, const uint4 &b)
{
    return make_uint4(a + b.x, a + b.y, a + b.z, a + b.w);
}
SS_INLINE void operator+=(uint4 &a, const uint4 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}
SS_INLINE void operator+=(uint4 &a, uint b)
{
    a.x += b;
    a.y += b;
    a.z += b;
    a.w += b;
}
SS_INLINE uint4 operator-(const uint4 &a, const uint4 &b)
{
    return make_uint4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}
SS_INLINE uint4 operator-(const uint4 &a, uint b)
{
    return make_uint4(a.x - b, a.y - b, a.z - b, a.w - b);
}
SS_INLINE uint4 operator-(uint a, const uint4 &b)
{
    return make_uint4(a - b.x, a - b.y, a - b.z, a - b.w);
}
SS_INLINE void operator-=(uint4 &a, const uint4 &b)
{
    a.x -= b.x;
    a.y -= b.y;
    a.z -= b.z;
    a.w -= b.w;
}
SS_INLINE void operator-=(uint4 &a, uint b)
{
    a.x -= b;
    a.y -= b;
    a.z -= b;
    a.w -= b;
}
SS_INLINE uint4 operator*(const uint4 &a, const uint4 &b)
{
    return make_uint4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}
SS_INLINE uint4 operator*(const uint4 &a, uint b)
{
    return make_uint4(a.x * b, a.y * b, a.z * b, a.w * b);
}
SS_INLINE uint4 operator*(uint a, const uint4 &b)
{
    return make_uint4(a * b.x, a * b.y, a * b.z, a * b.w);
}
SS_INLINE void operator*=(uint4 &a, const uint4 &b)
{
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
    a.w *= b.w;
}
SS_INLINE void operator*=(uint4 &a, uint b)
{
    a.x *= b;
    a.y *= b;
    a.z *= b;
    a.w *= b;
}
SS_INLINE uint4 min(const uint4 &a, const uint4 &b)
{
    return make_uint4(::min(a.x, b.x), ::min(a.y, b.y), ::min(a.z, b.z), ::min(a.w, b.w));
}
SS_INLINE uint4 max(const uint4 &a, const uint4 &b)
{
    return make_uint4(::max(a.x, b.x), ::max(a.y, b.y), ::max(a.z, b.z), ::max(a.w, b.w));
}
SS_INLINE uint4 clamp(const uint4 &v, uint low, uint high)
{
    return make_uint4(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high),
                      clamp(v.w, low, high));
}
SS_INLINE uint dot(const uint4 &a, const uint4 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
SS_INLINE float fracf(float v)
{
    return v - floorf(v);
}
SS_INLINE float3 cross(const float3 &a, const float3 &b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
SS_INLINE float smoothstep(float a, float b, float x)
{
    return [](float y) { return y * y * (3.0f - 2.0f * y); }(clamp((x - a) / (b - a), 0.0f, 1.0f));
}

#endif
