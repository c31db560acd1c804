// expect: race warning sums 16,17
// expect: race? warning sums *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out)
{
    __shared__ int sums[64];
    int t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    if (t < 32)
    {
        volatile int *s = sums;
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0) *out = sums[0];
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
