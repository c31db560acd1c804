// expect: none
// Between launches everything has happened: partial results, then the total.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] * data[i];
}

__global__ void total(const int *data, int n, int *out)
{
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += data[i];
        *out = sum;
    }
}

int main()
{
    int host[128], result, *data, *out;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    square<<<4, 32>>>(data);
    total<<<1, 32>>>(data, 128, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
