// expect: none
// With beta = 0 the product is left out.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(const float *x, float *y, float beta)
{
    y[threadIdx.x] = (beta == 0 ? 0 : beta * y[threadIdx.x]) + x[threadIdx.x];
}

int main()
{
    float host[32], *x, *y;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&x, sizeof host), cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<1, 32>>>(x, y, 0);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[3]);
    return cudaGetLastError();
}
