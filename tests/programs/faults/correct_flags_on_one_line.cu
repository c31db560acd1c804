// Volatile flags with fences: polled and passed on, also on one line, and updated by who holds the turn.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__global__ void relay(volatile int *turn, volatile int *sum, volatile int *done)
{
    if (threadIdx.x != 0) return;
    const int me = blockIdx.x;
    while (*turn != me) { } __threadfence(); *sum = *sum + me; __threadfence(); *turn = *turn + 1;
    while (me > 0 && done[me - 1] == 0) { } __threadfence(); done[me] = *sum + 1;
}

int main()
{
    int h[2 + 4] = {}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    relay<<<4, 32>>>(d, d + 1, d + 2);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
