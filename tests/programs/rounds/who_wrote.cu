// Who wrote what the CPU adds up: the last launch that stored a value, however wide the store.
// Partial sums are what a kernel has summed.
// says 1 1: The CPU adds the 8 values (p, copied back on line 41) on line 44. Together they are 16.
// says 1 1: [0] = 5 by thread 0 of block 0
// says 2 1: The CPU adds the 8 values (p, copied back on line 46) on line 49. Together they are 20.
// says 2 1: [0] = 1 by thread 0 of block 0
// says 3 1: The CPU adds the 2 partial sums of the threads (out, copied back on line 52) on line 55. Together they are 20.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void one(float *p)
{
    p[threadIdx.x] = 1;
}

__global__ void two(float *p)
{
    if (threadIdx.x < 2) p[threadIdx.x] = 5;
}

__global__ void four(float4 *p)
{
    p[threadIdx.x] = make_float4(1, 2, 3, 4);
}

__global__ void pairs(const float *p, float *out)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += p[4 * threadIdx.x + i];
    out[threadIdx.x] = sum;
}

int main()
{
    float *d, *e, h[8], s = 0;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    one<<<1, 8>>>(d);
    two<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);

    for (int i = 0; i < 8; i++)
        s += h[i];
    four<<<1, 2>>>((float4 *)d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);

    for (int i = 0; i < 8; i++)
        s += h[i];

    pairs<<<1, 2>>>(d, e);
    cudaMemcpy(h, e, 2 * sizeof(float), cudaMemcpyDeviceToHost);

    for (int i = 0; i < 2; i++)
        s += h[i];
    printf("%g\n", s);
    return s != 16 + 20 + 20;
}
