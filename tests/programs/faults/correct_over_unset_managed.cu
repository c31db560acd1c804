// Unset bytes are copied to managed memory, the host writes over all of them, and a kernel reads
// what is copied on.
// expect: none
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void part(int *out)
{
    if (threadIdx.x < 32) out[threadIdx.x] = 1;
}

__global__ void next(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

int main()
{
    int host[64], *unset, *managed, *in, *out;
    cudaMalloc(&unset, sizeof host);
    cudaMallocManaged(&managed, sizeof host);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    part<<<1, 64>>>(unset);
    cudaMemcpy(managed, unset, sizeof host, cudaMemcpyDefault);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) managed[i] = 0;
    cudaMemcpy(in, managed, sizeof host, cudaMemcpyDefault);
    next<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[50]);
    return cudaGetLastError();
}
