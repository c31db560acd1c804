// expect: none
// Cooperative groups: tiles of 8 lanes synchronise among themselves.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void turn(int *data)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int t = block.thread_rank(), first = t - tile.thread_rank();
    s[t] = data[t];
    tile.sync();
    int value = s[first + 7 - tile.thread_rank()];
    tile.sync();
    s[t] = value + 1;
    block.sync();
    data[t] = s[63 - t];
}

int main()
{
    int host[64], *data;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    turn<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
