// expect: uninitialised-read warning data 10
#include <cstdio>
#include <cuda_runtime.h>

__device__ double total[8];

__global__ void sums(const double *data, int n)
{
    double sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += data[i];
    total[threadIdx.x] = sum;
}

int main()
{
    double host[8], *data;
    cudaMalloc(&data, 64 * sizeof(double));
    cudaMemset(data, 0, 60 * sizeof(double));
    sums<<<1, 8>>>(data, 64);
    cudaMemcpyFromSymbol(host, total, sizeof host);
    printf("%g\n", host[2]);
    return cudaGetLastError();
}
