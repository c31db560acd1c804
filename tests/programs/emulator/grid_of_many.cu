// 64 blocks wait for each other again and again: each has a worker of its own.
// expect: ^2016 64$
// expect: launch-end 0 error 0
#include <stdio.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *values, int *out)
{
    cg::grid_group grid = cg::this_grid();
    int block = blockIdx.x;
    for (int step = 1; step < gridDim.x; step *= 2) {
        int other = threadIdx.x == 0 && block % (2 * step) == 0 ? values[block + step] : 0;
        grid.sync();
        if (threadIdx.x == 0) values[block] += other;
        grid.sync();
    }
    if (grid.thread_rank() == 0) {
        out[0] = values[0];
        out[1] = gridDim.x;
    }
}
int main()
{
    int *values, *out, h[64], r[2];
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&values, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(values, h, sizeof h, cudaMemcpyHostToDevice);
    void *arguments[] = {&values, &out};
    cudaLaunchCooperativeKernel((void *)k, dim3(64), dim3(256), arguments, 0, 0);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[1]);
}
