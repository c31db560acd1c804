// Lanes of one warp and blocks of a grid take a lock in turn.
// expect: ^256 8$
#include <stdio.h>
__device__ int lock, count, turn;
__global__ void k(int *out)
{
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            count++;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
    // Block b waits for block b + 1: only fair scheduling of blocks ends this.
    if (threadIdx.x == 0) {
        while (atomicAdd(&turn, 0) != (int)(gridDim.x - 1 - blockIdx.x)) {}
        atomicAdd(&turn, 1);
    }
    out[0] = count;
    out[1] = turn;
}
int main()
{
    int *out, r[2];
    cudaMalloc(&out, 256);
    k<<<8, 32>>>(out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&r[0], count, sizeof(int));
    cudaMemcpyFromSymbol(&r[1], turn, sizeof(int));
    printf("%d %d\n", r[0], r[1]);
}
