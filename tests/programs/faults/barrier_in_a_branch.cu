// expect: divergent-barrier error - 14,18
// expect: divergent-barrier? * - *
// expect: race? * s *
// expect: uninitialised-read? * s *
// expect: deadlock? * - *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void halves(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = data[t]; __syncthreads();
        s[t] += 1;
    } else
        s[t] = data[t];
    __syncthreads();
    data[t] = s[127 - t];
    __syncthreads();
}

int main()
{
    int host[128], *data;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    halves<<<1, 128>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
