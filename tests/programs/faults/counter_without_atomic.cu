// expect: race error counter 7,7
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *counter)
{
    if (threadIdx.x == 0) *counter += 1;
}

int main()
{
    int result, *counter;
    cudaMalloc(&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    count<<<8, 32>>>(counter);
    cudaMemcpy(&result, counter, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
