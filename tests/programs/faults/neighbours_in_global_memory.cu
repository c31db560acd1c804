// expect: race error data 8,8
// expect: race warning data 8,8
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shift(int *data, int n)
{
    if (threadIdx.x + 1 < n) data[threadIdx.x] = data[threadIdx.x + 1];
}

int main()
{
    int host[64], *data;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(data, 64);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
