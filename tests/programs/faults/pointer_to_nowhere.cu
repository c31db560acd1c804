// Device memory that holds pointers which nobody has set.
// expect: out-of-bounds error - 8
// expect: uninitialised-read? warning * 8
#include <cstdio>

__global__ void store(int **pointers)
{
    *pointers[threadIdx.x] = 1;
}

int main()
{
    int **pointers;
    cudaMalloc(&pointers, 64 * sizeof *pointers);
    cudaMemset(pointers, 0x5a, 64 * sizeof *pointers);
    store<<<1, 64>>>(pointers);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
