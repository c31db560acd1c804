// expect: integer-overflow warning * 8
#include <cstdio>
#include <cuda_runtime.h>

__global__ void cubes(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += in[i] * in[i] * in[i];
    *out = sum;
}

int main()
{
    int host[64], result, *in, *out;
    for (int i = 0; i < 64; i++) host[i] = 400;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cubes<<<1, 1>>>(in, out, 64);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
