// expect: out-of-bounds|crash error * 8
// expect: launch-error? * - *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int *data)
{
    data[threadIdx.x] *= 2;
}

int main()
{
    int host[32];
    for (int i = 0; i < 32; i++) host[i] = i;
    twice<<<1, 32>>>(host);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s %d\n", cudaGetErrorName(error), host[1]);
    return error;
}
