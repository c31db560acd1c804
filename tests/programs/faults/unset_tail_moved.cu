// Copies on the device move what was never written with the rest, to odd places too.
// expect: uninitialised-read warning copy 13
// says: read of copy[24], which nobody has written
#include <cstdio>
#include <cuda_runtime.h>

__global__ void part(char *a)
{
    if (threadIdx.x < 21) a[threadIdx.x] = 1;
}
__global__ void sum(const char *copy, int *out)
{
    for (int i = 3; i < 32; i++) out[i] = copy[i];
}

int main()
{
    int host[32] = {0}, *out;
    char *a, *copy;
    cudaMalloc(&a, 100), cudaMalloc(&copy, 100), cudaMalloc(&out, sizeof host);
    cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(copy, 0, 100);
    part<<<1, 32>>>(a);
    cudaMemcpy(copy + 3, a, 90, cudaMemcpyDeviceToDevice);
    sum<<<1, 1>>>(copy, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[9]);
    return cudaGetLastError();
}
