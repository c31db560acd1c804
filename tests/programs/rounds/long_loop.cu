// More reads of global memory before a store than are kept one by one: the range is that of all.
// says 0 0: reads x[t, t+512, .. t+15872] and y[t, t+512, .. t+15872] and writes part[t]
#include <cstdio>
#include <cuda_runtime.h>
#define N (1 << 14)
__global__ void products(const int *x, const int *y, int *out)
{
    __shared__ int part[64];
    int t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * 64 + t; i < N; i += 64 * gridDim.x)
        sum += x[i] * y[i];
    part[t] = sum;
    __syncthreads();
    if (t == 0) out[blockIdx.x] = part[0] + part[63];
}
int main()
{
    static int h[N];
    int *x, *y, *out;
    cudaMalloc(&x, sizeof h), cudaMalloc(&y, sizeof h), cudaMalloc(&out, 8 * sizeof(int));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(y, h, sizeof h, cudaMemcpyHostToDevice);
    products<<<8, 64>>>(x, y, out);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
