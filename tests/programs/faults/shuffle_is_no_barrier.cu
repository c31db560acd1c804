// expect: race warning row 12,14
#include <cstdio>
#include <cuda_runtime.h>

__global__ void neighbour(int *data)
{
    __shared__ int row[33];
    int t = threadIdx.x;
    if (t == 0) row[32] = 0;
    __syncwarp();
    int value = data[t];
    row[t] = value;
    value += __shfl_down_sync(0xffffffff, value, 1); // does not order memory
    data[t] = value + row[t + 1];
}

int main()
{
    int host[32], *data;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    neighbour<<<1, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
