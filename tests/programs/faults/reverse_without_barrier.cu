// expect: race error buffer 11,12
// expect: race? warning buffer 11,12
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reverse(float *data)
{
    __shared__ float buffer[96];
    int t = threadIdx.x, last = blockDim.x - 1;
    float mine = data[t];
    buffer[t] = mine * 2;
    data[t] = buffer[last - t];
}

int main()
{
    float host[96], *data;
    for (int i = 0; i < 96; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, 96>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\n", host[0], host[95]);
    return cudaGetLastError();
}
