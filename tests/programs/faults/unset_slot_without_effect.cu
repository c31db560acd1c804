// expect: uninitialised-read note s 11
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = in[t];
    __syncthreads();
    int value = s[t];
    if (t < n) out[t] = value;
}

int main()
{
    int host[50], *in, *out;
    for (int i = 0; i < 50; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(in, out, 50);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[49]);
    return cudaGetLastError();
}
