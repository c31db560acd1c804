// expect: none
// Structs whose bytes are not all written one by one: padding, unions of which one member is set,
// structs that a function returns and of which a member is changed later.
#include <cstdio>
#include <cuda_runtime.h>

struct wave { double re, im; };
struct item { char kind; int number; short weight; };
struct either { int kind; union { int whole; double real; char text[12]; } value; };
__device__ __noinline__ wave real(double r) { wave c = {r, 0}; return c; }

__global__ void turn(const float *in, float *out, item *all, either *some)
{
    __shared__ wave waves[64];
    __shared__ item items[64];
    __shared__ either eithers[64];
    __shared__ float4 quads[64];
    int t = threadIdx.x;
    waves[t] = real(in[t] + 1);
    items[t].kind = 'a';
    items[t].number = t;
    items[t].weight = 1;
    eithers[t].kind = t & 1;
    if (t & 1) eithers[t].value.whole = t;
    else eithers[t].value.real = t;
    quads[t].x = quads[t].y = quads[t].z = 0;
    __syncthreads();
    waves[t].re *= 2;
    quads[63 - t].w = 1;
    __syncthreads();
    float4 quad = quads[t];
    out[t] = waves[63 - t].re * waves[t].im + quad.x + quad.w;
    all[t] = items[63 - t];
    some[t] = eithers[63 - t];
}

int main()
{
    float host[64], *in, *out;
    item items[64], *all;
    either eithers[64], *some;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&all, sizeof items);
    cudaMalloc(&some, sizeof eithers);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    turn<<<1, 64>>>(in, out, all, some);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(items, all, sizeof items, cudaMemcpyDeviceToHost);
    cudaMemcpy(eithers, some, sizeof eithers, cudaMemcpyDeviceToHost);
    printf("%g %d %d\n", host[3], items[3].number, eithers[2].value.whole);
    return cudaGetLastError();
}
