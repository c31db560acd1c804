// Copies in several stages, by shared pipelines and barriers that are objects, with work between
// arrival and wait, handed on by lanes of a warp or by a flag.
// expect: none
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void met_twice(const int *in, int *out)
{
    __shared__ int s[128], q[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, 128);
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __syncthreads();
    q[t] = t;
    __pipeline_wait_prior(0);
    auto tok = bar.arrive();
    int m = q[t];
    bar.wait(std::move(tok));
    out[t] = s[127 - t] + s[t ^ 1] + m;
}
__global__ void two_roles(const int *in, int *out)
{
    __shared__ int s[2][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &st, role);
    int sum = 0;
    for (int k = 0; k < 6; k++) {
        if (role == cuda::pipeline_role::producer) {
            pipe.producer_acquire();
            for (int i = threadIdx.x; i < 128; i += 64)
                cuda::memcpy_async(&s[k % 2][i], &in[k * 64 + i], 4, pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += s[k % 2][threadIdx.x] + s[k % 2][127 - threadIdx.x];
            pipe.consumer_release();
        }
    }
    out[threadIdx.x] = sum;
}
__global__ void two_ahead(const int *in, int *out)
{
    __shared__ int s[2][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &st);
    int sum = 0, f = 0;
    for (int k = 0; k < 6; k++) {
        for (; f < 6 && f < k + 2; f++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[f % 2], in + f * 64, sizeof(int) * 128, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[k % 2][127 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
__global__ void group_ahead(const int *in, int *out)
{
    __shared__ int s[2][128];
    auto block = cg::this_thread_block();
    int sum = 0;
    cg::memcpy_async(block, s[0], in, sizeof s[0]);
    for (int k = 0; k < 4; k++) {
        if (k < 3) {
            cg::memcpy_async(block, s[(k + 1) & 1], in + (k + 1) * 64, sizeof s[0]);
            cg::wait_prior<1>(block);
        } else
            cg::wait(block);
        sum += s[k & 1][127 - threadIdx.x];
        block.sync();
    }
    out[threadIdx.x] = sum;
}
__global__ void by_one_thread(const int *in, int *out)
{
    __shared__ alignas(16) int s[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x, sum = 0;
    if (t == 0) init(&bar, 128);
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        if (t == 0) cuda::memcpy_async(s, in + k * 64, cuda::aligned_size_t<16>(sizeof s), bar);
        bar.arrive_and_wait();
        sum += s[127 - t];
        __syncthreads();
    }
    out[t] = sum;
}
__global__ void four_stages(const int *in, int *out)
{
    __shared__ int s[4][128];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[k][t], &in[k * 64 + t], 4, pipe);
        pipe.producer_commit();
    }
    for (int k = 0; k < 5; k++) {
        if (k + 3 < 5) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[(k + 3) % 4][t], &in[t], 4, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncwarp();
        sum += s[k % 4][t ^ 5];
        __syncwarp();
        pipe.consumer_release();
    }
    out[t] = sum;
}
__global__ void by_flag(const int *in, int *out)
{
    __shared__ int s[64];
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t < 32) {
        __pipeline_memcpy_async(&s[t], &in[t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __threadfence_block();
        __syncwarp();
        if (t == 0) flag = 1;
    } else {
        while (!flag)
            ;
        __threadfence_block();
        out[t] = s[t & 31];
    }
}
int main()
{
    static int h[1024];
    int *i, *o;
    cudaMalloc(&i, 4096);
    cudaMalloc(&o, 512);
    cudaMemcpy(i, h, 4096, cudaMemcpyHostToDevice);
    cudaMemset(o, 0, 512);
    met_twice<<<1, 128>>>(i, o);
    two_roles<<<1, 128>>>(i, o);
    two_ahead<<<1, 128>>>(i, o);
    group_ahead<<<1, 128>>>(i, o);
    by_one_thread<<<1, 128>>>(i, o);
    four_stages<<<1, 128>>>(i, o);
    by_flag<<<1, 64>>>(i, o);
    cudaMemcpy(h, o, 512, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    return cudaGetLastError();
}
