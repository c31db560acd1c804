// expect: race error result 16,16
// expect: race warning result 16,16
// advice: use an atomic such as atomicAdd()
// never: read from one array and write to another
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *result, int n)
{
    float part = 0;
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    {
        part += in[i];
    }
    *result += part;
}

int main()
{
    static float host[512];
    float *in, *result, total;
    for (int i = 0; i < 512; i++) host[i] = i % 5;
    cudaMalloc(&in, sizeof host), cudaMalloc(&result, sizeof total);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(result, 0, sizeof total);
    sum<<<4, 64>>>(in, result, 512);
    cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost);
    printf("%g\n", total);
    return cudaGetLastError();
}
