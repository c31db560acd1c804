// One shared counter that nobody sets to 0.
// expect: uninitialised-read warning zeros 11
// advice: write it first, by one thread, and put a __syncthreads() before others use it.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void count(const int *in, int *out, int n)
{
    __shared__ int zeros;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] == 0)
        atomicAdd(&zeros, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = zeros;
}
int main()
{
    int h[256], r[2], *a, *b;
    for (int i = 0; i < 256; i++)
        h[i] = i % 7;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof r);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<2, 128>>>(a, b, 256);
    cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0] + r[1]);
}
