// As copy_waits.cu, but what is copied is used before the wait: behind a barrier only, by the thread
// itself, a batch too early, before the phase is waited for. sm_80 has them in hardware.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

enum { N = 128 };

__global__ void behind_both(const int *in, int *out)
{
    __shared__ int s[N];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __syncthreads();
    out[t] = s[N - 1 - t];
    __pipeline_wait_prior(0);
}

__global__ void by_itself(const int *in, int *out)
{
    __shared__ int own[N];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&own[t], &in[t], 4);
    __pipeline_commit();
    out[t] += own[t];
    __pipeline_wait_prior(0);
}

__global__ void by_ptx(const int *in, int *out)
{
    __shared__ int asm_s[N];
    const int t = threadIdx.x;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&asm_s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[t]));
    __syncthreads();
    out[t] += asm_s[N - 1 - t];
    asm volatile("cp.async.wait_all;");
}

__global__ void by_group(const int *in, int *out)
{
    __shared__ int g[N];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, g, in, sizeof g);
    block.sync();
    out[threadIdx.x] += g[N - 1 - threadIdx.x];
    cg::wait(block);
}

__global__ void batches(const int *in, int *out)
{
    __shared__ int two[2][N];
    const int t = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&two[k][t], &in[t], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    out[t] += two[0][N - 1 - t] + two[1][N - 1 - t];
    __pipeline_wait_prior(0);
}

__global__ void by_barrier(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> there;
    __shared__ int row[N];
    const int t = threadIdx.x;
    if (t == 0)
        init(&there, N);
    __syncthreads();
    cuda::memcpy_async(&row[t], in + t, cuda::aligned_size_t<4>(4), there);
    auto token = there.arrive();
    out[t] += row[t];
    there.wait(std::move(token));
    out[t] += row[N - 1 - t];
}

int main()
{
    int h[N], *in, *out, wrong = 0;
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    behind_both<<<1, N>>>(in, out);
    by_itself<<<1, N>>>(in, out);
    by_ptx<<<1, N>>>(in, out);
    by_group<<<1, N>>>(in, out);
    batches<<<1, N>>>(in, out);
    by_barrier<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != 6 * (N - 1 - i) + 2 * i;
    printf("%d wrong\n", wrong);
}
