// Updates that release and acquire: the last block to come, all blocks waiting for all, and the
// threads of a block.
// expect: none
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>

__device__ cuda::atomic<int, cuda::thread_scope_device> finished, arrived, turns;

__global__ void by_the_last(int *part, int *out)
{
    if (threadIdx.x) return;
    part[blockIdx.x] = blockIdx.x + 1;
    if (finished.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += part[i];
        *out = sum;
    }
}

__global__ void by_all(int *part, int *out)
{
    part[blockIdx.x] = blockIdx.x + 1;
    arrived.fetch_add(1); // sequentially consistent
    while (arrived.load(cuda::memory_order_acquire) < gridDim.x)
        ;
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += part[i];
    out[blockIdx.x] = sum;
}

__global__ void in_a_block(int *out)
{
    __shared__ int s[64], count;
    int t = threadIdx.x;
    if (t == 0) count = 0;
    __syncthreads();
    s[t] = t;
    cuda::atomic_ref<int, cuda::thread_scope_block> counter(count);
    counter.fetch_add(1, cuda::memory_order_release);
    while (counter.load(cuda::memory_order_acquire) < 64)
        ;
    out[t] = s[63 - t];
}

__global__ void one_after_the_other(int *list, int *out)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (blockIdx.x == 0) {
            list[i] = i;
            turns.fetch_add(1, cuda::memory_order_release);
        } else {
            while (turns.load(cuda::memory_order_acquire) <= i)
                ;
            sum += list[i];
        }
    }
    if (blockIdx.x) *out = sum;
}

int main()
{
    int host[64], *part, *out;
    cudaMalloc(&part, sizeof host);
    cudaMalloc(&out, sizeof host);
    by_the_last<<<4, 32>>>(part, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    by_all<<<4, 1>>>(part, out);
    cudaMemcpy(host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[3]);
    in_a_block<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[1]);
    one_after_the_other<<<2, 1>>>(part, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
