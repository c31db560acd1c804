// expect: out-of-bounds error out 8
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}

int main()
{
    float host[100], *out;
    cudaMalloc(&out, sizeof host);
    fill<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[99]);
    return cudaGetLastError();
}
