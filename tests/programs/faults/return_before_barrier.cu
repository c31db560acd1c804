// expect: divergent-barrier warning - 13
// expect: uninitialised-read? * s *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n)
        return;
    s[t] = in[i];
    __syncthreads();
    out[i] = s[t] + s[t > 0 ? t - 1 : t];
}

int main()
{
    int host[100], *in, *out;
    for (int i = 0; i < 100; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<2, 64>>>(in, out, 100);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[99]);
    return cudaGetLastError();
}
