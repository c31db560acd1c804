// expect: misaligned-address error pool 10
// expect: launch-error? * - *
// Two arrays in dynamic memory: the second begins behind an odd number of ints.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void two(int *out, int n)
{
    extern __shared__ int pool[];
    double *second = (double *)(pool + n);
    second[threadIdx.x] = threadIdx.x;
    pool[threadIdx.x % n] = 1;
    __syncthreads();
    out[threadIdx.x] = second[31 - threadIdx.x] + pool[0];
}
int main()
{
    int host[32], *out;
    cudaMalloc(&out, sizeof host);
    two<<<1, 32, 33 * sizeof(int) + 32 * sizeof(double)>>>(out, 33);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
