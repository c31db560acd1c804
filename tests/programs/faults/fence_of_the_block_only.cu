// A fence that only the own block sees stands between two blocks.
// expect: race error * 13,18
#include <cstdio>
#include <cuda_runtime.h>

__device__ volatile int flag;
__device__ int data;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {

        data = 42;
        __threadfence_block();
        flag = 1;
    } else {
        while (flag == 0) __threadfence_block();
        out[0] = data;
    }
}

int main()
{
    int host, *out;
    cudaMalloc(&out, sizeof host);
    hand_over<<<2, 1>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    return cudaGetLastError();
}
