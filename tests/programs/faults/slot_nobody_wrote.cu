// expect: uninitialised-read warning s 13
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = in[t]; // the others have to write 0
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}

int main()
{
    int host[50], result, *in, *out;
    for (int i = 0; i < 50; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<1, 64>>>(in, out, 50);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
