// expect: none
// It is launched.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *p)
{
    p[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main()
{
    int *pinned, *squares;
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaMalloc(&squares, 64 * sizeof(int));
    square<<<1, 64>>>(squares);
    cudaMemcpy(pinned, squares, 64 * sizeof(int), cudaMemcpyDefault);
    printf("%d\n", pinned[7]);
    return cudaGetLastError();
}
