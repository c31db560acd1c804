// expect: deadlock error * *
// expect: launch-error? * * *
// expect: race? * * *
#include <cstdio>
#include <cuda_runtime.h>

__device__ volatile int turn[2];

__global__ void wait(int *out)
{
    // Each waits for the other before it gives its own sign.
    while (!turn[1 - blockIdx.x]) {}
    __threadfence();
    turn[blockIdx.x] = 1;
    *out = 1;
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    wait<<<2, 1>>>(out);
    return cudaDeviceSynchronize();
}
