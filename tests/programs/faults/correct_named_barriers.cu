// expect: none
// Named barriers: pairs of warps meet among themselves; one warp only arrives. And the same by
// __syncthreads() in two halves.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>
namespace cg = cooperative_groups;
__global__ void pairs(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x, pair = t / 64;
    s[t] = data[t];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + pair) : "memory");
    int value = s[t ^ 63];
    asm volatile("bar.sync %0, %1;" ::"r"(1 + pair), "r"(64) : "memory");
    s[t] = value + 1;
    if (t < 64)
        asm volatile("bar.arrive 5, 128;" ::: "memory");
    else {
        asm volatile("bar.sync 5, 128;" ::: "memory");
        data[t] = s[127 - t];
    }
}
__global__ void halves(int *data)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank();
    s[t] = data[t];
    auto token = block.barrier_arrive();
    int own = 2 * t;
    block.barrier_wait(std::move(token));
    data[t] = own + s[63 - t];
}
int main()
{
    int host[128], *data;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    pairs<<<1, 128>>>(data);
    halves<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[64]);
    return cudaGetLastError();
}
