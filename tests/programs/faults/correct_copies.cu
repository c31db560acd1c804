// Asynchronous copies that are waited for, in each of the ways there are.
// expect: none
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

__global__ void two_buffers(const int *in, int *out)
{
    __shared__ int buffer[2][128];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&buffer[0][t], &in[t], 4);
    __pipeline_commit();
    for (int k = 0; k < 4; k++) {
        if (k < 3) __pipeline_memcpy_async(&buffer[(k + 1) % 2][t], &in[(k + 1) * 128 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += buffer[k % 2][127 - t];
        __syncthreads();
    }
    out[t] = sum;
}

__global__ void by_itself(const int *in, int *out)
{
    __shared__ int own[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&own[t], &in[t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = own[t];
}

__global__ void by_ptx(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[t]));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    out[t] = s[127 - t];
}

__global__ void by_group(const int *in, int *out)
{
    __shared__ int s[128];
    auto block = cooperative_groups::this_thread_block();
    cooperative_groups::memcpy_async(block, s, in, sizeof s);
    cooperative_groups::wait(block);
    out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void by_tile(const int *in, int *out)
{
    __shared__ int s[128];
    auto block = cooperative_groups::this_thread_block();
    auto warp = cooperative_groups::tiled_partition<32>(block);
    int first = threadIdx.x / 32 * 32, lane = threadIdx.x % 32;
    cooperative_groups::memcpy_async(warp, s + first, in + first, 32 * sizeof(int));
    cooperative_groups::wait(warp);
    out[threadIdx.x] = s[first + 31 - lane];
}

__global__ void by_barrier(const int *in, int *out)
{
    __shared__ int s[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> done;
    int t = threadIdx.x;
    if (t == 0) init(&done, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(&s[t], &in[t], sizeof(int), done);
    auto token = done.arrive();
    int mine = t * 2;
    done.wait(std::move(token));
    out[t] = s[127 - t] + mine;
}

__global__ void by_pipeline(const int *in, int *out)
{
    __shared__ int s[2][128];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 2; k++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[k][t], &in[k * 128 + t], sizeof(int), pipe);
        pipe.producer_commit();
    }
    for (int k = 0; k < 2; k++) {
        pipe.consumer_wait();
        sum += s[k][t];
        pipe.consumer_release();
    }
    __syncthreads();
    out[t] = sum + s[0][127 - t];
}

int main()
{
    static int host[512];
    int *in, *out;
    for (int i = 0; i < 512; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    two_buffers<<<1, 128>>>(in, out);
    by_itself<<<1, 128>>>(in, out);
    by_ptx<<<1, 128>>>(in, out);
    by_group<<<1, 128>>>(in, out);
    by_tile<<<1, 128>>>(in, out);
    by_barrier<<<1, 128>>>(in, out);
    by_pipeline<<<1, 128>>>(in, out);
    cudaMemcpy(host, out, 128 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    return cudaGetLastError();
}
