// A whole block returns before the grid's barrier: the others wait for ever.
// expect: deadlock error - 14
// says: 1 of its 3 blocks have left the kernel
// advice: instead of a return before one
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void shift(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    v[i] = i;
    cg::this_grid().sync();
    v[n + i] = v[n - 1 - i];
}
int main()
{
    int *v, n = 128, h[256];
    cudaMalloc(&v, sizeof h);
    cudaMemset(v, 0, sizeof h);
    void *args[] = {&v, &n};
    cudaLaunchCooperativeKernel((void *)shift, 3, 64, args);
    cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d: %s\n", h[n], cudaGetErrorString(cudaGetLastError()));
}
