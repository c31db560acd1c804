// expect: out-of-bounds error data 19
// expect: launch-error warning - 21
// expect: launch-error warning - 22
// expect: launch-error note - 16
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    int *data, *too_much, host[32] = {};
    if (cudaMalloc(&too_much, (size_t)1 << 60) == cudaSuccess) return 1;
    cudaMalloc(&data, 16 * sizeof(int));
    fill<<<1, 16>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    cudaMemcpy(host, data, 64, cudaMemcpyHostToDevice);
    cudaFree(host);
    return 0;
}
