// expect: out-of-bounds error window 13
// expect: uninitialised-read? * * 13
// expect: race? * * *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void differences(const int *in, int *out)
{
    __shared__ int window[64];
    int t = threadIdx.x;
    window[t] = in[t];
    __syncthreads();
    out[t] = window[t] - window[t - 1];
}

int main()
{
    int host[64], *in, *out;
    for (int i = 0; i < 64; i++) host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[1]);
    return cudaGetLastError();
}
