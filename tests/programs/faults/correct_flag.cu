// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__device__ int value;
__device__ volatile int ready;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
        value = 42;
        __threadfence();
        ready = 1;
    } else {
        while (!ready) {}
        __threadfence();
        *out = value;
    }
}

int main()
{
    int result, *out;
    cudaMalloc(&out, sizeof result);
    hand_over<<<2, 1>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
