// expect: divergent-barrier error - 12
// expect: race? warning s *
// The mask is for the lower half of the warp; the upper half calls, too.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void pass(int *data)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    __syncwarp(0x0000ffff);
    data[t] = s[t];
}
int main()
{
    int host[64], *data;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    pass<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
