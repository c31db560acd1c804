// Exchanges, copies and sums, several statements on one line, in ordinary kernels.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void mix(const int *in, int *out)
{
    __shared__ int s[64], c[64];
    int t = threadIdx.x;
    s[t] = in[t]; c[t] = in[63 - t];
    __syncthreads();
    if (t < 32) { int v = s[t]; s[t] = s[63 - t]; s[63 - t] = v; }
    __syncthreads();
    if (t < 20) c[t] += s[t]; if (t < 10) s[t] = c[t + 30];
    __syncthreads();
    if (t < 5) out[t] = s[t]; else if (t < 50) out[t] = c[t]; else s[t] = c[t] * 2;
    __syncthreads();
    int x = s[t]; int y = t < 7 ? c[t + 1] : 0; out[t] += x + y; out[63 - t] = x;
}
int main()
{
    int h[64], *a, *b;
    for (int i = 0; i < 64; i++)
        h[i] = i * 3;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, 256);
    mix<<<1, 64>>>(a, b);
    cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(a);
    cudaFree(b);
}
