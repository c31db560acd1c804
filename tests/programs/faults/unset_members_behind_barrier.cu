// Members of structs, float2 and int2 that nobody sets, read behind a barrier: alone, or with the whole.
// expect: uninitialised-read warning waves 22
// expect: uninitialised-read warning pairs 23
// expect: uninitialised-read warning parts 24
// says: read of waves[0].im, which nobody has written
// says: read of pairs[63].y, which nobody has written
// says: read of parts[63].count, which nobody has written
#include <cstdio>
#include <cuda_runtime.h>

struct wave { float re, im; };
struct part { int sum, count; char kind; float mean; };

__global__ void turn(const float *in, float *out, part *all, int2 *both)
{
    __shared__ wave waves[64]; __shared__ int2 pairs[64]; __shared__ part parts[64];
    int t = threadIdx.x;
    waves[t].re = in[t];
    pairs[t].x = t;
    parts[t].sum = t, parts[t].kind = 'a', parts[t].mean = 0.5f * t;
    __syncthreads();
    out[t] = waves[63 - t].re * waves[t].im;
    both[t] = pairs[63 - t];
    all[t] = parts[63 - t];
}

int main()
{
    float host[64], *in, *out;
    part parts[64], *all;
    int2 pairs[64], *both;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&all, sizeof parts);
    cudaMalloc(&both, sizeof pairs);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    turn<<<1, 64>>>(in, out, all, both);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(parts, all, sizeof parts, cudaMemcpyDeviceToHost);
    cudaMemcpy(pairs, both, sizeof pairs, cudaMemcpyDeviceToHost);
    printf("%g %d %d\n", host[3], parts[3].count, pairs[3].y);
    return cudaGetLastError();
}
