// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned finished;

__global__ void total(const int *in, volatile int *partial, int *out)
{
    __shared__ int sums[64];
    __shared__ bool last;
    int t = threadIdx.x;
    sums[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int i = t; i < gridDim.x; i += 64) sum += partial[i];
        sums[t] = sum;
        __syncthreads();
        if (t == 0) {
            for (int i = 1; i < 64; i++) sum += sums[i];
            *out = sum;
            finished = 0; // for the next launch
        }
    }
}

int main()
{
    static int host[512];
    int result, *in, *partial, *out;
    for (int i = 0; i < 512; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&partial, 8 * sizeof(int));
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int again = 0; again < 2; again++) {
        total<<<8, 64>>>(in, partial, out);
        cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
        printf("%d\n", result);
    }
    return cudaGetLastError();
}
