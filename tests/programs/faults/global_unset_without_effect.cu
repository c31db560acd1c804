// expect: uninitialised-read note old 9
// A halo that nobody fills is read, and what is read there is never used.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void smooth(const int *old, int *now, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = i > 0 ? old[i - 1] : 0;
    int right = old[i + 1];
    now[i] = left + old[i] + (i + 1 < n ? right : 0);
}
int main()
{
    int host[64], *old, *now;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&old, 65 * sizeof(int));
    cudaMalloc(&now, sizeof host);
    cudaMemcpy(old, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<2, 32>>>(old, now, 64);
    cudaMemcpy(host, now, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[1]);
    return cudaGetLastError();
}
