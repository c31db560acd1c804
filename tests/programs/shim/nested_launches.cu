/* Kernels that launch kernels. */
#include <stdio.h>

__global__ void child(int depth, int *count)
{
    atomicAdd(count, 1);
    if (depth < 3 && threadIdx.x == 0)
        child<<<1, 2>>>(depth + 1, count);
}

int main()
{
    int *count;
    cudaMallocManaged(&count, sizeof(int));
    *count = 0;
    child<<<2, 2>>>(0, count);
    cudaDeviceSynchronize();
    printf("%d %s\n", *count, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
