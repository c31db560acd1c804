// An address of nothing is no index into the one array that the line names.
// expect: out-of-bounds error - 9
// says: address 8, which is not device memory
// never: o[
#include <cstdio>
#include <cuda_runtime.h>
__global__ void fixed(int *o)
{
    o[threadIdx.x] = *(int *)8;
}

int main()
{
    int *o;
    cudaMalloc(&o, 128);
    fixed<<<1, 32>>>(o);
    printf("%d\n", cudaDeviceSynchronize() == cudaSuccess);
}
