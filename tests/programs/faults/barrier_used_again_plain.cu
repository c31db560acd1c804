// A barrier between blocks, used twice, whose phase is neither volatile nor atomic.
// expect: race error phase 15,15
// expect: race error phase 15,17
// expect: race error a 25,27
#include <cstdio>
#include <cuda_runtime.h>
__device__ int arrived;
__device__ int phase;
__device__ int a[2];
__device__ void wait_all(int p)
{
    __threadfence();
    if (atomicAdd(&arrived, 1) == 2 * p - 1) {
        __threadfence();
        phase = p;
    } else {
        while (phase < p)
            ;
    }
    __threadfence();
}
__global__ void twice(int *out)
{
    wait_all(1);
    a[blockIdx.x] = blockIdx.x + 1;
    wait_all(2);
    out[blockIdx.x] = a[(blockIdx.x + 1) % 2];
}
int main()
{
    int *out, host[2];
    cudaMalloc(&out, sizeof host);
    twice<<<2, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
}
