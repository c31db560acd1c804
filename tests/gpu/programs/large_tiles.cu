// Tiles of 64 and 128 threads: they meet in reserved shared memory, not at a barrier of the hardware.
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
    two.sync();
    wide[t] = row[t ^ 63];
    four.sync();
    out[t] = wide[t ^ 127];
}

int main()
{
    int h[N], *out, wrong = 0;
    cudaMalloc(&out, sizeof h);
    turn<<<1, N>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != (i ^ 64);
    printf("%d wrong\n", wrong);
}
