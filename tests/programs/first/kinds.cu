// Every block does the same wrong thing, the later ones sooner. Which is told of is the first in
// program order: block 1 (block 0 does nothing wrong), thread 7 or the first that comes. KIND chooses the fault.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__device__ int recursion(int depth)
{
    volatile int here[4096];
    here[depth % 4096] = depth;
    return depth < 1 << 20 ? recursion(depth + 1) + here[depth % 4096] : 0;
}

__global__ void wrong(int *data, int *out, int *nothing, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, b = blockIdx.x, sum = t;
    s[t] = t;
    /* work, so that the blocks behind are faster */
    for (int i = 0; i < (gridDim.x - b) * 40; i++) sum = sum * 3 % 1001;
    __syncthreads();
    if (b && t >= 7) {
#if KIND == 0
        sum = 2147483647 - t + b + 70;
#elif KIND == 1
        sum = data[n + b * 3 + t];
#elif KIND == 2
        sum = s[t + 60 + b % 4];
#elif KIND == 3
        sum = out[b * 64 + t];
#elif KIND == 4
        assert(sum < 0);
#elif KIND == 5
        __trap();
#elif KIND == 6
        sum = *(int *)((char *)data + b * 8 + 2);
#elif KIND == 7
        sum = nothing[b];
#elif KIND == 8
        sum = 5 / (b - b);
#elif KIND == 9
        sum = recursion(0);
#elif KIND == 10
        if (t == 9) __syncwarp(1);
#elif KIND == 11
        sum = __shfl_up_sync(__activemask(), sum, 3);
#elif KIND == 12
        atomicAdd(&out[b], 1);
#elif KIND == 13
        if (t & 1) __syncthreads();
#endif
    }
    if (t == 7) out[b] = sum;
}

int main()
{
    int host[64] = {1}, *data, *out;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, 64 * 64 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    wrong<<<48, 64>>>(data, out, NULL, 64);
    printf("%d\n", cudaDeviceSynchronize() != cudaSuccess);
    return 0;
}
