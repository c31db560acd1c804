// expect: none
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void rotate(int *a, int *b, int n, int turns)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int k = 0; k < turns; k++) {
        b[i] = a[(i + 1) % n];
        grid.sync();
        a[i] = b[i];
        grid.sync();
    }
}

int main()
{
    int host[128], *a, *b, n = 128, turns = 3;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    void *arguments[] = {&a, &b, &n, &turns};
    cudaLaunchCooperativeKernel((void *)rotate, dim3(4), dim3(32), arguments, 0, 0);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
