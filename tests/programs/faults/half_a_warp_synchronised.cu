// expect: race warning s 12,15
#include <cstdio>
#include <cuda_runtime.h>

__global__ void swap(int *data)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    int value = data[t];

    // Lanes 0 to 15 and 16 to 31 each wait for themselves only.
    s[t] = value;
    if (t < 16) __syncwarp(0x0000ffff);
    else __syncwarp(0xffff0000);
    data[t] = s[31 - t];
}

int main()
{
    int host[32], *data;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    swap<<<1, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
