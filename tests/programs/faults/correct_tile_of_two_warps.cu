// Tiles of 64 threads with the room that older GPUs want for them.
// expect: none
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void mirror(int *out)
{
    __shared__ int s[128];
    __shared__ cg::block_tile_memory<128> room;
    auto block = cg::this_thread_block(room);
    auto tile = cg::tiled_partition<64>(block);
    int t = threadIdx.x;
    s[t] = t;
    tile.sync();
    out[t] = s[t ^ 63];
}

__global__ void largest(int *out)
{
    __shared__ cg::block_tile_memory<> room;
    auto tile = cg::tiled_partition<128>(cg::this_thread_block(room));
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = s[threadIdx.x + 127];
}

int main()
{
    int *out, host[128];
    cudaMalloc(&out, sizeof host);
    mirror<<<1, 128>>>(out);
    largest<<<1, 256>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[1], host[2]);
}
