// Asynchronous copies used before they were waited for: behind a barrier but not behind the wait, by
// the thread itself, through PTX, by a group, and one batch too early.
// expect: race error s 15,17
// expect: race error own 24,26
// expect: race error asm_s 34,37
// expect: race error g 45,46
// expect: race error two 55,59
// says: asynchronous copy
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void behind_a_barrier(const int *in, int *out) { __shared__ int s[128]; int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4); __pipeline_commit();
    __syncthreads();
    out[t] = s[127 - t];
    __pipeline_wait_prior(0);
}

__global__ void by_itself(const int *in, int *out)
{
    __shared__ int own[128]; int t = threadIdx.x;
    __pipeline_memcpy_async(&own[t], &in[t], 4);
    __pipeline_commit();
    out[t] = own[t];
    __pipeline_wait_prior(0);
}

__global__ void by_ptx(const int *in, int *out)
{
    __shared__ int asm_s[128]; int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&asm_s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[t]));
    asm volatile("cp.async.commit_group;");
    __syncthreads();
    out[t] = asm_s[127 - t];
    asm volatile("cp.async.wait_group 0;");
}

__global__ void by_group(const int *in, int *out)
{
    __shared__ int g[128];
    auto block = cooperative_groups::this_thread_block();
    cooperative_groups::memcpy_async(block, g, in, sizeof g); block.sync();
    out[threadIdx.x] = g[127 - threadIdx.x];
    cooperative_groups::wait(block);
}

__global__ void too_early(const int *in, int *out)
{
    __shared__ int two[2][128];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&two[k][t], &in[t], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1); __syncthreads(); sum = two[0][127 - t];
    out[t] = sum + two[1][127 - t];
    __pipeline_wait_prior(0);
}

int main()
{
    int host[128], *in, *out;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    behind_a_barrier<<<1, 128>>>(in, out);
    by_itself<<<1, 128>>>(in, out);
    by_ptx<<<1, 128>>>(in, out);
    by_group<<<1, 128>>>(in, out);
    too_early<<<1, 128>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    return cudaGetLastError();
}
