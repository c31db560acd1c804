// expect: race error s 9,11
// Each pair of warps meets, but reads what the other pair has written.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void pairs(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x, pair = t / 64;
    s[t] = data[t];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + pair) : "memory");
    data[t] = s[127 - t];
}
int main()
{
    int host[128], *data;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    pairs<<<1, 128>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
