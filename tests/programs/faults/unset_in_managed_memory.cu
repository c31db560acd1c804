// expect: uninitialised-read warning s 10
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t < 60) s[t] = t;
    for (int i = t; i < 64; i += 64) out[t] = s[i] / 2;
}

int main()
{
    float *out;
    cudaMallocManaged(&out, 64 * sizeof(float));
    sums<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%g\n", out[7]);
    return cudaGetLastError();
}
