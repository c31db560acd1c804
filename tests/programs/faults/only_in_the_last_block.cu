// expect: uninitialised-read warning s 14
// 100 blocks; only the last one has threads without an element.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out, int n)
{
    __shared__ int s[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    if (i < n) s[t] = in[i];
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 100 * 32 - 5;
    static int host[n], result[100];
    int *in, *out;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<100, 32>>>(in, out, n);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[99]);
    return cudaGetLastError();
}
