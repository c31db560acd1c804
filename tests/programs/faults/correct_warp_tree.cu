// expect: none
// An unrolled last warp with __syncwarp between all reads and writes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out)
{
    __shared__ int sums[64];
    int t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    if (t < 32) {
        int value = sums[t] + sums[t + 32];
        for (int d = 16; d > 0; d /= 2) {
            __syncwarp();
            sums[t] = value;
            __syncwarp();
            value += sums[t + d];
        }
        if (t == 0) *out = value;
    }
}

int main()
{
    int host[64], result, *in, *out;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<1, 64>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
