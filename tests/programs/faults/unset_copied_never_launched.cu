// The kernel is never launched; the result comes to the host by way of pinned memory.
// expect: uninitialised-read warning squares 17
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *p)
{
    p[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main(int argc, char **)
{
    int *pinned, *squares;
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaMalloc(&squares, 64 * sizeof(int));
    if (argc > 1) square<<<1, 64>>>(squares);
    cudaMemcpy(pinned, squares, 64 * sizeof(int), cudaMemcpyDefault);
    printf("%d\n", pinned[7]);
    return cudaGetLastError();
}
