/* Inline PTX: registers, predicates, vectors, memory of both spaces, asynchronous copies; a shared
 * array on a boundary of 16 KiB. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

__device__ uint32_t shared_word(const void *pointer)
{
    uint32_t address;
    asm("{.reg .u64 wide;\n"
        " cvta.to.shared.u64 wide, %1;\n"
        " cvt.u32.u64 %0, wide;}\n"
        : "=r"(address)
        : "l"(pointer));
    return address;
}

__device__ float load_if(const float *from, bool guard)
{
    float value = -1.0f;
    asm volatile("{.reg .pred p;\n"
                 " setp.ne.b32 p, %2, 0;\n"
                 " @p ld.global.nc.f32 %0, [%1];}\n"
                 : "+f"(value)
                 : "l"(from), "r"((int)guard));
    return value;
}

/* The guard holds for all elements of a vector, and a guarded instruction that needs no statement
 * leaves the next one alone. */
__device__ float4 load_four_if(const float *from, float4 *to, bool guard)
{
    float4 value = {-1.0f, -2.0f, -3.0f, -4.0f};
    asm volatile("{.reg .pred p;\n"
                 " setp.ne.b32 p, %6, 0;\n"
                 " @p ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                 " @!p cp.async.commit_group;\n"
                 " st.global.v2.f32 [%5], {%0, %1};\n"
                 " @p st.global.v2.f32 [%5+8], {%2, %3};}\n"
                 : "+f"(value.x), "+f"(value.y), "+f"(value.z), "+f"(value.w)
                 : "l"(from), "l"(to), "r"((int)guard));
    return value;
}

__global__ void guards(const float *in, float4 *out)
{
    const int t = threadIdx.x;
    out[2 * t] = load_four_if(in + 4 * t, &out[2 * t + 1], t % 2 == 1);
}

/* Numbers as bits, numbers that are none, roundings; an operand is worked out once. */
__global__ void numbers(const float *in, float *out, int *whole)
{
    float a, b, c;
    int i, j, k, l, bits;
    const float *next = in;
    asm("add.rn.f32 %0, %1, 0f3FC00000;" : "=f"(a) : "f"(in[0]));
    asm("min.f32 %0, %1, %2;" : "=f"(b) : "f"(in[1]), "f"(in[2]));
    asm("fma.rn.f32 %0, %1, %2, %1;" : "=f"(c) : "f"(in[0]), "f"(in[3]));
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(i) : "f"(in[3]));
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(j) : "f"(in[3]));
    asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(k) : "f"(-in[3]));
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(l) : "f"(in[4]));
    asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(in[3]));
    out[0] = a, out[1] = b, out[2] = c;
    whole[0] = i, whole[1] = j, whole[2] = k, whole[3] = l, whole[4] = bits;
    asm volatile("{.reg .pred p, q;\n"
                 " setp.ne.f32 p, %1, %1;\n"
                 " not.pred q, p;\n"
                 " mov.u32 %0, 0;\n"
                 " @p add.s32 %0, %0, 1;\n"
                 " @q add.s32 %0, %0, 2;}\n"
                 : "=r"(whole[5])
                 : "f"(in[2]));
    asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(out[3]), "=f"(out[4]) : "l"(next++));
    out[5] = (float)(next - in);
}

__global__ void tour(const float *in, float *out, unsigned long long *words)
{
    __shared__ __align__(16384) float tile[64];
    extern __shared__ float dynamic[];
    const int t = threadIdx.x;
    const uint32_t at = shared_word(&tile[4 * (t % 16)]);

    if (t < 16) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(in + 4 * t));
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
    }
    asm volatile("bar.sync 0;" ::: "memory");
    float a, b, c, d;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "r"(at));
    asm volatile("st.shared.f32 [%0+4], %1;" ::"r"(shared_word(&dynamic[t])), "f"(a + b + c + d));
    __syncthreads();
    if (t == 0) asm volatile("st.shared.f32 [%0], %1;" ::"r"(shared_word(dynamic)), "f"(0.5f));
    __syncthreads();
    out[t] = dynamic[t] + load_if(in + t, t % 2 == 0);

    unsigned lo, hi, field;
    unsigned long long whole = 0x123456789abcdef0ull + t;
    asm volatile("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(whole));
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(lo), "r"(4), "r"(8));
    asm volatile("mov.b64 %0, {%1, %2};" : "=l"(whole) : "r"(hi + field), "r"(lo));
    unsigned start, sum = 1;
    asm volatile("bar.sync 0;\n"
                 "mov.u32 %0, %%clock;\n"
                 : "=r"(start)
                 :
                 : "memory");
    asm volatile("{.reg .s32 val;\n"
                 " add.s32 val, %1, 5;\n"
                 " mad.lo.s32 %0, val, 3, %0;}\n"
                 : "+r"(sum)
                 : "r"(t));
    if (start == 0xffffffffu)
        asm volatile("trap;");
    else
        words[t] = whole + ((unsigned long long)sum << 40);
}

int main()
{
    float *in, *out;
    unsigned long long *words;
    cudaMallocManaged(&in, 64 * sizeof *in);
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&words, 32 * sizeof *words);
    for (int i = 0; i < 64; i++)
        in[i] = (float)i;
    tour<<<1, 32, 33 * sizeof(float)>>>(in, out, words);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int t = 0; t < 32; t += 5)
        printf("%d: %g %016llx\n", t, out[t], words[t]);
    float4 *fours;
    cudaMallocManaged(&fours, 4 * sizeof *fours);
    guards<<<1, 2>>>(in, fours);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++)
        printf("%g %g %g %g\n", fours[i].x, fours[i].y, fours[i].z, fours[i].w);
    const float given[] = {1.0f, 3.0f, NAN, 2.5f, 1e20f};
    for (int i = 0; i < 5; i++)
        in[i] = given[i];
    int *whole;
    cudaMallocManaged(&whole, 6 * sizeof *whole);
    numbers<<<1, 1>>>(in, out, whole);
    cudaDeviceSynchronize();
    printf("%g %g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4], out[5]);
    for (int i = 0; i < 6; i++)
        printf("%x%c", whole[i], i == 5 ? '\n' : ' ');
    return 0;
}
