// Unset bytes are copied to managed memory, and a kernel writes other ones over them: what the host
// reads there is the kernel's.
// expect: uninitialised-read warning s 13
#include <cstdio>
#include <cuda_runtime.h>

__global__ void spread(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 32) s[t] = t;
    __syncthreads();
    out[t] = s[t];
}

int main()
{
    int *unset, *managed, other = 0;
    cudaMalloc(&unset, 64 * sizeof(int));
    cudaMallocManaged(&managed, 64 * sizeof(int));
    cudaMemcpy(managed, unset, 64 * sizeof(int), cudaMemcpyDefault);
    cudaDeviceSynchronize();
    spread<<<1, 64>>>(managed);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) other += managed[i] != 12345;
    printf("%d\n", other);
    return cudaGetLastError();
}
