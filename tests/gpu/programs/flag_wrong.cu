// As flag.cu, but the flags are relaxed: they order nothing.
#include <cstdio>
#include <cuda/atomic>

enum { N = 32 };
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;

__global__ void pass_on(int *box, int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> near;
    __shared__ int row[N];
    const int t = threadIdx.x;
    if (t == 0)
        near.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (t < N) {
        row[t] = t + blockIdx.x;
        near.fetch_add(1, cuda::memory_order_relaxed);
    } else {
        while (near.load(cuda::memory_order_relaxed) < N)
            ;
        out[blockIdx.x * N + t - N] = row[2 * N - 1 - t];
    }
    __syncthreads();
    if (t != 0)
        return;
    if (blockIdx.x == 0) {
        *box = 7;
        ready.store(1, cuda::memory_order_relaxed);
    } else {
        while (ready.load(cuda::memory_order_relaxed) == 0)
            ;
        out[2 * N] = *box;
    }
}

int main()
{
    int h[2 * N + 1], *box, *out, wrong = 0;
    cudaMalloc(&box, sizeof *box);
    cudaMalloc(&out, sizeof h);
    pass_on<<<2, 2 * N>>>(box, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2 * N; i++)
        wrong += h[i] != N - 1 - i % N + i / N;
    printf("%d wrong\n", wrong + (h[2 * N] != 7));
}
