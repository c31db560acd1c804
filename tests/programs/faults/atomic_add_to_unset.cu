// An atomic update does read: adding to slots that nobody has set is found, right beside a store.
// expect: uninitialised-read warning bins 18
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void count(int *out)
{
    __shared__ int bins[64], done;
    int t = threadIdx.x;
    if (t == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_block> flag(done);
        flag.store(1);
    }
    cuda::atomic_ref<int, cuda::thread_scope_block> bin(bins[t]);
    // Nobody has set the bins.

    bin.fetch_add(t);
    __syncthreads();
    out[t] = bins[t] + done;
}

int main()
{
    int *out, host[64];
    cudaMalloc(&out, sizeof host);
    count<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[5]);
    cudaFree(out);
    return 0;
}
