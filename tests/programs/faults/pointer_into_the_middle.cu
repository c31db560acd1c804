// The kernel gets the second half of what was allocated: slots count from the start, and have its name.
// expect: race warning all 10,10
// says: all[64]
// says: all[95]
// never: half[0]
// never: half[64]
#include <cstdio>
__global__ void pairs(int *half)
{
    half[threadIdx.x / 2] = threadIdx.x;
}
int main()
{
    int h[128], *all;
    cudaMalloc(&all, sizeof h);
    cudaMemset(all, 0, sizeof h);
    pairs<<<1, 64>>>(all + 64);
    cudaMemcpy(h, all, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[64]);
    cudaFree(all);
}
