// The block with the highest index need not be the last to add.
// expect: race error total 11,12
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int *in, int *total, int *out)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int v = in[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) atomicAdd(total, v);
    if (t == 0 && blockIdx.x == gridDim.x - 1) *out = *total;
}

int main()
{
    int host[256], result, *in, *out, *total;
    for (int i = 0; i < 256; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMalloc(&total, sizeof result);
    cudaMemset(total, 0, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<8, 32>>>(in, total, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
