// Barriers, votes and shuffles in all their forms, predicated and in device functions.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ __noinline__ int half_sum(int *values, int t)
{
    __shared__ int scratch[32];
    scratch[t & 31] = values[t];
    asm volatile("bar.sync 1, 64;");
    return scratch[t & 31] + scratch[(t + 1) & 31];
}

template <typename T> __global__ void forms(T *out, const T *__restrict__ in, volatile int *flag, int n)
{
    extern __shared__ int dynamic[];
    __shared__ T tile[8][33];
    const int t = threadIdx.x + blockDim.x * threadIdx.y;
    if (t >= n)
        return;
    dynamic[t] = (int)in[t];
    tile[t & 7][t & 31] = in[t];
    __syncthreads();
    int sum = __syncthreads_count(dynamic[t] > 3) + __syncthreads_and(t) + __syncthreads_or(t);
    if (t < 64)
        sum += half_sum(dynamic, t);
    __syncwarp();
    sum += __shfl_xor_sync(0xffffffff, sum, 16) + __shfl_up_sync(0xffffffff, sum, 1);
    sum += __shfl_sync(0xffffffff, sum, 5, 8) + __ballot_sync(0xffffffff, sum > 2);
    sum += __any_sync(0xffffffff, sum) + __match_any_sync(0xffffffff, sum);
    auto tile32 = cg::tiled_partition<32>(cg::this_thread_block());
    tile32.sync();
    cg::this_thread_block().sync();
    if (t == 0)
        *flag = sum;
    __threadfence();
    atomicAdd(&dynamic[t & 3], 1);
    atomicMax((int *)flag, sum);
    out[t] = (T)sum + tile[t & 7][(t + 1) & 31];
}

struct pair {
    float a;
    char b;
};

__global__ void structs(pair *p, float4 *v, double2 *d)
{
    const int t = threadIdx.x;
    pair q = p[t];
    float4 w = v[t];
    d[t] = make_double2(q.a + w.x, q.b + w.w);
    if (q.b == 7)
        asm volatile("exit;");
    p[t].b = (char)w.y;
}

int main()
{
    float *out, *in;
    int *flag;
    cudaMalloc(&out, 1 << 16);
    cudaMalloc(&in, 1 << 16);
    cudaMalloc(&flag, 4);
    cudaMemset(in, 0, 1 << 16);
    forms<<<2, dim3(16, 8), 512>>>(out, in, flag, 128);
    structs<<<1, 32>>>((pair *)out, (float4 *)in, (double2 *)out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
