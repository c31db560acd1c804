// expect: out-of-bounds error - 11
// expect: out-of-bounds error - 16
#include <cstdio>
#include <cuda_runtime.h>

int total = 0;

__global__ void fill(int *data)
{
    int t = threadIdx.x;
    data[t] = t;
}

__global__ void add(int *sum)
{
    sum[0] += 1;
}

int main()
{
    static int host[32];

    // On one machine the kernel reaches what no device would.
    fill<<<1, 32>>>(host);
    add<<<1, 1>>>(&total);
    cudaDeviceSynchronize();
    printf("%d %d\n", host[3], total);
    return cudaGetLastError();
}
