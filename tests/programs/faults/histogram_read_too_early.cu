// expect: race error bins 12,13
// expect: race? warning bins 12,13
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[64];
    int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t]], 1);
    out[t] = bins[t];
}

int main()
{
    int host[64], *in, *out;
    for (int i = 0; i < 64; i++) host[i] = i * 7 % 64;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    histogram<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
