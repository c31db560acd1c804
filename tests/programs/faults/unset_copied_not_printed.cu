// expect: uninitialised-read warning s 12
// says: other values from the device in line 22
#include <cstdio>
#include <cuda_runtime.h>

__global__ void neighbours(const int *in, int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[t] + s[t + 1];
}

int main()
{
    int host[64], *in, *out;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    neighbours<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[5]);
    return cudaGetLastError();
}
