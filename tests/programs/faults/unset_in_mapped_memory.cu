// expect: uninitialised-read warning s 10
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(short *out)
{
    extern __shared__ short s[];
    int t = threadIdx.x;
    if (t % 2) s[t] = t;
    out[t] = s[t] + 1;
}

int main()
{
    short *host, *out;
    cudaHostAlloc(&host, 64 * sizeof(short), cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&out, host, 0);
    sums<<<1, 64, 64 * sizeof(short)>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", host[7]);
    return cudaGetLastError();
}
