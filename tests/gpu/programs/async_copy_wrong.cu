// As async_copy.cu, but each thread waits for its own copies only. sm_80 has them in hardware.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

enum { N = 256 };

__global__ void by_barrier(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> there;
    __shared__ int row[N];
    const int t = threadIdx.x;
    if (t == 0)
        init(&there, N);
    __syncthreads();
    cuda::memcpy_async(&row[t], in + t, cuda::aligned_size_t<4>(4), there);
    (void)there.arrive();
    out[t] = row[N - 1 - t];
}

__global__ void by_pipeline(const int *in, int *out)
{
    __shared__ int row[N];
    const int t = threadIdx.x;
    auto pipeline = cuda::make_pipeline();
    pipeline.producer_acquire();
    cuda::memcpy_async(&row[t], in + t, sizeof(int), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    out[t] += row[N - 1 - t];
    pipeline.consumer_release();
}

__global__ void by_group(const int *in, int *out)
{
    __shared__ int row[N];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, row, in, sizeof row);
    cg::wait(block);
    out[threadIdx.x] += row[N - 1 - threadIdx.x];
}

int main()
{
    int h[N], *in, *out, wrong = 0;
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    by_barrier<<<1, N>>>(in, out);
    by_pipeline<<<1, N>>>(in, out);
    by_group<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != 3 * (N - 1 - i);
    printf("%d wrong\n", wrong);
}
