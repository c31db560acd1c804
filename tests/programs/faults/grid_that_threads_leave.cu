// Of every block some threads return before the grid's barrier, and one block waits once more.
// expect: divergent-barrier warning - 14
// expect: divergent-barrier warning - 16
// expect: deadlock error - 16
// says: Only 40 of 64 threads reach this barrier
// says: 2 of its 3 blocks have left the kernel
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void step(int *v)
{
    if (threadIdx.x >= 40) return;
    cg::this_grid().sync();
    if (threadIdx.x == 0) v[blockIdx.x] = blockIdx.x;
    if (blockIdx.x == 1) cg::this_grid().sync();
}
int main()
{
    int *v, h[4];
    cudaMalloc(&v, sizeof h);
    cudaMemset(v, 0, sizeof h);
    void *args[] = {&v};
    cudaLaunchCooperativeKernel((void *)step, 3, 64, args);
    cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
}
