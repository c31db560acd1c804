// expect: race error total 9,10
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *total, int *seen)
{
    if (threadIdx.x == 0) {
        // Other blocks may not have added theirs yet.
        atomicAdd(total, blockIdx.x);
        seen[blockIdx.x] = *total;
    }
}

int main()
{
    int result[8], *total, *seen;
    cudaMalloc(&total, sizeof *total);
    cudaMalloc(&seen, sizeof result);
    cudaMemset(total, 0, sizeof *total);
    add<<<8, 32>>>(total, seen);
    cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[7]);
    return cudaGetLastError();
}
