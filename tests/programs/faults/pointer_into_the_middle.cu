// The kernel gets the second half of what was allocated: its slots count from there.
// expect: race warning half 10,10
// says: half[0]
// says: half[31]
// never: half[40]
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
