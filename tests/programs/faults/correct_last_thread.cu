// Whoever draws the last number knows that all others have drawn theirs.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__global__ void last(int *out)
{
    __shared__ int drawn, most;
    int t = threadIdx.x;
    if (t == 0) drawn = most = 0;
    __syncthreads();
    atomicMax(&most, t * 37 % 101);
    __threadfence_block();
    if (atomicAdd(&drawn, 1) == 127) {
        __threadfence_block();
        out[0] = drawn;
        out[1] = most;
    }
}

int main()
{
    int host[2], *out;
    cudaMalloc(&out, sizeof host);
    last<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
    return cudaGetLastError();
}
