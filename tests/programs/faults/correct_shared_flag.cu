// A value handed over within a round: one warp waits for a volatile flag of another, with fences. What
// is handed over is read, though the round's requests are in no order of time.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__global__ void hand_over(int *out)
{
    __shared__ volatile int value, there;
    if (threadIdx.x == 0) there = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        value = 7;
        __threadfence_block();
        there = 1;
    } else if (threadIdx.x == 0) {
        while (!there)
            ;
        __threadfence_block();
        *out = value;
    }
}

int main()
{
    int *out, host = 0;
    cudaMalloc(&out, sizeof *out);
    hand_over<<<1, 64>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    return host != 7;
}
