// expect: race warning buf 11,14
// advice: the barrier on line 12 is for fewer lanes
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void rev(int *a)
{
    __shared__ int buf[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x;
    buf[t] = a[t];
    tile.sync();
    int base = t / 16 * 16;
    a[t] = buf[base + 15 - t % 16];
}
int main()
{
    int h[64], *a;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    rev<<<1, 64>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(a);
}
