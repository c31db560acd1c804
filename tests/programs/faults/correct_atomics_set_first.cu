// expect: none
// What atomics update has been set: before a barrier, by a store that overwrites, or by the same warp
// before it goes on; one that waits for a flag of another warp.
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void count(const int *in, int *out, int n)
{
    __shared__ int bins[16], sums[2], turn;
    __shared__ volatile int ready;
    extern __shared__ int most[];
    int t = threadIdx.x, warp = t / 32;
    if (t < 16) bins[t] = 0;
    if (t == 20) {
        cuda::atomic_ref<int, cuda::thread_scope_block> first(most[0]);
        first.store(-1000);
        ready = 0;
        turn = 0;
    }
    if (t % 32 == 0) sums[warp] = 0;
    __syncwarp();
    atomicAdd(&sums[warp], in[t]);
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        atomicAdd(&bins[in[i] & 15], 1);
    atomicMax(&most[0], -in[t] - 1);
    if (t == 63) {
        most[1] = 5;
        __threadfence_block();
        ready = 1;
    } else if (t == 0) {
        while (!ready)
            ;
        __threadfence_block();
        atomicAdd(&most[1], 2);
    }
    atomicAdd(&turn, 1);
    __syncthreads();
    if (t < 16) out[t] = bins[t];
    if (t == 16) out[t] = most[0] + most[1] + turn;
    if (t == 17) out[t] = sums[0] + sums[1];
}

int main()
{
    int host[256], *in, *out;
    for (int i = 0; i < 256; i++) host[i] = i * 5;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 18 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<1, 64, 2 * sizeof(int)>>>(in, out, 256);
    cudaMemcpy(host, out, 18 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 18; i++) printf("%d ", host[i]);
    printf("\n");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
