// Each bin is read by one thread that has also counted in it.
// expect: race error bins 13,14
// expect: race warning bins 13,14
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(int *out)
{
    __shared__ int bins[4];
    int t = threadIdx.x;
    if (t < 4) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[t % 4], 1);
    if (t < 4) out[t] = bins[t];
}

int main()
{
    int host[4], *out;
    cudaMalloc(&out, sizeof host);
    histogram<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[3]);
    return cudaGetLastError();
}
