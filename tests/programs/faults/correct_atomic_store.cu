// cuda::atomic's store reads nothing: what has never been set may be stored to, in shared and in
// device memory.
// expect: none
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void set(int *flags, unsigned long long *wide, int *out)
{
    __shared__ int slots[64];
    __shared__ unsigned long long large[64];
    int t = threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_block> slot(slots[t]);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_block> big(large[t]);
    slot.store(t, cuda::memory_order_relaxed);
    big.store(t);
    cuda::atomic_ref<int, cuda::thread_scope_device>(flags[t]).store(1);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> there(wide[t]);
    there = 2;
    __syncthreads();
    out[t] = slots[63 - t] + large[63 - t] + flags[63 - t] + wide[63 - t];
}

int main()
{
    int *flags, *out, host[64], sum = 0;
    unsigned long long *wide;
    cudaMalloc(&flags, sizeof host);
    cudaMalloc(&wide, 64 * sizeof *wide);
    cudaMalloc(&out, sizeof host);
    set<<<1, 64>>>(flags, wide, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 64; t++) sum += host[t];
    printf("%d\n", sum);
    cudaFree(flags);
    cudaFree(wide);
    cudaFree(out);
    return sum != 64 * 63 + 3 * 64;
}
