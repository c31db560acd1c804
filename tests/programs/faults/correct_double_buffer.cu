// expect: none
// A scan that writes one half of the buffer while it reads the other: one barrier a turn.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scan(int *data)
{
    __shared__ int buffer[2][64];
    int t = threadIdx.x, now = 0;
    buffer[now][t] = data[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int value = buffer[now][t];
        if (t >= d) value += buffer[now][t - d];
        now = 1 - now;
        buffer[now][t] = value;
        __syncthreads();
    }
    data[t] = buffer[now][t];
}

int main()
{
    int host[64], *data;
    for (int i = 0; i < 64; i++) host[i] = 1;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scan<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[63]);
    return cudaGetLastError();
}
