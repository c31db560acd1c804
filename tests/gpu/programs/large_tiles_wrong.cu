// Tiles of 64 and 128 threads that meet too late: after the other warp's values were read.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

enum { N = 256 };

__global__ void turn(int *out)
{
    __shared__ int row[N], wide[N];
    const int t = threadIdx.x;
    auto two = cg::tiled_partition<64>(cg::this_thread_block());
    auto four = cg::tiled_partition<128>(cg::this_thread_block());
    row[t] = t;
    wide[t] = row[t ^ 63];
    two.sync();
    out[t] = wide[t ^ 63];
    four.sync();
    out[t] += row[t];
}

int main()
{
    int h[N], *out;
    cudaMalloc(&out, sizeof h);
    turn<<<1, N>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0] >= 0);
}
