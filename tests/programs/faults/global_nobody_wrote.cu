// expect: uninitialised-read warning total 9
// expect: uninitialised-read warning scale 14
// cudaMalloc() does not clear: a sum that never began at 0, an array that nobody filled.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void sum(const int *in, int *total)
{
    int i = threadIdx.x;
    atomicAdd(total, in[i]);
}
__global__ void stretch(int *data, const int *scale, int *out)
{
    int i = threadIdx.x;
    data[i] *= scale[i % 4];
    out[i] = data[i];
}
int main()
{
    int host[64], result, *in, *total, *scale, *out;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&total, sizeof result);
    cudaMalloc(&scale, 4 * sizeof(int));
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, total);
    stretch<<<1, 64>>>(in, scale, out);
    cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result, host[63]);
    return cudaGetLastError();
}
