// A relaxed update orders nothing but itself.
// expect: race error s 16,19
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void exchange(int *out)
{
    __shared__ int s[64];
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0) count = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> counter(count);

    s[t] = t;
    counter.fetch_add(1, cuda::memory_order_relaxed);
    while (counter.load(cuda::memory_order_relaxed) < 64);
    out[t] = s[63 - t];
}

int main()
{
    int host[64], *out;
    cudaMalloc(&out, sizeof host);
    exchange<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[1]);
    return cudaGetLastError();
}
