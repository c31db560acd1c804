/* Integer, conversion and rounding intrinsics; intrinsics.out is from an H200. */
#include <stdio.h>

__device__ unsigned mix(unsigned h, unsigned x)
{
    h ^= x + 0x9e3779b9u + (h << 6) + (h >> 2);
    return h;
}

__global__ void bits(unsigned seed)
{
    unsigned a = seed * 2654435761u, b = a ^ 0x5bd1e995u, c = a >> 7;
    unsigned long long w = (unsigned long long)a << 32 | b;
    printf("%d %d %d %d %d %d\n", __popc(a), __popcll(w), __clz(c), __clzll(c), __ffs(a), __ffsll(w));
    printf("%08x %016llx %08x %08x\n", __brev(a), __brevll(w), __byte_perm(a, b, 0x3715),
           __byte_perm(a, b, 0x9cae));
    printf("%08x %08x %08x %08x\n", __funnelshift_l(a, b, 37), __funnelshift_r(a, b, 37),
           __funnelshift_lc(a, b, 37), __funnelshift_rc(a, b, 9));
    printf("%d %u %lld %llu\n", __mulhi((int)a, (int)b), __umulhi(a, b), __mul64hi(w, -3),
           __umul64hi(w, w));
    printf("%d %u %u %u\n", __mul24(a, b), __umul24(a, b), __sad((int)a, (int)b, 5u), __usad(a, b, 5));
    printf("%d %d %u %u\n", __hadd((int)a, (int)b), __rhadd((int)a, (int)b), __uhadd(a, b),
           __urhadd(a, b));
    printf("%d %u\n", __dp4a((int)a, (int)b, 7), __dp4a(a, b, 7u));
    printf("%d %u %d %u\n", __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), -1),
           __dp4a(make_uchar4(255, 2, 3, 4), make_uchar4(255, 6, 7, 8), 1u),
           __dp2a_lo(make_short2(-300, 2), make_char4(-5, 6, 7, 8), 3),
           __dp2a_hi(make_ushort2(65535, 2), make_uchar4(5, 6, 200, 8), 3u));
    printf("%08x %08x %08x %08x\n", __vadd4(a, b), __vsub2(a, b), __vmaxs4(a, b), __vabsdiffu4(a, b));
    printf("%08x %08x %08x %u\n", __vcmpeq4(a, a ^ 255), __vaddus2(a, b), __vavgu4(a, b),
           __vsadu4(a, b));
    printf("%u %u\n", __fns(a, 3, 4), __fns(a, 20, -2));
}

__global__ void conversions(float x, double y)
{
    printf("%d %d %d %d\n", __float2int_rn(x), __float2int_rz(x), __float2int_ru(x),
           __float2int_rd(x));
    printf("%u %u %lld %llu\n", __float2uint_rn(x), __float2uint_rn(-x), __double2ll_ru(y),
           __double2ull_rd(y));
    printf("%d %u %d\n", __float2int_rn(1e20f), __float2uint_rz(1e20f), __float2int_rn(nanf("")));
    printf("%08x %08x %016llx %d %d\n", __float_as_int(x), __float_as_uint(-x),
           __double_as_longlong(y), __double2hiint(y), __double2loint(y));
    printf("%08x %08x %08x %08x\n", __float_as_uint(__fadd_rn(x, 1e-7f)),
           __float_as_uint(__fadd_rz(x, 1e-7f)), __float_as_uint(__fadd_ru(x, 1e-7f)),
           __float_as_uint(__fadd_rd(x, 1e-7f)));
    printf("%08x %08x %08x %08x\n", __float_as_uint(__fmul_ru(x, x)), __float_as_uint(__fdiv_rd(1, x)),
           __float_as_uint(__fsqrt_rz(x)), __float_as_uint(__frcp_rn(x)));
    printf("%016llx %016llx %08x\n", __double_as_longlong(__dadd_ru(y, 1e-20)),
           __double_as_longlong(__fma_rd(y, y, 1e-9)), __float_as_uint(__double2float_rd(y)));
    printf("%08x %08x\n", __float_as_uint(__int2float_rz(16777219)),
           __float_as_uint(__uint2float_ru(4294967295u)));
    printf("%.9g %.9g %.9g\n", rsqrtf(x), __saturatef(x), fdividef(x, 3));
    printf("%g %g %g %g\n", sinpi(y), cospi(2.5), sinpif(3.0f), normcdf(0.0));
    printf("%d %u %lld %g %g\n", max(-3, 4), max(3u, 4u), min(3ll, -4ll), min(2.5f, 1.5f),
           max(1.0f, 2.0));
    printf("%.5f %.5f %.5f %.5f\n", erfinvf(0.3f), erfcinvf(1.7f), erfcxf(2.0f), rcbrtf(27.0f));
    printf("%.5f %.5f %.5f\n", normcdfinvf(0.9f), norm3df(1, 2, 3), rhypotf(3, 4));
}

int main()
{
    bits<<<1, 1>>>(12345);
    cudaDeviceSynchronize();
    bits<<<1, 1>>>(987654321);
    cudaDeviceSynchronize();
    conversions<<<1, 1>>>(3.7f, 12345.678901);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
